"""The bodies of HTTP."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from hollygin.due import Seat
from hollygin.rules import DEFAULT_PROFILE

SeatNumber = Annotated[int, Meta(ge=0, le=1)]

MOST_TABLE_NAME: Final = 24
"""The characters of a person's name at a table."""


# From the client


class CreateTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of ``POST /api/tables``.

    ``opponent`` is ``friend`` or the name of a computer player. ``first_dealer`` is None if chance decides. A player who has been absent
    for ``claim_after`` seconds may lose the match to a claim; None is never.
    """

    name: str
    profile: str = DEFAULT_PROFILE
    options: dict[str, int | bool | str] = {}
    opponent: Annotated[str, Meta(max_length=60)] = "friend"
    first_dealer: SeatNumber | None = None
    claim_after: Annotated[int, Meta(ge=30, le=86_400)] | None = 180


class SitDown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of ``POST /api/tables/{table}/seat``: the invitation's key and a name."""

    key: str
    name: str


class UseCode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of ``POST /api/tables/{table}/device``: the one-time code."""

    code: str


# To the client


class OptionInfo(msgspec.Struct, frozen=True):
    """A house option, in the list of ``GET /api/options``: a number from ``low`` to ``high``, one of ``choices``, or on or off.

    ``offered`` are the usual values of a number, if it has any.
    """

    name: str
    low: int | None
    high: int | None
    choices: list[str]
    offered: list[int]


class TableMade(msgspec.Struct, frozen=True):
    """The answer to a new table: its name and the paths of its two links."""

    table: str
    invite: str | None
    watch: str


class TableInfo(msgspec.Struct, frozen=True):
    """What a visitor may know before sitting down.

    ``seat`` is the visitor's own, if any; ``may`` says what else the link allows.
    """

    table: str
    profile: str
    profile_version: int
    options: dict[str, int | bool | str]
    names: tuple[str | None, str | None]
    opponent: str | None
    claim_after: int | None
    first_dealer: Seat | None
    seat: Seat | None
    may: Literal["sit", "watch"] | None
    over: bool
    invite: str | None
    watch: str | None


class SeatTaken(msgspec.Struct, frozen=True):
    """The answer to ``seat`` and ``device``: the seat that the visitor's cookie now proves."""

    table: str
    seat: Seat


class CodeAnswer(msgspec.Struct, frozen=True):
    """A one-time code and the seconds for which it is valid."""

    code: str
    seconds: int


class FaultView(msgspec.Struct, frozen=True):
    """Why something is refused: a stable code, the clause of the rules behind it, and the parameters of its text."""

    code: str
    clause: str
    params: dict[str, Any]


class Refusal(msgspec.Struct, frozen=True):
    """The answer to a refused request: the first fault, and all of them."""

    error: FaultView
    faults: list[FaultView]


HTTP_BODIES = (
    CreateTable,
    SitDown,
    UseCode,
    OptionInfo,
    TableMade,
    TableInfo,
    SeatTaken,
    CodeAnswer,
    Refusal,
)
