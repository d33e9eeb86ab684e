"""The features of a hand: loose cards, outs, the neighbours of a card, and the value of each discard by learned weights."""

from __future__ import annotations

from collections.abc import Sequence

from hollygin.cards import Card, iter_cards
from hollygin.engine.numbers import discards, lookup
from hollygin.engine.numbers.discards import loose_cards, pairs_with
from hollygin.engine.numbers.layout import STAGE_WIDTH
from hollygin.engine.numbers.policies import outs

__all__ = ["discard_worths", "loose_cards", "neighbours", "outs", "pairs_with"]


def neighbours(card: int) -> int:
    """The cards that could lie in one meld with a card: those of its rank, and one or two away in its suit."""
    return lookup.NEIGHBOURS[card]


def discard_worths(
    hand: int, kept: int, dead: int, known: int, turns: int, weights: Sequence[int]
) -> list[tuple[Card, int]]:
    """The value of throwing each card of a hand but those ``kept``, in the unit of the weights.

    ``dead`` are the cards in the pile, ``known`` those known to be in the opponent's hand. ``turns`` counts the player's turns before this one.
    """
    loose = loose_cards(hand)
    at = STAGE_WIDTH * discards.stage(turns)
    line = list(weights)
    return [
        (card, discards.worth_of_throwing(hand, loose, card, dead, known, line, at))
        for card in iter_cards(hand & ~kept)
    ]
