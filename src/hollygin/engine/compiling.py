"""The numbers as plain Python or compiled: one source, two copies.

The files listed here run as they stand. The compiled copy is made from the same text: each file is executed anew under another
name, its tables become arrays, and Numba compiles its functions at their first call.

Machine code is kept by content. The cache folder is named by a hash of the text of all files, the versions and the processor. The
text is copied into that folder, and it is the copy that is compiled: Numba keys its own index by the path of the source, so every
checkout with equal text shares the machine code. The copies get a fixed time, since older Numba also compares that.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any, Final, Protocol, overload

FILES: Final = (
    "kernel.tables",
    "kernel.arithmetic",
    "engine.numbers.lookup",
    "engine.numbers.randomness",
    "engine.numbers.layout",
    "engine.numbers.spreads",
    "engine.numbers.policies",
    "engine.numbers.discards",
    "engine.numbers.positions",
    "engine.numbers.deals",
    "engine.numbers.matches",
    "engine.numbers.tally",
    "engine.numbers.belief",
    "engine.numbers.rollouts",
    "engine.numbers.rests",
    "engine.numbers.luck",
    "engine.numbers.training",
)
"""Each imports only from those before it."""

INLINED: Final = frozenset(
    {
        "best_discard",
        "takes",
        "wants_top",
        "chosen_discard",
        "throws",
        "shuffle",
        "spread_out",
        "fresh_order",
        "deal_out",
        "play",
        "_append",
        "_settle",
    }
)
"""Functions that are put whole into their callers: a call costs too much, most of all one that hands arrays on."""

CACHE_VARIABLE: Final = "HOLLYGIN_CACHE"
"""The environment variable that names the folder for machine code, instead of the user's cache folder."""

_READY: Final = "ready"
_TIME: Final = 1_000_000_000
"""The time of the copies, in seconds since 1970."""


