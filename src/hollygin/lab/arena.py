"""Players against each other in mirrored matches.

>>> result = arena(["simple", "random"], make_rules("eaai"), pairs=50, seed=1, jobs=1)
>>> result.pairings[0].share
Estimate(value=1.0, low=0.928..., high=1.0, n=50)

A mirrored pair of matches has the same shuffles. In the second match the players have swapped seats: each gets the cards
that the opponent had, and deals when the opponent dealt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import combinations
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from hollygin.actions import Action
from hollygin.due import Due, Seat
from hollygin.engine import needs_warming, warm
from hollygin.lab.engines import Engine, parse_engine, run, workers
from hollygin.lab.luck_adjusted import baseline, match_luck, taken_out
from hollygin.lab.statistics import Estimate, mean, share_by_pair
from hollygin.match import Match
from hollygin.players import Player, PlayerFault, make_player, wants_kernel
from hollygin.players.driver import advance
from hollygin.players.external import TIME_LIMIT, ExternalPlayer
from hollygin.rules import Rules, options_of
from hollygin.shuffle import House, seeded_secret
from hollygin.view import View

if TYPE_CHECKING:
    import polars as pl

MOST_DEALS: Final = 2000
"""After this many deals a match counts as an unfinished tie: two players may never win a deal."""

_MILLION: Final = 1_000_000
_MOST_AT_ONCE: Final = 16
"""The most pairs in one task. An interrupted result lacks the unfinished tasks, so tasks are small."""

Entrant: TypeAlias = str | Callable[[], Player]
"""A player by name (also ``exec:COMMAND``), or a function or class that makes one."""

Progress: TypeAlias = Callable[[int, int], None]
"""Called with the number of pairs played and the number of all pairs."""


@dataclass(frozen=True, slots=True)
class Conduct:
    """A player's conduct over all its matches.

    ``share`` is the share of matches that it won, a tie counting half. ``seconds`` is the time of all its decisions, and
    ``slowest`` that of the slowest. ``faults`` are counted by code; each lost it a match.
    """

    name: str
    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    faults: Mapping[str, int] = field(default_factory=dict)
    share: float | None = None

    @property
    def seconds_per_decision(self) -> float | None:
        """None without a decision."""
        return self.seconds / self.decisions if self.decisions else None


@dataclass(frozen=True, slots=True)
class Adjusted:
    """A share without the luck of the cards (``hollygin.lab.luck_adjusted``).

    ``factor`` is how many times fewer pairs give the same certainty: the variance of the pairs before and after.
    """

    share: Estimate
    factor: float | None

    def to_dict(self) -> dict[str, float | None]:
        """The share and its bounds for other programs."""
        found = self.share
        return {"share": found.value, "low": found.low, "high": found.high, "factor": self.factor}


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two players against each other. They, and pairs of values, are in the order in which the players were named.

    ``wins`` and ``ties`` add up to all matches. ``unfinished`` are the ties that ran too long. ``share`` is the first
    player's share of the matches, a tie counting half, by mirrored pair; ``adjusted`` is the same without the luck of
    the cards, if that was asked for. ``outcomes`` counts deals by how they ended and
    who won them (None: nobody). ``points`` are those that each has won in all deals.
    """

    players: tuple[int, int]
    pairs: int
    wins: tuple[int, int]
    ties: int
    unfinished: int
    faults: tuple[int, int]
    deals: int
    outcomes: Mapping[tuple[str, int | None], int]
    points: tuple[int, int]
    share: Estimate | None
    adjusted: Adjusted | None = None

    @property
    def matches(self) -> int:
        """Two per pair."""
        return 2 * self.pairs


