"""How a deal ended, as facts, and its price under the rules.

:class:`Showdown` and :class:`Void` know no price. :func:`settle` knows no card.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from hollygin import kernel
from hollygin.cards import Card
from hollygin.due import Seat
from hollygin.melds import Layoff, Melds, best_defense, spreads, union
from hollygin.rules import Rules, as_rules

Ending = Literal["knock", "gin", "big_gin"]
"""How a player ends a deal."""
Outcome = Literal["knock", "gin", "big_gin", "undercut", "tie", "void"]
"""What a deal comes to: its ending, unless the defender undercut or equalled it, or nobody ended the deal."""


@dataclass(frozen=True, slots=True)
class Showdown:
    """A deal that a player ended, as it is on the table once the defender is done.

    ``ending`` says how the knocker ended it. ``spread`` are the knocker's melds as they were laid down, ``defense`` the
    defender's own. Both deadwoods are in points, the defender's after melds and layoffs.
    """

    ending: Ending
    knocker: Seat
    upcard: Card
    spread: Melds
    knocker_deadwood: int
    defense: Melds
    layoffs: tuple[Layoff, ...]
    defender_deadwood: int


@dataclass(frozen=True, slots=True)
class Void:
    """A deal without points and without a winner (R6.1), and why."""

    reason: Literal["stock", "turns"]


Facts: TypeAlias = Showdown | Void
"""How a deal ended, without a price."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a deal is worth (R5): ``points`` = ``difference`` + ``bonus``, twice that if ``doubled``.

    ``winner`` is None exactly if nobody has won the deal: its outcome is ``void``, or ``tie`` (equal deadwood that
    nobody scores, R5.2).
    """

    outcome: Outcome
    winner: Seat | None
    points: int
    difference: int = 0
    bonus: int = 0
    doubled: bool = False


def settle(rules: Rules | str, facts: Facts) -> Settlement:
    """The price of the facts of an ended deal (R5, R6.1, R9.2)."""
    rules = as_rules(rules)
    if isinstance(facts, Void):
        return Settlement("void", None, 0)
    knocker, defender = facts.knocker, 1 - facts.knocker
    difference = facts.defender_deadwood - facts.knocker_deadwood
    outcome: Outcome = facts.ending
    winner: Seat | None = knocker
    bonus = 0
    if facts.ending == "gin":
        bonus = rules.gin_bonus
    elif facts.ending == "big_gin":
        bonus = rules.big_gin_bonus
    elif difference < 0 or (difference == 0 and rules.tie == "undercut"):
        outcome, winner, bonus = "undercut", defender, rules.undercut_bonus
        difference = -difference
    elif difference == 0 and rules.tie == "nobody":
        outcome, winner = "tie", None
    doubled = rules.doubles(facts.upcard)
    points = (difference + bonus) * (2 if doubled else 1)
    return Settlement(outcome, winner, points, difference, bonus, doubled)


def showdown(
    ending: Ending, knocker: Seat, upcard: Card, hand: int, spread: Melds, defender: int
) -> Showdown:
    """The facts of a deal in which the defender plays best (R4.5) against a given spread.

    ``hand`` are the knocker's ten cards (eleven at big gin), ``defender`` the other ten.
    """
    reply = best_defense(defender, spread if ending == "knock" else ())
    return Showdown(
        ending=ending,
        knocker=knocker,
        upcard=upcard,
        spread=spread,
        knocker_deadwood=kernel.points(hand & ~union(spread)),
        defense=reply.melds,
        layoffs=reply.layoffs,
        defender_deadwood=reply.deadwood,
    )


def best_showdown(rules: Rules, knocker: Seat, upcard: Card, hand: int, defender: int) -> Showdown:
    """The facts of a deal with the knocker's best spread against a known defender.

    ``hand`` has at least one spread within the limit. The defender plays best against each spread (R4.5).
    Among equal spreads the one with the least deadwood is taken, then the one with the fewest melds.
    """

    def gain(facts: Showdown) -> int:
        deal = settle(rules, facts)
        return deal.points if deal.winner == knocker else -deal.points

    every = (
        showdown(ending_of(hand, spread), knocker, upcard, hand, spread, defender)
        for spread in spreads(hand, rules.limit(upcard))
    )
    return max(every, key=gain)


def ending_of(hand: int, spread: Melds) -> Ending:
    """What a spread of ten or eleven cards is: a knock, gin, or big gin."""
    if union(spread) != hand:
        return "knock"
    return "big_gin" if hand.bit_count() == 11 else "gin"
