"""Computer players at a table: one for each, who is asked in turn, thinks shorter where others wait, and keeps to the rules."""

import asyncio
import contextlib
import gc
import logging
import threading
import weakref
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hollygin.actions import Discard
from hollygin.cards import CARDS
from hollygin.due import Due, Seat
from hollygin.engine import load, warm
from hollygin.engine.compiling import CACHE_VARIABLE
from hollygin.match import Match
from hollygin.players import LEVELS, PlayerNameError, StrongPlayer
from hollygin.players.strong import Budget
from hollygin.rules import make_rules
from hollygin.server.tables import computers
from hollygin.server.tables.events import Acted, Step
from hollygin.server.tables.thinking import (
    ANSWER,
    LEAST,
    OPPONENTS,
    Computer,
    read_computer,
    shortened,
    time_to_think,
)
from hollygin.shuffle import House
from hollygin.view import View
from tests.server.client import Client, Visitor, choose, play, play_on, until
from tests.server.launch import Process, Site

Arrive = Callable[..., Visitor]


@pytest.fixture(scope="module", autouse=True)
def _warm() -> None:
    """Nobody begins on the plain kernel where no test says so."""
    warm()


def dealt(seed: int = 1) -> tuple[Match, Seat]:
    """A match whose first deal has just begun, and who is due."""
    match = Match.start(make_rules(), 0).next_deal(House(seed).shuffle(1).order())
    assert match.deal is not None
    return match, match.deal.turn


# Who may be asked


@pytest.mark.parametrize("name", OPPONENTS)
def test_every_opponent_can_be_asked_to_the_table(name: str) -> None:
    assert Computer(name).player.name == name


@pytest.mark.parametrize(
    ("text", "code", "allowed"),
    [
        ("strong:time=60", "bad-parameter", "seed"),
        ("strong:seed=1,rollouts=10000000", "bad-parameter", "seed"),
        ("easy:rollouts=10000000", "bad-parameter", "seed"),
        ("medium:seed=x", "bad-parameter", "seed"),
        ("strong:seed=x", "bad-parameter", "seed"),
        ("random:seed=1,seed=2", "bad-parameter", "seed"),
        ("simple:time=1", "bad-parameter", "–"),
        ("simple:seed=1", "bad-parameter", "–"),
        ("gin", "unknown-player", "easy, medium, strong, simple, random"),
        ("exec:true", "unknown-player", "easy, medium, strong, simple, random"),
        ("", "unknown-player", "easy, medium, strong, simple, random"),
    ],
)
def test_a_visitor_does_not_say_what_a_computer_costs(text: str, code: str, allowed: str) -> None:
    with pytest.raises(PlayerNameError) as caught:
        read_computer(text)
    assert (caught.value.code, caught.value.fault.params["allowed"]) == (code, allowed)


def test_the_same_seed_is_the_same_player() -> None:
    match, seat = dealt(2)
    kept = Computer("easy:seed=4")
    actions = [(computer.think(match, seat, 0.1)) for computer in (kept, kept, Computer("easy:seed=4"))]
    assert len(set(actions)) == 1


# How long it thinks


waits = st.lists(st.floats(0, 2), min_size=1, max_size=60)
counts = st.integers(1, 8)


@given(waits, counts, st.floats(0, 2))
def test_the_more_wait_and_the_longer_the_shorter_a_thought(
    waited: list[float], thinkers: int, more: float
) -> None:
    seconds = time_to_think(waited, thinkers)
    assert LEAST <= seconds <= max(LEAST, ANSWER - waited[0])
    assert time_to_think([*waited, more], thinkers) <= seconds
    assert time_to_think([waited[0] + more, *waited[1:]], thinkers) <= seconds
    assert time_to_think(waited, thinkers + 1) >= seconds


