"""The sheet as HTML, SVG, CSV, for rich and for notebooks: the same figures on each, read back from it."""

import csv
import io
import re
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from rich.console import Console

from hollygin import Sheet, make_rules
from hollygin.locale import Translator
from hollygin.paper import sheet_csv, sheet_html, sheet_svg
from hollygin.paper.words import changed_options
from hollygin.rules import parse_options
from hollygin.score import ByPoints, DealEntry, Score
from tests.effort import examples
from tests.record.corpus.valid_score import deals, team_score
from tests.score.strategies import scores

EN, FR = Translator("en"), Translator("fr")
SETTINGS = examples(40)
SVG = "{http://www.w3.org/2000/svg}"


class Cells(HTMLParser):
    """The cells of the table of a page by row."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.classes: list[list[str]] = []
        self._inside = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self._inside = tag in ("td", "th")
        if tag == "tr":
            self.rows.append([])
            self.classes.append([])
        if self._inside:
            self.rows[-1].append("")
            self.classes[-1].append(dict(attrs).get("class", ""))

    def handle_endtag(self, tag: str) -> None:
        self._inside = self._inside and tag not in ("td", "th")

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.rows[-1][-1] += data


def written(score: Score) -> list[list[str]]:
    """The running scores line by line, from the sheets after each deal."""
    rows = []
    for line in score.lines:
        if not line.entries:
            rows.append([""] * (2 * score.rules.columns))
            continue
        sheet = replace(score, entries=score.entries[: line.number]).sheet
        rows += [
            [
                str(sheet.columns[i].score[seat]) if seat == entry.winner and i in entry.written else ""
                for i in range(score.rules.columns)
                for seat in (0, 1)
            ]
            for entry in line.entries
        ]
    return rows


def footer(score: Score) -> list[str]:
    return [
        str(column.score[seat]) if column.opened[seat] else "–"
        for column in score.sheet.columns
        for seat in (0, 1)
    ]


@SETTINGS
@given(scores())
def test_html_has_every_figure(score: Score) -> None:
    page = Cells(sheet_html(score, EN))
    body = page.rows[2:]
    expected = written(score)
    assert [row[2:] for row in body[: len(expected)]] == expected
    assert body[len(expected)][1:] == footer(score) and body[len(expected)][0] == "Score"
    assert page.rows[1][1:] == list(score.players) * score.rules.columns
    ruled = {i for line in page.classes for i, name in enumerate(line[2:]) if "ruled" in name}
    assert ruled == {
        2 * i + seat
        for i, column in enumerate(score.sheet.columns)
        if column.won is not None
        for seat in (0, 1)
    }


@SETTINGS
@given(scores())
def test_svg_has_every_figure_and_nothing_outside(score: Score) -> None:
    root = ET.fromstring(sheet_svg(score, EN))
    texts = [element.text or "" for element in root.iter(f"{SVG}text")]
    figures = [cell for row in written(score) for cell in row if cell]
    for figure in {*figures, *footer(score)}:
        assert texts.count(figure) >= [*figures, *footer(score)].count(figure)
    width, height = int(root.attrib["width"]), int(root.attrib["height"])
    for element in root.iter():
        for name in ("x", "x1", "x2"):
            assert 0 <= float(element.attrib.get(name, 0)) <= width
        for name in ("y", "y1", "y2"):
            assert 0 <= float(element.attrib.get(name, 0)) <= height


@SETTINGS
@given(scores())
def test_csv_has_every_figure(score: Score) -> None:
    head, *rows = csv.reader(io.StringIO(sheet_csv(score), newline=""))
    if changed_options(score.rules, score.profile):
        assert head[:2] == ["rules", score.profile or "friendly"] and len(head) > 2
        assert make_rules(head[1], **parse_options(head[2:])) == score.rules
        head, *rows = rows
    assert len(rows) == len(score.entries) * score.tables
    assert all(len(row) == len(head) for row in rows)
    last = {int(row[0]): row for row in rows}
    at = head.index("points") + 1
    for line in score.lines:
        row = last[line.number]
        assert row[at : at + 2] == [str(points) for points in line.points]
        assert row[-1] == ("" if line.fault is None else line.fault.code)
        cells = row[at + 2 : -1]
        sheet = replace(score, entries=score.entries[: line.number]).sheet
        for entry in line.entries:
            for i in entry.written:
                assert cells[2 * i + entry.winner] == str(sheet.columns[i].score[entry.winner])
        assert sum(map(bool, cells)) == sum(len(entry.written) for entry in line.entries)


def test_csv_of_one_evening() -> None:
    assert sheet_csv(deals().remove(7)).splitlines()[:5] == [
        "rules,club,tie=nobody",
        "deal,dealer,outcome,winner,points,writes Anne,writes Bob,I Anne,I Bob,II Anne,II Bob,III Anne,III Bob,fault",
        "1,Anne,,Anne,30,30,0,30,,,,,,",
        "2,Anne,gin,Bob,43,0,43,,43,,,,,",
        "3,Bob,knock,Anne,19,19,0,49,,19,,,,",
    ]
    teams = team_score(make_rules(), (ByPoints(0, 30), ByPoints(1, 12)))
    assert sheet_csv(teams).splitlines()[:3] == [
        (
            "deal,table,dealer,outcome,winner,points,writes North,writes South,"
            "I North,I South,II North,II South,III North,III South,fault"
        ),
        "1,1,Cléo,,Anne,30,,,,,,,,,",
        "1,2,Dan,,Dan,12,18,0,18,,,,,,",
    ]


STRANGE = ("<b>&\"'", "=1+1")


@pytest.mark.parametrize("t", [EN, FR], ids=["en", "fr"])
def test_names_are_only_text(t: Translator) -> None:
    score = replace(deals(), players=STRANGE)
    page = sheet_html(score, t)
    assert "<b>" not in page and "&lt;b&gt;&amp;" in page and Cells(page).rows[1][1] == STRANGE[0]
    assert f"{STRANGE[0][:6]}" in ET.tostring(
        ET.fromstring(sheet_svg(score, t)), encoding="unicode", method="text"
    )
    _, head, *_ = csv.reader(io.StringIO(sheet_csv(score)))
    assert "writes '=1+1" in head
    assert all(not cell.startswith(("=", "+", "-", "@")) for cell in head)


def test_a_page_is_whole_by_itself() -> None:
    page = sheet_html(deals(), FR)
    assert '<html lang="fr">' in page and "Anne gagne la rencontre." in page
    assert not re.search(r"<script|src=|href=|url\(", page)
    assert "size: A4 portrait" in page
    assert "size: A4 landscape" in sheet_html(Score(("A", "B"), make_rules(columns=5)), EN)


@pytest.mark.parametrize("count", [0, 10, 80])
def test_the_lines_of_a_page_fit_on_it(count: int) -> None:
    score = Score(
        ("A", "B"),
        make_rules("club", target=5000),
        0,
        tuple(DealEntry.of(ByPoints(i % 2, 9)) for i in range(count)),
    )
    page = sheet_html(score, EN)
    found = re.search(r"--row: ([\d.]+)mm", page)
    assert found is not None
    assert float(found[1]) * len(Cells(page).rows) <= 230 and float(found[1]) <= 7


def test_a_single_deal_has_no_table() -> None:
    score = Score(("A", "B"), make_rules("single-deal"), 0, (DealEntry.of(ByPoints(1, 9)),))
    for text in (sheet_html(score, EN), sheet_svg(score, EN)):
        assert "There is no sheet" in text and "B wins the match." in text


def printed(value: object) -> str:
    out = io.StringIO()
    Console(file=out, width=80, color_system=None).print(value)
    return out.getvalue()


def test_rich_and_notebooks_draw_sheets_and_scores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    score = deals()
    assert "Anne" in printed(score) and "Points" in printed(score)
    bare = Sheet.of(make_rules(), [(0, 30), (1, 12)])
    assert "1 A" in printed(bare) and "2 B" in printed(bare)
    for shown in (score, bare):
        piece = shown._repr_html_()
        assert Cells(piece).rows[2][2] == "30" and "<html" not in piece
