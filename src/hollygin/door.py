"""The public door to hands and melds. It takes cards as a person writes them.

Each function takes a set of cards as an ``int`` of 52 bits, as a :class:`Hand`, as text (``"Kc Qc Jc"``) or as an iterable of cards. It
raises TextError (``bad-card``, ``card-twice``) for anything else. The rules and the players work on plain ``int`` below it.
"""

from __future__ import annotations

from collections.abc import Iterator

from hollygin import kernel, melds
from hollygin.actions import parse_melds
from hollygin.cards import CARDS, Card, Cards, Hand, as_cards
from hollygin.melds import Arrangement, Defense, Melds


def deadwood(hand: Cards) -> int:
    """The least deadwood of a hand in points, over every arrangement of its cards."""
    return kernel.deadwood(as_cards(hand))


def arrangements(hand: Cards) -> tuple[Arrangement, ...]:
    """Every arrangement of a hand that leaves the least deadwood, the fewest melds first."""
    return melds.arrangements(as_cards(hand))


def best_arrangement(hand: Cards) -> Arrangement:
    """The first of :func:`arrangements`."""
    return melds.best_arrangement(as_cards(hand))


def best_spread(hand: Cards, seen: Cards = 0) -> Arrangement:
    """The best arrangement for a knocker: of those with the least deadwood, the one that invites the fewest layoffs.

    ``seen`` are the cards that the defender is known not to hold.
    """
    return melds.best_spread(as_cards(hand), as_cards(seen))


def best_defense(hand: Cards, spread: Melds | str = ()) -> Defense:
    """The defender's least deadwood against a spread, over melds and layoffs together (R4.5); no spread, no layoff."""
    return melds.best_defense(as_cards(hand), parse_melds(spread) if isinstance(spread, str) else spread)


def discards(hand: Cards, kept: Cards = 0) -> tuple[tuple[Card, int], ...]:
    """Every legal discard of eleven cards with the deadwood that it leaves in points, the best first.

    ``kept`` are cards that must stay, as the one just taken (R3.2). Among equals the highest rank comes first, then the suits in
    the order s h d c.
    """
    return melds.discards(as_cards(hand), as_cards(kept))


def best_discard(hand: Cards, kept: Cards = 0) -> tuple[int, Card]:
    """The deadwood that the first of :func:`discards` leaves, in points, and its card."""
    left, card = kernel.best_discard(as_cards(hand), as_cards(kept))
    return left, CARDS[card]


def iter_cards(cards: Cards) -> Iterator[Card]:
    """The cards of a set by suit (s h d c), then rank."""
    return iter(Hand(cards))


def text(cards: Cards) -> str:
    """The cards of a set as text, by suit, then rank: ``"4h 5h 6h 9c"``."""
    return str(Hand(cards))
