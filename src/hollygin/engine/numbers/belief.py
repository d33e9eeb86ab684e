"""The belief: hands of the opponent, sampled by how well they explain what the opponent has done.

Theory: an exponential family, sampled by a Markov chain. For each kind of player, a hand has a likelihood that is the
exponential of a weighted sum of its features. The features compare the hand with the opponent's discards and with the cards
that they let lie: deadwood, outs, neighbours of thrown and passed cards, loose cards that would have been thrown first. A deal
has stages with weights of their own. A hand with which the kind would have knocked has about a sixteenth of its likelihood. The weights are learned
(``hollygin.players.strong.tuning``), so that sampled hands have the same features on average as true ones, which makes the
likelihood of the true hands greatest.

There are far too many hands to add up their likelihoods. Metropolis' rule needs only ratios: from a random hand, swap one
unknown card for an unseen one; keep the swap if it is likelier, and else with the ratio of the likelihoods as its chance.
After the burn-in the chain visits hands by their likelihood. It gives several hands, some steps apart, so that they
differ. Each chain keeps to one kind of player, drawn by the shares of the kinds, since ratios between kinds are unknown.
Logarithms are whole numbers and the exponential is a table, so plain Python and compiled code agree exactly.
"""

from __future__ import annotations

from hollygin.engine.numbers.deals import spread_out
from hollygin.engine.numbers.discards import count, loose_cards
from hollygin.engine.numbers.layout import KNOCK_EARLY, KNOCK_LATE, KNOCK_TURNS
from hollygin.engine.numbers.lookup import CARD_POINTS, DEARER, EXPONENTIAL, NEIGHBOURS
from hollygin.engine.numbers.policies import DECK, lowest, may_meld, outs
from hollygin.engine.numbers.randomness import mix, shuffle
from hollygin.kernel.arithmetic import deadwood

FEATURES = 20
"""The number of features of a hand, and of weights in a stage."""
STAGES = 7
KIND_WIDTH = STAGES * FEATURES
"""The number of weights of a kind of player."""
SCALE_BITS = 8
"""Weights are in units of 1 / 32, times two to the power of this."""
RECENT = 2
EARLIER = 4
"""The number of discards before the last for which cards that might have gone first are counted."""
KNOCKS = 89
"""The penalty of a hand with which its player would have knocked, in units of 1 / 32."""
MOST_DEADWOOD = 60


def stage(turns: int) -> int:
    """The stage of a deal, 0 to 6, after ``turns`` discards of a player."""
    if turns < 5:
        return 0 if turns < 2 else 1 if turns < 3 else 2
    return 3 if turns < 7 else 4 if turns < 10 else 5 if turns < 14 else 6


def count_features(
    hand: int,
    known: int,
    dead: int,
    thrown: list[int],
    passed: list[int],
    many: int,
    features: list[int],
    at: int,
) -> None:
    """Count the FEATURES features of a hand.

    ``known`` are its cards that were taken from the pile, ``dead`` those in the pile. ``thrown`` lists its player's discards and ``passed``
    the cards that they let lie, oldest first: ``many % 64`` of the first, ``many // 64`` of the second.
    """
    wood = min(deadwood(hand), MOST_DEADWOOD)
    loose = loose_cards(hand)
    features[at] = wood
    features[at + 1] = wood * wood >> 4
    features[at + 2] = count(loose)
    features[at + 3] = outs(hand, DECK & ~(hand | dead))
    for i in range(4, FEATURES):
        features[at + i] = 0
    threw = many & 63
    for i in range(threw):
        card = thrown[i]
        age = 0 if i >= threw - RECENT else 1
        features[at + 4 + age] += count(NEIGHBOURS[card] & hand)
        if may_meld(hand, card):
            features[at + 6 + age] += 1
    let = many >> 6
    for i in range(let):
        card = passed[i]
        age = 0 if i >= let - RECENT else 1
        features[at + 8 + age] += count(NEIGHBOURS[card] & hand)
        if may_meld(hand, card):
            features[at + 10 + age] += 1
    features[at + 12] = count(loose & known)
    rest = loose
    while rest:
        bit = rest & -rest
        rest ^= bit
        points = CARD_POINTS[lowest(bit)]
        if points == 10:
            features[at + 13] += 1
        elif points <= 3:
            features[at + 14] += 1
    rest = known
    while rest:
        bit = rest & -rest
        rest ^= bit
        features[at + 15] += count(NEIGHBOURS[lowest(bit)] & hand)
    features[at + 16] = 1 if wood <= 10 else 0
    features[at + 17] = 1 if wood == 0 else 0
    if threw:
        features[at + 18] = count(loose & DEARER[thrown[threw - 1]])
        for i in range(max(0, threw - 1 - EARLIER), threw - 1):
            features[at + 19] += count(loose & DEARER[thrown[i]])


