"""The score as a table of figures (CSV), for spreadsheets and programs."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from hollygin.paper.words import ROMAN, changed_options
from hollygin.rules import DEFAULT_PROFILE
from hollygin.score import DealLine, Score

_FORMULA = ("=", "+", "-", "@")
"""A name that begins with one of these would be a formula to a spreadsheet."""


def sheet_csv(score: Score) -> str:
    """The score as CSV (RFC 4180), below a line ``rules`` if options differ from the profile: a head, then one line per deal and table.

    Names are those of the sides. A column shows its running score if the deal was written in it.
    ``writes`` are the points that the side writes. The words are the same in every language.
    """
    out = io.StringIO()
    rows = csv.writer(out)
    changed = changed_options(score.rules, score.profile)
    if changed:
        settings = (f"{name}={_setting(value)}" for name, value in changed.items())
        rows.writerow(["rules", score.profile or DEFAULT_PROFILE, *settings])
    rows.writerow(_head(score))
    running = [[0, 0] for _ in score.sheet.columns]
    for line in score.lines:
        scores = list(_scores(line, running))
        for k, table in enumerate(line.tables, 1):
            worth = table.worth
            winner = None if worth is None else worth.winner
            rows.writerow(
                [
                    line.number,
                    *([k] if score.teams else []),
                    "" if table.dealer is None else _safe(table.players[table.dealer]),
                    "" if worth is None else worth.outcome or "",
                    "" if winner is None else _safe(table.players[winner]),
                    "" if worth is None else worth.points,
                    *(line.points if k == len(line.tables) else ("", "")),
                    *(scores if k == len(line.tables) else [""] * len(scores)),
                    "" if line.fault is None else line.fault.code,
                ]
            )
    return out.getvalue()


def _setting(value: object) -> object:
    """The value of an option as ``--set`` takes it."""
    return ("off", "on")[value] if isinstance(value, bool) else value


def _head(score: Score) -> list[str]:
    names = [_safe(name) for name in score.players]
    columns = [f"{ROMAN[i]} {name}" for i in range(len(score.sheet.columns)) for name in names]
    table = ["table"] if score.teams else []
    writes = [f"writes {name}" for name in names]
    return ["deal", *table, "dealer", "outcome", "winner", "points", *writes, *columns, "fault"]


def _scores(line: DealLine, running: list[list[int]]) -> Iterator[int | str]:
    for i, pair in enumerate(running):
        for seat in (0, 1):
            written = sum(
                entry.points for entry in line.entries if entry.winner == seat and i in entry.written
            )
            pair[seat] += written
            here = any(entry.winner == seat and i in entry.written for entry in line.entries)
            yield pair[seat] if here else ""


def _safe(name: str) -> str:
    return f"'{name}" if name.startswith(_FORMULA) else name
