"""R8: the score sheet."""

from typing import Any

import pytest

from hollygin import House, Sheet
from hollygin.players import SimplePlayer, play_match
from hollygin.score import ByPoints, DealEntry, Score
from hollygin.sheet import Closing, Entry
from tests.table import codes, rules_of

A, B = 0, 1


def sheet_of(
    *wins: tuple[int, int] | tuple[int, int, int], profile: str = "friendly", **options: Any
) -> Sheet:
    return Sheet.of(rules_of(profile, **options), wins)


def scores(sheet: Sheet, seat: int) -> list[int | None]:
    """The scores of a seat by column, None where it has not opened the column."""
    return [column.score[seat] if column.opened[seat] else None for column in sheet.columns]


def test_R8_1_three_columns_and_a_counter_of_deals_won() -> None:
    sheet = sheet_of((A, 10), (B, 5), (A, 1))
    assert len(sheet.columns) == 3 and sheet.count == (2, 1)
    assert len(sheet_of(columns=9).columns) == 9


def test_R8_2_the_kth_win_opens_column_k_and_is_written_whole_in_all_opened() -> None:
    sheet = sheet_of((A, 10))
    assert scores(sheet, A) == [10, None, None]
    sheet = sheet.add(A, 7)
    assert scores(sheet, A) == [17, 7, None]
    sheet = sheet.add(A, 5).add(A, 4)
    assert scores(sheet, A) == [26, 16, 9]
    assert [column.boxes[A] for column in sheet.columns] == [4, 3, 2]
    assert [(entry.number, entry.opens, entry.written) for entry in sheet.entries] == [
        (1, 0, (0,)),
        (2, 1, (0, 1)),
        (3, 2, (0, 1, 2)),
        (4, None, (0, 1, 2)),
    ]


def test_R8_2_the_other_players_wins_open_nothing() -> None:
    sheet = sheet_of((A, 10), (A, 10), (A, 10), (B, 20))
    assert scores(sheet, B) == [20, None, None]
    assert scores(sheet, A) == [30, 20, 10]


def test_R8_2_a_win_of_no_points_opens_too() -> None:
    sheet = sheet_of((A, 0), (A, 12))
    assert scores(sheet, A) == [12, 12, None]
    assert sheet.columns[0].boxes == (2, 0)


def test_R8_2_the_counter_goes_on_when_columns_are_closed() -> None:
    sheet = sheet_of((A, 100), (B, 50))
    assert sheet.entries[-1] == Entry(B, 50, 1, None, 0, (), ())
    assert scores(sheet, B) == [None, None, None] and sheet.count == (1, 1)
    sheet = sheet.add(B, 30)
    assert scores(sheet, B) == [None, 30, None]
    assert sheet.entries[-1] == Entry(B, 30, 2, 1, None, (1,), ())


def test_R8_2_points_below_zero_are_refused() -> None:
    assert codes(sheet_of, (A, -1)) == ["bad-points"]


def test_R8_2_what_the_next_win_would_do() -> None:
    sheet = sheet_of((A, 60), (A, 20))
    assert sheet.next_win(A, 20) == Entry(A, 20, 3, 2, None, (0, 1, 2), (0,))
    assert sheet.next_win(B) == Entry(B, 0, 1, 0, None, (0,), ())
    assert (sheet.to_close(A, 0), sheet.to_close(A, 1), sheet.to_close(B, 2)) == (20, 80, 100)
    assert sheet.add(A, 20).to_close(B, 0) is None


def test_R8_3_carry_opens_the_lowest_column_still_to_be_had() -> None:
    sheet = sheet_of((A, 100), (B, 50), late_entry="carry")
    assert scores(sheet, B) == [None, 50, None]
    sheet = sheet.add(B, 10).add(B, 5)
    assert scores(sheet, B) == [None, 65, 15]
    assert sheet.entries[-1].opens is None and sheet.entries[-1].passed is None
    assert sheet.entries[1].opens == 1


def test_R8_3_carry_opens_one_column_a_win() -> None:
    sheet = sheet_of((A, 1), (A, 1), late_entry="carry")
    assert scores(sheet, A) == [2, 1, None]


