"""Every page: nothing that axe finds, no scrolling aside at 200 %, large targets where a mistake costs, little to load."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Request, ViewportSize

from tests.browser.people import PHONE, Person, settle
from tests.browser.stops import stops, visit
from tests.server.client import Visitor
from tests.server.launch import Site

People = Callable[..., Person]

FIRST_VISIT = 120_000
"""Bytes, compressed."""
TARGET = 44
"""CSS pixels."""


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_axe_finds_nothing(person: People, site: Site, language: str, theme: str) -> None:
    one = person(language, PHONE) if theme == "light" else person(language)
    one.expect_status(404)
    settle(one, theme)
    axe = Axe()
    for stop in stops(site):
        visit(one, stop)
        found = axe.run(one.page).response["violations"]
        told = [
            (hit["id"], hit["impact"], [node["html"][:200] for node in hit["nodes"][:3]]) for hit in found
        ]
        assert not told, (stop.name, told)


@pytest.mark.parametrize(
    "size", [{"width": 640, "height": 400}, {"width": 320, "height": 568}], ids=["640", "320"]
)
def test_nothing_scrolls_aside_at_200_percent(person: People, site: Site, size: ViewportSize) -> None:
    """Half of a desktop of 1280 × 800, and the narrowest screen."""
    one = person("fr", size)
    one.expect_status(404)
    for stop in stops(site):
        visit(one, stop)
        wide = one.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, (stop.name, wide)


def test_targets_where_a_mistake_costs(person: People, site: Site) -> None:
    """Knock, gin, what confirms them, resigning and what confirms it, laying down: 44 px each way."""
    one = person("fr", PHONE)
    one.expect_status(404)
    wanted = {
        "knock": (".actions .end", "dialog .spread .button"),
        "menu": ("dialog section.resign .button",),
        "defense": (".board section.panel .spread .button",),
        "layoff": (".board section.panel .spread .button",),
        "deal-end": ("main .go .button",),
    }
    for stop in stops(site):
        if stop.name not in wanted:
            continue
        visit(one, stop)
        for selector in wanted[stop.name]:
            targets = one.page.locator(selector)
            assert targets.count() > 0, (stop.name, selector)
            for number in range(targets.count()):
                box = targets.nth(number).bounding_box()
                assert box is not None and box["width"] >= TARGET and box["height"] >= TARGET, (
                    stop.name,
                    selector,
                    box,
                )


def test_first_visit_is_small(person: People, site: Site) -> None:
    """All that is loaded by a guest who follows an invitation and sits down, the service worker's copies included."""
    with Visitor(site.url) as visitor:
        invite = visitor.create()["invite"]
    one = person("fr", PHONE, "touch")
    loaded: dict[str, int] = {}

    def count(request: Request) -> None:
        sizes = request.sizes()
        loaded[request.url] = (
            loaded.get(request.url, 0) + sizes["responseBodySize"] + sizes["responseHeadersSize"]
        )

    one.context.on("requestfinished", count)
    one.sit(invite, "Bob")
    one.sees("web.table.waiting_first")
    one.page.wait_for_load_state("networkidle")
    assert any(url.endswith(".js") for url in loaded) and any(url.endswith(".css") for url in loaded)
    assert sum(loaded.values()) < FIRST_VISIT, sorted(loaded.items(), key=lambda item: -item[1])
