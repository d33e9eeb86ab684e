"""Connections that come and go: in every phase, two at a time, twice the same, at the same moment, slow, silent."""

import asyncio
import contextlib
import socket
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import sqlalchemy as sa

from hollygin.due import Phase
from hollygin.server.tables.events import RematchOffered, Step
from hollygin.server.web.visitors import COOKIE
from tests.server.client import Client, Visitor, choose, key_of, move, play, play_on, until
from tests.server.conftest import Pair
from tests.server.launch import Process, Site

Arrive = Callable[..., Visitor]
Seat = Callable[..., Pair]

PHASES = [phase for phase in Phase if phase not in (Phase.OVER, Phase.RESHUFFLE, Phase.LAST, Phase.END)]


async def seated(at: Pair) -> tuple[Client, Client]:
    one, two = [await who.join(at.table) for who in at.both]
    return one, two


async def dealt(at: Pair) -> tuple[Client, Client]:
    """Both sit, and the first deal is dealt; who is due comes first."""
    one, two = await seated(at)
    await one.ready()
    await two.ready()
    await one.settle()
    return (one, two) if one.due else (two, one)


def test_a_client_comes_back_in_every_phase(site: Site, pair: Seat) -> None:
    """At each phase one of three drops and comes back with what it saw: it ends up as one who stayed."""
    at = pair(site, profile="friendly", first_dealer=1)
    random = Random(4)

    async def story() -> None:
        clients = [*await seated(at), await at.anyone.join(at.table, link=at.made["watch"])]
        met: set[str] = set()
        for _ in range(400):
            phase = clients[0].state["deal"]["phase"] if clients[0].state["deal"] else "between"
            if phase not in met or random.random() < 0.04:
                met.add(phase)
                for i, who in enumerate((*at.both, at.anyone)):
                    gone, link = clients[i], at.made["watch"] if i == 2 else None
                    stays = await who.join(at.table, link=link)
                    gone.drop()
                    if random.random() < 0.6:
                        others = [stays if i == j else other for j, other in enumerate(clients)]
                        for _ in range(random.randrange(1, 4)):
                            await move(*others, passes=0.8, random=random)
                    heard = len(stays.welcome["missed"])
                    back = await who.join(at.table, link=link, seen=gone.seq)
                    assert back.state == stays.state and back.seq == stays.seq and back.lines == stays.lines
                    dealt_meanwhile = any(news["kind"] == "dealt" for news in stays.happened[heard:])
                    if not dealt_meanwhile:
                        assert gone.happened + back.welcome["missed"] == [
                            *gone.happened,
                            *stays.happened[heard:],
                        ]
                    assert all(news["seq"] > gone.seq for news in back.welcome["missed"]) or dealt_meanwhile
                    await stays.close()
                    back.happened = []
                    clients[i] = back
            if met >= {*map(str, PHASES), "between"}:
                return
            await move(*clients, passes=0.8, random=random)
        raise AssertionError(met)

    play(story())


def test_two_connections_of_a_seat_see_the_same(site: Site, pair: Seat) -> None:
    at = pair(site, first_dealer=1)

    async def story() -> None:
        one, two = await dealt(at)
        who = at.both[one.seat or 0]
        twin = await who.join(at.table)
        assert twin.state == one.state
        mark = len(one.raw)
        start = len(twin.raw)

        def finished(client: Client) -> bool:
            return bool(client.lines)

        await asyncio.gather(*(play_on(client, finished) for client in (one, two)), twin.until(finished))
        for client in (one, twin):
            await client.settle()
        steps = [
            [text for text in raw if text.startswith('{"type":"step"')]
            for raw in (one.raw[mark:], twin.raw[start:])
        ]
        assert steps[0] == steps[1]

    play(story())


def test_a_command_sent_twice_is_played_once(site: Site, pair: Seat) -> None:
    at = pair(site, first_dealer=1)

    async def story() -> None:
        one, two = await dealt(at)
        seen = one.seq
        first = await one.act("pass", id="mine", seen=seen)
        again = await one.act("pass", id="mine", seen=seen)
        assert first == again == {"type": "ack", "id": "mine", "seq": seen + 1}
        back = await at.both[one.seat or 0].join(at.table)
        assert await back.act("pass", id="mine", seen=seen) == first
        # The same id of the other seat is another command.
        assert (await two.act("take", id="mine"))["type"] == "ack"
        await one.settle()
        assert one.seq == seen + 2

    play(story())


