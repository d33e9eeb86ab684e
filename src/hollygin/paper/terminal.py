"""The score sheet in a terminal of any width."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rich import box
from rich.cells import cell_len, set_cell_size
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from hollygin.locale import Translator
from hollygin.paper.rows import deal_rows, foot_rows, sheet_of
from hollygin.paper.words import ROMAN
from hollygin.score import Score
from hollygin.sheet import Sheet

_LEAST: Final = 4
_MOST: Final = 10
_LABEL: Final = 14


def sheet_table(
    source: Sheet | Score, names: tuple[str, str], t: Translator, deals: int | None = None
) -> RenderableType:
    """The sheet as on paper: a double column per game, a row per deal, bonuses and totals below.

    Columns that do not fit the width of the terminal continue in tables below. ``names`` are by seat. With
    ``deals`` only the last of them have rows, below the number of those before.
    """
    if not sheet_of(source).columns:
        return Text(t("sheet.none"))
    return _SheetTable(source, names, t, deals)


class _SheetTable:
    """Chooses widths and the number of tables once the width of the terminal is known."""

    def __init__(
        self, source: Sheet | Score, names: tuple[str, str], t: Translator, deals: int | None
    ) -> None:
        self._sheet = sheet_of(source)
        self._names = names
        every = list(deal_rows(source, names, t))
        earlier = 0 if deals is None or not every else max(0, every[-1].number - deals)
        self._deals = [row for row in every if row.number > earlier]
        self._earlier = f" 1–{earlier} …" if earlier else ""
        self._footer = list(foot_rows(self._sheet, t))
        labels = (
            *(f"99 {name}" for name in (*names, *(row.label for row in self._deals))),
            *(row.label for row in self._footer),
        )
        self._label = min(_LABEL, max(map(cell_len, labels)))
        words = [word for row in self._footer for pair in row.cells for word in pair]
        self._least = max(_LEAST, *map(cell_len, words))
        self._points = max(3, *(len(row.points) for row in self._deals), 0)

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
        if self._earlier:
            table.add_row(Text(self._earlier))
        for row in self._lines(columns, field):
            table.add_row(*row)
        if self._deals:
            table.add_section()
        for label, cells, _ in self._footer:
            table.add_row(Text(label), "", *(_double(cells[i], field) for i in columns))
        return table

    def _lines(self, columns: range, field: int) -> Iterator[list[RenderableType]]:
        """The deals with the running scores, and the rules under closed columns."""
        last = 0
        for row in self._deals:
            label = Text(f"{row.number:>2} " if row.number != last else " " * 3).append(row.label)
            last = row.number
            yield [label, row.points, *(_double(row.cells[i], field) for i in columns)]
            if any(i in row.closes for i in columns):
                rule = Text("═" * (2 * field + 1))
                yield ["", "", *(rule if i in row.closes else "" for i in columns)]


def _double(pair: tuple[str, str], field: int) -> Text:
    """The cell of a double column."""
    one, two = (" " * (field - cell_len(word)) + word for word in pair)
    return Text(f"{one}│{two}")


def _short(names: tuple[str, str], width: int) -> tuple[str, str]:
    """The names cut to a width. If the cut would make them equal, their last characters stay."""
    one, two = (set_cell_size(name, width).rstrip() for name in names)
    if one == two:
        one, two = (set_cell_size(name, width - 2).rstrip() + "…" + name[-1] for name in names)
    return one, two
