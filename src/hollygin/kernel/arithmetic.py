"""Deadwood, the best discard of eleven, and the defender's least deadwood.

Theory: a hand is four suits of 13 bits. Once the sets are chosen, the rest of each suit melds
best if every run of three or more is covered whole. So the deadwood is the sum of four
table look-ups. A rank held three or four times whose cards are in no run is melded as a set at
once. Only the ranks in conflict with a run branch: no set, all of them, or, of
four, all but one that stays with its run.

Everything here is integers and module tables, so that the same text runs as plain Python
and under a compiler.
"""

from __future__ import annotations

from hollygin.kernel.tables import DEADWOOD, HIGHEST, LOOSE, POINTS, RANK_POINTS, RUN

SUIT = 8191
LOW = 67108863


def points(hand: int) -> int:
    """The points of all cards of a set, melded or not (R1.1)."""
    return POINTS[hand & SUIT] + POINTS[hand >> 13 & SUIT] + POINTS[hand >> 26 & SUIT] + POINTS[hand >> 39]


def deadwood(hand: int) -> int:
    """The least deadwood of a hand in points, over every arrangement of its cards."""
    low = hand & LOW
    high = hand >> 26
    s = low & SUIT
    h = low >> 13
    d = high & SUIT
    c = high >> 13
    sets = s & h
    if sets:
        sets &= d | c
    pairs = d & c
    if pairs:
        sets |= pairs & (s | h)
    if sets == 0:
        return DEADWOOD[s] + DEADWOOD[h] + DEADWOOD[d] + DEADWOOD[c]
    torn = sets & (RUN[s] | RUN[h] | RUN[d] | RUN[c])
    keep = ~(sets & ~torn)
    if torn:
        return _least(s & keep, h & keep, d & keep, c & keep, torn)
    return DEADWOOD[s & keep] + DEADWOOD[h & keep] + DEADWOOD[d & keep] + DEADWOOD[c & keep]


def _least(s: int, h: int, d: int, c: int, torn: int) -> int:
    """The least deadwood if each rank in ``torn`` may be a set or stay with its runs."""
    if torn == 0:
        return DEADWOOD[s] + DEADWOOD[h] + DEADWOOD[d] + DEADWOOD[c]
    rank = torn & -torn
    rest = torn ^ rank
    keep = ~rank
    best = _least(s, h, d, c, rest)
    best = min(best, _least(s & keep, h & keep, d & keep, c & keep, rest))
    if s & h & d & c & rank:
        best = min(
            best,
            _least(s, h & keep, d & keep, c & keep, rest),
            _least(s & keep, h, d & keep, c & keep, rest),
            _least(s & keep, h & keep, d, c & keep, rest),
            _least(s & keep, h & keep, d & keep, c, rest),
        )
    return best


def best_discard(hand: int, kept: int) -> tuple[int, int]:
    """The discard that leaves the least deadwood.

    ``kept`` is the set of cards that may not go (the card just taken, R3.2), or 0. Returns the
    deadwood left in points and the card. Among equal discards the highest rank goes, then
    the first suit of s h d c.
    """
    low = hand & LOW
    high = hand >> 26
    s = low & SUIT
    h = low >> 13
    d = high & SUIT
    c = high >> 13
    sets = s & h
    if sets:
        sets &= d | c
    pairs = d & c
    if pairs:
        sets |= pairs & (s | h)
    if sets == 0:
        found = _loosest(s, h, d, c, kept)
    else:
        torn = sets & (RUN[s] | RUN[h] | RUN[d] | RUN[c])
        keep = ~(sets & ~torn)
        found = _least_discard(s & keep, h & keep, d & keep, c & keep, torn, kept)
    if found < 0:
        return _any_discard(hand, kept)
    return found >> 6, (found & 3) * 13 + 12 - (found >> 2 & 15)


