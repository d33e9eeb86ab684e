"""The hash that ties learned weights to what they follow from: what changes it, and what does not."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from hollygin.engine import FLOOR
from hollygin.players.strong import fingerprint, tuning
from hollygin.players.strong.learned import Kind, kinds_by
from hollygin.players.strong.tuning import made_from

Edit = Callable[[str, str, str], None]


@pytest.fixture
def edit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Edit:
    """Changes a text in a file of a copy of the package."""
    package = Path(fingerprint.__file__).parents[2]
    for room in ("engine", "kernel", "players"):
        shutil.copytree(package / room, tmp_path / room)
    monkeypatch.setattr(fingerprint, "_PACKAGE", tmp_path)

    def change(file: str, old: str, new: str) -> None:
        text = (tmp_path / file).read_text()
        assert old in text
        (tmp_path / file).write_text(text.replace(old, new, 1))

    return change


def test_comments_docstrings_types_and_layout_do_not_matter(edit: Edit) -> None:
    before = made_from()
    edit("engine/numbers/belief.py", "RECENT = 2\n", "# a comment\n\n\nRECENT = 2  # and another\n")
    edit("engine/numbers/belief.py", '    """The stage of a deal', '    """What stage a deal is in')
    edit("engine/numbers/belief.py", "def stage(turns: int) -> int:", "def stage(turns: 'Turns') -> 'Stage':")
    edit("engine/numbers/training.py", '    """', '    """Said in another way. ')
    edit("players/strong/tuning.py", '"""', '"""More. ')
    edit("kernel/arithmetic.py", "SUIT = 8191", "SUIT = (\n    8191\n)")
    assert made_from() == before


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("engine/numbers/belief.py", "RECENT = 2", "RECENT = 3"),
        ("engine/numbers/lookup.py", "-i / 32", "-i / 31"),
        ("engine/numbers/discards.py", "turn < 5", "turn < 6"),
        ("engine/numbers/deals.py", "(difference + bonus) * times", "difference * times + bonus"),
        ("kernel/tables.py", "suit & suit >> 1 & suit >> 2", "suit & suit >> 1"),
        ("players/strong/tuning.py", "RIDGE: Final = 50.0", "RIDGE: Final = 51.0"),
        ("players/strong/tuning.py", "learn_discards(waiters, 3, SEED)", "learn_discards(waiters, 4, SEED)"),
        ("players/strong/learned.py", "SCALE: Final = 64", "SCALE: Final = 32"),
    ],
)
def test_a_changed_number_matters(edit: Edit, file: str, old: str, new: str) -> None:
    before = made_from()
    edit(file, old, new)
    assert made_from() != before


def test_what_is_not_used_does_not_matter(edit: Edit) -> None:
    before = made_from()
    edit("engine/numbers/matches.py", "TIE_RESULT = 2", "TIE_RESULT = 3")
    edit("engine/numbers/rollouts.py", "MOST_DEALS = 1000", "MOST_DEALS = 999")
    edit("engine/numbers/deals.py", "DECK = (1 << 52) - 1", "DECK = (1 << 52) - 1\nMORE = 1")
    edit("engine/numbers/layout.py", "TRACE_LENGTH = 1024", "TRACE_LENGTH = 2048")
    assert made_from() == before


def test_policies_matter_by_their_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    before = made_from()
    with monkeypatch.context() as patch:
        patch.setattr(tuning, "FLOOR", replace(FLOOR, danger=4))
        assert made_from() != before

    def others(patient: tuple[int, ...], quick: tuple[int, ...]) -> tuple[Kind, ...]:
        return tuple(kind._replace(share=0.1) for kind in kinds_by(patient, quick))

    monkeypatch.setattr(tuning, "kinds_by", others)
    assert made_from() != before
