"""The score sheet for real cards: put in by a thumb, corrected, kept by two phones at once, printed."""

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from hollygin.record import read, score_of, verify_record
from hollygin.score import Score
from tests.browser.pdf import Pdf
from tests.browser.people import DESKTOP, PHONE, Person
from tests.browser.sheets import Keeper, prepare_sheet, sheet_at, won
from tests.browser.test_coming_back import GONE
from tests.server.launch import Site

People = Callable[..., Person]

TARGET = 44
"""CSS pixels."""


def keep(one: Person, *names: str, dealer: str = "0") -> Keeper:
    """Open a sheet from the home page, by its form."""
    one.page.goto("/")
    one.press(one.page.locator("main .start a[href='/keep']"))
    fields = one.page.locator("form .people input")
    fields.first.wait_for()
    for number, name in enumerate(names):
        fields.nth(number).fill(name)
    one.page.locator("form select").last.select_option(dealer)
    one.press(one.button("web.score.create"))
    one.page.wait_for_url("**/s/*")
    return Keeper(one, urlsplit(one.page.url).path)


def test_three_taps_and_a_number(person: People) -> None:
    """On a narrow phone; whatever is tapped is wide enough, and under the thumb."""
    keeper = keep(person("en", PHONE, "touch"), "Anne", "Bob")
    keeper.enter(0, "knock", 30)
    assert keeper.taps == 3
    keeper.tap(keeper.page.locator(".win .primary").nth(1))
    keeper.choose("how.gin")
    keeper.page.locator("dialog .pad").wait_for()
    for target in keeper.page.locator("dialog button, .win button").all():
        box = target.bounding_box()
        assert box is not None and box["width"] >= TARGET and box["height"] >= TARGET, target
    done = keeper.page.locator("dialog form .go .primary").bounding_box()
    pad = keeper.page.locator("dialog .pad").bounding_box()
    assert done is not None and pad is not None
    assert PHONE["height"] / 2 < pad["y"] + pad["height"] / 2 and done["y"] + done["height"] < PHONE["height"]
    assert keeper.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_keyboard_keeps_score_too(person: People) -> None:
    """Digits go into the number, Enter is done."""
    keeper = keep(person("fr", DESKTOP, "keys"), "Anne", "Bob")
    keeper.tap(keeper.page.locator(".win .primary").first)
    keeper.choose("how.gin")
    expect(keeper.page.locator("dialog .number input")).to_be_focused()
    keeper.page.keyboard.type("4a3")
    keeper.page.keyboard.press("Enter")
    keeper.settled(1)
    keeper.has("1 Anne|+43|43|||||")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_worked_examples_appear_as_in_the_rules(person: People, language: str) -> None:
    """Wins 30, 43, 35; and A 18, B 30, A 25, A 12, after which B's next win goes to I and II (R8.2)."""
    one = person(language, PHONE, "touch")
    first = keep(one, "Anne", "Bob")
    for lines, (points, scores) in enumerate(
        (
            (30, ["30", "–", "–", "–", "–", "–"]),
            (43, ["73", "–", "43", "–", "–", "–"]),
            (35, ["108", "–", "78", "–", "35", "–"]),
        ),
        1,
    ):
        first.enter(0, "knock", points)
        first.settled(lines)
        assert first.scores == scores
    first.has("1 Anne|+30|30|||||", "2 Anne|+43|73||43|||", "3 Anne|+35|108||78||35|")
    assert first.page.locator(".paper thead .column.closed").count() == 1
    second = keep(one, "Anne", "Bob")
    for lines, (winner, points) in enumerate(((0, 18), (1, 30), (0, 25), (0, 12)), 1):
        second.enter(winner, "knock", points)
        second.settled(lines)
    assert second.scores == ["55", "30", "37", "–", "12", "–"]
    expect(second.page.locator(".paper .next li").nth(1)).to_contain_text(
        one.t("sheet.next.other", name="Bob", where=one.t("sheet.written", n=2, columns=_both(language)))
    )


def _both(language: str) -> str:
    return "I and II" if language == "en" else "I et II"


def test_deadwood_cards_and_upcard(person: People, site: Site) -> None:
    """The points follow from the deadwoods, or from the cards, whose melds and layoffs are shown; Oklahoma doubles."""
    path = prepare_sheet(site, options={"oklahoma": True})
    keeper = Keeper(person("en", PHONE, "touch"), path)
    keeper.tap(keeper.page.locator(".to-come button"))
    keeper.pick("7s")
    expect(keeper.page.locator(".to-come")).to_contain_text("knock limit 7, doubled")
    keeper.tap(keeper.page.locator(".win .primary").first)
    keeper.choose("how.knock", "way.deadwood")
    keeper.type(8)
    keeper.page.locator("dialog .number input").nth(1).focus()
    keeper.type(20)
    expect(keeper.page.locator("dialog .why")).to_contain_text("at most 7")
    expect(keeper.page.locator("dialog form .go .primary")).to_be_disabled()
    keeper.page.locator("dialog .number input").first.fill("7")
    expect(keeper.page.locator("dialog .why")).to_contain_text("× 2")
    keeper.done()
    keeper.settled(1)
    keeper.has("1 Anne|+26|26|||||")
    keeper.tap(keeper.page.locator(".win .primary").nth(1))
    keeper.pick("Td")
    keeper.choose("how.knock", "way.cards")
    keeper.pick("4h 5h 6h 9s 9d 9c 2s 2d 2c As")
    keeper.pick("7h 8h Kd Ks Kc 3s 4s 5s Qd Jd")
    found = keeper.page.locator("dialog .found")
    expect(found).to_contain_text("Laid off: 7♥ 8♥")
    expect(found.locator("p").first).to_contain_text("Bob: deadwood 1")
    assert found.locator(".meld").count() == 5
    keeper.done()
    keeper.settled(2)
    keeper.has("1 Anne|+26|26|||||", "2 Bob|+19||19||||")


