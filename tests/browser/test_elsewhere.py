"""A table in the house, at an address without https: it deals, proves its shuffles, and is played again."""

import re
from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.browser.people import PHONE, Person, host, invitation, play_until
from tests.server.launch import Site


def test_two_people_on_an_insecure_address(person: Callable[..., Person], site: Site) -> None:
    """Browsers keep their cryptography from such pages; the shuffle is checked all the same, and all of it holds."""
    url = f"http://table.lan:{urlsplit(site.url).port}"
    anne, bob = person("fr", PHONE, "touch", url=url), person("en", url=url)
    for one in (anne, bob):  # browsers say that they do without this header here
        one.allowed = re.compile("Cross-Origin-Opener-Policy header has been ignored")
    first = host(anne, "Anne", profile="single-deal").rpartition("/")[2]
    assert anne.page.evaluate("!isSecureContext && crypto.subtle === undefined")
    bob.sit(invitation(anne), "Bob")
    both = (anne, bob)
    play_until(both, lambda: all(one.seen()["over"] for one in both))
    for one in both:
        one.press(one.page.get_by_text(one.t("web.end.check"), exact=True))
        facts = one.page.locator("main details[open] li")
        expect(facts.locator(".mark")).to_have_text(["✓"] * 4)
        expect(facts.filter(has_text=one.t("web.end.check.holds"))).to_have_count(4)

    anne.press(anne.button("web.end.rematch"))
    bob.sees("web.end.rematch.wanted")
    bob.press(bob.button("web.end.rematch"))
    for one in both:
        expect(one.page.locator(".hand[data-zone=hand] [data-flip]")).to_have_count(10)
    second = urlsplit(anne.page.url).path.rpartition("/")[2]
    assert second != first and urlsplit(bob.page.url).path.rpartition("/")[2] == second
    old, new = (site.hub.tables[table].table.match for table in (first, second))
    assert old is not None and new is not None and new.deal is not None
    assert new.deal.dealer == 1 - old.lines[0].dealer
    assert new.rules == old.rules
    dealing = both[new.deal.dealer]
    expect(dealing.page.locator(".below .badge")).to_have_text(dealing.t("web.table.you_deal"))
