"""The score sheet: columns, wins, closings and bonuses (R8), as a fold over won deals.

>>> sheet = Sheet.of(make_rules("friendly"), [(0, 30), (0, 43), (0, 35)])
>>> [column.score for column in sheet.columns]
[(108, 0), (78, 0), (35, 0)]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal, TypeAlias, TypeVar

from hollygin.due import Seat
from hollygin.errors import Fault, SheetError, brief
from hollygin.rules import Rules, as_rules
from hollygin.shown import Shown

Result: TypeAlias = Literal["tie"] | Seat

T = TypeVar("T")


MOST_POINTS: Final = 999_999_999
"""The most points of a deal."""


def points_fault(points: object) -> Fault | None:
    """The fault of the points of a deal (``bad-points``, ``out-of-range``), or None."""
    if not isinstance(points, int) or isinstance(points, bool) or points < 0:
        return Fault("bad-points", "R8.2", {"points": brief(points)})
    if points > MOST_POINTS:
        params = {"option": "points", "value": brief(points), "allowed": f"0–{MOST_POINTS}"}
        return Fault("out-of-range", "R8.2", params)
    return None


@dataclass(frozen=True, slots=True)
class Column:
    """One game of the sheet; pairs are by seat.

    ``score`` are the points written, and ``boxes`` those that the wins marked. ``opened`` says whether each player has opened
    it. ``won`` is the seat that has closed it (None while it is open).
    """

    score: tuple[int, int] = (0, 0)
    boxes: tuple[int, int] = (0, 0)
    opened: tuple[bool, bool] = (False, False)
    won: Seat | None = None


@dataclass(frozen=True, slots=True)
class Closing:
    """What closing a column adds to it (R8.5), by seat, in points.

    ``doubled`` is what the doubling shutout rules add for the winner (R8.6); 0 otherwise.
    """

    winner: Seat
    shutout: bool
    game_bonus: int
    box_bonus: tuple[int, int]
    doubled: int

    def added(self, seat: Seat) -> int:
        """Everything that closing adds to a player's score."""
        own = self.game_bonus + self.doubled if seat == self.winner else 0
        return own + self.box_bonus[seat]


@dataclass(frozen=True, slots=True)
class Entry:
    """A won deal as it is written on the sheet; columns count from 0.

    ``number`` is the winner's count of wins, this one included. ``opens`` is the column that it opens (None: none). It is written
    in the columns ``written``, and closes the columns ``closes``. ``passed`` is the column that it would have opened but that was
    closed already (R8.2); None otherwise. ``boxes`` is how many boxes it marks in each of its columns (R8.9).
    """

    winner: Seat
    points: int
    number: int
    opens: int | None
    passed: int | None
    written: tuple[int, ...]
    closes: tuple[int, ...]
    boxes: int = 1


