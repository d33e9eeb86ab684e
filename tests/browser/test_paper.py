"""The page of a score as it is printed."""

import re

import pytest
from playwright.sync_api import Browser

from hollygin.locale import Translator
from hollygin.paper import sheet_html
from hollygin.rules import make_rules
from hollygin.score import ByPoints, DealEntry, Score, TeamPoints, Teams
from tests.browser.pdf import Pdf

LONG = (("Annegret von der Weide", "Bartholomew Fitzgerald"), ("Clementine Duvivier-Roy", "Dominique Lafont"))


def score_of_two(columns: int, deals: int) -> Score:
    rules = make_rules("club", columns=columns, target=100_000)
    return Score(
        ("Anne", "Bob"), rules, 0, tuple(DealEntry.of(ByPoints(i % 2, 10 + i)) for i in range(deals))
    )


def score_of_teams(columns: int, deals: int, points: TeamPoints) -> Score:
    rules = make_rules(
        "friendly",
        columns=columns,
        target=100_000,
        oklahoma=True,
        tie="nobody",
        big_gin_bonus=31,
        box_bonus=10,
    )
    names = " & ".join(LONG[0]), " & ".join(LONG[1])
    entries = tuple(DealEntry.of(ByPoints(0, 11), ByPoints(1, 10 + i)) for i in range(deals))
    return Score(names, rules, 0, entries, Teams(LONG, points))


@pytest.mark.parametrize("deals", [0, 20, 36, 60, 200])
@pytest.mark.parametrize("columns", [1, 3, 9])
def test_it_is_one_page_however_many_deals_there_are(browser: Browser, columns: int, deals: int) -> None:
    page = browser.new_page()
    for score in (
        score_of_two(columns, deals),
        score_of_teams(columns, deals, "net"),
        score_of_teams(columns, deals, "gross"),
    ):
        page.set_content(sheet_html(score, Translator("fr")))
        assert len(Pdf(page.pdf(prefer_css_page_size=True)).pages) == 1
    page.close()


def test_it_has_every_deal_and_the_totals(browser: Browser) -> None:
    page = browser.new_page()
    page.set_content(sheet_html(score_of_two(3, 60), Translator("en")))
    text = re.sub(r"\s+", " ", Pdf(page.pdf(prefer_css_page_size=True)).text)
    page.close()
    for piece in ("Anne against Bob", "I II III", "Score", "Boxes", "next win"):
        assert piece in text, (piece, text)
    for number in range(60):
        assert re.search(rf"\b{number + 1} (Anne|Bob) ?\+{10 + number}\b", text), (number, text)
