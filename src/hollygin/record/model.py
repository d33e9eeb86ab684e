"""What a record holds, as values; docs/record.md gives the meaning of every field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from hollygin.actions import Action
from hollygin.cards import Card
from hollygin.deal import Deal, Played
from hollygin.due import Seat
from hollygin.errors import Fault, HollyginError
from hollygin.match import Match
from hollygin.rules import Rules
from hollygin.score import DealEntry, Teams
from hollygin.settlement import Outcome
from hollygin.sheet import Result

VERSIONS: Final = (1, 2)
"""The versions of the format that are read; what has no need of the later is written in the earlier."""

_MOST_QUOTED: Final = 200

Perspective: TypeAlias = Seat | Literal["spectator"]
"""Whose knowledge a record holds, where it does not hold every card."""

Extra: TypeAlias = Mapping[str, object]
"""User fields: names that start with ``_``, values that TOML and JSON both have."""


@dataclass(frozen=True, slots=True)
class RecordFault(Fault):
    """A fault of a record and where it stands; numbers count from 1, None where there is none.

    ``path`` is the place in the document: keys and positions from 0.
    """

    path: tuple[str | int, ...] = ()
    file: str | None = None
    line: int | None = None

    @property
    def deal(self) -> int | None:
        """The number of the deal it stands in."""
        return int(self.path[1]) + 1 if len(self.path) > 1 and self.path[0] == "deals" else None

    @property
    def action(self) -> int | None:
        """The number of the action in its deal."""
        here = self.path[2:4]
        return int(here[1]) + 1 if len(here) == 2 and here[0] == "actions" else None

    @property
    def at(self) -> str:
        """The place in one text: ``match.toml:31 deal 2 action 5``."""
        where = self.file or ""
        if self.line is not None:
            where += f":{self.line}" if where else f"line {self.line}"
        if self.deal is not None:
            where += f" deal {self.deal}"
        if self.action is not None:
            where += f" action {self.action}"
        elif self.path and self.deal is None:
            where += f" {printable(str(self.path[0]))}"
        return where.strip()

    def __str__(self) -> str:
        return f"{self.at}: {Fault.__str__(self)}" if self.at else Fault.__str__(self)


def printable(text: str) -> str:
    """The beginning of a text of unknown origin, on one line and without control characters."""
    return "".join(char if char.isprintable() else "�" for char in text[:_MOST_QUOTED])


class RecordError(HollyginError):
    """A record that cannot be read, replayed or written; every fault is a :class:`RecordFault`."""

    faults: tuple[RecordFault, ...]

    def __init__(self, *faults: RecordFault) -> None:
        super().__init__(*faults)


@dataclass(frozen=True, slots=True)
class ShuffleRecord:
    """The shuffle of a deal as far as it is known: secret None while it is not published."""

    commitment: str
    secret: bytes | None = None
    nonces: tuple[bytes, bytes] = (b"", b"")


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards of a deal as they are written.

    ``order`` are the 52 as they were dealt, None where not known. ``by_hands`` says that the
    text names hands, upcard and stock instead, so that the order within a hand means nothing.
    """

    order: tuple[Card | None, ...]
    by_hands: bool = False


@dataclass(frozen=True, slots=True)
class Comment:
    """A remark after the first ``at`` actions of a deal."""

    at: int
    text: str


@dataclass(frozen=True, slots=True)
class Stated:
    """What the writer of a deal says that it was worth; each may be missing."""

    outcome: Outcome | None = None
    winner: Seat | None = None
    points: int | None = None


@dataclass(frozen=True, slots=True)
class DealRecord:
    """One deal of a record. ``times`` are seconds since the deal began, one an action, or empty."""

    dealer: Seat
    cards: Cards
    actions: tuple[Played, ...] = ()
    shuffle: ShuffleRecord | None = None
    times: tuple[float, ...] = ()
    comments: tuple[Comment, ...] = ()
    stated: Stated = Stated()
    extra: Extra = field(default_factory=dict)

    def start(self, rules: Rules) -> Deal:
        """The deal before its first action."""
        return Deal.start(rules, self.dealer, self.cards.order)


@dataclass(frozen=True, slots=True)
class EntryRecord:
    """One deal of a record of which only the sheet was kept.

    ``dealers`` and ``stated`` are one a table; stated is what follows from deadwoods or cards. ``written`` is what each
    side writes where teams play, as stated.
    """

    entry: DealEntry
    dealers: tuple[Seat | None, ...]
    stated: tuple[Stated, ...]
    written: tuple[int, int] | None = None
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Record:
    """A match as it is written down: played, in ``deals``, or with ``sheet_only`` just scored, in ``entries``.

    ``first_dealer`` None and ``teams`` are for the latter. ``profile`` and ``profile_version`` name the profile that the rules started from; the rules
    themselves are always whole. ``result``, ``scores`` (points by column, without bonuses) and
    ``total`` are what the writer states; verify recomputes them.
    """

    players: tuple[str, str]
    rules: Rules
    first_dealer: Seat | None
    deals: tuple[DealRecord, ...] = ()
    profile: str | None = None
    profile_version: int | None = None
    event: str | None = None
    site: str | None = None
    date: str | None = None
    annotator: str | None = None
    generator: str | None = None
    comment: str | None = None
    perspective: Perspective | None = None
    sheet_only: bool = False
    teams: Teams | None = None
    entries: tuple[EntryRecord, ...] = ()
    resigned: Seat | None = None
    result: Result | None = None
    scores: tuple[tuple[int, int], ...] | None = None
    total: tuple[int, int] | None = None
    extra: Extra = field(default_factory=dict)

    def start(self) -> Match:
        """The match before its first deal. Raises RecordError (``sheet-only``) where no play is written down."""
        if self.first_dealer is None or self.sheet_only:
            raise RecordError(RecordFault("sheet-only", path=("sheet_only",)))
        return Match.start(self.rules, self.first_dealer)


def action_line(seat: Seat | None, action: Action) -> str:
    """An action with the seat it came from: ``1 discard Kc``, ``house reshuffle …``."""
    return f"{'house' if seat is None else seat} {action}"
