"""The score sheet as HTML: a whole page that prints on one sheet of paper, and a fragment for notebooks."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import ceil
from typing import Final

from hollygin.locale import Translator
from hollygin.paper.rows import DealRow, Pair, deal_rows, foot_rows, sheet_of
from hollygin.paper.words import (
    ROMAN,
    head_lines,
    line_reason,
    next_text,
    next_win_text,
    result_text,
    standing_text,
)
from hollygin.score import Score
from hollygin.sheet import Sheet

_STYLE: Final = """
.hollygin { font: 11pt/1.25 system-ui, sans-serif; color: #1c1a16; background: #fffdf6; padding: 1em; }
.hollygin table { border-collapse: collapse; }
.hollygin th, .hollygin td { padding: 0 .45em; text-align: right; font-weight: normal; height: calc(var(--row) - 1px); min-width: 2.2em;
  border-bottom: 1px solid #d8d2c0; font-variant-numeric: tabular-nums; }
.hollygin .label { text-align: left; white-space: nowrap; max-width: 12em; overflow: hidden; text-overflow: ellipsis; }
.hollygin thead th { text-align: center; border-bottom: 2px solid #1c1a16; max-width: 6em; overflow: hidden; text-overflow: ellipsis;
  white-space: nowrap; }
.hollygin .first { border-left: 3px double #1c1a16; }
.hollygin .second { border-left: 1px solid #a39c86; }
.hollygin .ruled { border-bottom: 3px double #1c1a16; }
.hollygin .closed { background: repeating-linear-gradient(135deg, transparent 0 5px, #d8d2c0 5px 6px); }
.hollygin tfoot tr:first-child > * { border-top: 2px solid #1c1a16; }
.hollygin .strong > * { font-weight: bold; }
"""
_PAGE_STYLE: Final = """
@page { size: A4 ORIENTATION; margin: 12mm; }
body { margin: 0; background: #fffdf6; }
h1 { font-size: 1.3em; margin: 0 0 .2em; }
p { margin: .3em 0; }
@media print {
  body .hollygin { padding: 0; font-size: min(11pt, calc((var(--row) - 1px) * .76)); -webkit-print-color-adjust: exact; print-color-adjust: exact; }
}
"""
_MOST_UPRIGHT: Final = 4
"""The most columns for an upright page."""
_HEIGHT: Final = {"portrait": 268, "landscape": 181}
"""The height of a page in millimetres, inside its margins, with a little to spare."""
_LINE: Final = {"portrait": 60, "landscape": 95}
"""The letters that surely fit on a line of text."""
_LINE_HEIGHT: Final = 5.0
"""The height of a line of text in millimetres."""
_LEAST_HEIGHT: Final = 60.0
"""The least height of the table in millimetres."""
_ROW: Final = 7.0
"""The height of a row in millimetres, if there is room."""


def sheet_html(score: Score, t: Translator) -> str:
    """The score as a self-contained page of HTML in the language of ``t``, without scripts.

    It prints on one page, whatever the number of deals.
    """
    sheet = score.sheet
    title = t("replay.title", one=score.players[0], two=score.players[1])
    turned = "landscape" if len(sheet.columns) > _MOST_UPRIGHT else "portrait"
    told = [standing_text(score, t)]
    if not score.over:
        told += next_text(score, t)
        if sheet.columns:
            told += [next_win_text(sheet, seat, score.players, t) for seat in (0, 1)]
    head = head_lines(score, t)
    paragraphs = "".join(f"<p>{escape(text)}</p>\n" for text in head)
    above = f"<h1>{escape(title)}</h1>{paragraphs}"
    below = "".join(f"<p>{escape(text)}</p>\n" for text in told)
    room = _HEIGHT[turned] - _text_height([title, *head, *told], _LINE[turned])
    return (
        f'<!DOCTYPE html>\n<html lang="{t.language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_PAGE_STYLE.replace('ORIENTATION', turned)}</style>\n</head>\n<body>\n"
        f"{_piece(score, score.players, t, above, below, room)}"
        "</body>\n</html>\n"
    )


def sheet_piece(source: Sheet | Score, names: Pair, t: Translator) -> str:
    """A sheet as a fragment of HTML. Its style touches nothing around it."""
    told = f"<p>{escape(result_text(sheet_of(source), names, t))}</p>\n"
    return _piece(source, names, t, "", told, _HEIGHT["portrait"])


def _text_height(texts: list[str], letters: int) -> float:
    """The height in millimetres of a title and paragraphs, in lines of ``letters`` letters."""
    return _LINE_HEIGHT * sum(ceil(len(text) / letters) + 0.3 for text in texts)


def _piece(source: Sheet | Score, names: Pair, t: Translator, above: str, below: str, room: float) -> str:
    rows = list(deal_rows(source, names, t))
    sheet = sheet_of(source)
    if not sheet.columns:
        table = f"<p>{escape(t('sheet.none'))}</p>\n"
        height = _ROW
    else:
        foot = list(foot_rows(sheet, t))
        height = min(_ROW, max(_LEAST_HEIGHT, room) / (len(rows) + len(foot) + 2))
        table = (
            f"<table>\n<thead>{_heading(sheet, names)}</thead>\n"
            f"<tbody>\n{''.join(_deal_lines(rows, source, t))}</tbody>\n<tfoot>\n"
            + "".join(
                f'<tr{" class=strong" if row.strong else ""}><th class="label" scope="row" colspan="2">{escape(row.label)}</th>'
                f"{_cells(row.cells)}</tr>\n"
                for row in foot
            )
            + "</tfoot>\n</table>\n"
        )
    style = f"<style>{_STYLE}</style>"
    return f'{style}<div class="hollygin" style="--row: {height:.2f}mm">\n{above}{table}{below}</div>\n'


def _heading(sheet: Sheet, names: Pair) -> str:
    columns = range(len(sheet.columns))
    first = "".join(f'<th class="first" scope="colgroup" colspan="2">{ROMAN[i]}</th>' for i in columns)
    second = _cells((names,) * len(sheet.columns), tag="th")
    return f'<tr><th colspan="2"></th>{first}</tr>\n<tr><th colspan="2"></th>{second}</tr>'


def _deal_lines(rows: list[DealRow], source: Sheet | Score, t: Translator) -> Iterator[str]:
    closed: set[int] = set()
    for row in rows:
        why = ""
        if isinstance(source, Score):
            why = f' title="{escape(line_reason(source.lines[row.number - 1], source, t))}"'
        yield (
            f'<tr{why}><th class="label" scope="row">{row.number} {escape(row.label)}</th><td>{escape(row.points)}</td>'
            f"{_cells(row.cells, ruled=set(row.closes), closed=closed)}</tr>\n"
        )
        closed |= set(row.closes)


def _cells(
    cells: tuple[Pair, ...], *, ruled: set[int] | None = None, closed: set[int] | None = None, tag: str = "td"
) -> str:
    """The double columns of a line."""
    found = []
    for i, pair in enumerate(cells):
        marks = " ruled" * (i in (ruled or ())) + " closed" * (i in (closed or ()))
        scope = ' scope="col"' if tag == "th" else ""
        for side, text in zip(("first", "second"), pair, strict=True):
            found.append(f'<{tag} class="{side}{marks}"{scope}>{escape(text)}</{tag}>')
    return "".join(found)
