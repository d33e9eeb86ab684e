"""The chance of bulk deals: every order as likely as the next, and seeds that share nothing."""

from collections import Counter
from itertools import permutations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from hollygin.engine.numbers.randomness import mix, shuffle
from tests.effort import examples
from tests.engine.copies import COMPILED

SETTINGS = examples(100)
words = st.integers(0, 2**32 - 1)
seeds = st.integers(0, 2**62 - 1)


def chi_square(found: Counter[tuple[int, ...]], ways: int) -> float:
    """The sum over all ways, those not found included, in standard deviations from what chance gives."""
    wanted = found.total() / ways
    square = sum(found[way] ** 2 for way in found) / wanted - found.total()
    spread: float = (2 * (ways - 1)) ** 0.5
    return (square - (ways - 1)) / spread


@SETTINGS
@given(seeds, words, st.lists(st.integers(0, 51), min_size=2, max_size=52, unique=True), st.integers(0, 20))
def test_both_copies_agree(seed: int, number: int, cards: list[int], first: int) -> None:
    part = mix(seed, number)
    assert part == COMPILED.numbers.randomness.mix(seed, number) and 0 <= part < 2**62
    plain, compiled = list(cards), COMPILED.ints(cards)
    first = min(first, len(cards))
    shuffle(plain, first, len(cards), part)
    COMPILED.numbers.randomness.shuffle(compiled, first, len(cards), part)
    assert plain == list(compiled)
    assert plain[:first] == cards[:first] and sorted(plain) == sorted(cards)


def test_all_orders_are_as_likely() -> None:
    for size in (2, 3, 4, 5):
        found: Counter[tuple[int, ...]] = Counter()
        for i in range(24_000):
            cards = list(range(size))
            shuffle(cards, 0, size, mix(7, i))
            found[tuple(cards)] += 1
        ways = len(list(permutations(range(size))))
        assert abs(chi_square(found, ways)) < 4


def test_each_card_in_each_place_and_each_pair_at_the_top() -> None:
    places: Counter[tuple[int, ...]] = Counter()
    tops: Counter[tuple[int, ...]] = Counter()
    order = COMPILED.ints(52)
    for i in range(20_000):
        COMPILED.numbers.positions.fresh_order(order, mix(mix(1, i), 1))
        places.update(enumerate(map(int, order)))
        tops[(int(order[0]), int(order[1]))] += 1
        tops[(int(order[50]), int(order[51]))] += 1
    assert abs(chi_square(tops, 52 * 51)) < 4
    per_place = [chi_square(Counter({k: n for k, n in places.items() if k[0] == p}), 52) for p in range(52)]
    assert max(map(abs, per_place)) < 5


def test_deals_in_succession_have_nothing_in_common() -> None:
    order, before = COMPILED.ints(52), COMPILED.ints(52)
    same = 0
    for i in range(5000):
        COMPILED.numbers.positions.fresh_order(order, mix(mix(3, 0), i))
        same += sum(int(a == b) for a, b in zip(order, before, strict=True))
        before[:] = order
    assert abs(same - 5000) < 4 * 5000**0.5


def test_seeds_do_not_meet() -> None:
    random = Random(1)
    many = {
        mix(mix(seed, match), deal) for seed in (0, 1, 2**61) for match in range(100) for deal in range(100)
    }
    assert len(many) == 3 * 100 * 100
    flips = [
        (mix(seed, 5) ^ mix(seed ^ 1 << bit, 5)).bit_count()
        for bit in range(62)
        for seed in [random.randrange(2**62) for _ in range(50)]
    ]
    assert 30 < sum(flips) / len(flips) < 32 and min(flips) > 5
