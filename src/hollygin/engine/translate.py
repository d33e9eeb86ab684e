"""Actions as the numbers of the kernel, and its traces as the actions of a deal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hollygin.actions import (
    DONE,
    DRAW,
    PASS,
    TAKE,
    Action,
    BigGin,
    Defend,
    Discard,
    Draw,
    Gin,
    Knock,
    LayOff,
    Pass,
    Reshuffle,
    Take,
)
from hollygin.cards import CARDS
from hollygin.deal import Deal
from hollygin.due import Phase, Seat
from hollygin.engine.numbers import layout
from hollygin.melds import Melds, best_defense, lay_off_all, union


def action_number(action: Action) -> int:
    """The number of an action before a deal is ended. The kernel chooses the melds of an ending.

    Raises ValueError for any other action.
    """
    match action:
        case Pass():
            return layout.PASS_ACTION
        case Draw():
            return layout.DRAW_ACTION
        case Take():
            return layout.TAKE_ACTION
        case Discard(card):
            return layout.DISCARD_ACTION | card
        case Knock(card) | Gin(card) if card is not None:
            return layout.KNOCK_ACTION | card
        case BigGin():
            return layout.BIG_GIN_ACTION
    raise ValueError(f"no number for {action}")


def melds_of(sets: int, runs: int) -> Melds:
    """The melds of a spread that the kernel gives as cards in sets and cards in runs; ascending."""
    melds = []
    for rank in range(13):
        cards = sets & sum(1 << 13 * suit + rank for suit in range(4))
        if cards:
            melds.append(cards)
    for suit in range(4):
        rest = runs & 8191 << 13 * suit
        while rest:
            low = rest & -rest
            run = (rest + low ^ rest) & rest
            melds.append(run)
            rest ^= run
    return tuple(sorted(melds))


def replay(deal: Deal, trace: Sequence[int]) -> Deal:
    """A deal played on by a trace of the kernel, every action checked; the defender's best reply is added (R4.5).

    Raises IllegalAction if an action of the trace breaks a rule.
    """
    numbers = iter(trace)
    for number in numbers:
        seat: Seat | None = deal.turn
        kind, index = number & ~63, number & 63
        action: Action
        if kind == layout.RESHUFFLE_ACTION:
            seat, action = None, Reshuffle(tuple(CARDS[next(numbers)] for _ in range(index)))
        elif kind == layout.PASS_ACTION:
            action = PASS
        elif kind == layout.DRAW_ACTION:
            action = DRAW
        elif kind == layout.TAKE_ACTION:
            action = TAKE
        elif kind == layout.DISCARD_ACTION:
            action = Discard(CARDS[index])
        else:
            melds = melds_of(next(numbers), next(numbers))
            if kind == layout.BIG_GIN_ACTION:
                action = BigGin(melds)
            else:
                whole = union(melds) == deal.hands[deal.turn] & ~(1 << index)
                action = Gin(CARDS[index], melds) if whole else Knock(CARDS[index], melds)
        deal = deal.step(seat, action)
    for action in _replies(deal):
        deal = deal.step(deal.turn, action)
    return deal


def _replies(deal: Deal) -> Iterator[Action]:
    """What the defender does after an ending."""
    if deal.phase is not Phase.DEFENSE:
        return
    reply = best_defense(deal.hands[deal.turn], deal.spread if deal.ending == "knock" else ())
    yield Defend(reply.melds)
    if deal.ending == "knock":
        for card, meld in lay_off_all(deal.hands[deal.turn] & ~union(reply.melds), deal.spread):
            yield LayOff(card, meld)
        yield DONE
