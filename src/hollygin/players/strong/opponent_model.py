"""Finished deals looked at again with the cards open: what a player had in hand at each decision, and who would have decided alike."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp, log
from random import Random
from typing import Final, NamedTuple

from hollygin.actions import Draw, Reshuffle, Show
from hollygin.cards import card_set, iter_cards
from hollygin.due import Seat
from hollygin.engine import Calls, Kernel, Policy, Position, action_number, layout
from hollygin.match import Line
from hollygin.melds import union
from hollygin.players.strong.learned import Kind
from hollygin.rules import Rules
from hollygin.settlement import Showdown

_TRIES: Final = 6
_PLAIN_TRIES: Final = 2
"""Nobody saw which card came with which draw: so many ways to place them are tried."""
_FOLLOWS: Final = 0.6
"""How often somebody throws the very card that his kind would throw; else it may be any."""
_ABIDES: Final = 0.9
"""How often he takes, draws, ends the deal or plays on as his kind would."""
_OTHERS: Final = 8
"""Cards that somebody may throw instead."""
_LEAST: Final = 8
"""The share that every kind keeps."""


class Moment(NamedTuple):
    """A decision: the position as its player saw it, a hand in it that he may well have had, and the number of what he did."""

    position: Position
    action: int


def shares_of_kinds(
    kernel: Kernel, rules: Rules, kinds: Sequence[Kind], lines: Sequence[Line], seat: Seat
) -> list[int]:
    """How likely each kind of player is after some deals of a match, out of 1024; ``seat`` is the player in question.

    What he did is held against what each kind would have done. A player who weighs each knock does now as one, now as
    the other, so none is ever ruled out.
    """
    if len(kinds) == 1:
        return [1024]
    policies = tuple(kind.policy for kind in kinds)
    evidence = [_likenesses(kernel, rules, policies, line, seat) for line in lines]
    logs = [log(kind.share) + sum(one[i] for one in evidence) for i, kind in enumerate(kinds)]
    odds = [exp(one - max(logs)) for one in logs]
    return [max(_LEAST, round(1024 * one / sum(odds))) for one in odds]


def final_hand(line: Line, seat: Seat) -> int:
    """The cards that a seat held when the deal ended; of a knocker without the card that he put face down."""
    hand, facts = line.hands[seat], line.facts
    if not isinstance(facts, Showdown):
        return hand
    if seat == facts.knocker:
        return hand | union(facts.spread)
    return hand | union(facts.defense) | card_set(layoff.card for layoff in facts.layoffs)


def decisions(kernel: Kernel, rules: Rules, line: Line, seat: Seat) -> list[Moment]:
    """What a seat did in a finished deal, in order, each in its position but for the hand; since the last reshuffle, which may bring back what was thrown."""
    calls = Calls(rules, kernel)
    position = calls.deal_out([*range(20), line.upcard], line.dealer)
    found: list[Moment] = []
    for who, action in line.history:
        if isinstance(action, Reshuffle):
            position = position._replace(
                pile=1 << position.top, next_card=0, stock_end=len(action.cards), phase=layout.DRAW
            )
            found.clear()
            continue
        number = action_number(action)
        if who == seat:
            found.append(Moment(position, number))
        if number >= layout.KNOCK_ACTION:
            break
        position = calls.apply(position, number)
        if isinstance(action, Draw):
            position = position._replace(phase=layout.DISCARD, next_card=position.next_card + 1)
    return found


def with_hands(seen: Sequence[Moment], seat: Seat, hand: int, chance: Random) -> list[Moment]:
    """The same decisions with hands that led to the final one: every card drawn is one of those held then that did not come from the pile, by chance."""
    found = []
    for position, action in reversed(seen):
        kind, card = action & ~63, 1 << (action & 63)
        if kind in (layout.DISCARD_ACTION, layout.KNOCK_ACTION):
            hand |= card
        elif kind == layout.TAKE_ACTION:
            hand &= ~(1 << position.top)
        elif kind == layout.DRAW_ACTION:
            hand &= ~chance.choice([*iter_cards(hand & ~position.known[seat])]).bit
        found.append(Moment(position.with_hand(seat, hand), action))
    return found[::-1]


@lru_cache(maxsize=256)
def _likenesses(
    kernel: Kernel, rules: Rules, policies: tuple[Policy, ...], line: Line, seat: Seat
) -> tuple[float, ...]:
    """The logarithm of how likely each policy is to play a deal as a seat did; all alike where it is not wholly known."""
    hand = final_hand(line, seat)
    shown = any(isinstance(action, Show) or getattr(action, "card", 0) is None for _, action in line.history)
    seen = [] if shown or hand.bit_count() not in (10, 11) else decisions(kernel, rules, line, seat)
    if not seen:
        return (0.0,) * len(policies)
    chance, tries = Random(hand), _TRIES if kernel.compiled else _PLAIN_TRIES
    tried = [with_hands(seen, seat, hand, chance) for _ in range(tries)]
    every = [moment.position for moments in tried for moment in moments]
    return tuple(
        sum(log(_likelihood(moment.action, chosen[i :: len(seen)])) for i, moment in enumerate(seen))
        for chosen in Calls(rules, kernel).choices(every, policies)
    )


def _likelihood(action: int, chosen: Sequence[int]) -> float:
    """How likely a kind of player does this, by what it chooses with each of some hands."""
    kind = action & ~63
    alike = sum(1 for one in chosen if one & ~63 == kind)
    abides = 1 - _ABIDES + (2 * _ABIDES - 1) * alike / len(chosen)
    if kind != layout.DISCARD_ACTION:
        return abides
    same = sum(1 for one in chosen if one == action)
    return abides * ((1 - _FOLLOWS) / _OTHERS + _FOLLOWS * same / max(1, alike))
