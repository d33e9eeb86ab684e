"""Matches in bulk between two policies, and their statistics with 95 % intervals.

>>> result = simulate("greedy", "greedy", make_rules("friendly"), matches=20, seed=1, jobs=1)
>>> result.shares["knock"]
Estimate(value=0.927..., low=0.890..., high=0.952..., n=275)
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from hollygin.engine import Bulk, Policy, layout, load, needs_warming, warm
from hollygin.lab.engines import Engine, parse_engine, run, workers
from hollygin.lab.statistics import Estimate, mean, proportion, ratio
from hollygin.players import make_policy
from hollygin.rules import Rules, options_of

if TYPE_CHECKING:
    import polars as pl

Progress: TypeAlias = Callable[[int, int], None]
"""Called with the number of matches played and the number of all."""

_AT_ONCE: Final = 10_000
"""Matches in a task of the compiled kernel, which plays them in a fraction of a second."""
_AT_ONCE_PLAIN: Final = 50

COLUMNS: Final = (
    *("result", "first_dealer", "deals", "void", "tie", "dealer_wins", "dealer_points", "discards"),
    *("knocks_a", "knocks_b", "gins_a", "gins_b", "big_gins_a", "big_gins_b", "undercuts_a", "undercuts_b"),
    *("wins_a", "wins_b", "points_a", "points_b", "columns_a", "columns_b", "total_a", "total_b"),
    *("shutouts_a", "shutouts_b", "nowhere_a", "nowhere_b", "late_a", "late_b"),
)
"""The columns of the table of matches, as the kernel counts them: ``result`` 0 is A's, 1 is B's, 2 a tie, -1 unfinished."""

_LINE: Final = (
    *COLUMNS,
    *("matches", "a_wins", "b_wins", "ties", "unfinished", "first_dealer_wins", "wins", "points", "total"),
    *("clean_sheets", "matches_with_shutout", "matches_with_late_win", "disagree"),
)
"""The numbers that the kernel adds up, in its order (``hollygin.engine.numbers.tally``)."""

_SUMMED: Final = {
    "knock": ("knocks_a", "knocks_b"),
    "gin": ("gins_a", "gins_b"),
    "big_gin": ("big_gins_a", "big_gins_b"),
    "undercut": ("undercuts_a", "undercuts_b"),
    "shutouts": ("shutouts_a", "shutouts_b"),
    "columns_closed": ("columns_a", "columns_b"),
    "nowhere": ("nowhere_a", "nowhere_b"),
    "late": ("late_a", "late_b"),
}
"""What both players count together."""

SHARES: Final[Mapping[str, tuple[str, str]]] = {
    "a_wins": ("a_wins", "matches"),
    "b_wins": ("b_wins", "matches"),
    "ties": ("ties", "matches"),
    "first_dealer_wins": ("first_dealer_wins", "matches"),
    "knock": ("knock", "deals"),
    "undercut": ("undercut", "deals"),
    "gin": ("gin", "deals"),
    "big_gin": ("big_gin", "deals"),
    "tie": ("tie", "deals"),
    "void": ("void", "deals"),
    "deals_to_a": ("wins_a", "wins"),
    "deals_to_dealer": ("dealer_wins", "wins"),
    "deals_to_opener": ("opener_wins", "wins"),
    "clean_sheets": ("clean_sheets", "matches"),
    "columns_shut_out": ("shutouts", "columns_closed"),
    "matches_with_shutout": ("matches_with_shutout", "matches"),
    "wins_nowhere": ("nowhere", "wins"),
    "wins_late": ("late", "wins"),
    "matches_with_late_win": ("matches_with_late_win", "matches"),
    "majority_and_total_disagree": ("disagree", "matches"),
}
"""Each share: the count above and the count below. Late wins came too late for the column that they would have opened (R8.2)."""

MEANS: Final[Mapping[str, tuple[str, str]]] = {
    "deals_per_match": ("deals", "matches"),
    "points_per_win": ("points", "wins"),
    "points_per_win_a": ("points_a", "wins_a"),
    "points_per_win_b": ("points_b", "wins_b"),
    "points_per_win_dealer": ("dealer_points", "dealer_wins"),
    "total_per_win": ("total", "wins"),
    "discards_per_deal": ("discards", "deals"),
}
"""Each mean: what is summed, and over what. The total is the grand total of the sheet, bonuses included (R8.7)."""

_PAIRS: Final = [_LINE.index(name) for pair in MEANS.values() for name in pair]


@dataclass(frozen=True, slots=True)
class SimulationResult:
    """The result of a simulation; ``interrupted`` if it was stopped before its end.

    ``counts`` are whole numbers by name. ``shares`` and ``means`` are estimates from them (None without any
    observation). ``columns`` has the share of matches by columns won, the winner's first (``"2-1"``). ``lengths`` counts matches by number of deals.
    """

    players: tuple[str, str]
    policies: tuple[Policy, Policy]
    rules: Rules
    seed: int | str
    wanted: int
    counts: Mapping[str, int]
    shares: Mapping[str, Estimate | None]
    means: Mapping[str, Estimate | None]
    columns: Mapping[str, Estimate]
    lengths: Mapping[int, int]
    compiled: bool
    seconds: float
    interrupted: bool
    kept: tuple[Any, ...] = ()

    @property
    def matches(self) -> int:
        """The number of matches played."""
        return self.counts["matches"]

    def rows(self) -> list[dict[str, Any]]:
        """One row per estimate."""
        kinds = (("share", self.shares), ("mean", self.means), ("columns", self.columns))
        return [
            {"kind": kind, "name": name, **estimate.to_dict()}
            for kind, estimates in kinds
            for name, estimate in estimates.items()
            if estimate is not None
        ]

    def to_frame(self) -> pl.DataFrame:
        """The rows as a data frame."""
        import polars as pl  # noqa: PLC0415

        return pl.DataFrame(self.rows())

    def matches_frame(self) -> pl.DataFrame:
        """One row per match, in the order of their numbers; empty unless they were kept. See ``COLUMNS``."""
        import polars as pl  # noqa: PLC0415

        width = layout.ROW_WIDTH
        data: dict[str, list[int]] = {name: [] for name in ("match", *COLUMNS)}
        frames = [
            pl.DataFrame(
                {"match": range(first, first + len(rows) // width)}
                | {name: rows[i::width] for i, name in enumerate(COLUMNS)},
                schema=dict.fromkeys(data, pl.Int32),
            )
            for first, rows in self.kept
        ]
        return pl.concat(frames) if frames else pl.DataFrame(data)

    def to_dict(self) -> dict[str, Any]:
        """Everything for other programs, as plain values."""
        return {
            "players": list(self.players),
            "rules": options_of(self.rules),
            "seed": self.seed,
            "matches": self.matches,
            "deals": self.counts["deals"],
            "interrupted": self.interrupted,
            "compiled": self.compiled,
            "seconds": self.seconds,
            "counts": dict(self.counts),
            "shares": {name: found and found.to_dict() for name, found in self.shares.items()},
            "means": {name: found and found.to_dict() for name, found in self.means.items()},
            "columns": {name: found.to_dict() for name, found in self.columns.items()},
            "lengths": {str(deals): count for deals, count in self.lengths.items()},
        }


def simulate(
    a: str | Policy,
    b: str | Policy,
    rules: Rules,
    *,
    matches: int = 10_000,
    seed: int | str = 1,
    jobs: int | None = None,
    engine: str | Engine = "local",
    keep: bool = False,
    progress: Progress | None = None,
) -> SimulationResult:
    """Play matches between two policies (A on seat 0; the first dealer by chance) and count.

    The cards follow from ``seed`` and the number of the match alone, so the result is the same on any number of processes.
    ``keep`` keeps one row per match, some 60 bytes, for :meth:`SimulationResult.matches_frame`. Without it memory does not grow.
    Without Numba it is some hundred times slower. The first use of the compiled kernel takes half a minute more. Ctrl-C gives the result so far.

    Raises ValueError without a match, PlayerNameError, EngineError (see :func:`engines.run`), and KeyboardInterrupt before
    there is a result.
    """
    if matches < 1:
        raise ValueError("a simulation needs a match")
    policies = (_policy(a), _policy(b))
    place = parse_engine(engine) if isinstance(engine, str) else engine
    begun = perf_counter()
    if place.kind == "local" and needs_warming():
        warm()
    compiled = load().compiled
    at_once = _matches_at_once(matches, workers(place, jobs), compiled=compiled)
    number = _seed_number(seed)
    tasks = [
        _Task(policies, rules, number, first, min(at_once, matches - first), keep)
        for first in range(0, matches, at_once)
    ]
    sums, kept, interrupted = _Sums(), [], False
    try:
        with closing(run(_play_task, tasks, place, jobs, threads=compiled)) as results:
            for task_number, (found, rows) in results:
                sums.add(found)
                if keep:
                    kept.append((tasks[task_number].first, rows))
                if progress is not None:
                    progress(sums.counts["matches"], matches)
    except KeyboardInterrupt:
        if not sums.counts["matches"]:
            raise
        interrupted = True
    return SimulationResult(
        (_name(a), _name(b)),
        policies,
        rules,
        seed,
        matches,
        dict(sums.counts),
        {name: proportion(sums.counts[count], sums.counts[of]) for name, (count, of) in SHARES.items()},
        sums.means(),
        {
            name: _certain(proportion(n, sums.counts["matches"]))
            for name, n in sorted(sums.columns.items(), reverse=True)
        },
        dict(sorted(sums.lengths.items())),
        compiled,
        perf_counter() - begun,
        interrupted,
        tuple(sorted(kept, key=lambda part: part[0])),
    )


def _policy(given: str | Policy) -> Policy:
    return make_policy(given) if isinstance(given, str) else given


def _name(given: str | Policy) -> str:
    return given.strip() if isinstance(given, str) else "policy"


def _certain(found: Estimate | None) -> Estimate:
    assert found is not None
    return found


def _seed_number(seed: int | str) -> int:
    """The seed of the kernel, of 62 bits, for a whole number or a text; the same for ``1`` and ``"1"``."""
    return int.from_bytes(hashlib.sha256(f"simulate {seed}".encode()).digest()[:8]) >> 2


def _matches_at_once(matches: int, at_once: int, *, compiled: bool) -> int:
    """Matches per task: enough to be worth one, and several tasks for every worker."""
    most = _AT_ONCE if compiled else _AT_ONCE_PLAIN
    return max(1, min(most, matches // (4 * at_once) if at_once else most))


# A task


@dataclass(frozen=True, slots=True)
class _Task:
    policies: tuple[Policy, Policy]
    rules: Rules
    seed: int
    first: int
    count: int
    keep: bool


class _Sums:
    """What adds up over matches: counts, matches by columns won and by length, and the products for each mean."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter(matches=0)
        self.columns: Counter[str] = Counter()
        self.lengths: Counter[int] = Counter()
        self.products = [0] * (3 * len(MEANS))

    def add(self, other: _Sums) -> None:
        self.counts.update(other.counts)
        self.columns.update(other.columns)
        self.lengths.update(other.lengths)
        self.products = [one + two for one, two in zip(self.products, other.products, strict=True)]

    def means(self) -> dict[str, Estimate | None]:
        found: dict[str, Estimate | None] = {}
        matches = self.counts["matches"]
        for i, (name, (top, bottom)) in enumerate(MEANS.items()):
            tops, both, bottoms = self.products[3 * i : 3 * i + 3]
            if bottom == "matches":
                found[name] = mean(matches, self.counts[top], tops)
            else:
                found[name] = ratio(matches, self.counts[top], self.counts[bottom], (tops, both, bottoms))
        return found


