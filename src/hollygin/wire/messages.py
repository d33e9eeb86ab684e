"""The messages of the socket, both ways."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from hollygin.due import Seat
from hollygin.wire.views import Happened, LineView, SeatPresence, StateView

WIRE_VERSION = 2

CommandId = Annotated[str, Meta(min_length=1, max_length=40)]
ActionText = Annotated[str, Meta(min_length=1, max_length=400)]
Nonce = Annotated[str, Meta(max_length=128, pattern="^([0-9a-f]{2})*$")]


# From the client


class Command(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """Base of the messages of a client; ``type`` names the kind."""


class Hello(Command, frozen=True, tag="hello"):
    """The first message: ``seen`` is the number of the last step that the client has, 0 for none."""

    version: int = WIRE_VERSION
    seen: Annotated[int, Meta(ge=0)] = 0


class Act(Command, frozen=True, tag="act"):
    """Play an action. ``id`` is the client's own: a retry with the same id is answered, not played again.

    ``seen`` is the number of the step that the player decided on. If it is not the last one, the action is refused as ``stale``.
    """

    id: CommandId
    seen: Annotated[int, Meta(ge=0)]
    action: ActionText


class ReadyFor(Command, frozen=True, tag="ready"):
    """Ready for deal ``deal``, with a nonce for its shuffle (hexadecimal, may be empty)."""

    id: CommandId
    deal: Annotated[int, Meta(ge=1)]
    nonce: Nonce = ""


class Claim(Command, frozen=True, tag="claim"):
    """Claim the match: the opponent has been away for longer than the table allows."""

    id: CommandId


class Rematch(Command, frozen=True, tag="rematch"):
    """Offer to play again, with the other player dealing first."""

    id: CommandId


class Ping(Command, frozen=True, tag="ping"):
    """A sign of life; answered by ``pong``."""

    t: float = 0.0


ClientMessage = Hello | Act | ReadyFor | Claim | Rematch | Ping


# To the client


class Message(msgspec.Struct, frozen=True, tag_field="type"):
    """Base of the messages of the server; ``type`` names the kind."""


class Welcome(Message, frozen=True, tag="welcome"):
    """The answer to ``hello``: who the reader is, the whole state, and the missed events.

    ``missed`` are the events after ``seen`` if the server still has them, else those of the deal under way.
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
    """Something happened: step ``seq``, and the whole state after it."""

    seq: int
    now: float
    happened: list[Happened]
    state: StateView


class Ack(Message, frozen=True, tag="ack"):
    """The command is committed, as step ``seq``."""

    id: str
    seq: int


class RefusedMessage(Message, frozen=True, tag="refused"):
    """A command, or a message, changed nothing, and why. ``id`` is that of the command, if it has one."""

    id: str | None
    code: str
    clause: str
    params: dict[str, Any]
    seq: int


class Presence(Message, frozen=True, tag="presence"):
    """Somebody has come or gone."""

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
_server = msgspec.json.Decoder(ServerMessage)


def encode(message: Command | Message) -> bytes:
    """The bytes of a message."""
    return _encoder.encode(message)


def decode_client(data: bytes | str) -> ClientMessage:
    """A message of a client. Raises msgspec.DecodeError (ValidationError is one)."""
    return _client.decode(data)


def decode_server(data: bytes | str) -> ServerMessage:
    """A message of the server. Raises msgspec.DecodeError (ValidationError is one)."""
    return _server.decode(data)
