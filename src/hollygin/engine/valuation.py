"""Calls that value a score sheet or an open position: rests of a match, and deals played on with all cards known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from hollygin.engine.calls import Calls
from hollygin.engine.compiling import Kernel
from hollygin.engine.encode import Policy, sheet_numbers
from hollygin.engine.numbers import rests
from hollygin.engine.position import Position
from hollygin.rules import Rules
from hollygin.sheet import Sheet

WAY_WINNER: Final = rests.WAY_WINNER
WAY_POINTS: Final = rests.WAY_POINTS


class Start(NamedTuple):
    """A match between two deals: the sheet, and who deals next at each of two tables (-1: by chance)."""

    sheet: Sheet
    dealers: tuple[int, int]


class RestSums(NamedTuple):
    """What the rests from one start add up to; pairs are by seat.

    ``won`` counts 2 for each rest that seat 0 won and 1 for each tie, ``squares`` are the squares of what each antithetic
    pair added to it. ``totals`` are sums of grand totals, ``spread`` of the squares of their difference. ``columns`` counts
    who won each column, ``results`` the rests by columns won.
    """

    won: int
    squares: int
    totals: tuple[int, int]
    spread: int
    ties: int
    deals: int
    columns: tuple[tuple[int, int], ...]
    results: dict[tuple[int, int], int]


class Rests(Calls):
    """Rests of a match under some rules, drawn from ways in which deals end. For one thread at a time.

    ``ways`` are those of a deal that seat 0 deals, then as many of one that seat 1 deals, each as a number:
    points × WAY_POINTS + outcome × WAY_WINNER + winner's seat + 1 (0: nobody). Each half is in the order of what a way brings seat 0.
    """

    def __init__(self, rules: Rules, ways: Sequence[int], kernel: Kernel | None = None) -> None:
        super().__init__(rules, kernel)
        self._ways = self.kernel.ints(ways)

    def play(
        self, starts: Sequence[Start], *, gross: bool | None, rests_each: int, seed: int
    ) -> list[RestSums]:
        """What ``rests_each`` rests from each start add up to (an even number); all starts meet the same draws.

        ``gross`` is None for two players. For two teams it says whether each writes its own points (R12.1).
        """
        ints = self.kernel.ints
        sheets: list[int] = []
        rows: list[int] = []
        for start in starts:
            sheet, row = sheet_numbers(start.sheet)
            sheets += sheet
            rows += row
        sums = ints(rests.REST_WIDTH * len(starts))
        self._numbers.rests.play_rests(
            self._rules,
            ints(sheets),
            ints(rows),
            ints([dealer for start in starts for dealer in start.dealers]),
            1 if gross is None else 2,
            int(bool(gross)),
            self._ways,
            rests_each,
            seed,
            self._sheet,
            self._row,
            sums,
        )
        width, columns = rests.REST_WIDTH, self.rules.columns
        return [_sums([*map(int, sums[at : at + width])], columns) for at in range(0, len(sums), width)]


def _sums(line: list[int], columns: int) -> RestSums:
    by_column = line[rests.REST_COLUMNS : rests.REST_COLUMNS + 2 * columns]
    by_result = line[rests.REST_RESULTS :]
    return RestSums(
        won=line[rests.REST_WON],
        squares=line[rests.REST_SQUARES],
        totals=(line[rests.REST_TOTALS], line[rests.REST_TOTALS + 1]),
        spread=line[rests.REST_SPREAD],
        ties=line[rests.REST_TIES],
        deals=line[rests.REST_DEALS],
        columns=tuple(zip(by_column[::2], by_column[1::2], strict=True)),
        results={divmod(place, 10): count for place, count in enumerate(by_result) if count},
    )


class OpenCards(Calls):
    """Deals played on between two policies, by seat, with both hands known. For one thread at a time.

    ``worth`` is a table as :func:`brought` reads it, for seat 0.
    """

    def __init__(self, rules: Rules, policies: tuple[Policy, Policy], kernel: Kernel | None = None) -> None:
        super().__init__(rules, kernel)
        self._policies = self._table(policies)

    def card_values(
        self, position: Position, stock: int, worth: Sequence[int], rolls: int, seed: int
    ) -> list[int]:
        """For each of 52 cards what ``rolls`` deals bring seat 0 if the seat on turn draws it; 0 for cards not in ``stock``."""
        ints = self.kernel.ints
        values = ints(52)
        self._numbers.luck.card_values(
            self._line(position),
            stock,
            self._rules,
            self._policies,
            ints(worth),
            rolls,
            seed,
            self._position,
            self._order,
            self._no_trace,
            self._result,
            values,
        )
        return [*map(int, values)]

    def open_value(self, position: Position, stock: int, worth: Sequence[int], rolls: int, seed: int) -> int:
        """What ``rolls`` deals from a position bring seat 0, over as many orders of the ``stock``."""
        found: Any = self._numbers.luck.open_value(
            self._line(position),
            stock,
            self._rules,
            self._policies,
            self.kernel.ints(worth),
            rolls,
            seed,
            self._position,
            self._order,
            self._no_trace,
            self._result,
        )
        return int(found)
