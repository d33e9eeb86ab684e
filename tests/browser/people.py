"""People for the tests: each has a browser of their own, sees only its page, and plays what they see there."""

import json
import re
import time
from collections.abc import Callable, Sequence
from typing import Any, Literal
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, ViewportSize, expect

from hollygin import kernel
from hollygin.cards import parse_card
from hollygin.locale import Language, Translator, catalogue
from hollygin.melds import discards
from hollygin.server.web.visitors import COOKIE

Way = Literal["mouse", "touch", "keys"]

PHONE: ViewportSize = {"width": 360, "height": 740}
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PATIENCE = 20.0

_SEEN = """() => {
  const all = (selector, what) => [...document.querySelectorAll(selector)].map(what);
  const has = selector => document.querySelector(selector) !== null;
  const actions = all(".actions button:not(:disabled)", one => one.textContent.trim());
  return {
    actions,
    shown: all(".actions button", one => one.textContent.trim()),
    ends: all(".actions button.end:not(:disabled)", one => one.textContent.trim()),
    sent: has(".actions button.end:disabled"),
    hand: all(".hand[data-zone=hand] [data-flip]", one => one.dataset.flip),
    labels: all(".hand[data-zone=hand] [data-flip] button", one => one.getAttribute("aria-label")),
    pile: document.querySelector("[data-drop=pile] [data-flip]")?.dataset.flip ?? null,
    dialog: has("dialog[open]"),
    defends: has(".board section.panel .button.primary"),
    next: has("main .go button:not(:disabled)"),
    over: has("main p.winner"),
    status: document.querySelector("[data-testid=status]")?.textContent ?? "",
  };
}"""


_UNHURRIED = """
const { get } = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp");
Object.defineProperty(Event.prototype, "timeStamp", { get() { return get.call(this) + 1000; } });
"""
"""Presses look a second older than they are: a page does not believe those that follow a change of it too soon."""


