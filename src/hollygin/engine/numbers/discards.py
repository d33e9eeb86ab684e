"""Discards chosen by learned weights: what a card is worth in the hand, and what it gives away.

The value of throwing a loose card is the product of its features and the weights of the stage (see ``layout``). The card with the greatest value
goes. The weights are learned from deals played to their end, by ``hollygin.players.strong.tuning``.
"""

from __future__ import annotations

from hollygin.engine.numbers.layout import (
    ALL_OUTS,
    BY_RANK,
    LOOSE_OUTS,
    NEAR_KNOWN,
    NEAR_LIVE,
    NEAR_PAIRS,
    STAGE_WIDTH,
)
from hollygin.engine.numbers.lookup import CARD_POINTS, COUNT, NEIGHBOURS, RUN_PAIRS, SAME_RANK
from hollygin.engine.numbers.policies import DECK, lowest, outs
from hollygin.kernel.arithmetic import SUIT, deadwood
from hollygin.kernel.tables import LOOSE, RUN


def stage(turn: int) -> int:
    """The stage of a deal, 0 to 2, after ``turn`` turns of the player."""
    return 0 if turn < 2 else 1 if turn < 5 else 2


def loose_cards(hand: int) -> int:
    """The cards that a best arrangement leaves in no meld; if sets and runs conflict, those of every best one."""
    s = hand & SUIT
    h = hand >> 13 & SUIT
    d = hand >> 26 & SUIT
    c = hand >> 39
    sets = s & h & (d | c) | d & c & (s | h)
    keep = SUIT
    if sets:
        torn = sets & (RUN[s] | RUN[h] | RUN[d] | RUN[c])
        keep ^= sets & ~torn
        if torn:
            return _loose_somewhere(hand, hand & (keep | keep << 13 | keep << 26 | keep << 39))
    return LOOSE[s & keep] | LOOSE[h & keep] << 13 | LOOSE[d & keep] << 26 | LOOSE[c & keep] << 39


def _loose_somewhere(hand: int, rest: int) -> int:
    """Those cards of ``rest`` without which a hand has less deadwood by their points."""
    whole = deadwood(hand)
    loose = 0
    while rest:
        bit = rest & -rest
        rest ^= bit
        if deadwood(hand ^ bit) == whole - CARD_POINTS[lowest(bit)]:
            loose |= bit
    return loose


def count(cards: int) -> int:
    """The number of cards in a set."""
    return COUNT[cards & SUIT] + COUNT[cards >> 13 & SUIT] + COUNT[cards >> 26 & SUIT] + COUNT[cards >> 39]


def pairs_with(cards: int, card: int) -> int:
    """How many pairs of some cards would form a meld with one that is not among them."""
    same = count(cards & SAME_RANK[card])
    suit = card // 13
    rank = card - 13 * suit
    return RUN_PAIRS[(cards >> 13 * suit & SUIT) << 2 >> rank & 31] + (same * (same - 1) >> 1)


def weighs(
    hand: int,
    kept: int,
    least: int,
    card: int,
    dead: int,
    known: int,
    turn: int,
    policies: list[int],
    weights: int,
) -> tuple[int, int]:
    """The discard by the weights at ``policies[weights]``: the deadwood left and the card.

    ``kept`` may not go. ``least`` and ``card`` are the discard that leaves least, which goes if no loose card may. ``dead`` are
    the cards in the pile, ``known`` those known to be in the opponent's hand. ``turn`` counts the player's turns before this one.
    """
    loose = loose_cards(hand)
    rest = loose & ~kept
    if rest == 0:
        return least, card
    at = weights + STAGE_WIDTH * stage(turn)
    best = -1 << 40
    while rest:
        bit = rest & -rest
        rest ^= bit
        one = lowest(bit)
        worth = worth_of_throwing(hand, loose, one, dead, known, policies, at)
        if worth > best:
            best = worth
            card = one
    return deadwood(hand & ~(1 << card)), card


def worth_of_throwing(
    hand: int, loose: int, card: int, dead: int, known: int, policies: list[int], at: int
) -> int:
    """The value of throwing a card of a hand, by the weights of a stage at ``policies[at]``; :func:`weighs` compares it."""
    unseen = DECK & ~(hand | dead)
    live = unseen & ~known
    bit = 1 << card
    worth = (
        policies[at + BY_RANK + card % 13]
        + policies[at + LOOSE_OUTS] * outs(loose & ~bit, live)
        + policies[at + ALL_OUTS] * outs(hand ^ bit, live)
        + policies[at + NEAR_LIVE] * count(NEIGHBOURS[card] & live)
        + policies[at + NEAR_PAIRS] * pairs_with(unseen, card)
    )
    if known:
        worth += policies[at + NEAR_KNOWN] * count(NEIGHBOURS[card] & known)
    return worth


def discard_features(
    hand: int, loose: int, card: int, dead: int, known: int, features: list[int], at: int
) -> None:
    """What the weights of throwing a card are for, STAGE_WIDTH numbers: ``worth_of_throwing`` is their product."""
    unseen = DECK & ~(hand | dead)
    live = unseen & ~known
    bit = 1 << card
    for i in range(13):
        features[at + i] = 0
    features[at + BY_RANK + card % 13] = 1
    features[at + LOOSE_OUTS] = outs(loose & ~bit, live)
    features[at + ALL_OUTS] = outs(hand ^ bit, live)
    features[at + NEAR_LIVE] = count(NEIGHBOURS[card] & live)
    features[at + NEAR_PAIRS] = pairs_with(unseen, card)
    features[at + NEAR_KNOWN] = count(NEIGHBOURS[card] & known)
