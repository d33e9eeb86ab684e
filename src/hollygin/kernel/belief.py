"""What the other player may hold: hands drawn in proportion to how well they explain what he has done.

A hand has a likelihood, the exponential of a weighted sum of what can be counted of it beside his discards and the cards that he has let lie.
The weights are learned, by ``hollygin.players.tuning``, from true hands against others that could have been.
"""

from __future__ import annotations

from hollygin.kernel.arithmetic import deadwood
from hollygin.kernel.deals import spread_out
from hollygin.kernel.policies import DECK, lowest, may_meld, outs
from hollygin.kernel.randomness import mix, shuffle
from hollygin.kernel.tables import CARD_POINTS, EXPONENTIAL, NEIGHBOURS
from hollygin.kernel.weighing import count, loose_cards, stage

SIGNS = 18
"""How much is counted of a hand; the weights of a stage."""
SCALE_BITS = 8
"""Weights are in units of 1 / 32, times two to the power of this."""
RECENT = 2
MOST_DEADWOOD = 60


def count_signs(
    hand: int,
    known: int,
    dead: int,
    thrown: list[int],
    passed: list[int],
    base: int,
    many: int,
    signs: list[int],
    at: int,
) -> None:
    """Count what speaks for a hand and against it, SIGNS numbers.

    ``known`` are its cards that were taken from the pile, ``dead`` those in the pile; ``thrown`` lists its player's discards and ``passed``
    the cards that he let lie, oldest first, both from ``base`` on: ``many % 64`` of the first, ``many // 64`` of the others.
    """
    wood = min(deadwood(hand), MOST_DEADWOOD)
    loose = loose_cards(hand)
    signs[at] = wood
    signs[at + 1] = wood * wood >> 4
    signs[at + 2] = count(loose)
    signs[at + 3] = outs(hand, DECK & ~(hand | dead))
    for i in range(4, SIGNS):
        signs[at + i] = 0
    threw = many & 63
    for i in range(threw):
        card = thrown[base + i]
        age = 0 if i >= threw - RECENT else 1
        signs[at + 4 + age] += count(NEIGHBOURS[card] & hand)
        if may_meld(hand, card):
            signs[at + 6 + age] += 1
    let = many >> 6
    for i in range(let):
        card = passed[base + i]
        age = 0 if i >= let - RECENT else 1
        signs[at + 8 + age] += count(NEIGHBOURS[card] & hand)
        if may_meld(hand, card):
            signs[at + 10 + age] += 1
    signs[at + 12] = count(loose & known)
    rest = loose
    while rest:
        bit = rest & -rest
        rest ^= bit
        points = CARD_POINTS[lowest(bit)]
        if points == 10:
            signs[at + 13] += 1
        elif points <= 3:
            signs[at + 14] += 1
    rest = known
    while rest:
        bit = rest & -rest
        rest ^= bit
        signs[at + 15] += count(NEIGHBOURS[lowest(bit)] & hand)
    signs[at + 16] = 1 if wood <= 10 else 0
    signs[at + 17] = 1 if wood == 0 else 0


def likelihood(
    hand: int,
    known: int,
    dead: int,
    thrown: list[int],
    passed: list[int],
    many: int,
    weights: list[int],
    signs: list[int],
) -> int:
    """The logarithm of a hand's likelihood, times 32 and but for a constant; the rest as :func:`count_signs`."""
    count_signs(hand, known, dead, thrown, passed, 0, many, signs, 0)
    at = SIGNS * stage(many & 63)
    total = 0
    for i in range(SIGNS):
        total += weights[at + i] * signs[i]
    return total >> SCALE_BITS


def draw_hands(
    unseen: int,
    known: int,
    dead: int,
    thrown: list[int],
    passed: list[int],
    many: int,
    weights: list[int],
    shares: list[int],
    limits: list[int],
    seed: int,
    chain: int,
    settling: int,
    between: int,
    order: list[int],
    signs: list[int],
    hands: list[int],
    kinds: list[int],
) -> None:
    """Fill ``hands`` with hands of ten cards, the ``known`` and others of ``unseen``, by their likelihood, and ``kinds`` with who holds them.

    Kind k of player has a share ``shares[k]`` of 1024 beforehand, and would have knocked with ``limits[k]`` points or fewer (-1: with none).
    A random walk that changes one card at a time (Metropolis) gives ``chain`` hands, ``between`` steps apart, after ``settling`` steps
    from a hand at random; then another begins.
    """
    missing = 10 - count(known)
    mark = 0
    held = 0
    hand = 0
    end = 0
    for k in range(len(hands)):
        steps = between
        if k % chain == 0:
            end = spread_out(unseen, order, 0)
            shuffle(order, 0, end, mix(seed, k))
            hand = known
            for j in range(missing):
                hand |= 1 << order[j]
            mark = likelihood(hand, known, dead, thrown, passed, many, weights, signs)
            held = _held(shares, limits, deadwood(hand))
            steps = settling
        if missing and end > missing:
            walk = mix(seed, len(hands) + k)
            for step in range(steps):
                chance = mix(walk, step)
                i = (chance & 0xFFFF) * missing >> 16
                j = missing + ((chance >> 16 & 0xFFFF) * (end - missing) >> 16)
                other = hand ^ (1 << order[i] | 1 << order[j])
                new = likelihood(other, known, dead, thrown, passed, many, weights, signs)
                share = _held(shares, limits, deadwood(other))
                odds = EXPONENTIAL[max(0, min(mark - new, 639))]
                if (chance >> 32) * held < odds * share:
                    order[i], order[j] = order[j], order[i]
                    hand = other
                    mark = new
                    held = share
        hands[k] = hand
        wood = deadwood(hand)
        pick = mix(seed, 2 * len(hands) + k) % held
        kind = 0
        while kind < len(shares) - 1 and pick >= _share(shares[kind], wood, limits[kind]):
            pick -= _share(shares[kind], wood, limits[kind])
            kind += 1
        kinds[k] = kind
    shuffle(hands, 0, len(hands), mix(seed, 3 * len(hands)))
    shuffle(kinds, 0, len(kinds), mix(seed, 3 * len(hands)))


def _held(shares: list[int], limits: list[int], wood: int) -> int:
    """The shares of all kinds together that would hold a hand of so much deadwood."""
    held = 0
    for k in range(len(shares)):
        held += _share(shares[k], wood, limits[k])
    return held


def _share(share: int, wood: int, limit: int) -> int:
    """A kind's share, little where it would have knocked."""
    return share << 4 if wood > limit else share
