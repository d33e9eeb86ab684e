"""What can be written can be read: every value of the library, the wrong ones included, is refused or comes back."""

from dataclasses import fields, replace
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hollygin import CARDS, HollyginError, Sheet, parse_card, parse_cards
from hollygin.record import (
    Cards,
    Comment,
    DealRecord,
    EntryRecord,
    Format,
    Record,
    RecordError,
    ShuffleRecord,
    Stated,
    read,
    read_lenient,
    record_of_score,
    score_of,
    verify_record,
    write,
)
from hollygin.rules import make_rules
from hollygin.score import ByCards, ByDeadwood, ByPoints, DealEntry, Score, ScoreError, Teams, worth_of
from hollygin.wire import ToldDeal, entry_of, told_of
from tests.record.corpus.valid import two_deals
from tests.record.strategies import PLAIN, TEXTS
from tests.score.strategies import results

SETTINGS = settings(deadline=None, max_examples=150)
ODD: st.SearchStrategy[Any] = (
    st.integers(-3, 120)
    | st.sampled_from(
        (2**63, -(2**70), 10**5000, 0.0, 1.5, float("nan"), True, None, "", "5", "gin", "7s", "tie", "\ud800")
    )
    | st.sampled_from(CARDS)
    | TEXTS
)
PAIRS = st.tuples(ODD, ODD)


def built(kind: Any, *args: Any) -> Any:
    """A value, or None where it is refused from the start."""
    try:
        return kind(*args)
    except HollyginError:
        return None


@SETTINGS
@given(
    st.builds(built, st.just(ByPoints), ODD, ODD, ODD, ODD)
    | st.builds(built, st.just(ByDeadwood), ODD, ODD, PAIRS, ODD)
    | st.builds(built, st.just(ByCards), ODD, PAIRS, st.none() | PAIRS, ODD)
    | results
)
def test_a_report_of_a_deal(result: Any) -> None:
    if result is None:
        return
    entry = DealEntry.of(result)
    try:
        told = msgspec.json.decode(msgspec.json.encode(told_of(entry)), type=ToldDeal)
        again = entry_of(told)
    except (HollyginError, TypeError, ValueError, OverflowError):  # what no client could tell
        return
    assert told_of(again) == told
    for rules in (make_rules("friendly"), make_rules("club", oklahoma=True, tie="nobody")):
        assert codes(rules, entry) == codes(rules, again)
        score = Score(("Anne", "Bob"), rules, entries=(entry,))
        if not score.faults:
            record = record_of_score(score)
            assert score_of(read(write(record))).sheet == score.sheet and not verify_record(record)


def codes(rules: Any, entry: DealEntry) -> Any:
    try:
        return worth_of(rules, entry.tables[0])
    except ScoreError as error:
        return [fault.code for fault in error.faults]


PARTS: dict[str, st.SearchStrategy[Any]] = {
    "players": PAIRS,
    "first_dealer": ODD,
    "profile": ODD,
    "profile_version": ODD,
    "event": ODD,
    "date": ODD | st.sampled_from(("2026-03-06T20:15:00Z", "2026-03-06", "2026-02-30T00:00Z")),
    "perspective": ODD,
    "teams": st.builds(Teams, st.tuples(PAIRS, PAIRS), ODD),
    "resigned": ODD,
    "result": ODD,
    "scores": st.tuples() | st.tuples(PAIRS),
    "total": PAIRS,
    "version": st.integers(-3, 9),
    "extra": st.dictionaries(TEXTS | st.just("_x"), PLAIN | ODD, max_size=2),
}
DEAL_PARTS: dict[str, st.SearchStrategy[Any]] = {
    "dealer": ODD,
    "cards": st.builds(
        Cards, st.lists(st.sampled_from((*CARDS, None)), max_size=60).map(tuple), st.booleans()
    ),
    "shuffle": st.builds(ShuffleRecord, TEXTS, st.none() | st.binary(), st.tuples(st.binary(), st.binary())),
    "times": st.lists(st.floats() | st.integers(-3, 10**20), max_size=3).map(tuple),
    "comments": st.tuples(st.builds(Comment, ODD, ODD)),
    "stated": st.builds(Stated, ODD, ODD, ODD),
    "extra": PARTS["extra"],
}


