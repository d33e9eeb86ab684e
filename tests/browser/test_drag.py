"""Dragging, by mouse and by finger: what it moves, where to, and that it moves nothing elsewhere."""

from collections.abc import Callable
from functools import partial

from playwright.sync_api import Locator, expect

from hollygin.due import Phase
from tests.browser.people import PHONE, Person
from tests.browser.tables import KEYS, prepare
from tests.browser.test_coming_back import due
from tests.server.launch import Site


def hand(one: Person) -> list[str]:
    cards: list[str] = one.seen()["hand"]
    return cards


def holds(one: Person, number: int) -> None:
    expect(one.page.locator(".hand[data-zone=hand] [data-flip]")).to_have_count(number)


def stock(one: Person) -> Locator:
    return one.page.locator(".place button:has([data-zone=stock])")


def pile(one: Person) -> Locator:
    return one.page.locator("[data-drop=pile]")


def arrange(one: Person) -> None:
    """The last card comes before the third, and stays there over a reload; dropped elsewhere it stays where it was."""
    cards = hand(one)
    one.drag(one.card(cards[-1]), one.card(cards[2]), (2, 30))
    wanted = [*cards[:2], cards[-1], *cards[2:-1]]
    assert hand(one) == wanted
    one.drag(one.card(wanted[0]), one.page.locator(".said"))
    assert hand(one) == wanted
    one.page.reload()
    holds(one, len(wanted))
    assert hand(one) == wanted


def gain(one: Person, source: Locator) -> str:
    """A card is dragged from stock or pile before the second one of the hand."""
    cards = hand(one)
    one.drag(source, one.card(cards[1]), (2, 30))
    holds(one, 11)
    new = hand(one)
    assert new == [cards[0], new[1], *cards[1:]]
    return new[1]


def throw(one: Person, card: str, other: Person) -> None:
    one.drag(one.card(card), pile(one))
    holds(one, 10)
    for each in (one, other):
        expect(pile(each).locator(f"[data-flip='{card}']")).to_be_visible()


def test_by_mouse_and_by_touch(person: Callable[..., Person], site: Site) -> None:
    """One player with a mouse and one with a finger arrange, draw, take and discard; a card that was taken stays."""
    table = prepare(partial(due, phase=Phase.DRAW)).store(site)
    assert table.match.deal is not None
    seat = table.match.deal.turn
    mouse = person("en", cookie=KEYS[seat])
    touch = person("fr", PHONE, "touch", cookie=KEYS[1 - seat])
    for one in (mouse, touch):
        one.page.goto(table.path)
        holds(one, 10)
        arrange(one)
    mouse.drag(stock(mouse), pile(mouse))
    holds(mouse, 10)
    gain(mouse, stock(mouse))
    thrown = hand(mouse)[4]
    throw(mouse, thrown, touch)
    touch.page.locator(".actions .primary").wait_for()
    assert gain(touch, pile(touch)) == thrown
    touch.drag(touch.card(thrown), pile(touch))
    expect(touch.page.get_by_role("alert").get_by_role("link")).to_have_attribute("href", "/rules#R3.2")
    holds(touch, 11)
    throw(touch, hand(touch)[0], mouse)
    mouse.page.locator(".actions .primary").wait_for()
    gain(mouse, pile(mouse))
    match = site.hub.tables[table.table].table.match
    assert match is not None and match.deal is not None
    assert len(match.deal.history) == len(table.match.deal.history) + 5
