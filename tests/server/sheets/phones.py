"""Phones for the tests of the score sheets: whoever has the link follows and writes."""

import asyncio
import itertools
import json
from typing import Any, Self

import httpx
from websockets.asyncio.client import ClientConnection

from tests.server.client import PATIENCE, Message, open_socket
from tests.server.launch import Process, Site

_numbers = itertools.count()

http = httpx.Client(timeout=PATIENCE)
"""One for all: making one takes longer than asking."""

TWO: Message = {"players": ["Anne", "Bob"], "first_dealer": 0}


def open_sheet(site: Site | Process, **body: Any) -> str:
    """A new sheet; its name."""
    answer = http.post(f"{site.url}/api/scores", json=TWO | body).raise_for_status()
    name: str = answer.json()["score"]
    assert answer.json()["link"] == f"/s/{name}"
    return name


def told(*tables: Message) -> Message:
    """An entry of one table, or of both."""
    return {"tables": [*tables]}


def by_points(points: float = 0, **more: Any) -> Message:
    """The points of a table; without a winner and points it is void."""
    return {"by": "points", "points": points, **(more or {"outcome": "void"})}


def knocked(knocker: int, *deadwood: int, **more: Any) -> Message:
    """The deadwoods of a table at which somebody knocked."""
    return {"by": "deadwood", "ending": "knock", "knocker": knocker, "deadwood": deadwood, **more}


def won(winner: int, points: int) -> Message:
    """An entry by its points alone."""
    return told(by_points(points, winner=winner))


VOID = told(by_points())


class Phone:
    """A connection to a sheet, which remembers what it was told."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.seq = 0
        self.state: Message = {}
        self.answers: dict[str | None, Message] = {}

    @classmethod
    async def join(cls, site: Site | Process, score: str, seen: int = 0) -> Self:
        """A phone that has been told the sheet."""
        phone = cls(await open_socket(site.url, score, what="scores"))
        await phone.send(type="hello", seen=seen)
        while not phone.state:
            await phone.read()
        return phone

    @property
    def lines(self) -> list[Message]:
        lines: list[Message] = self.state["lines"]
        return lines

    @property
    def ids(self) -> list[str]:
        return [line["id"] for line in self.lines]

    async def send(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def read(self) -> Message:
        async with asyncio.timeout(PATIENCE):
            message: Message = json.loads(await self.socket.recv())
        if message["type"] == "score":
            assert message["seq"] >= self.seq
            self.seq, self.state = message["seq"], message["state"]
        elif message["type"] in ("ack", "refused"):
            self.answers[message["id"]] = message
        return message

    async def say(self, kind: str, *, id: str | None = None, **fields: Any) -> Message:  # noqa: A002
        """A command, and its answer."""
        name = id or f"c{next(_numbers)}"
        self.answers.pop(name, None)
        await self.send(type=kind, id=name, **fields)
        while name not in self.answers:
            await self.read()
        return self.answers[name]

    async def add(self, name: str, entry: Message, **fields: Any) -> Message:
        return await self.say("add", entry_id=name, entry=entry, **fields)

    async def catch_up(self, seq: int) -> None:
        """Read until a step has come here."""
        while self.seq < seq:
            await self.read()
