"""The messages of the wire (docs/wire.md), both ways; docs/wire.schema.json is made from these types.

Cards, melds and actions are in their text forms. Seats are 0 and 1, None is a spectator or the
house. Times are seconds since 1970.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from hollygin.due import Seat

WIRE_VERSION = 1

CommandId = Annotated[str, Meta(min_length=1, max_length=40)]
ActionText = Annotated[str, Meta(min_length=1, max_length=400)]
Nonce = Annotated[str, Meta(max_length=128, pattern="^([0-9a-f]{2})*$")]
SeatNumber = Annotated[int, Meta(ge=0, le=1)]


class Message(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """Base of the messages; ``type`` tells which."""


# From the client


class Hello(Message, frozen=True, tag="hello"):
    """The first message: ``seen`` is the number of the last step that the client has, 0 for none."""

    version: int = WIRE_VERSION
    seen: Annotated[int, Meta(ge=0)] = 0


class Act(Message, frozen=True, tag="act"):
    """Play an action. ``id`` is the client's own: sent again with the same id it is answered, not played again.

    ``seen`` is the number of the step that the player decided on; another one is refused as ``stale``.
    """

    id: CommandId
    seen: Annotated[int, Meta(ge=0)]
    action: ActionText


class ReadyFor(Message, frozen=True, tag="ready"):
    """Ready for deal ``deal``, with a nonce for its shuffle (hexadecimal, may be empty)."""

    id: CommandId
    deal: Annotated[int, Meta(ge=1)]
    nonce: Nonce = ""


class Claim(Message, frozen=True, tag="claim"):
    """Claim the match: the other has been away for longer than the table allows."""

    id: CommandId


class Rematch(Message, frozen=True, tag="rematch"):
    """Play again, with the other dealer first."""

    id: CommandId


class Ping(Message, frozen=True, tag="ping"):
    """Still here; answered by ``pong``."""

    t: float = 0.0


ClientMessage = Hello | Act | ReadyFor | Claim | Rematch | Ping


# To the client


class ColumnView(msgspec.Struct, frozen=True):
    """A column of the sheet; pairs by seat. ``total`` is with bonuses once it is closed."""

    score: tuple[int, int]
    boxes: tuple[int, int]
    opened: tuple[bool, bool]
    won: Seat | None
    total: tuple[int, int]


class EntryView(msgspec.Struct, frozen=True):
    """Where a won deal went; columns count from 0. ``passed`` is the column that it came too late for."""

    winner: Seat
    points: int
    number: int
    opens: int | None
    passed: int | None
    written: list[int]
    closes: list[int]


class SheetView(msgspec.Struct, frozen=True):
    """The score sheet."""

    columns: list[ColumnView]
    count: tuple[int, int]
    total: tuple[int, int]
    done: bool
    result: Seat | Literal["tie"] | None


class LayoffView(msgspec.Struct, frozen=True):
    """A card laid off and the meld it went to, as that was spread."""

    card: str
    meld: str


class LineView(msgspec.Struct, frozen=True):
    """A finished deal, laid open. ``hands`` are the cards that each seat laid down in no meld.

    ``secret`` and ``nonces`` prove the shuffle against the commitment.
    """

    number: int
    dealer: Seat
    upcard: str
    outcome: str
    winner: Seat | None
    points: int
    difference: int
    bonus: int
    doubled: bool
    knocker: Seat | None
    spread: list[str]
    melds: list[str]
    layoffs: list[LayoffView]
    deadwood: tuple[int, int] | None
    hands: tuple[str, str]
    entry: EntryView | None
    commitment: str
    secret: str
    nonces: tuple[str, str]


class KnockView(msgspec.Struct, frozen=True):
    """The best way to end the deal by throwing a card (None: big gin): as an action, and its deadwood."""

    action: str
    card: str | None
    melds: list[str]
    deadwood: int


class DueView(msgspec.Struct, frozen=True):
    """What is due from the reader: every legal action but ``resign``, and the best of the harder choices.

    ``endings`` are the best spread for each card that may be thrown to end the deal, ``defense`` the best melds, and
    ``layoffs`` the best layoffs in their order.
    """

    legal: list[str]
    endings: list[KnockView]
    defense: list[str] | None
    layoffs: list[LayoffView] | None


class DealStateView(msgspec.Struct, frozen=True):
    """The deal under way as the reader may see it; ``turn`` None is the house.

    ``hand`` is the reader's own, ``melds``/``deadwood`` its best arrangement and points; all None for a spectator.
    """

    number: int
    dealer: Seat
    phase: str
    turn: Seat | None
    hand: str | None
    melds: list[str] | None
    deadwood: int | None
    sizes: tuple[int, int]
    stock: int
    pile: str
    upcard: str
    limit: int
    doubled: bool
    drawn: str | None
    taken: str | None
    turns: int
    knocker: Seat | None
    ending: str | None
    spread: list[str]
    knocker_deadwood: str
    lying: list[str]
    own_melds: list[str]
    due: DueView | None


class StateView(msgspec.Struct, frozen=True):
    """The table as the reader may see it."""

    names: tuple[str | None, str | None]
    computers: tuple[bool, bool]
    first_dealer: Seat | None
    dealer: Seat | None
    number: int
    commitment: str | None
    ready: tuple[bool, bool]
    waiting: bool
    deal: DealStateView | None
    sheet: SheetView
    over: bool
    result: Seat | Literal["tie"] | None
    resigned: Seat | None
    claimed: Seat | None
    offers: tuple[bool, bool]
    next_table: str | None


class Happened(msgspec.Struct, frozen=True):
    """One thing that happened, in step ``seq``.

    ``kind`` is ``sat``, ``commitment``, ``ready``, ``dealt``, ``action``, ``deal_over``, ``match_over``,
    ``claimed``, ``rematch_offered`` or ``rematch``.

    ``action`` is the text form with what the reader may not know as ``??``; ``card`` is the card that the
    reader drew; ``line`` the finished deal.
    """

    kind: str
    seq: int
    seat: Seat | None = None
    action: str | None = None
    card: str | None = None
    line: LineView | None = None
    text: str | None = None


class SeatPresence(msgspec.Struct, frozen=True):
    """Whether somebody is connected on a seat; ``away_since`` where nobody is."""

    here: bool
    away_since: float | None


class Welcome(Message, frozen=True, tag="welcome"):
    """The answer to ``hello``: who the reader is, everything as it stands, and what he missed.

    ``missed`` are the events after ``seen`` where the server can tell, else those of the deal under way.
    """

    version: int
    table: str
    seat: Seat | None
    seq: int
    now: float
    profile: str
    profile_version: int
    options: dict[str, int | bool | str]
    claim_after: int | None
    state: StateView
    lines: list[LineView]
    missed: list[Happened]
    presence: tuple[SeatPresence, SeatPresence]


class StepMessage(Message, frozen=True, tag="step"):
    """Something happened: step ``seq``, and everything as it stands after it."""

    seq: int
    now: float
    happened: list[Happened]
    state: StateView


class Ack(Message, frozen=True, tag="ack"):
    """The command is committed, as step ``seq``."""

    id: str
    seq: int


class RefusedMessage(Message, frozen=True, tag="refused"):
    """A command, or a message, changed nothing, and why; ``id`` is the command's where it has one."""

    id: str | None
    code: str
    clause: str
    params: dict[str, Any]
    seq: int


class Presence(Message, frozen=True, tag="presence"):
    """Who is here has changed."""

    now: float
    presence: tuple[SeatPresence, SeatPresence]


class Pong(Message, frozen=True, tag="pong"):
    """The answer to ``ping``."""

    t: float
    now: float


class Bye(Message, frozen=True, tag="bye"):
    """The last message before the server closes, and why."""

    code: str


ServerMessage = Welcome | StepMessage | Ack | RefusedMessage | Presence | Pong | Bye

_encoder = msgspec.json.Encoder()
_client = msgspec.json.Decoder(ClientMessage)


def encode(message: ServerMessage) -> bytes:
    """A message of the server as it is sent."""
    return _encoder.encode(message)


def decode_client(data: bytes | str) -> ClientMessage:
    """A message of a client; raises msgspec.DecodeError (ValidationError among it)."""
    return _client.decode(data)


def schema() -> dict[str, Any]:
    """The JSON Schema of all messages: ``client`` and ``server`` are the roots."""
    (client, server), parts = msgspec.json.schema_components(
        (ClientMessage, ServerMessage), ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"hollygin wire, version {WIRE_VERSION}",
        "client": client,
        "server": server,
        "$defs": parts,
    }
