"""Whoever reloads, loses the network or the server, or comes with a second tab is back where they were."""

import re
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from hollygin.due import Phase
from hollygin.match import Match
from tests.browser.people import PHONE, Person, host, invitation, play_until
from tests.browser.tables import KEYS, prepare
from tests.server.client import Visitor
from tests.server.launch import Process, Site

People = Callable[..., Person]

GONE = re.compile(r"WebSocket connection|ERR_CONNECTION|ERR_INTERNET|Failed to load resource|net::ERR")


def calm(one: Person) -> dict[str, object]:
    """What a page shows once it waits for a person."""
    one.page.locator(".board, main section.panel").first.wait_for()
    seen: dict[str, object] = {}
    while seen != (seen := one.seen()):
        one.page.wait_for_timeout(60)
    return seen


def due(match: Match, *, phase: Phase) -> bool:
    return match.deal is not None and match.deal.phase is phase


PHASES = (
    Phase.UPCARD_OPENER,
    Phase.UPCARD_DEALER,
    Phase.MUST_DRAW,
    Phase.DRAW,
    Phase.DISCARD,
    Phase.DEFENSE,
    Phase.LAYOFF,
)


def test_reload_in_every_phase(person: People, site: Site) -> None:
    """Both see the same before and after, the order of the hand included, and the one who is due plays on."""
    both = [person("fr", PHONE, cookie=KEYS[0]), person(cookie=KEYS[1])]
    for phase in PHASES:
        table = prepare(partial(due, phase=phase)).store(site)
        for one in both:
            one.page.goto(table.path)
        assert table.match.deal is not None
        turn = both[table.match.deal.turn]
        if phase is Phase.DISCARD:
            turn.press(turn.button("web.hand.by_rank"))
        before = [calm(one) for one in both]
        for one in both:
            one.page.reload()
        assert [calm(one) for one in both] == before, phase
        assert turn.step(), phase
        expect(turn.page.get_by_test_id("status")).not_to_have_text(
            str(before[table.match.deal.turn]["status"])
        )


def test_reload_between_deals_and_at_the_end(person: People, site: Site) -> None:
    """The end of a deal stays, who was ready stays ready, and so does the end of the match."""
    both = [person(cookie=KEYS[0]), person("fr", PHONE, cookie=KEYS[1])]
    table = prepare(lambda match: match.needs_deal and match.number == 3).store(site)
    for one in both:
        one.page.goto(table.path)
    both[0].press(both[0].button("web.end.next"))
    both[0].sees("web.end.you_ready")
    for one in both:
        one.page.reload()
    both[0].sees("web.end.you_ready")
    both[1].sees("web.end.other_ready")
    both[1].press(both[1].button("web.end.next"))
    for one in both:
        one.page.locator(".board").wait_for()
    table = prepare(lambda match: match.over, "single-game").store(site)
    for one in both:
        one.page.goto(table.path)
        winner = one.page.locator("main p.winner").inner_text()
        one.page.reload()
        expect(one.page.locator("main p.winner")).to_have_text(winner)


def test_cut_and_back(person: People, site: Site) -> None:
    """Without network the page says so; with it again it is there without a press, with what has happened since."""
    table = prepare(lambda match: due(match, phase=Phase.DRAW)).store(site)
    assert table.match.deal is not None
    turn = table.match.deal.turn
    away, here = person(cookie=KEYS[1 - turn]), person("fr", cookie=KEYS[turn])
    away.allowed = GONE
    for one in (away, here):
        one.page.goto(table.path)
        one.page.locator(".board").wait_for()
    away.context.set_offline(True)
    away.sees("web.table.reconnecting")
    here.sees("web.table.away")
    play_until(
        [here],
        lambda: (
            not here.seen()["actions"] and here.seen()["status"] != "" and _turn(site, table.table) != turn
        ),
    )
    away.context.set_offline(False)
    expect(away.page.get_by_text(away.words("web.table.reconnecting"))).to_have_count(0)
    play_until([away], lambda: _turn(site, table.table) == turn)
    here.sees("web.table.here")


def test_asleep_for_ten_minutes(person: People, site: Site) -> None:
    """A page that stands still is cut off by the server; once it wakes it is back by itself, with what has happened."""
    table = prepare(partial(due, phase=Phase.DRAW)).store(site)
    assert table.match.deal is not None
    turn = table.match.deal.turn
    asleep, awake = person("fr", PHONE, "touch", cookie=KEYS[1 - turn]), person(cookie=KEYS[turn])
    for one in (asleep, awake):
        one.page.goto(table.path)
        one.page.locator(".board").wait_for()
    sleep = asleep.context.new_cdp_session(asleep.page)
    sleep.send("Debugger.enable")
    sleep.send("Debugger.pause")

    async def cut() -> None:
        for reader in list(site.hub.tables[table.table].readers):
            if reader.seat == 1 - turn:
                reader.cut("silent")

    site.call(cut())
    awake.sees("web.table.away")
    play_until([awake], lambda: _turn(site, table.table) != turn, end=False)
    sleep.send("Debugger.disable")
    play_until([asleep], lambda: _turn(site, table.table) == turn, end=False)
    awake.sees("web.table.here")


