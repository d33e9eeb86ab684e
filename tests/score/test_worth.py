"""What a reported deal is worth: points against every pair of deadwoods, deadwoods and cards against the deal itself."""

from random import Random
from typing import Any, Literal

import pytest
from hypothesis import given

from hollygin import CARDS, Card, Deal, Phase, Rules, Showdown, parse_card, parse_cards, settle
from hollygin.actions import DONE, Defend, LayOff, parse_melds
from hollygin.melds import best_defense, union
from hollygin.score import (
    MOST_DEADWOOD,
    ByCards,
    ByDeadwood,
    ByPoints,
    ScoreError,
    TableResult,
    shown,
    worth_of,
)
from hollygin.settlement import Ending
from tests.effort import examples
from tests.score.strategies import OUTCOMES, told_cards, told_deadwood, told_points
from tests.strategies import any_rules
from tests.table import GIN_HAND, HIGH_HAND, LOW_HAND, codes, rich_order, rules_of, walk

SETTINGS = examples(60)


def every_ending(rules: Rules, upcard: Card) -> set[tuple[str, int | None, int]]:
    """Outcome, winner and points of all that can happen in a deal unless seat 1 wins it, by brute force."""
    found: set[tuple[str, int | None, int]] = {("void", None, 0)}
    limit = rules.limit(upcard)
    kinds: list[tuple[Ending, range]] = [("knock", range(1, limit + 1)), ("gin", range(1))]
    if rules.big_gin_bonus:
        kinds.append(("big_gin", range(1)))
    for knocker in (0, 1):
        for kind, own in kinds:
            for deadwood in own:
                for other in range(MOST_DEADWOOD + 1):
                    facts = Showdown(kind, knocker, upcard, (), deadwood, (), (), other)
                    worth = settle(rules, facts)
                    if worth.winner != 1:
                        found.add((worth.outcome, worth.winner, worth.points))
    return found


@pytest.mark.parametrize("tie", ["undercut", "nobody", "knocker"])
@pytest.mark.parametrize("big", [0, 31])
@pytest.mark.parametrize(
    "options",
    [{}, {"knock_limit": 0}, {"knock_limit": 3}, {"oklahoma": True}, {"straight": True, "oklahoma": True}],
)
def test_points_are_possible_if_and_only_if_some_deadwoods_give_them(
    tie: Literal["undercut", "nobody", "knocker"], big: int, options: dict[str, object]
) -> None:
    rules = rules_of(tie=tie, big_gin_bonus=big, undercut_bonus=20, **options)
    cases: list[tuple[Card | None, set[tuple[str, int | None, int]]]] = [
        (card, every_ending(rules, card)) for card in map(parse_card, ("7s", "7h", "As", "Kd"))
    ]
    anything = {worth for card in CARDS[:26:2] for worth in every_ending(rules, card)}
    for upcard, right in (*cases, (None, anything)):
        accepted = set()
        for outcome in OUTCOMES:
            for winner in (None, 0):
                for points in range(280):
                    result = ByPoints(winner, points, outcome, upcard)
                    if not codes(worth_of, rules, result):
                        accepted.add((outcome, winner, points))
        assert accepted == right


@SETTINGS
@given(any_rules(), told_points())
def test_the_sum_behind_points_gives_them(rules: Rules, result: ByPoints) -> None:
    try:
        worth = worth_of(rules, result)
    except ScoreError:
        return
    assert (worth.outcome, worth.winner, worth.points) == (result.outcome, result.winner, result.points)
    sum_ = worth.settlement
    if sum_ is None:
        assert result.outcome is None or (rules.oklahoma and rules.spades_double and result.upcard is None)
    else:
        assert sum_.points == result.points == (sum_.difference + sum_.bonus) * (2 if sum_.doubled else 1)
        if result.upcard is not None and result.winner is not None:
            assert sum_.doubled == rules.doubles(result.upcard)


def test_a_sum_that_two_upcards_give_is_not_told() -> None:
    rules = rules_of(oklahoma=True)
    assert worth_of(rules, ByPoints(0, 30, "knock")).settlement is None
    odd = worth_of(rules, ByPoints(0, 31, "knock")).settlement
    assert odd is not None and (odd.difference, odd.doubled) == (31, False)
    large = worth_of(rules, ByPoints(0, 150, "knock")).settlement
    assert large is not None and (large.difference, large.doubled) == (75, True)


