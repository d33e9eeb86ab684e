"""The kernel as plain Python or compiled: one source, two copies.

The files listed here run as they stand. The compiled copy is made from the same text: each file is executed
anew under another name, its tables become arrays and its functions are compiled by Numba at their first call. The machine
code is kept in a folder whose name tells the text of the kernel and where it lies, the versions and the processor, so that no
other kernel's code can ever be met there.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final

FILES: Final = (
    "kernel.tables",
    "kernel.arithmetic",
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
    "engine.numbers.training",
)
"""Each imports only from those before it."""

INLINED: Final = frozenset(
    {
        "best_discard",
        "takes",
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


@dataclass(frozen=True, slots=True, eq=False)
class Kernel:
    """One copy of the kernel. Each file is an attribute: ``kernel.deals.play(...)``.

    ``compiled`` tells which copy it is. Flat arrays for its functions are made by :meth:`ints`.
    """

    compiled: bool
    modules: Mapping[str, Any] = field(repr=False)

    def __getattr__(self, name: str) -> Any:
        try:
            return self.modules[name]
        except KeyError:
            raise AttributeError(name) from None

    def __reduce__(self) -> tuple[Any, ...]:
        return load, (self.compiled,)

    def ints(self, numbers: Sequence[int] | int) -> Any:
        """A flat array of the given numbers, or of so many zeros."""
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
    """A copy of the kernel; unless told which, the compiled one where Numba is installed.

    Raises ModuleNotFoundError where the compiled one is asked for and cannot be had.
    """
    return _load(has_compiler() if compiled is None else compiled)


@cache
def _load(compiled: bool) -> Kernel:
    if compiled:
        return _compiled()
    return Kernel(compiled=False, modules={_short(name): _plain(name) for name in FILES})


def _short(name: str) -> str:
    return name.rpartition(".")[2]


def _plain(name: str) -> ModuleType:
    return import_module(f"hollygin.{name}")


def _compiled() -> Kernel:
    import numba  # noqa: PLC0415

    folder = cache_folder()
    writable = _make(folder)
    config: Any = numba.config
    kept = config.CACHE_DIR
    config.CACHE_DIR = str(folder)  # it is read where a function is wrapped
    try:

        def wrap(function: FunctionType) -> Any:
            inlined = function.__name__ in INLINED
            return numba.njit(cache=writable, nogil=True, forceinline=inlined)(function)

        made: dict[int, Any] = {}
        return Kernel(compiled=True, modules={_short(name): _copy(name, wrap, made) for name in FILES})
    finally:
        config.CACHE_DIR = kept


def _make(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


def _copy(name: str, wrap: Callable[[FunctionType], Any], made: dict[int, Any]) -> ModuleType:
    """A file of the kernel executed anew, compiled; ``made`` leads from what is plain to what was made of it."""
    plain = _plain(name)
    assert plain.__file__ is not None
    path = Path(plain.__file__)
    copy = ModuleType(f"hollygin.compiled.{name}")
    copy.__file__ = plain.__file__
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
    """Where the machine code of this kernel is kept, made by these versions for this processor.

    Numba takes the code of a file for its own only at the same path and of the same time; another copy compiles anew.
    """
    binding: Any = import_module("llvmlite.binding")

    told = hashlib.sha256()
    package = Path(__file__).parent.parent
    for name in (*FILES, "engine.compiling"):
        path = package / f"{name.replace('.', '/')}.py"
        told.update(f"{path}\0{path.stat().st_mtime_ns}\0".encode() + path.read_bytes() + b"\0")
    versions = (metadata.version("numba"), metadata.version("llvmlite"), platform.python_version())
    told.update(" ".join((*versions, binding.get_host_cpu_name(), platform.machine())).encode())
    return _user_folder() / f"kernel-{told.hexdigest()[:16]}"


def needs_warming() -> bool:
    """Whether the compiled kernel is at hand but not yet compiled, which takes half a minute."""
    return has_compiler() and not (cache_folder() / _READY).exists()


def keep_warm() -> None:
    """Note that every function that is called from outside has been compiled and kept."""
    folder = cache_folder()
    if _make(folder):
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