@SETTINGS
@given(st.data())
def test_a_record_with_anything_in_it(data: st.DataObject) -> None:
    record = two_deals()
    for name in data.draw(st.sets(st.sampled_from([*PARTS]), max_size=2)):
        record = replace(record, **{name: data.draw(PARTS[name])})
    for name in data.draw(st.sets(st.sampled_from([*DEAL_PARTS]), max_size=2)):
        one, *rest = record.deals
        record = replace(record, deals=(replace(one, **{name: data.draw(DEAL_PARTS[name])}), *rest))
    for form in Format:
        try:
            text = write(record, form)
        except RecordError:
            continue
        (found,) = read_lenient(text, format=form)
        if found.record is None or found.faults:  # a form that can be read, of a match that cannot have been
            assert {fault.code for fault in found.faults}.isdisjoint(
                ("bad-field", "bad-syntax", "missing-field")
            )
        else:
            assert write(found.record, form) == text


def test_every_field_of_a_record_is_tried() -> None:
    assert {field.name for field in fields(Record)} - set(PARTS) == {
        "rules",
        "deals",
        "entries",
        "sheet_only",
        *("site", "annotator", "generator", "comment"),  # as event
    }
    assert {field.name for field in fields(DealRecord)} - set(DEAL_PARTS) == {"actions"}
    assert {field.name for field in fields(EntryRecord)} == {"entry", "dealers", "stated", "written", "extra"}


@pytest.mark.parametrize(
    ("points", "code"),
    [(-1, "bad-points"), (10**9, "out-of-range"), (10**5000, "out-of-range"), (-(10**5000), "bad-points")],
    ids=["below", "above", "far above", "far below"],
)
def test_points_out_of_range_are_refused(points: int, code: str) -> None:
    assert codes(make_rules("friendly"), DealEntry.of(ByPoints(0, points))) == [code]
    with pytest.raises(HollyginError) as caught:
        Sheet.of(make_rules("friendly"), [(0, points)])
    assert caught.value.code == code and str(caught.value)
    with pytest.raises(HollyginError):
        record_of_score(
            Score(("Anne", "Bob"), make_rules("friendly"), entries=(DealEntry.of(ByPoints(0, points)),))
        )


@pytest.mark.parametrize("form", Format)
def test_a_byte_order_mark_is_skipped(form: Format) -> None:
    text = write(two_deals(), form)
    assert read("\ufeff" + text, format=form) == read(text, format=form)
    assert read(("\ufeff" + text).encode(), name=f"evening.{form}") == read(text, format=form)


def test_a_date_of_toml_is_taken_and_written_as_text() -> None:
    text = write(replace(two_deals(), date="2026-03-06T20:15:00+00:00", extra={"_day": "x"}))
    native = text.replace('"2026-03-06T20:15:00+00:00"', "2026-03-06T20:15:00Z").replace(
        '"x"', "[2026-03-06, 20:15:00]"
    )
    record = read(native)
    assert record.date == "2026-03-06T20:15:00+00:00" and record.extra == {"_day": ["2026-03-06", "20:15:00"]}
    assert 'date = "2026-03-06T20:15:00+00:00"' in write(record) and read(write(record)) == record


def test_the_upcard_of_a_report_is_a_card() -> None:
    hands = (parse_cards("4h 5h 6h 7h 9c 9d 9s Ac 2c 3c"), parse_cards("7s 8h Ks Kd Kc 2s 5d Jc Ah 4s"))
    assert ByCards(0, hands, None, parse_card("7d")).upcard is parse_card("7d")


@pytest.mark.parametrize("digits", [20, 5000])
@pytest.mark.parametrize("form", Format)
def test_numbers_too_long_are_out_of_range(form: Format, digits: int) -> None:
    text = write(replace(two_deals(), total=(1, 1234567)), form).replace("1234567", "9" * digits)
    with pytest.raises(RecordError) as caught:
        read(text, format=form)
    fault = caught.value.faults[0]
    assert (fault.code, fault.params["option"]) == ("out-of-range", "total")
    assert "999" in str(fault.params["value"]) or "10^" in str(fault.params["value"])
    line, start = text.count("\n", 0, text.index("9" * digits)), text.count("\n", 0, text.index("total"))
    assert fault.line is not None and start <= fault.line - 1 <= line
