"""The contents of a record, as values; docs/record.md gives the meaning of every field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from hollygin.actions import Action
from hollygin.cards import Card
from hollygin.deal import Deal, Played
from hollygin.due import Seat
from hollygin.errors import RecordError, RecordFault
from hollygin.match import Match
from hollygin.options import OPTIONS
from hollygin.rules import Rules
from hollygin.score import DealEntry, Teams
from hollygin.settlement import Outcome
from hollygin.sheet import Result

VERSIONS: Final = (1, 2, 3)
"""The versions of the format. A record that was read keeps its own version; a new one has the last."""
SHEET_VERSION: Final = 2
"""The first version that holds a kept score."""
OLD_WORDS: Final = (1, 2)
"""The versions that call a ``tie`` a ``knock`` without a winner, and write ``spread`` for the action ``defense``."""


Perspective: TypeAlias = Seat | Literal["spectator"]
"""Whose knowledge a record holds, if it does not hold every card."""

Extra: TypeAlias = Mapping[str, object]
"""User fields: names that start with ``_``, values that TOML and JSON both have."""


@dataclass(frozen=True, slots=True)
class ShuffleRecord:
    """The shuffle of a deal as far as it is known; the secret is None while it is not published."""

    commitment: str
    secret: bytes | None = None
    nonces: tuple[bytes, bytes] = (b"", b"")


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards of a deal as they are written.

    ``order`` are the 52 as they were dealt; an unknown card is None. ``by_hands`` says that the
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
    """The worth of a deal as its writer states it; each part may be missing."""

    outcome: Outcome | None = None
    winner: Seat | None = None
    points: int | None = None


@dataclass(frozen=True, slots=True)
class DealRecord:
    """One deal of a record. ``times`` are seconds since the deal began, one per action, or empty."""

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

    ``dealers`` and ``stated`` have one item per table. Stated is what follows from deadwoods or cards. ``written`` are the points
    that each side of teams writes, as stated.
    """

    entry: DealEntry
    dealers: tuple[Seat | None, ...]
    stated: tuple[Stated, ...]
    written: tuple[int, int] | None = None
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Record:
    """A match as it is written down: a played one in ``deals``, or with ``sheet_only`` a kept score in ``entries``.

    ``version`` is that of the format. It rises by itself to the first that can hold the rules. Only a kept score has ``teams``, or a ``first_dealer`` of None. ``profile`` and ``profile_version`` name the profile that the rules started from. The rules
    themselves are always whole. The writer states ``result``, ``scores`` (points by column, without bonuses) and
    ``total``; verify computes them again.
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
    version: int = VERSIONS[-1]

    def __post_init__(self) -> None:
        needed = (option.version(getattr(self.rules, name)) for name, option in OPTIONS.items())
        object.__setattr__(self, "version", max(self.version, *needed))

    def start(self) -> Match:
        """The match before its first deal. Raises RecordError (``sheet-only``) if the record has no play."""
        if self.first_dealer is None or self.sheet_only:
            raise RecordError(RecordFault("sheet-only", path=("sheet_only",)))
        return Match.start(self.rules, self.first_dealer)


def action_line(seat: Seat | None, action: Action) -> str:
    """An action with the seat it came from: ``1 discard Kc``, ``house reshuffle …``."""
    return f"{'house' if seat is None else seat} {action}"
