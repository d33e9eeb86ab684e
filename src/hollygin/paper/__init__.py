"""The score sheet as on paper: for the terminal, as HTML, as an SVG drawing, as CSV, and in words.

>>> from hollygin.locale import Translator
>>> sheet = Sheet.of(make_rules("friendly"), [(0, 30), (0, 43)])
>>> next_win_text(sheet, 0, ("Anne", "Bob"), Translator("en"))
'Anne’s next win: columns I, II and III; closes I with 27, II with 57 and III with 100'
"""

from __future__ import annotations

from rich.console import RenderableType

from hollygin.locale import Translator, language_of_environment
from hollygin.match import Match
from hollygin.paper.board import board_text
from hollygin.paper.csv_table import sheet_csv
from hollygin.paper.endings import outcome_text, sum_text
from hollygin.paper.page import sheet_html, sheet_piece
from hollygin.paper.picture import sheet_svg
from hollygin.paper.rows import ANYONE
from hollygin.paper.terminal import sheet_table
from hollygin.paper.words import (
    ROMAN,
    entry_reason,
    head_lines,
    line_reason,
    listed,
    next_text,
    next_win_text,
    result_text,
    rules_text,
    standing_text,
    sums,
)
from hollygin.score import Score
from hollygin.sheet import Sheet
from hollygin.view import View

__all__ = [
    "ROMAN",
    "board",
    "board_text",
    "drawn",
    "entry_reason",
    "head_lines",
    "line_reason",
    "listed",
    "next_text",
    "next_win_text",
    "notebook_html",
    "outcome_text",
    "result_text",
    "rules_text",
    "sheet_csv",
    "sheet_html",
    "sheet_piece",
    "sheet_svg",
    "sheet_table",
    "standing_text",
    "sum_text",
    "sums",
]


def drawn(source: Sheet | Score) -> RenderableType:
    """A sheet for the terminal in the language of the user's locale; players without names are A and B."""
    names = source.players if isinstance(source, Score) else ANYONE
    return sheet_table(source, names, Translator(language_of_environment()))


def notebook_html(source: Sheet | Score) -> str:
    """A sheet for a notebook in the language of the user's locale."""
    names = source.players if isinstance(source, Score) else ANYONE
    return sheet_piece(source, names, Translator(language_of_environment()))


def board(source: Match | View) -> str:
    """A match or a view as text in the language of the user's locale; the players are A and B."""
    return board_text(source, Translator(language_of_environment()))
