"""The decisions of a policy, from its numbers and what its seat knows (see ``layout``)."""

from __future__ import annotations

from hollygin.engine.numbers.lookup import CARD_POINTS, COUNT, NEIGHBOURS, SAME_RANK
from hollygin.kernel.arithmetic import LOW, SUIT, best_discard, deadwood
from hollygin.kernel.tables import HIGHEST, RUN

DECK = (1 << 52) - 1


def takes(hand: int, held: int, top: int, own: int, meld: int, drop: int, within: int) -> bool:
    """Whether a policy takes the card on the pile into ten cards of deadwood ``held``.

    ``own`` is its knock limit in this turn; the others are its numbers TAKE_MELD, TAKE_DROP and TAKE_WITHIN.
    """
    points = CARD_POINTS[top]
    melds = False
    if may_meld(hand, top):
        if meld:
            melds = deadwood(hand | 1 << top) < held + points
            if melds and meld == 1:
                return True
    elif (within == 0 or held + points - 10 > own) and points - 10 > -drop:
        return False  # a loose card more, and at most ten points thrown
    left, _ = best_discard(hand | 1 << top, 1 << top)
    return (melds and left < held) or (within != 0 and left <= own) or left <= held - drop


def may_meld(hand: int, card: int) -> bool:
    """Whether a card outside a hand forms a meld with cards of it."""
    same = hand & SAME_RANK[card]
    if same & (same - 1):
        return True
    suit = card // 13
    rank = card - 13 * suit
    return RUN[hand >> 13 * suit & SUIT | 1 << rank] >> rank & 1 != 0


def throws(
    hand: int,
    kept: int,
    least: int,
    dead: int,
    known: int,
    slack: int,
    weight: int,
    potential: int,
    danger: int,
) -> tuple[int, int]:
    """The discard of a policy that weighs more than deadwood: the deadwood left and the card.

    ``kept`` may not go, ``least`` is the least deadwood that a discard leaves, ``dead`` are the cards in the pile, ``known``
    those known to be in the opponent's hand. The others are its numbers SLACK to DANGER_WEIGHT.
    """
    live = DECK & ~(hand | dead | known)
    best = 1 << 40
    found = 0
    rest = hand & ~kept
    while rest:
        bit = rest & -rest
        rest ^= bit
        card = lowest(bit)
        left = deadwood(hand ^ bit)
        if left > least + slack:
            continue
        suit = card // 13
        price = weight * left - potential * outs(hand ^ bit, live)
        if danger:
            price += danger * _count(NEIGHBOURS[card] & known)
        order = price << 6 | 12 - (card - 13 * suit) << 2 | suit
        if order < best:
            best = order
            found = left << 6 | card
    return found >> 6, found & 63


def lowest(cards: int) -> int:
    """The first card of a set that is not empty."""
    low = cards & LOW
    if low:
        if low & SUIT:
            return HIGHEST[low & SUIT & -low]
        return 13 + HIGHEST[low >> 13 & -(low >> 13)]
    high = cards >> 26
    if high & SUIT:
        return 26 + HIGHEST[high & SUIT & -high]
    return 39 + HIGHEST[high >> 13 & -(high >> 13)]


def _count(cards: int) -> int:
    return COUNT[cards & SUIT] + COUNT[cards >> 13 & SUIT] + COUNT[cards >> 26 & SUIT] + COUNT[cards >> 39]


def outs(hand: int, live: int) -> int:
    """The outs of a hand: how many of the ``live`` cards would form a meld with two of its cards."""
    low = hand & LOW
    high = hand >> 26
    s = low & SUIT
    h = low >> 13
    d = high & SUIT
    c = high >> 13
    pairs = s & (h | d | c) | h & (d | c) | d & c
    return (
        COUNT[(_joins(s) | pairs) & live & SUIT]
        + COUNT[(_joins(h) | pairs) & live >> 13 & SUIT]
        + COUNT[(_joins(d) | pairs) & live >> 26 & SUIT]
        + COUNT[(_joins(c) | pairs) & live >> 39]
    )


def _joins(suit: int) -> int:
    """The cards of a suit that form a run with two cards of it (bits above the king too)."""
    near = suit & suit >> 1
    return near << 2 | near >> 1 | (suit & suit >> 2) << 1