def test_correct_insert_take_out_undo_redo(person: People, site: Site) -> None:
    """Everything behind a corrected deal follows at once, and each change can be taken back."""
    path = prepare_sheet(site, won(0, 18), won(1, 30), won(0, 25))
    keeper = Keeper(person("en", PHONE, "touch"), path)
    keeper.line(2)
    keeper.tool("correct")
    keeper.choose("how.gin")
    keeper.page.locator("dialog .number input").fill("99")
    expect(keeper.page.locator("dialog .why")).to_contain_text("74 + 25 (gin bonus) = 99")
    keeper.done()
    expect(keeper.page.locator(".paper tfoot td").nth(1)).to_have_text("99")
    keeper.line(1)
    keeper.tool("insert")
    keeper.choose("how.void")
    keeper.done()
    keeper.settled(4)
    keeper.has("1 void|||||||", "2 Anne|+18|18|||||", "3 Bob|+99||99||||", "4 Anne|+25|43||25|||")
    keeper.line(2)
    keeper.tool("remove")
    keeper.tap(keeper.page.locator(".paper .tools .danger"))
    keeper.settled(3)
    keeper.has("1 void|||||||", "2 Bob|+99||99||||", "3 Anne|+25|25|||||")
    undo, redo = keeper.page.locator(".change button").all()
    for lines, button in ((4, undo), (3, undo), (4, redo), (3, redo), (4, undo)):
        expect(button).to_be_enabled()
        keeper.tap(button)
        keeper.settled(lines)
    keeper.has("1 void|||||||", "2 Anne|+18|18|||||", "3 Bob|+99||99||||", "4 Anne|+25|43||25|||")


def test_two_phones_keep_one_sheet(person: People, site: Site) -> None:
    """One of them loses the network and comes back; then deal 2 of 12 is corrected. Nothing is lost or written twice."""
    path = prepare_sheet(site, profile="club", options={"target": 150})
    anne, bob = person("fr", PHONE, "touch"), person("en", PHONE, "touch")
    bob.allowed = GONE
    one, two = Keeper(anne, path), Keeper(bob, path)
    for lines, (keeper, winner, how, points) in enumerate(
        ((one, 0, "knock", 12), (two, 1, "gin", 35), (one, 1, "knock", 8), (two, 0, "undercut", 31)), 1
    ):
        keeper.enter(winner, how, points)
        for other in (one, two):
            other.settled(lines)
    bob.page.wait_for_function("navigator.serviceWorker.ready.then(() => true)")
    bob.context.set_offline(True)
    bob.sees("web.score.offline")
    two.enter(1, "knock", 21)
    two.enter(0, "gin", 44)
    expect(two.page.locator(".pending li")).to_have_count(2)
    two.tap(two.page.locator(".change button").first)  # the last has never left the phone
    expect(two.page.locator(".pending li")).to_have_count(1)
    two.enter(0, "gin", 45)
    one.enter(0, "knock", 17)
    one.settled(5)
    bob.page.reload()
    bob.sees("web.score.offline")
    expect(two.page.locator(".pending li")).to_have_count(2)
    expect(two.page.locator(".paper tbody tr")).to_have_count(4)
    bob.context.set_offline(False)
    for keeper in (one, two):
        keeper.settled(7)
    for lines, (keeper, winner, points) in enumerate(
        ((one, 0, 14), (two, 1, 29), (one, 1, 33), (two, 0, 6), (one, 1, 40)), 8
    ):
        keeper.enter(winner, "knock", points)
        for other in (one, two):
            other.settled(lines)
    two.line(2)
    two.tool("correct")
    two.tap(two.page.locator("dialog .pick").first)  # it was Anne
    two.page.locator("dialog .number input").fill("52")
    two.done()
    expect(one.page.locator(".paper tbody tr").nth(1)).to_contain_text("+52")
    log = sheet_at(site, path)
    told = [line.points for line in log.score.lines]
    assert told == [
        (12, 0), (52, 0), (0, 8), (31, 0), (17, 0), (0, 21), (45, 0), (14, 0), (0, 29), (0, 33), (6, 0), (0, 40),
    ]  # fmt: skip
    anew = Score(log.score.players, log.rules, 0, tuple(kept.entry for kept in log.kept))
    for keeper in (one, two):
        shown = [text.removesuffix(" ") for text in keeper.scores]
        columns = [(str(a), str(b)) for a, b in (column.score for column in anew.sheet.columns)]
        assert [(a, b) for a, b in zip(shown[::2], shown[1::2], strict=True)] == columns
    assert one.rows == two.rows


