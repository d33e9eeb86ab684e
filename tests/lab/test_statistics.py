"""Intervals: against closed forms, and how often they hold the truth."""

from collections.abc import Callable
from math import sqrt
from random import Random
from statistics import mean as mean_of
from statistics import stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hollygin.lab.statistics import Estimate, Z, mean, proportion, ratio, share_by_pair

pairs_lists = st.lists(st.integers(0, 4), min_size=1, max_size=60)


def paired(results: list[int]) -> Estimate:
    found = share_by_pair(len(results), sum(results), sum(x * x for x in results))
    assert found is not None
    return found


def test_nothing_has_no_estimate() -> None:
    assert proportion(0, 0) is mean(0, 0, 0) is ratio(0, 0, 0, (0, 0, 0)) is share_by_pair(0, 0, 0) is None


def test_wilson_as_in_books() -> None:
    """15 of 148 (Newcombe 1998, table I): 0.0624 to 0.1605; 0 of 20: 0 to 0.1611."""
    found = proportion(15, 148)
    assert found is not None
    assert (round(found.low, 4), round(found.high, 4)) == (0.0624, 0.1605)
    none = proportion(0, 20)
    assert none is not None and (none.value, none.low, round(none.high, 4)) == (0, 0, 0.1611)


@given(st.lists(st.integers(-200, 200), min_size=2, max_size=50))
def test_mean(values: list[int]) -> None:
    found = mean(len(values), sum(values), sum(x * x for x in values))
    assert found is not None and found.n == len(values)
    half = Z * stdev(values) / sqrt(len(values))
    assert found.value == pytest.approx(mean_of(values))
    assert found.high - found.low == pytest.approx(2 * half, abs=1e-9)


@given(st.lists(st.tuples(st.integers(0, 50), st.just(1)), min_size=2, max_size=50))
def test_a_ratio_over_single_things_is_a_mean(units: list[tuple[int, int]]) -> None:
    values = [top for top, _ in units]
    squares = (sum(x * x for x in values), sum(values), len(values))
    found, plain = (
        ratio(len(values), sum(values), len(values), squares),
        mean(len(values), sum(values), squares[0]),
    )
    assert found is not None and plain is not None
    assert (found.low, found.high) == pytest.approx((plain.low, plain.high))


@given(pairs_lists)
def test_shares_by_pair_stay_in_bounds_and_mirror(results: list[int]) -> None:
    found, other = paired(results), paired([4 - x for x in results])
    assert 0 <= found.low <= found.value <= found.high <= 1
    assert found.value == pytest.approx(mean_of(results) / 4)
    assert (other.low, other.high) == pytest.approx((1 - found.high, 1 - found.low))


def test_many_pairs_have_the_normal_interval() -> None:
    results = [0, 2, 2, 2, 2, 4, 4, 2, 3, 1] * 400
    found = paired(results)
    half = Z * stdev(results) / 4 / sqrt(len(results))
    assert found.high - found.low == pytest.approx(2 * half, rel=0.01)


def test_pairs_that_come_out_alike() -> None:
    """All won is as Wilson has it for as many matches as pairs; all split narrows with their number."""
    won = proportion(50, 50)
    assert won is not None and paired([4] * 50).low == pytest.approx(won.low)
    one, ten, many = (paired([2] * n) for n in (1, 10, 1000))
    assert one.low < 0.1 and 0.3 < ten.low < 0.45 and many.low > 0.495


def independent(random: Random) -> int:
    return 2 * (random.random() < 0.7) + 2 * (random.random() < 0.7)


def mirrored(random: Random) -> int:
    """Most pairs are split; the first player wins 0.58."""
    return random.choices((0, 2, 4), (8, 68, 24))[0]


def lopsided(random: Random) -> int:
    return 2 * (random.random() < 0.97) + 2 * (random.random() < 0.97)


@pytest.mark.parametrize("n", [20, 200])
@pytest.mark.parametrize(("draw", "truth"), [(independent, 0.7), (mirrored, 0.58), (lopsided, 0.97)])
def test_pairs_hold_the_truth_19_times_in_20(draw: Callable[[Random], int], truth: float, n: int) -> None:
    random, tries = Random(1), 2000
    held = 0
    for _ in range(tries):
        found = paired([draw(random) for _ in range(n)])
        held += found.low <= truth <= found.high
    assert 0.93 <= held / tries <= 0.985


def test_a_ratio_holds_the_truth_19_times_in_20() -> None:
    """Points a deal, where the deals of a match hang together: a long match has small deals."""
    random, tries, held = Random(2), 1000, 0
    truth = (5 * 30 + 20 * 8) / 25
    for _ in range(tries):
        units = [
            (sum(random.randint(level - 4, level + 4) for _ in range(deals)), deals)
            for deals, level in (random.choice(((5, 30), (20, 8))) for _ in range(100))
        ]
        top, bottom = (sum(unit[i] for unit in units) for i in (0, 1))
        squares = (sum(x * x for x, _ in units), sum(x * y for x, y in units), sum(y * y for _, y in units))
        found = ratio(len(units), top, bottom, squares)
        assert found is not None
        held += found.low <= truth <= found.high
    assert 0.93 <= held / tries <= 0.97
