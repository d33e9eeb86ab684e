"""Hands drawn by their likelihood, against the whole distribution where it is small."""

from collections import Counter
from itertools import combinations
from math import exp

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hollygin import deadwood, parse_cards
from hollygin.cards import DECK, card_set, iter_cards
from hollygin.engine.compiling import Kernel
from hollygin.engine.numbers.belief import FEATURES, KIND_WIDTH, KNOCKS, likelihood
from hollygin.engine.numbers.discards import loose_cards
from hollygin.players.strong.learned import learned
from tests.effort import examples
from tests.engine.copies import COMPILED, PLAIN

SETTINGS = examples(40)


def drawn(
    kernel: Kernel,
    unseen: int,
    known: int,
    count: int,
    *,
    thrown: tuple[int, ...] = (),
    passed: tuple[int, ...] = (),
    weights: tuple[int, ...] = (0,) * (2 * KIND_WIDTH),
    shares: tuple[int, ...] = (1024,),
    limits: tuple[int, ...] = (-1,),
    seed: int = 1,
    walk: tuple[int, int, int] = (20, 40, 4),
) -> tuple[list[int], list[int]]:
    ints = kernel.ints
    hands, kinds = ints(count), ints(count)
    kernel.numbers.belief.draw_hands(
        unseen,
        known,
        card_set(thrown) | card_set(passed),
        ints([*thrown, 0]),
        ints([*passed, 0]),
        len(thrown) | len(passed) << 6,
        ints(list(weights)),
        ints(list(shares)),
        ints(list(limits)),
        seed,
        *walk,
        ints(104),
        ints(FEATURES),
        hands,
        kinds,
    )
    return [int(hand) for hand in hands], [int(kind) for kind in kinds]


@pytest.mark.slow
@SETTINGS
@given(st.permutations(range(52)), st.integers(0, 10), st.integers(0, 8), st.integers(0, 2**61))
def test_hands_are_possible_and_the_same_in_both_copies(
    order: list[int], taken: int, threw: int, seed: int
) -> None:
    known, unseen = card_set(order[:taken]), card_set(order[10:35])
    thrown, passed = tuple(order[36 : 36 + threw]), tuple(order[44 : 44 + threw])
    every = [
        drawn(
            kernel,
            unseen,
            known,
            24,
            thrown=thrown,
            passed=passed,
            weights=learned().belief,
            shares=(500, 524),
            limits=(10, 0),
            seed=seed,
        )
        for kernel in (PLAIN, COMPILED)
    ]
    assert every[0] == every[1]
    for hand in every[0][0]:
        assert hand.bit_count() == 10
        assert hand & known == known
        assert hand & ~(known | unseen) == 0
    assert set(every[0][1]) <= {0, 1}


def test_hands_come_as_often_as_their_likelihood_says() -> None:
    """Here those of the second of two kinds, which has all the share."""
    known = parse_cards("4h 5h 6h 9c 9d Kc Qd 2s")
    unseen = parse_cards("9s 7h Ks Kd Ac 3c Jd 8s 5c")
    thrown, passed = (20, 33), (48,)
    weights, signs = learned().belief, [0] * FEATURES
    dead = card_set(thrown) | card_set(passed)
    seen = known, dead, list(thrown), list(passed), 2 | 1 << 6, list(weights), 1
    share = {}
    for pair in combinations(iter_cards(unseen), 2):
        hand = known | card_set(pair)
        mark = likelihood(hand, *seen, 30, signs)
        assert likelihood(hand, *seen, -1, signs) - mark == (KNOCKS if deadwood(hand) <= 30 else 0)
        share[hand] = exp(mark / 32)
    whole = sum(share.values())
    hands, kinds = drawn(
        COMPILED,
        unseen,
        known,
        40_000,
        thrown=thrown,
        passed=passed,
        weights=weights,
        shares=(0, 1024),
        limits=(-1, 30),
        walk=(100, 60, 12),
    )
    assert set(kinds) == {1}
    found = Counter(hands)
    assert max(share.values()) / whole > 2 / len(share)  # it is no even distribution
    far = sum(abs(found[hand] / len(hands) - part / whole) for hand, part in share.items()) / 2
    assert far < 0.03


def test_without_weights_every_card_is_as_likely() -> None:
    hands, _ = drawn(COMPILED, DECK, 0, 20_000)
    for card in range(52):
        assert abs(sum(hand >> card & 1 for hand in hands) / len(hands) - 10 / 52) < 0.02


def test_kinds_come_by_their_shares_and_hold_what_they_would_not_have_knocked_with() -> None:
    known = parse_cards("4h 5h 6h 7h 9c 9d 9s Ac 2c")
    hands, kinds = drawn(COMPILED, DECK & ~known, known, 8_000, shares=(256, 768), limits=(10, -1))
    assert kinds.count(0) / len(kinds) == 0.25
    few = [
        sum(deadwood(hand) <= 10 for hand, one in zip(hands, kinds, strict=True) if one == kind) / count
        for kind, count in ((0, 2_000), (1, 6_000))
    ]
    assert few[0] < few[1] / 4


def test_some_hands_of_few_are_of_any_kind() -> None:
    met = {
        drawn(COMPILED, DECK, 0, 4, shares=(512, 512), limits=(-1, -1), seed=seed)[1][0] for seed in range(9)
    }
    assert met == {0, 1}


def test_a_player_who_throws_the_dearest_card_holds_none_that_is_dearer() -> None:
    """As kind 4 does; one that weighs its discards, as kind 0, may well."""
    thrown = tuple(parse_cards_in_order("Kc Qd 9h 7c"))
    loose = [0.0, 0.0]
    for i, kind in enumerate((0, 4)):
        weights = learned().belief[kind * KIND_WIDTH : (kind + 1) * KIND_WIDTH]
        unseen = DECK & ~card_set(thrown)
        hands, _ = drawn(COMPILED, unseen, 0, 500, thrown=thrown, weights=weights, walk=(25, 150, 6))
        dearer = [count_points(loose_cards(hand), 7) for hand in hands]
        loose[i] = sum(dearer) / len(dearer)
    assert loose[1] < 0.5 < 2 * loose[0]


def count_points(cards: int, points: int) -> int:
    """How many cards have more points than that."""
    return sum(card.points > points for card in iter_cards(cards))


def test_low_hands_explain_what_a_player_does() -> None:
    thrown = tuple(parse_cards_in_order("Kc Qd Jh Ts 9h 8c"))
    unseen = DECK & ~card_set(thrown)
    plain, _ = drawn(COMPILED, unseen, 0, 500, thrown=thrown)
    read, _ = drawn(COMPILED, unseen, 0, 500, thrown=thrown, weights=learned().belief, walk=(50, 150, 6))
    assert sum(map(deadwood, read)) < 0.6 * sum(map(deadwood, plain))


def parse_cards_in_order(text: str) -> list[int]:
    return [int(card) for word in text.split() for card in iter_cards(parse_cards(word))]
