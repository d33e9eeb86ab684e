"""What is reported of a deal at a real table: its points, both deadwoods, or the cards themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from hollygin.cards import Card
from hollygin.due import Seat
from hollygin.melds import Spread
from hollygin.settlement import Kind, Outcome, Settlement, Showdown

MOST_DEADWOOD: Final = 100
"""The most points that ten cards can count: a defender need not lay down what he has (R4.4)."""


@dataclass(frozen=True, slots=True)
class ByPoints:
    """A deal of which the points are told. ``winner`` None: it is void, or a tie that nobody scores (``knock``).

    ``outcome`` None: won, nobody has said how. ``upcard`` may be left out, under Oklahoma too.
    """

    winner: Seat | None
    points: int
    outcome: Outcome | None = None
    upcard: Card | None = None


@dataclass(frozen=True, slots=True)
class ByDeadwood:
    """A deal of which both deadwoods are told, in points by seat; the defender's is after his layoffs.

    Whether a knock was undercut follows. ``upcard`` is needed under Oklahoma (R9.1).
    """

    kind: Kind
    knocker: Seat
    deadwood: tuple[int, int]
    upcard: Card | None = None


@dataclass(frozen=True, slots=True)
class ByCards:
    """A deal of which the cards are told: sets by seat, ten each, at big gin eleven for the knocker.

    ``spread`` None is what leaves the knocker best off. The defender's best melds and layoffs are found (R4.5);
    ``upcard`` is needed under Oklahoma.
    """

    knocker: Seat
    hands: tuple[int, int]
    spread: Spread | None = None
    upcard: Card | None = None


TableResult: TypeAlias = ByPoints | ByDeadwood | ByCards


@dataclass(frozen=True, slots=True)
class DealEntry:
    """One deal as it is reported: by one table, or by both where teams play (R12.1)."""

    tables: tuple[TableResult, ...]

    @classmethod
    def of(cls, *tables: TableResult) -> DealEntry:
        """The entry of a deal, one result a table."""
        return cls(tables)


@dataclass(frozen=True, slots=True)
class Worth:
    """What a table's result comes to.

    ``settlement`` is the sum behind the points, None where it is not known: nobody has said how the deal was won, or
    under Oklahoma what the upcard was. ``showdown`` are melds and layoffs where the cards are told.
    """

    outcome: Outcome | None
    winner: Seat | None
    points: int
    settlement: Settlement | None = None
    showdown: Showdown | None = None
