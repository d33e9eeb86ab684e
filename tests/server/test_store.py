"""The store on both databases: acknowledged is committed, one step a number, and nothing lost by kill -9."""

import asyncio
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from hollygin.server.storage.store import MOST_IN_BATCH, Store, database_url
from hollygin.server.tables.events import Acted, Ready, Step
from tests.server.client import Visitor, choose
from tests.server.launch import Process

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


def step(seq: int, at: float = 1.0, command: str = "") -> Step:
    return Step(seq, at, [Acted(seq % 2, "draw")], seq % 2, command)


def test_steps_come_back_as_they_were(database: str) -> None:
    async def story() -> None:
        every = [step(seq, 1.5 * seq, f"c{seq}") for seq in range(1, 6)]
        async with Store(database) as store:
            for one in every:
                assert await store.append("a" * 16, one)
            assert await store.load("a" * 16, Step) == every
            assert await store.load("a" * 16, Step, 3) == every[3:]
            assert await store.load("b" * 16, Step) == []
            assert await store.healthy()
            await store.check_writable()
        async with Store(database) as store:  # opened again, by a newer process
            assert await store.load("a" * 16, Step) == every

    run(story())


def test_of_two_steps_with_one_number_one_is_refused(database: str) -> None:
    async def story() -> None:
        async with Store(database) as store, Store(database) as other:
            assert await store.append("a" * 16, step(1))
            assert not await other.append("a" * 16, step(1, command="late"))
            answers = await asyncio.gather(
                *(one.append("a" * 16, step(2, command=f"{i}")) for i in range(10) for one in (store, other))
            )
            assert sum(answers) == 1
            [_, second] = await store.load("a" * 16, Step)
            winner = [i // 2 for i, won in enumerate(answers) if won]
            assert second.command == str(winner[0])

    run(story())


def test_many_at_once_are_all_written(database: str) -> None:
    """More than a batch holds, from many tables, each with a rival for one of its numbers."""

    async def story() -> None:
        async with Store(database) as store:
            tables = [f"{i:016x}" for i in range(2 * MOST_IN_BATCH // 3)]
            for seq in (1, 2):
                answers = await asyncio.gather(
                    *(store.append(table, step(seq, command=word)) for word in ("x", "y") for table in tables)
                )
                assert sum(answers) == len(tables)
            for table in tables[::97]:
                assert [one.seq for one in await store.load(table, Step)] == [1, 2]

    run(story())


def test_idle_tables_are_deleted_whole(database: str) -> None:
    async def story() -> None:
        async with Store(database) as store:
            tables = [f"{i:016x}" for i in range(MOST_IN_BATCH + 20)]
            await asyncio.gather(*(store.append(table, step(1, at=10.0)) for table in tables))
            assert await store.append(tables[0], step(2, at=50.0))
            assert sorted(await store.tables_since(40.0)) == [tables[0]]
            gone = await store.forget_idle(50.0)
            assert sorted(gone) == tables[1:]
            assert len(await store.load(tables[0], Step)) == 2 and not await store.load(gone[0], Step)
            assert await store.forget_idle(50.0) == []

    run(story())


def test_whoever_waits_is_told_where_the_database_fails(database: str) -> None:
    async def story() -> None:
        async with Store(database) as store:
            assert await store.append("a" * 16, step(1))
            drop = sa.text("ALTER TABLE steps RENAME TO elsewhere")
            await store._database.run(lambda connection: connection.execute(drop))
            with pytest.raises(sa.exc.DBAPIError):
                await store.append("a" * 16, step(2))
            back = sa.text("ALTER TABLE elsewhere RENAME TO steps")
            await store._database.run(lambda connection: connection.execute(back))
            assert await store.append("a" * 16, step(2))

    run(story())


def test_a_database_that_cannot_be_opened(tmp_path: Path) -> None:
    async def story() -> None:
        for bad in (f"{tmp_path}", "postgresql://nobody@/none?host=/nowhere"):
            with pytest.raises((sa.exc.SQLAlchemyError, OSError)):
                async with Store(bad):
                    raise AssertionError

    run(story())


def test_urls() -> None:
    assert str(database_url("x/y.db")) == "sqlite:///x/y.db"
    for name in ("postgres", "postgresql"):
        assert database_url(f"{name}://me@host/db").drivername == "postgresql+asyncpg"


def test_the_embedded_database_is_durable(tmp_path: Path) -> None:
    async def story() -> tuple[str, int]:
        async with Store(str(tmp_path / "new" / "tables.db")) as store:
            ask = [sa.text(f"PRAGMA {name}") for name in ("journal_mode", "synchronous")]
            mode, full = await store._database.run(
                lambda link: [link.execute(one).scalar_one() for one in ask]
            )
            return mode, full

    assert run(story()) == ("wal", 2)


KILLS = 20
LOADED = 6


def test_what_was_acknowledged_is_there_after_kill_nine(tmp_path: Path) -> None:
    """Load on some tables, kill -9, start: every acknowledged step is there, in order, without a gap."""
    settings = {"database": str(tmp_path / "tables.db"), "connections_per_address": 1000}
    acknowledged: dict[str, dict[str, int]] = {}
    with Process(tmp_path / "log", **settings) as server:
        pairs = []
        for _ in range(LOADED):
            host, guest = Visitor(server.url), Visitor(server.url)
            made = host.create(opponent="friend", profile="club")
            guest.sit(made).raise_for_status()
            pairs.append((made["table"], host, guest))

        async def load() -> None:
            """Play until the server dies, and write down what it acknowledged."""
            await asyncio.gather(
                *(hammer(who, table, acknowledged) for table, *both in pairs for who in both), killer()
            )

        async def killer() -> None:
            await asyncio.sleep(0.25)
            server.kill()

        for _ in range(KILLS):
            asyncio.run(load())
            server.start()
        for _, host, guest in pairs:
            host.http.close()
            guest.http.close()

    async def look() -> int:
        count = 0
        async with Store(settings["database"]) as store:  # type: ignore[arg-type]
            for table, *_ in pairs:
                steps = await store.load(table, Step)
                assert [one.seq for one in steps] == list(range(1, len(steps) + 1))
                by_command = {one.command: one.seq for one in steps if one.command}
                for command, seq in acknowledged[table].items():
                    assert by_command[command] == seq
                count += len(acknowledged[table])
                assert len({one.command for one in steps if one.command}) == sum(
                    bool(one.command) for one in steps
                )
                assert sum(isinstance(event, Ready) for one in steps for event in one.events) >= 2
        return count

    assert asyncio.run(look()) > 10 * KILLS
    assert "Traceback" not in (tmp_path / "log").read_text()


async def hammer(who: Visitor, table: str, acknowledged: dict[str, dict[str, int]]) -> None:
    """Play a seat as fast as it goes until the connection breaks."""
    mine = acknowledged.setdefault(table, {})
    try:
        client = await who.join(table)
        number = time.monotonic_ns()
        asked = -1
        while not client.state["over"]:
            if asked != client.seq:
                ready = client.state["waiting"] and not client.state["ready"][client.seat or 0]
                if ready or client.due:
                    asked, number = client.seq, number + 1
                    what = (
                        {"type": "ready", "deal": client.state["number"], "nonce": "ab"}
                        if ready
                        else {"type": "act", "seen": client.seq, "action": choose(client.state)}
                    )
                    await client.send(id=f"{client.seat}-{number}", **what)
            message = await client.read()
            if message["type"] == "ack":
                mine[message["id"]] = message["seq"]
    except (ConnectionClosed, InvalidHandshake, OSError):
        return
