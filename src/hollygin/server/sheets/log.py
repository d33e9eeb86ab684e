"""A score sheet for real cards: its stored events, and its state, folded from them.

Pure: no clock, no chance, no I/O. The entries have names of their own, so that two people can write at the same moment
without a collision. Everything that follows from the entries is the library's :class:`~hollygin.score.Score`.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, Literal, NamedTuple

import msgspec

from hollygin.due import Seat
from hollygin.errors import refuse
from hollygin.rules import Rules, make_rules
from hollygin.score import DealEntry, Score, TeamPoints, Teams
from hollygin.wire import ToldDeal, entry_of

MOST_ENTRIES: Final = 200
"""The most deals on a sheet."""
MOST_STEPS: Final = 5000
"""The most changes of a sheet in all, undone ones included."""
MOST_UNDONE: Final = 100
"""The most changes that can be undone, one after the other."""
REMEMBERED: Final = 512
"""The number of commands that a sheet remembers, so that a retry is answered and not done twice."""


# What happens


class ScoreEvent(
    msgspec.Struct, frozen=True, tag_field="event", forbid_unknown_fields=True, omit_defaults=True
):
    """Base of the events."""


class Opened(ScoreEvent, frozen=True, tag="opened"):
    """The sheet exists: the players by side, or the teams of two, and the rules; ``options`` has every option."""

    players: tuple[str, str]
    options: dict[str, int | bool | str]
    profile: str
    version: int
    first_dealer: Seat | None
    teams: tuple[tuple[str, str], tuple[str, str]] | None = None
    team_points: TeamPoints = "net"  # what a log leaves out that was kept when this was the default


class Added(ScoreEvent, frozen=True, tag="added"):
    """A deal was written, before another or at the end."""

    entry_id: str
    entry: ToldDeal
    before: str | None = None


class Replaced(ScoreEvent, frozen=True, tag="replaced"):
    """A deal was corrected."""

    entry_id: str
    entry: ToldDeal


class Removed(ScoreEvent, frozen=True, tag="removed"):
    """A deal was taken out."""

    entry_id: str


class Undone(ScoreEvent, frozen=True, tag="undone"):
    """The change of a step was undone."""

    change: int


class Redone(ScoreEvent, frozen=True, tag="redone"):
    """The change of a step was redone."""

    change: int


AnyScoreEvent = Opened | Added | Replaced | Removed | Undone | Redone


class ScoreStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """One change of a sheet: its number from 1, when (seconds since 1970), and by which command."""

    seq: int
    at: float
    event: AnyScoreEvent
    command: str = ""


# The state


class Kept(NamedTuple):
    """A deal of the sheet: its name, the step that wrote or last corrected it, and its report."""

    id: str
    changed: int
    entry: DealEntry


Kind = Literal["add", "replace", "remove"]


class Change(NamedTuple):
    """A change that can be undone or redone, with the deals before it and after it."""

    step: int
    kind: Kind
    number: int
    before: tuple[Kept, ...]
    after: tuple[Kept, ...]


@dataclass
class ScoreLog:
    """The state of a sheet. Only :meth:`apply` changes it."""

    id: str
    opened: Opened
    started: float
    rules: Rules
    seq: int = 1
    kept: tuple[Kept, ...] = ()
    done: deque[Change] = field(default_factory=lambda: deque(maxlen=MOST_UNDONE))
    undone: list[Change] = field(default_factory=list)
    commands: dict[str, int] = field(default_factory=dict)

    @classmethod
    def open(cls, name: str, first: ScoreStep) -> ScoreLog:
        """The sheet of a first step."""
        opened = first.event
        assert isinstance(opened, Opened)
        return cls(name, opened, first.at, make_rules(**opened.options))

    @cached_property
    def score(self) -> Score:
        """The sheet with everything that follows from its deals."""
        opened = self.opened
        return Score(
            players=opened.players,
            rules=self.rules,
            first_dealer=opened.first_dealer,
            entries=tuple(kept.entry for kept in self.kept),
            teams=None if opened.teams is None else Teams(opened.teams, opened.team_points),
            profile=opened.profile,
        )

    # What commands would cause

    def add(self, entry_id: str, told: ToldDeal, before: str | None) -> Added:
        """A new deal. Raises TextError and ScoreError if the report is wrong, and Refused."""
        self.tried(told, before=before)
        if any(kept.id == entry_id for kept in self.kept):
            raise refuse("entry-exists")
        if len(self.kept) >= MOST_ENTRIES or self.seq >= MOST_STEPS:
            raise refuse("sheet-full", limit=MOST_ENTRIES)
        return Added(entry_id, told, before)

    def replace(self, entry_id: str, changed: int, told: ToldDeal) -> Replaced:
        """A correction of a deal, made in view of step ``changed``. Raises as :meth:`add` does."""
        self._unchanged(entry_id, changed)
        self.tried(told, replaces=entry_id)
        return Replaced(entry_id, told)

    def remove(self, entry_id: str, changed: int) -> Removed:
        """A removal of a deal, made in view of step ``changed``. Raises Refused."""
        self._unchanged(entry_id, changed)
        return Removed(entry_id)

    def undo(self, change: int) -> Undone:
        """An undo of the last change. Raises Refused if another change is the last."""
        if not self.done or self.done[-1].step != change:
            raise refuse("not-last-change")
        self._room()
        return Undone(change)

    def redo(self, change: int) -> Redone:
        """A redo of the change that was undone last. Raises Refused if that is another change."""
        if not self.undone or self.undone[-1].step != change:
            raise refuse("not-last-change")
        self._room()
        return Redone(change)

    def tried(
        self, told: ToldDeal, before: str | None = None, replaces: str | None = None
    ) -> tuple[Score, int]:
        """The score with one more deal, and the place of that deal from 0. Raises TextError, ScoreError and Refused."""
        entry = entry_of(told)
        if replaces is not None:
            place = self._place(replaces)
            return self.score.replace(place, entry), place
        place = len(self.kept) if before is None else self._place(before)
        return self.score.insert(place, entry), place

    def _place(self, entry_id: str) -> int:
        for place, kept in enumerate(self.kept):
            if kept.id == entry_id:
                return place
        raise refuse("entry-gone")

    def _unchanged(self, entry_id: str, changed: int) -> None:
        kept = self.kept[self._place(entry_id)]
        if kept.changed != changed:
            raise refuse("entry-changed")
        self._room()

    def _room(self) -> None:
        if self.seq >= MOST_STEPS:
            raise refuse("sheet-full", limit=MOST_ENTRIES)

    # What events change

    def apply(self, step: ScoreStep) -> None:
        """Take the next step; it must be the next by number."""
        if step.seq != self.seq + 1:
            raise ValueError(f"step {step.seq} after {self.seq}")
        self._apply(step.event, step.seq)
        self.__dict__.pop("score", None)
        self.seq = step.seq
        if step.command:
            self.commands[step.command] = step.seq
            while len(self.commands) > REMEMBERED:
                del self.commands[next(iter(self.commands))]

    def _apply(self, event: AnyScoreEvent, seq: int) -> None:
        match event:
            case Undone():
                change = self.done.pop()
                self.undone.append(change)
                self.kept = change.before
            case Redone():
                change = self.undone.pop()
                self.done.append(change)
                self.kept = change.after
            case Added(entry_id, told, before):
                place = len(self.kept) if before is None else self._place(before)
                kept = Kept(entry_id, seq, entry_of(told))
                self._change(seq, "add", place, (*self.kept[:place], kept, *self.kept[place:]))
            case Replaced(entry_id, told):
                place = self._place(entry_id)
                kept = Kept(entry_id, seq, entry_of(told))
                self._change(seq, "replace", place, (*self.kept[:place], kept, *self.kept[place + 1 :]))
            case Removed(entry_id):
                place = self._place(entry_id)
                self._change(seq, "remove", place, (*self.kept[:place], *self.kept[place + 1 :]))

    def _change(self, seq: int, kind: Kind, place: int, after: tuple[Kept, ...]) -> None:
        self.done.append(Change(seq, kind, place + 1, self.kept, after))
        self.undone.clear()
        self.kept = after
