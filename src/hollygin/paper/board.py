"""A match, or what one seat sees of it, as lines of text: the cards on the table, then the sheet."""

from __future__ import annotations

import io
from collections.abc import Iterator

from rich.console import Console

from hollygin.deal import Deal
from hollygin.locale import Translator
from hollygin.match import Match
from hollygin.paper.rows import ANYONE, Pair
from hollygin.paper.terminal import sheet_table
from hollygin.paper.words import result_text
from hollygin.view import DealView, View

_WIDTH = 80


def board_text(source: Match | View, t: Translator, names: Pair = ANYONE) -> str:
    """The deal under way with the cards that the source knows, the sheet, and how the match stands."""
    lines = [t("screen.deal.other", name=names[source.dealer], number=source.number)]
    if source.deal is not None:
        lines += _table(source.deal, t, names)
    out = io.StringIO()
    Console(file=out, width=_WIDTH).print(sheet_table(source.sheet, names, t))
    return "\n".join([*lines, out.getvalue().rstrip("\n"), result_text(source.sheet, names, t)])


def _table(deal: Deal | DealView, t: Translator, names: Pair) -> Iterator[str]:
    for seat, name in enumerate(names):
        yield f"{name}: {_hand(deal, seat, t)}"
    pile = t("screen.pile", card=t.card(deal.pile[-1])) if deal.pile else t("screen.no_pile")
    stock = deal.stock if isinstance(deal, DealView) else len(deal.stock)
    limit = t("screen.limit", n=deal.limit) if deal.limit else t("screen.gin_only")
    yield " · ".join([pile, t("screen.stock", n=stock), limit])


def _hand(deal: Deal | DealView, seat: int, t: Translator) -> str:
    if isinstance(deal, Deal):
        return t.cards(deal.hands[seat])
    own = deal.hand if seat == deal.seat else None
    return t("screen.cards", n=deal.sizes[seat]) if own is None else t.cards(own)
