"""Whole matches: two people on two screens, and one by keyboard alone against the computer."""

from collections.abc import Callable

from hollygin.match import Match
from hollygin.players.registry import PLAYERS
from hollygin.record import Record, read, verify_record
from hollygin.record.replay import match_of
from tests.browser.hidden import Hidden
from tests.browser.people import DESKTOP, PHONE, Person, host, invitation, play_until
from tests.server.launch import Site


def record_of(person: Person, kind: str = "toml") -> Record:
    """The record that a person downloads at the end of a match."""
    with person.page.expect_download() as started:
        person.press(person.page.locator(f"main a[href*='format={kind}']"))
    return read(started.value.path().read_text(encoding="utf-8"), name=f"match.{kind}")


def sheet_of(person: Person) -> list[list[str]]:
    """The rows of the sheet on the page of the end: points of a deal, then the running scores by column and seat."""
    rows = person.page.locator("main table tbody tr")
    return [
        [cell.strip() for cell in rows.nth(number).locator("td").all_inner_texts()]
        for number in range(rows.count())
    ]


def sheet_expected(match: Match) -> list[list[str]]:
    """The same, from the sheet of the library."""
    running = [[0, 0] for _ in match.sheet.columns]
    rows = []
    for line in match.lines:
        row = ["" if line.entry is None else f"+{line.entry.points}"]
        for column, scores in enumerate(running):
            cells = ["", ""]
            if line.entry is not None and column in line.entry.written:
                scores[line.entry.winner] += line.entry.points
                cells[line.entry.winner] = str(scores[line.entry.winner])
            row += cells
        rows.append(row)
    assert running == [list(column.score) for column in match.sheet.columns]
    return rows


def ends_right(person: Person, seat: int, *, kind: str = "toml") -> None:
    """Winner and sheet on the page are those of the record that is downloaded there, which holds."""
    record = record_of(person, kind)
    assert verify_record(record) == ()
    match = match_of(record)
    assert match.over and match.result in (0, 1)
    assert sheet_of(person) == sheet_expected(match)
    name = record.players[match.result]
    if name in PLAYERS:  # a computer player is called what the page's language calls it
        name = person.t(f"web.player.{name}")
    won = person.t("sheet.you_win") if match.result == seat else person.t("sheet.wins", name=name)
    assert person.page.locator("main p.winner").inner_text() == won


def test_two_people_play_a_friendly_match(person: Callable[..., Person], site: Site) -> None:
    """One by touch on a French phone, one by mouse on an English desktop; neither's page holds a hidden card."""
    anne = person("fr", PHONE, "touch", motion=True)
    bob = person("en", DESKTOP, "mouse")
    host(anne, "Anne")
    bob.sit(invitation(anne), "Bob")
    hidden = Hidden(site, (anne, bob))
    acts = 0

    def look() -> None:
        nonlocal acts
        acts += 1
        hidden.look(page=acts % 5 == 0)

    play_until([anne, bob], lambda: all(one.seen()["over"] for one in (anne, bob)), look)
    assert hidden.frames > 100 and hidden.pages > 10
    ends_right(anne, 0)
    ends_right(bob, 1, kind="json")


def test_keyboard_alone(person: Callable[..., Person]) -> None:
    """One match of a single game against the computer, without mouse or touch from the first page to the end."""
    anne = person("en", DESKTOP, "keys")
    host(anne, "Anne", "medium", "single-game")
    play_until([anne], lambda: bool(anne.seen()["over"]))
    ends_right(anne, 0)
