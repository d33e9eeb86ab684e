"""What a reported deal is worth under the rules, or why it is impossible."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from hollygin.actions import Action, BigGin, Gin, Knock
from hollygin.cards import CARDS, DECK, Card, text
from hollygin.due import Due, Phase, Seat
from hollygin.errors import Fault, ScoreError, brief
from hollygin.melds import Melds, best_arrangement, union
from hollygin.rules import Rules
from hollygin.score.entry import MOST_DEADWOOD, ByCards, ByDeadwood, ByPoints, TableResult, Worth
from hollygin.settlement import Outcome, Settlement, Showdown, best_showdown, ending_of, settle, showdown
from hollygin.sheet import points_fault

_SEATS: Final = (0, 1)
_CLAUSE: Final[dict[Outcome, str]] = {
    "knock": "R5.1",
    "undercut": "R5.2",
    "gin": "R5.3",
    "big_gin": "R5.3",
    "tie": "R5.2",
    "void": "R6.1",
}


@lru_cache(maxsize=4096)
def worth_of(rules: Rules, result: TableResult) -> Worth:
    """The worth of a table's result.

    Raises ScoreError if the result is impossible by itself: ``bad-seat``, ``winner-missing``, ``nobody-scores``, ``tie-scores``, ``tie-has-winner``,
    ``bad-points``, ``out-of-range``, ``points-cannot-be``, ``points-not-doubled``, ``deadwood-range``, ``gin-only``, ``big-gin-off``, ``is-gin``, ``not-gin``,
    ``over-limit``, ``upcard-needed``, and for cards the faults of :func:`shown`.
    """
    match result:
        case ByPoints():
            return _by_points(rules, result)
        case ByDeadwood():
            facts = _by_deadwood(rules, result)
        case ByCards():
            facts = shown(rules, result)
    worth = settle(rules, facts)
    cards = facts if isinstance(result, ByCards) else None
    return Worth(worth.outcome, worth.winner, worth.points, worth, cards)


# Points


def _by_points(rules: Rules, result: ByPoints) -> Worth:
    outcome, winner, points = result.outcome, result.winner, result.points
    if winner is not None:
        _check_seat(winner)
    if (wrong := points_fault(points)) is not None:
        raise ScoreError(wrong)
    if outcome == "void":
        if winner is not None or points:
            raise ScoreError(Fault("nobody-scores", "R6.1"))
        return Worth(outcome, None, 0, Settlement(outcome, None, 0))
    if outcome == "tie":
        if winner is not None or points:
            raise ScoreError(Fault("tie-scores", "R5.2"))
        if rules.tie != "nobody":
            raise ScoreError(Fault("tie-has-winner", "R5.2"))
        _knock_ways(rules, result.upcard)
        return Worth(outcome, None, 0, Settlement(outcome, None, 0))
    if winner is None:
        raise ScoreError(Fault("winner-missing", "R8.2"))
    if outcome is None:
        return Worth(None, winner, points)
    sums = set(_sums(rules, result, outcome, winner))
    return Worth(outcome, winner, points, sums.pop() if len(sums) == 1 else None)


def _sums(rules: Rules, result: ByPoints, outcome: Outcome, winner: Seat) -> Iterator[Settlement]:
    """The sums that give the points with the upcard, or with any card if it is not reported."""
    if outcome == "big_gin" and not rules.big_gin_bonus:
        raise ScoreError(Fault("big-gin-off", "R4.2"))
    known = _knock_ways if outcome in ("knock", "undercut") else _ways
    ways = known(rules, result.upcard)
    bonus, least, most = _differences(rules, outcome, max(limit for limit, _ in ways))
    found = False
    for limit, doubled in ways:
        times = 2 if doubled else 1
        difference = result.points // times - bonus
        _, low, high = _differences(rules, outcome, limit)
        if result.points % times == 0 and low <= difference <= high:
            found = True
            yield Settlement(outcome, winner, result.points, difference, bonus, doubled)
    if found:
        return
    low, high = ((bonus + least) * min(_times(ways)), (bonus + most) * max(_times(ways)))
    if low <= result.points <= high and 1 not in _times(ways):
        raise ScoreError(Fault("points-not-doubled", "R5.4", {"points": result.points}))
    params = {"points": result.points, "low": low, "high": high}
    raise ScoreError(Fault("points-cannot-be", _CLAUSE[outcome], params))


def _ways(rules: Rules, upcard: Card | None) -> list[tuple[int, bool]]:
    """The knock limit and whether the deal is doubled, for the upcard, or for every card if it is not reported."""
    upcards = CARDS if upcard is None else (upcard,)
    return sorted({(rules.limit(card), rules.doubles(card)) for card in upcards})


def _knock_ways(rules: Rules, upcard: Card | None) -> list[tuple[int, bool]]:
    ways = [way for way in _ways(rules, upcard) if way[0]]
    if not ways:
        raise ScoreError(_gin_only(rules))
    return ways


def _times(ways: list[tuple[int, bool]]) -> set[int]:
    return {2 if doubled else 1 for _, doubled in ways}


def _differences(rules: Rules, outcome: Outcome, limit: int) -> tuple[int, int, int]:
    """The bonus of an outcome, and the least and the greatest difference between the deadwoods."""
    match outcome:
        case "knock":
            return 0, 0 if rules.tie == "knocker" else 1, MOST_DEADWOOD - 1
        case "undercut":
            return rules.undercut_bonus, 0 if rules.tie == "undercut" else 1, limit
        case "gin":
            return rules.gin_bonus, 0, MOST_DEADWOOD
        case _:
            return rules.big_gin_bonus, 0, MOST_DEADWOOD


# Deadwoods


def _by_deadwood(rules: Rules, result: ByDeadwood) -> Showdown:
    _check_seat(result.knocker)
    for points in result.deadwood:
        if not 0 <= points <= MOST_DEADWOOD:
            raise ScoreError(
                Fault("deadwood-range", "R1.1", {"points": brief(points), "high": MOST_DEADWOOD})
            )
    upcard = _upcard(rules, result.upcard)
    own, limit = result.deadwood[result.knocker], rules.limit(upcard)
    if result.ending == "knock":
        if not limit:
            raise ScoreError(_gin_only(rules))
        if not own:
            raise ScoreError(Fault("is-gin", "R4.2"))
        if own > limit:
            clause = "R9.1" if rules.oklahoma else "R4.1"
            raise ScoreError(Fault("over-limit", clause, {"deadwood": own, "limit": limit}))
    elif own:
        raise ScoreError(Fault("gin-has-none", "R4.2", {"deadwood": own}))
    elif result.ending == "big_gin" and not rules.big_gin_bonus:
        raise ScoreError(Fault("big-gin-off", "R4.2"))
    return Showdown(
        result.ending, result.knocker, upcard, (), own, (), (), result.deadwood[1 - result.knocker]
    )


# Cards


def shown(rules: Rules, result: ByCards) -> Showdown:
    """The facts of a deal reported by its cards: melds, layoffs and both deadwoods.

    Raises ScoreError (``bad-seat``, ``hand-size``, ``hands-share``, ``upcard-needed``, and the fault of an illegal
    spread).
    """
    _check_seat(result.knocker)
    hand, other = result.hands[result.knocker], result.hands[1 - result.knocker]
    for cards, allowed in ((hand, (10, 11)), (other, (10,))):
        if cards.bit_count() not in allowed:
            params = {"count": cards.bit_count(), "allowed": ", ".join(map(str, allowed))}
            raise ScoreError(Fault("hand-size", "R1.3", params))
    if shared := hand & other:
        raise ScoreError(Fault("hands-share", "R1.1", {"cards": text(shared)}))
    upcard = _upcard(rules, result.upcard)
    melds = best_arrangement(hand).melds if result.spread is None else result.spread
    fault = _due(rules, upcard, hand, other).check(_ending(hand, melds))
    if fault is not None:
        raise ScoreError(fault)
    if result.spread is None and hand.bit_count() == 10:
        return best_showdown(rules, result.knocker, upcard, hand, other)
    return showdown(ending_of(hand, melds), result.knocker, upcard, hand, melds, other)


def _due(rules: Rules, upcard: Card, hand: int, other: int) -> Due:
    """The decision of the knocker, who puts down an unseen card, except at big gin."""
    unknown = 11 - hand.bit_count()
    candidates = DECK & ~(hand | other)
    return Due(0, Phase.DISCARD, rules, hand, unknown, candidates, top=upcard, limit=rules.limit(upcard))


def _ending(hand: int, melds: Melds) -> Action:
    if hand.bit_count() == 11:
        return BigGin(melds)
    return Gin(None, melds) if union(melds) == hand else Knock(None, melds)


def _upcard(rules: Rules, upcard: Card | None) -> Card:
    """The upcard; any card if it decides nothing."""
    if upcard is None and rules.oklahoma:
        raise ScoreError(Fault("upcard-needed", "R9.1"))
    return CARDS[0] if upcard is None else upcard


def _check_seat(seat: Seat) -> None:
    if seat not in _SEATS:
        raise ScoreError(Fault("bad-seat", "R1.2", {"text": brief(seat), "allowed": "0, 1"}))


def _gin_only(rules: Rules) -> Fault:
    return Fault("gin-only", "R10.1" if rules.straight else "R9.1" if rules.oklahoma else "R4.1")
