"""Match equity: what a score sheet is worth to each seat, and what each next deal would change.

The rest of the match is played out many times from the sheet (``engine.numbers.rests``). W is the share of these
rests that a seat wins, a tie counting half. Its standard error comes from the antithetic pairs. A difference between two
sheets of one question is far more exact than either value, because both meet the same draws.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final, NamedTuple

from hollygin.due import Seat
from hollygin.engine import Kernel, Rests, RestSums, Start, load
from hollygin.equity.deals import Deals, equal_players
from hollygin.errors import Fault, HollyginError
from hollygin.rules import Rules
from hollygin.score.entry import MOST_DEADWOOD
from hollygin.sheet import Sheet

RESTS: Final = 100_000
"""Rests of a question by default; W is then within 0.3 % of the match, with 95 % confidence."""
PLAIN_RESTS: Final = 2_000
"""The same on the plain kernel."""
MOST_RESTS: Final = 100_000_000
NEXT_POINTS: Final = (10, 25, 30, 50)
"""The points of the next wins that are priced by default."""
_UNIT: Final = 100_000
"""The whole match, in thousandths of a per cent."""
_MOST_TABLE: Final = 4000
"""Where a table ends if bonuses are beyond all measure."""
_SWING: Final = 30
"""Points on which the worth of one point is measured."""


class EquityError(HollyginError):
    """A question that has no answer."""


class Next(NamedTuple):
    """What the next deal would make of W: a win of ``seat`` by ``points``, or a void deal (None, 0)."""

    seat: Seat | None
    points: int
    win: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Equity:
    """What a sheet is worth; pairs are by seat.

    ``win`` is W: the chance to win the match, plus half the chance of a tie. ``error`` is its standard error.
    ``results`` are the chances of each end by columns won (``"2-1"``), which add up to 1; beside them ``"tie"`` is the
    chance that nobody wins the match, whatever the columns. ``columns`` is the chance of each seat to win each column. ``total`` are the expected grand totals, in
    points, ``spread`` the standard deviation of their difference. ``point`` is κ: the part of the match that one point
    of the next deal is worth, measured on ± 30 points. ``next`` is W after each of some next results. ``deals`` is how
    many deals the match still takes on average.
    """

    win: tuple[float, float]
    error: float
    results: Mapping[str, float]
    columns: tuple[tuple[float, float], ...]
    total: tuple[float, float]
    spread: float
    point: float
    next: tuple[Next, ...]
    deals: float
    rests: int
    players: str
    source: str


class Standing(NamedTuple):
    """A match between two deals: the sheet, and who deals next at each table (None: by chance).

    ``gross`` is None for two players. For two teams it says whether each writes its own points (R12.1).
    """

    sheet: Sheet
    dealers: tuple[Seat | None, ...] = (None,)
    gross: bool | None = None

    def after(self, seat: Seat | None, points: int) -> Standing:
        """The match after a deal that ``seat`` won, at every table (None: nobody did)."""
        rules = self.sheet.rules
        dealers = tuple(None if one is None else rules.dealer_after(one, seat) for one in self.dealers)
        sheet = self.sheet if seat is None else self.sheet.add(seat, points)
        return self._replace(sheet=sheet, dealers=dealers)


def match_equity(
    standing: Standing | Sheet,
    *,
    deals: Deals | None = None,
    points: Sequence[int] = NEXT_POINTS,
    rests: int | None = None,
    seed: int = 0,
    kernel: Kernel | None = None,
) -> Equity:
    """What a sheet is worth to each seat, and what the next deal would change.

    ``deals`` are those of the two players, by default of two equal strong ones. ``points`` are the next wins to price.
    The same seed gives the same answer, compiled or plain. Raises EquityError (``bad-rests``, ``bad-seed``, ``bad-points``).
    """
    if isinstance(standing, Sheet):
        standing = Standing(standing)
    kernel = load() if kernel is None else kernel
    if rests is None:
        rests = RESTS if kernel.compiled else PLAIN_RESTS
    if not 2 <= rests <= MOST_RESTS:
        raise EquityError(Fault("bad-rests", params={"text": rests, "allowed": f"2–{MOST_RESTS}"}))
    if not 0 <= seed < 1 << 62:
        raise EquityError(Fault("bad-seed", params={"text": seed}))
    for one in points:
        if not 0 <= one <= 1_000_000:
            raise EquityError(Fault("bad-points", "R8.2", {"points": one}))
    rests += rests & 1
    rules = standing.sheet.rules
    deals = equal_players(rules, kernel) if deals is None else deals
    ways: list[tuple[Seat | None, int]] = []
    if not standing.sheet.done:
        swing = [(seat, _SWING) for seat in (0, 1)]
        ways = [(None, 0), *dict.fromkeys([(seat, one) for one in points for seat in (0, 1)] + swing)]
    standings = [standing, *(standing.after(*way) for way in ways)]
    sums = _played(kernel, rules, deals, standings, rests, seed)
    wins = [_win(line, rests) for line in sums]
    after = dict(zip(ways, wins[1:], strict=True))
    return Equity(
        win=wins[0],
        error=_error(sums[0], rests),
        results=_results(sums[0], rests, rules),
        columns=tuple((one / rests, two / rests) for one, two in sums[0].columns),
        total=(sums[0].totals[0] / rests, sums[0].totals[1] / rests),
        spread=_spread(sums[0], rests),
        point=(after[0, _SWING][0] - after[1, _SWING][0]) / (2 * _SWING) if after else 0.0,
        next=tuple(
            Next(seat, one, win) for (seat, one), win in after.items() if seat is None or one in points
        ),
        deals=sums[0].deals / rests,
        rests=rests,
        players=deals.players,
        source=deals.source,
    )


def win_table(
    standing: Standing,
    *,
    deals: Deals | None = None,
    rests: int = 2_000,
    seed: int = 0,
    kernel: Kernel | None = None,
) -> list[int]:
    """What each ending of the next deal changes in the chance of seat 0, in thousandths of a per cent of the match.

    The half by points won (from 0), then the half by points lost, both beside a void deal. Points beyond the table are
    worth as much as its last. Values between the points of a grid are interpolated.
    """
    rules = standing.sheet.rules
    kernel = load() if kernel is None else kernel
    deals = equal_players(rules, kernel) if deals is None else deals
    most = most_points(rules)
    grid = sorted({*range(0, min(most, 64), 4), *range(64, most, max(8, most // 24)), most})
    ways: list[tuple[Seat | None, int]] = [(None, 0), *((seat, one) for seat in (0, 1) for one in grid)]
    sums = _played(kernel, rules, deals, [standing.after(*way) for way in ways], rests, seed)
    void, *wins = (_UNIT * _win(line, rests)[0] for line in sums)
    size = len(grid)
    return [round(value - void) for half in (wins[:size], wins[size:]) for value in _between(grid, half)]


def most_points(rules: Rules) -> int:
    """The most points that a deal can bring (R5.1 to R5.4)."""
    most = MOST_DEADWOOD + max(rules.gin_bonus, rules.undercut_bonus, rules.big_gin_bonus)
    return min(_MOST_TABLE, 2 * most if rules.oklahoma and rules.spades_double else most)


def _between(grid: Sequence[int], values: Sequence[float]) -> list[float]:
    """Values at every point from those on a grid."""
    line: list[float] = []
    for low, high, one, two in zip(grid, grid[1:], values, values[1:], strict=False):
        line.extend(one + (two - one) * (k - low) / (high - low) for k in range(low, high))
    return [*line, values[-1]]


def _played(
    kernel: Kernel, rules: Rules, deals: Deals, standings: Sequence[Standing], rests: int, seed: int
) -> list[RestSums]:
    """The sums of the rests from each standing."""
    starts = []
    for standing in standings:
        dealers = [-1 if dealer is None else dealer for dealer in standing.dealers]
        starts.append(Start(standing.sheet, (dealers[0], dealers[-1])))
    calls = Rests(rules, deals.numbers(), kernel)
    return calls.play(starts, gross=standings[0].gross, rests_each=rests, seed=seed)


def _win(sums: RestSums, rests: int) -> tuple[float, float]:
    one = sums.won / (2 * rests)
    return one, 1 - one


def _error(sums: RestSums, rests: int) -> float:
    """The standard error of W: of the mean of the antithetic pairs, each of which adds 0 to 4."""
    pairs = rests // 2
    mean = sums.won / pairs
    variance = max(0.0, sums.squares / pairs - mean * mean)
    return sqrt(variance / pairs) / 4


def _spread(sums: RestSums, rests: int) -> float:
    difference = (sums.totals[0] - sums.totals[1]) / rests
    return sqrt(max(0.0, sums.spread / rests - difference * difference))


def _results(sums: RestSums, rests: int, rules: Rules) -> dict[str, float]:
    """The chances of each end, the most columns of seat 0 first."""
    columns = rules.columns
    every = {(one, columns - one) for one in range(columns + 1)} if columns else set()
    ends = sorted({*every, *sums.results} if columns else (), key=lambda end: (-end[0], end[1]))
    found = {f"{one}-{two}": sums.results.get((one, two), 0) / rests for one, two in ends}
    return {**found, "tie": sums.ties / rests}
