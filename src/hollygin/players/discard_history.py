"""What the other player has shown of himself in the deal under way: his discards, and what he let lie."""

from __future__ import annotations

from typing import Final, NamedTuple

from hollygin.actions import Discard, Draw, Pass, Take
from hollygin.cards import Card
from hollygin.view import DealView

MOST: Final = 60
"""Of either list only so many of the last cards are kept."""


class Reading(NamedTuple):
    """The other player's discards and the cards that he let lie on the pile, oldest first."""

    thrown: tuple[Card, ...]
    passed: tuple[Card, ...]


def read_deal(deal: DealView) -> Reading:
    """What the other seat has done in the deal so far."""
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
    return Reading(tuple(thrown[-MOST:]), tuple(passed[-MOST:]))
