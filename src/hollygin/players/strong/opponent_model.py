"""The opponent model: how likely each kind of player is, after the finished deals of a match.

Theory: Bayes' rule over a few kinds of player, each a policy with a prior share. The cards of a finished deal are open.
So each decision of the opponent can be put to every kind again, with the hand that the opponent had then. The hand is
known but for one thing: nobody saw which card came with which draw. It is rebuilt backwards from the final hand, a few
times, with a random choice at each draw. A kind is asked for its action in each of these hands. The likelihood of what
the opponent did is high if the kind does the same. It is never zero: a player of a kind strays from it now and then
(``_FOLLOWS``, ``_ABIDES``). The logarithms add up over decisions and deals, and with the priors they give the shares. No share
falls below ``_LEAST``, since a player who weighs each knock looks like one kind now and like another later. Decisions before a reshuffle
do not count, since thrown cards may come back. Deals with cards that nobody saw tell nothing.
"""

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
"""How many times the hands are rebuilt, since nobody saw which card came with which draw."""
_FOLLOWS: Final = 0.6
"""How often a player throws the very card that their kind would throw; else it may be any."""
_ABIDES: Final = 0.9
"""How often a player takes, draws, ends the deal or plays on as their kind would."""
_OTHERS: Final = 8
"""The number of cards that a player may throw instead."""
_LEAST: Final = 8
"""The least share of a kind, out of 1024."""


class Moment(NamedTuple):
    """A decision: the position as its player saw it, with a hand that the player may have had, and the number of the action."""

    position: Position
    action: int


def shares_of_kinds(
    kernel: Kernel, rules: Rules, kinds: Sequence[Kind], lines: Sequence[Line], seat: Seat
) -> list[int]:
    """How likely each kind of player is for ``seat`` after some deals of a match, out of 1024."""
    if len(kinds) == 1:
        return [1024]
    policies = tuple(kind.policy for kind in kinds)
    evidence = [_likenesses(kernel, rules, policies, line, seat) for line in lines]
    logs = [log(kind.share) + sum(one[i] for one in evidence) for i, kind in enumerate(kinds)]
    odds = [exp(one - max(logs)) for one in logs]
    return [max(_LEAST, round(1024 * one / sum(odds))) for one in odds]


def final_hand(line: Line, seat: Seat) -> int:
    """The cards that a seat held when the deal ended; of a knocker without the card put face down."""
    hand, facts = line.hands[seat], line.facts
    if not isinstance(facts, Showdown):
        return hand
    if seat == facts.knocker:
        return hand | union(facts.spread)
    return hand | union(facts.defense) | card_set(layoff.card for layoff in facts.layoffs)


def decisions(kernel: Kernel, rules: Rules, line: Line, seat: Seat) -> list[Moment]:
    """The decisions of a seat in a finished deal, in order, since the last reshuffle. Their positions lack the hand."""
    calls = Calls(rules, kernel)
    position = calls.deal_out([*range(20), line.upcard], line.dealer)
    found: list[Moment] = []
    for who, action in line.history:
        if isinstance(action, Reshuffle):
            position = position.reshuffled(len(action.cards))
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
    """The same decisions with hands that led to the final one. Each drawn card is a random one of those that did not come from the pile."""
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
    """The log-likelihood of a seat's decisions in a deal for each policy; 0 for all if the deal is not wholly known."""
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
    """The likelihood of an action for a kind of player, by what the kind chooses with each of some hands."""
    kind = action & ~63
    alike = sum(1 for one in chosen if one & ~63 == kind)
    abides = 1 - _ABIDES + (2 * _ABIDES - 1) * alike / len(chosen)
    if kind != layout.DISCARD_ACTION:
        return abides
    same = sum(1 for one in chosen if one == action)
    return abides * ((1 - _FOLLOWS) / _OTHERS + _FOLLOWS * same / max(1, alike))
