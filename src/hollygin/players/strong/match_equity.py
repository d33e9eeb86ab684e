"""The value of a deal's points: the points themselves, or match equity, the chance to win the match."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from hollygin.due import Seat
from hollygin.engine import Bulk, Calls, Kernel, layout
from hollygin.players.strong.learned import plans
from hollygin.rules import Rules
from hollygin.sheet import Sheet

UNIT: Final = 1000
"""A point, in the numbers of a table."""
MOST_POINTS: Final = 4000
"""The end of the table: more points are worth no more."""
BESIDE: Final = 0.05
"""What a point counts beside match equity, so that points still count if the match is decided."""
_SEED: Final = 77
_LOOSE: Final = 100
"""More than the deadwood of any hand."""


def most_points(rules: Rules) -> int:
    """The most points of a deal, except under absurdly large bonuses."""
    most = _LOOSE + max(rules.gin_bonus, rules.undercut_bonus, rules.big_gin_bonus)
    return min(MOST_POINTS, 2 * most if rules.oklahoma and rules.spades_double else most)


def points_table(rules: Rules) -> list[int]:
    """The table of values by points alone: first for points won, then for points lost."""
    most = most_points(rules)
    return [UNIT * points for points in range(most + 1)] + [-UNIT * points for points in range(most + 1)]


def match_table(kernel: Kernel, rules: Rules, sheet: Sheet, seat: Seat, playouts: int) -> list[int]:
    """The table of values by match equity: how points won and lost change a seat's chance to win the match.

    The rest of the match is played out ``playouts`` times with deals as two careful players make them. The scale
    makes points worth themselves on average, up to 30.
    """
    most = most_points(rules)
    grid = sorted({*range(0, min(most, 60), 4), *range(60, most, max(8, most // 24)), most})
    endings = [(winner, points) for winner in (seat, 1 - seat) for points in grid]
    chance = Calls(rules, kernel).match_equity(
        sheet, [*endings, (-1, 0)], _deals(kernel, rules), playouts, _SEED
    )
    if seat == 1:
        chance = [1 - one for one in chance]
    gains = _between(grid, chance[: len(grid)])
    losses = _between(grid, chance[len(grid) : -1])
    middle = chance[-1]
    at = min(30, most)
    unit = UNIT * 2 * at / max(0.02, gains[at] - losses[at])
    table = [round(unit * (one - middle) + UNIT * BESIDE * points) for points, one in enumerate(gains)]
    table += [round(unit * (one - middle) - UNIT * BESIDE * points) for points, one in enumerate(losses)]
    return table


def _between(grid: list[int], values: list[float]) -> list[float]:
    """Values at every point from those on a grid."""
    line: list[float] = []
    for low, high, one, two in zip(grid, grid[1:], values, values[1:], strict=False):
        line.extend(one + (two - one) * (k - low) / (high - low) for k in range(low, high))
    return [*line, values[-1]]


@lru_cache(maxsize=64)
def _deals(kernel: Kernel, rules: Rules) -> tuple[tuple[int, int, int], ...]:
    """Winners, points and boxes of some deals between careful players under these rules, symmetric in the seats."""
    careful = plans()[0]
    results = Bulk(rules, (careful, careful), kernel).deals(_SEED, 512 if kernel.compiled else 64)
    deals = [
        (
            int(results[row + layout.WINNER]),
            int(results[row + layout.POINTS]),
            int(results[row + layout.MARKS]),
        )
        for row in range(0, len(results), layout.RESULT_WIDTH)
    ]
    return (
        *deals,
        *((winner if winner < 0 else 1 - winner, points, boxes) for winner, points, boxes in deals),
    )
