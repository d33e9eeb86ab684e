"""The report of a deal at a real table: by its points, by both deadwoods, or by the cards themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias, get_args

from hollygin.cards import CARDS, DECK, Card
from hollygin.due import Seat
from hollygin.errors import Fault, ScoreError, brief
from hollygin.melds import Melds
from hollygin.settlement import Ending, Outcome, Settlement, Showdown

MOST_DEADWOOD: Final = 100
"""The most points of ten cards. A defender need not lay down their melds (R4.4)."""


# A report is of the right types from the start: equal reports are worth the same, and 30.0 == 30.


def _check_seat(seat: object) -> None:
    if not _is_whole(seat):
        raise ScoreError(Fault("bad-seat", "R1.2", {"text": brief(seat), "allowed": "0, 1"}))


def _check_points(points: object) -> None:
    if not _is_whole(points):
        raise ScoreError(Fault("bad-points", "R8.2", {"points": brief(points)}))


def _check_choice(value: object, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        params = {"value": brief(value), "allowed": ", ".join(allowed)}
        raise ScoreError(Fault("bad-choice", params=params))


def _check_upcard(card: object) -> None:
    if card is not None and not (isinstance(card, Card) and 0 <= card < len(CARDS)):
        raise ScoreError(Fault("bad-card", params={"text": brief(card)}))


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


@dataclass(frozen=True, slots=True)
class ByPoints:
    """A deal reported by its points. ``winner`` is None if it is ``void`` or a ``tie``.

    ``outcome`` is None if the deal was won and nobody has said how. ``upcard`` may be left out, under Oklahoma too. Raises ScoreError for a value of another
    type (``bad-points``, ``bad-seat``, ``bad-choice``, ``bad-card``), and so do the two classes below.
    """

    winner: Seat | None
    points: int
    outcome: Outcome | None = None
    upcard: Card | None = None

    def __post_init__(self) -> None:
        if self.winner is not None:
            _check_seat(self.winner)
        _check_points(self.points)
        if self.outcome is not None:
            _check_choice(self.outcome, get_args(Outcome))
        _check_upcard(self.upcard)


@dataclass(frozen=True, slots=True)
class ByDeadwood:
    """A deal reported by both deadwoods, in points by seat; the defender's is after layoffs.

    Whether a knock was undercut follows. ``upcard`` is needed under Oklahoma (R9.1).
    """

    ending: Ending
    knocker: Seat
    deadwood: tuple[int, int]
    upcard: Card | None = None

    def __post_init__(self) -> None:
        _check_choice(self.ending, get_args(Ending))
        _check_seat(self.knocker)
        for points in self.deadwood:
            _check_points(points)
        _check_upcard(self.upcard)


@dataclass(frozen=True, slots=True)
class ByCards:
    """A deal reported by its cards: sets by seat, ten each; at big gin eleven for the knocker.

    A ``spread`` of None is the knocker's best. The defender's best melds and layoffs are computed (R4.5).
    ``upcard`` is needed under Oklahoma.
    """

    knocker: Seat
    hands: tuple[int, int]
    spread: Melds | None = None
    upcard: Card | None = None

    def __post_init__(self) -> None:
        _check_seat(self.knocker)
        for cards in (*self.hands, *(self.spread or ())):
            if not _is_whole(cards) or not 0 <= cards <= DECK:
                raise ScoreError(Fault("bad-card", params={"text": brief(cards)}))
        _check_upcard(self.upcard)


TableResult: TypeAlias = ByPoints | ByDeadwood | ByCards


@dataclass(frozen=True, slots=True)
class DealEntry:
    """The report of one deal: by one table, or by both tables of teams (R12.1)."""

    tables: tuple[TableResult, ...]

    @classmethod
    def of(cls, *tables: TableResult) -> DealEntry:
        """The entry of a deal, one result per table."""
        return cls(tables)


@dataclass(frozen=True, slots=True)
class Worth:
    """The worth of a table's result.

    ``settlement`` is the sum behind the points. It is None if it is unknown: nobody has said how the deal was won, or
    under Oklahoma what the upcard was. ``showdown`` has melds and layoffs if the cards are reported.
    """

    outcome: Outcome | None
    winner: Seat | None
    points: int
    settlement: Settlement | None = None
    showdown: Showdown | None = None