def test_R8_4_a_column_closes_at_the_target_and_is_frozen() -> None:
    below = sheet_of((B, 30), (A, 99))
    assert below.columns[0].won is None
    closed = sheet_of((B, 30), (A, 100))
    assert closed.columns[0].won == A and closed.columns[0].score == (100, 30)
    later = closed.add(A, 20).add(B, 40)
    assert later.columns[0] == closed.columns[0]
    assert scores(later, A)[1:] == [20, None] and scores(later, B)[1:] == [40, None]


def test_R8_4_one_deal_can_close_several_columns() -> None:
    sheet = sheet_of((A, 10), (A, 10), (A, 200))
    assert [column.won for column in sheet.columns] == [A, A, A]
    assert sheet.entries[-1].closes == (0, 1, 2) and sheet.done


def test_R8_4_the_winner_of_the_deal_closes_the_column() -> None:
    sheet = sheet_of((A, 90), (B, 90), (B, 10), target=100)
    assert sheet.columns[0].won == B and sheet.entries[-1].closes == (0,)
    assert sheet.closing(0) is not None and sheet.closing(1) is None


@pytest.mark.parametrize("winner", [A, B])
def test_R8_5_bonuses_at_the_close_game_and_boxes(winner: int) -> None:
    loser = 1 - winner
    sheet = sheet_of((loser, 30), (winner, 60), (loser, 8), (winner, 40), profile="club")
    assert sheet.column_total(0)[winner] == 100 + 100 + 2 * 25
    assert sheet.column_total(0)[loser] == 38 + 2 * 25
    assert sheet.columns[0].score[winner] == 100
    assert sheet.column_total(1)[winner] == 40 and sheet.column_total(1)[loser] == 8
    closing = sheet.closing(0)
    assert closing == Closing(winner, shutout=False, game_bonus=100, box_bonus=(50, 50), doubled=0)
    assert closing.added(winner) == 150 and closing.added(loser) == 50


def test_R8_5_bonuses_never_count_towards_the_target() -> None:
    sheet = sheet_of((A, 60), (A, 45), (B, 20), profile="club")
    assert sheet.columns[0].won == A and sheet.columns[1].won is None
    assert sheet.columns[1].score == (45, 0)


def test_R8_5_shutout_where_the_loser_has_nothing_opened_or_not() -> None:
    unopened = sheet_of((A, 100), profile="club")
    assert unopened.column_total(0) == (100 + 200 + 25, 0)
    opened = sheet_of((B, 0), (A, 100), profile="club", tie="knocker")
    assert opened.columns[0].opened == (True, True)
    assert opened.column_total(0) == (100 + 200 + 25, 25)
    scored = sheet_of((B, 1), (A, 100), profile="club")
    assert scored.column_total(0) == (100 + 100 + 25, 1 + 25)


@pytest.mark.parametrize(
    ("shutout", "total", "doubled"),
    [
        ("none", 310, 0),
        ("flat", 410, 0),
        ("double_points", 420, 110),
        ("double_total", 620, 310),
        ("double_instead", 420, 210),
    ],
)
def test_R8_6_shutout_rules(shutout: str, total: int, doubled: int) -> None:
    wins = [(A, 20), (A, 30), (A, 40), (A, 20)]
    sheet = sheet_of(*wins, profile="club", shutout=shutout)
    assert sheet.columns[0].score == (110, 0) and sheet.columns[0].boxes == (4, 0)
    assert sheet.column_total(0) == (total, 0)
    closing = sheet.closing(0)
    assert closing is not None and closing.doubled == doubled and closing.shutout == (shutout != "none")
    scored = sheet_of((B, 5), *wins, profile="club", shutout=shutout)
    assert scored.column_total(0) == (310, 5 + 25)


def test_R8_6_double_instead_leaves_the_game_bonus_out() -> None:
    sheet = sheet_of((A, 20), (A, 30), (A, 40), (A, 20), profile="totals", shutout="double_instead")
    assert sheet.column_total(0) == (380, 0)
    closing = sheet.closing(0)
    assert closing is not None and (closing.game_bonus, closing.box_bonus, closing.doubled) == (
        0,
        (80, 0),
        190,
    )


def test_R8_9_a_win_marks_boxes_in_every_column_it_is_written_in() -> None:
    sheet = sheet_of((A, 10), (A, 60, 3), (A, 40, 0), profile="club")
    assert [column.boxes for column in sheet.columns] == [(4, 0), (3, 0), (0, 0)]
    assert [entry.boxes for entry in sheet.entries] == [1, 3, 0]
    closing = sheet.closing(0)
    assert closing is not None and closing.box_bonus == (4 * 25, 0)


