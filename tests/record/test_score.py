"""Records of a kept score: read, written, verified; the score of a record that was played."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hollygin import Sheet
from hollygin.record import (
    VERSIONS,
    Format,
    Record,
    RecordError,
    Stated,
    match_of,
    positions,
    read,
    read_all,
    record_of_score,
    redact,
    score_of,
    verify_record,
    write,
)
from hollygin.score import ByPoints, DealEntry, Score
from tests.effort import examples
from tests.record.corpus.valid_score import deals, every_score_field, team_score
from tests.record.strategies import EXTRAS
from tests.record.test_corpus import VALID
from tests.score.strategies import scores
from tests.table import rules_of

SETTINGS = examples(60)


def whole(score: Score) -> Score:
    """A score without what comes after its end."""
    return replace(score, entries=score.entries[: len(score.entries) - len(score.faults)])


@SETTINGS
@given(scores(), st.data())
def test_a_score_comes_back_from_its_record(score: Score, data: st.DataObject) -> None:
    score = whole(score)
    head = record_of_score(score)
    extras = [replace(entry, extra=data.draw(EXTRAS)) for entry in head.entries]
    record = record_of_score(score, replace(head, entries=tuple(extras), event="Friday"))
    assert verify_record(record) == () and record.event == "Friday"
    assert [entry.extra for entry in record.entries] == [entry.extra for entry in extras]
    for format_ in Format:
        text = write(record, format_)
        assert read(text, format=format_) == record
        assert write(read(text, format=format_), format_) == text
    assert score_of(record) == score


@pytest.mark.parametrize(
    "path", [path for path in VALID if not path.name.startswith("score")], ids=lambda path: path.name
)
def test_the_score_of_a_match_that_was_played(path: Any) -> None:
    for record in read_all(path.read_bytes(), name=path.name):
        match, score = match_of(record), score_of(record)
        assert (score.sheet, score.result, score.over) == (match.sheet, match.result, match.over)
        assert [line.tables[0].dealer for line in score.lines] == [line.dealer for line in match.lines]
        for line, played in zip(score.lines, match.lines, strict=True):
            assert line.tables[0].worth is not None
            assert line.tables[0].worth.settlement == played.settlement
        again = record_of_score(score, record)
        assert verify_record(again) == () and (again.result, again.scores) == (record.result, record.scores)


def test_a_record_is_written_in_its_own_version_and_a_new_one_in_the_last() -> None:
    assert write(record_of_score(deals())).startswith("hollygin = 3\n")
    played = VALID[0].read_text()
    assert played.startswith("hollygin = 1\n")
    assert write(record_of_score(score_of(read(played)), read(played))).startswith("hollygin = 2\n")
    for version in VERSIONS:
        later = played.replace("hollygin = 1", f"hollygin = {version}", 1)
        assert write(read(later)) == (later if version < 3 else later.replace(" spread", " defense"))


def found(record: Record) -> list[tuple[str, str]]:
    return [(fault.code, fault.at) for fault in verify_record(record)]


def test_each_stated_number_is_verified() -> None:
    record = record_of_score(deals())
    for i, entry in enumerate(record.entries):
        if isinstance(entry.entry.tables[0], ByPoints):
            continue
        stated = entry.stated[0]
        assert stated.points is not None and stated.winner is not None
        for code, other in (
            ("points-differ", replace(stated, points=stated.points + 1)),
            ("winner-differs", replace(stated, winner=1 - stated.winner)),
            ("outcome-differs", replace(stated, outcome="void")),
        ):
            changed = (*record.entries[:i], replace(entry, stated=(other,)), *record.entries[i + 1 :])
            assert found(replace(record, entries=changed)) == [(code, f"deal {i + 1}")]
    assert record.total is not None and record.scores is not None
    assert found(replace(record, total=(0, 0))) == [("total-differs", "total")]
    assert found(replace(record, scores=record.scores[:1])) == [("scores-differ", "scores")]
    assert found(replace(record, result=1)) == [("result-differs", "result")]


def test_what_teams_write_is_verified() -> None:
    record = every_score_field()
    assert record.entries[0].written == (60, 0)
    changed = replace(record.entries[0], written=(60, 1))
    assert found(replace(record, entries=(changed, record.entries[1]))) == [("written-differs", "deal 1")]
    other = replace(record.entries[0], stated=(Stated(), Stated("knock", 1, 27)))
    assert found(replace(record, entries=(other, record.entries[1]))) == [("points-differ", "deal 1")]


def test_a_record_leaves_out_no_deal() -> None:
    score = deals()
    late = score.add(DealEntry.of(ByPoints(0, 5)))
    with pytest.raises(RecordError) as error:
        record_of_score(late)
    assert (error.value.code, error.value.faults[0].deal) == ("sheet-done", len(late.entries))
    with pytest.raises(RecordError) as error:
        record_of_score(replace(score, resigned=0))
    assert error.value.code == "match-over"


def test_there_is_no_play_to_show() -> None:
    record = record_of_score(deals())
    for call in (match_of, lambda record: list(positions(record)), lambda record: redact(record, 0)):
        with pytest.raises(RecordError) as error:
            call(record)
        assert error.value.code == "sheet-only"


def test_teams_keep_their_dealers() -> None:
    score = team_score(rules_of("club"), (ByPoints(0, 5), ByPoints(1, 7)), first=None)
    record = record_of_score(score)
    assert (
        record.entries[0].dealers == (None, None) and "dealer" not in write(record).partition("[[deals]]")[2]
    )
    assert score_of(record).sheet == Sheet.of(score.rules, [(1, 2)])
