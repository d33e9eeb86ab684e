"""Whole matches over sockets: every profile, against the computer, with a spectator beside."""

import asyncio
from collections.abc import Callable

import pytest

from hollygin.record import read, verify_record
from hollygin.rules import PROFILES
from tests.server.client import Client, Visitor, play, play_on
from tests.server.conftest import Pair
from tests.server.launch import Site


async def play_out(*clients: Client) -> None:
    """All play, or watch, to the end of the match."""
    await asyncio.gather(*(play_on(client) for client in clients))
    for client in clients:
        await client.settle()


@pytest.mark.parametrize("profile", PROFILES)
def test_two_people_play_a_whole_match(site: Site, pair: Callable[..., Pair], profile: str) -> None:
    at = pair(site, profile=profile, first_dealer=1)

    async def run() -> None:
        host, guest = [await one.join(at.table) for one in at.both]
        watcher = await at.anyone.join(at.table, link=at.made["watch"])
        await play_out(host, guest, watcher)
        assert host.welcome["profile"] == profile and (host.seat, guest.seat, watcher.seat) == (0, 1, None)
        for client in (host, guest, watcher):
            assert client.state["over"] and client.state["result"] in (0, 1, "tie")
            assert client.happened[-1]["kind"] == "match_over"
            assert client.lines == host.lines and client.lines
            assert client.state["sheet"] == host.state["sheet"]
            late = await at.host.join(at.table)
            assert late.lines == client.lines and late.state == host.state
            await late.close()
            await client.close()

    play(run())
    for visitor, link in ((at.host, None), (at.guest, None), (at.anyone, at.made["watch"])):
        for kind in ("toml", "json"):
            key = {"key": link.partition("key=")[2]} if link else {}
            answer = visitor.http.get(f"/api/tables/{at.table}/record", params={"format": kind, **key})
            record = read(answer.raise_for_status().text)
            assert not verify_record(record) and record.perspective is None
            assert record.players == ("Anne", "Bob") and record.profile == profile


@pytest.mark.parametrize("opponent", ["simple", "random:seed=5"])
def test_a_person_plays_the_computer(site: Site, visitor: Callable[..., Visitor], opponent: str) -> None:
    one = visitor(site)
    made = one.create(profile="single-deal", opponent=opponent)
    assert made["invite"] is None

    async def run() -> None:
        client = await one.join(made["table"])
        assert client.state["computers"] == [False, True] and client.state["ready"] == [False, True]
        assert client.presence[1]["here"]
        await play_out(client)
        rematch = await client.say("rematch")
        assert rematch["type"] == "ack"
        await client.until(lambda client: client.state["next_table"] is not None)
        again = await one.join(client.state["next_table"])
        await play_out(again)

    play(run())
