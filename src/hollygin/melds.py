"""Melds, spreads and layoffs: the arrangements behind the numbers of the kernel.

A meld is the set of its cards, as an ``int``; a spread is a tuple of disjoint melds. If the
order of a spread has no meaning, it is ascending, so that equal spreads compare equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from hollygin import kernel
from hollygin.cards import CARDS, DECK, Card, iter_cards, text

Meld = int
Melds = tuple[Meld, ...]


def _every_meld() -> Iterator[Meld]:
    for rank in range(13):
        for size in (3, 4):
            for suits in combinations(range(4), size):
                yield sum(1 << 13 * suit + rank for suit in suits)
    for suit in range(4):
        for length in range(3, 14):
            for low in range(14 - length):
                yield ((1 << length) - 1) << 13 * suit + low


MELDS: Final[tuple[Meld, ...]] = tuple(_every_meld())
"""All melds of the deck: 65 sets and 264 runs."""

_MELD_SET: Final = frozenset(MELDS)


def is_meld(cards: int) -> bool:
    """Whether a set of cards is one meld."""
    return cards in _MELD_SET


def is_run(meld: Meld) -> bool:
    """Whether a meld is a run; a set otherwise."""
    return bool(meld & meld >> 1)


_MELDS_FROM: Final = tuple(tuple(m for m in MELDS if m & -m == card.bit) for card in CARDS)
"""The melds by their lowest card (by index)."""
_RANK_CARDS: Final = tuple(sum(1 << 13 * suit + rank for suit in range(4)) for rank in range(13))
_RUN_STARTS: Final = sum(card.bit for card in CARDS if card.rank < 11)
"""The cards that a run can begin with."""


def _held(hand: int) -> dict[int, list[Meld]]:
    """The melds of a hand, by the set of their lowest card alone."""
    starts = hand & hand >> 1 & hand >> 2 & _RUN_STARTS
    one, two, three, four = hand, hand >> 13, hand >> 26, hand >> 39
    ranks = (one & two & (three | four) | three & four & (one | two)) & 8191
    while ranks:
        starts |= hand & _RANK_CARDS[(ranks & -ranks).bit_length() - 1]
        ranks &= ranks - 1
    held = {}
    while starts:
        low = starts & -starts
        starts ^= low
        found = [meld for meld in _MELDS_FROM[low.bit_length() - 1] if meld & ~hand == 0]
        if found:
            held[low] = found
    return held


_meld_text = lru_cache(maxsize=1024)(text)


def union(spread: Iterable[Meld]) -> int:
    """All cards of a spread."""
    cards = 0
    for meld in spread:
        cards |= meld
    return cards


def melds_text(spread: Iterable[Meld]) -> str:
    """A spread as text: ``"4h 5h 6h / 9s 9d 9c"``."""
    return " / ".join(map(_meld_text, spread))


@lru_cache(maxsize=4096)
def spreads(hand: int, most: int) -> tuple[Melds, ...]:
    """Every spread of a hand that leaves at most ``most`` points of deadwood (R4.3).

    Spreads are ascending tuples, the least deadwood first, then the fewest melds.
    """
    held = _held(hand)
    melded = union(meld for melds in held.values() for meld in melds)
    found: list[tuple[int, int, Melds]] = []
    ways: list[tuple[int, int, Melds]] = [(melded, kernel.points(hand & ~melded), ())]
    while ways:
        rest, points, chosen = ways.pop()
        if points > most:
            continue
        if not rest:
            found.append((points, len(chosen), tuple(sorted(chosen))))
            continue
        low = rest & -rest
        ways.extend(
            (rest & ~meld, points, (*chosen, meld)) for meld in held.get(low, ()) if meld & ~rest == 0
        )
        ways.append((rest ^ low, points + kernel.points(low), chosen))
    return tuple(spread for _, _, spread in sorted(found))


class Arrangement(NamedTuple):
    """A hand laid out: its melds, the cards in none, and their points."""

    melds: Melds
    deadwood_cards: int
    points: int


def arrangements(hand: int) -> tuple[Arrangement, ...]:
    """Every arrangement of a hand that leaves the least deadwood.

    A run of six is one meld of six, and also two of three. Both are listed, the fewest
    melds first.
    """
    least = kernel.deadwood(hand)
    return tuple(Arrangement(spread, hand & ~union(spread), least) for spread in spreads(hand, least))


def best_arrangement(hand: int) -> Arrangement:
    """The first of :func:`arrangements`: the least deadwood in the fewest melds."""
    return arrangements(hand)[0]


def discards(hand: int, kept: int = 0) -> tuple[tuple[Card, int], ...]:
    """Every legal discard of eleven cards, with the deadwood it leaves in points; the best first.

    ``kept`` is the set of cards that must stay (R3.2). Among equals the highest rank
    comes first, then the suits in the order s h d c.
    """
    ways = ((card, kernel.deadwood(hand & ~card.bit)) for card in iter_cards(hand & ~kept))
    return tuple(sorted(ways, key=lambda way: (way[1], -way[0].rank, way[0].suit)))


# Layoff (R4.4)


def fits(meld: Meld) -> int:
    """The cards that can be laid off next on a meld, with the layoffs on it so far.

    The missing card of a set of three; the card before and the card after a run.
    """
    low, high = CARDS[(meld & -meld).bit_length() - 1], CARDS[meld.bit_length() - 1]
    if is_run(meld):
        return (low.bit >> 1 if low.rank > 0 else 0) | (high.bit << 1 if high.rank < 12 else 0)
    return _RANK_CARDS[low.rank] & ~meld


def layoff_targets(spread: Iterable[Meld], card: int) -> tuple[int, ...]:
    """The positions in a spread of the melds that a card fits now."""
    return tuple(i for i, meld in enumerate(spread) if fits(meld) >> card & 1)


class Layoff(NamedTuple):
    """A card laid off, and the knocker's meld that it joins, as it was spread."""

    card: Card
    meld: Meld


