"""The score sheets for real cards: the bodies of HTTP, and the messages of the socket, both ways."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from hollygin.due import Seat
from hollygin.rules import DEFAULT_PROFILE
from hollygin.wire.entry import ToldDeal
from hollygin.wire.http import FaultView, SeatNumber
from hollygin.wire.messages import Ack, Bye, Command, CommandId, Hello, Message, Ping, Pong, RefusedMessage
from hollygin.wire.views import EntryView, LayoffView, SheetView

EntryId = Annotated[str, Meta(min_length=1, max_length=40)]


class ScoreTeams(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two teams of two (R12): the players by side, and whether the sides write the difference or each its own sum."""

    players: tuple[tuple[str, str], tuple[str, str]]
    points: Literal["gross", "net"] = "gross"


# From the client


class CreateScore(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of ``POST /api/scores``: two ``players``, or ``teams``. The first dealer may be left open."""

    players: tuple[str, str] | None = None
    teams: ScoreTeams | None = None
    profile: str = DEFAULT_PROFILE
    options: dict[str, int | bool | str] = {}
    first_dealer: SeatNumber | None = None


class TryEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of ``POST /api/scores/{score}/try``: what an entry would do, without making it.

    Its place is before the entry ``before``, or that of the entry ``replaces``, else the end.
    """

    entry: ToldDeal
    before: EntryId | None = None
    replaces: EntryId | None = None


class AddEntry(Command, frozen=True, tag="add"):
    """A new deal, before the entry ``before``, else at the end. ``entry_id`` is the client's own name of it."""

    id: CommandId
    entry_id: EntryId
    entry: ToldDeal
    before: EntryId | None = None


class ReplaceEntry(Command, frozen=True, tag="replace"):
    """Correct a deal. ``changed`` is that of the line that the person saw: if it has changed since, this is refused."""

    id: CommandId
    entry_id: EntryId
    changed: Annotated[int, Meta(ge=1)]
    entry: ToldDeal


class RemoveEntry(Command, frozen=True, tag="remove"):
    """Remove a deal. ``changed`` is that of the line that the person saw: if it has changed since, this is refused."""

    id: CommandId
    entry_id: EntryId
    changed: Annotated[int, Meta(ge=1)]


class Undo(Command, frozen=True, tag="undo"):
    """Undo the last change, which must be that of step ``change``."""

    id: CommandId
    change: Annotated[int, Meta(ge=1)]


class Redo(Command, frozen=True, tag="redo"):
    """Redo the change that was undone last, which must be that of step ``change``."""

    id: CommandId
    change: Annotated[int, Meta(ge=1)]


ScoreCommand = AddEntry | ReplaceEntry | RemoveEntry | Undo | Redo
ScoreClientMessage = Hello | AddEntry | ReplaceEntry | RemoveEntry | Undo | Redo | Ping


# To the client


class ScoreMade(msgspec.Struct, frozen=True):
    """The answer to a new score sheet: its name and its link. Everyone with the link reads and writes."""

    score: str
    link: str


class ShownCards(msgspec.Struct, frozen=True):
    """The arrangement of the cards of a deal: spread, defense, layoffs, and both deadwoods in points by seat."""

    knocker: Seat
    spread: list[str]
    defense: list[str]
    layoffs: list[LayoffView]
    deadwood: tuple[int, int]


class TableLineView(msgspec.Struct, frozen=True):
    """One table of a deal: who dealt, who played, by seat, and the worth of its result.

    ``sum`` is ``(difference, bonus)`` if the sum behind the points is known. An ``outcome`` of None was won, nobody said how.
    """

    dealer: Seat | None
    players: tuple[str, str]
    outcome: str | None
    winner: Seat | None
    points: int
    sum: tuple[int, int] | None
    doubled: bool
    shown: ShownCards | None


class ScoreLineView(msgspec.Struct, frozen=True):
    """A deal of the sheet with everything that follows from it.

    ``changed`` is the number of the step in which it was written or last corrected. ``points`` are what each side writes.
    ``entries`` say where, one for each side that has won the deal. ``fault`` says why it counts in no column.
    """

    id: str
    changed: int
    entry: ToldDeal
    number: int
    tables: list[TableLineView]
    points: tuple[int, int]
    entries: list[EntryView]
    fault: FaultView | None


class TriedEntry(msgspec.Struct, frozen=True):
    """The answer to a tried entry: its line and the sheet with it, or all its faults."""

    line: ScoreLineView | None
    sheet: SheetView | None
    faults: list[FaultView]


class ChangeView(msgspec.Struct, frozen=True):
    """A change that can be undone or redone: the number of its step, its kind, and its deal."""

    change: int
    kind: Literal["add", "replace", "remove"]
    number: int


class SeatingView(msgspec.Struct, frozen=True):
    """A table of the next deal: who deals, and who sits with whom, by seat."""

    dealer: Seat | None
    players: tuple[str, str]


class ScoreView(msgspec.Struct, frozen=True):
    """A score sheet and everything that follows from its entries.

    ``players`` are the names of the two sides. ``tables`` are those of the next deal, and ``number`` is its number.
    ``limits`` are the knock limits by upcard, if the upcard sets them (R9.1). ``doubling`` are the upcards that double a deal.
    """

    players: tuple[str, str]
    teams: ScoreTeams | None
    profile: str
    profile_version: int
    options: dict[str, int | bool | str]
    started: float
    lines: list[ScoreLineView]
    sheet: SheetView
    over: bool
    result: Seat | Literal["tie"] | None
    number: int
    tables: list[SeatingView]
    limits: dict[str, int]
    doubling: list[str]
    undo: ChangeView | None
    redo: ChangeView | None


class ScoreMessage(Message, frozen=True, tag="score"):
    """The state of the sheet after step ``seq``: the answer to ``hello``, and sent again after every change."""

    version: int
    score: str
    seq: int
    now: float
    state: ScoreView


ScoreServerMessage = ScoreMessage | Ack | RefusedMessage | Pong | Bye

SCORE_BODIES = (CreateScore, TryEntry, ScoreMade, TriedEntry)

_client = msgspec.json.Decoder(ScoreClientMessage)


def decode_score_client(data: bytes | str) -> ScoreClientMessage:
    """A message of a client of a score sheet. Raises msgspec.DecodeError (ValidationError is one)."""
    return _client.decode(data)
