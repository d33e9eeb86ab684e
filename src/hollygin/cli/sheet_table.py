"""The score sheet on the terminal as on paper, and in words why a win went where it did."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from rich import box
from rich.cells import cell_len, set_cell_size
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from hollygin.due import Seat
from hollygin.locale import Translator
from hollygin.sheet import Closing, Column, Entry, Sheet

ROMAN: Final = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
"""The names of the columns of a sheet."""

_LEAST: Final = 4
_MOST: Final = 10
_LABEL: Final = 14
_ORDINALS: Final = 10


class _Row(NamedTuple):
    """A row below the wins: its label, and for each column what stands under both players."""

    label: str
    cells: tuple[tuple[str, str], ...]


def sheet_table(sheet: Sheet, names: tuple[str, str], t: Translator) -> RenderableType:
    """The sheet as on paper: a double column a game, a line a won deal, bonuses and totals below.

    Columns that do not fit the width of the terminal go into further tables below. ``names`` are by seat.
    """
    if not sheet.columns:
        return Text(t("sheet.none"))
    return _SheetTable(sheet, names, t)


def entry_reason(
    entry: Entry, sheet: Sheet, names: tuple[str, str], t: Translator, viewer: Seat | None = None
) -> str:
    """In words why a win went where it did (R8.2 to R8.4).

    ``sheet`` is any sheet that holds the entry: what a closed column was closed at stays as it is. The
    player at seat ``viewer`` is spoken to.
    """
    own = entry.winner == viewer
    name = names[entry.winner]
    if entry.number <= _ORDINALS:
        ordinal = t(f"sheet.ordinal.{entry.number}")
        win = t("sheet.your_win" if own else "sheet.win", name=name, ordinal=ordinal)
    else:
        win = t("sheet.your_win_number" if own else "sheet.win_number", name=name, number=entry.number)
    if not sheet.columns:
        return t("sheet.reason", win=win, where=t("sheet.decides"))
    parts = []
    if entry.passed is not None:
        parts.append(t("sheet.closed_already", column=ROMAN[entry.passed]))
    if entry.written:
        columns = listed([ROMAN[i] for i in entry.written], t)
        parts.append(t("sheet.written", n=len(entry.written), columns=columns))
    else:
        parts.append(t("sheet.nowhere"))
    where = t("sheet.comma").join(parts)
    if entry.opens is not None and entry.opens != entry.number - 1:
        where = t("sheet.and_then", first=where, then=t("sheet.opens", column=ROMAN[entry.opens]))
    if entry.closes:
        at = [
            t("sheet.at", column=ROMAN[i], score=sheet.columns[i].score[entry.winner]) for i in entry.closes
        ]
        where = t("sheet.and_then", first=where, then=t("sheet.closes", columns=listed(at, t)))
    return t("sheet.reason", win=win, where=where)


def result_text(sheet: Sheet, names: tuple[str, str], t: Translator, viewer: Seat | None = None) -> str:
    """Who has won the match, or that it goes on, with columns and grand total where they count (R8.7).

    The player at seat ``viewer`` is spoken to.
    """
    if sheet.result is None:
        outcome = t("sheet.goes_on")
    elif sheet.result == "tie":
        outcome = t("sheet.tied")
    else:
        outcome = t("sheet.you_win" if sheet.result == viewer else "sheet.wins", name=names[sheet.result])
    parts = [outcome]
    if sheet.columns:
        parts.append(t("sheet.columns_won", one=names[0], two=names[1], **_pair(sheet.columns_won)))
    if sheet.shows_total:
        parts.append(t("sheet.grand_total", one=names[0], two=names[1], **_pair(sheet.total)))
    return " ".join(parts)


def listed(parts: Sequence[str], t: Translator) -> str:
    """Parts as a list in words: ``I, II and III``."""
    if len(parts) == 1:
        return parts[0]
    return t("sheet.list", first=", ".join(parts[:-1]), last=parts[-1])


def _pair(values: tuple[int, int]) -> dict[str, int]:
    return {"first": values[0], "second": values[1]}


class _SheetTable:
    """Chooses widths, and how many tables there are, when the width of the terminal is known."""

    def __init__(self, sheet: Sheet, names: tuple[str, str], t: Translator) -> None:
        self._sheet = sheet
        self._names = names
        self._t = t
        self._footer = list(self._footer_rows())
        labels = (*(f"99 {name}" for name in names), *(row.label for row in self._footer))
        self._label = min(_LABEL, max(map(cell_len, labels)))
        words = [word for row in self._footer for pair in row.cells for word in pair]
        self._least = max(_LEAST, *map(cell_len, words))
        self._points = max(3, *(len(str(entry.points)) + 1 for entry in sheet.entries), 0)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        columns = len(self._sheet.columns)
        room = options.max_width - (1 + self._label + 3 + self._points + 3)
        wanted = max(self._least, min(_MOST, max(map(cell_len, self._names))))
        field = min(wanted, max(self._least, (room // columns - 4) // 2))
        at_once = max(1, room // (2 * field + 4))
        for first in range(0, columns, at_once):
            yield self._table(range(first, min(columns, first + at_once)), field)

    def _table(self, columns: range, field: int) -> Table:
        table = Table(box=box.SQUARE, pad_edge=True, title_justify="left", header_style="")
        table.add_column("", width=self._label, no_wrap=True, overflow="ellipsis")
        table.add_column("", width=self._points, no_wrap=True, justify="right")
        head = _double(_short(self._names, field), field)
        for i in columns:
            title = Text(ROMAN[i], style="bold")
            title.align("center", 2 * field + 1)
            table.add_column(Text("\n").join((title, head)), width=2 * field + 1, no_wrap=True)
        for row in self._lines(columns, field):
            table.add_row(*row)
        if self._sheet.entries:
            table.add_section()
        for label, cells in self._footer:
            table.add_row(Text(label), "", *(_double(cells[i], field) for i in columns))
        return table

    def _lines(self, columns: range, field: int) -> Iterator[list[RenderableType]]:
        """A line a win with the running scores where it was written, and the rules under closed columns."""
        running = [[0, 0] for _ in self._sheet.columns]
        for number, entry in enumerate(self._sheet.entries, 1):
            cells: list[RenderableType] = []
            for i in range(len(running)):
                pair = ["", ""]
                if i in entry.written:
                    running[i][entry.winner] += entry.points
                    pair[entry.winner] = str(running[i][entry.winner])
                cells.append(_double((pair[0], pair[1]), field))
            label = Text(f"{number:>2} ").append(self._names[entry.winner])
            yield [label, f"+{entry.points}", *(cells[i] for i in columns)]
            if any(i in entry.closes for i in columns):
                rule = Text("═" * (2 * field + 1))
                yield ["", "", *(rule if i in entry.closes else "" for i in columns)]

    def _footer_rows(self) -> Iterator[_Row]:
        """The rows below the wins."""
        sheet, t = self._sheet, self._t
        yield _Row(t("sheet.score"), tuple(map(_scores, sheet.columns)))
        yield _Row(t("sheet.boxes"), tuple(_both(_boxes, column.boxes) for column in sheet.columns))
        closings = [sheet.closing(i) for i in range(len(sheet.columns))]
        if sheet.rules.has_bonuses:
            yield _Row(t("sheet.game_bonus"), tuple(map(_game_bonus, closings)))
            if any(closing and closing.doubled for closing in closings):
                yield _Row(t("sheet.doubled"), tuple(map(_doubled, closings)))
            if sheet.rules.box_bonus:
                boxes = (closing.box_bonus if closing else (0, 0) for closing in closings)
                yield _Row(t("sheet.box_bonus"), tuple(_both(_plus, bonus) for bonus in boxes))
            totals = (
                _both(str, sheet.column_total(i)) if closing else ("", "")
                for i, closing in enumerate(closings)
            )
            yield _Row(t("sheet.total"), tuple(totals))
        won = [("★" if column.won == 0 else "", "★" if column.won == 1 else "") for column in sheet.columns]
        yield _Row(t("sheet.won"), tuple(won))


def _scores(column: Column) -> tuple[str, str]:
    """What stands under both players; a dash where the column is not opened (R8.8)."""
    one, two = (str(column.score[seat]) if column.opened[seat] else "–" for seat in (0, 1))
    return one, two


def _boxes(count: int) -> str:
    return "□" * count if count <= _LEAST else f"{count} □"


def _plus(points: int) -> str:
    return f"+{points}" if points else ""


def _game_bonus(closing: Closing | None) -> tuple[str, str]:
    return ("", "") if closing is None else _of_winner(closing, closing.game_bonus)


def _doubled(closing: Closing | None) -> tuple[str, str]:
    return ("", "") if closing is None else _of_winner(closing, closing.doubled)


def _of_winner(closing: Closing, points: int) -> tuple[str, str]:
    return (_plus(points), "") if closing.winner == 0 else ("", _plus(points))


def _both(word: Callable[[int], str], pair: tuple[int, int]) -> tuple[str, str]:
    return word(pair[0]), word(pair[1])


def _double(pair: tuple[str, str], field: int) -> Text:
    """The cell of a double column."""
    one, two = (" " * (field - cell_len(word)) + word for word in pair)
    return Text(f"{one}│{two}")


def _short(names: tuple[str, str], width: int) -> tuple[str, str]:
    """The names cut to a width; their ends stay where their beginnings are the same."""
    one, two = (set_cell_size(name, width).rstrip() for name in names)
    if one == two:
        one, two = (set_cell_size(name, width - 2).rstrip() + "…" + name[-1] for name in names)
    return one, two