def _play_task(task: _Task) -> tuple[_Sums, Any]:
    """Play the matches of a task; what they add up to, and their rows where they are kept."""
    bulk = Bulk(task.rules, task.policies, load())
    rows = bulk.matches(task.seed, task.count, first=task.first)
    sums = _Sums()
    found, sums.products = bulk.tally(rows, _PAIRS)
    counts = dict(zip(_LINE, found, strict=True))
    counts |= {name: counts[one] + counts[two] for name, (one, two) in _SUMMED.items()}
    counts["opener_wins"] = counts["wins"] - counts["dealer_wins"]
    del counts["result"], counts["first_dealer"]
    sums.counts.update(counts)
    sums.lengths.update(map(int, rows[layout.DEALS :: layout.ROW_WIDTH]))
    if task.rules.columns:
        one, two = (rows[layout.COLUMNS_WON + i :: layout.ROW_WIDTH] for i in (0, 1))
        for pair, matches in Counter(zip(map(int, one), map(int, two), strict=True)).items():
            sums.columns[f"{max(pair)}-{min(pair)}"] += matches
    return sums, _small(rows) if task.keep else None


def _small(rows: Any) -> Any:
    """Rows in half the memory."""
    import numpy as np  # noqa: PLC0415

    return np.asarray(rows, np.int32)