@dataclass(frozen=True, slots=True)
class ArenaResult:
    """The result of an arena; ``interrupted`` if it was stopped before its end."""

    rules: Rules
    seed: int | str
    pairs: int
    players: tuple[Conduct, ...]
    pairings: tuple[Pairing, ...]
    seconds: float
    interrupted: bool

    def rows(self) -> list[dict[str, Any]]:
        """One row per pairing."""
        return [self._row(pairing) for pairing in self.pairings]

    def _row(self, pairing: Pairing) -> dict[str, Any]:
        one, two = pairing.players
        share = pairing.share
        return {
            "player": self.players[one].name,
            "opponent": self.players[two].name,
            "pairs": pairing.pairs,
            "wins": pairing.wins[0],
            "losses": pairing.wins[1],
            "ties": pairing.ties,
            "share": share and share.value,
            "low": share and share.low,
            "high": share and share.high,
            "deals": pairing.deals,
            "points": pairing.points[0],
            "points_against": pairing.points[1],
            "faults": pairing.faults[0],
            "faults_against": pairing.faults[1],
        }

    def to_frame(self) -> pl.DataFrame:
        """The rows as a data frame."""
        import polars as pl  # noqa: PLC0415

        return pl.DataFrame(self.rows())

    def to_dict(self) -> dict[str, Any]:
        """Everything for other programs, as plain values."""
        return {
            "rules": options_of(self.rules),
            "seed": self.seed,
            "pairs": self.pairs,
            "players": [_conduct_object(conduct) for conduct in self.players],
            "pairings": [_pairing_object(pairing) for pairing in self.pairings],
            "seconds": self.seconds,
            "interrupted": self.interrupted,
        }


def arena(
    players: Sequence[Entrant],
    rules: Rules,
    *,
    pairs: int = 100,
    seed: int | str = 1,
    jobs: int | None = None,
    engine: str | Engine = "local",
    time_limit: float = TIME_LIMIT,
    luck_adjusted: bool = False,
    progress: Progress | None = None,
) -> ArenaResult:
    """Let every two of the players play ``pairs`` mirrored pairs of matches.

    The cards follow from ``seed`` and the number of the pair alone. So does the seed of a player that takes one and
    was given none. All pairings have the same cards, on any number of processes. Players are made anew for every match, a program outside once
    per task. ``jobs`` is the number of processes, by default all processors. ``time_limit`` is the seconds that a program has for an answer.
    With ``luck_adjusted`` the luck of each deal is taken out, too, which takes about half a second per deal. Ctrl-C gives
    the result so far.

    Raises ValueError for fewer than two players or no pair, PlayerNameError, EngineError (see :func:`engines.run`), and
    KeyboardInterrupt before there is a result.
    """
    if len(players) < 2 or pairs < 1:
        raise ValueError("an arena needs two players and one pair of matches")
    entrants = tuple(players)
    names = [_name(entrant, time_limit) for entrant in entrants]
    place = parse_engine(engine) if isinstance(engine, str) else engine
    meetings = list(combinations(range(len(entrants)), 2))
    at_once = _pairs_at_once(pairs * len(meetings), workers(place, jobs))
    tasks = [
        _Task(
            meeting,
            (entrants[meeting[0]], entrants[meeting[1]]),
            rules,
            seed,
            numbers,
            time_limit,
            luck_adjusted,
        )
        for numbers in _ranges(pairs, at_once)
        for meeting in meetings
    ]
    sums = {meeting: _Sums() for meeting in meetings}
    conducts = [_ConductSums() for _ in entrants]
    begun, done, interrupted = perf_counter(), 0, False
    try:
        with closing(run(_play_task, tasks, place, jobs)) as results:
            for number, played in results:
                task = tasks[number]
                sums[task.meeting].add(played)
                for i, entrant in enumerate(task.meeting):
                    conducts[entrant].add(played.conducts[i])
                done += len(task.numbers)
                if progress is not None:
                    progress(done, pairs * len(meetings))
    except KeyboardInterrupt:
        if not done:
            raise
        interrupted = True
    return ArenaResult(
        rules,
        seed,
        pairs,
        tuple(
            conduct.result(name, _overall(i, sums))
            for i, (name, conduct) in enumerate(zip(names, conducts, strict=True))
        ),
        tuple(found.result(meeting) for meeting, found in sums.items()),
        perf_counter() - begun,
        interrupted,
    )


def _name(entrant: Entrant, time_limit: float) -> str:
    if isinstance(entrant, str):
        make_player(entrant, programs=True, time_limit=time_limit)
        return entrant.strip()
    return entrant().name


