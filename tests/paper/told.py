"""What is said of many sheets, for the tests of both sides: ``python -m tests.paper.told`` writes ``told.json``.

The server side and the browser put the same facts into words. This file holds the facts as the wire has them, and the
words of :mod:`hollygin.paper`; ``web/tests/sheet/told.test.ts`` holds the browser to them.
"""

import json
from collections.abc import Iterator
from itertools import groupby, product
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from hollygin import Rules, make_rules, parse_card
from hollygin.locale import LANGUAGES, Translator
from hollygin.options import OPTIONS
from hollygin.paper import entry_reason, line_reason, next_win_text, outcome_text, result_text, sum_text, sums
from hollygin.paper.rows import deal_rows, foot_rows
from hollygin.rules import PROFILES
from hollygin.score import ByCards, ByDeadwood, ByPoints, DealEntry, Score, TableResult, Teams
from hollygin.server.sheets.views import line_view
from hollygin.server.views import sheet_view
from hollygin.settlement import Ending, Showdown, settle
from tests.record.corpus.valid_score import HANDS, TEAMS, VOID

FILE = Path(__file__).with_name("told.json")

TIE = ByPoints(None, 0, "tie")
VIEWERS = (None, 0, 1)
LATE = ((0, 60), (0, 45), (1, 20), (1, 22), (1, 24))
"""Wins of which one finds its column closed."""


def every_rules() -> Iterator[tuple[str, Rules]]:
    """Every profile, and every option that the words or rows of a sheet depend on."""
    for profile in PROFILES:
        yield profile, make_rules(profile)
    for shutout in OPTIONS["shutout"].choices:
        yield f"shutout {shutout}", make_rules("club", shutout=shutout)
    for late in OPTIONS["late_entry"].choices:
        yield f"late entry {late}", make_rules("club", late_entry=late, target=60)
    yield "nine columns", make_rules("friendly", columns=9, target=80)
    yield "one column", make_rules("friendly", columns=1)
    yield "no bonus", make_rules("totals", game_bonus=0, box_bonus=0, shutout="none")
    yield "no box bonus", make_rules("club", box_bonus=0)
    yield "clinch", make_rules("club", clinch_stop=True, target=40)
    yield "ties", make_rules("friendly", tie="nobody", target=60)
    yield "Oklahoma", make_rules("club", oklahoma=True)
    yield "big gin", make_rules("club", big_gin_bonus=31)


def deal(rules: Rules, random: Random, sides: tuple[int, ...]) -> TableResult:
    """A report of any kind, most of them wins of one of the sides."""
    winner = random.choice(sides)
    upcard = parse_card(random.choice(("7s", "7h"))) if rules.oklahoma else None
    low, high = random.randrange(1, 8), random.randrange(8, 60)
    pair = (low, high) if winner == 0 else (high, low)
    return random.choice(
        (
            ByPoints(winner, random.randrange(1, 70)),
            ByPoints(winner, random.randrange(1, 70)),
            ByPoints(winner, random.randrange(30, 70), "gin", upcard),
            ByDeadwood("knock", winner, pair, upcard),
            ByDeadwood("knock", 1 - winner, (low, low), upcard),
            ByDeadwood("gin", winner, (0, high) if winner == 0 else (high, 0), upcard),
            ByDeadwood("big_gin", winner, (0, high) if winner == 0 else (high, 0), upcard),
            ByCards(winner, HANDS if winner == 0 else HANDS[::-1], None, upcard),
            VOID,
            TIE,
        )
    )


def scores() -> Iterator[tuple[str, Score]]:
    """Sheets of all kinds: begun and ended, shut out, level, written too late; of two players and of teams."""
    random = Random(14)
    for name, rules in every_rules():
        for kind, most, sides in (("begun", 3, (0, 1)), ("shut out", 40, (0,)), ("ended", 40, (0, 0, 0, 1))):
            yield f"{name}, {kind}", filled(Score(("Anne", "Bob"), rules), random, most, sides)
    for name, rules, wins in (
        ("a tie", make_rules(columns=2), ((0, 100), (1, 50), (1, 100))),
        ("too late", make_rules(), LATE),
        ("carried", make_rules(late_entry="carry"), LATE),
        ("eleven wins", make_rules(), ((0, 5),) * 11),
    ):
        entries = tuple(DealEntry.of(ByPoints(*win)) for win in wins)
        yield name, Score(("Anne", "Bob"), rules, entries=entries)
    for name, points in product(("friendly", "club", "totals", "single-deal"), ("net", "gross")):
        teams = Teams(TEAMS, "net" if points == "net" else "gross")
        empty = Score(("North", "South"), make_rules(name), teams=teams)
        yield f"teams, {name}, {points}", filled(empty, random, 10, (0, 1))


