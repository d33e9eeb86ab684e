"""A kept score: whatever is corrected, it is the score built anew; its sheet is that of the wins, its dealers those of the rules."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hollygin import Match, Sheet
from hollygin.rules import options_of
from hollygin.score import ByPoints, DealEntry, Score, worth_of
from tests import oracle
from tests.effort import examples
from tests.rules.test_r7_dealer import scored, voided
from tests.score.strategies import possible_results, scores
from tests.table import codes, rules_of
from tests.test_conformance import in_conformance_form

SETTINGS = examples(80)
VOID = DealEntry.of(ByPoints(None, 0, "void"))


def won(seat: int, points: int) -> DealEntry:
    return DealEntry.of(ByPoints(seat, points))


def kept(*wins: tuple[int, int], profile: str = "friendly", first: int | None = 0, **options: Any) -> Score:
    return Score(("Anne", "Bob"), rules_of(profile, **options), first, tuple(won(*win) for win in wins))


# Corrections

edits = st.lists(
    st.tuples(st.sampled_from(("add", "insert", "replace", "remove")), st.integers(0, 99)), max_size=12
)


@SETTINGS
@given(scores(), edits, st.data())
def test_after_any_corrections_it_is_the_score_built_anew(
    score: Score, changes: list[tuple[str, int]], data: st.DataObject
) -> None:
    deals = list(score.entries)
    one = possible_results(score.rules)
    for change, at in changes:
        entry = DealEntry(tuple(data.draw(one) for _ in range(score.tables)))
        assert score.lines is not None  # what has been derived before must not matter
        match change:
            case "add":
                deals.append(entry)
                score = score.add(entry)
            case "insert":
                deals.insert(at % (len(deals) + 1), entry)
                score = score.insert(at % len(deals), entry)
            case "replace" if deals:
                deals[at % len(deals)] = entry
                score = score.replace(at % len(deals), entry)
            case "remove" if deals:
                del deals[at % len(deals)]
                score = score.remove(at % (len(deals) + 1))
    anew = replace(score, entries=tuple(deals))
    assert score == anew and score.lines == anew.lines and score.sheet == anew.sheet
    assert (score.dealers, score.seating, score.number) == (anew.dealers, anew.seating, len(deals) + 1)


def test_places_that_are_not_there() -> None:
    score = kept((0, 5), (1, 7))
    for call in (score.remove, lambda i: score.replace(i, VOID)):
        assert codes(call, -1) == codes(call, 2) == ["no-such-entry"]
    assert codes(score.insert, 3, VOID) == codes(score.insert, -1, VOID) == ["no-such-entry"]
    assert score.insert(2, VOID) == score.add(VOID)
    assert score.insert(0, VOID).entries == (VOID, *score.entries)


def test_a_bad_entry_changes_nothing() -> None:
    score = kept((0, 5))
    bad = DealEntry.of(ByPoints(0, 3, "gin"))
    assert (
        codes(score.add, bad)
        == codes(score.insert, 0, bad)
        == codes(score.replace, 0, bad)
        == ["points-cannot-be"]
    )
    assert [fault.code for fault in score.check(bad)] == ["points-cannot-be"] and score.check(VOID) == ()


# The sheet


def wins_of(score: Score) -> list[tuple[int, int]]:
    worths = [worth_of(score.rules, entry.tables[0]) for entry in score.entries]
    return [(worth.winner, worth.points) for worth in worths if worth.winner is not None]


@SETTINGS
@given(scores())
def test_the_sheet_is_that_of_the_wins(score: Score) -> None:
    if score.teams is None:
        assert in_conformance_form(score.sheet) == oracle.sheet(options_of(score.rules), wins_of(score))
    else:
        assert slow(score) == [(column.score, column.boxes, column.won) for column in score.sheet.columns]
    entries = [entry for line in score.lines for entry in line.entries]
    assert tuple(entries) == score.sheet.entries


def slow(score: Score) -> list[tuple[tuple[int, int], tuple[int, int], int | None]]:
    """The columns of teams, from the clauses alone, a column as a list of what was written in it."""
    rules, teams = score.rules, score.teams
    assert teams is not None
    count = [0, 0]
    written: list[list[tuple[int, int]]] = [[] for _ in range(rules.columns)]
    opened: list[set[int]] = [set() for _ in range(rules.columns)]
    closed: dict[int, int] = {}
    for entry in score.entries:
        won_columns = list(closed.values())
        ahead = abs(won_columns.count(0) - won_columns.count(1))
        if len(closed) == rules.columns or (rules.clinch_stop and ahead > rules.columns - len(closed)):
            break
        sums = {0: 0, 1: 0}
        for result in entry.tables:
            worth = worth_of(rules, result)
            if worth.winner is not None:
                sums[worth.winner] += worth.points
        if teams.points == "net":
            sums = {side: max(0, sums[side] - sums[1 - side]) for side in (0, 1)}
        for side in (0, 1):
            if not sums[side]:
                continue
            count[side] += 1
            free = [i for i in range(rules.columns) if i not in closed and side not in opened[i]]
            if rules.late_entry == "carry":
                opened[free[0] if free else -1].add(side)
            elif count[side] <= rules.columns and count[side] - 1 not in closed:
                opened[count[side] - 1].add(side)
            for i in range(rules.columns):
                if i not in closed and side in opened[i]:
                    written[i].append((side, sums[side]))
        for i in range(rules.columns):
            one, two = (sum(points for side, points in written[i] if side == seat) for seat in (0, 1))
            if i not in closed and max(one, two) >= rules.target and one != two:
                closed[i] = 0 if one > two else 1
    found = []
    for i in range(rules.columns):
        scores_, boxes = [0, 0], [0, 0]
        for side, points in written[i]:
            scores_[side] += points
            boxes[side] += 1
        found.append(((scores_[0], scores_[1]), (boxes[0], boxes[1]), closed.get(i)))
    return found


@SETTINGS
@given(scores())
def test_what_comes_after_the_end_is_kept_and_written_nowhere(score: Score) -> None:
    late = [line for line in score.lines if line.fault is not None]
    assert late == list(score.lines[len(score.lines) - len(late) :])
    assert {line.fault.code for line in late if line.fault} <= {"sheet-done"}
    assert all(line.entries == () and line.points == (0, 0) for line in late)
    assert bool(late) <= score.over
    before = replace(score, entries=score.entries[: len(score.lines) - len(late)])
    assert before.sheet == score.sheet and before.faults == ()
    assert [index for index, _ in score.faults] == [line.number - 1 for line in late]


def test_a_correction_can_move_the_end() -> None:
    score = kept((0, 50), (0, 50), (0, 50), (1, 5), (0, 100), (1, 9))
    assert score.over and [index for index, _ in score.faults] == [5]
    longer = score.replace(4, won(0, 20))
    assert not longer.over and longer.faults == () and longer.lines[5].entries
    shorter = score.replace(2, won(0, 300))
    assert shorter.over and [index for index, _ in shorter.faults] == [3, 4, 5]
    assert len(shorter.lines) == 6


def test_entries_that_changed_options_make_impossible_are_kept() -> None:
    score = kept(gin_bonus=20).add(DealEntry.of(ByPoints(0, 22, "gin")))
    changed = replace(score.add(won(1, 7)), rules=rules_of())
    assert [(index, fault.code) for index, fault in changed.faults] == [(0, "points-cannot-be")]
    assert changed.lines[0].tables[0].worth is None
    assert changed.sheet == Sheet.of(rules_of(), [(1, 7)])


def test_the_worked_example_and_a_correction_of_its_second_deal() -> None:
    score = kept((0, 18), (1, 30), (0, 25), (0, 12))
    assert [column.score for column in score.sheet.columns] == [(55, 30), (37, 0), (12, 0)]
    assert score.sheet.next_win(1).written == (0, 1)
    fixed = score.replace(1, won(0, 30))
    assert [column.score for column in fixed.sheet.columns] == [(85, 0), (67, 0), (37, 0)]
    assert fixed.replace(1, won(1, 30)) == score


# Dealers


@pytest.mark.parametrize("next_dealer", ["alternate", "winner", "loser"])
@pytest.mark.parametrize("after_void", ["same", "alternate"])
@pytest.mark.parametrize("first", [0, 1])
def test_dealers_are_those_of_a_match(next_dealer: str, after_void: str, first: int) -> None:
    rules = rules_of(next_dealer=next_dealer, dealer_after_void=after_void, target=1000)
    match = Match.start(rules, first)
    score = Score(("Anne", "Bob"), rules, first)
    for winner in (0, 0, None, 1, None, None, 0, 1, 1):
        assert score.dealers == (match.dealer,)
        match = voided(match) if winner is None else scored(match, winner)
        score = score.add(VOID if winner is None else won(winner, match.lines[-1].settlement.points))
    assert [line.tables[0].dealer for line in score.lines] == [line.dealer for line in match.lines]
    assert score.sheet == match.sheet


@SETTINGS
@given(scores())
def test_without_a_first_dealer_there_is_none(score: Score) -> None:
    unknown = replace(score, first_dealer=None)
    known = [
        any(table.worth is not None and table.worth.winner is not None for table in tables)
        for tables in zip(*(line.tables for line in score.lines if line.fault is None), strict=True)
    ] or [False] * score.tables
    if (
        score.rules.next_dealer == "alternate"
    ):  # only the winner or the loser of a deal deals whoever dealt it
        known = [False] * score.tables
    assert [dealer is not None for dealer in unknown.dealers] == known
    assert all(
        mine in (None, other)
        for mine, other in zip(unknown.dealers, replace(score, first_dealer=1).dealers, strict=True)
    )
    assert unknown.sheet == score.sheet
    assert (None in replace(score, first_dealer=1).dealers) is False


def test_who_resigns_has_lost_and_the_sheet_stays() -> None:
    score = kept((0, 50), (0, 60))
    given_up = replace(score, resigned=0)
    assert given_up.over and given_up.result == 1 and given_up.sheet == score.sheet
    assert score.result is None and not score.over


def test_a_tie_that_nobody_scores_goes_on() -> None:
    score = kept(tie="nobody").add(DealEntry.of(ByPoints(None, 0, "tie")))
    assert score.lines[0].entries == () and score.lines[0].fault is None
    assert score.number == 2