def test_two_tabs_that_play_the_same_move(site: Site, pair: Seat) -> None:
    at = pair(site, first_dealer=1)

    async def story() -> None:
        one, two = await dealt(at)
        twin = await at.both[one.seat or 0].join(at.table)
        seen = one.seq
        answers = await asyncio.gather(
            one.act("pass", id="tab one", seen=seen), twin.act("pass", id="tab two", seen=seen)
        )
        assert sorted(answer["type"] for answer in answers) == ["ack", "refused"]
        [refused] = [answer for answer in answers if answer["type"] == "refused"]
        assert refused["code"] == "stale" and refused["params"] == {"seen": seen, "seq": seen + 1}
        await two.settle()
        assert two.seq == seen + 1

    play(story())


def test_moves_that_come_late_early_or_for_the_other(site: Site, pair: Seat) -> None:
    at = pair(site, first_dealer=1)

    async def story() -> None:
        one, two = await dealt(at)
        seen = one.seq
        for client, fields, code in (
            (two, {"action": "pass"}, "not-your-turn"),
            (one, {"action": "draw"}, "not-due"),
            (one, {"action": "discard Kc"}, "not-due"),
            (one, {"action": "knock Kc: 4h 5h 6h"}, "not-due"),
            (one, {"action": "pass", "seen": seen - 1}, "stale"),
            (one, {"action": "pass", "seen": seen + 1}, "stale"),
            (one, {"action": "pass", "seen": 0}, "stale"),
            (one, {"action": "pass", "seen": 2**62}, "stale"),
            (one, {"action": "reshuffle Kc"}, "not-due"),
            (one, {"action": "show Kc"}, "nothing-to-show"),
            (one, {"action": "fly"}, "bad-action"),
            (one, {"action": "discard Zz"}, "bad-card"),
        ):
            answer = await client.act(**fields)
            assert (answer["type"], answer["code"]) == ("refused", code), fields
            assert answer["seq"] == seen
        ready = await one.say("ready", deal=1, nonce="")
        assert ready["code"] == "not-waiting"
        assert (await one.say("ready", deal=2, nonce=""))["code"] == "not-waiting"
        assert (await one.say("claim"))["code"] == "not-away"
        for client in (one, two):
            await client.settle()
            assert client.seq == seen
        assert (await one.act("pass", seen=seen))["type"] == "ack"

    play(story())


def test_both_act_at_the_same_moment(site: Site, pair: Seat) -> None:
    """Ready, resign against a move, and rematch, each from both at once: one order, and no one is lost."""
    for _ in range(5):
        at = pair(site, profile="single-deal", first_dealer=1)

        async def story(at: Pair = at) -> None:
            one, two = await seated(at)
            answers = await asyncio.gather(one.ready(), two.ready())
            assert [answer["type"] for answer in answers] == ["ack", "ack"]
            for client in (one, two):
                await client.settle()
            assert one.state["deal"] and one.state["deal"]["number"] == 1 and one.seq == two.seq
            moved, resigned = await asyncio.gather(
                one.act("pass", seen=one.seq), two.act("resign", seen=two.seq)
            )
            assert resigned["type"] == "ack"
            assert moved["type"] == "ack" or moved["code"] in ("match-over", "stale")
            answers = await asyncio.gather(one.say("rematch"), two.say("rematch"))
            assert [answer["type"] for answer in answers] == ["ack", "ack"]
            for client in (one, two):
                await client.until(lambda client: client.state["next_table"] is not None)
            assert one.state["next_table"] == two.state["next_table"] and one.state["result"] == 0
            next_one = await at.host.join(one.state["next_table"])
            assert next_one.state["names"] == ["Anne", "Bob"] and next_one.state["commitment"]

        play(story())


