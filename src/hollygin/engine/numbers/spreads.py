"""The melds that a knocker lays down: the least deadwood, and among these the fewest chances to lay off (R4.3)."""

from __future__ import annotations

from hollygin.engine.numbers.lookup import COUNT
from hollygin.kernel.arithmetic import LOW, SUIT
from hollygin.kernel.tables import POINTS, RUN


def best_spread(hand: int, unseen: int) -> tuple[int, int]:
    """The spread of a knocker who does not know the defender's hand, as the cards in sets and those in runs.

    Of the arrangements with the least deadwood it is the one on which the fewest points of ``unseen`` cards could
    be laid off. Among equals it has the fewest melds, then it is the first in ascending order. Runs are whole: neighbouring runs
    of a suit are one.
    """
    low = hand & LOW
    high = hand >> 26
    s = low & SUIT
    h = low >> 13
    d = high & SUIT
    c = high >> 13
    ranks = s & h & (d | c) | d & c & (s | h)
    torn = ranks & (RUN[s] | RUN[h] | RUN[d] | RUN[c])
    sets = hand & _of_ranks(ranks & ~torn)
    if torn == 0:
        return sets, runs_of(hand & ~sets)
    _, sets, runs = _choose(hand, sets, torn, unseen)
    return sets, runs


def _choose(hand: int, sets: int, torn: int, unseen: int) -> tuple[int, int, int]:
    """The best over the ranks in ``torn``, each a set or left with its runs: its price, sets and runs."""
    if torn == 0:
        runs = runs_of(hand & ~sets)
        return _price(hand, sets, runs, unseen), sets, runs
    rank = torn & -torn
    rest = torn ^ rank
    held = hand & _of_ranks(rank)
    best = _choose(hand, sets, rest, unseen)
    best = _better(best, _choose(hand, sets | held, rest, unseen))
    if held == _of_ranks(rank):
        for suit in range(4):
            best = _better(best, _choose(hand, sets | held & ~(rank << 13 * suit), rest, unseen))
    return best


def _of_ranks(ranks: int) -> int:
    """All cards of some ranks."""
    return ranks | ranks << 13 | ranks << 26 | ranks << 39


def runs_of(cards: int) -> int:
    """The cards that lie in a run of three or more."""
    return (
        RUN[cards & SUIT]
        | RUN[cards >> 13 & SUIT] << 13
        | RUN[cards >> 26 & SUIT] << 26
        | RUN[cards >> 39] << 39
    )


def _points(cards: int) -> int:
    return (
        POINTS[cards & SUIT] + POINTS[cards >> 13 & SUIT] + POINTS[cards >> 26 & SUIT] + POINTS[cards >> 39]
    )


def fourths_of(sets: int) -> int:
    """The cards that complete the sets of three."""
    ranks = (sets | sets >> 13 | sets >> 26 | sets >> 39) & SUIT
    return _of_ranks(ranks) & ~sets


def _price(hand: int, sets: int, runs: int, unseen: int) -> int:
    """Deadwood, then what could be laid off, then the number of melds, as one number."""
    left = _points(hand & ~(sets | runs))
    laid = fourths_of(sets) & unseen
    for suit in range(4):
        shift = 13 * suit
        own = runs >> shift & SUIT
        more = unseen >> shift & SUIT
        reach = own
        while True:
            further = reach | (reach << 1 | reach >> 1) & more
            if further == reach:
                break
            reach = further
        laid |= (reach & ~own) << shift
    starts = runs & ~(runs << 1 & ~_of_ranks(1))
    ranks = (sets | sets >> 13 | sets >> 26 | sets >> 39) & SUIT
    melds = COUNT[ranks]
    for suit in range(4):
        melds += COUNT[starts >> 13 * suit & SUIT]
    return left << 16 | _points(laid) << 4 | melds


def _better(one: tuple[int, int, int], two: tuple[int, int, int]) -> tuple[int, int, int]:
    """The cheaper of two spreads; at one price the one whose melds come first in ascending order."""
    if one[0] != two[0]:
        return one if one[0] < two[0] else two
    sets_one, runs_one = one[1], one[2]
    sets_two, runs_two = two[1], two[2]
    while sets_one | runs_one:
        first = least_meld(sets_one, runs_one)
        second = least_meld(sets_two, runs_two)
        if first != second:
            return one if first < second else two
        sets_one &= ~first
        runs_one &= ~first
        sets_two &= ~second
        runs_two &= ~second
    return one


def least_meld(sets: int, runs: int) -> int:
    """The meld that is the least number among those of a spread."""
    least = 1 << 52
    for rank in range(13):
        meld = sets & _of_ranks(1 << rank)
        if meld:
            least = min(least, meld)
    for suit in range(4):
        rest = runs & SUIT << 13 * suit
        if rest:
            low = rest & -rest
            least = min(least, (rest + low ^ rest) & rest)
    return least