def likelihood(
    hand: int,
    known: int,
    dead: int,
    thrown: list[int],
    passed: list[int],
    many: int,
    weights: list[int],
    kind: int,
    limit: int,
    features: list[int],
) -> int:
    """The log-likelihood of a hand for a kind of player, times 32 and up to a constant.

    The kind's weights begin at ``weights[kind * KIND_WIDTH]``. It would have knocked with ``limit`` points or fewer (-1: with none). The rest is as for :func:`count_features`.
    """
    count_features(hand, known, dead, thrown, passed, many, features, 0)
    at = kind * KIND_WIDTH + FEATURES * stage(many & 63)
    total = 0
    for i in range(FEATURES):
        total += weights[at + i] * features[i]
    return (total >> SCALE_BITS) - (KNOCKS if features[0] <= limit else 0)


def last_limit(policies: list[int], at: int, turns: int) -> int:
    """The most deadwood with which a policy would have knocked in the last of its ``turns`` turns; -1 before the first."""
    if turns == 0:
        return -1
    return policies[at + KNOCK_EARLY] if turns <= policies[at + KNOCK_TURNS] else policies[at + KNOCK_LATE]


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
    burn_in: int,
    between: int,
    order: list[int],
    features: list[int],
    hands: list[int],
    kinds: list[int],
) -> None:
    """Fill ``hands`` with sampled hands of ten cards, the ``known`` and others of ``unseen``, and ``kinds`` with the kind that holds each.

    Kind k of player has a share ``shares[k]`` of all, and would have knocked with ``limits[k]`` points or fewer (-1: with none).
    A Markov chain that swaps one card at a time (Metropolis) gives ``chain`` hands of one kind, ``between`` steps apart, after a burn-in of ``burn_in`` steps
    from a random hand. Then another chain begins.
    """
    missing = 10 - count(known)
    whole = 0
    for k in range(len(shares)):
        whole += shares[k]
    chains = (len(hands) + chain - 1) // chain
    offset = mix(seed, 2 * len(hands)) % whole
    mark = 0
    hand = 0
    end = 0
    kind = 0
    for k in range(len(hands)):
        steps = between
        if k % chain == 0:
            pick = (k // chain * whole + offset) // chains
            kind = 0
            while pick >= shares[kind]:
                pick -= shares[kind]
                kind += 1
            end = spread_out(unseen, order, 0)
            shuffle(order, 0, end, mix(seed, k))
            hand = known
            for j in range(missing):
                hand |= 1 << order[j]
            mark = likelihood(hand, known, dead, thrown, passed, many, weights, kind, limits[kind], features)
            steps = burn_in
        if missing and end > missing:
            walk = mix(seed, len(hands) + k)
            for step in range(steps):
                chance = mix(walk, step)
                i = (chance & 0xFFFF) * missing >> 16
                j = missing + ((chance >> 16 & 0xFFFF) * (end - missing) >> 16)
                other = hand ^ (1 << order[i] | 1 << order[j])
                new = likelihood(
                    other, known, dead, thrown, passed, many, weights, kind, limits[kind], features
                )
                if chance >> 32 < EXPONENTIAL[max(0, min(mark - new, 639))]:
                    order[i], order[j] = order[j], order[i]
                    hand = other
                    mark = new
        hands[k] = hand
        kinds[k] = kind
    shuffle(hands, 0, len(hands), mix(seed, 3 * len(hands)))
    shuffle(kinds, 0, len(kinds), mix(seed, 3 * len(hands)))
