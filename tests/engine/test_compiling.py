"""Which copy is loaded, where its machine code is kept, and what is imported."""

import os
import pickle
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from hollygin.engine import Bulk, needs_warming
from hollygin.engine import compiling as loader
from hollygin.engine.compiling import FILES, INLINED, Kernel, cache_folder, load
from tests.engine.copies import COMPILED, PLAIN
from tests.table import rules_of


def run(code: str, cache: Path | None = None, *arguments: str) -> str:
    environment = dict(os.environ)
    if cache is not None:
        environment[loader.CACHE_VARIABLE] = str(cache)
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code, *arguments],
        check=True,
        capture_output=True,
        text=True,
        env=environment,
    )
    assert done.stderr == ""
    return done.stdout.strip()


def test_every_file_is_loaded_in_order() -> None:
    package = Path(loader.__file__).parent.parent
    for room in ("kernel", "engine/numbers"):
        listed = {name.rpartition(".")[2] for name in FILES if name.startswith(room.replace("/", "."))}
        assert {path.stem for path in (package / room).glob("*.py")} == {*listed, "__init__"}
    for i, name in enumerate(FILES):
        text = (package / f"{name.replace('.', '/')}.py").read_text()
        used = {
            line.split()[1].removeprefix("hollygin.")
            for line in text.splitlines()
            if line.startswith("from hollygin")
        }
        assert used <= {*FILES[:i], *(["options"] if name.endswith("layout") else [])}


def test_what_is_inlined_exists() -> None:
    names = {name for module in vars(COMPILED.numbers).values() for name in vars(module)}
    assert names >= INLINED


def test_which_copy() -> None:
    assert load() is COMPILED and load(compiled=False) is PLAIN
    assert COMPILED.compiled and not PLAIN.compiled
    assert pickle.loads(pickle.dumps(PLAIN)) is PLAIN and pickle.loads(pickle.dumps(COMPILED)) is COMPILED
    for kernel in (PLAIN, COMPILED):
        assert [*kernel.ints(3)] == [0, 0, 0] and [*kernel.ints([5, 2**52])] == [5, 2**52]


def test_nothing_heavy_is_imported_before_it_is_needed() -> None:
    code = "import sys, hollygin, hollygin.engine; print('numba' in sys.modules, 'numpy' in sys.modules)"
    assert run(code) == "False False"
    code = "import sys; from hollygin.engine import needs_warming; needs_warming(); print('numba' in sys.modules)"
    assert run(code) == "False"


@pytest.mark.slow
def test_without_numba_the_plain_copy_plays() -> None:
    code = """
import sys
sys.modules["numba"] = None
from hollygin import make_rules
from hollygin.engine import Bulk, needs_warming, warm
bulk = Bulk(make_rules())
warm()
print(bulk.kernel.compiled, needs_warming(), sum(bulk.deals(4, 30)), 'numpy' in sys.modules)
"""
    wanted = sum(Bulk(rules_of(), kernel=PLAIN).deals(4, 30))
    assert run(code) == f"False False {wanted} False"
    assert wanted == sum(Bulk(rules_of(), kernel=COMPILED).deals(4, 30))
    with pytest.raises(subprocess.CalledProcessError):
        run('import sys; sys.modules["numba"] = None; from hollygin.engine import load; load(True)')


def test_the_cache_is_of_this_kernel_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(loader.CACHE_VARIABLE, str(tmp_path))
    here = cache_folder()
    assert here.parent == tmp_path and here == cache_folder()
    read = Path.read_bytes

    def changed(path: Path) -> bytes:
        return read(path) + (b"#" if path.stem == "deals" else b"")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", changed)
        assert cache_folder() != here
    with monkeypatch.context() as patch:
        patch.setattr(PLAIN.numbers.layout, "GIN_BONUS", 99)
        assert cache_folder() != here
    with monkeypatch.context() as patch:
        patch.setattr(metadata, "version", lambda _: "0")
        assert cache_folder() != here
    assert cache_folder() == here and needs_warming()
    loader.keep_warm()
    assert not needs_warming()


CALLS = """
import sys
sys.path.insert(0, sys.argv[1])
from hollygin.engine import compiling
numbers = compiling.load(True).numbers
hits = lambda call: sum(call.stats.cache_hits.values())
print(compiling.__file__.startswith(sys.argv[1]), numbers.arithmetic.deadwood(3), hits(numbers.arithmetic.deadwood))
print(numbers.policies.outs(3, 4), hits(numbers.policies.outs))
"""


@pytest.mark.slow
def test_machine_code_is_kept_by_content(tmp_path: Path) -> None:
    """Another checkout of the same text, made at another time, compiles nothing; one changed number compiles all."""
    here = Path(loader.__file__).parent.parent.parent
    copy = shutil.copytree(here, tmp_path / "elsewhere")
    changed = shutil.copytree(here, tmp_path / "changed")
    deals = changed / "hollygin" / "engine" / "numbers" / "deals.py"
    deals.write_text(deals.read_text() + "\nMORE = 1\n")
    os.utime(copy / "hollygin" / "engine" / "numbers" / "deals.py", (1, 1))
    cache = tmp_path / "cache"
    assert run(CALLS, cache, str(here)) == "True 3 0\n1 0"
    assert run(CALLS, cache, str(copy)) == "True 3 1\n1 1"
    assert run(CALLS, cache, str(changed)) == "True 3 0\n1 0"
    assert len(list(cache.iterdir())) == 2


@pytest.mark.slow
def test_the_source_of_machine_code_is_whole(tmp_path: Path) -> None:
    """Each copy that is compiled has the text of its file, and nothing else lies beside it."""
    run(CALLS, tmp_path, str(Path(loader.__file__).parent.parent.parent))
    (folder,) = tmp_path.iterdir()
    package = Path(loader.__file__).parent.parent
    for name in FILES:
        assert (folder / f"{name}.py").read_bytes() == (package / f"{name.replace('.', '/')}.py").read_bytes()
    assert {path.name for path in folder.iterdir() if path.is_file()} == {f"{name}.py" for name in FILES}


@pytest.mark.slow
def test_a_folder_that_cannot_be_written_does_not_matter(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    code = "from hollygin.engine.compiling import load; print(load(True).numbers.arithmetic.points(3))"
    assert run(code, tmp_path / "file") == "3"


def test_the_user_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(loader.CACHE_VARIABLE, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "x"))
    monkeypatch.setattr(sys, "platform", "linux")
    assert cache_folder().parent == tmp_path / "x" / "hollygin"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_folder().parent == tmp_path / ".cache" / "hollygin"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert cache_folder().parent == tmp_path / "Library" / "Caches" / "hollygin"
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert cache_folder().parent == tmp_path / "local" / "hollygin"


def test_a_kernel_has_no_other_state() -> None:
    assert isinstance(COMPILED, Kernel)
    one, two = (Bulk(rules_of(), kernel=COMPILED) for _ in range(2))
    first = [*one.deals(3, 5)]
    two.deals(9, 5)
    assert [*one.deals(3, 5)] == first
