"""The chance of bulk deals: repeatable, the same in plain Python and compiled. Real games use ``hollygin.shuffle``.

A seed is a number of 62 bits, made of others by :func:`mix`; whoever knows it can deal the same cards
again. The generator is a lag-1 multiply-with-carry on words of 32 bits (the product stays below 2**63, so that
no machine integer overflows); its whole state is one integer. Both its period and that of the carry are about 2**61.
"""

from __future__ import annotations

WORD = 0xFFFFFFFF
WORDS = 1 << 32
_FACTOR = 1867632975  # _FACTOR * 2**32 - 1 and half of it less a half are prime


def _scramble(word: int) -> int:
    """A mixed word of 32 bits; one to one. Products are cut to 32 bits, which wrapping does not change."""
    word = (word ^ word >> 16) * 0x85EBCA6B & WORD
    word = (word ^ word >> 13) * 0xC2B2AE35 & WORD
    return word ^ word >> 16


def mix(seed: int, number: int) -> int:
    """The seed of part ``number`` (0 to 2**32 - 1) of what ``seed`` (below 2**62) stands for."""
    word = _scramble(number & WORD)
    low = _scramble((seed & WORD) ^ word)
    high = _scramble((seed >> 32) + word + low + 0x3C6EF372 & WORD)
    low = _scramble(low + high & WORD)
    return (high & 0x3FFFFFFF) << 32 | low


def next_state(state: int) -> int:
    """The state of the generator after ``state`` (from 1 on); its low word, mixed with the high one, is the draw."""
    return _FACTOR * (state & WORD) + (state >> 32)


def shuffle(cards: list[int], first: int, end: int, seed: int) -> None:
    """Shuffle ``cards[first:end]`` in place (Fisher-Yates). Over all seeds every order is equally likely.

    One word serves two swaps: its product with both bounds holds both choices. The few words that would favour
    some choices are drawn again.
    """
    state = seed + 1
    for i in range(end - 1, first, -2):
        bound = i - first + 1
        both = bound * (bound - 1)
        while True:
            state = _FACTOR * (state & WORD) + (state >> 32)
            product = ((state ^ state >> 32) & WORD) * bound
            one = first + (product >> 32)
            product = (product & WORD) * (bound - 1)
            two = first + (product >> 32)
            rest = product & WORD
            if rest >= both or rest >= WORDS % both:
                break
        card = cards[i]
        cards[i] = cards[one]
        cards[one] = card
        card = cards[i - 1]
        cards[i - 1] = cards[two]
        cards[two] = card
