"""Every clause has a test of its name, every fault of the core is met by a test, every doctest runs."""

import doctest
import importlib
import re
from pathlib import Path

import pytest

import hollygin
from hollygin.rules import CONTRADICTIONS

TESTS = Path(__file__).parent
SOURCE = Path(hollygin.__file__).parent
CORE = sorted(
    path for room in ("", "kernel", "players", "score") for path in (SOURCE / room).glob("[!_]*.py")
)


@pytest.mark.parametrize("clause", (TESTS / "data" / "clauses.txt").read_text().split())
def test_every_clause_has_a_test(clause: str) -> None:
    names = re.findall(r"def (test_\w+)", "\n".join(path.read_text() for path in TESTS.glob("rules/*.py")))
    prefix = f"test_{clause.replace('.', '_')}_"
    assert [name for name in names if name.startswith(prefix)]


def test_every_fault_of_the_core_is_met() -> None:
    source = "\n".join(path.read_text() for path in CORE)
    found = set(re.findall(r'Fault\(\s*"([a-z-]+)"', source)) | set(CONTRADICTIONS)
    assert len(found) > 50
    tests = "\n".join(
        path.read_text()
        for room in ("", "rules", "score", "players", "lab")
        for path in (TESTS / room).glob("*.py")
    )
    assert {code for code in found if not re.search(rf'[" ]{code}"', tests)} == set()


@pytest.mark.parametrize("path", CORE, ids=lambda path: str(path.relative_to(SOURCE)))
def test_doctests(path: Path) -> None:
    parts = [part for part in path.relative_to(SOURCE).with_suffix("").parts if part != "__init__"]
    module = importlib.import_module(".".join(["hollygin", *parts]))
    names = {key: getattr(hollygin, key) for key in hollygin.__all__}
    assert doctest.testmod(module, extraglobs=names).failed == 0


def test_the_example_of_the_package() -> None:
    found = doctest.testmod(hollygin)
    assert found.attempted >= 3 and found.failed == 0
