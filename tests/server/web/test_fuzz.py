"""Messages that are none: each is answered or closed with a code, changes nothing, and leaves no traceback."""

import asyncio
import contextlib
import json
import logging
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from hollygin import HollyginError
from hollygin.actions import Action
from hollygin.server.run import MESSAGE_BYTES
from hollygin.server.tables.table import Table
from hollygin.server.web.visitors import table_name
from hollygin.wire import Act, Hello, ReadyFor, RefusedMessage, decode_client, encode
from tests.effort import examples
from tests.server.client import Client, Visitor, open_socket, play
from tests.server.conftest import Pair
from tests.server.launch import Site
from tests.server.tables.test_leaks import Game

Arrive = Callable[..., Visitor]
Seat = Callable[..., Pair]


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """No error in the log."""
    yield
    loud = [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert [record for record in loud if "Invalid UTF-8" not in record.message] == []


BAD: list[str] = [
    "",
    " ",
    "{",
    "null",
    "[]",
    "0",
    '"hello"',
    "{}",
    '{"type":null}',
    '{"type":"fly"}',
    '{"type":"hello","type":"fly"}',
    '{"type":"act"}',
    '{"type":"act","id":"","seen":0,"action":"pass"}',
    '{"type":"act","id":"' + "x" * 41 + '","seen":0,"action":"pass"}',
    '{"type":"act","id":7,"seen":0,"action":"pass"}',
    '{"type":"act","id":"a","seen":"0","action":"pass"}',
    '{"type":"act","id":"a","seen":-1,"action":"pass"}',
    '{"type":"act","id":"a","seen":1.5,"action":"pass"}',
    '{"type":"act","id":"a","seen":true,"action":"pass"}',
    '{"type":"act","id":"a","seen":1e999,"action":"pass"}',
    '{"type":"act","id":"a","seen":0,"action":""}',
    '{"type":"act","id":"a","seen":0,"action":["pass"]}',
    '{"type":"act","id":"a","seen":0,"action":"' + "x" * 401 + '"}',
    '{"type":"act","id":"a","seen":0,"action":"pass","seat":1}',
    '{"type":"ready","id":"a","deal":0}',
    '{"type":"ready","id":"a","deal":1,"nonce":"abc"}',
    '{"type":"ready","id":"a","deal":1,"nonce":"AB"}',
    '{"type":"ready","id":"a","deal":1,"nonce":"' + "ab" * 65 + '"}',
    '{"type":"claim"}',
    '{"type":"rematch","id":null}',
    '{"type":"ping","t":"now"}',
    '{"type":"welcome","seq":1}',
    '{"type":"step"}',
    "[" * 5000,
    '{"type":"act","id":"\\ud800","seen":0,"action":"pass"}',
    '{"type":"act","id":"a","seen":0,"action":"\\ud800"}',
]
UNLIKELY: list[str] = [
    '{"type":"act","id":"a","seen":' + "9" * 400 + ',"action":"pass"}',
    '{"type":"act","id":"a","seen":9223372036854775807,"action":"pass"}',
    '{"type":"act","id":"a","seen":18446744073709551616,"action":"pass"}',
    '{"type":"act","id":"\\u0000","seen":0,"action":"\\u0000"}',
    '{"type":"act","id":"a","seen":0,"action":"resign now"}',
    '{"type":"act","id":"a","seen":0,"action":"knock ??: / / /"}',
    '{"type":"act","id":"a","seen":0,"action":"defense 4h 5h 6h / 4h 5h 6h"}',
    '{"type":"act","id":"a","seen":0,"action":"reshuffle ?? ??"}',
    '{"type":"act","id":"a","seen":0,"action":"show ??"}',
    '{"type":"act","id":"a","seen":0,"action":"big gin:"}',
    '{"type":"act","id":"<script>","seen":0,"action":"\\u202e"}',
    '{"type":"ready","id":"a","deal":9223372036854775807}',
    '{"type":"claim","id":"a"}',
    '{"type":"rematch","id":"a"}',
    '{"type":"hello","version":2}',
    '{"type":"hello","version":2,"seen":5}',
]


def test_each_bad_message_is_answered_and_changes_nothing(site: Site, pair: Seat) -> None:
    at = pair(site, first_dealer=1)

    async def story() -> None:
        one, two = [await who.join(at.table) for who in at.both]
        await one.ready()
        await two.ready()
        await one.settle()
        seq, state = one.seq, one.state
        for text in BAD + UNLIKELY:
            client = await at.host.join(at.table)
            await client.socket.send(text)
            await client.settle()
            [refused] = [message for message in client.messages if message["type"] == "refused"]
            assert refused["code"] and refused["seq"] == seq, text[:80]
            assert (refused["code"] == "bad-message") == (text in BAD), (text[:80], refused)
            assert client.state == state
            await client.close()
        await two.settle()
        assert (one.seq, two.seq) == (seq, seq)
        assert (await one.act("pass"))["type"] == "ack"

    play(story())


def test_the_first_message_must_be_hello(site: Site, pair: Seat) -> None:
    at = pair(site)

    async def story() -> None:
        for first, code in (
            ('{"type":"ping"}', "hello-first"),
            ('{"type":"act","id":"a","seen":0,"action":"resign"}', "hello-first"),
            ('{"type":"hello","version":1}', "wire-version"),
            ('{"type":"hello","seen":-1}', "bad-message"),
            ("hello", "bad-message"),
            (b"\x00\x01", "bad-message"),
            (b'{"type":"hello"}', "bad-message"),
        ):
            socket = await open_socket(site.url, at.table, at.host.cookie)
            await socket.send(first)
            assert await Client(socket).code() == (4000, code), first
        client = await at.host.join(at.table)
        await client.send(type="hello")
        await client.settle()
        assert client.answers[None]["code"] == "hello-once"

    play(story())


def test_binary_messages_are_refused(site: Site, pair: Seat) -> None:
    at = pair(site)

    async def story() -> None:
        client = await at.host.join(at.table)
        await client.socket.send(b'{"type":"ping"}')
        await client.settle()
        assert client.answers[None]["code"] == "bad-message"

    play(story())


def test_a_message_too_large_ends_the_connection(site: Site, pair: Seat) -> None:
    """By its code, where the rest of it does not run into the closed connection."""
    at = pair(site)

    async def story() -> None:
        for message, sure in (
            ("x" * (MESSAGE_BYTES + 1), True),
            (["x" * (MESSAGE_BYTES // 2)] * 3, True),
            ("x" * 2**20, False),
            ('{"type":"ping","t":' + " " * 2**20 + "1}", False),
        ):
            client = await at.host.join(at.table)
            with contextlib.suppress(ConnectionClosed):
                await client.socket.send(message)
            code, _ = await client.code()
            assert code == 1009 or (code is None and not sure)

    play(story())


def test_invalid_utf8_ends_the_connection(site: Site, pair: Seat) -> None:
    at = pair(site)

    async def story() -> None:
        client = await at.host.join(at.table)
        await client.socket.send(b'{"type":"ping\xff"}', text=True)
        assert (await client.code())[0] == 1007

    play(story())


def test_a_thousand_messages_a_second(own_site: Callable[..., Site], pair: Seat) -> None:
    """Over the rate each is refused, and soon the connection is closed; the other side plays on."""
    site = own_site(messages_per_second=20.0, message_burst=60)
    at = pair(site, first_dealer=1)

    async def story() -> None:
        one, two = [await who.join(at.table) for who in at.both]
        noisy = await at.host.join(at.table)

        async def shout() -> None:
            try:
                for i in range(1000):
                    await noisy.send(type="act", id=f"n{i}", seen=0, action="draw")
            except ConnectionClosed:
                return

        sending = asyncio.create_task(shout())
        assert await noisy.code() == (4000, "too-many-refusals")
        await sending
        codes = [message["code"] for message in noisy.messages if message["type"] == "refused"]
        assert codes.count("too-fast") == 20 and 60 <= codes.count("stale") < 90
        assert (await one.ready())["type"] == "ack"
        assert (await two.ready())["type"] == "ack"
        assert len(site.hub.tables[at.table].readers) == 2

    play(story())


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
NEAR = st.fixed_dictionaries(
    {"type": st.sampled_from(["hello", "act", "ready", "claim", "rematch", "ping", "x"])},
    optional={
        name: JSON | st.text(max_size=50) | st.integers(-2, 9)
        for name in ("id", "seen", "action", "deal", "nonce", "t", "version")
    },
)


@examples(400)
@given(JSON | NEAR)
def test_anything_decodes_or_raises_the_one_error(value: Any) -> None:
    error = None
    try:
        message = decode_client(json.dumps(value))
    except msgspec.DecodeError as raised:
        error = raised
    if error is not None:
        assert encode(RefusedMessage(None, "bad-message", "", {"text": str(error)[:200]}, 1))
    else:
        assert isinstance(value, dict) and type(message).__struct_config__.tag == value["type"]


@examples(400)
@given(st.binary(max_size=60) | st.text(max_size=60).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_bytes_decode_or_raise_the_one_error(data: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        decode_client(data)


@pytest.fixture(scope="module")
def table() -> Table:
    game = Game(Random(5), "friendly", {})
    steps = game.steps_of_a_match()
    for _ in range(9):
        game.apply(next(steps))
    return game.table


KINDS = [kind.kind for kind in get_args(Action)]
WORDS = st.sampled_from(
    [*KINDS, "defense", "on", ":", "/", "??", "Kc", "4h", "5h", "6h", "10s", "Zz", "é", "0"]
)


@examples(600)
@given(
    st.lists(WORDS, max_size=9).map(" ".join) | st.text(max_size=30),
    st.sampled_from((0, 1)),
)
def test_any_action_is_legal_or_refused_with_a_code(table: Table, action: str, seat: int) -> None:
    before = (table.seq, table.match)
    fault = None
    try:
        assert table.act(seat, action, lambda: b"\0" * 32)
    except HollyginError as error:
        fault = error.fault
    if fault is not None:
        assert fault.code and encode(RefusedMessage("a", fault.code, fault.clause, dict(fault.params), 1))
    assert (table.seq, table.match) == before


@examples(300)
@given(st.text(max_size=40))
def test_any_name_is_clean_or_refused(name: str) -> None:
    code = None
    try:
        clean = table_name(name)
    except HollyginError as error:
        code = error.code
    if code is not None:
        assert code in ("empty-name", "sign-in-name", "long-name")
    else:
        seen = clean.replace("\u200c", "").replace("\u200d", "")
        assert 1 <= len(clean) <= 24 and seen.isprintable() and clean == clean.strip()
        assert table_name(clean) == clean


def test_typed_messages_are_what_they_say() -> None:
    assert decode_client('{"type":"hello"}') == Hello()
    assert decode_client('{"type":"act","id":"a","seen":3,"action":"pass"}') == Act("a", 3, "pass")
    assert decode_client('{"type":"ready","id":"a","deal":1}') == ReadyFor("a", 1)
