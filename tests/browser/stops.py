"""Every page and state of the product, to be looked at: by axe, for its size, and on pictures."""

from collections.abc import Callable, Iterator
from types import UnionType
from typing import NamedTuple

from hollygin.actions import Gin, Knock, LayOff
from hollygin.due import Phase
from hollygin.match import Match
from tests.browser.people import Person
from tests.browser.sheets import VOID, by_points, prepare_sheet, told, won
from tests.browser.tables import KEYS, Prepared, prepare
from tests.server.client import Visitor
from tests.server.launch import Site


class Stop(NamedTuple):
    """A name, where it is, whose cookie is needed, what is there, and what is pressed to come to it.

    ``seat`` is that of Anne or Bob at a table that is prepared; ``cookie`` is for a seat at any other.
    """

    name: str
    path: str
    seat: int | None
    there: str
    press: tuple[str, ...] = ()
    cookie: str | None = None


def _deal(wanted: Callable[[Match], bool]) -> Callable[[Match], bool]:
    return lambda match: match.deal is not None and len(match.lines) > 3 and wanted(match)


def _phase(phase: Phase, may: type | UnionType = object) -> Callable[[Match], bool]:
    """A deal in a phase in which something may be done."""

    def holds(match: Match) -> bool:
        assert match.deal is not None
        due = match.deal.due
        return due.phase is phase and any(isinstance(one, may) for one in due.legal_actions())

    return _deal(holds)


def stops(site: Site) -> Iterator[Stop]:
    """Puts the tables that it needs into the server."""

    def table(wanted: Callable[[Match], bool], profile: str = "club") -> Prepared:
        return prepare(wanted, profile).store(site)

    yield Stop("home", "/", None, "main .start")
    yield Stop("new", "/new", None, "main form")
    yield Stop("new-options", "/new", None, "main form", ("main details >> nth=0 >> summary",))
    yield Stop("rules", "/rules", None, "main h2")
    yield Stop("settings", "/settings", None, "main .panel")
    yield Stop("problem", "/t/0123456789abcdef", None, "main h1")
    with Visitor(site.url) as host:
        made = host.create()
        yield Stop("invite", f"/t/{made['table']}", None, "main .qr svg", cookie=host.cookie)
        yield Stop("sit", made["invite"], None, "main form")
    yield from _score_stops(site)
    play = table(_phase(Phase.DRAW))
    assert play.match.deal is not None
    yield Stop("table", play.path, play.match.deal.turn, ".board")
    yield Stop("watching", play.watch, None, "main .primary", ("main .primary",))
    yield Stop(
        "menu",
        play.path,
        play.match.deal.turn,
        ".board",
        (".bar button >> nth=-1", "dialog section.resign button"),
    )
    yield Stop("keys", play.path, play.match.deal.turn, ".board", (".below .keys",))
    knock = table(_phase(Phase.DISCARD, Gin | Knock))
    assert knock.match.deal is not None
    yield Stop("knock", knock.path, knock.match.deal.turn, ".board", (".actions .end",))
    answer = table(_phase(Phase.DEFENSE))
    assert answer.match.deal is not None
    yield Stop("defense", answer.path, answer.match.deal.turn, ".board")
    layoff = table(_phase(Phase.LAYOFF, LayOff))
    assert layoff.match.deal is not None
    yield Stop("layoff", layoff.path, layoff.match.deal.turn, ".board")
    between = table(lambda match: match.needs_deal and len(match.lines) == 7)
    yield Stop("deal-end", between.path, 0, "main .outcome")
    end = table(lambda match: match.over)
    yield Stop("match-end", end.path, 1, "main p.winner")


def _score_stops(site: Site) -> Iterator[Stop]:
    """The score sheet for real cards: its form, the sheet, a line of it, and what a deal is put in with."""
    yield Stop("keep", "/keep", None, "main form")
    yield Stop("keep-teams", "/keep", None, "main form", ("form fieldset label >> nth=1",))
    deals = [won(number % 2, 30 + number) for number in range(9)]
    sheet = prepare_sheet(site, *deals, won(0, 90), VOID, profile="club")
    yield Stop("score", sheet, None, ".paper")
    yield Stop("score-line", sheet, None, ".paper", (".paper tbody button >> nth=1",))
    entry = (".win .primary >> nth=0", "dialog .pick >> nth=4")
    oklahoma = prepare_sheet(site, won(0, 30), options={"oklahoma": True})
    yield Stop("score-upcard", oklahoma, None, ".paper", (".to-come button",))
    plain = prepare_sheet(site, won(0, 30))
    yield Stop("score-points", plain, None, ".paper", entry)
    yield Stop("score-deadwood", plain, None, ".paper", (*entry, "dialog .ways button >> nth=1"))
    yield Stop("score-cards", plain, None, ".paper", (*entry, "dialog .ways button >> nth=2"))
    names = [["Anne", "Bea"], ["Bob", "Dan"]]
    teams = prepare_sheet(
        site, told(by_points(30, winner=0), by_points(22, winner=1)), players=None, teams={"players": names}
    )
    yield Stop("score-teams", teams, None, ".paper", (".win .primary",))
    done = prepare_sheet(site, won(0, 120), won(1, 5), profile="single-game")
    yield Stop("score-over", done, None, ".paper")


def visit(person: Person, stop: Stop) -> None:
    """Go to a page and bring it into its state."""
    person.take_seat(stop.cookie if stop.seat is None else KEYS[stop.seat])
    person.page.goto(stop.path)
    person.page.locator(stop.there).first.wait_for()
    for target in stop.press:
        person.page.locator(target).first.click()
    person.page.locator("main").first.wait_for()  # what was pressed may have to load the page behind it
