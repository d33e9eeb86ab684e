"""Cards, and sets of cards as integers.

A card is its index, ``13 * suit + rank``: suits in the order s h d c, ranks from the ace (0)
to the king (12). A set of cards (a hand, a meld, the cards seen) is a plain ``int`` of
52 bits: bit ``card`` is set if the card is in it.

>>> hand = parse_cards("4h 5h 6h 9c")
>>> print(hand, len(hand))
4h 5h 6h 9c 4
>>> parse_card("10c").points
10
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, Self, TypeAlias

from hollygin.errors import Fault, TextError, brief

RANKS: Final = "A23456789TJQK"
SUITS: Final = "shdc"
SYMBOLS: Final = "♠♥♦♣"
UNKNOWN_TEXT: Final = "??"

_FRENCH: Final = {"V": "J", "D": "Q", "R": "K"}
_SUIT_OF: Final = {sign: i % 4 for i, sign in enumerate(SUITS + SYMBOLS)}
_FRENCH_SUIT_OF: Final = {"p": 0, "k": 2, "t": 3}
"""Pique, carreau, trèfle; cœur has the letter of the English clubs."""
_VARIATIONS: Final = "\ufe0e\ufe0f"
"""Variation selectors: phones put them behind a suit sign to say how to draw it."""
_NUMBER_TYPES: Final = tuple("bcdoxX")
_SEPARATORS: Final = re.compile(r"[\s,]+")


Cards: TypeAlias = "int | str | Iterable[int | str]"
"""A set of cards at the public door: an ``int`` of 52 bits, a text, or an iterable of cards."""

_TEXTS: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)


class Card(int):
    """One of the 52 cards, from its index or its text; equal to its index, printed as rank and suit.

    Raises TextError (``bad-card``).
    """

    __slots__ = ()

    def __new__(cls, card: int | str) -> Self:
        """The card of an index, 0 to 51, or of a text."""
        if isinstance(card, str):
            card = parse_card(card)
        if not 0 <= card < 52:
            raise TextError(Fault("bad-card", params={"text": brief(card)}))
        return int.__new__(cls, card)

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

    def __format__(self, spec: str) -> str:
        return _formatted(self, spec)


class Hand(int):
    """A set of cards as a person reads it: an ``int`` of 52 bits that prints as its cards.

    It is made of text, of cards, or of another set, and goes wherever a set of cards goes. It has a length, is iterated
    over by suit, then rank, and ``|``, ``&`` and ``^`` of it are hands. The rules themselves work on plain ``int``.
    Raises TextError (``bad-card``, ``card-twice``).
    """

    __slots__ = ()

    def __new__(cls, cards: Cards = 0) -> Self:
        """A hand from any form of a set of cards; empty by default."""
        return int.__new__(cls, as_cards(cards))

    def __str__(self) -> str:
        return text(self)

    def __repr__(self) -> str:
        return f"Hand({text(self)!r})"

    def __format__(self, spec: str) -> str:
        return _formatted(self, spec)

    def __iter__(self) -> Iterator[Card]:
        return iter_cards(int(self))

    def __len__(self) -> int:
        return self.bit_count()

    def __contains__(self, card: int | str) -> bool:
        return bool(int(self) & Card(card).bit)

    def __or__(self, other: int) -> Hand:
        return Hand(int(self) | other)

    def __and__(self, other: int) -> Hand:
        return Hand(int(self) & other)

    def __xor__(self, other: int) -> Hand:
        return Hand(int(self) ^ other)

    __ror__, __rand__, __rxor__ = __or__, __and__, __xor__


def _formatted(value: Card | Hand, spec: str) -> str:
    """The text of cards in a width, or the bare number if the format is one of numbers (``d``, ``x``, …)."""
    return format(int(value) if spec[-1:] in _NUMBER_TYPES else str(value), spec)


CARDS: Final[tuple[Card, ...]] = tuple(Card(i) for i in range(52))
_BY_TEXT: Final = dict(zip(_TEXTS, CARDS, strict=True))
DECK: Final = (1 << 52) - 1


def parse_card(text: str, *, french: bool = False, among: str | None = None) -> Card:
    """Read one card: ``Kc``, ``10h``, ``th``, ``7♦``; with ``french`` also ``R♥``, ``VP``, ``10K``, ``7T``.

    The French suits are P C K T, the French court cards V D R. There C is hearts in French and clubs in English. The other cards
    of the text that it stands ``among`` tell which alphabet is meant, or else the rank: ``RC`` is K♥, ``KC`` is K♣.
    Raises TextError (``bad-card``, ``ambiguous-card``).
    """
    if not french and (known := _BY_TEXT.get(text)) is not None:
        return known
    sign = text.rstrip(_VARIATIONS)
    rank, letter = sign[:-1].upper(), sign[-1:].lower()
    written, rank = rank, "T" if rank == "10" else rank
    suit = _SUIT_OF.get(letter)
    if french and (rank in RANKS or rank in _FRENCH):
        if letter == "c":
            suit = _french_c(text, written, text if among is None else among)
        else:
            suit = _FRENCH_SUIT_OF.get(letter, suit)
        rank = _FRENCH.get(rank, rank)
    if suit is None or len(rank) != 1 or rank not in RANKS:
        raise TextError(Fault("bad-card", params={"text": text[:40]}))
    return CARDS[13 * suit + RANKS.index(rank)]


def _french_c(text: str, rank: str, among: str) -> int:
    """The suit that C means in a French text: hearts, or clubs in English. Raises TextError (``ambiguous-card``)."""
    letters = {word[-1:].lower() for word in _SEPARATORS.split(among.replace("/", " ")) if len(word) > 1}
    english, french = not letters.isdisjoint("shd"), not letters.isdisjoint(_FRENCH_SUIT_OF)
    if english == french:
        english, french = rank in "TJQK", rank in _FRENCH
    if english == french:
        params = {"text": text[:40], "hearts": f"{rank}h", "clubs": f"{rank}T"}
        raise TextError(Fault("ambiguous-card", params=params))
    return SUITS.index("c" if english else "h")


def parse_card_list(text: str, *, french: bool = False) -> tuple[Card, ...]:
    """Read distinct cards separated by blanks or commas, in their order.

    Raises TextError (``bad-card``, ``ambiguous-card``, ``card-twice``).
    """
    cards = tuple(parse_card(word, french=french, among=text) for word in _SEPARATORS.split(text) if word)
    seen = 0
    for card in cards:
        if seen & card.bit:
            raise TextError(Fault("card-twice", params={"card": str(card)}))
        seen |= card.bit
    return cards


def parse_cards(text: str, *, french: bool = False) -> Hand:
    """Read a set of cards; as :func:`parse_card_list`, without the order."""
    return Hand(card_set(parse_card_list(text, french=french)))


def as_cards(cards: Cards) -> int:
    """A set of cards as a plain ``int``, from any of its forms. Raises TextError (``bad-card``, ``card-twice``)."""
    if isinstance(cards, str):
        return card_set(parse_card_list(cards))
    if not isinstance(cards, int):
        return card_set(map(Card, cards))
    if not 0 <= cards <= DECK:
        raise TextError(Fault("bad-card", params={"text": brief(cards)}))
    return int(cards)


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
