"""The conformance cases, each against the package."""

import json
from pathlib import Path
from typing import Any

from hollygin import (
    Sheet,
    best_arrangement,
    best_discard,
    card_set,
    deadwood,
    discards,
    make_rules,
    parse_card,
    parse_cards,
    settle,
)
from hollygin.settlement import ending_of, showdown

DATA = Path(__file__).parent / "data"


def cases(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((DATA / name).read_text(encoding="utf-8"))
    assert found
    return found


def test_conformance_hands() -> None:
    for case in cases("hands.json"):
        hand = parse_cards(case["hand"])
        assert deadwood(hand) == best_arrangement(hand).points == case["deadwood"], case


def test_conformance_discards() -> None:
    for case in cases("discards.json"):
        hand = parse_cards(case["hand"])
        kept = 0 if case["taken"] is None else parse_card(case["taken"]).bit
        left, card = best_discard(hand, kept)
        assert left == case["best_deadwood"] and discards(hand, kept)[0] == (card, left), case


def test_conformance_settlements() -> None:
    for case in cases("settlements.json"):
        rules = make_rules("friendly", gin_bonus=case["gin_bonus"], undercut_bonus=case["undercut_bonus"])
        hand, spread = parse_cards(case["knocker"]), tuple(map(parse_cards, case["spread"]))
        facts = showdown(
            ending_of(hand, spread), 0, parse_card("Kd"), hand, spread, parse_cards(case["defender"])
        )
        found = settle(rules, facts)
        assert facts.knocker_deadwood == case["knocker_deadwood"], case
        assert facts.defender_deadwood == case["defender_deadwood"], case
        assert found.outcome == case["outcome"] and found.points == case["points"], case
        assert found.winner == ["knocker", "defender"].index(case["winner"]), case
        assert card_set(layoff.card for layoff in facts.layoffs) & ~parse_cards(case["defender"]) == 0


def in_conformance_form(sheet: Sheet) -> dict[str, Any]:
    """A sheet in the form of the cases."""
    return {
        "score": [list(column.score) for column in sheet.columns],
        "boxes": [list(column.boxes) for column in sheet.columns],
        "opened": [list(column.opened) for column in sheet.columns],
        "won": [column.won for column in sheet.columns],
        "count": list(sheet.count),
        "column_total": [list(sheet.column_total(i)) for i in range(len(sheet.columns))],
        "total": list(sheet.total),
        "done": sheet.done,
        "result": sheet.result,
    }


def test_conformance_sheets() -> None:
    for case in cases("sheets.json"):
        sheet = Sheet.of(make_rules(case["profile"], **case["options"]))
        for name, points in case["wins"]:
            if sheet.done:
                break
            sheet = sheet.add("AB".index(name), points)
        assert in_conformance_form(sheet) == case["sheet"], case
