"""What the opponent has shown in the deal under way: their discards, and the cards that they let lie."""

from __future__ import annotations

from typing import Final, NamedTuple

from hollygin.actions import Discard, Draw, Pass, Take
from hollygin.cards import Card
from hollygin.view import DealView

MOST: Final = 60
"""The most cards of either list; the last ones are kept."""


class DiscardHistory(NamedTuple):
    """The opponent's discards, and the cards that they let lie on the pile; oldest first."""

    thrown: tuple[Card, ...]
    passed: tuple[Card, ...]


def discard_history(deal: DealView, memory: int = MOST) -> DiscardHistory:
    """What the opponent has done in the deal so far; the last ``memory`` cards of either list, 1 to MOST."""
    thrown: list[Card] = []
    passed: list[Card] = []
    top: Card = deal.upcard
    passes = 0
    for seat, action in deal.history:
        other = seat is not None and seat != deal.seat
        match action:
            case Discard(card) if card is not None:
                top = card
                if other:
                    thrown.append(card)
            case Pass():
                passes += 1
                if other:
                    passed.append(top)
            case Draw():
                if other and passes != 2:
                    passed.append(top)
                passes = 0
            case Take():
                passes = 0
    most = min(memory, MOST)
    return DiscardHistory(tuple(thrown[-most:]), tuple(passed[-most:]))
