"""Hands drawn by their likelihood, against the whole distribution where it is small."""

from collections import Counter
from itertools import combinations
from math import exp

from hypothesis import given, settings
from hypothesis import strategies as st

from hollygin import deadwood, parse_cards
from hollygin.cards import DECK, card_set, iter_cards
from hollygin.kernel.belief import SIGNS, likelihood
from hollygin.kernel.loader import Kernel
from hollygin.players.learned import learned
from tests.kernel.copies import COMPILED, PLAIN

SETTINGS = settings(deadline=None, derandomize=True, max_examples=40)


def drawn(
    kernel: Kernel,
    unseen: int,
    known: int,
    count: int,
    *,
    thrown: tuple[int, ...] = (),
    passed: tuple[int, ...] = (),
    weights: tuple[int, ...] = (0,) * 54,
    shares: tuple[int, ...] = (1024,),
    limits: tuple[int, ...] = (-1,),
    seed: int = 1,
    walk: tuple[int, int, int] = (20, 40, 4),
) -> tuple[list[int], list[int]]:
    ints = kernel.ints
    hands, kinds = ints(count), ints(count)
    kernel.belief.draw_hands(
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
        ints(SIGNS),
        hands,
        kinds,
    )
    return [int(hand) for hand in hands], [int(kind) for kind in kinds]


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
    known = parse_cards("4h 5h 6h 9c 9d Kc Qd 2s")
    unseen = parse_cards("9s 7h Ks Kd Ac 3c Jd 8s 5c")
    thrown, passed = (20, 33), (48,)
    weights, signs = learned().belief, [0] * SIGNS
    dead = card_set(thrown) | card_set(passed)
    share = {}
    for pair in combinations(iter_cards(unseen), 2):
        hand = known | card_set(pair)
        mark = likelihood(hand, known, dead, list(thrown), list(passed), 2 | 1 << 6, list(weights), signs)
        share[hand] = exp(mark / 32) * (1 / 16 if deadwood(hand) <= 30 else 1)
    whole = sum(share.values())
    hands, _ = drawn(
        COMPILED,
        unseen,
        known,
        40_000,
        thrown=thrown,
        passed=passed,
        weights=weights,
        limits=(30,),
        walk=(100, 60, 12),
    )
    found = Counter(hands)
    assert max(share.values()) / whole > 2 / len(share)  # it is no even distribution
    far = sum(abs(found[hand] / len(hands) - part / whole) for hand, part in share.items()) / 2
    assert far < 0.03


def test_without_weights_every_card_is_as_likely() -> None:
    hands, _ = drawn(COMPILED, DECK, 0, 20_000)
    for card in range(52):
        assert abs(sum(hand >> card & 1 for hand in hands) / len(hands) - 10 / 52) < 0.02


def test_kinds_come_by_their_shares_and_by_what_they_would_have_done() -> None:
    _, kinds = drawn(COMPILED, DECK, 0, 8_000, shares=(256, 768), limits=(-1, -1))
    assert abs(kinds.count(0) / len(kinds) - 0.25) < 0.02
    known = parse_cards("4h 5h 6h 7h 9c 9d 9s Ac 2c")
    hands, kinds = drawn(COMPILED, DECK & ~known, known, 8_000, shares=(512, 512), limits=(10, -1))
    low = [kind for hand, kind in zip(hands, kinds, strict=True) if deadwood(hand) <= 10]
    assert low.count(0) / len(low) < 0.12


def test_low_hands_explain_what_a_player_does() -> None:
    thrown = tuple(parse_cards_in_order("Kc Qd Jh Ts 9h 8c"))
    unseen = DECK & ~card_set(thrown)
    plain, _ = drawn(COMPILED, unseen, 0, 500, thrown=thrown)
    read, _ = drawn(COMPILED, unseen, 0, 500, thrown=thrown, weights=learned().belief, walk=(50, 150, 6))
    assert sum(map(deadwood, read)) < 0.6 * sum(map(deadwood, plain))


def parse_cards_in_order(text: str) -> list[int]:
    return [int(card) for word in text.split() for card in iter_cards(parse_cards(word))]
