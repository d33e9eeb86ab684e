"""Large files of nasty shapes: their faults are found in one walk and in bounded number."""

import pytest

from hollygin.record import Format, Reading, read_lenient, write
from hollygin.record.fields import MOST_FAULTS
from hollygin.record.files import MOST_BYTES
from hollygin.record.locate import _TOKEN, _Walk
from tests.record.corpus.valid import two_deals


def reading(text: str | bytes, format_: Format | None = None) -> Reading:
    (found,) = read_lenient(text, format=format_)
    return found


def test_what_is_too_large_is_not_looked_at() -> None:
    for text in ("#" * (MOST_BYTES + 1), b"\xff" * (MOST_BYTES + 1)):
        found = reading(text)
        assert found.record is None
        assert [(fault.code, fault.params) for fault in found.faults] == [("too-large", {"limit": 16})]


def test_faults_beyond_the_first_thousand_are_counted_as_one() -> None:
    text = write(two_deals()).replace('"0 draw"', ", ".join(['"0 drow"'] * 3000))
    faults = reading(text).faults
    assert [fault.code for fault in faults] == ["bad-action"] * MOST_FAULTS + ["too-many-faults"]
    assert [fault.action for fault in faults[:3]] == [3, 4, 5]


def test_a_first_fault_of_play_is_told_whatever_comes_after() -> None:
    text = write(two_deals()).replace('"0 draw"', '"0 take"').replace('"1 done"', ", ".join(["7"] * 3000))
    faults = reading(text).faults
    assert (faults[0].code, faults[0].action) == ("not-due", 3)
    assert faults[-1].code == "too-many-faults"


@pytest.mark.parametrize("format_", [Format.TOML, Format.JSON])
def test_all_faults_are_located_in_one_walk(format_: Format, monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of signs that are walked grows with the text, not with the faults."""
    walked = 0
    scan = _Walk._scan

    def counted(text: str) -> object:
        nonlocal walked
        for sign in scan(text):
            walked += 1
            yield sign

    monkeypatch.setattr(_Walk, "_scan", staticmethod(counted))
    for count in (10, 100, 900):
        text = write(two_deals(), format_).replace('"0 draw"', ", ".join(['"0 drow"'] * count))
        walked = 0
        assert len(reading(text).faults) == count
        assert walked <= len(_TOKEN.findall(text))


@pytest.mark.parametrize(
    "part",
    ['"a', '"""a', "'a", '"\\', '"""\\"', "'''a", "[", "{", "a.", "#", ",", "a=", "\\", '""', "1979-05-27 "],
    ids=repr,
)
def test_the_walk_ends_on_any_text(part: str) -> None:
    walk = _Walk(part * 2000, [("deals", 0)])
    walk.document()
    walk = _Walk(part * 2000, [("deals", 0)])
    walk.next()
    walk.value(())


def test_keys_of_many_parts_are_refused_before_they_cost_anything() -> None:
    """``tomllib`` needs time by the square of the number of parts of a key."""
    key = "a" + ".a" * 200_000
    for line in (
        f"{key} = 1",
        f"[{key}]",
        f"[[{key}]]",
        f"x = {{ {key} = 1 }}",
        f"x = {{ y = 1, {key} = 1 }}",
    ):
        (fault,) = reading(f"hollygin = 1\n{line}\n", Format.TOML).faults
        assert (fault.code, fault.line) == ("too-deep", 2)
    quoted = " . ".join(['"a b"', "'c'"] * 50)
    (fault,) = reading(f"{quoted} = 1", Format.TOML).faults
    assert fault.code == "too-deep"
