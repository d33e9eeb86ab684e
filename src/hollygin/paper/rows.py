"""The content of the sheet, row by row, for every form in which it is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from hollygin.locale import Translator
from hollygin.score import Score
from hollygin.sheet import Closing, Column, Entry, Sheet

ANYONE: Final = ("A", "B")
"""The names of players without names."""

_MOST_BOXES: Final = 4

Pair = tuple[str, str]


class DealRow(NamedTuple):
    """A row of the sheet: one per deal, or one per side if both sides have won the deal.

    ``cells`` has the entries of both players in each column. ``closes`` are the columns that are ruled off below it.
    """

    number: int
    label: str
    points: str
    cells: tuple[Pair, ...]
    closes: tuple[int, ...] = ()


class FootRow(NamedTuple):
    """A row below the deals: its label, and the entries of both players in each column."""

    label: str
    cells: tuple[Pair, ...]
    strong: bool = False


def sheet_of(source: Sheet | Score) -> Sheet:
    """The sheet itself."""
    return source.sheet if isinstance(source, Score) else source


def deal_rows(source: Sheet | Score, names: Pair, t: Translator) -> Iterator[DealRow]:
    """One row per deal, with the running score of each column that it was written in. A bare sheet has one row per win."""
    sheet = sheet_of(source)
    running = [[0, 0] for _ in sheet.columns]
    blank: tuple[Pair, ...] = (("", ""),) * len(running)
    for number, entries, label in _deals(source, t):
        if not entries:
            yield DealRow(number, label, "", blank)
        for entry in entries:
            cells: list[Pair] = []
            for i, scores in enumerate(running):
                written = i in entry.written
                scores[entry.winner] += entry.points if written else 0
                score = str(scores[entry.winner]) if written else ""
                cells.append((score, "") if entry.winner == 0 else ("", score))
            yield DealRow(number, names[entry.winner], f"+{entry.points}", tuple(cells), entry.closes)


def _deals(source: Sheet | Score, t: Translator) -> Iterator[tuple[int, tuple[Entry, ...], str]]:
    """Each deal: its number, its wins, and the text to show if it has none."""
    if isinstance(source, Sheet):
        for number, entry in enumerate(source.entries, 1):
            yield number, (entry,), ""
        return
    for line in source.lines:
        mark = "not_written"
        if line.fault is None:
            void = all(table.worth is not None and table.worth.outcome == "void" for table in line.tables)
            mark = "void" if void else "tie"
        yield line.number, line.entries, t(f"sheet.mark.{mark}")


def foot_rows(sheet: Sheet, t: Translator) -> Iterator[FootRow]:
    """The rows below the deals: scores, boxes, bonuses, totals, and who has won each column."""
    yield FootRow(t("sheet.score"), tuple(map(_scores, sheet.columns)), strong=True)
    yield FootRow(t("sheet.boxes"), tuple(_both(_boxes, column.boxes) for column in sheet.columns))
    closings = [sheet.closing(i) for i in range(len(sheet.columns))]
    if sheet.rules.has_bonuses:
        yield FootRow(
            t("sheet.game_bonus"), tuple(_of_winner(closing, _game(closing)) for closing in closings)
        )
        if any(map(_shutout, closings)):
            yield FootRow(
                t("sheet.shutout"), tuple(_of_winner(closing, _shutout(closing)) for closing in closings)
            )
        if sheet.rules.box_bonus:
            boxes = (closing.box_bonus if closing else (0, 0) for closing in closings)
            yield FootRow(t("sheet.box_bonus"), tuple(_both(_plus, bonus) for bonus in boxes))
    if sheet.shows_total:
        totals = (
            _both(str, sheet.column_total(i)) if closing else ("", "") for i, closing in enumerate(closings)
        )
        yield FootRow(t("sheet.total"), tuple(totals), strong=True)
    won = (("★" if column.won == 0 else "", "★" if column.won == 1 else "") for column in sheet.columns)
    yield FootRow(t("sheet.won"), tuple(won))


def _scores(column: Column) -> Pair:
    """The scores of both players; a dash if a player has not opened the column (R8.8)."""
    one, two = (str(column.score[seat]) if column.opened[seat] else "–" for seat in (0, 1))
    return one, two


def _boxes(count: int) -> str:
    return "□" * count if count <= _MOST_BOXES else f"{count} □"


def _plus(points: int) -> str:
    return f"+{points}" if points else ""


def _is_flat(closing: Closing) -> bool:
    """Whether a larger flat bonus came in place of the game bonus (R8.6)."""
    return closing.shutout and not closing.doubled


def _game(closing: Closing | None) -> int:
    return 0 if closing is None or _is_flat(closing) else closing.game_bonus


def _shutout(closing: Closing | None) -> int:
    if closing is None:
        return 0
    return closing.game_bonus if _is_flat(closing) else closing.doubled


def _of_winner(closing: Closing | None, points: int) -> Pair:
    if closing is None:
        return "", ""
    return (_plus(points), "") if closing.winner == 0 else ("", _plus(points))


def _both(word: Callable[[int], str], pair: tuple[int, int]) -> Pair:
    return word(pair[0]), word(pair[1])
