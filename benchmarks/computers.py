"""Tables against the computer beside tables of people: how long the computer's answers and the people's moves take.

    python benchmarks/computers.py [--tables 10] [--opponent strong] [--pace 0] [--pause 0] [--seconds 20] [--people 20]

At each table one client plays the computer and moves ``--pace`` seconds after it is due (half to three halves of it), at once by default, which no
person does. An answer is timed from the sending of a move to the computer's first step after it, a turn to the moment when the client is
due again. ``--pause`` is the server's ``computer_pause``. Beside them two clients sit at each of ``--people`` tables and make ``--rate`` moves a second
in all. The server is a process of its own and measures how late its event loop is; it shares the machine with the clients.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import itertools
import os
import secrets
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any
from urllib.request import urlopen

import msgspec
import uvicorn
import uvloop
from clients import (
    HOST,
    Heard,
    Load,
    Server,
    Sitter,
    join,
    machine,
    make_tables,
    percentiles,
    post,
    seat_pairs,
    settings_of,
)

from hollygin.server.app import build_app
from hollygin.server.settings import Settings

_LOOK = 0.005
"""Seconds between two looks at the event loop."""


# The server


def serve_watched(settings: Settings) -> None:
    """The server, with its event loop watched."""
    uvicorn.run(
        Watched(build_app(settings)),
        host=HOST,
        port=settings.port,
        http="httptools",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        log_level="warning",
        lifespan="on",
        backlog=2048,
    )


class Watched:
    """An ASGI application that tells at ``/lag`` how late its event loop was since it was last asked."""

    def __init__(self, app: Callable[..., Awaitable[None]]) -> None:
        self.app = app
        self.late: list[float] = []
        self.watching: asyncio.Task[None] | None = None

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if self.watching is None:
            self.watching = asyncio.create_task(self._watch())
        if scope.get("path") != "/lag":
            await self.app(scope, receive, send)
            return
        late, self.late = self.late, []
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": msgspec.json.encode(late)})

    async def _watch(self) -> None:
        while True:
            due = time.perf_counter() + _LOOK
            await asyncio.sleep(_LOOK)
            self.late.append(time.perf_counter() - due)


def lag(server: Server) -> list[float]:
    """How late the event loop was at each look since the last call, in seconds."""
    with urlopen(f"{server.url}/lag") as answer:
        return msgspec.json.decode(answer.read(), type=list[float])


# The clients


@dataclass
class Answers:
    """What the computers have done, in seconds."""

    pace: float
    ids: itertools.count[int] = field(default_factory=itertools.count)
    random: Random = field(default_factory=lambda: Random(1))
    first: list[float] = field(default_factory=list)
    turns: list[float] = field(default_factory=list)
    refused: int = 0
    matches: int = 0
    begun: asyncio.Event = field(default_factory=asyncio.Event)


class Alone(Sitter):
    """One person against the computer."""

    def __init__(self, answers: Answers) -> None:
        super().__init__(0)
        self.answers = answers
        self.moved = 0.0
        self.own = self.answered = True

    def heard(self, heard: Heard) -> None:
        answers, state = self.answers, self.state
        if heard.type == "refused":
            answers.refused += 1
        if heard.state is None or state is None:
            return
        now = time.perf_counter()
        if heard.type == "step" and self.moved:
            if not self.own:
                self.own = True
            elif not self.answered:
                self.answered = True
                answers.first.append(now - self.moved)
                answers.begun.set()
        if state.over:
            answers.matches += 1
        if self.command() is None:
            return
        if self.moved and self.answered:
            answers.turns.append(now - self.moved)
        self.moved = 0.0
        wait = answers.pace * (0.5 + answers.random.random())
        asyncio.get_running_loop().call_later(wait, self.move)

    def move(self) -> None:
        command = self.command()
        if command is None:
            return
        self.moved = time.perf_counter()
        self.own = self.answered = False
        self.say(command, next(self.answers.ids))


async def sit_down(server: Server, answers: Answers, opponent: str, options: argparse.Namespace) -> Alone:
    """A new table against the computer."""
    cookie = secrets.token_urlsafe(24)
    body = {"name": "Anne", "profile": options.profile, "opponent": opponent}
    made = await asyncio.to_thread(post, f"{server.url}/api/tables", body, cookie)
    alone = Alone(answers)
    await join(server, made["table"], alone, cookie=cookie)
    return alone


async def measure(options: argparse.Namespace, database: str) -> None:
    settings = settings_of(options.port, database, computer_pause=options.pause)
    server = Server.start(options.port, serve_watched, settings)
    try:
        lag(server)
        first = Answers(options.pace)
        await sit_down(server, first, options.opponent, options)
        await first.begun.wait()
        print(
            f"first answer of the server: {first.first[0] * 1e3:.0f} ms, {told(lag(server))} late meanwhile"
        )
        answers = Answers(options.pace)
        first.pace = 1e9  # the first stays quiet from now on
        load = Load()
        seats, _ = make_tables(server, options.people)
        pairs = await seat_pairs(server, seats, load)
        for _ in range(options.tables):
            await sit_down(server, answers, options.opponent, options)
        await load.play(pairs, options.rate, round(options.rate * options.settle))
        answers.first.clear()
        answers.turns.clear()
        load.times.clear()
        lag(server)
        cpu, start, (ticks, stolen) = server.cpu(), time.perf_counter(), machine()
        await load.play(pairs, options.rate, round(options.rate * options.seconds))
        used, took, (ticks_after, stolen_after) = server.cpu() - cpu, time.perf_counter() - start, machine()
        print(
            f"{options.tables} tables against {options.opponent}, pace {options.pace} s, pause {options.pause} s:"
        )
        print(f"  {len(answers.first)} answers: {told(answers.first)}")
        print(f"  {len(answers.turns)} turns:   {told(answers.turns)}")
        print(f"  event loop late:  {told(lag(server))}")
        if load.times:
            print(f"  {len(load.times)} moves of people: {percentiles(load.times)}")
        print(
            f"  CPU {used / took:.0%} of a core; {(stolen_after - stolen) / (ticks_after - ticks):.0%} of the machine's time was not its "
            f"own; {answers.refused + load.refused} refused, {answers.matches} matches over"
        )
    finally:
        server.stop()


def told(times: list[float]) -> str:
    if len(times) < 2:
        return "too few"
    cuts = quantiles(times, n=100, method="inclusive")
    named = {"p50": cuts[49], "p95": cuts[94], "p99": cuts[98], "max": max(times)}
    return ", ".join(f"{name} {one * 1e3:.0f} ms" for name, one in named.items())


def main() -> None:
    gc.disable()
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--opponent", default="strong")
    parser.add_argument("--profile", default="club")
    parser.add_argument("--pace", type=float, default=0.0, help="seconds that a person takes over a move")
    parser.add_argument("--pause", type=float, default=0.0, help="the server's computer_pause")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--settle", type=float, default=4, help="seconds before the clock starts")
    parser.add_argument("--people", type=int, default=20, help="tables of two people")
    parser.add_argument("--rate", type=float, default=50, help="moves of people a second")
    parser.add_argument("--port", type=int, default=8765)
    options = parser.parse_args()
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as folder:
        uvloop.run(measure(options, str(Path(folder) / "tables.db")))


if __name__ == "__main__":
    main()
