"""The stored events of a table. Its log is the truth about it.

A step is one change of a table: all events that one command, or the server itself, has caused, committed
together under the next number. Folding the steps of a table gives its state.
"""

from __future__ import annotations

import msgspec

from hollygin.due import Seat


class Event(msgspec.Struct, frozen=True, tag_field="event", forbid_unknown_fields=True, omit_defaults=True):
    """Base of the events."""


class Created(Event, frozen=True, tag="created"):
    """The table exists; the host has seat 0.

    ``options`` are all house options. ``opponent`` is None for a friend, else the computer
    player's name. ``first_dealer`` is None if chance decides. A player who has been absent for ``claim_after`` seconds
    may lose the match to a claim; None is never. ``invite`` and ``watch`` are the secrets of the two links.
    ``rematch_of`` is the table before, from which both seats are taken over.
    """

    options: dict[str, int | bool | str]
    profile: str
    version: int
    opponent: str | None
    first_dealer: Seat | None
    claim_after: int | None
    invite: str
    watch: str
    rematch_of: str | None = None


class Sat(Event, frozen=True, tag="sat"):
    """Somebody took a seat; ``key`` is the SHA-256 of the secret that proves it (empty: the computer)."""

    seat: Seat
    name: str
    key: str = ""


class Keyed(Event, frozen=True, tag="keyed"):
    """One more secret proves a seat: that of another device, by a one-time code."""

    seat: Seat
    key: str


class CodeMade(Event, frozen=True, tag="code"):
    """A one-time code for a seat; ``code`` is its SHA-256, ``expires`` in seconds since 1970."""

    seat: Seat
    code: str
    expires: int


class Committed(Event, frozen=True, tag="committed"):
    """The server has fixed the secret of a deal. Only its SHA-256 leaves the server before the deal is over."""

    deal: int
    secret: str


class Ready(Event, frozen=True, tag="ready"):
    """A seat is ready for a deal, and adds a nonce to its shuffle (hexadecimal)."""

    seat: Seat
    deal: int
    nonce: str = ""


class Acted(Event, frozen=True, tag="acted"):
    """An action in its text form; seat None is the house."""

    seat: Seat | None
    action: str


class Claimed(Event, frozen=True, tag="claimed"):
    """A seat claims the match, since its opponent has been away for too long."""

    seat: Seat


class RematchOffered(Event, frozen=True, tag="rematch_offered"):
    """A seat offers to play again."""

    seat: Seat


class RematchMade(Event, frozen=True, tag="rematch_made"):
    """Both have offered: the next table."""

    table: str


AnyEvent = (
    Created | Sat | Keyed | CodeMade | Committed | Ready | Acted | Claimed | RematchOffered | RematchMade
)


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """One change of a table: its number from 1, its time (seconds since 1970), its events, and the seat and id of its command."""

    seq: int
    at: float
    events: list[AnyEvent]
    seat: Seat | None = None
    command: str = ""
