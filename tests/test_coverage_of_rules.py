"""Every clause has a test of its name, every fault of the core is met by a test."""

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
        for room in ("", "rules", "score", "players", "lab", "equity")
        for path in (TESTS / room).glob("*.py")
    )
    assert {code for code in found if not re.search(rf'[" ]{code}"', tests)} == set()