def _pairs_at_once(pairs: int, at_once: int) -> int:
    """Pairs per task: few enough that every worker has several tasks."""
    return max(1, min(_MOST_AT_ONCE, pairs // (8 * (at_once or _MOST_AT_ONCE))))


def _ranges(n: int, size: int) -> Iterator[range]:
    for first in range(0, n, size):
        yield range(first, min(n, first + size))


# A task: some pairs of matches of two players


@dataclass(frozen=True, slots=True)
class _Task:
    meeting: tuple[int, int]
    entrants: tuple[Entrant, Entrant]
    rules: Rules
    seed: int | str
    numbers: range
    time_limit: float
    luck_adjusted: bool


class _ConductSums:
    def __init__(self) -> None:
        self.decisions = 0
        self.seconds = 0.0
        self.slowest = 0.0
        self.faults: Counter[str] = Counter()

    def add(self, other: _ConductSums) -> None:
        self.decisions += other.decisions
        self.seconds += other.seconds
        self.slowest = max(self.slowest, other.slowest)
        self.faults += other.faults

    def result(self, name: str, share: float | None) -> Conduct:
        return Conduct(name, self.decisions, self.seconds, self.slowest, dict(self.faults), share)


class _Sums:
    """Sums over pairs. A pair counts the matches won by the first player in halves, 0 to 4."""

    def __init__(self) -> None:
        self.pairs = 0
        self.halves = 0
        self.squares = 0
        self.millionths: list[int] = []
        """The adjusted share of each pair, in whole numbers: their sums are the same in any order."""
        self.wins = [0, 0]
        self.ties = 0
        self.unfinished = 0
        self.faults = [0, 0]
        self.points = [0, 0]
        self.outcomes: Counter[tuple[str, int | None]] = Counter()
        self.conducts = (_ConductSums(), _ConductSums())

    def add(self, other: _Sums) -> None:
        self.pairs += other.pairs
        self.halves += other.halves
        self.squares += other.squares
        self.millionths += other.millionths
        self.ties += other.ties
        self.unfinished += other.unfinished
        self.outcomes += other.outcomes
        for i in (0, 1):
            self.wins[i] += other.wins[i]
            self.faults[i] += other.faults[i]
            self.points[i] += other.points[i]

    def result(self, meeting: tuple[int, int]) -> Pairing:
        return Pairing(
            meeting,
            self.pairs,
            (self.wins[0], self.wins[1]),
            self.ties,
            self.unfinished,
            (self.faults[0], self.faults[1]),
            self.outcomes.total(),
            dict(self.outcomes),
            (self.points[0], self.points[1]),
            share_by_pair(self.pairs, self.halves, self.squares),
            self._adjusted(),
        )

    def _adjusted(self) -> Adjusted | None:
        n, values = len(self.millionths), self.millionths
        found = mean(n, sum(values), sum(one * one for one in values))
        if found is None:
            return None
        share = Estimate(found.value / _MILLION, found.low / _MILLION, found.high / _MILLION, n)
        left = n * sum(one * one for one in values) - sum(values) ** 2
        raw = (n * self.squares - self.halves**2) * (_MILLION // 4) ** 2
        return Adjusted(share, raw / left if left else None)


class _Timed:
    """A player under the clock."""

    def __init__(self, player: Player, conduct: _ConductSums) -> None:
        self.name = player.name
        self._player = player
        self._conduct = conduct

    def act(self, view: View, due: Due) -> Action:
        begun = perf_counter()
        try:
            return self._player.act(view, due)
        finally:
            seconds = perf_counter() - begun
            self._conduct.decisions += 1
            self._conduct.seconds += seconds
            self._conduct.slowest = max(self._conduct.slowest, seconds)


class _Table:
    """Makes the players of a task, each anew for every match; a program stays."""

    def __init__(self, task: _Task) -> None:
        self._task = task
        self._programs: dict[int, ExternalPlayer] = {}

    def player(self, i: int, number: int) -> Player:
        entrant = self._task.entrants[i]
        if i in self._programs:
            return self._programs[i]
        if not isinstance(entrant, str):
            return entrant()
        seed = int.from_bytes(seeded_secret(f"player {i} {self._task.seed}", number + 1)[:4])
        player = make_player(entrant, seed=seed, programs=True, time_limit=self._task.time_limit)
        if isinstance(player, ExternalPlayer):
            self._programs[i] = player
        return player

    def close(self) -> None:
        for program in self._programs.values():
            program.close()


def _play_task(task: _Task) -> _Sums:
    """Play the pairs of a task."""
    sums = _Sums()
    if (
        any(isinstance(entrant, str) and wants_kernel(entrant) for entrant in task.entrants)
        and needs_warming()
    ):
        warm()
    with closing(_Table(task)) as table:
        for number in task.numbers:
            halves, luck = 0, 0.0
            for first in (0, 1):
                match, won, players = _play_match(task, table, number, first, sums)
                halves += won
                if task.luck_adjusted:
                    policies = baseline(players[0]), baseline(players[1])
                    luck += taken_out(players) * match_luck(match, policies) * (1 if first == 0 else -1)
            if task.luck_adjusted:
                sums.millionths.append(round(_MILLION * (halves / 4 - luck / 2)))
            sums.pairs += 1
            sums.halves += halves
            sums.squares += halves * halves
    return sums


def _play_match(
    task: _Task, table: _Table, number: int, first: Seat, sums: _Sums
) -> tuple[Match, int, tuple[Player, Player]]:
    """Play one match with the first player on seat ``first``: the match, its result for that player in halves, the seats."""
    seated = table.player(0, number), table.player(1, number)
    if first == 1:
        seated = seated[::-1]
    players = _Timed(seated[0], sums.conducts[first]), _Timed(seated[1], sums.conducts[1 - first])
    match, house = Match.start(task.rules, number % 2), House(f"arena {task.seed} {number}")
    try:
        while not match.over and match.number <= MOST_DEALS:
            match = advance(match, players, house)[2]
        result = match.result
    except PlayerFault as fault:
        loser = fault.seat ^ first
        sums.faults[loser] += 1
        sums.conducts[loser].faults[fault.code] += 1
        result = 1 - fault.seat
    for line in match.lines:
        winner = line.settlement.winner
        sums.outcomes[line.settlement.outcome, None if winner is None else winner ^ first] += 1
        if winner is not None:
            sums.points[winner ^ first] += line.settlement.points
    if result is None or result == "tie":
        sums.ties += 1
        sums.unfinished += result is None
        return match, 1, seated
    sums.wins[result ^ first] += 1
    return match, 2 if result == first else 0, seated


# The result


def _overall(entrant: int, sums: Mapping[tuple[int, int], _Sums]) -> float | None:
    """A player's share over all its pairings."""
    pairs = halves = 0
    for (one, two), found in sums.items():
        if entrant in (one, two):
            pairs += found.pairs
            halves += found.halves if entrant == one else 4 * found.pairs - found.halves
    return halves / (4 * pairs) if pairs else None


def _conduct_object(conduct: Conduct) -> dict[str, Any]:
    return {
        "name": conduct.name,
        "share": conduct.share,
        "decisions": conduct.decisions,
        "seconds_per_decision": conduct.seconds_per_decision,
        "slowest": conduct.slowest,
        "faults": dict(conduct.faults),
    }


def _pairing_object(pairing: Pairing) -> dict[str, Any]:
    return {
        "players": list(pairing.players),
        "pairs": pairing.pairs,
        "matches": pairing.matches,
        "wins": list(pairing.wins),
        "ties": pairing.ties,
        "unfinished": pairing.unfinished,
        "faults": list(pairing.faults),
        "deals": pairing.deals,
        "deals_per_match": pairing.deals / pairing.matches if pairing.pairs else None,
        "outcomes": [
            {"outcome": outcome, "winner": winner, "deals": deals}
            for (outcome, winner), deals in sorted(pairing.outcomes.items(), key=str)
        ],
        "points": list(pairing.points),
        "share": pairing.share and pairing.share.to_dict(),
        "adjusted": pairing.adjusted and pairing.adjusted.to_dict(),
    }