@pytest.mark.parametrize(
    ("outcome", "boxes"), [("knock", 1), ("gin", 4), ("big_gin", 4), ("undercut", 7), ("tie", 1), ("void", 1)]
)
def test_R8_9_boxes_by_outcome(outcome: str, boxes: int) -> None:
    assert rules_of(gin_boxes=4, undercut_boxes=7).boxes(outcome) == boxes
    assert rules_of().boxes(outcome) == 1


def test_R8_9_a_match_and_a_kept_score_mark_alike() -> None:
    rules = rules_of("club", gin_boxes=2, undercut_boxes=0, target=1000)
    match = play_match(rules, (SimplePlayer(), SimplePlayer()), House(8))
    won = [line for line in match.lines if line.entry is not None]
    assert {line.settlement.outcome for line in won} == {"knock", "gin", "undercut"}
    for line in won:
        assert line.entry is not None
        assert line.entry.boxes == {"knock": 1, "gin": 2, "undercut": 0}[line.settlement.outcome]
    score = Score(("Anne", "Bob"), rules)
    for line in match.lines:
        worth = line.settlement
        score = score.add(DealEntry.of(ByPoints(worth.winner, worth.points, worth.outcome)))
    assert score.sheet == match.sheet


def test_R8_7_the_match_ends_when_all_columns_are_closed() -> None:
    sheet = sheet_of((A, 100), (A, 100))
    assert not sheet.done and sheet.result is None
    sheet = sheet.add(A, 100)
    assert sheet.done and sheet.result == A
    assert codes(sheet.add, B, 10) == ["sheet-done"]


def test_R8_7_majority_of_columns_never_their_sum() -> None:
    richer = sheet_of((B, 99), (A, 100), (B, 99), (A, 100), (B, 400))
    assert richer.columns_won == (2, 1) and richer.result == A
    assert richer.total[B] > richer.total[A]
    bonuses = sheet_of((B, 99), (A, 100), (B, 99), (A, 100), (B, 900), profile="club", shutout="none")
    assert bonuses.total[B] > bonuses.total[A] and bonuses.result == A


def test_R8_7_the_larger_total_or_a_tie() -> None:
    wins = [(B, 99), (A, 100), (B, 99), (A, 100), (B, 400)]
    assert sheet_of(*wins, match_winner="total").result == B
    tie = sheet_of((A, 100), (B, 0), (B, 100), match_winner="total", columns=2)
    assert tie.total == (100, 100) and tie.done and tie.result == "tie"


def test_R8_7_option_clinch_stop() -> None:
    wins = [(A, 100), (A, 100)]
    assert sheet_of(*wins, clinch_stop=True).done and sheet_of(*wins, clinch_stop=True).result == A
    assert not sheet_of(*wins).done
    assert not sheet_of((A, 100), clinch_stop=True).done
    assert not sheet_of(*wins, columns=4, clinch_stop=True).done
    even = sheet_of((A, 100), (A, 100), columns=3, clinch_stop=True)
    assert codes(even.add, B, 1) == ["sheet-done"]


def test_R8_7_the_total_is_shown_beside_the_result() -> None:
    sheet = sheet_of((A, 100), (A, 100), (B, 20), (B, 30), (A, 100), profile="club")
    assert sheet.rules.has_bonuses and sheet.result == A
    assert sheet.total == tuple(sum(sheet.column_total(i)[seat] for i in range(3)) for seat in (A, B))


def test_R8_8_not_opened_opened_and_closed_are_told_apart() -> None:
    sheet = sheet_of((A, 100), (B, 5), (B, 0))
    one, two, three = sheet.columns
    assert one.opened == (True, False) and one.won == A
    assert two.opened == (False, True) and two.score == (0, 0) and two.won is None
    assert three.opened == (False, False) and three.won is None


def test_R8_8_correcting_an_earlier_deal_derives_everything_anew() -> None:
    wins = [(A, 60), (B, 30), (A, 40), (A, 20)]
    assert sheet_of(*wins).columns[0].won == A
    corrected = sheet_of((A, 59), *wins[1:])
    assert corrected.columns[0].won == A and corrected.columns[0].score == (119, 30)
    assert sheet_of(*wins).columns[0].score == (100, 30)
    assert sheet_of((B, 60), *wins[1:]).columns[0].score == (60, 90)
