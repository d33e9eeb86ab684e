"""The parts of the messages of the server."""

from __future__ import annotations

from typing import Literal

import msgspec

from hollygin.due import Seat


class ClosingView(msgspec.Struct, frozen=True):
    """The bonuses of a closed column in points; ``doubled`` goes to its winner under a doubling shutout rule."""

    shutout: bool
    game_bonus: int
    box_bonus: tuple[int, int]
    doubled: int


class ColumnView(msgspec.Struct, frozen=True):
    """A column of the sheet; pairs are by seat. ``total`` includes the bonuses once the column is closed.

    ``to_close`` are the points that each player still needs to close it, None once it is closed.
    """

    score: tuple[int, int]
    boxes: tuple[int, int]
    opened: tuple[bool, bool]
    won: Seat | None
    total: tuple[int, int]
    to_close: tuple[int, int] | None
    closing: ClosingView | None


class EntryView(msgspec.Struct, frozen=True):
    """Where a won deal is written; columns count from 0. ``passed`` is the column that it came too late for."""

    winner: Seat
    points: int
    number: int
    opens: int | None
    passed: int | None
    written: list[int]
    closes: list[int]


class SheetView(msgspec.Struct, frozen=True):
    """The score sheet.

    ``columns_won`` and ``total`` are by seat; ``shows_total`` tells whether the grand total counts or is shown
    beside the result. ``next`` is where the next win of each seat would be written (its points are 0), None once
    the sheet is done.
    """

    columns: list[ColumnView]
    count: tuple[int, int]
    columns_won: tuple[int, int]
    total: tuple[int, int]
    shows_total: bool
    next: tuple[EntryView, EntryView] | None
    done: bool
    result: Seat | Literal["tie"] | None


class LayoffView(msgspec.Struct, frozen=True):
    """A card laid off, and the meld that it joined, as that was spread."""

    card: str
    meld: str


class LineView(msgspec.Struct, frozen=True):
    """A finished deal, laid open. ``hands`` are the cards that each seat has not laid down.

    ``void`` says why a void deal is void. ``secret`` and ``nonces`` prove the shuffle against the commitment.
    """

    number: int
    dealer: Seat
    upcard: str
    outcome: str
    void: Literal["stock", "turns"] | None
    winner: Seat | None
    points: int
    difference: int
    bonus: int
    doubled: bool
    knocker: Seat | None
    spread: list[str]
    defense: list[str]
    layoffs: list[LayoffView]
    deadwood: tuple[int, int] | None
    hands: tuple[str, str]
    entry: EntryView | None
    commitment: str
    secret: str
    nonces: tuple[str, str]


class EndingView(msgspec.Struct, frozen=True):
    """The best way to end the deal by throwing a card (None: big gin): as an action, and its deadwood."""

    action: str
    card: str | None
    spread: list[str]
    deadwood: int


class DueView(msgspec.Struct, frozen=True):
    """The reader's decision: every legal action but ``resign``, and help with the harder choices.

    ``discards`` are the points of deadwood that each discard would leave. ``endings`` has the best spread for each card
    that can be thrown to end the deal. ``defense`` has the best melds, and ``layoffs`` the best layoffs in their order.
    """

    legal: list[str]
    discards: dict[str, int]
    endings: list[EndingView]
    defense: list[str] | None
    layoffs: list[LayoffView] | None


class DealStateView(msgspec.Struct, frozen=True):
    """The deal under way as the reader may see it. ``turn`` is None if the house must act.

    ``hand`` is the reader's own; ``melds`` and ``deadwood`` are its best arrangement and points. All are None for a spectator.
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
    extended: list[str]
    defense: list[str]
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

    ``action`` is the text form; a card that the reader may not know is ``??`` in it. ``card`` is the card that the
    reader drew. ``line`` is the finished deal.
    """

    kind: str
    seq: int
    seat: Seat | None = None
    action: str | None = None
    card: str | None = None
    line: LineView | None = None
    text: str | None = None


class SeatPresence(msgspec.Struct, frozen=True):
    """Whether somebody is connected on a seat; ``away_since`` is the time since when nobody is."""

    here: bool
    away_since: float | None