class Ints(Protocol):
    """A flat array of whole numbers: a list in the plain copy, a NumPy array of 64 bits in the compiled one."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[int]: ...
    @overload
    def __getitem__(self, at: int, /) -> int: ...
    @overload
    def __getitem__(self, at: slice, /) -> Ints: ...


@dataclass(frozen=True, slots=True, eq=False)
class Kernel:
    """One copy of the numbers; ``compiled`` tells which.

    It has no state, so all threads may share it. ``numbers`` has each file of FILES as an attribute
    (``kernel.numbers.deals.play``) and is for this room alone: everybody else goes through ``hollygin.engine.calls``.
    """

    compiled: bool
    numbers: SimpleNamespace = field(repr=False)

    def __reduce__(self) -> tuple[Any, ...]:
        return load, (self.compiled,)

    def ints(self, numbers: Sequence[int] | Ints | int) -> Any:
        """A flat array of the given numbers, or of as many zeros, as the functions of this copy take it."""
        if not self.compiled:
            return [0] * numbers if isinstance(numbers, int) else list(numbers)
        import numpy as np  # noqa: PLC0415

        if isinstance(numbers, int):
            return np.zeros(numbers, np.int64)
        return np.array(numbers, np.int64)


def has_compiler() -> bool:
    """Whether Numba is installed; it is not imported for this."""
    return find_spec("numba") is not None


def load(compiled: bool | None = None) -> Kernel:
    """A copy of the numbers; unless told which, the compiled one if Numba is installed.

    Raises ModuleNotFoundError if the compiled one is asked for and Numba is not installed.
    """
    return _load(has_compiler() if compiled is None else compiled)


@cache
def _load(compiled: bool) -> Kernel:
    if compiled:
        return _compiled()
    return Kernel(compiled=False, numbers=SimpleNamespace(**{_short(name): _plain(name) for name in FILES}))


def _short(name: str) -> str:
    return name.rpartition(".")[2]


def _plain(name: str) -> ModuleType:
    return import_module(f"hollygin.{name}")


def _path(name: str) -> Path:
    return Path(__file__).parent.parent / f"{name.replace('.', '/')}.py"


def _compiled() -> Kernel:
    import numba  # noqa: PLC0415

    folder = cache_folder()
    sources = _copy_sources(folder)
    config: Any = numba.config
    kept = config.CACHE_DIR
    config.CACHE_DIR = str(folder)  # it is read where a function is wrapped
    try:

        def wrap(function: FunctionType) -> Any:
            inlined = function.__name__ in INLINED
            return numba.njit(cache=bool(sources), nogil=True, forceinline=inlined)(function)

        made: dict[int, Any] = {}
        modules = {_short(name): _execute(name, sources.get(name, _path(name)), wrap, made) for name in FILES}
        return Kernel(compiled=True, numbers=SimpleNamespace(**modules))
    finally:
        config.CACHE_DIR = kept


def _copy_sources(folder: Path) -> dict[str, Path]:
    """The copy of each file in the cache folder, made if it is not there; none if the folder cannot be written."""
    copies = {name: folder / f"{name}.py" for name in FILES}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, copy in copies.items():
            if not copy.exists():
                _write_whole(copy, _path(name).read_bytes())
    except OSError:
        return {}
    return copies if os.access(folder, os.W_OK) else {}


def _write_whole(path: Path, text: bytes) -> None:
    """Write a file so that no other process ever sees half of it."""
    number, name = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(number, "wb") as file:
        file.write(text)
    os.utime(name, (_TIME, _TIME))
    Path(name).replace(path)


def _execute(name: str, path: Path, wrap: Callable[[FunctionType], Any], made: dict[int, Any]) -> ModuleType:
    """A file executed anew, compiled; ``made`` leads from what is plain to what was made of it."""
    plain = _plain(name)
    copy = ModuleType(f"hollygin.compiled.{name}")
    copy.__file__ = str(path)
    sys.modules[copy.__name__] = copy
    exec(compile(path.read_text(encoding="utf-8"), path, "exec"), copy.__dict__)  # noqa: S102
    for key, value in list(vars(copy).items()):
        if id(getattr(plain, key, None)) in made:
            setattr(copy, key, made[id(getattr(plain, key))])
        elif isinstance(value, FunctionType) and value.__module__ == copy.__name__:
            setattr(copy, key, wrap(value))
            made[id(getattr(plain, key))] = getattr(copy, key)
        elif isinstance(value, list):
            setattr(copy, key, _array(value))
            made[id(getattr(plain, key))] = getattr(copy, key)
    return copy


def _array(table: list[int]) -> Any:
    """A table as an array of the smallest signed type that holds it; unsigned ones would mix into floats."""
    import numpy as np  # noqa: PLC0415

    kind = next(kind for kind in (np.int8, np.int16, np.int64) if max(table) <= np.iinfo(kind).max)
    return np.array(table, kind)


def cache_folder() -> Path:
    """The folder for the machine code of these files, made by these versions for this processor."""
    binding: Any = import_module("llvmlite.binding")

    told = hashlib.sha256()
    for name in (*FILES, "engine.compiling", "options"):
        text = _path(name).read_bytes()
        told.update(f"{name} {len(text)}\0".encode() + text)
    # Constants are compiled in, and those of the layout follow from the table of options.
    told.update(
        repr(
            [one for one in vars(_plain("engine.numbers.layout")).items() if isinstance(one[1], int)]
        ).encode()
    )
    versions = (metadata.version("numba"), metadata.version("llvmlite"), platform.python_version())
    told.update(" ".join((*versions, binding.get_host_cpu_name(), platform.machine())).encode())
    return _user_folder() / f"kernel-{told.hexdigest()[:16]}"


def needs_warming() -> bool:
    """Whether Numba is installed but has not yet compiled these files, which takes half a minute."""
    return has_compiler() and not (cache_folder() / _READY).exists()


def keep_warm() -> None:
    """Note that every function that is called from outside has been compiled and kept."""
    folder = cache_folder()
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / _READY).touch()


def _user_folder() -> Path:
    if CACHE_VARIABLE in os.environ:
        return Path(os.environ[CACHE_VARIABLE])
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "hollygin"
