"""A deal of a kept score as it is told: the form in which browser, wire and store have it, and the library's value of it."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from hollygin.actions import parse_melds
from hollygin.cards import Card, parse_card, parse_cards, text
from hollygin.melds import melds_text
from hollygin.score import ByCards, ByDeadwood, ByPoints, DealEntry, TableResult
from hollygin.settlement import Ending, Outcome
from hollygin.wire.http import SeatNumber

CardText = Annotated[str, Meta(max_length=20)]
HandText = Annotated[str, Meta(max_length=200)]


class Told(msgspec.Struct, frozen=True, tag_field="by", forbid_unknown_fields=True, omit_defaults=True):
    """Base of what is told of a deal at one table; ``by`` names the kind, ``upcard`` may be left out but under Oklahoma."""

    upcard: CardText | None = None


class ToldPoints(Told, frozen=True, kw_only=True, tag="points"):
    """The points. ``winner`` is None if nobody has won: then ``outcome`` is void or tie. ``outcome`` None: won somehow."""

    winner: SeatNumber | None = None
    points: int
    outcome: Outcome | None = None


class ToldDeadwood(Told, frozen=True, kw_only=True, tag="deadwood"):
    """Both deadwoods in points, by seat, the defender's after layoffs."""

    ending: Ending
    knocker: SeatNumber
    deadwood: tuple[int, int]


class ToldCards(Told, frozen=True, kw_only=True, tag="cards"):
    """Both hands at the end, by seat. ``spread`` None is what leaves the knocker best off."""

    knocker: SeatNumber
    hands: tuple[HandText, HandText]
    spread: HandText | None = None


ToldTable: TypeAlias = ToldPoints | ToldDeadwood | ToldCards


class ToldDeal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deal as it is told: one table, or both tables of teams."""

    tables: Annotated[tuple[ToldTable, ...], Meta(min_length=1, max_length=2)]


def entry_of(told: ToldDeal) -> DealEntry:
    """The entry that is told. Raises TextError for cards that are none, ScoreError for a value that cannot be."""
    return DealEntry(tuple(map(_result, told.tables)))


def told_of(entry: DealEntry) -> ToldDeal:
    """An entry as it is told; the inverse of :func:`entry_of`."""
    return ToldDeal(tuple(map(_told, entry.tables)))


def _result(told: ToldTable) -> TableResult:
    upcard = None if told.upcard is None else parse_card(told.upcard)
    match told:
        case ToldPoints():
            return ByPoints(told.winner, told.points, told.outcome, upcard)
        case ToldDeadwood():
            return ByDeadwood(told.ending, told.knocker, told.deadwood, upcard)
        case ToldCards():
            hands = parse_cards(told.hands[0]), parse_cards(told.hands[1])
            spread = None if told.spread is None else tuple(sorted(parse_melds(told.spread)))
            return ByCards(told.knocker, hands, spread, upcard)


def _told(result: TableResult) -> ToldTable:
    upcard = _card(result.upcard)
    match result:
        case ByPoints(winner, points, outcome):
            return ToldPoints(winner=winner, points=points, outcome=outcome, upcard=upcard)
        case ByDeadwood(ending, knocker, deadwood):
            return ToldDeadwood(ending=ending, knocker=knocker, deadwood=deadwood, upcard=upcard)
        case ByCards(knocker, hands, spread):
            shown = None if spread is None else melds_text(sorted(spread))
            return ToldCards(
                knocker=knocker, hands=(text(hands[0]), text(hands[1])), spread=shown, upcard=upcard
            )


def _card(card: Card | None) -> str | None:
    return None if card is None else str(card)
