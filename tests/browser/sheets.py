"""Score sheets that stand where a test needs them, and how people write on them."""

from functools import partial
from typing import Any

import msgspec
from playwright.sync_api import Locator, expect

from hollygin.server.sheets.hub import ScoreHub
from hollygin.server.sheets.log import ScoreLog
from hollygin.wire import ToldDeal
from tests.browser.people import PATIENCE, Person
from tests.server.launch import Site
from tests.server.sheets.phones import VOID, by_points, open_sheet, told, won

RANKS, SUITS = "A23456789TJQK", "shdc"

__all__ = ["VOID", "Keeper", "by_points", "prepare_sheet", "sheet_at", "told", "won"]


def score_hub(site: Site) -> ScoreHub:
    hub: ScoreHub = site.server.config.app.state.scores  # type: ignore[union-attr]
    return hub


def sheet_at(site: Site, path: str) -> ScoreLog:
    """What the server has of a sheet."""
    return score_hub(site).live[path.rpartition("/")[2]].log


def prepare_sheet(site: Site, *entries: dict[str, Any], **body: Any) -> str:
    """The path of a sheet of Anne and Bob with some deals."""
    name = open_sheet(site, **body)
    hub = score_hub(site)

    async def write() -> None:
        live = await hub.find(name)
        for number, entry in enumerate(entries):
            await hub.command(
                live,
                partial(
                    ScoreLog.add, entry_id=f"p{number}", told=msgspec.convert(entry, ToldDeal), before=None
                ),
                "",
            )

    site.call(write())
    return f"/s/{name}"


class Keeper:
    """Somebody who keeps score on a page, and how many taps that takes."""

    def __init__(self, person: Person, path: str) -> None:
        self.person, self.page = person, person.page
        self.taps = 0
        self.page.goto(path)
        self.page.locator(".paper").wait_for()

    def tap(self, target: Locator) -> None:
        self.person.press(target)
        self.taps += 1

    def choose(self, *keys: str) -> None:
        for key in keys:
            self.tap(
                self.page.locator("dialog").get_by_role("button", name=self.person.words(f"web.score.{key}"))
            )

    def type(self, number: int) -> None:
        """A number by the pad."""
        for digit in str(number):
            self.person.press(self.page.locator("dialog .pad").get_by_role("button", name=digit, exact=True))

    def pick(self, cards: str) -> None:
        """Cards of the grid."""
        for card in cards.split():
            at = SUITS.index(card[1]) * 13 + RANKS.index(card[0])
            self.person.press(self.page.locator("dialog .grid button").nth(at))

    def done(self, key: str = "done") -> None:
        button = self.page.locator("dialog form").get_by_role(
            "button", name=self.person.words(f"web.score.{key}")
        )
        expect(button).to_be_enabled()
        self.tap(button)
        if key == "done":
            self.page.locator("dialog").wait_for(state="detached")

    def enter(self, winner: int, how: str, points: int) -> None:
        """A deal by its points."""
        self.tap(self.page.locator(".win .primary").nth(winner))
        self.choose(f"how.{how}")
        self.type(points)
        self.done()

    def line(self, number: int) -> None:
        """Choose a line of the sheet."""
        self.tap(self.page.locator(".paper tbody button").nth(number - 1))

    def tool(self, key: str) -> None:
        self.tap(
            self.page.locator(".paper .tools").get_by_role(
                "button", name=self.person.words(f"web.score.{key}")
            )
        )

    @property
    def rows(self) -> list[str]:
        """The rows of the sheet, cells parted by bars: deal, points, and both sides of each column."""
        texts: list[str] = self.page.locator(".paper tbody tr").evaluate_all(
            """rows => rows.map(row => [...row.cells].map(cell => [...cell.querySelectorAll(".visually-hidden")]
              .reduce((text, spoken) => text.replace(spoken.textContent, ""), cell.textContent).trim()
              .replace(/\\s+/g, " ")).join("|"))"""
        )
        return texts

    def has(self, *rows: str) -> None:
        """Wait for the rows of the sheet."""
        expect(self.page.locator(".paper tbody tr")).to_have_count(len(rows), timeout=PATIENCE * 1000)
        assert self.rows == list(rows)

    @property
    def scores(self) -> list[str]:
        """The row of scores below the deals."""
        texts: list[str] = (
            self.page.locator(".paper tfoot tr")
            .first.locator("td")
            .evaluate_all(
                "cells => cells.map(cell => (cell.querySelector('[aria-hidden]') ?? cell).textContent.trim())"
            )
        )
        return texts

    def settled(self, lines: int) -> None:
        """Wait until the sheet has its lines and nothing waits to be sent."""
        expect(self.page.locator(".paper tbody tr")).to_have_count(lines, timeout=PATIENCE * 1000)
        expect(self.page.locator(".pending")).to_have_count(0, timeout=PATIENCE * 1000)
