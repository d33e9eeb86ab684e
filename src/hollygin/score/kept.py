"""A kept score: the deals as reported, and the sheet, dealers and seats that follow from them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from hollygin.due import Seat
from hollygin.errors import Fault, ScoreError
from hollygin.rules import Rules
from hollygin.score.entry import DealEntry, Worth
from hollygin.score.pricing import worth_of
from hollygin.score.teams import Teams
from hollygin.sheet import Entry, Result, Sheet
from hollygin.shown import Shown

Dealers = tuple[Seat | None, ...]


@dataclass(frozen=True, slots=True)
class TableLine:
    """One table of a deal: who deals (None: unknown), its players by seat, and the worth of its result.

    ``worth`` is None if the result is impossible.
    """

    dealer: Seat | None
    players: tuple[str, str]
    worth: Worth | None


@dataclass(frozen=True, slots=True)
class DealLine:
    """A deal of the score with everything that follows from it.

    ``points`` are what each side writes. ``entries`` say where: one for each side that has won the deal. ``fault``
    says why a deal counts in no column: ``sheet-done`` (R8.7), or the fault of its own report.
    """

    number: int
    tables: tuple[TableLine, ...]
    points: tuple[int, int] = (0, 0)
    entries: tuple[Entry, ...] = ()
    fault: Fault | None = None

    @property
    def void(self) -> bool:
        """Whether the deal is legal and nobody has won it."""
        return self.fault is None and not self.entries


class _Moment(NamedTuple):
    """The score between two deals."""

    sheet: Sheet
    dealers: Dealers
    lines: tuple[DealLine, ...] = ()


@dataclass(frozen=True)
class Score(Shown):
    """A kept score. It is immutable. Everything follows from its entries, however they were added and corrected.

    ``players`` are the names of the two sides, or of the teams if ``teams`` is given. ``first_dealer`` is None if it is
    unknown. ``profile`` names the profile that the rules started from; it decides nothing. ``resigned`` is the side that gave up
    the match after the last deal (R13.1).
    """

    players: tuple[str, str]
    rules: Rules
    first_dealer: Seat | None = None
    entries: tuple[DealEntry, ...] = ()
    teams: Teams | None = None
    profile: str | None = None
    resigned: Seat | None = None

    # What changes it

    def check(self, entry: DealEntry) -> tuple[Fault, ...]:
        """The faults of an entry by itself, whatever its place."""
        return _faults(self.rules, self.teams, entry)

    def add(self, entry: DealEntry) -> Score:
        """The score with one more deal.

        Raises ScoreError with the faults of the entry by itself. An entry after the end of the match is
        kept, and its line has a fault.
        """
        return self.insert(len(self.entries), entry)

    def insert(self, index: int, entry: DealEntry) -> Score:
        """The score with a deal inserted before the one at ``index`` (from 0). Raises ScoreError as :meth:`add` does."""
        if index != len(self.entries):
            self._check_index(index)
        return self._changed(index, index, entry)

    def replace(self, index: int, entry: DealEntry) -> Score:
        """The score with a deal corrected. Raises ScoreError as :meth:`add` does, and ``no-such-entry``."""
        self._check_index(index)
        return self._changed(index, index + 1, entry)

    def remove(self, index: int) -> Score:
        """The score with a deal removed. Raises ScoreError (``no-such-entry``)."""
        self._check_index(index)
        return replace(self, entries=(*self.entries[:index], *self.entries[index + 1 :]))

    def _changed(self, start: int, end: int, entry: DealEntry) -> Score:
        faults = self.check(entry)
        if faults:
            raise ScoreError(*faults)
        return replace(self, entries=(*self.entries[:start], entry, *self.entries[end:]))

    def _check_index(self, index: int) -> None:
        if not 0 <= index < len(self.entries):
            params = {"number": index + 1, "count": len(self.entries)}
            raise ScoreError(Fault("no-such-entry", params=params))

    # What follows

    @cached_property
    def _end(self) -> _Moment:
        moment = _Moment(Sheet.of(self.rules), (self.first_dealer,) * self.tables)
        for entry in self.entries:
            moment = self._after(moment, entry)
        return moment

    def _after(self, moment: _Moment, entry: DealEntry) -> _Moment:
        sheet, dealers, lines = moment
        number = len(lines) + 1
        faults = self.check(entry)
        if sheet.done:
            faults = (Fault("sheet-done", "R8.7"), *faults)
        worths = [None if faults else worth_of(self.rules, result) for result in entry.tables]
        tables = tuple(map(TableLine, dealers, self.seating_of(number), worths))
        if faults:
            return moment._replace(lines=(*lines, DealLine(number, tables, fault=faults[0])))
        known = [worth for worth in worths if worth is not None]
        points, after = self._written(sheet, known)
        line = DealLine(number, tables, points, after.entries[len(sheet.entries) :])
        next_dealers = tuple(
            self._next_dealer(dealer, worth.winner) for dealer, worth in zip(dealers, known, strict=True)
        )
        return _Moment(after, next_dealers, (*lines, line))

    def _next_dealer(self, dealer: Seat | None, winner: Seat | None) -> Seat | None:
        """Who deals next at a table. If the winner or the loser deals (R7.1), the last dealer need not be known."""
        if dealer is None and (winner is None or self.rules.next_dealer == "alternate"):
            return None
        return self.rules.dealer_after(dealer or 0, winner)

    def _written(self, sheet: Sheet, worths: list[Worth]) -> tuple[tuple[int, int], Sheet]:
        """The points that each side writes for a deal, and the sheet with them.

        A side of teams marks one box per win: it adds up deals that ended in different ways (R8.9, R12.1).
        """
        if self.teams is None:
            (worth,) = worths
            if worth.winner is None:
                return (0, 0), sheet
            points = (worth.points, 0) if worth.winner == 0 else (0, worth.points)
            boxes = 1 if worth.outcome is None else self.rules.boxes(worth.outcome)
            return points, sheet.add(worth.winner, worth.points, boxes)
        one, two = self.teams.written((worth.winner, worth.points) for worth in worths)
        if one and two:
            return (one, two), sheet.add_both((one, two))
        if one or two:
            return (one, two), sheet.add(0 if one else 1, one or two)
        return (0, 0), sheet

    @property
    def tables(self) -> int:
        """The number of tables at which each deal is played."""
        return 1 if self.teams is None else 2

    @property
    def lines(self) -> tuple[DealLine, ...]:
        """Every deal with what follows from it, one line per entry."""
        return self._end.lines

    @property
    def faults(self) -> tuple[tuple[int, Fault], ...]:
        """The entries that count in no column, by index, each with its fault."""
        return tuple((line.number - 1, line.fault) for line in self.lines if line.fault is not None)

    @property
    def sheet(self) -> Sheet:
        """The score sheet after all deals."""
        return self._end.sheet

    @property
    def over(self) -> bool:
        """Whether the match has ended (R8.7, R13.1)."""
        return self.resigned is not None or self.sheet.done

    @property
    def result(self) -> Result | None:
        """The winning side or ``"tie"``; None while the match goes on."""
        return self.sheet.result if self.resigned is None else 1 - self.resigned

    @property
    def number(self) -> int:
        """The number of the next deal, from 1."""
        return len(self.entries) + 1

    @property
    def dealers(self) -> Dealers:
        """Who deals next, one per table, as seat or side (R7); None if the first dealer is unknown."""
        return self._end.dealers

    @property
    def seating(self) -> tuple[tuple[str, str], ...]:
        """Who sits with whom in the next deal: the names at each table, by seat or side."""
        return self.seating_of(self.number)

    def seating_of(self, number: int) -> tuple[tuple[str, str], ...]:
        """Who sits with whom in deal ``number``, from 1."""
        return (self.players,) if self.teams is None else self.teams.seating(number)


def _faults(rules: Rules, teams: Teams | None, entry: DealEntry) -> tuple[Fault, ...]:
    allowed = 1 if teams is None else 2
    if len(entry.tables) != allowed:
        return (Fault("wrong-tables", "R12.1", {"count": len(entry.tables), "allowed": allowed}),)
    found: list[Fault] = []
    for result in entry.tables:
        try:
            worth_of(rules, result)
        except ScoreError as error:
            found += error.faults
    return tuple(found)
