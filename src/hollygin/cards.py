"""Cards, and sets of cards as integers.

A card is its index, ``13 * suit + rank``: suits in the order s h d c, ranks from the ace (0)
to the king (12). A set of cards (a hand, a meld, the cards seen) is a plain ``int`` of
52 bits: bit ``card`` is set if the card is in it.

>>> hand = parse_cards("4h 5h 6h 9c")
>>> text(hand)
'4h 5h 6h 9c'
>>> parse_card("10c").points
10
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from hollygin.errors import Fault, TextError

RANKS: Final = "A23456789TJQK"
SUITS: Final = "shdc"
SYMBOLS: Final = "♠♥♦♣"
UNKNOWN_TEXT: Final = "??"

_FRENCH: Final = {"V": "J", "D": "Q", "R": "K"}
_SUIT_OF: Final = {sign: i % 4 for i, sign in enumerate(SUITS + SYMBOLS)}
_VARIATIONS: Final = "\ufe0e\ufe0f"
"""Variation selectors: phones put them behind a suit sign to say how to draw it."""
_SEPARATORS: Final = re.compile(r"[\s,]+")


_TEXTS: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)


class Card(int):
    """One of the 52 cards; equal to its index, printed as rank and suit."""

    __slots__ = ()

    @property
    def rank(self) -> int:
        """0 for the ace (R1.1: low only) to 12 for the king."""
        return self % 13

    @property
    def suit(self) -> int:
        """0 to 3 for spades, hearts, diamonds, clubs."""
        return self // 13

    @property
    def points(self) -> int:
        """Points as deadwood (R1.1): ace 1, court cards 10."""
        return min(10, self % 13 + 1)

    @property
    def bit(self) -> int:
        """The set of this card alone."""
        return 1 << self

    def __str__(self) -> str:
        return _TEXTS[self]

    __repr__ = __str__


CARDS: Final[tuple[Card, ...]] = tuple(Card(i) for i in range(52))
_BY_TEXT: Final = dict(zip(_TEXTS, CARDS, strict=True))
DECK: Final = (1 << 52) - 1


def parse_card(text: str, *, french: bool = False) -> Card:
    """Read one card: ``Kc``, ``10h``, ``th``, ``7♦``; with ``french`` also ``R♥``, ``Vs``, ``Dc``.

    Raises TextError (``bad-card``).
    """
    if not french and (known := _BY_TEXT.get(text)) is not None:
        return known
    sign = text.rstrip(_VARIATIONS)
    rank, suit = sign[:-1].upper(), _SUIT_OF.get(sign[-1:].lower())
    rank = "T" if rank == "10" else rank
    if french:
        rank = _FRENCH.get(rank, rank)
    if suit is None or len(rank) != 1 or rank not in RANKS:
        raise TextError(Fault("bad-card", params={"text": text[:40]}))
    return CARDS[13 * suit + RANKS.index(rank)]


def parse_card_list(text: str, *, french: bool = False) -> tuple[Card, ...]:
    """Read distinct cards separated by blanks or commas, in their order.

    Raises TextError (``bad-card``, ``card-twice``).
    """
    cards = tuple(parse_card(word, french=french) for word in _SEPARATORS.split(text) if word)
    seen = 0
    for card in cards:
        if seen & card.bit:
            raise TextError(Fault("card-twice", params={"card": str(card)}))
        seen |= card.bit
    return cards


def parse_cards(text: str, *, french: bool = False) -> int:
    """Read a set of cards; as :func:`parse_card_list`, without the order."""
    return card_set(parse_card_list(text, french=french))


def card_set(cards: Iterable[int]) -> int:
    """The set of the given cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def iter_cards(mask: int) -> Iterator[Card]:
    """The cards of a set by suit (s h d c), then rank."""
    while mask:
        low = mask & -mask
        yield CARDS[low.bit_length() - 1]
        mask ^= low


def card_text(card: int | None) -> str:
    """One card as text; ``??`` if it is unknown."""
    return UNKNOWN_TEXT if card is None else str(CARDS[card])


def text(mask: int) -> str:
    """The cards of a set as text, by suit, then rank: ``"4h 5h 6h 9c"``."""
    return " ".join([_TEXTS[card] for card in iter_cards(mask)])
