"""Luck: its mean is 0 whatever V is, and with V of the very players it leaves next to nothing of a result."""

from statistics import stdev
from typing import Any

import pytest

from hollygin import Deal, House
from hollygin.engine import FLOOR, SIMPLE, Bulk, Kernel, Policy
from hollygin.luck import LuckError, LuckMeter, points_worth
from hollygin.match import Match
from hollygin.players import SimplePlayer
from hollygin.players.driver import advance
from hollygin.rules import Rules, make_rules
from tests.engine.copies import COMPILED, PLAIN

EAAI = make_rules("eaai")


def played(
    rules: Rules, number: int, pair: tuple[Policy, Policy], kernel: Kernel = COMPILED
) -> tuple[Deal, int]:
    """A whole deal between two policies, and what it brought seat 0."""
    deal, row = Bulk(rules, pair, kernel).one_deal(11, number, 1, number & 1)
    winner, points = row[1], row[2]
    return deal, 0 if winner < 0 else points if winner == 0 else -points


def test_luck_of_all_cards_of_the_stock_adds_up_to_nothing() -> None:
    meter = LuckMeter(EAAI, rolls=1, kernel=COMPILED)
    deal, _ = played(EAAI, 3, (SIMPLE, FLOOR))
    (first, *_) = meter.deal(deal).draws
    place = 21
    total = 0.0
    for other in range(place, 52):
        order = list(deal.order)
        order[place], order[other] = order[other], order[place]
        start = Deal.start(EAAI, deal.dealer, [card for card in order if card is not None])
        for seat, action in deal.history[: first.index + 1]:
            start = start.step(seat, action)
        draws = meter.deal(finished(start)).draws
        total += draws[0].luck
        assert draws[0].card == order[place] and draws[0].index == first.index
    assert total == pytest.approx(0, abs=1e-9)


def finished(deal: Deal) -> Deal:
    """A deal played to its end by two simple players."""
    match = Match.start(deal.rules, deal.dealer)._replace(deal=deal)
    house = House(1)
    while not match.lines:
        _, _, match = advance(match, (SimplePlayer(), SimplePlayer()), house)
    return match.deals[0]


def test_what_is_left_of_a_result_is_small() -> None:
    """With V by the two players' own policies at least nine tenths of the variance go."""
    pair = (FLOOR, SIMPLE)
    meter = LuckMeter(EAAI, policies=pair, rolls=60, kernel=COMPILED)
    results, left = [], []
    for number in range(60):
        deal, brought = played(EAAI, number, pair)
        results.append(brought)
        left.append(brought - 0.9 * meter.deal(deal).total)
    assert stdev(left) ** 2 < stdev(results) ** 2 / 10


@pytest.mark.parametrize(
    "options", [{}, {"oklahoma": True}, {"stock_end": "reshuffle"}, {"big_gin_bonus": 31}]
)
def test_plain_and_compiled_give_the_same(options: dict[str, Any]) -> None:
    rules = make_rules("eaai", **options)
    for number in range(2):
        deal, _ = played(rules, number, (SIMPLE, Policy(knock_late=0)))
        found = [LuckMeter(rules, rolls=1, kernel=kernel).deal(deal) for kernel in (PLAIN, COMPILED)]
        assert found[0].draws == found[1].draws


def test_every_draw_is_judged() -> None:
    """Two players who never end a deal draw until two cards are left (R6.1): 29 draws, or fewer if they take."""
    never = Policy(take="no", knock_early=-1, knock_late=-1)
    deal, brought = played(EAAI, 0, (never, never))
    draws = LuckMeter(EAAI, rolls=1, kernel=PLAIN).deal(deal).draws
    assert len(draws) == 29 and brought == 0
    assert [draw.card for draw in draws] == list(deal.order[21:50])


def test_worth_is_what_was_asked_for() -> None:
    deal, _ = played(EAAI, 5, (SIMPLE, SIMPLE))
    one = LuckMeter(EAAI, rolls=4, kernel=COMPILED).deal(deal)
    twice = [2 * value for value in points_worth(EAAI)]
    two = LuckMeter(EAAI, rolls=4, kernel=COMPILED).deal(deal, twice)
    assert two.total == pytest.approx(2 * one.total)
    assert one.total == pytest.approx(one.dealt + sum(draw.luck for draw in one.draws))


def test_refused() -> None:
    meter = LuckMeter(EAAI, rolls=1, kernel=PLAIN)
    start = Deal.start(EAAI, 0, range(52))
    with pytest.raises(LuckError) as refused:
        meter.deal(start)
    assert refused.value.code == "unfinished"
    deal, _ = played(EAAI, 1, (SIMPLE, SIMPLE))
    with pytest.raises(LuckError) as refused:
        meter.deal(deal._replace(order=(None, *deal.order[1:])))
    assert refused.value.code == "cards-unknown"