class Defense(NamedTuple):
    """What a defender lays down: their own melds, layoffs in a legal order, and the points left."""

    melds: Melds
    layoffs: tuple[Layoff, ...]
    deadwood: int


def lay_off_all(cards: int, spread: Melds) -> tuple[Layoff, ...]:
    """As many of ``cards`` as can be laid off on a spread, chains included.

    A card that fits a set and a run goes to the run, where the next card may follow it.
    """
    extended = list(spread)
    order = sorted(range(len(spread)), key=lambda i: not is_run(spread[i]))
    laid: list[Layoff] = []
    before = -1
    while len(laid) != before:
        before = len(laid)
        for i in order:
            while ready := fits(extended[i]) & cards:
                low = ready & -ready
                extended[i] |= low
                cards &= ~low
                laid.append(Layoff(CARDS[low.bit_length() - 1], spread[i]))
    return tuple(laid)


def best_defense(hand: int, spread: Melds) -> Defense:
    """The defender's least deadwood against a spread, over melds and layoffs together (R4.5).

    ``spread`` is empty if the knocker has gin (no layoff). Among equals the fewest
    layoffs win, so that the defender's own melds stay whole.
    """
    found = (_defense(hand, own, spread) for own in spreads(hand, kernel.points(hand)))
    return min(found, key=lambda defense: (defense.deadwood, len(defense.layoffs)))


def _defense(hand: int, own: Melds, spread: Melds) -> Defense:
    rest = hand & ~union(own)
    laid = lay_off_all(rest, spread)
    return Defense(own, laid, kernel.points(rest) - sum(layoff.card.points for layoff in laid))


def least_after_layoff(hand: int, spread: Melds) -> int:
    """The points that :func:`best_defense` leaves. The kernel finds them without the arrangement."""
    runs = fourths = 0
    for meld in spread:
        if is_run(meld):
            runs |= meld
        else:
            fourths |= fits(meld)
    return kernel.deadwood_after_layoff(hand, runs, fourths)


def best_spread(hand: int, seen: int = 0) -> Arrangement:
    """The best arrangement for a knocker who does not know the defender's hand.

    It has the least deadwood. Among equals it is the one on which the fewest points of unseen cards
    could be laid off. ``seen`` are the cards that the defender is known not to hold.
    """
    unseen = DECK & ~hand & ~seen
    every = arrangements(hand)
    if len(every) == 1:
        return every[0]
    return min(every, key=lambda a: (_exposure(a.melds, unseen), len(a.melds)))


def _exposure(spread: Melds, unseen: int) -> int:
    """The points of the unseen cards that could be laid off on a spread, chains included."""
    return sum(layoff.card.points for layoff in lay_off_all(unseen, spread))
