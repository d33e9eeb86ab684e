"""The views that tables and score sheets share: faults, layoffs, the sheet and its entries."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from hollygin.cards import text
from hollygin.errors import Fault
from hollygin.melds import Layoff
from hollygin.sheet import Entry, Sheet
from hollygin.wire import ClosingView, ColumnView, EntryView, FaultView, LayoffView, SheetView


def layoff_views(layoffs: Iterable[Layoff]) -> list[LayoffView]:
    """Cards laid off, and the melds that they joined."""
    return [LayoffView(str(layoff.card), text(layoff.meld)) for layoff in layoffs]


def fault_view(fault: Fault) -> FaultView:
    """A fault, as the wire has it."""
    return FaultView(fault.code, fault.clause, dict(fault.params))


@lru_cache(maxsize=5_000)
def sheet_view(sheet: Sheet) -> SheetView:
    """The score sheet, which anyone may see, and where the next win of each side would go."""
    columns = [_column_view(sheet, i) for i in range(len(sheet.columns))]
    after = None if sheet.done else (entry_view(sheet.next_win(0)), entry_view(sheet.next_win(1)))
    return SheetView(
        columns=columns,
        count=sheet.count,
        columns_won=sheet.columns_won,
        total=sheet.total,
        shows_total=bool(columns) and sheet.shows_total,
        next=after,
        done=sheet.done,
        result=sheet.result,
    )


def _column_view(sheet: Sheet, i: int) -> ColumnView:
    column, closing = sheet.columns[i], sheet.closing(i)
    one, two = sheet.to_close(0, i), sheet.to_close(1, i)
    return ColumnView(
        score=column.score,
        boxes=column.boxes,
        opened=column.opened,
        won=column.won,
        total=sheet.column_total(i),
        to_close=None if one is None or two is None else (one, two),
        closing=None
        if closing is None
        else ClosingView(closing.shutout, closing.game_bonus, closing.box_bonus, closing.doubled),
    )


def entry_view(entry: Entry) -> EntryView:
    """Where a win is written, and the columns that it opens and closes."""
    return EntryView(
        entry.winner,
        entry.points,
        entry.number,
        entry.opens,
        entry.passed,
        list(entry.written),
        list(entry.closes),
    )
