"""Estimates with their 95 % intervals, from sums that add up in any order."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Final

Z: Final = 1.959964
"""The standard normal deviate of a two-sided interval of 95 %."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value between the bounds of its 95 % interval; ``n`` is the number of observations."""

    value: float
    low: float
    high: float
    n: int

    def to_dict(self) -> dict[str, float]:
        """The estimate for other programs."""
        return {"value": self.value, "low": self.low, "high": self.high, "n": self.n}


def proportion(count: int, n: int) -> Estimate | None:
    """A share with Wilson's score interval; None if there is nothing to count."""
    if n == 0:
        return None
    return Estimate(count / n, *_wilson(count / n, n), n)


def mean(n: int, total: int, squares: int) -> Estimate | None:
    """A mean with the normal interval, from the sum and the sum of squares; None without any value.

    A single value shows no variance: its interval is the value.
    """
    if n == 0:
        return None
    value = total / n
    spread = max(0, n * squares - total * total) / (n * max(1, n - 1))
    half = Z * sqrt(spread / n)
    return Estimate(value, value - half, value + half, n)


def ratio(n: int, top: int, bottom: int, squares: tuple[int, int, int]) -> Estimate | None:
    """The ratio of two sums over ``n`` independent units, such as points per deal over matches; None if ``bottom`` is 0.

    ``squares`` are the sums of top², top · bottom and bottom² over the units. The interval is that of the
    ratio estimator: values within one unit need not be independent.
    """
    if bottom == 0:
        return None
    value = top / bottom
    tops, both, bottoms = squares
    residuals = max(0.0, tops - 2 * value * both + value * value * bottoms)
    half = Z * sqrt(residuals * n / max(1, n - 1)) / bottom
    return Estimate(value, value - half, value + half, n)


def share_by_pair(pairs: int, halves: int, squares: int) -> Estimate | None:
    """The share of matches won, from mirrored pairs of matches; None if there is no pair.

    ``halves`` is the sum over the pairs of the matches won, a match counting two and a tie one (0 to 4 per pair).
    ``squares`` is the sum of the squares of these numbers. The two matches of a pair are one observation. The interval is
    Wilson's, for the number of independent matches whose share would vary as much as the pairs do. A prior of one
    pair with variance 1/2 keeps a few equal pairs from promising too much.
    """
    if pairs == 0:
        return None
    value = halves / (4 * pairs)
    spread = (squares / 16 - pairs * value * value + 0.5) / (pairs + 1)
    alike = value * (1 - value) * pairs / spread
    return Estimate(value, *_wilson(value, max(pairs, alike)), pairs)


def _wilson(share: float, n: float) -> tuple[float, float]:
    """Wilson's score interval."""
    scale = 1 + Z * Z / n
    middle = (share + Z * Z / (2 * n)) / scale
    half = Z * sqrt(share * (1 - share) / n + Z * Z / (4 * n * n)) / scale
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))
