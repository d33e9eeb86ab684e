"""R12: teams of two at two tables on one sheet."""

from itertools import pairwise
from typing import Any

import pytest

from hollygin import Rules
from hollygin.score import ByDeadwood, ByPoints, DealEntry, Score, TableResult, TeamPoints, Teams
from hollygin.sheet import Entry
from tests.table import codes, rules_of

FOUR = (("Anne", "Bea"), ("Cleo", "Dan"))
VOID = ByPoints(None, 0, "void")


def won(side: int, points: int) -> ByPoints:
    return ByPoints(side, points)


def score_of(
    *deals: tuple[TableResult, TableResult], points: TeamPoints = "net", first: int | None = 0, **options: Any
) -> Score:
    rules = options.pop("rules", None) or rules_of("friendly", **{"target": 125, **options})
    entries = tuple(DealEntry(tables) for tables in deals)
    return Score(("North", "South"), rules, first, entries, Teams(FOUR, points))


def written(score: Score) -> list[tuple[int, int]]:
    return [line.points for line in score.lines]


def test_R12_1_gross_is_the_default() -> None:
    assert Teams(FOUR).points == "gross"


@pytest.mark.parametrize(
    ("tables", "net", "gross"),
    [
        ((won(0, 30), won(0, 12)), (42, 0), (42, 0)),
        ((won(0, 30), won(1, 12)), (18, 0), (30, 12)),
        ((won(1, 30), won(0, 12)), (0, 18), (12, 30)),
        ((won(0, 12), won(1, 12)), (0, 0), (12, 12)),
        ((VOID, won(1, 43)), (0, 43), (0, 43)),
        ((VOID, VOID), (0, 0), (0, 0)),
        ((ByDeadwood("knock", 0, (7, 5)), won(0, 10)), (0, 17), (10, 27)),
    ],
)
def test_R12_1_the_difference_or_the_sums(
    tables: tuple[TableResult, TableResult], net: tuple[int, int], gross: tuple[int, int]
) -> None:
    assert written(score_of(tables)) == [net]
    assert written(score_of(tables, points="gross")) == [gross]


def test_R12_1_net_writes_the_difference_as_one_win() -> None:
    score = score_of((won(0, 30), won(0, 12)), (won(1, 50), won(0, 20)), (won(0, 9), won(1, 9)))
    assert score.sheet.count == (1, 1)
    assert score.sheet.entries == (Entry(0, 42, 1, 0, None, (0,), ()), Entry(1, 30, 1, 0, None, (0,), ()))
    assert score.sheet.columns[0].boxes == (1, 1)
    assert score.lines[2].entries == () and score.lines[2].fault is None


def test_R12_1_gross_a_team_with_points_has_won_the_deal() -> None:
    score = score_of((won(0, 30), won(1, 12)), (won(1, 50), VOID), (won(0, 0), won(1, 5)), points="gross")
    assert score.sheet.count == (1, 3)
    assert score.sheet.columns[0].score == (30, 67) and score.sheet.columns[1].score == (0, 55)
    assert [len(line.entries) for line in score.lines] == [2, 1, 1]


def gross_of(*deals: tuple[int, int], **options: Any) -> Score:
    return score_of(*((won(0, one), won(1, two)) for one, two in deals), points="gross", **options)


def test_R12_1_gross_both_wins_are_written_before_a_column_closes() -> None:
    score = gross_of((100, 70), (30, 40), columns=1)
    assert score.sheet.columns[0].score == (130, 110) and score.sheet.columns[0].won == 0
    score = gross_of((100, 100), (30, 40), columns=1)
    assert score.sheet.columns[0].score == (130, 140) and score.sheet.columns[0].won == 1
    assert [entry.closes for entry in score.sheet.entries] == [(), (), (), (0,)]


def test_R12_1_gross_equal_scores_at_the_target_leave_the_column_open() -> None:
    score = gross_of((100, 100), (30, 30), columns=1)
    assert score.sheet.columns[0].won is None and not score.over
    assert score.sheet.to_close(0, 0) == score.sheet.to_close(1, 0) == 1
    after = score.add(DealEntry.of(won(1, 1), VOID))
    assert after.sheet.columns[0].won == 1 and after.over and after.result == 1


def test_R12_1_the_target_is_that_of_the_rules() -> None:
    for rules in (rules_of("friendly"), rules_of("club", target=250)):
        score = Score(("North", "South"), rules, teams=Teams(FOUR))
        assert score.rules == rules and score.sheet.rules.target == rules.target
    assert not score_of((won(0, 62), won(0, 62))).sheet.columns[0].won
    assert score_of((won(0, 62), won(0, 63))).sheet.columns[0].won == 0
    assert score_of((won(0, 50), won(0, 50)), target=100).sheet.columns[0].won == 0


def test_R12_1_opponents_change_tables_after_each_deal() -> None:
    score = score_of()
    met: list[frozenset[frozenset[str]]] = []
    for number in range(1, 7):
        tables = score.seating_of(number)
        assert sorted(name for pair in tables for name in pair) == ["Anne", "Bea", "Cleo", "Dan"]
        assert all(one in FOUR[0] and two in FOUR[1] for one, two in tables)
        met.append(frozenset(map(frozenset, tables)))
    assert all(one != two for one, two in pairwise(met))
    assert len(set(met)) == 2 and met[::2] == [met[0]] * 3
    assert [one for one, _ in score.seating_of(1)] == [one for one, _ in score.seating_of(2)]


def test_R12_1_a_void_deal_changes_tables_too() -> None:
    score = score_of((VOID, VOID))
    assert score.lines[0].tables[0].players == ("Anne", "Cleo")
    assert score.seating == (("Anne", "Dan"), ("Bea", "Cleo"))


def test_R12_1_each_table_has_its_own_dealer() -> None:
    score = score_of((won(0, 5), won(1, 9)), rules=rules_of("club", target=125))
    assert score.lines[0].tables[0].dealer == 0 and score.lines[0].tables[1].dealer == 0
    assert score.dealers == (0, 1)
    assert score_of((won(0, 5), VOID), next_dealer="loser", dealer_after_void="same").dealers == (1, 0)
    assert score_of((won(0, 5), VOID), first=None).dealers == (None, None)


def test_R12_1_a_single_deal_of_teams() -> None:
    rules = rules_of("single-deal")
    assert score_of((won(0, 5), won(1, 9)), rules=rules).result == 1
    assert score_of((won(0, 5), won(1, 5)), rules=rules).result is None
    assert score_of((won(0, 9), won(1, 5)), rules=rules, points="gross").result == 0
    assert score_of((won(0, 5), won(1, 5)), rules=rules, points="gross").result == "tie"


def test_R12_1_an_entry_holds_both_tables() -> None:
    assert codes(score_of().add, DealEntry.of(won(0, 5))) == ["wrong-tables"]
    two = Score(("Anne", "Bob"), Rules())
    assert codes(two.add, DealEntry.of(won(0, 5), won(0, 5))) == ["wrong-tables"]
    assert codes(score_of().add, DealEntry.of(won(0, -5), ByPoints(None, 3, "void"))) == [
        "bad-points",
        "nobody-scores",
    ]
