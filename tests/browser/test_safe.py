"""Presses that nobody meant do nothing: doubles, held keys, a press just as the board changes; a preview ends nothing twice."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, ViewportSize, expect

from hollygin import Phase
from hollygin.match import Match
from tests.browser.people import DESKTOP, PHONE, Person, Way
from tests.browser.tables import KEYS, Prepared, prepare
from tests.server.launch import Site

People = Callable[..., Person]

GAPS = (50, 150, 380)
"""Milliseconds between the halves of a double press."""

SIZES: tuple[ViewportSize, ...] = (
    {"width": 320, "height": 640},
    PHONE,
    {"width": 412, "height": 915},
    {"width": 844, "height": 390},
    {"width": 640, "height": 400},
    DESKTOP,
)
WAYS: tuple[tuple[Way, ViewportSize], ...] = (("mouse", DESKTOP), ("touch", PHONE), ("keys", DESKTOP))


def due(match: Match, *, phase: Phase, turns: int = 0) -> bool:
    deal = match.deal
    return deal is not None and deal.phase is phase and deal.turns >= turns


def knocking(match: Match) -> bool:
    """A knock is possible, and has cards to choose from."""
    return due(match, phase=Phase.DISCARD) and match.due is not None and len(endings(match)) > 2


def endings(match: Match) -> list[str]:
    assert match.due is not None
    return [str(action) for action in match.due.legal_actions() if str(action).startswith(("knock", "gin"))]


def history(site: Site, table: Prepared) -> list[str]:
    """What was played since the table was prepared."""
    match = site.hub.tables[table.table].table.match
    assert match is not None and match.deal is not None and table.match.deal is not None
    return [str(one.action) for one in match.deal.history[len(table.match.deal.history) :]]


def arrive(person: People, site: Site, way: Way, size: ViewportSize, wanted: Callable[[Match], bool]) -> Any:
    """Who is on turn, at a table of their own, with the first card of the hand selected."""
    table = prepare(wanted).store(site)
    assert table.match.deal is not None
    one = person("en", size, way, hasty=True, cookie=KEYS[table.match.deal.turn])
    one.page.goto(table.path)
    expect(one.page.locator(".hand [data-flip]").first).to_be_visible()
    one.page.wait_for_timeout(500)
    return table, one


def select(one: Person) -> None:
    card = one.page.locator(".hand [data-flip] button").first
    if one.way == "keys":
        one.tab_to(card)
        one.page.keyboard.press("Enter")
    elif one.way == "touch":
        card.tap(position={"x": 8, "y": 20})
    else:
        card.click(position={"x": 8, "y": 20})
    expect(card).to_have_attribute("aria-pressed", "true")


def twice(one: Person, target: Locator, key: str, gap: int) -> None:
    """Press something two times, with so many milliseconds between."""
    box = target.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    press = {
        "mouse": partial(one.page.mouse.click, x, y),
        "touch": partial(one.page.touchscreen.tap, x, y),
        "keys": partial(one.page.keyboard.press, key),
    }[one.way]
    press()
    one.page.wait_for_timeout(gap)
    press()


@pytest.mark.parametrize(("way", "size"), WAYS)
@pytest.mark.parametrize("gap", GAPS)
@pytest.mark.parametrize(
    ("what", "key", "place"),
    [("draw", "d", ".place button:has([data-zone=stock])"), ("take", "t", "[data-drop=pile]")],
)
def test_two_presses_of_a_pile_gain_one_card_and_throw_none(
    person: People, site: Site, way: Way, size: ViewportSize, gap: int, what: str, key: str, place: str
) -> None:
    """A card that was selected before is selected no more."""
    table, one = arrive(person, site, way, size, partial(due, phase=Phase.DRAW, turns=4))
    select(one)
    twice(one, one.page.locator(place), key, gap)
    expect(one.page.locator(".hand [data-flip]")).to_have_count(11)
    one.page.wait_for_timeout(600)
    expect(one.page.locator(".hand [aria-pressed=true]")).to_have_count(0)
    assert history(site, table) == [what]


def test_a_key_that_is_held_down_draws_once(person: People, site: Site) -> None:
    table, one = arrive(person, site, "keys", DESKTOP, partial(due, phase=Phase.DRAW, turns=4))
    select(one)
    for _ in range(30):
        one.page.keyboard.down("d")
        one.page.wait_for_timeout(30)
    one.page.keyboard.up("d")
    expect(one.page.locator(".hand [data-flip]")).to_have_count(11)
    assert history(site, table) == ["draw"]


_AS_IT_CHANGES = """async ([selector, after, key]) => {
  const shown = () => document.querySelector(selector);
  if (shown()) throw new Error("too late");
  await new Promise(done => new MutationObserver((_, all) => { if (shown()) { all.disconnect(); done(); } })
    .observe(document, { subtree: true, childList: true, attributes: true }));
  const at = performance.now();
  await new Promise(done => setTimeout(done, after));
  const { x, y, width, height } = shown().getBoundingClientRect();
  const place = { clientX: x + width / 2, clientY: y + height / 2, detail: 1 };
  const event = key
    ? new KeyboardEvent("keydown", { key, bubbles: true })
    : new MouseEvent("click", { ...place, bubbles: true, cancelable: true });
  (key ? document.body : shown()).dispatchEvent(event);
  return event.timeStamp - at;
}"""
"""Press what appears, so many milliseconds after it has; the milliseconds that it really was."""


@pytest.mark.parametrize("after", [0, 100, 250, 450])
@pytest.mark.parametrize("key", ["", "d"])
def test_a_press_as_the_board_changes_does_nothing(person: People, site: Site, after: int, key: str) -> None:
    """The other player discards, and a press that was on its way would draw."""
    table = prepare(partial(due, phase=Phase.DISCARD, turns=4)).store(site)
    assert table.match.deal is not None
    turn = table.match.deal.turn
    one = person("en", hasty=True, cookie=KEYS[1 - turn])
    other = person("en", cookie=KEYS[turn])
    for each in (one, other):
        each.page.goto(table.path)
        expect(each.page.locator(".hand [data-flip]").first).to_be_visible()
    one.page.evaluate(
        f"args => {{ window.pressed = ({_AS_IT_CHANGES})(args); }}",
        [".actions .primary:not(:disabled)", after, key],
    )
    thrown = other.page.locator(".hand [data-flip] button:not([aria-label*='cannot'])").first
    thrown.click(position={"x": 8, "y": 20})
    other.page.locator("[data-drop=pile]").click()
    really = one.page.evaluate("window.pressed")
    expect(
        one.page.locator(
            ".actions .primary:not(:disabled)" if really < 395 else ".hand [data-flip] >> nth=10"
        )
    ).to_be_visible()
    one.page.wait_for_timeout(100)
    played = [action.split()[0] for action in history(site, table)]
    if really < 395:
        assert played == ["discard"], really
    elif really >= 405:
        assert played == ["discard", "draw"], really


def meet(one: FloatRect, other: FloatRect) -> bool:
    return (
        one["x"] < other["x"] + other["width"]
        and other["x"] < one["x"] + one["width"]
        and one["y"] < other["y"] + other["height"]
        and other["y"] < one["y"] + one["height"]
    )


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
def test_the_last_press_is_never_where_the_first_one_was(
    person: People, site: Site, size: ViewportSize
) -> None:
    """Whichever card is chosen in the preview, and two presses of the button that opens it end nothing."""
    table, one = arrive(person, site, "mouse", size, knocking)
    ends = one.page.locator(".actions .end")
    ends.first.scroll_into_view_if_needed()
    spots = [box for end in ends.all() if (box := end.bounding_box()) is not None]
    assert spots
    twice(one, ends.first, "k", 380)
    confirm = one.page.locator("dialog .button.primary")
    expect(confirm).to_be_visible()
    for card in one.page.locator("dialog [role=group] button").all():
        card.click()
        expect(card).to_have_attribute("aria-pressed", "true")
        box = confirm.bounding_box()
        assert box is not None and 0 <= box["y"] <= size["height"] - box["height"]
        assert not any(meet(box, spot) for spot in spots)
    one.page.wait_for_timeout(500)
    assert history(site, table) == []
    confirm.click()
    confirm.wait_for(state="detached")
    one.page.wait_for_timeout(200)
    match = site.hub.tables[table.table].table.match
    assert match is not None and (match.deal is None or match.deal.knocker is not None)
