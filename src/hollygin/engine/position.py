"""One moment of a deal as its seat on turn sees it, in the form that the numbers take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from hollygin.actions import Discard, Take
from hollygin.cards import DECK, card_set
from hollygin.deal import Played
from hollygin.due import Phase, Seat
from hollygin.engine.compiling import Ints
from hollygin.engine.numbers import layout
from hollygin.view import DealView

PHASES: Final = {
    Phase.UPCARD_OPENER: layout.UPCARD_OPENER,
    Phase.UPCARD_DEALER: layout.UPCARD_DEALER,
    Phase.MUST_DRAW: layout.MUST_DRAW,
    Phase.DRAW: layout.DRAW,
    Phase.LAST: layout.LAST,
    Phase.DISCARD: layout.DISCARD,
    Phase.END: layout.END_NOW,
}
"""The number of each phase before a deal is ended."""


class Position(NamedTuple):
    """One moment of a deal; ``layout`` says the same of its numbers, in the same order.

    Sets of cards have 52 bits, a card is its index, -1 is none. ``hands`` and ``known`` are by seat: of a hidden hand a position may
    hold only what is known. The stock lies between ``next_card`` and ``stock_end`` of an order of cards; ``turns`` counts discards.
    """

    phase: int
    turn: Seat
    dealer: Seat
    hands: tuple[int, int]
    known: tuple[int, int]
    pile: int
    top: int
    taken: int
    next_card: int
    stock_end: int
    turns: int
    upcard: int
    thrown: int = -1

    def reshuffled(self, cards: int) -> Position:
        """The position after the pile, without its top card, became a stock of ``cards`` cards (R6.2)."""
        return self._replace(pile=1 << self.top, next_card=0, stock_end=cards, phase=layout.DRAW)

    def numbers(self) -> list[int]:
        """The position in one line of POSITION_WIDTH numbers."""
        phase, turn, dealer, hands, known, *rest = self
        return [phase, turn, dealer, *hands, *known, *rest, 0]

    @staticmethod
    def of(line: Sequence[int] | Ints) -> Position:
        """The position that a line of numbers says."""
        phase, turn, dealer, one, two, known_one, known_two, *rest, _ = map(int, line)
        return Position(phase, turn, dealer, (one, two), (known_one, known_two), *rest)

    @property
    def hand(self) -> int:
        """The hand of the seat on turn."""
        return self.hands[self.turn]

    @property
    def known_of_other(self) -> int:
        """The cards of the other hand that the seat on turn has seen go there."""
        return self.known[1 - self.turn]

    @property
    def unseen(self) -> int:
        """The cards that the seat on turn cannot place: in the stock or in the rest of the other hand."""
        return DECK & ~(self.hand | self.pile | self.known_of_other)

    def with_hand(self, seat: Seat, hand: int) -> Position:
        """The same position with another hand of a seat."""
        return self._replace(hands=(hand, self.hands[1]) if seat == 0 else (self.hands[0], hand))


def position_of(view: DealView) -> Position:
    """The position that a seat on turn sees, before a deal is ended.

    Of the other hand it holds what is known. Raises ValueError if the seat has nothing to decide there.
    """
    if view.due is None or view.hand is None or view.phase not in PHASES:
        raise ValueError("a position is of a seat on turn before the deal is ended")
    assert view.seat is not None
    known = known_cards(view.history, view.upcard)
    return Position(
        phase=PHASES[view.phase],
        turn=view.seat,
        dealer=view.dealer,
        hands=(view.hand, known[1]) if view.seat == 0 else (known[0], view.hand),
        known=known,
        pile=card_set(view.pile),
        top=-1 if view.taken is not None else view.pile[-1],
        taken=-1 if view.taken is None else view.taken,
        next_card=0,
        stock_end=view.stock,
        turns=view.turns,
        upcard=view.upcard,
    )


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
