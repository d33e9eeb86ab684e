"""The question to a player outside, and its answer: one line of JSON each way.

docs/players.md specifies both. A question holds the view of one seat and its due decision, and nothing that the
view does not hold. A player needs no memory to answer it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Final

from hollygin.actions import Action, parse_action
from hollygin.cards import Card, text
from hollygin.deal import Played
from hollygin.due import Due
from hollygin.errors import Fault, TextError
from hollygin.match import Line
from hollygin.rules import options_of
from hollygin.sheet import Sheet
from hollygin.view import DealView, View

VERSION: Final = 2
"""Rises when a question changes its meaning; new keys do not raise it."""

_MOST_SHOWN: Final = 80


def question(view: View, due: Due) -> str:
    """The line that asks for an action, without its end."""
    assert view.deal is not None
    asked = {
        "version": VERSION,
        "seat": view.seat,
        "rules": options_of(view.rules),
        "number": view.number,
        "dealer": view.dealer,
        "sheet": _sheet(view.sheet),
        "deals": [_line(line) for line in view.lines],
        "deal": _deal(view.deal),
        "due": {"phase": str(due.phase), "legal": [str(action) for action in due.legal_actions()]},
    }
    return json.dumps(asked, separators=(",", ":"))


def answer(line: str) -> Action:
    """The action that a line answers: an object with ``action``, or the action alone.

    Raises TextError (``bad-answer``, or what :func:`parse_action` raises).
    """
    line = line.strip()
    if line.startswith("{"):
        try:
            found = json.loads(line)["action"]
        except (ValueError, KeyError, RecursionError):
            found = None
        if not isinstance(found, str):
            raise TextError(Fault("bad-answer", params={"text": line[:_MOST_SHOWN]}))
        line = found
    return parse_action(line)


def _sheet(sheet: Sheet) -> dict[str, Any]:
    columns = [
        {"score": column.score, "boxes": column.boxes, "opened": column.opened, "won": column.won}
        for column in sheet.columns
    ]
    return {"columns": columns, "count": sheet.count}


def _line(line: Line) -> dict[str, Any]:
    return {
        "dealer": line.dealer,
        "upcard": str(line.upcard),
        "outcome": line.settlement.outcome,
        "winner": line.settlement.winner,
        "points": line.settlement.points,
        "written": [] if line.entry is None else line.entry.written,
        "left": [text(hand) for hand in line.hands],
        "actions": _actions(line.history),
    }


def _deal(deal: DealView) -> dict[str, Any]:
    assert deal.hand is not None
    return {
        "dealer": deal.dealer,
        "hand": text(deal.hand),
        "sizes": deal.sizes,
        "stock": deal.stock,
        "pile": " ".join(map(str, deal.pile)),
        "upcard": str(deal.upcard),
        "limit": deal.limit,
        "doubled": deal.doubled,
        "drawn": _card(deal.drawn),
        "taken": _card(deal.taken),
        "turns": deal.turns,
        "knocker": deal.knocker,
        "ending": deal.ending,
        "spread": _texts(deal.spread),
        "knocker_deadwood": text(deal.deadwood),
        "extended": _texts(deal.extended),
        "defense": _texts(deal.defense),
        "actions": _actions(deal.history),
    }


def _card(card: Card | None) -> str | None:
    return None if card is None else str(card)


def _texts(melds: Iterable[int]) -> list[str]:
    return [text(meld) for meld in melds]


def _actions(history: Iterable[Played]) -> list[str]:
    """Each action with the seat before it, as in a record."""
    return [f"{'house' if seat is None else seat} {action}" for seat, action in history]
