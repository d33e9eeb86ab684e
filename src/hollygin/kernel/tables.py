"""Tables over the 8,192 sets of cards of one suit: 13 bits, bit 0 the ace."""

from __future__ import annotations


def run_cover(suit: int) -> int:
    """The cards of a suit that lie in a run of three or more."""
    thirds = suit & suit >> 1 & suit >> 2
    return thirds | thirds << 1 | thirds << 2


def suit_points(suit: int) -> int:
    """The points of all cards of a suit (R1.1)."""
    return sum(min(10, rank + 1) for rank in range(13) if suit >> rank & 1)


RUN: list[int] = [run_cover(suit) for suit in range(8192)]
POINTS: list[int] = [suit_points(suit) for suit in range(8192)]
LOOSE: list[int] = [suit & ~RUN[suit] for suit in range(8192)]
DEADWOOD: list[int] = [POINTS[loose] for loose in LOOSE]
HIGHEST: list[int] = [suit.bit_length() - 1 for suit in range(8192)]
RANK_POINTS: list[int] = [min(10, rank + 1) for rank in range(13)]