def filled(score: Score, random: Random, most: int, sides: tuple[int, ...]) -> Score:
    """A score with so many deals at most, the last of them after its end."""
    for _ in range(most):
        over = score.over
        entry = DealEntry(tuple(deal(score.rules, random, sides) for _ in range(score.tables)))
        if not score.check(entry):
            score = score.add(entry)
        if over:
            return score
    return score


def told(score: Score, viewer: int | None) -> dict[str, Any]:
    """A sheet as the wire has it, and all that is said of it to a reader."""
    sheet = score.sheet
    lines = []
    for line in score.lines:
        view = msgspec.to_builtins(line_view("", 1, score.entries[line.number - 1], line))
        tables = [
            table | {"shown": table["shown"] and {"deadwood": table["shown"]["deadwood"]}}
            for table in view["tables"]
        ]
        lines.append(
            {key: view[key] for key in ("number", "points", "entries", "fault")} | {"tables": tables}
        )
    words: dict[str, object] = {}
    for language in LANGUAGES:
        t = Translator(language)
        words[language] = {
            "lines": [line_reason(line, score, t) for line in score.lines],
            "reasons": []
            if viewer is None
            else [entry_reason(entry, sheet, score.players, t, viewer) for entry in sheet.entries],
            "next": []
            if sheet.done or not sheet.columns
            else [next_win_text(sheet, seat, score.players, t, viewer) for seat in (0, 1)],
            "result": result_text(sheet, score.players, t, viewer),
            "sums": sums(sheet, score.players, t),
            "rows": rows(score, t),
            "foot": foot(score, t) if sheet.columns else [],
        }
    return {
        "viewer": viewer,
        "players": score.players,
        "teams": None
        if score.teams is None
        else {"players": score.teams.players, "points": score.teams.points},
        "sheet": msgspec.to_builtins(sheet_view(sheet)),
        "lines": lines,
        **words,
    }


def rows(score: Score, t: Translator) -> list[dict[str, Any]]:
    """The deals of a sheet. Paper gives each of two wins of one deal a line; here, as on a screen, they share one."""
    found = []
    for number, of_deal in groupby(deal_rows(score, score.players, t), key=lambda row: row.number):
        wins = list(of_deal)
        found.append(
            {
                "number": number,
                "label": ", ".join(row.label for row in wins),
                "points": " ".join(row.points for row in wins),
                "cells": [
                    ["".join(row.cells[i][seat] for row in wins) for seat in (0, 1)]
                    for i in range(len(score.sheet.columns))
                ],
                "closes": sorted({i for row in wins for i in row.closes}),
            }
        )
    return found


def foot(score: Score, t: Translator) -> list[list[Any]]:
    """The rows below that say something, the boxes as numbers: paper has drawn boxes, and rows to be filled in."""
    found = []
    for label, cells, strong in foot_rows(score.sheet, t):
        shown = cells
        if label == t("sheet.boxes"):
            shown = tuple(
                (str(one), str(two)) for one, two in (column.boxes for column in score.sheet.columns)
            )
        if any(word for pair in shown for word in pair):
            found.append([label, shown, strong])
    return found


def reports() -> Iterator[dict[str, Any]]:
    """The ends of deals, and what is said of them."""
    upcard, spade = parse_card("7h"), parse_card("7s")
    every = (
        make_rules("club", big_gin_bonus=31, tie="nobody"),
        make_rules("friendly", oklahoma=True),
        make_rules("friendly", undercut_bonus=0, gin_bonus=0),
    )
    for rules, knocker, card in product(every, (0, 1), (upcard, spade)):
        kinds: tuple[tuple[Ending, int, int], ...] = (
            ("knock", 7, 34),
            ("knock", 5, 5),
            ("knock", 6, 2),
            ("gin", 0, 18),
            ("gin", 0, 0),
            ("big_gin", 0, 1),
        )
        for kind, own, other in kinds:
            facts = Showdown(kind, knocker, card, (), own, (), (), other)
            worth = settle(rules, facts)
            words: dict[str, object] = {}
            for language in LANGUAGES:
                t = Translator(language)
                words[language] = {
                    "outcomes": [outcome_text(worth, ("Anne", "Bob"), t, viewer) for viewer in VIEWERS],
                    "sum": sum_text(worth, facts, t),
                    "bare": sum_text(worth, None, t),
                }
            deadwood = (own, other) if knocker == 0 else (other, own)
            yield {**msgspec.to_builtins(worth), "deadwood": deadwood, **words}


def text() -> str:
    """The whole file: a sheet, or the end of a deal, a line."""
    sheets = [
        {"name": name, **told(score, None if score.teams else VIEWERS[(i + i // 3) % 3])}
        for i, (name, score) in enumerate(scores())
    ]

    def listed(items: list[dict[str, Any]]) -> str:
        return ",\n".join(json.dumps(item, ensure_ascii=False, separators=(",", ":")) for item in items)

    return f'{{"sheets": [\n{listed(sheets)}\n],\n"reports": [\n{listed(list(reports()))}\n]}}\n'


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