@SETTINGS
@given(any_rules(), told_deadwood())
def test_deadwoods_are_the_deal_that_is_told_by_points(rules: Rules, result: ByDeadwood) -> None:
    own = result.deadwood[result.knocker]
    limit = rules.limit(result.upcard or CARDS[0])
    reasons = {
        "deadwood-range": max(result.deadwood) > MOST_DEADWOOD,
        "upcard-needed": rules.oklahoma and result.upcard is None,
        "gin-only": result.ending == "knock" and limit == 0,
        "is-gin": result.ending == "knock" and own == 0,
        "over-limit": result.ending == "knock" and own > limit,
        "gin-has-none": result.ending != "knock" and own > 0,
        "big-gin-off": result.ending == "big_gin" and not rules.big_gin_bonus,
    }
    found = codes(worth_of, rules, result)
    assert bool(found) == any(reasons.values())
    if found:
        assert reasons[found[0]]
        return
    worth = worth_of(rules, result)
    by_points = ByPoints(worth.winner, worth.points, worth.outcome, result.upcard)
    assert worth_of(rules, by_points).settlement == worth.settlement


def test_cards_are_the_deal_that_was_played() -> None:
    """The same cards and spread as in a deal whose defender has played best."""
    compared = 0
    for seed in range(40):
        random = Random(seed)
        rules = rules_of(big_gin_bonus=31, oklahoma=seed % 2 == 0)
        for deal, _, after in walk(Deal.start(rules, 1, rich_order(random)), random):
            if after.phase is Phase.DEFENSE:
                compare_to_the_end(deal, after)
                compared += 1
                break
    assert compared > 25


def compare_to_the_end(deal: Deal, ended: Deal) -> None:
    """Play the best defense and hold the ending against what is told by cards."""
    rules = deal.rules
    assert ended.knocker is not None
    knocker, defender = ended.knocker, 1 - ended.knocker
    hand, other = ended.hands[knocker] | union(ended.spread), ended.hands[defender]
    told = ByCards(knocker, (hand, other) if knocker == 0 else (other, hand), ended.spread, deal.upcard)
    reply = best_defense(other, ended.spread if ended.ending == "knock" else ())
    over = ended.step(defender, Defend(reply.melds))
    for card, meld in reply.layoffs:
        over = over.step(defender, LayOff(card, meld))
    if over.phase is not Phase.OVER:
        over = over.step(defender, DONE)
    assert over.facts == shown(rules, told) == worth_of(rules, told).showdown
    assert worth_of(rules, told).settlement == settle(rules, shown(rules, told))


@SETTINGS
@given(any_rules(), told_cards())
def test_the_best_spread_is_at_least_as_good_as_any(rules: Rules, result: ByCards) -> None:
    free = ByCards(result.knocker, result.hands, None, result.upcard)
    if result.spread is None or codes(worth_of, rules, result):
        return
    own, best = worth_of(rules, result), worth_of(rules, free)
    gain = [worth.points if worth.winner == result.knocker else -worth.points for worth in (own, best)]
    assert gain[0] <= gain[1]


KNOCK = (parse_cards(LOW_HAND), parse_cards(HIGH_HAND))
GIN = parse_cards(GIN_HAND)


