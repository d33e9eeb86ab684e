"""Tables that the rules do not need: over the sets of cards of one suit, over the 52 cards, and an exponential."""

from __future__ import annotations

from math import exp


def rank_points(card: int) -> int:
    """The points of a card (R1.1)."""
    return min(10, card % 13 + 1)


def others_of_rank(card: int) -> int:
    """The other three cards of a card's rank."""
    return sum(1 << 13 * suit + card % 13 for suit in range(4)) & ~(1 << card)


def neighbours(card: int) -> int:
    """The cards that could lie in one meld with a card: those of its rank, and one or two away in its suit."""
    rank, suit = card % 13, card // 13
    near = sum(1 << 13 * suit + other for other in range(13) if 0 < abs(other - rank) <= 2)
    return others_of_rank(card) | near


def dearer(card: int) -> int:
    """The cards with more points than a card."""
    return sum(1 << other for other in range(52) if rank_points(other) > rank_points(card))


def pairs_around(window: int) -> int:
    """How many pairs of five neighbours in a suit (bit 2 the middle one) form a run with the middle one."""
    return (window & 3 == 3) + (window & 10 == 10) + (window & 24 == 24)


COUNT: list[int] = [suit.bit_count() for suit in range(8192)]
CARD_POINTS: list[int] = [rank_points(card) for card in range(52)]
SAME_RANK: list[int] = [others_of_rank(card) for card in range(52)]
NEIGHBOURS: list[int] = [neighbours(card) for card in range(52)]
DEARER: list[int] = [dearer(card) for card in range(52)]
RUN_PAIRS: list[int] = [pairs_around(window) for window in range(32)]
EXPONENTIAL: list[int] = [round(exp(-i / 32) * (1 << 30)) for i in range(640)]
"""e to the power of -i / 32, times 2**30."""
