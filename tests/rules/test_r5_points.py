"""R5: the points of a deal."""

import pytest

from hollygin import Settlement, parse_card, settle
from hollygin.settlement import Ending, Showdown, Void
from tests.table import GIN_HAND, HIGH_HAND, deal_of, fault, play, rules_of, to_draw


def ended(kind: Ending, knocker: int, own: int, other: int, upcard: str = "Kh") -> Showdown:
    return Showdown(kind, knocker, parse_card(upcard), (), own, (), (), other)


@pytest.mark.parametrize("knocker", [0, 1])
def test_R5_1_a_knock_scores_the_difference(knocker: int) -> None:
    found = settle(rules_of(), ended("knock", knocker, 7, 20))
    assert found == Settlement("knock", knocker, 13, 13, 0, doubled=False)


@pytest.mark.parametrize("knocker", [0, 1])
@pytest.mark.parametrize(("own", "other", "points"), [(7, 5, 27), (7, 7, 25), (7, 0, 32), (1, 0, 26)])
def test_R5_2_an_undercut_scores_for_the_defender(knocker: int, own: int, other: int, points: int) -> None:
    found = settle(rules_of(), ended("knock", knocker, own, other))
    assert (found.outcome, found.winner, found.points) == ("undercut", 1 - knocker, points)
    assert (found.difference, found.bonus) == (own - other, 25)


def test_R5_2_gin_cannot_be_undercut() -> None:
    found = settle(rules_of(), ended("gin", 0, 0, 0))
    assert (found.outcome, found.winner, found.points) == ("gin", 0, 25)


@pytest.mark.parametrize("knocker", [0, 1])
def test_R5_3_gin_scores_its_bonus_and_the_other_deadwood(knocker: int) -> None:
    assert settle(rules_of(gin_bonus=20), ended("gin", knocker, 0, 18)).points == 38
    big = settle(rules_of(gin_bonus=20, big_gin_bonus=31), ended("big_gin", knocker, 0, 18))
    assert (big.outcome, big.winner, big.points, big.bonus) == ("big_gin", knocker, 49, 31)


def test_R5_3_there_is_no_layoff_on_gin() -> None:
    second = "8h 3h Ts Js Qs 9h 2d 5d 6c 7d"
    deal = to_draw(deal_of(GIN_HAND, second, stock="Kd"))
    deal = play(deal, "gin Kd: 4h 5h 6h 7h / 9c 9d 9s / Ac 2c 3c")
    assert fault(deal, "layoff 8h on 4h 5h 6h 7h") == ("R5.3", "no-layoff-on-gin")
    over = play(deal, "defense Ts Js Qs")
    assert isinstance(over.facts, Showdown)
    assert (over.facts.ending, over.facts.defender_deadwood, over.facts.layoffs) == ("gin", 40, ())
    assert settle(rules_of(), over.facts).points == 65


def test_R5_3_nor_on_big_gin() -> None:
    deal = to_draw(deal_of(GIN_HAND, HIGH_HAND, stock="4c", big_gin_bonus=50))
    over = play(deal, "big gin: 4h 5h 6h 7h / 9c 9d 9s / Ac 2c 3c 4c", "defense")
    assert isinstance(over.facts, Showdown)
    assert settle(over.rules, over.facts).points == 50 + 72


@pytest.mark.parametrize(
    ("kind", "own", "other", "points"),
    [("knock", 7, 20, 26), ("knock", 7, 5, 54), ("gin", 0, 18, 86), ("big_gin", 0, 18, 98)],
)
def test_R5_4_a_doubled_deal_doubles_points_and_bonuses(
    kind: Ending, own: int, other: int, points: int
) -> None:
    rules = rules_of(oklahoma=True, big_gin_bonus=31)
    found = settle(rules, ended(kind, 0, own, other, "Ks"))
    assert found.doubled and found.points == points
    plain = settle(rules, ended(kind, 0, own, other, "Kd"))
    assert not plain.doubled and plain.points * 2 == points


@pytest.mark.parametrize(
    ("tie", "outcome", "winner", "points"),
    [("undercut", "undercut", 1, 25), ("nobody", "tie", None, 0), ("knocker", "knock", 0, 0)],
)
def test_R5_2_option_tie(tie: str, outcome: str, winner: int | None, points: int) -> None:
    rules = rules_of(tie=tie)
    found = settle(rules, ended("knock", 0, 6, 6))
    assert (found.outcome, found.winner, found.points) == (outcome, winner, points)
    below = settle(rules, ended("knock", 0, 6, 5))
    assert (below.outcome, below.winner, below.points) == ("undercut", 1, 26)


def test_R5_1_a_void_deal_is_worth_nothing() -> None:
    assert settle(rules_of(), Void("stock")) == Settlement("void", None, 0)
