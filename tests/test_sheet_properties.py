"""What holds for every sheet, and the sheet against the oracle."""

from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from hollygin import Rules, Sheet
from hollygin.rules import options_of
from tests import oracle
from tests.effort import examples
from tests.strategies import any_rules
from tests.table import codes
from tests.test_conformance import in_conformance_form

SETTINGS = examples(250)
wins_lists = st.lists(
    st.tuples(
        st.integers(0, 1),
        st.sampled_from([0, 1, 7, 12, 25, 30, 43, 60, 100]),
        st.sampled_from([1, 1, 0, 2, 9]),
    ),
    max_size=40,
)


def folded(rules: Rules, wins: list[tuple[int, int, int]]) -> list[Sheet]:
    """The sheets after each of the wins, up to the end of the match."""
    sheets = [Sheet.of(rules)]
    for win in wins:
        if not sheets[-1].done:
            sheets.append(sheets[-1].add(*win))
    return sheets


@SETTINGS
@given(any_rules(), wins_lists)
def test_the_sheet_is_that_of_the_oracle(rules: Rules, wins: list[tuple[int, int, int]]) -> None:
    sheet = folded(rules, wins)[-1]
    assert in_conformance_form(sheet) == oracle.sheet(options_of(rules), wins)


@SETTINGS
@given(any_rules(), wins_lists)
def test_a_sheet_of_wins_is_the_fold(rules: Rules, wins: list[tuple[int, int, int]]) -> None:
    sheets = folded(rules, wins)
    played = wins[: len(sheets) - 1]
    assert Sheet.of(rules, played) == sheets[-1]
    assert hash(Sheet.of(rules, played)) == hash(sheets[-1])
    assert [(entry.winner, entry.points, entry.boxes) for entry in sheets[-1].entries] == played
    if sheets[-1].done:
        assert codes(sheets[-1].add, 0, 5) == ["sheet-done"]
        assert sheets[-1].result is not None
    else:
        assert sheets[-1].result is None


@SETTINGS
@given(any_rules(late_entry="lost"), wins_lists)
def test_an_open_column_never_exceeds_the_one_before(rules: Rules, wins: list[tuple[int, int, int]]) -> None:
    for sheet in folded(rules, wins):
        for one, two in pairwise(sheet.columns):
            if one.won is None and two.won is None:
                assert two.score[0] <= one.score[0] and two.score[1] <= one.score[1]
            if one.won is None:
                assert two.won is None


@SETTINGS
@given(any_rules(), wins_lists)
def test_closed_columns_never_change_and_entries_tell_the_change(
    rules: Rules, wins: list[tuple[int, int, int]]
) -> None:
    sheets = folded(rules, wins)
    for before, after in pairwise(sheets):
        entry = after.entries[-1]
        assert replace(entry, boxes=1) == before.next_win(entry.winner, entry.points)
        assert entry.number == after.count[entry.winner] == before.count[entry.winner] + 1
        assert after.count[1 - entry.winner] == before.count[1 - entry.winner]
        for i, (old, new) in enumerate(zip(before.columns, after.columns, strict=True)):
            if old.won is not None:
                assert new == old and i not in entry.written
            assert (new.won is not None and old.won is None) == (i in entry.closes)
            marked = new.boxes[entry.winner] - old.boxes[entry.winner]
            assert marked == (entry.boxes if i in entry.written else 0)
            assert new.boxes[1 - entry.winner] == old.boxes[1 - entry.winner]
            assert (new.opened != old.opened) == (i == entry.opens)
            gained = new.score[entry.winner] - old.score[entry.winner]
            assert gained == (entry.points if i in entry.written else 0)
            assert new.score[1 - entry.winner] == old.score[1 - entry.winner]
            if new.won is not None:
                assert new.score[new.won] >= rules.target > new.score[1 - new.won]
                assert after.to_close(0, i) is None
            else:
                assert max(new.score) < rules.target
                assert after.to_close(1, i) == rules.target - new.score[1]
        if entry.passed is not None:
            assert rules.late_entry == "lost" and before.columns[entry.passed].won is not None


@SETTINGS
@given(any_rules(), wins_lists)
def test_totals_and_results(rules: Rules, wins: list[tuple[int, int, int]]) -> None:
    sheet = folded(rules, wins)[-1]
    for seat in (0, 1):
        assert sheet.total[seat] == sum(sheet.column_total(i)[seat] for i in range(rules.columns))
        assert sheet.columns_won[seat] == sum(column.won == seat for column in sheet.columns)
        for i, column in enumerate(sheet.columns):
            closing = sheet.closing(i)
            added = 0 if closing is None else closing.added(seat)
            assert sheet.column_total(i)[seat] == column.score[seat] + added
    if sheet.done and sheet.result == "tie":
        assert rules.match_winner == "total" or rules.columns % 2 == 0


@SETTINGS
@given(any_rules(clinch_stop=True, match_winner="majority"), wins_lists, wins_lists)
def test_a_clinch_stop_changes_no_result(
    rules: Rules, wins: list[tuple[int, int, int]], more: list[tuple[int, int, int]]
) -> None:
    stopped = folded(rules, wins)[-1]
    whole = Rules(**{**options_of(rules), "clinch_stop": False})  # type: ignore[arg-type]
    played = folded(whole, [*wins, *more])[-1]
    if stopped.done and played.done:
        assert stopped.result == played.result
    if not stopped.done and stopped.rules.columns:
        left = sum(column.won is None for column in stopped.columns)
        assert abs(stopped.columns_won[0] - stopped.columns_won[1]) <= left


def test_a_seat_that_does_not_exist_is_refused() -> None:
    for seat in (-1, 2):
        assert codes(Sheet.of(Rules()).add, seat, 5) == ["bad-seat"]
