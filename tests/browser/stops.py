"""Every page and state of the product, to be looked at: by axe, for its size, and on pictures."""

from collections.abc import Callable, Iterator
from types import UnionType
from typing import NamedTuple

from hollygin.actions import Gin, Knock, LayOff
from hollygin.due import Phase
from hollygin.match import Match
from tests.browser.people import Person
from tests.browser.tables import KEYS, Prepared, prepare
from tests.server.launch import Site


class Stop(NamedTuple):
    """A name, where it is, whose cookie is needed, what is there, and what is pressed to come to it."""

    name: str
    path: str
    seat: int | None
    there: str
    press: tuple[str, ...] = ()


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
    answer = table(_phase(Phase.SPREAD))
    assert answer.match.deal is not None
    yield Stop("defense", answer.path, answer.match.deal.turn, ".board")
    layoff = table(_phase(Phase.LAYOFF, LayOff))
    assert layoff.match.deal is not None
    yield Stop("layoff", layoff.path, layoff.match.deal.turn, ".board")
    between = table(lambda match: match.needs_deal and len(match.lines) == 7)
    yield Stop("deal-end", between.path, 0, "main .outcome")
    end = table(lambda match: match.over)
    yield Stop("match-end", end.path, 1, "main p.winner")


def visit(person: Person, stop: Stop) -> None:
    """Go to a page and bring it into its state."""
    person.take_seat(None if stop.seat is None else KEYS[stop.seat])
    person.page.goto(stop.path)
    person.page.locator(stop.there).first.wait_for()
    for target in stop.press:
        person.page.locator(target).first.click()