def test_a_move_is_carried_through_where_its_sender_drops(own_site: Callable[..., Site], pair: Seat) -> None:
    """A player moves and is found gone while the move is being committed: the other sees the move."""
    site = own_site()
    at = pair(site, first_dealer=1)

    async def story() -> None:
        one, two = await dealt(at)
        await two.settle()
        seen = one.seq
        with contextlib.closing(sqlite3.connect(site.settings.database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")  # no commit until this ends
            await one.send(type="act", id="last", seen=seen, action="pass")
            await asyncio.sleep(0.1)
            one.drop()
            await asyncio.sleep(0.1)
            await at.both[two.seat or 0].join(at.table)  # which the server tells the one who has gone
            await until(lambda: {reader.seat for reader in site.hub.tables[at.table].readers} == {two.seat})
            assert two.seq == seen
            other.execute("COMMIT")
        await two.until(lambda client: client.seq > seen)
        assert [news["action"] for news in two.happened[-1:]] == ["pass"]
        assert (await two.act("pass"))["type"] == "ack"
        back = await at.both[one.seat or 0].join(at.table, seen=seen)
        assert (await back.act("pass", id="last", seen=seen)) == {
            "type": "ack",
            "id": "last",
            "seq": seen + 1,
        }

    play(story())


def test_a_server_killed_in_mid_deal(tmp_path: Path, visitor: Arrive, pair: Seat) -> None:
    """After kill -9 and a restart both play on from where they were, and the computer's thought goes on."""
    with Process(tmp_path / "log", database=str(tmp_path / "tables.db")) as server:
        at = pair(server, profile="single-game", first_dealer=1)
        person = visitor(server)
        made = person.create(opponent="simple", profile="single-deal", first_dealer=1)

        async def story() -> None:
            for _ in range(3):
                one, two = await seated(at)
                for _ in range(12):
                    await move(one, two)
                alone = await person.join(made["table"])
                if alone.state["waiting"]:
                    await alone.ready()
                await alone.settle()
                if alone.due:
                    await alone.send(
                        type="act", id=f"x{alone.seq}", seen=alone.seq, action=choose(alone.state)
                    )
                server.kill()
                for client in (one, two, alone):
                    assert await client.code() == (None, None)
                server.start()
                back = [
                    await who.join(at.table, seen=client.seq)
                    for who, client in zip(at.both, (one, two), strict=True)
                ]
                for before, after in zip((one, two), back, strict=True):
                    assert after.state == before.state and after.seq == before.seq
                    assert after.lines == before.lines and after.welcome["missed"] == []
            one, two, alone = *await seated(at), await person.join(made["table"])
            target = len(one.lines) + 1
            await asyncio.gather(
                *(play_on(client, lambda client: len(client.lines) == target) for client in (one, two)),
                play_on(alone),
            )

        play(story())
    log = (tmp_path / "log").read_text()
    assert "Traceback" not in log
    for secret in (at.host.cookie, at.guest.cookie, key_of(at.made["invite"]), key_of(at.made["watch"])):
        assert secret and secret not in log


def test_a_computer_thinks_again_after_a_restart(tmp_path: Path, visitor: Arrive) -> None:
    """Killed while the computer ponders over its first move; nobody asks for the table, and it moves."""
    settings: dict[str, Any] = {"database": str(tmp_path / "tables.db")}
    with Process(tmp_path / "log", **settings, computer_pause=60.0) as server:
        person = visitor(server)
        made = person.create(opponent="simple", first_dealer=0)

        async def until_it_is_on_turn() -> int:
            client = await person.join(made["table"])
            await client.ready()
            await client.settle()
            assert client.state["deal"]["turn"] == 1
            return client.seq

        seen = play(until_it_is_on_turn())
        server.kill()
    with Process(tmp_path / "log", **settings) as server:
        time.sleep(0.5)
        person.http.base_url = server.url
        person.url = server.url

        async def after() -> None:
            client = await person.join(made["table"], seen=seen)
            assert client.seq > seen and client.welcome["missed"][0]["seat"] == 1

        play(after())


def raw_socket(site: Site, who: Visitor, table: str) -> socket.socket:
    """A socket of a client that says hello and then reads nothing, through the smallest of buffers."""
    host, port = site.url.removeprefix("http://").split(":")
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    raw.connect((host, int(port)))
    raw.sendall(
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
        f"Cookie: {COOKIE}={who.cookie}\r\n\r\n".encode()
    )
    assert raw.recv(12) == b"HTTP/1.1 101"
    hello = b'{"type":"hello"}'
    raw.sendall(bytes([0x81, 0x80 | len(hello)]) + bytes(4) + hello)
    return raw


def test_a_slow_reader_is_cut_off_and_slows_nobody(own_site: Callable[..., Site], pair: Seat) -> None:
    site = own_site(outbox=16, send_buffer=2048)
    at = pair(site, profile="friendly", first_dealer=1)

    async def story() -> None:
        one, two = await seated(at)
        live = site.hub.tables[at.table]
        raw = raw_socket(site, at.host, at.table)
        await until(lambda: len(live.readers) == 3)
        slowest = 0.0
        cut = None
        while cut is None and not one.state["over"]:
            start = time.monotonic()
            await move(one, two)
            slowest = max(slowest, time.monotonic() - start)
            if len(live.readers) == 2:
                cut = one.seq
        assert cut is not None and slowest < 2.0
        assert (await one.act("resign"))["type"] == "ack"
        raw.close()

    play(story())


def test_a_silent_connection_is_closed(own_site: Callable[..., Site], pair: Seat) -> None:
    site = own_site(idle_connection=0.5)
    at = pair(site)

    async def story() -> None:
        one, two = await seated(at)
        for _ in range(4):
            await asyncio.sleep(0.25)
            await two.settle()
        assert await one.code() == (4000, "silent")
        await two.until(lambda client: not client.presence[0]["here"])

    play(story())


def test_tables_that_nobody_follows_leave_memory_and_come_back(
    own_site: Callable[..., Site], pair: Seat
) -> None:
    site = own_site(live_tables=1)
    followed, left = pair(site, first_dealer=1), pair(site)

    async def story() -> None:
        one, two = await dealt(followed)
        before = await left.host.join(left.table)
        await before.close()
        await until(lambda: not site.hub.tables[left.table].readers)
        for live in site.hub.tables.values():
            live.used -= 3600  # an hour later
        pair(site)
        assert left.table not in site.hub.tables and followed.table in site.hub.tables
        back = await left.host.join(left.table, seen=before.seq)
        assert back.state == before.state and back.seq == before.seq
        assert (await one.act("pass"))["type"] == "ack"
        await two.until(lambda client: client.seq == one.seq)

    play(story())


def test_a_database_that_fails_for_a_while(own_site: Callable[..., Site], visitor: Arrive) -> None:
    """Who moves meanwhile is told to try again, and the same command then counts once; the computer goes on too."""
    site = own_site()
    store = site.hub.store

    async def rename(one: str, other: str) -> None:
        statement = sa.text(f"ALTER TABLE {one} RENAME TO {other}")
        await store._database.run(lambda connection: connection.execute(statement))

    person = visitor(site)
    made = person.create(opponent="simple", profile="single-deal", first_dealer=1)

    async def story() -> None:
        client = await person.join(made["table"])
        await client.ready()
        for _ in range(2):
            await client.until(lambda client: bool(client.due))
            await client.settle()
            seen, action = client.seq, choose(client.state)
            await asyncio.to_thread(site.call, rename("steps", "elsewhere"))
            assert (await client.act(action, id=action, seen=seen))["code"] == "try-again"
            await asyncio.to_thread(site.call, rename("elsewhere", "steps"))
            assert (await client.act(action, id=action, seen=seen))["type"] == "ack"
        await asyncio.to_thread(site.call, rename("steps", "elsewhere"))
        await until(lambda: site.hub.tables[made["table"]].thinking is not None or bool(client.due))
        await asyncio.to_thread(site.call, rename("elsewhere", "steps"))
        await play_on(client)

    play(story())


def test_a_rematch_agreed_on_before_a_crash_is_made_after_it(site: Site, pair: Seat) -> None:
    at = pair(site, profile="single-deal")

    async def story() -> None:
        one, _ = await dealt(at)
        await one.act("resign")

    play(story())
    live = site.hub.tables.pop(at.table)
    for seat in (0, 1):
        step = Step(live.table.seq + 1 + seat, time.time(), [RematchOffered(seat)], seat, f"r{seat}")
        assert site.call(site.hub.store.append(at.table, step))

    async def after() -> None:
        client = await at.host.join(at.table)
        await client.until(lambda client: client.state["next_table"] is not None)
        again = await at.guest.join(client.state["next_table"])
        assert again.seat == 1 and again.state["waiting"]

    play(after())