@pytest.mark.parametrize(
    ("result", "options", "code"),
    [
        (ByPoints(2, 5), {}, "bad-seat"),
        (ByPoints(0, -1), {}, "bad-points"),
        (ByPoints(0, 10**9), {}, "out-of-range"),
        (ByPoints(None, 5), {}, "winner-missing"),
        (ByPoints(None, 0), {}, "winner-missing"),
        (ByPoints(None, 0, "gin"), {}, "winner-missing"),
        (ByPoints(None, 0, "knock"), {"tie": "nobody"}, "winner-missing"),
        (ByPoints(None, 0, "tie"), {}, "tie-has-winner"),
        (ByPoints(0, 0, "tie"), {"tie": "nobody"}, "tie-scores"),
        (ByPoints(None, 5, "tie"), {"tie": "nobody"}, "tie-scores"),
        (ByPoints(0, 0, "void"), {}, "nobody-scores"),
        (ByPoints(None, 5, "void"), {}, "nobody-scores"),
        (ByPoints(0, 0, "knock"), {}, "points-cannot-be"),
        (ByPoints(0, 24, "gin"), {}, "points-cannot-be"),
        (ByPoints(0, 55, "knock", parse_card("7s")), {"oklahoma": True}, "points-not-doubled"),
        (ByPoints(0, 55, "big_gin"), {}, "big-gin-off"),
        (ByPoints(0, 5, "knock"), {"straight": True}, "gin-only"),
        (ByDeadwood("knock", 3, (4, 9)), {}, "bad-seat"),
        (ByDeadwood("knock", 0, (4, 101)), {}, "deadwood-range"),
        (ByDeadwood("knock", 0, (-1, 10)), {}, "deadwood-range"),
        (ByDeadwood("knock", 0, (0, 10)), {}, "is-gin"),
        (ByDeadwood("gin", 1, (0, 10)), {}, "gin-has-none"),
        (ByDeadwood("big_gin", 1, (10, 0)), {}, "big-gin-off"),
        (ByDeadwood("knock", 0, (11, 10)), {}, "over-limit"),
        (ByDeadwood("knock", 0, (4, 10)), {"oklahoma": True}, "upcard-needed"),
        (ByDeadwood("knock", 0, (8, 10), parse_card("7s")), {"oklahoma": True}, "over-limit"),
        (
            ByDeadwood("knock", 0, (1, 9), parse_card("As")),
            {"oklahoma": True, "oklahoma_ace": "gin"},
            "gin-only",
        ),
        (ByCards(2, KNOCK), {}, "bad-seat"),
        (ByCards(1, KNOCK), {}, "over-limit"),
        (ByCards(0, (KNOCK[0], GIN)), {}, "hands-share"),
        (ByCards(0, (KNOCK[0], KNOCK[1] & (KNOCK[1] - 1))), {}, "hand-size"),
        (ByCards(0, (KNOCK[0] & (KNOCK[0] - 1), KNOCK[1])), {}, "hand-size"),
        (ByCards(0, KNOCK), {"oklahoma": True}, "upcard-needed"),
        (ByCards(0, KNOCK, parse_melds("4h 5h 6h")), {}, "over-limit"),
        (ByCards(0, KNOCK, parse_melds("4h 5h 9s")), {}, "not-a-meld"),
        (ByCards(0, KNOCK), {"straight": True}, "gin-only"),
    ],
)
def test_what_cannot_be(result: TableResult, options: dict[str, object], code: str) -> None:
    assert codes(worth_of, rules_of(**options), result) == [code]


def test_the_worked_facts() -> None:
    gin = worth_of(rules_of(), ByDeadwood("gin", 0, (0, 18)))
    assert (gin.outcome, gin.points) == ("gin", 43)
    undercut = worth_of(rules_of("traditional"), ByDeadwood("knock", 1, (5, 7)))
    assert (undercut.outcome, undercut.winner, undercut.points) == ("undercut", 0, 12)
    doubled = worth_of(rules_of(oklahoma=True), ByDeadwood("knock", 0, (7, 20), parse_card("7s")))
    assert (doubled.outcome, doubled.points) == ("knock", 26)
    cards = worth_of(rules_of(), ByCards(0, KNOCK))
    assert cards.showdown is not None
    assert (cards.outcome, cards.points, cards.showdown.layoffs) == ("knock", 72 - 3, ())


def test_a_deal_that_somebody_won_somehow() -> None:
    worth = worth_of(rules_of(), ByPoints(1, 12345))
    assert (worth.outcome, worth.winner, worth.points, worth.settlement) == (None, 1, 12345, None)


@pytest.mark.parametrize(
    ("kind", "args", "code"),
    [
        (ByPoints, (0, 1.5), "bad-points"),
        (ByPoints, (0, "5"), "bad-points"),
        (ByPoints, (0, 30.0), "bad-points"),
        (ByPoints, (0, True), "bad-points"),
        (ByPoints, (True, 5), "bad-seat"),
        (ByPoints, ("0", 5), "bad-seat"),
        (ByPoints, (0, 30, "won"), "bad-choice"),
        (ByPoints, (0, 30, "gin", 5), "bad-card"),
        (ByDeadwood, ("void", 0, (0, 5)), "bad-choice"),
        (ByDeadwood, ("gin", 0, (0, 5.0)), "bad-points"),
        (ByCards, (0, (1.5, 3)), "bad-card"),
        (ByCards, (0, (3, 1 << 52)), "bad-card"),
    ],
)
def test_what_is_of_another_type_is_refused(kind: Any, args: tuple[Any, ...], code: str) -> None:
    with pytest.raises(ScoreError) as caught:
        kind(*args)
    assert caught.value.code == code
