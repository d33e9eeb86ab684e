"""Two workers on one PostgreSQL: seats on different workers, presence across them, a death, a lost link."""

import asyncio
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hollygin.server import workers
from tests.server.client import Client, Visitor, choose, move, play, play_on
from tests.server.conftest import Postgres
from tests.server.launch import Process, Site

Arrive = Callable[..., Visitor]


class Both:
    """Two workers, and a person at each."""

    def __init__(self, one: Process | Site, two: Process | Site, database: str, visitor: Arrive) -> None:
        self.one, self.two, self.database = one, two, database
        self.visitor = visitor
        self.host, self.guest = visitor(one), visitor(two)

    def table(self, **options: object) -> dict[str, str]:
        """A table made at one worker, whose guest sits down at the other."""
        made = self.host.create(**options)
        self.guest.sit(made).raise_for_status()
        return made


@pytest.fixture
def both(postgres: Postgres, tmp_path: Path, visitor: Arrive) -> Iterator[Both]:
    database = postgres.database()
    with (
        Process(tmp_path / "one", database=database) as one,
        Process(tmp_path / "two", database=database) as two,
    ):
        yield Both(one, two, database, visitor)
    for name in ("one", "two"):
        assert "Traceback" not in (tmp_path / name).read_text()


@pytest.fixture
def near(postgres: Postgres, visitor: Arrive) -> Iterator[Both]:
    """The same in this process, to look into."""
    database = postgres.database()
    with Site(database=database) as one, Site(database=database) as two:
        yield Both(one, two, database, visitor)


def test_the_seats_play_a_whole_match_on_different_workers(both: Both) -> None:
    made = both.table(profile="club", first_dealer=0)

    async def story() -> None:
        host, guest = await both.host.join(made["table"]), await both.guest.join(made["table"])
        watcher = await both.visitor(both.two).join(made["table"], link=made["watch"])
        twin = await both.visitor(both.two, both.host.cookie).join(made["table"])
        await asyncio.gather(*(play_on(client) for client in (host, guest, watcher)), twin.until(over))
        assert host.state["sheet"] == guest.state["sheet"] == watcher.state["sheet"]
        assert host.lines == guest.lines == watcher.lines and twin.state == host.state
        answers = await asyncio.gather(host.say("rematch"), guest.say("rematch"))
        assert [answer["type"] for answer in answers] == ["ack", "ack"]
        for client in (host, guest, watcher):
            await client.until(lambda client: client.state["next_table"] is not None)
        again = host.state["next_table"]
        assert again == guest.state["next_table"]
        host, guest = await both.host.join(again), await both.guest.join(again)
        assert (host.seat, guest.seat) == (0, 1)
        await asyncio.gather(
            *(play_on(client, lambda client: bool(client.lines)) for client in (host, guest))
        )

    play(story())


def over(client: Client) -> bool:
    return bool(client.state["over"])


def test_two_workers_think_for_one_computer(both: Both) -> None:
    """Both have the table in memory, and both think; each of its moves is played once."""
    made = both.host.create(profile="single-game", opponent="simple")

    async def story() -> None:
        host = await both.host.join(made["table"])
        watcher = await both.visitor(both.two).join(made["table"], link=made["watch"])
        await asyncio.gather(play_on(host), watcher.until(over))
        assert host.lines == watcher.lines

    play(story())


def test_presence_is_told_across_workers(both: Both) -> None:
    made = both.table()

    async def story() -> None:
        host = await both.host.join(made["table"])
        assert not host.presence[1]["here"]
        guest = await both.guest.join(made["table"])
        await guest.until(lambda client: client.presence[0]["here"])
        await host.until(lambda client: client.presence[1]["here"])
        # Of two connections on different workers one may go.
        twin = await both.visitor(both.one, both.guest.cookie).join(made["table"])
        await guest.close()
        await asyncio.sleep(0.4)
        await host.settle()
        assert host.presence[1]["here"]
        await twin.close()
        await host.until(lambda client: not client.presence[1]["here"])
        assert abs(host.presence[1]["away_since"] - time.time()) < 3
        assert (await host.say("claim"))["code"] == "not-away"

    play(story())


def test_a_worker_that_dies_is_not_believed_for_long(near: Both) -> None:
    """Nothing is heard any more of a seat elsewhere: it is away from then on, and not from long ago."""
    made = near.table(claim_after=30)
    assert isinstance(near.one, Site)
    hub = near.one.hub
    live = near.one.call(hub.find(made["table"]))

    async def story() -> None:
        host = await near.host.join(made["table"])
        guest = await near.guest.join(made["table"])
        await host.until(lambda client: client.presence[1]["here"])
        assert max(live.elsewhere[1].values()) > time.time() + 15

        async def later() -> None:
            hub.disbelieve(time.time() + workers._HOLDS + 1)

        await asyncio.to_thread(near.one.call, later())  # type: ignore[union-attr]
        await host.until(lambda client: not client.presence[1]["here"])
        assert abs(host.presence[1]["away_since"] - time.time()) < 3
        assert (await host.say("claim"))["code"] == "not-away"
        await guest.settle()

    play(story())


def test_a_worker_killed_in_the_middle(both: Both) -> None:
    """The client goes to the other worker with what it has seen, sends its last command again, and plays on."""
    made = both.table(profile="single-game", first_dealer=0)

    async def story() -> None:
        host, guest = await both.host.join(made["table"]), await both.guest.join(made["table"])
        for _ in range(6):
            await move(host, guest)
        while not guest.due:
            await move(host, guest)
        seen, action = guest.seq, choose(guest.state)
        await guest.send(type="act", id="last", seen=seen, action=action)
        both.two.kill()  # type: ignore[union-attr]
        assert await guest.code() == (None, None)
        moved = both.visitor(both.one, both.guest.cookie)
        back = await moved.join(made["table"], seen=seen)
        assert (await back.act(action, id="last", seen=seen))["type"] == "ack"
        await host.until(lambda client: client.seq > seen)
        assert sum(news["seq"] > seen for news in host.happened) >= 1
        await asyncio.gather(play_on(host), play_on(back))
        both.two.start()  # type: ignore[union-attr]
        late = await both.guest.join(made["table"])
        assert late.state == back.state

    play(story())


def test_a_lost_link_is_mended(both: Both, postgres: Postgres) -> None:
    """The listening connections are cut; what happens meanwhile comes over once they are back."""
    made = both.table(first_dealer=1)

    async def story() -> None:
        host, guest = await both.host.join(made["table"]), await both.guest.join(made["table"])
        for _ in range(3):
            await asyncio.to_thread(postgres.end_links, both.database)
            for _ in range(6):
                await move(host, guest)

    play(story())


def test_a_seat_is_known_at_once_on_the_other_worker(near: Both) -> None:
    """What one worker has just committed holds on the other, also where its notice is still on the way."""
    assert isinstance(near.two, Site)
    for _ in range(5):
        made = near.host.create()
        seen = near.visitor(near.two).look(made["table"], made["watch"]).json()
        assert seen["names"] == ["Anne", None]
        guest = near.visitor(near.one)
        live = near.two.call(near.two.hub.find(made["table"]))
        guest.sit(made).raise_for_status()
        live.table.chairs[1] = None  # as if the notice had not come
        live.table.seq = 1
        assert near.visitor(near.two, guest.cookie).look(made["table"]).json()["seat"] == 1
