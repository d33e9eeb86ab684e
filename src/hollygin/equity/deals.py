"""How deals end between two players: what the rest of a match is drawn from.

A deal matters to the score sheet by three facts: who won it, how, and for how many points. ``Deals`` keeps a sample of
these facts for each dealer. The sample of two equal strong players is kept in the package for the scorings of the named
profiles (``python -m hollygin.players.self_play`` makes it). For any other scoring, and for two players given as
policies, the deals are played when they are first asked for.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib import resources
from typing import Final, NamedTuple

from hollygin.due import Seat
from hollygin.engine import FLOOR, WAY_POINTS, WAY_WINNER, Bulk, Kernel, Policy, layout, load
from hollygin.options import OPTIONS
from hollygin.rules import Rules
from hollygin.settlement import Outcome

EQUALS: Final = "equals"
"""The name of the default pair: two strong players, both alike."""

DEAL_OPTIONS: Final = (
    "gin_bonus",
    "undercut_bonus",
    "big_gin_bonus",
    "knock_limit",
    "oklahoma",
    "oklahoma_ace",
    "spades_double",
    "straight",
    "tie",
    "last_discard",
    "stock_end",
    "opening",
)
"""The options that decide how a deal is played and priced; the others speak of the sheet and of who deals."""

_SEED: Final = 41
_DEALS: Final = (256, 20_000)
"""Deals of two policies for each dealer: plain, and compiled."""

_NUMBERS: Final[Mapping[Outcome, int]] = {
    "void": layout.OUTCOME_VOID,
    "knock": layout.OUTCOME_KNOCK,
    "gin": layout.OUTCOME_GIN,
    "big_gin": layout.OUTCOME_BIG_GIN,
    "undercut": layout.OUTCOME_UNDERCUT,
}


class Way(NamedTuple):
    """One way in which a deal ended: who won it (None: nobody), how, and for how many points."""

    winner: Seat | None
    outcome: int
    points: int

    def number(self) -> int:
        """The way as the engine reads it."""
        winner = -1 if self.winner is None else self.winner
        return self.points * WAY_POINTS + self.outcome * WAY_WINNER + winner + 1

    @property
    def brings(self) -> int:
        """Points to seat 0, negative if seat 1 won."""
        return 0 if self.winner is None else self.points if self.winner == 0 else -self.points

    def place(self) -> tuple[int, int]:
        """What orders ways by what they bring seat 0; a list in this order, mirrored and reversed, is in this order."""
        return self.brings, 0 if self.winner is None else self.outcome * (1 - 2 * self.winner)

    def mirrored(self) -> Way:
        """The same with the seats changed."""
        return self if self.winner is None else self._replace(winner=1 - self.winner)


@dataclass(frozen=True)
class Deals:
    """A sample of how deals end between two players; the seats are those of the sheet.

    ``by_dealer`` holds, for each dealer, the ways as numbers in the order of what they bring to seat 0 (points),
    all equally likely. ``source`` says where they come from.
    """

    players: str
    source: str
    by_dealer: tuple[tuple[int, ...], tuple[int, ...]] = field(repr=False)

    @classmethod
    def of(cls, players: str, source: str, zero: Iterable[Way], one: Iterable[Way]) -> Deals:
        """The deals of two lists of ways: dealt by seat 0, and by seat 1.

        The shorter list is repeated until both are as long as each other.
        """
        lists = [sorted(ways, key=Way.place) for ways in (zero, one)]
        size = max(map(len, lists))
        numbers = [tuple(ways[i * len(ways) // size].number() for i in range(size)) for ways in lists]
        return cls(players, source, (numbers[0], numbers[1]))

    def numbers(self) -> tuple[int, ...]:
        """Both lists in one line, as the engine reads them."""
        return self.by_dealer[0] + self.by_dealer[1]


def scoring_of(rules: Rules) -> tuple[tuple[str, object], ...]:
    """The values of :data:`DEAL_OPTIONS` that differ from their defaults and have an effect; rules with equal ones deal alike.

    So an option that is added later leaves what was kept before it as it is.
    """
    values = {name: getattr(rules, name) for name in DEAL_OPTIONS if name in OPTIONS}
    if rules.straight:
        values["knock_limit"] = OPTIONS["knock_limit"].default
    if not rules.oklahoma:
        for name in ("oklahoma_ace", "spades_double"):
            values[name] = OPTIONS[name].default
    return tuple((name, value) for name, value in values.items() if value != OPTIONS[name].default)


def equal_players(rules: Rules, kernel: Kernel | None = None) -> Deals:
    """Deals between two equal players under these rules: kept ones of strong play, else of two patient policies."""
    kept = _kept().get(scoring_of(rules))
    if kept is not None:
        return kept
    return policies(rules, FLOOR, FLOOR, EQUALS, kernel)


def policies(rules: Rules, one: Policy, two: Policy, players: str, kernel: Kernel | None = None) -> Deals:
    """Deals between two policies, by seat, played now; the same again for the same rules and policies."""
    return _played(rules, one, two, players, load() if kernel is None else kernel)


@lru_cache(maxsize=64)
def _played(rules: Rules, one: Policy, two: Policy, players: str, kernel: Kernel) -> Deals:
    count = _DEALS[kernel.compiled]
    results = Bulk(rules, (one, two), kernel).deals(_SEED, 2 * count)
    ways: tuple[list[Way], list[Way]] = [], []
    for row in range(0, len(results), layout.RESULT_WIDTH):
        winner = int(results[row + layout.WINNER])
        way = Way(
            None if winner < 0 else winner,
            int(results[row + layout.OUTCOME]),
            int(results[row + layout.POINTS]),
        )
        dealer = int(results[row + layout.DEALT_BY])
        ways[dealer].append(way)
        if one == two:  # equal players: each deal counts for either seat
            ways[1 - dealer].append(way.mirrored())
    return Deals.of(players, f"{2 * count} deals of two policies", *ways)


@cache
def _kept() -> Mapping[tuple[tuple[str, object], ...], Deals]:
    """The kept deals of the package, by scoring."""
    text = resources.files("hollygin.equity").joinpath("data", "deals.json").read_text(encoding="utf-8")
    found: dict[tuple[tuple[str, object], ...], Deals] = {}
    for sample in json.loads(text)["samples"]:
        zero = [
            Way(None if winner < 0 else winner, _NUMBERS[outcome], points)
            for outcome, winner, points, count in sample["ways"]
            for _ in range(count)
        ]
        one = [way.mirrored() for way in zero]
        source = f"{len(zero)} deals of {sample['player']} against itself"
        found[tuple(sample["scoring"].items())] = Deals.of(EQUALS, source, zero, one)
    return found
