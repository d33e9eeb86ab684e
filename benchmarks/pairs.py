"""Times two functions against each other: in turn, in one run, and quotes the ratio."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Pair:
    """What two functions took, in seconds a call: the median of each, and the ratio round by round."""

    name: str
    ours: float
    theirs: float
    ratio: float
    least: float
    most: float

    def row(self, unit: str, scale: float) -> str:
        """A line of a Markdown table; ``scale`` turns seconds into ``unit``."""
        return (
            f"| {self.name} | {self.ours * scale:.2f} {unit} | {self.theirs * scale:.2f} {unit} "
            f"| {self.ratio:.2f} ({self.least:.2f}–{self.most:.2f}) |"
        )


def pair(name: str, ours: Callable[[], int], theirs: Callable[[], int], *, rounds: int = 15) -> Pair:
    """Run both in turn; each returns the number of calls that it made.

    The ratio is theirs / ours: how many times as fast ours is.
    """
    took: tuple[list[float], list[float]] = ([], [])
    for times, run in (*zip(took, (ours, theirs), strict=True),) * (rounds + 1):
        start = time.perf_counter()
        calls = run()
        times.append((time.perf_counter() - start) / calls)
    mine, other = took[0][1:], took[1][1:]  # the first round warms up
    ratios = sorted(b / a for a, b in zip(mine, other, strict=True))
    return Pair(
        name,
        statistics.median(mine),
        statistics.median(other),
        statistics.median(ratios),
        ratios[0],
        ratios[-1],
    )