class Person:
    """A person with a browser: what they see, and how they act on it.

    Only who is ``hasty`` may press too soon after a change of the page. ``faults`` is what the page must not do: errors in its console, exceptions, requests to another host. ``heard``
    are the frames that its sockets have received.
    """

    def __init__(
        self,
        browser: Browser,
        url: str,
        language: Language = "en",
        size: ViewportSize = DESKTOP,
        way: Way = "mouse",
        *,
        motion: bool = False,
        hasty: bool = False,
        cookie: str | None = None,
        **options: Any,
    ) -> None:
        self.url, self.language, self.way = url, language, way
        self.t = Translator(language)
        self.context: BrowserContext = browser.new_context(
            base_url=url,
            locale=f"{language}-{'FR' if language == 'fr' else 'GB'}",
            viewport=size,
            has_touch=way == "touch",
            reduced_motion="no-preference" if motion else "reduce",
            **options,
        )
        self.context.set_default_timeout(PATIENCE * 1000)
        if not hasty:
            self.context.add_init_script(_UNHURRIED)
        self.take_seat(cookie)
        self.faults: list[str] = []
        self.heard: list[str] = []
        self.allowed = re.compile("(?!)")
        self.context.on("page", self._watch)
        self.page: Page = self.context.new_page()

    def take_seat(self, cookie: str | None) -> None:
        """Hold a seat's cookie, or none."""
        self.context.clear_cookies()
        if cookie is not None:
            self.context.add_cookies([{"name": COOKIE, "value": cookie, "url": self.url}])

    def expect_status(self, *statuses: int) -> None:
        """Errors of these statuses belong to what is tested."""
        self.allowed = re.compile("status of (" + "|".join(map(str, statuses)) + ")")

    def _watch(self, page: Page) -> None:
        host = urlsplit(self.url).netloc

        def elsewhere(address: str) -> None:
            parts = urlsplit(address)
            if parts.scheme not in ("data", "blob") and parts.netloc != host:
                self.faults.append(f"request to {address}")

        def said(message: ConsoleMessage) -> None:
            if message.type in ("error", "warning"):
                self.faults.append(message.text)

        page.on("console", said)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("request", lambda request: elsewhere(request.url))
        page.on("websocket", lambda socket: socket.on("framereceived", self._hear))

    def _hear(self, frame: str | bytes) -> None:
        self.heard.append(frame if isinstance(frame, str) else frame.decode())

    def leave(self) -> None:
        """Close the browser; fails where the page did what it must not do."""
        self.context.close()
        faults = [fault for fault in self.faults if not self.allowed.search(fault)]
        assert not faults, faults

    # Finding things by their words

    def words(self, key: str) -> re.Pattern[str]:
        """What a text of the catalogue looks like, whatever stands in its places."""
        text = catalogue(self.language)[key]
        forms = [text] if isinstance(text, str) else list(text.values())
        parts = [
            ".*".join(
                r"\s+".join(map(re.escape, re.split(r"\s+", part))) for part in re.split(r"\{\w+\}", form)
            )
            for form in forms
        ]
        return re.compile(rf"^\s*(?:{'|'.join(parts)})\s*$")

    def button(self, key: str) -> Locator:
        return self.page.get_by_role("button", name=self.words(key))

    def link(self, key: str) -> Locator:
        return self.page.get_by_role("link", name=self.words(key))

    def card(self, card: str) -> Locator:
        """A card of one's own hand."""
        return self.page.locator(f".hand[data-zone=hand] [data-flip='{card}'] button")

    def seen(self) -> dict[str, Any]:
        """What the page shows now."""
        found: dict[str, Any] = self.page.evaluate(_SEEN)
        return found

    def sees(self, key: str) -> None:
        """Wait for a text."""
        expect(self.page.get_by_text(self.words(key)).first).to_be_visible(timeout=PATIENCE * 1000)

    # Acting

    def press(self, target: Locator) -> None:
        """Press something in this person's way."""
        if self.way == "touch":
            target.tap()
        elif self.way == "mouse":
            target.click()
        else:
            self.tab_to(target)
            self.page.keyboard.press("Enter")

    def tab_to(self, target: Locator) -> None:
        """Go to something by the Tab key alone."""
        target.wait_for()
        for _ in range(80):
            if target.evaluate("one => one === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"not reached by Tab: {target}")

    def type(self, target: Locator, text: str) -> None:
        """Type into a field, over what is in it."""
        if self.way == "keys":
            self.tab_to(target)
            self.page.keyboard.press("Control+A")
            self.page.keyboard.type(text)
        else:
            target.fill(text)

    def drag(self, source: Locator, target: Locator, at: tuple[float, float] | None = None) -> None:
        """Drag something by its upper left part, which no other card covers, to the middle of another or a point in it."""
        start, end = source.bounding_box(), target.bounding_box()
        assert start is not None and end is not None
        x, y = start["x"] + 10, start["y"] + 20
        dx, dy = at or (end["width"] / 2, end["height"] / 2)
        steps = [
            (x + (end["x"] + dx - x) * part, y + (end["y"] + dy - y) * part) for part in (0, 0.3, 0.7, 1)
        ]
        if self.way == "touch":
            self._swipe(steps)
            return
        self.page.mouse.move(*steps[0])
        self.page.mouse.down()
        for step in steps[1:]:
            self.page.mouse.move(*step)
        self.page.mouse.up()

    def _swipe(self, steps: Sequence[tuple[float, float]]) -> None:
        fingers = self.context.new_cdp_session(self.page)
        for number, (x, y) in enumerate(steps):
            kind = "touchMove" if number else "touchStart"
            fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        fingers.detach()

    def throw(self, card: str, hand: Sequence[str]) -> None:
        """Select a card of the hand and throw it."""
        if self.way == "keys":
            self.page.keyboard.press("ArrowRight")
            self.tab_to(
                self.page.locator(
                    ".hand[data-zone=hand] button:focus, .hand[data-zone=hand] button[tabindex='0']"
                ).first
            )
            self.page.keyboard.press("Home")
            for _ in range(hand.index(card)):
                self.page.keyboard.press("ArrowRight")
            self.page.keyboard.press("Enter")
            self.page.keyboard.press("d")
            return
        if card not in self.page.locator(".hand [data-flip]:has([aria-pressed=true])").evaluate_all(
            "all => all.map(one => one.dataset.flip)"
        ):
            edge = {"x": 8.0, "y": 20.0}  # cards lie over each other
            target = self.card(card)
            target.tap(position=edge) if self.way == "touch" else target.click(position=edge)  # type: ignore[arg-type]
        self.press(self.page.locator("[data-drop=pile]"))

    def step(self, *, end: bool = True) -> bool:
        """Do the next thing that the page asks for; False where it asks for nothing. ``end`` false never knocks."""
        seen = self.seen()
        if seen["over"]:
            return False
        if seen["next"]:
            self.press(self.button("web.end.next"))
        elif seen["defends"]:
            panel = self.page.locator(".board section.panel .button.primary")
            self.press(panel)
            panel.wait_for(state="detached")  # all of the answer has been sent
        elif seen["dialog"]:
            self.press(self.page.locator("dialog .button.primary"))
        elif seen["ends"] and end:
            self._open_end(seen["ends"])
        elif seen["actions"]:
            self._turn(seen, end=end)
        else:
            return self._choose_card(seen)
        return True

    def _open_end(self, ends: list[str]) -> None:
        gin = any(self.words("web.act.gin").match(" ".join(one.split())) for one in ends)
        if self.way == "keys":
            self.page.keyboard.press("g" if gin else "k")
        else:
            self.press(self.button("web.act.gin" if gin else "web.act.knock"))
        expect(self.page.locator("dialog")).to_be_visible()

    def _turn(self, seen: dict[str, Any], *, end: bool) -> None:
        may = [" ".join(one.split()) for one in seen["actions"]]
        can = {
            key: any(self.words(f"web.act.{key}").match(one) for one in may)
            for key in ("draw", "take", "pass", "discard")
        }
        if can["take"] and (self._wanted(seen) or not (can["draw"] or can["pass"])):
            self._quick("take", "t", "[data-drop=pile]")
        elif can["pass"]:
            self._quick("pass", "p", None)
        elif can["draw"]:
            self._quick("draw", "d", ".place button:has([data-zone=stock])")
        else:
            self._choose_card(seen)

    def _quick(self, act: str, key: str, place: str | None) -> None:
        """Draw, take or pass: by its key, by a tap on the cards, or by its button."""
        if self.way == "keys":
            self.page.keyboard.press(key)
        elif self.way == "touch" and place is not None:
            self.press(self.page.locator(place))
        else:
            self.press(self.button(f"web.act.{act}"))

    @staticmethod
    def _wanted(seen: dict[str, Any]) -> bool:
        """Whether the card on the pile goes into a meld."""
        if seen["pile"] is None:
            return False
        top = parse_card(seen["pile"])
        hand = sum(parse_card(card).bit for card in seen["hand"])
        return kernel.deadwood(hand | top.bit) < kernel.deadwood(hand) + top.points

    def _choose_card(self, seen: dict[str, Any]) -> bool:
        due = (self.words("web.act.choose"), self.words("web.act.discard"))
        if seen["sent"] or not any(
            one.match(shown) for one in due for shown in seen["shown" if due[0] is one else "actions"]
        ):
            return False
        kept = [
            card
            for card, label in zip(seen["hand"], seen["labels"], strict=True)
            if self.t("web.hand.kept") in label
        ]
        hand = sum(parse_card(card).bit for card in seen["hand"])
        best = discards(hand, parse_card(kept[0]).bit if kept else 0)[0][0]
        self.throw(str(best), seen["hand"])
        return True

    # Pages

    def sit(self, invite: str, name: str) -> None:
        """Follow an invitation and sit down."""
        self.page.goto(invite)
        self.type(self.page.get_by_label(self.words("web.sit.name")), name)
        self.press(self.button("web.sit.sit"))


def settle(person: Person, theme: str) -> None:
    """Set the appearance before any page is opened."""
    kept = json.dumps(json.dumps({"theme": theme, "name": "Anne"}))
    name = "hollygin.settings"
    person.context.add_init_script(
        f"localStorage.getItem('{name}') ?? localStorage.setItem('{name}', {kept})"
    )


def host(person: Person, name: str, opponent: str = "friend", profile: str = "friendly") -> str:
    """Make a table on the page for new ones; its address, without a host."""
    person.page.goto("/")
    person.press(
        person.page.get_by_role(
            "link", name=person.t(f"web.home.{'friend' if opponent == 'friend' else 'computer'}")
        )
    )
    person.type(person.page.get_by_label(person.t("web.new.name"), exact=False), name)
    if profile != "friendly":
        _choose_profile(person, profile)
    person.press(person.button("web.new.create" if opponent == "friend" else "web.new.play"))
    person.page.wait_for_url("**/t/*")
    person.page.locator("form.new").wait_for(state="detached")  # a page stays until the next one is loaded
    return urlsplit(person.page.url).path


def _choose_profile(person: Person, profile: str) -> None:
    chosen = person.page.locator(f"input[name=profile][value='{profile}']")
    if person.way != "keys":
        chosen.check()
        return
    person.tab_to(person.page.locator("input[name=profile]:checked"))
    while not chosen.is_checked():
        person.page.keyboard.press("ArrowDown")


def invitation(person: Person) -> str:
    """The link that a host sees at a new table."""
    field = person.page.locator(
        "section.panel input[readonly], section.panel output, section.panel code"
    ).first
    field.wait_for()
    link: str = field.evaluate("one => one.value ?? one.textContent")
    return link


def play_until(
    people: Sequence[Person], done: Callable[[], bool], after: Callable[[], None] = lambda: None, **how: Any
) -> None:
    """All do what their pages ask for, until something holds; ``after`` is called after every act."""
    until = time.monotonic() + PATIENCE
    while not done():
        acted = False
        for person in people:
            if person.step(**how):
                acted = True
                after()
        if acted:
            until = time.monotonic() + PATIENCE
        else:
            people[0].page.wait_for_timeout(5)
        assert time.monotonic() < until, [person.seen() for person in people]
