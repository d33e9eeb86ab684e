"""Deals as the positions and actions of the kernel, and its traces as the actions of a deal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from hollygin.actions import (
    DONE,
    DRAW,
    PASS,
    TAKE,
    Action,
    BigGin,
    Discard,
    Draw,
    Gin,
    Knock,
    LayDown,
    LayOff,
    Pass,
    Reshuffle,
    Take,
)
from hollygin.cards import CARDS, card_set
from hollygin.deal import Deal, Played
from hollygin.due import Phase, Seat
from hollygin.engine.numbers import layout
from hollygin.melds import Spread, best_defense, lay_off_all, union
from hollygin.view import DealView

_PHASES: Final = {
    Phase.UPCARD_OPENER: layout.UPCARD_OPENER,
    Phase.UPCARD_DEALER: layout.UPCARD_DEALER,
    Phase.MUST_DRAW: layout.MUST_DRAW,
    Phase.DRAW: layout.DRAW,
    Phase.LAST: layout.LAST,
    Phase.DISCARD: layout.DISCARD,
    Phase.END: layout.END_NOW,
}


def position_of(view: DealView) -> list[int]:
    """The position that a seat on turn sees, before a deal is ended; of the other hand it holds what is known.

    Raises ValueError where the seat has nothing to decide there.
    """
    if view.due is None or view.hand is None or view.phase not in _PHASES:
        raise ValueError("a position is of a seat on turn before the deal is ended")
    assert view.seat is not None
    known = known_cards(view.history, view.upcard)
    line = [0] * layout.POSITION_WIDTH
    line[layout.PHASE] = _PHASES[view.phase]
    line[layout.TURN] = view.seat
    line[layout.DEALER] = view.dealer
    line[layout.HAND + view.seat] = view.hand
    line[layout.HAND + 1 - view.seat] = known[1 - view.seat]
    line[layout.KNOWN], line[layout.KNOWN + 1] = known
    line[layout.PILE] = card_set(view.pile)
    line[layout.TOP] = -1 if view.taken is not None else view.pile[-1]
    line[layout.TAKEN] = -1 if view.taken is None else view.taken
    line[layout.END] = view.stock
    line[layout.TURNS] = view.turns
    line[layout.UPCARD] = view.upcard
    line[layout.THROWN] = -1
    return line


def known_cards(history: Sequence[Played], upcard: int) -> tuple[int, int]:
    """The cards in each hand that both players have seen go there: taken from the pile and not thrown since."""
    held = [0, 0]
    top = upcard
    for seat, action in history:
        if seat is None:
            continue
        if isinstance(action, Take):
            held[seat] |= 1 << top
        elif isinstance(action, Discard):
            top = action.card
            held[seat] &= ~(1 << top)
    return held[0], held[1]


def action_number(action: Action) -> int:
    """The number of an action before a deal is ended; the melds of an ending are left to the kernel.

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


def melds_of(sets: int, runs: int) -> Spread:
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

    Raises IllegalAction where an action of the trace breaks a rule.
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
    if deal.phase is not Phase.SPREAD:
        return
    reply = best_defense(deal.hands[deal.turn], deal.melds if deal.kind == "knock" else ())
    yield LayDown(reply.melds)
    if deal.kind == "knock":
        for card, meld in lay_off_all(deal.hands[deal.turn] & ~union(reply.melds), deal.melds):
            yield LayOff(card, meld)
        yield DONE