def _least_discard(s: int, h: int, d: int, c: int, torn: int, kept: int) -> int:
    """The least of :func:`_loosest` if each rank in ``torn`` may be a set or stay with its runs."""
    if torn == 0:
        return _loosest(s, h, d, c, kept)
    rank = torn & -torn
    rest = torn ^ rank
    keep = ~rank
    best = _least_discard(s, h, d, c, rest, kept)
    best = min(best, _least_discard(s & keep, h & keep, d & keep, c & keep, rest, kept))
    if s & h & d & c & rank:
        best = min(
            best,
            _least_discard(s, h & keep, d & keep, c & keep, rest, kept),
            _least_discard(s & keep, h, d & keep, c & keep, rest, kept),
            _least_discard(s & keep, h & keep, d, c & keep, rest, kept),
            _least_discard(s & keep, h & keep, d & keep, c, rest, kept),
        )
    return best


def _loosest(s: int, h: int, d: int, c: int, kept: int) -> int:
    """Discarding the highest loose card that may go: ``deadwood << 6 | 12 - rank << 2 | suit``.

    Negative if no loose card may go. Then a melded card may be the best one to throw,
    and the caller must try them all.
    """
    s = LOOSE[s]
    h = LOOSE[h]
    d = LOOSE[d]
    c = LOOSE[c]
    total = POINTS[s] + POINTS[h] + POINTS[d] + POINTS[c]
    if kept:
        s &= ~kept
        h &= ~(kept >> 13)
        d &= ~(kept >> 26)
        c &= ~(kept >> 39)
    loose = s | h | d | c
    if loose == 0:
        return -1
    top = HIGHEST[loose]
    bit = 1 << top
    suit = 0 if s & bit else 1 if h & bit else 2 if d & bit else 3
    return total - RANK_POINTS[top] << 6 | 12 - top << 2 | suit


def _any_discard(hand: int, kept: int) -> tuple[int, int]:
    """The best discard by trying every card that may go."""
    best = 1 << 20
    for rank in range(12, -1, -1):
        for suit in range(4):
            card = rank + 13 * suit
            if hand >> card & 1 and not kept >> card & 1:
                found = deadwood(hand & ~(1 << card)) << 6 | card
                if found >> 6 < best >> 6:
                    best = found
    return best >> 6, best & 63


def deadwood_after_layoff(hand: int, runs: int, fourths: int) -> int:
    """The defender's least deadwood over own melds and layoffs together (R4.5).

    ``runs`` is the union of the knocker's runs, ``fourths`` the set of the cards that
    complete the knocker's sets of three. Both are 0 if nothing may be laid off (gin).
    """
    s = hand & SUIT
    h = hand >> 13 & SUIT
    d = hand >> 26 & SUIT
    c = hand >> 39
    ks = runs & SUIT
    kh = runs >> 13 & SUIT
    kd = runs >> 26 & SUIT
    kc = runs >> 39
    sets = s & h & (d | c) | d & c & (s | h)
    torn = sets & (RUN[s | ks] & s | RUN[h | kh] & h | RUN[d | kd] & d | RUN[c | kc] & c)
    keep = ~(sets & ~torn)
    return _least_laid(s & keep, h & keep, d & keep, c & keep, torn, ks, kh, kd, kc, ~fourths)


def _least_laid(
    s: int, h: int, d: int, c: int, torn: int, ks: int, kh: int, kd: int, kc: int, free: int
) -> int:
    """As :func:`_least`, with the knocker's runs to join and the ``fourths`` gone from ``free``."""
    if torn == 0:
        return (
            POINTS[s & ~RUN[s | ks] & free]
            + POINTS[h & ~RUN[h | kh] & free >> 13]
            + POINTS[d & ~RUN[d | kd] & free >> 26]
            + POINTS[c & ~RUN[c | kc] & free >> 39]
        )
    rank = torn & -torn
    rest = torn ^ rank
    keep = ~rank
    best = _least_laid(s, h, d, c, rest, ks, kh, kd, kc, free)
    best = min(best, _least_laid(s & keep, h & keep, d & keep, c & keep, rest, ks, kh, kd, kc, free))
    if s & h & d & c & rank:
        best = min(
            best,
            _least_laid(s, h & keep, d & keep, c & keep, rest, ks, kh, kd, kc, free),
            _least_laid(s & keep, h, d & keep, c & keep, rest, ks, kh, kd, kc, free),
            _least_laid(s & keep, h & keep, d, c & keep, rest, ks, kh, kd, kc, free),
            _least_laid(s & keep, h & keep, d & keep, c, rest, ks, kh, kd, kc, free),
        )
    return best