def test_what_another_has_changed_meanwhile_is_said(person: People, site: Site) -> None:
    """A correction made without network of a deal that somebody else has corrected is refused, and kept to be read."""
    path = prepare_sheet(site, won(0, 18), won(1, 30))
    anne, bob = person("en", PHONE, "touch"), person("en", PHONE, "touch")
    bob.allowed = GONE
    one, two = Keeper(anne, path), Keeper(bob, path)
    bob.context.set_offline(True)
    bob.sees("web.score.offline")
    for keeper, points in ((two, "31"), (one, "32")):
        keeper.line(2)
        keeper.tool("correct")
        keeper.choose("how.knock")
        keeper.page.locator("dialog .number input").fill(points)
        keeper.done()
    expect(one.page.locator(".paper tbody tr").nth(1)).to_contain_text("+32")
    bob.context.set_offline(False)
    expect(two.page.locator(".refused")).to_contain_text("changed meanwhile")
    expect(two.page.locator(".paper tbody tr").nth(1)).to_contain_text("+32")
    two.tap(two.page.locator(".refused button"))
    expect(two.page.locator(".refused")).to_have_count(0)


def test_teams_of_two(person: People, site: Site) -> None:
    """Both tables of a deal in one entry, opponents change tables, each team writes its sum (R12.1)."""
    one = person("en", PHONE, "touch")
    one.page.goto("/keep")
    one.press(one.page.locator("form label", has_text=one.t("web.score.plays.teams")))
    for number, name in enumerate(("Anne", "Bea", "Bob", "Dan")):
        one.page.locator("form .people input").nth(number).fill(name)
    one.press(one.button("web.score.create"))
    one.page.wait_for_url("**/s/*")
    keeper = Keeper(one, urlsplit(one.page.url).path)
    expect(keeper.page.locator(".to-come p").nth(1)).to_contain_text("Bea – Dan")
    keeper.tap(keeper.page.locator(".win .primary"))
    for table, (winner, points) in enumerate(((0, 30), (1, 22))):
        expect(keeper.page.locator("dialog h3")).to_contain_text(("Anne – Bob", "Bea – Dan")[table])
        keeper.tap(keeper.page.locator("dialog .pick").nth(winner))
        keeper.choose("how.knock")
        keeper.type(points)
        keeper.done("done" if table else "next")
    keeper.settled(1)
    keeper.has("1 Anne & Bea, Bob & Dan|+30 +22|30|22||||")
    expect(keeper.page.locator(".to-come p").first).to_contain_text("Anne – Dan")
    assert sheet_at(site, urlsplit(one.page.url).path).score.rules.target == 100


@pytest.mark.parametrize("deals", [6, 45])
def test_a_clean_sheet_on_one_page(person: People, site: Site, deals: int) -> None:
    """The PDF has names, house, every deal and the totals, none of the buttons, and one page however long it is."""
    entries = [won(number % 2, 10 + number) for number in range(deals)]
    path = prepare_sheet(site, *entries, profile="club", options={"target": 900})
    keeper = Keeper(person("en", DESKTOP), path)
    pdf = Pdf(keeper.page.pdf(format="A4"))
    assert len(pdf.pages) == 1
    text = re.sub(r"\s+", " ", pdf.text)
    for piece in (
        "Anne – Bob",
        "Club",
        "Target: 900",
        "Box bonus: 25",
        "I II III",
        "Score",
        "Boxes",
        "Grand total",
    ):
        assert piece in text, (piece, text)
    for number in range(deals):
        assert re.search(rf"\b{number + 1} (Anne|Bob)\b", text) and f"+{10 + number}" in text
    for key in ("web.score.undo", "web.end.print", "web.score.share", "web.score.nobody", "web.nav.rules"):
        assert keeper.person.t(key) not in text.split(), key


def test_downloads_and_a_link_that_leads_nowhere(person: People, site: Site) -> None:
    """What is downloaded is the sheet; the home page leads back to it; a sheet that is not there has its page."""
    path = prepare_sheet(site, won(0, 18), won(1, 30))
    one = person("fr")
    one.expect_status(403, 404)
    keeper = Keeper(one, path)
    links = keeper.page.locator(".more a[download]")
    assert links.count() == 3
    with one.page.expect_download() as download:
        links.first.click()
    record = read(download.value.path().read_text(encoding="utf-8"))
    assert not verify_record(record) and score_of(record).entries == sheet_at(site, path).score.entries
    one.page.goto("/")
    one.press(one.page.locator(f"main a[href='{path}']"))
    keeper.page.locator(".paper").wait_for()
    one.page.goto("/s/s-00000000000000")
    expect(one.page.get_by_role("heading", level=1)).to_have_text(one.t("web.problem.no-such-score.title"))
