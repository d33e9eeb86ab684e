"""Clients for the tests: a visitor with cookies, a connection that plays, and a bot that is quick to end deals."""

import asyncio
import itertools
import json
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any, Self, TypeVar

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from hollygin.cards import parse_card
from hollygin.server.web.visitors import COOKIE

Message = dict[str, Any]

T = TypeVar("T")

_numbers = itertools.count()
_open: list[ClientConnection] = []

PATIENCE = 20.0


class Visitor:
    """A browser: its cookies, and the HTTP side."""

    def __init__(self, url: str, cookie: str | None = None) -> None:
        self.url = url
        self.http = httpx.Client(base_url=url, timeout=PATIENCE)
        if cookie is not None:
            self.http.cookies.set(COOKIE, cookie)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    @property
    def cookie(self) -> str | None:
        return self.http.cookies.get(COOKIE)

    def post(self, path: str, **body: Any) -> httpx.Response:
        return self.http.post(f"/api/tables{path}", json=body)

    def create(self, **body: Any) -> Message:
        made: Message = self.post("", **{"name": "Anne", **body}).raise_for_status().json()
        return made

    def sit(self, made: Message, name: str = "Bob") -> httpx.Response:
        return self.post(f"/{made['table']}/seat", key=key_of(made["invite"]), name=name)

    def look(self, table: str, link: str | None = None) -> httpx.Response:
        return self.http.get(f"/api/tables/{table}", params={"key": key_of(link)} if link else {})

    async def join(self, table: str, *, link: str | None = None, seen: int = 0, **more: Any) -> "Client":
        """A socket that has been welcomed."""
        socket = await open_socket(self.url, table, self.cookie, link, **more)
        client = Client(socket)
        await client.send(type="hello", seen=seen)
        await client.until(lambda client: bool(client.welcome))
        return client


async def open_socket(
    url: str,
    table: str,
    cookie: str | None = None,
    link: str | None = None,
    what: str = "tables",
    **more: Any,
) -> ClientConnection:
    """A socket of a table, or a score sheet, before anything is said."""
    query = f"?key={key_of(link)}" if link else ""
    headers = {"Cookie": f"{COOKIE}={cookie}"} if cookie else {}
    address = f"{url.replace('http', 'ws', 1)}/api/{what}/{table}/socket{query}"
    socket = await connect(
        address,
        **{"additional_headers": headers, "compression": None, "max_size": None, "max_queue": None, **more},
    )
    _open.append(socket)
    return socket


def play(story: Coroutine[Any, Any, T]) -> T:
    """Run a story to its end, and close the sockets that it has opened."""

    async def run() -> T:
        try:
            return await story
        finally:
            while _open:
                await _open.pop().close()

    return asyncio.run(run())


def key_of(link: str) -> str:
    return link.partition("key=")[2]


