"""The deals of a record of which only the sheet was kept: the report of each table, and the stated numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeVar, get_args

from hollygin.actions import parse_melds
from hollygin.cards import Card, parse_card, parse_cards
from hollygin.errors import TextError
from hollygin.melds import Melds
from hollygin.names import same_name
from hollygin.record.fields import (
    Fields,
    a_count,
    a_list,
    a_name,
    a_pair,
    a_seat,
    a_text,
    one_of,
)
from hollygin.record.model import OLD_WORDS, EntryRecord, Stated
from hollygin.score import ByCards, ByDeadwood, ByPoints, DealEntry, TableResult, TeamPoints, Teams
from hollygin.settlement import Ending, Outcome

T = TypeVar("T")

SEATS: Final = "0, 1"

_OUTCOMES: Final[tuple[Outcome, ...]] = get_args(Outcome)
_ENDINGS: Final[tuple[Ending, ...]] = get_args(Ending)
_TEAM_POINTS: Final[tuple[TeamPoints, ...]] = get_args(TeamPoints)


def deal_entry(fields: Fields, i: int, version: int, *, teams: bool) -> EntryRecord | None:
    """A deal of a record of some version, or None if it cannot be read. Its faults are added."""
    before = len(fields.faults)
    number = fields.take("number", a_count, str(i + 1), required=True)
    if number is not None and number != i + 1:
        fields.fault("wrong-number", "number", number=number, allowed=i + 1)
    inner = _tables(fields) if teams else [fields]
    dealers = tuple(part.take("dealer", a_seat, SEATS) for part in inner)
    found = [_result(part, version) for part in inner]
    written = fields.take("written", a_pair(a_count), "two-points") if teams else None
    if teams:
        for part in inner:
            part.close()
    extra = fields.extra()
    if len(fields.faults) > before or not inner:
        return None
    results = tuple(result for result, _ in found if result is not None)
    return EntryRecord(DealEntry(results), dealers, tuple(stated for _, stated in found), written, extra)


def teams_of(head: Fields) -> Teams | None:
    """The teams of a head, or None if it has none or they cannot be read."""
    if "teams" not in head.table:
        return None
    players = head.take("teams", a_pair(a_pair(a_name)), "two-teams")
    points = head.take("team_points", one_of(*_TEAM_POINTS), ", ".join(_TEAM_POINTS), required=True)
    if players is None or points is None:
        return None
    names = [name for side in players for name in side]
    for i, name in enumerate(names):
        if any(same_name(name, other) for other in names[:i]):
            head.fault("same-person", "teams", name=name)
            return None
    return Teams(players, points)


def an_outcome(fields: Fields, version: int) -> Outcome | None:
    """The reported outcome of a deal, in the words of a version."""
    known = [outcome for outcome in _OUTCOMES if outcome != "tie" or version not in OLD_WORDS]
    return fields.take("outcome", one_of(*known), ", ".join(known))


def _tables(fields: Fields) -> list[Fields]:
    """The tables of a deal of teams; empty if they cannot be read."""
    tables = fields.take("tables", _two_tables, "two-tables", required=True) or ()
    return [Fields(table, (*fields.path, "tables", k), fields.faults) for k, table in enumerate(tables)]


def _two_tables(value: object) -> tuple[Mapping[str, object], Mapping[str, object]]:
    one, two = a_list(value)
    if not isinstance(one, dict) or not isinstance(two, dict):
        raise TypeError
    return one, two


def _result(fields: Fields, version: int) -> tuple[TableResult | None, Stated]:
    """The report of a table and the numbers stated with it, or None if it cannot be read."""
    before = len(fields.faults)
    outcome = an_outcome(fields, version)
    winner = fields.take("winner", a_seat, SEATS)
    points = fields.take("points", a_count, "points")
    upcard = fields.take("upcard", _card, "card")
    if "knocker" not in fields.table and not {"hands", "deadwood"} & fields.table.keys():
        if outcome is None and winner is None and len(fields.faults) == before:
            fields.fault("missing-field", "winner", allowed=SEATS)
        if winner is not None and outcome != "void" and "points" not in fields.table:
            fields.fault("missing-field", "points", allowed="points")
        if outcome == "knock" and winner is None and version in OLD_WORDS:
            outcome = "tie"
        result: TableResult | None = ByPoints(winner, points or 0, outcome, upcard)
        return result if len(fields.faults) == before else None, Stated()
    knocker = fields.take("knocker", a_seat, SEATS, required=True)
    if "hands" in fields.table:
        hands = fields.take("hands", a_pair(_cards), "two-hands")
        spread = fields.take("spread", _melds, "melds")
        result = None if knocker is None or hands is None else ByCards(knocker, hands, spread, upcard)
    else:
        kind = fields.take("ending", one_of(*_ENDINGS), ", ".join(_ENDINGS), required=True)
        deadwood = fields.take("deadwood", a_pair(a_count), "two-points", required=True)
        result = None
        if knocker is not None and kind is not None and deadwood is not None:
            result = ByDeadwood(kind, knocker, deadwood, upcard)
    return result if len(fields.faults) == before else None, Stated(outcome, winner, points)


def _card(value: object) -> Card:
    return _parsed(parse_card, value)


def _cards(value: object) -> int:
    return _parsed(parse_cards, value)


def _melds(value: object) -> Melds:
    return tuple(sorted(_parsed(parse_melds, value)))


def _parsed(parse: Callable[[str], T], value: object) -> T:
    try:
        return parse(a_text(value))
    except TextError as error:
        raise ValueError from error
