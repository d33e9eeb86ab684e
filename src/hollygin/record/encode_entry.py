"""The fields of a deal of which only the sheet was kept, in the canonical order."""

from __future__ import annotations

from typing import Any

from hollygin.cards import text
from hollygin.melds import melds_text
from hollygin.record.model import OLD_WORDS, EntryRecord, Stated
from hollygin.score import ByCards, ByDeadwood, ByPoints, TableResult


def entry_fields(deal: EntryRecord, version: int) -> dict[str, Any]:
    """A deal of a record of some version, without its number and user fields."""
    reports = zip(deal.entry.tables, deal.dealers, deal.stated, strict=True)
    tables = [_table(*report, version) for report in reports]
    if len(tables) == 1:
        return tables[0]
    return {"tables": tables, "written": None if deal.written is None else list(deal.written)}


def _table(result: TableResult, dealer: int | None, stated: Stated, version: int) -> dict[str, Any]:
    """The report of a table and the numbers that follow from it."""
    fields: dict[str, Any] = {"dealer": dealer}
    match result:
        case ByPoints(winner, points, outcome):
            stated = Stated(outcome, winner, None if winner is None else points)
        case ByDeadwood(kind, knocker, deadwood):
            fields |= {"ending": kind, "knocker": knocker, "deadwood": list(deadwood)}
        case ByCards(knocker, hands, spread):
            fields |= {"knocker": knocker, "hands": list(map(text, hands))}
            fields["spread"] = None if spread is None else melds_text(sorted(spread))
    fields["upcard"] = None if result.upcard is None else str(result.upcard)
    fields |= stated_fields(stated, version)
    return {name: value for name, value in fields.items() if value is not None}


def stated_fields(stated: Stated, version: int) -> dict[str, Any]:
    """The stated numbers of a deal, in the words of a version."""
    outcome = stated.outcome
    if outcome == "tie" and version in OLD_WORDS:
        outcome = "knock"
    return {"outcome": outcome, "winner": stated.winner, "points": stated.points}
