"""What happens at a table, as it is stored; the log of a table is the truth about it.

A step is one change of a table: the events that one command, or the server itself, has caused, committed
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
    player's name. ``first_dealer`` None is drawn by chance. ``claim_after`` are the seconds of absence after
    which the other may claim the match, None for never. ``invite`` and ``watch`` are the secrets of the two links.
    ``rematch_of`` is the table before, where both seats are taken over from.
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
    """A seat can be held by one more secret: another device, by a one-time code."""

    seat: Seat
    key: str


class CodeMade(Event, frozen=True, tag="code"):
    """A one-time code for a seat; ``code`` is its SHA-256, ``expires`` in seconds since 1970."""

    seat: Seat
    code: str
    expires: int


class Committed(Event, frozen=True, tag="committed"):
    """The server has fixed the secret of a deal; what leaves it before the end is the SHA-256."""

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
    """A seat claims the match, because the other has been away for too long."""

    seat: Seat


class RematchOffered(Event, frozen=True, tag="rematch_offered"):
    """A seat would play again."""

    seat: Seat


class RematchMade(Event, frozen=True, tag="rematch_made"):
    """Both would: the next table."""

    table: str


AnyEvent = (
    Created | Sat | Keyed | CodeMade | Committed | Ready | Acted | Claimed | RematchOffered | RematchMade
)


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """One change of a table: its number from 1, when (seconds since 1970), and by which command of whom."""

    seq: int
    at: float
    events: list[AnyEvent]
    seat: Seat | None = None
    command: str = ""
