"""What the pages ask for beside tables: the house options, and a sheet with what the next win would do."""

from collections.abc import Callable

from hollygin.options import OPTIONS
from hollygin.rules import make_rules
from hollygin.server.views import sheet_view
from hollygin.sheet import Sheet
from tests.server.client import Visitor
from tests.server.launch import Site


def test_every_option_and_what_it_accepts(site: Site, visitor: Callable[..., Visitor]) -> None:
    options = {option["name"]: option for option in visitor(site).http.get("/api/options").json()}
    assert list(options) == list(OPTIONS)
    for name, option in options.items():
        span = OPTIONS[name].span
        assert (option["low"], option["high"]) == ((span.low, span.high) if span else (None, None))
        assert option["choices"] == list(OPTIONS[name].choices)
        assert option["offered"] == (list(span.offered) if span else [])


def test_the_next_win_and_what_closes_a_column() -> None:
    sheet = Sheet.of(make_rules("friendly"), [(0, 18), (1, 30), (0, 25), (0, 12)])
    view = sheet_view(sheet)
    assert view.next is not None
    assert [entry.written for entry in view.next] == [[0, 1, 2], [0, 1]]
    assert [entry.opens for entry in view.next] == [None, 1]
    assert [column.to_close for column in view.columns] == [(45, 70), (63, 100), (88, 100)]
    assert not view.shows_total and view.columns_won == (0, 0)


def test_a_closed_column_tells_its_bonuses() -> None:
    view = sheet_view(Sheet.of(make_rules("totals"), [(0, 30), (0, 43), (0, 35)]))
    column = view.columns[0]
    assert column.closing is not None and column.to_close is None and column.won == 0
    assert column.closing.shutout and column.closing.game_bonus == 200
    assert column.closing.box_bonus == (60, 0) and column.closing.doubled == 0
    assert column.total == (368, 0)
    assert view.shows_total and view.columns_won == (1, 0)
    assert view.columns[1].closing is None


def test_a_sheet_that_is_done_has_no_next_win() -> None:
    view = sheet_view(Sheet.of(make_rules("single-game"), [(1, 120)]))
    assert view.done and view.next is None and view.result == 1


def test_without_a_sheet_there_is_no_total() -> None:
    view = sheet_view(Sheet.of(make_rules("single-deal")))
    assert view.columns == [] and not view.shows_total and view.next is not None