@dataclass(frozen=True)
class Sheet(Shown):
    """The sheet after some won deals; immutable. Start with ``Sheet.of(rules)``."""

    rules: Rules
    columns: tuple[Column, ...]
    count: tuple[int, int] = (0, 0)
    entries: tuple[Entry, ...] = ()

    def __hash__(self) -> int:
        # Of the scores alone: a sheet is looked up at every step of a match, and all of it is long.
        return hash((self.count, *[column.score for column in self.columns]))

    @classmethod
    def of(cls, rules: Rules | str, wins: Iterable[tuple[Seat, int] | tuple[Seat, int, int]] = ()) -> Sheet:
        """The sheet by rules, or the name of a profile, after the given wins in order.

        A win is its winner, its points, and the boxes that it marks if they are not 1.

        Raises SheetError as :meth:`add` does.
        """
        rules = as_rules(rules)
        sheet = cls(rules, (Column(),) * rules.columns)
        for win in wins:
            sheet = sheet.add(*win)
        return sheet

    def add(self, winner: Seat, points: int, boxes: int = 1) -> Sheet:
        """The sheet after one more won deal, which marks ``boxes`` in each of its columns (R8.9).

        Raises SheetError (``sheet-done``, ``bad-seat``, ``bad-points``, ``out-of-range``).
        """
        if winner not in (0, 1):
            raise SheetError(Fault("bad-seat", "R1.2", {"text": winner, "allowed": "0, 1"}))
        return self._written({winner: points}, boxes)

    def add_both(self, points: tuple[int, int]) -> Sheet:
        """The sheet after a deal that both sides have won, each its own points (R12.1, gross).

        Both wins are written before a column closes. If both scores reach the target, the greater one
        wins the column; equal scores leave it open until one is ahead. Raises SheetError as :meth:`add` does.
        """
        return self._written(dict(enumerate(points)))

    def _written(self, wins: Mapping[Seat, int], boxes: int = 1) -> Sheet:
        """The sheet after the wins of one deal, points by seat, all at once."""
        if self.done:
            raise SheetError(Fault("sheet-done", "R8.7"))
        for points in wins.values():
            if (fault := points_fault(points)) is not None:
                raise SheetError(fault)
        entries = tuple(replace(self._entry(winner, wins), boxes=boxes) for winner in wins)
        columns, count = list(self.columns), self.count
        for entry in entries:
            winner = entry.winner
            count = _put(count, winner, entry.number)
            if entry.opens is not None:
                column = columns[entry.opens]
                columns[entry.opens] = replace(column, opened=_put(column.opened, winner, True))
            for i in entry.written:
                column = columns[i]
                columns[i] = Column(
                    _put(column.score, winner, column.score[winner] + entry.points),
                    _put(column.boxes, winner, column.boxes[winner] + boxes),
                    column.opened,
                    winner if i in entry.closes else column.won,
                )
        return Sheet(self.rules, tuple(columns), count, (*self.entries, *entries))

    def _entry(self, winner: Seat, wins: Mapping[Seat, int]) -> Entry:
        opens, passed, written = self._place(winner)
        scores = [list(column.score) for column in self.columns]
        for seat, points in wins.items():
            for i in written if seat == winner else self._place(seat)[2]:
                scores[i][seat] += points
        closes = tuple(
            i for i in written if scores[i][winner] >= max(self.rules.target, scores[i][1 - winner] + 1)
        )
        return Entry(winner, wins[winner], self.count[winner] + 1, opens, passed, written, closes)

    def _place(self, winner: Seat) -> tuple[int | None, int | None, tuple[int, ...]]:
        """The place of the player's next win: the column that it opens, the one that it comes too late for, and those that it is written in."""
        opens, passed = self._opening(winner)
        written = tuple(
            i
            for i, column in enumerate(self.columns)
            if column.won is None and (column.opened[winner] or i == opens)
        )
        return opens, passed, written

    def _opening(self, winner: Seat) -> tuple[int | None, int | None]:
        """The column that the player's next win opens, and the one that it comes too late for (R8.2, R8.3)."""
        if self.rules.late_entry == "carry":
            for i, column in enumerate(self.columns):
                if column.won is None and not column.opened[winner]:
                    return i, None
            return None, None
        k = self.count[winner]
        if k >= len(self.columns):
            return None, None
        return (k, None) if self.columns[k].won is None else (None, k)

    def next_win(self, seat: Seat, points: int = 0) -> Entry:
        """Where the next win of a player would be written, and what it would close with ``points``."""
        return self._entry(seat, {seat: points})

    def to_close(self, seat: Seat, column: int) -> int | None:
        """The points that a player still needs to close a column; None if it is closed."""
        at = self.columns[column]
        if at.won is not None:
            return None
        return max(self.rules.target, at.score[1 - seat] + 1) - at.score[seat]

    def closing(self, column: int) -> Closing | None:
        """The bonuses of a closed column (R8.5, R8.6); None while it is open."""
        at, rules = self.columns[column], self.rules
        if at.won is None:
            return None
        shutout = at.score[1 - at.won] == 0 and rules.shutout != "none"
        game = rules.shutout_bonus if shutout and rules.shutout == "flat" else rules.game_bonus
        boxes = (at.boxes[0] * rules.box_bonus, at.boxes[1] * rules.box_bonus)
        doubled = 0
        if shutout and rules.shutout == "double_instead":
            game, doubled = 0, at.score[at.won] + boxes[at.won]
        elif shutout and rules.shutout == "double_points":
            doubled = at.score[at.won]
        elif shutout and rules.shutout == "double_total":
            doubled = at.score[at.won] + game + boxes[at.won]
        return Closing(at.won, shutout, game, boxes, doubled)

    def column_total(self, column: int) -> tuple[int, int]:
        """Both players' points in a column, including the bonuses once it is closed."""
        score, closing = self.columns[column].score, self.closing(column)
        if closing is None:
            return score
        return score[0] + closing.added(0), score[1] + closing.added(1)

    @cached_property
    def total(self) -> tuple[int, int]:
        """Both players' grand totals over all columns (R8.7)."""
        totals = [self.column_total(i) for i in range(len(self.columns))]
        return sum(total[0] for total in totals), sum(total[1] for total in totals)

    @property
    def shows_total(self) -> bool:
        """Whether the grand total decides the match, or is shown beside the result (R8.7)."""
        return self.rules.has_bonuses or self.rules.match_winner == "total"

    @cached_property
    def columns_won(self) -> tuple[int, int]:
        """How many columns each player has closed."""
        won = [column.won for column in self.columns]
        return won.count(0), won.count(1)

    @cached_property
    def done(self) -> bool:
        """Whether the match is over (R8.7): no column open, or the result settled with clinch stop on."""
        if not self.columns:
            return any(self.count)
        one, two = self.columns_won
        left = len(self.columns) - one - two
        return left == 0 or (self.rules.clinch_stop and abs(one - two) > left)

    @cached_property
    def result(self) -> Result | None:
        """Who has won the match: 0, 1 or ``"tie"``; None while it goes on (R8.7, R11.2)."""
        if not self.done:
            return None
        if self.rules.match_winner == "deal":
            if len(self.entries) == 1:
                return self.entries[0].winner
            one, two = (entry.points for entry in self.entries)
        else:
            one, two = self.total if self.rules.match_winner == "total" else self.columns_won
        return "tie" if one == two else 0 if one > two else 1


def _put(pair: tuple[T, T], seat: Seat, value: T) -> tuple[T, T]:
    return (value, pair[1]) if seat == 0 else (pair[0], value)
