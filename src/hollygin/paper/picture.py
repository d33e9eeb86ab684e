"""The score sheet as a drawing (SVG)."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final

from rich.cells import cell_len, set_cell_size

from hollygin.locale import Translator
from hollygin.names import JOINERS
from hollygin.paper.rows import Pair, deal_rows, foot_rows
from hollygin.paper.words import ROMAN, head_lines, standing_text
from hollygin.score import Score

_ROW: Final = 24
_FIELD: Final = 62
_LABEL: Final = 170
_POINTS: Final = 56
_EDGE: Final = 20
_INK: Final = "#1c1a16"
_PALE: Final = "#d8d2c0"
_PAPER: Final = "#fffdf6"
_CHARACTER: Final = 7.6
"""The width in pixels of a character at 14 px: a little more than most have."""
_LEAST_WIDTH: Final = 440


def sheet_svg(score: Score, t: Translator) -> str:
    """The score as an SVG drawing that looks like the sheet on paper, in the language of ``t``."""
    return _Drawing(score, t).text()


class _Drawing:
    """Lays out the sheet in pixels, from the top down; ``y`` is the upper edge of the next line."""

    def __init__(self, score: Score, t: Translator) -> None:
        self._score = score
        self._t = t
        self._columns = len(score.sheet.columns)
        self._rows = list(deal_rows(score, score.players, t))
        self._foot = list(foot_rows(score.sheet, t)) if self._columns else []
        self._left = _EDGE + _LABEL + _POINTS
        self._width = max(_LEAST_WIDTH, self._left + 2 * _FIELD * self._columns + _EDGE)
        self._y = _EDGE
        self._parts: list[str] = []

    def text(self) -> str:
        """The whole drawing."""
        score, t = self._score, self._t
        title = t("replay.title", one=score.players[0], two=score.players[1])
        self._say(title, "bold 18px")
        for line in head_lines(score, t):
            self._paragraph(line)
        if self._columns:
            self._table()
        else:
            self._paragraph(t("sheet.none"))
        self._paragraph(standing_text(score, t))
        height = self._y + _EDGE
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self._width} {height}" '
            f'width="{self._width}" height="{height}" role="img" lang="{t.language}">\n'
            f"<title>{_plain(title)}</title>\n"
            f'<rect width="100%" height="100%" fill="{_PAPER}"/>\n'
            f'<g fill="{_INK}" stroke="none" font-family="system-ui, sans-serif" font-size="14">\n'
            + "\n".join(self._parts)
            + "\n</g>\n</svg>\n"
        )

    def _table(self) -> None:
        self._y += 8
        top = self._y
        for i in range(self._columns):
            self._at(self._x(i) + _FIELD, ROMAN[i], "middle", bold=True)
        self._y += _ROW
        for i in range(self._columns):
            for side, name in enumerate(_short(self._score.players)):
                self._at(self._x(i, side) + _FIELD // 2, name, "middle")
        self._y += _ROW
        self._line(_EDGE, self._right, self._y, 2)
        closed: dict[int, int] = {}
        for row in self._rows:
            self._at(_EDGE, f"{row.number} {_cut(row.label, _LABEL - 30)}", "start")
            self._at(_EDGE + _LABEL + _POINTS - 10, row.points, "end")
            self._cells(row.cells)
            self._y += _ROW
            self._line(_EDGE, self._right, self._y, 1, _PALE)
            for i in row.closes:
                closed[i] = self._y
                self._line(self._x(i), self._x(i) + 2 * _FIELD, self._y - 1, 1)
                self._line(self._x(i), self._x(i) + 2 * _FIELD, self._y + 2, 1)
        for i, from_ in closed.items():
            if from_ < self._y:
                self._stroke(self._x(i) + 8, self._y - 6, self._x(i) + 2 * _FIELD - 8, from_ + 8, 1)
        self._line(_EDGE, self._right, self._y, 2)
        for foot in self._foot:
            self._at(_EDGE, _cut(foot.label, _LABEL + _POINTS - 10), "start", bold=foot.strong)
            self._cells(foot.cells, bold=foot.strong)
            self._y += _ROW
            self._line(_EDGE, self._right, self._y, 1, _PALE)
        for i in range(self._columns):
            self._stroke(self._x(i) - 1, top, self._x(i) - 1, self._y, 1)
            self._stroke(self._x(i) + 2, top, self._x(i) + 2, self._y, 1)
            self._stroke(self._x(i, 1), top + _ROW, self._x(i, 1), self._y, 1, _PALE)
        self._y += 12

    @property
    def _right(self) -> int:
        return self._left + 2 * _FIELD * self._columns

    def _x(self, column: int, side: int = 0) -> int:
        return self._left + (2 * column + side) * _FIELD

    def _cells(self, cells: tuple[Pair, ...], *, bold: bool = False) -> None:
        for i, pair in enumerate(cells):
            for side, text in enumerate(pair):
                self._at(self._x(i, side) + _FIELD - 8, text, "end", bold=bold)

    def _at(self, x: int, text: str, anchor: str, *, bold: bool = False) -> None:
        if text:
            weight = ' font-weight="bold"' if bold else ""
            self._parts.append(
                f'<text x="{x}" y="{self._y + 17}" text-anchor="{anchor}"{weight}>{_plain(text)}</text>'
            )

    def _say(self, text: str, font: str) -> None:
        self._parts.append(
            f'<text x="{_EDGE}" y="{self._y + 17}" style="font: {font} system-ui, sans-serif">{_plain(text)}</text>'
        )
        self._y += _ROW

    def _paragraph(self, text: str) -> None:
        for line in _broken(text, int((self._width - 2 * _EDGE) / _CHARACTER)):
            self._at(_EDGE, line, "start")
            self._y += _ROW - 4

    def _line(self, left: int, right: int, y: int, width: int, colour: str = _INK) -> None:
        self._stroke(left, y, right, y, width, colour)

    def _stroke(self, x1: int, y1: int, x2: int, y2: int, width: int, colour: str = _INK) -> None:
        self._parts.append(
            f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{colour}" stroke-width="{width}"/>'
        )


def _plain(text: str) -> str:
    """Text for XML, which has no control characters."""
    return escape("".join(sign if sign.isprintable() or sign in JOINERS else " " for sign in text))


def _cut(text: str, width: int) -> str:
    cells = int(width / _CHARACTER)
    return text if cell_len(text) <= cells else set_cell_size(text, cells - 1).rstrip() + "…"


def _short(names: Pair) -> Pair:
    one, two = (_cut(name, _FIELD - 6) for name in names)
    return one, two


def _broken(text: str, width: int) -> Iterator[str]:
    """A paragraph as lines of at most ``width`` cells, broken at blanks."""
    line = ""
    for word in text.split(" "):
        if line and cell_len(line) + 1 + cell_len(word) > width:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    yield line
