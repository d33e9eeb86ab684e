"""The score sheets for real cards: the bodies of HTTP, and the messages of the socket, both ways."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from hollygin.due import Seat
from hollygin.rules import DEFAULT_PROFILE
from hollygin.wire.http import FaultView, SeatNumber
from hollygin.wire.messages import Ack, Bye, Command, CommandId, Hello, Message, Ping, Pong, RefusedMessage
from hollygin.wire.views import EntryView, LayoffView, SheetView

EntryId = Annotated[str, Meta(min_length=1, max_length=40)]
EntryDocument = dict[str, Any]
"""A deal as it is reported, in the form of a deal of a record without cards (docs/record.md)."""


class ScoreTeams(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two teams of two (R12): who plays for which side, and whether the difference is written or each side's sum."""

    players: tuple[tuple[str, str], tuple[str, str]]
    points: Literal["net", "gross"] = "net"


# From the client


class CreateScore(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of ``POST /api/scores``: two ``players``, or ``teams``; who deals first may be left open."""

    players: tuple[str, str] | None = None
    teams: ScoreTeams | None = None
    profile: str = DEFAULT_PROFILE
    options: dict[str, int | bool | str] = {}
    first_dealer: SeatNumber | None = None


class TryEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of ``POST /api/scores/{score}/try``: what an entry would do, before it is made.

    It stands before the entry ``before``, or in the place of ``replaces``, else at the end.
    """

    entry: EntryDocument
    before: EntryId | None = None
    replaces: EntryId | None = None


class AddEntry(Command, frozen=True, tag="add"):
    """A new deal, before the entry ``before``, else at the end. ``entry_id`` is the client's own name of it."""

    id: CommandId
    entry_id: EntryId
    entry: EntryDocument
    before: EntryId | None = None


class ReplaceEntry(Command, frozen=True, tag="replace"):
    """A deal corrected. ``changed`` is that of the line that was corrected: another one is refused."""

    id: CommandId
    entry_id: EntryId
    changed: Annotated[int, Meta(ge=1)]
    entry: EntryDocument


class RemoveEntry(Command, frozen=True, tag="remove"):
    """A deal taken out. ``changed`` is that of the line that was taken out: another one is refused."""

    id: CommandId
    entry_id: EntryId
    changed: Annotated[int, Meta(ge=1)]


class Undo(Command, frozen=True, tag="undo"):
    """Take back the last change, which is that of step ``change``: another one is refused."""

    id: CommandId
    change: Annotated[int, Meta(ge=1)]


class Redo(Command, frozen=True, tag="redo"):
    """Make again the change of step ``change``, which was taken back last: another one is refused."""

    id: CommandId
    change: Annotated[int, Meta(ge=1)]


ScoreCommand = AddEntry | ReplaceEntry | RemoveEntry | Undo | Redo
ScoreClientMessage = Hello | AddEntry | ReplaceEntry | RemoveEntry | Undo | Redo | Ping


# To the client


class ScoreMade(msgspec.Struct, frozen=True):
    """The answer to a new score sheet: its name, and its link, by which everyone reads and writes."""

    score: str
    link: str


class ShownCards(msgspec.Struct, frozen=True):
    """What was found in the cards of a deal: spread, defense, layoffs and both deadwoods, in points by seat."""

    knocker: Seat
    spread: list[str]
    defense: list[str]
    layoffs: list[LayoffView]
    deadwood: tuple[int, int]


class TableLineView(msgspec.Struct, frozen=True):
    """One table of a deal: who dealt, who played, by seat, and what its result comes to.

    ``sum`` is ``(difference, bonus)`` where the sum behind the points is known. ``outcome`` None is won somehow.
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
    """A deal of the sheet with all that follows.

    ``changed`` is the number of the step in which it was written or last corrected. ``points`` is what each side writes,
    ``entries`` where that went, one for each side that has won the deal. ``fault`` says why it is written nowhere.
    """

    id: str
    changed: int
    entry: EntryDocument
    number: int
    tables: list[TableLineView]
    points: tuple[int, int]
    entries: list[EntryView]
    fault: FaultView | None


class TriedEntry(msgspec.Struct, frozen=True):
    """The answer to an entry that was tried: what it would do, and the sheet with it, or all that is wrong with it."""

    line: ScoreLineView | None
    sheet: SheetView | None
    faults: list[FaultView]


class ChangeView(msgspec.Struct, frozen=True):
    """A change that can be taken back, or made again: the number of its step, what it did, and to which deal."""

    change: int
    kind: Literal["add", "replace", "remove"]
    number: int


class SeatingView(msgspec.Struct, frozen=True):
    """A table of the deal to come: who deals, and who sits with whom, by seat."""

    dealer: Seat | None
    players: tuple[str, str]


class ScoreView(msgspec.Struct, frozen=True):
    """A score sheet and all that follows from its entries.

    ``players`` are the names of the two sides. ``tables`` are those of the deal to come, ``number`` is its number.
    ``limits`` are the knock limits by upcard where that makes them (R9.1), ``doubling`` the upcards that double a deal.
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
    """The sheet as it stands after step ``seq``: the answer to ``hello``, and again after every change."""

    version: int
    score: str
    seq: int
    now: float
    state: ScoreView


ScoreServerMessage = ScoreMessage | Ack | RefusedMessage | Pong | Bye

SCORE_BODIES = (CreateScore, TryEntry, ScoreMade, TriedEntry)

_client = msgspec.json.Decoder(ScoreClientMessage)


def decode_score_client(data: bytes | str) -> ScoreClientMessage:
    """A message of a client of a score sheet; raises msgspec.DecodeError (ValidationError among it)."""
    return _client.decode(data)
