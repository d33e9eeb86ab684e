"""Chromium, a server, and people in front of it."""

import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.people import Person
from tests.server.launch import Site

MISSING = "A Chromium is needed: on Debian, apt-get update && apt-get install -y chromium"
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP *.lan 127.0.0.1",
]


def chromium_path() -> str:
    """Where the browser is."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        pytest.fail(MISSING, pytrace=False)
    return path


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One browser; of this folder only, as Playwright's event loop must not run beside tests that have their own."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One server, with all limits out of the way; people come in contexts of their own."""
    database = tmp_path_factory.mktemp("site") / "tables.db"
    with Site(database=str(database), guesses_per_hour=10_000) as site:
        yield site


@pytest.fixture
def person(browser: Browser, site: Site) -> Iterator[Callable[..., Person]]:
    """People, who leave at the end without complaint."""
    people: list[Person] = []

    def arrive(*arguments: Any, url: str | None = None, **options: Any) -> Person:
        people.append(Person(browser, url or site.url, *arguments, **options))
        return people[-1]

    yield arrive
    for one in people:
        one.leave()