def test_a_match_is_claimed(person: People, site: Site) -> None:
    """Whoever stays away for longer than was agreed loses the match, and is told so on coming back."""
    table = prepare(partial(due, phase=Phase.DRAW), claim_after=1).store(site)
    anne = person("fr", PHONE, "touch", cookie=KEYS[0])
    anne.page.goto(table.path)
    anne.sees("web.table.away")
    anne.press(anne.button("web.away.claim"))
    expect(anne.page.locator("main p.winner")).to_have_text(anne.t("sheet.you_win"))
    anne.sees("web.end.claimed.you")
    bob = person(cookie=KEYS[1])
    bob.page.goto(table.path)
    expect(bob.page.locator("main p.winner")).to_have_text(bob.t("sheet.wins", name="Anne"))
    bob.sees("web.end.claimed.other")


def _turn(site: Site, table: str) -> int | None:
    match = site.hub.tables[table].table.match
    return None if match is None or match.deal is None else match.deal.turn


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Process]:
    """A server that can be killed."""
    with Process(tmp_path / "log", database=str(tmp_path / "tables.db")) as server:
        yield server


def test_server_killed_in_mid_deal(person: People, mortal: Process) -> None:
    """Both pages find the new one by themselves and go on with the same hands."""
    both = [person("fr", PHONE, "touch", url=mortal.url), person(url=mortal.url)]
    for one in both:
        one.allowed = GONE
    host(both[0], "Anne")
    both[1].sit(invitation(both[0]), "Bob")
    acts = 0

    def count() -> None:
        nonlocal acts
        acts += 1

    play_until(both, lambda: acts >= 6, count, end=False)
    before = [calm(one) for one in both]
    mortal.kill()
    for one in both:
        one.sees("web.table.reconnecting")
    new = both[0].context.new_page()
    new.goto("/")  # what was once opened opens without a server
    expect(new.get_by_role("heading", level=1)).to_have_text(both[0].t("web.home.title"))
    new.close()
    mortal.start()
    for one in both:
        expect(one.page.get_by_text(one.words("web.table.reconnecting"))).to_have_count(0, timeout=30_000)
    assert [one["hand"] for one in map(calm, both)] == [one["hand"] for one in before]
    play_until(both, lambda: acts >= 12, count, end=False)


def test_two_tabs_of_one_seat(person: People, site: Site) -> None:
    """Both show the same; what is pressed in both at once is played once."""
    table = prepare(lambda match: due(match, phase=Phase.DRAW)).store(site)
    assert table.match.deal is not None
    anne = person(cookie=KEYS[table.match.deal.turn])
    first, second = anne.page, anne.context.new_page()
    for page in (first, second):
        page.goto(table.path)
        page.locator(".actions .primary").wait_for()
    at = first.evaluate("Date.now() + 300")
    for page in (first, second):
        page.evaluate(
            "at => { setTimeout(() => document.querySelector('.actions .primary').click(), at - Date.now()); }",
            at,
        )
    for page in (first, second):
        expect(page.locator(".hand[data-zone=hand] [data-flip]")).to_have_count(11)
    match = site.hub.tables[table.table].table.match
    assert match is not None and match.deal is not None
    assert len(match.deal.history) == len(table.match.deal.history) + 1
    anne.page = second
    assert anne.step(end=False)
    for page in (first, second):
        expect(page.locator(".hand[data-zone=hand] [data-flip]")).to_have_count(10)


def test_guest_before_host(person: People, site: Site) -> None:
    """The guest sits down while the host is not there; the cards are dealt when the host comes."""
    with Visitor(site.url) as visitor:
        made = visitor.create()
        cookie = visitor.cookie
    guest = person("fr", PHONE, "touch")
    guest.sit(made["invite"], "Bob")
    guest.sees("web.table.waiting_first")
    anne = person(cookie=cookie)
    anne.page.goto(f"/t/{made['table']}")
    for one in (anne, guest):
        expect(one.page.locator(".hand[data-zone=hand] [data-flip]")).to_have_count(10)


def test_third_person_on_the_link(person: People, site: Site) -> None:
    """A third person is told that both seats are taken, and may watch, which shows no hand."""
    table = prepare(lambda match: due(match, phase=Phase.DISCARD)).store(site)
    third = person("fr", PHONE, "touch")
    third.page.goto(table.invite)
    third.sees("web.full.title")
    third.press(third.button("web.full.watch"))
    third.page.locator(".board").wait_for()
    third.sees("web.table.watching")
    assert (
        third.page.locator(".board [data-zone=hand] .back").count()
        + third.page.locator(".board [data-zone=other] .back").count()
        >= 21
    )
    shown = set(re.findall(r'data-flip="([A2-9TJQK][shdc])"', third.page.content()))
    deal = site.hub.tables[table.table].table.match.deal  # type: ignore[union-attr]
    assert deal is not None and shown <= {str(card) for card in deal.pile}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_links_that_lead_nowhere(person: People, site: Site, language: str) -> None:
    """An unknown table, one that was too old to keep, one of others, no such address: each has its page."""
    table = prepare(partial(due, phase=Phase.DRAW)).store(site)
    old = prepare(partial(due, phase=Phase.DRAW), age=site.settings.keep_tables + 60).store(site)
    assert site.call(site.hub.store.forget_idle(time.time() - site.settings.keep_tables)) == [old.table]
    stranger = person(language)
    stranger.expect_status(403, 404)
    for path, code in (
        ("/t/0123456789abcdef?key=x", "no-such-table"),
        (old.invite, "no-such-table"),
        (table.path, "not-your-table"),
        ("/nowhere", "not-found"),
    ):
        stranger.page.goto(path)
        expect(stranger.page.get_by_role("heading", level=1)).to_have_text(
            stranger.t(f"web.problem.{code}.title")
        )
        assert urlsplit(stranger.page.url).path == path.partition("?")[0]