@given(st.integers(1, 100), counts)
def test_all_who_are_asked_at_once_are_answered_in_time(asked: int, thinkers: int) -> None:
    """Played through: a free thinker takes the next table, and thinks for as long as it is given."""
    free, queue, answered = [0.0] * thinkers, asked, []
    while queue:
        now = min(free)
        free.remove(now)
        free.append(now + time_to_think([now] * queue, thinkers))
        answered.append(free[-1])
        queue -= 1
    rounds = -(-asked // thinkers)
    assert max(answered) <= max(ANSWER + LEAST, rounds * LEAST) + 1e-9
    assert max(answered) >= min(ANSWER, asked * LEAST) - 1e-9  # and no time is given away


def test_only_a_search_that_would_take_longer_is_shortened() -> None:
    assert shortened(Budget(0.3), 0.1, compiled=True) == Budget(0.1)
    assert shortened(Budget(0.3), 0.4, compiled=True) == Budget(0.3)
    few, many = Budget(rollouts=24), Budget(rollouts=400)
    for seconds in (LEAST, ANSWER):
        assert shortened(many, seconds, compiled=True) is many
    assert shortened(many, 0.1, compiled=False) == Budget(0.1)
    assert shortened(few, 0.1, compiled=False) is few


def test_a_hurried_player_has_all_its_time_again_when_nobody_waits() -> None:
    match, seat = dealt()
    computer = Computer("strong")
    assert isinstance(computer.player, StrongPlayer)
    computer.think(match, seat, LEAST)
    assert computer.player.skill.budget == Budget(LEAST)
    computer.think(match, seat, ANSWER)
    assert computer.player.skill == LEVELS["strong"]


# What it may do


class Cheat:
    """Throws a card that it does not hold."""

    name = "cheat"

    def act(self, view: View, due: Due) -> Discard:
        return Discard(next(card for card in CARDS if not card.bit & due.hand))


def test_a_computer_that_breaks_a_rule_resigns_and_no_card_is_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    match, seat = dealt()
    computer = Computer("simple")
    computer.player = Cheat()
    with caplog.at_level(logging.ERROR, "hollygin.server"):
        assert computer.think(match, seat, LEAST) == "resign"
    (logged,) = caplog.records
    assert (logged.__dict__["player"], logged.__dict__["fault"]) == ("simple", "not-due")
    assert logged.exc_info is None


# At the tables


@contextlib.contextmanager
def thoughts(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[Computer, Match, float]]]:
    """Every thought that is begun."""
    seen: list[tuple[Computer, Match, float]] = []
    think = Computer.think

    def watched(self: Computer, match: Match, seat: Seat, seconds: float) -> str:
        seen.append((self, match, seconds))
        return think(self, match, seat, seconds)

    with monkeypatch.context() as patch:
        patch.setattr(Computer, "think", watched)
        yield seen


async def sit(person: Visitor, opponent: str, profile: str = "single-deal") -> Client:
    """A new table against a computer, who begins; the cards are dealt."""
    client = await person.join(person.create(opponent=opponent, profile=profile, first_dealer=0)["table"])
    await client.ready()
    return client


@pytest.mark.parametrize("opponent", ["simple", "easy:seed=3", "random:seed=5"])
def test_one_player_serves_the_match_and_no_other_table(
    site: Site, visitor: Arrive, monkeypatch: pytest.MonkeyPatch, opponent: str
) -> None:
    person = visitor(site)

    async def story() -> list[str]:
        clients = [await sit(person, opponent, "single-game") for _ in range(2)]
        await asyncio.gather(*(play_on(client) for client in clients))
        return [client.welcome["table"] for client in clients]

    with thoughts(monkeypatch) as seen:
        tables = play(story())
    players = [site.hub.tables[table].computer for table in tables]
    assert players[0] is not None and players[1] is not None and players[0] is not players[1]
    assert players[0].player is not players[1].player
    assert {id(computer) for computer, *_ in seen} == {id(player) for player in players}
    for computer, match, _ in seen:
        table = site.hub.tables[tables[players.index(computer)]].table
        assert table.match is not None and match.first_dealer == table.match.first_dealer
        assert match.lines == table.match.lines[: len(match.lines)]


def test_a_player_goes_with_its_table(site: Site, visitor: Arrive) -> None:
    async def story() -> str:
        client = await sit(visitor(site), "easy")
        await play_on(client)
        return str(client.welcome["table"])

    table = play(story())
    gone = weakref.ref(site.hub.tables[table].computer or site)
    assert isinstance(gone(), Computer)

    async def forget() -> None:
        site.hub.forget(table)

    site.call(forget())

    def collected() -> bool:
        gc.collect()
        return gone() is None

    play(until(collected))


def test_a_match_goes_on_after_a_restart(tmp_path: Path, visitor: Arrive) -> None:
    """Killed in the middle of a deal, with the computer at it: a new player takes the old one's place."""
    with Process(tmp_path / "log", database=str(tmp_path / "tables.db")) as server:
        person = visitor(server)
        made = person.create(opponent="easy:seed=1", profile="single-game", first_dealer=0)

        async def begin() -> None:
            client = await person.join(made["table"])
            await client.ready()
            await play_on(client, lambda client: client.seq >= 8)

        async def go_on() -> None:
            client = await person.join(made["table"])
            assert client.seq >= 8
            await play_on(client)

        play(begin())
        server.kill()
        server.start()
        play(go_on())
    assert "Traceback" not in (tmp_path / "log").read_text()


