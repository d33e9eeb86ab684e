"""``python -m tests.browser.screens DIRECTORY``: pictures of every page in both sizes, themes and languages."""

import itertools
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from hollygin.locale import LANGUAGES
from tests.browser.conftest import FLAGS, chromium_path
from tests.browser.people import DESKTOP, PHONE, Person, settle
from tests.browser.stops import stops, visit
from tests.server.launch import Site

SIZES = {"phone": PHONE, "desktop": DESKTOP}
THEMES = ("light", "dark")


def main(directory: Path) -> None:
    """Make all pictures."""
    directory.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as home,
        Site(database=f"{home}/tables.db") as site,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS) as browser,
    ):
        places = list(stops(site))
        for (size, viewport), theme, language in itertools.product(SIZES.items(), THEMES, LANGUAGES):
            one = Person(browser, site.url, language, viewport)
            other = Person(browser, site.url)
            one.expect_status(404)
            settle(one, theme)
            for stop in places:
                if stop.seat is not None:  # with the other player at the table
                    visit(other, stop._replace(seat=1 - stop.seat, there="main", press=()))
                visit(one, stop)
                one.page.wait_for_timeout(150)
                one.page.screenshot(path=directory / f"{stop.name}-{size}-{theme}-{language}.png")
            one.leave()
            other.leave()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
