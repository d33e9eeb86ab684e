"""What is reported of a deal at a real table: its points, both deadwoods, or the cards themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias, get_args

from hollygin.cards import CARDS, DECK, Card
from hollygin.due import Seat
from hollygin.errors import Fault, ScoreError, brief
from hollygin.melds import Melds
from hollygin.settlement import Ending, Outcome, Settlement, Showdown

MOST_DEADWOOD: Final = 100
"""The most points that ten cards can count: a defender need not lay down what he has (R4.4)."""


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
    """A deal of which the points are told. ``winner`` None: it is ``void``, or a ``tie``.

    ``outcome`` None: won, nobody has said how. ``upcard`` may be left out, under Oklahoma too. Raises ScoreError for what is of another
    type (``bad-points``, ``bad-seat``, ``bad-choice``, ``bad-card``), as its two siblings do.
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
    """A deal of which both deadwoods are told, in points by seat; the defender's is after his layoffs.

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
    """A deal of which the cards are told: sets by seat, ten each, at big gin eleven for the knocker.

    ``spread`` None is what leaves the knocker best off. The defender's best melds and layoffs are found (R4.5);
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