class Gate:
    """Holds up every thought, and remembers the matches that came, and who waited meanwhile."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.open = threading.Event()
        self.came: list[Match] = []
        self.waited: list[list[float]] = []
        think = Computer.think

        def measured(waited: list[float], thinkers: int) -> float:
            self.waited.append(waited)
            return time_to_think(waited, thinkers)

        def held(computer: Computer, match: Match, seat: Seat, seconds: float) -> str:
            if not computer.replies(match):
                self.came.append(match)
                assert self.open.wait(20)
            return think(computer, match, seat, seconds)

        monkeypatch.setattr(Computer, "think", held)
        monkeypatch.setattr(computers, "time_to_think", measured)


def test_thoughts_come_in_the_order_of_asking_and_know_who_waits(
    own_site: Callable[..., Site], visitor: Arrive, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One thread: who resigns meanwhile is not thought about, and who needs no thought does not wait."""
    site = own_site(thinkers=1)
    person, gate = visitor(site), Gate(monkeypatch)

    async def story() -> None:
        clients = []
        for number in range(4):
            clients.append(await sit(person, "easy"))
            if number == 0:
                await until(lambda: len(gate.came) == 1)
        lives = [site.hub.tables[client.welcome["table"]] for client in clients]
        matches = [live.table.match for live in lives]
        await clients[2].act("resign")
        await play_on(await sit(person, "simple"))
        assert gate.came == matches[:1]
        gate.open.set()
        await asyncio.gather(*(play_on(client) for client in clients))
        assert [match for match in gate.came if match in matches] == [matches[i] for i in (0, 1, 3)]
        assert [len(waited) for waited in gate.waited[:2]] == [1, 3]
        assert gate.waited[1] == sorted(gate.waited[1], reverse=True)

    play(story())


def test_who_began_on_the_plain_kernel_gets_the_compiled_one(
    own_site: Callable[..., Site],
    visitor: Arrive,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """All but the compiling, which is done before: the folder of machine code is empty until a process has filled it."""
    begin = tmp_path / "begin"
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr(
        computers,
        "_WARMING",
        f"import pathlib, time\nwhile not pathlib.Path({str(begin)!r}).exists(): time.sleep(0.02)\n"
        "from hollygin.engine.compiling import keep_warm; keep_warm()",
    )
    site = own_site()

    async def story() -> None:
        client = await sit(visitor(site), "easy", "friendly")
        live = site.hub.tables[client.welcome["table"]]
        await play_on(client, lambda _: live.computer is not None)
        first = live.computer
        assert first is not None and first.cold
        begin.touch()
        await until(lambda: "are prepared" in caplog.text)
        deals = len(client.lines)
        await play_on(client, lambda client: len(client.lines) == deals + 2)
        second = live.computer
        assert second is not None and second is not first and not second.cold
        assert isinstance(second.player, StrongPlayer) and second.player.kernel is load()
        await play_on(client, lambda client: len(client.lines) == deals + 3)
        assert live.computer is second

    with caplog.at_level(logging.INFO, "hollygin.server"):
        play(story())


def test_a_defender_whom_nobody_sees_takes_one_pause_only(
    own_site: Callable[..., Site], visitor: Arrive
) -> None:
    site = own_site()
    pause = 2.0

    async def story() -> list[Step]:
        client = await sit(visitor(site), "random:seed=1", "friendly")
        knocked = False
        while not knocked:
            await play_on(client, lambda client: bool(client.due))
            action = choose(client.state)
            if action.startswith("knock"):
                site.hub.settings = replace(site.hub.settings, computer_pause=pause)
                knocked = True
            await client.act(action)
        await play_on(client, lambda client: bool(client.state["waiting"]))
        return list(site.call(site.hub.store.load(client.welcome["table"], Step)))

    acts = [
        (step.at, event.action) for step in play(story()) for event in step.events if isinstance(event, Acted)
    ]
    knock = next(i for i, (_, action) in enumerate(acts) if action.startswith("knock"))
    spread, done = acts[knock + 1], acts[-1]
    assert spread[1].startswith("defense") and done[1] == "done"
    assert spread[0] - acts[knock][0] >= pause
    assert done[0] - spread[0] < pause