class Client:
    """A connection to a table, which remembers what it was told."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.welcome: Message = {}
        self.state: Message = {}
        self.seq = 0
        self.presence: list[Message] = []
        self.lines: list[Message] = []
        self.happened: list[Message] = []
        self.raw: list[str] = []
        self.answers: dict[str | None, Message] = {}
        self.messages: list[Message] = []

    @property
    def seat(self) -> int | None:
        seat: int | None = self.welcome["seat"]
        return seat

    @property
    def due(self) -> Message | None:
        """What is due from this seat."""
        deal = self.state["deal"]
        due: Message | None = None if deal is None or self.state["over"] else deal["due"]
        return due

    async def send(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def read(self) -> Message:
        """The next message, taken in."""
        async with asyncio.timeout(PATIENCE):
            text = await self.socket.recv()
        assert isinstance(text, str)
        self.raw.append(text)
        message: Message = json.loads(text)
        self.messages.append(message)
        match message["type"]:
            case "welcome":
                self.welcome = message
                self.seq, self.state, self.presence = message["seq"], message["state"], message["presence"]
                self.lines, self.happened = list(message["lines"]), list(message["missed"])
            case "step":
                assert message["seq"] > self.seq
                self.seq, self.state = message["seq"], message["state"]
                self.happened += message["happened"]
                self.lines += [news["line"] for news in message["happened"] if news["line"]]
            case "ack" | "refused":
                self.answers[message["id"]] = message
            case "presence":
                self.presence = message["presence"]
        return message

    async def until(self, holds: Callable[["Client"], bool]) -> None:
        """Read until something holds."""
        while not holds(self):
            await self.read()

    async def settle(self) -> None:
        """Read all that the server has to say so far."""
        mark = float(next(_numbers))
        await self.send(type="ping", t=mark)
        while (message := await self.read())["type"] != "pong" or message["t"] != mark:
            pass

    async def say(self, kind: str, *, id: str | None = None, **fields: Any) -> Message:  # noqa: A002
        """A command, and its answer."""
        name = id or f"c{next(_numbers)}"
        self.answers.pop(name, None)
        await self.send(type=kind, id=name, **fields)
        await self.until(lambda client: name in client.answers)
        return self.answers[name]

    async def act(self, action: str, **fields: Any) -> Message:
        """An action, decided on the newest state unless ``seen`` says otherwise."""
        if "seen" not in fields:
            await self.settle()
        return await self.say("act", **{"seen": self.seq, "action": action, **fields})

    async def ready(self, nonce: str = "ab12") -> Message:
        return await self.say("ready", deal=self.state["number"], nonce=nonce)

    async def close(self) -> None:
        await self.socket.close()

    def drop(self) -> None:
        """Gone without a word, as a phone in a tunnel."""
        self.socket.transport.abort()

    async def code(self) -> tuple[int | None, str | None]:
        """Read to the end: the code of the closing frame, and that of the last message."""
        bye = None
        try:
            while True:
                message = await self.read()
                if message["type"] == "bye":
                    bye = message["code"]
        except ConnectionClosed as closed:
            return (None if closed.rcvd is None else closed.rcvd.code), bye


def choose(state: Message) -> str:
    """A quick way to play: end as soon as may be, defend best, throw the dearest loose card."""
    deal = state["deal"]
    due = deal["due"]
    if due["endings"]:
        return str(due["endings"][0]["action"])
    if due["defense"] is not None:
        return f"defense {' / '.join(due['defense'])}".strip()
    if due["layoffs"] is not None:
        laid = due["layoffs"]
        return f"layoff {laid[0]['card']} on {laid[0]['meld']}" if laid else "done"
    throws = [action for action in due["legal"] if action.startswith("discard ")]
    if not throws:
        return str(due["legal"][-1 if deal["phase"] != "draw" else 0])
    melded = {card for meld in deal["melds"] for card in meld.split()}
    loose = [action for action in throws if action.split()[1] not in melded]
    dearest: str = max(loose or throws, key=lambda action: parse_card(action.split()[1]).points)
    return dearest


async def move(*clients: Client, passes: float = 0.0, random: Random | None = None) -> None:
    """One move of whoever of the first two is due, seen by all; upcards are passed at the rate given."""
    for client in clients:
        await client.settle()
    async with asyncio.timeout(PATIENCE):
        while not (
            any(client.due for client in clients[:2]) or all(client.state["waiting"] for client in clients)
        ):
            for client in clients:  # what was done at another worker may take a moment
                await client.settle()
    if not any(client.due for client in clients[:2]):
        for client in clients[:2]:
            if not client.state["ready"][client.seat or 0]:
                assert (await client.ready())["type"] == "ack"
    else:
        [due] = [client for client in clients[:2] if client.due]
        upcard = due.state["deal"]["phase"].startswith("upcard")
        action = "pass" if upcard and random and random.random() < passes else choose(due.state)
        assert (await due.act(action))["type"] == "ack"
    for client in clients:
        await client.settle()


async def until(holds: Callable[[], bool]) -> None:
    """Wait for something that nobody is told of."""
    async with asyncio.timeout(PATIENCE):
        while not holds():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def play_on(
    client: Client, done: Callable[[Client], bool] = lambda client: client.state["over"]
) -> None:
    """Play a seat until something holds, by default until the match is over."""
    asked = -1
    while not done(client):
        if client.state["waiting"] and not client.state["ready"][client.seat or 0]:
            if asked != client.seq:
                asked = client.seq
                await client.send(
                    type="ready", id=f"r{next(_numbers)}", deal=client.state["number"], nonce="ab12"
                )
        elif client.due and asked != client.seq:
            asked = client.seq
            await client.send(
                type="act", id=f"a{next(_numbers)}", seen=client.seq, action=choose(client.state)
            )
        await client.read()
