"""A table server as a process of its own, and clients that play at its tables; shared by the benchmarks of the server."""

from __future__ import annotations

import asyncio
import itertools
import multiprocessing
import os
import secrets
import time
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from pathlib import Path
from statistics import quantiles
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from hollygin.cards import parse_card
from hollygin.server.settings import Settings

HOST = "127.0.0.1"
COOKIE = "hollygin_seat"

# What a client of the benchmark reads of a message; the rest is skipped.


class Ending(msgspec.Struct):
    action: str


class Laid(msgspec.Struct):
    card: str
    meld: str


class Due(msgspec.Struct):
    legal: list[str]
    endings: list[Ending]
    defense: list[str] | None
    layoffs: list[Laid] | None


class Deal(msgspec.Struct):
    phase: str
    melds: list[str] | None
    due: Due | None


class State(msgspec.Struct):
    number: int
    waiting: bool
    ready: tuple[bool, bool]
    over: bool
    deal: Deal | None


class Heard(msgspec.Struct):
    type: str
    seq: int = 0
    code: str = ""
    state: State | None = None


decode = msgspec.json.Decoder(Heard).decode


def choose(deal: Deal, due: Due) -> str:
    """End as soon as may be, defend best, throw the dearest loose card."""
    if due.endings:
        return due.endings[0].action
    if due.defense is not None:
        return f"spread {' / '.join(due.defense)}".strip()
    if due.layoffs is not None:
        return f"layoff {due.layoffs[0].card} on {due.layoffs[0].meld}" if due.layoffs else "done"
    throws = [action for action in due.legal if action.startswith("discard ")]
    if not throws:
        return due.legal[0 if deal.phase == "draw" else -1]
    melded = {card for meld in deal.melds or () for card in meld.split()}
    loose = [action for action in throws if action.split()[1] not in melded]
    return max(loose or throws, key=lambda action: parse_card(action.split()[1]).points)


def settings_of(port: int, database: str, **more: Any) -> Settings:
    """Settings under which nobody meets a limit."""
    return Settings(
        host=HOST,
        port=port,
        database=database,
        messages_per_second=1_000_000,
        message_burst=1_000_000,
        connections_per_address=100_000,
        tables_per_hour=1_000_000,
        **more,
    )


@dataclass
class Server:
    """A server process, with what it uses."""

    process: BaseProcess
    url: str

    @classmethod
    def start(cls, port: int, target: Any, *arguments: Any) -> Server:
        process = multiprocessing.get_context("spawn").Process(target=target, args=arguments)
        process.start()
        server = cls(process, f"http://{HOST}:{port}")
        until = time.monotonic() + 60
        while time.monotonic() < until:
            try:
                with urlopen(f"{server.url}/api/health", timeout=5):
                    return server
            except (URLError, OSError):
                time.sleep(0.05)
        raise SystemExit("the server did not start")

    def cpu(self) -> float:
        """Processor time in seconds."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Resident memory in bytes."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def stop(self) -> None:
        self.process.kill()
        self.process.join()


class Sitter(WSListener):
    """The connection of one seat: it knows what is due, and is told what it hears."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.state: State | None = None
        self.seq = 0
        self.due_since = 0
        self.welcomed = asyncio.get_running_loop().create_future()

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport
        transport.send(WSMsgType.TEXT, b'{"type":"hello"}')

    def on_ws_frame(self, _transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT:
            return
        heard = decode(frame.get_payload_as_memoryview())
        if heard.state is not None:
            self.state, self.seq = heard.state, heard.seq
            if not self.welcomed.done():
                self.welcomed.set_result(None)
        self.heard(heard)

    def heard(self, heard: Heard) -> None:
        """A message has come; its state is known already."""

    def command(self) -> str | None:
        """The next command as its fields; None if none is due, or if it has been sent."""
        state = self.state
        if state is None or state.over or self.due_since == self.seq:
            return None
        if state.waiting:
            return None if state.ready[self.seat] else f'"type":"ready","deal":{state.number},"nonce":"ab12"'
        if state.deal is None or state.deal.due is None:
            return None
        return f'"type":"act","seen":{self.seq},"action":"{choose(state.deal, state.deal.due)}"'

    def say(self, command: str, name: int) -> None:
        """Send a command."""
        self.due_since = self.seq
        self.transport.send(WSMsgType.TEXT, f'{{"id":"{name}",{command}}}'.encode())


class Player(Sitter):
    """One of two seats; ``other`` is told when a move of its own is on the way."""

    def __init__(self, load: Load, seat: int) -> None:
        super().__init__(seat)
        self.load = load
        self.expects: float | None = None
        self.other: Player = self

    def heard(self, heard: Heard) -> None:
        if heard.type == "refused":
            self.load.refused += 1
        if self.expects is not None and heard.type == "step":
            self.load.times.append(time.perf_counter() - self.expects)
            self.expects = None

    def move(self) -> bool:
        """Make the move that is due, once."""
        command = self.command()
        if command is None:
            return False
        assert self.state is not None
        deal = self.state.deal
        if deal is None or deal.phase not in ("spread", "layoff"):  # a defender is hidden until they are done
            self.other.expects = time.perf_counter()
        self.say(command, next(self.load.ids))
        return True


@dataclass
class Load:
    """Moves at a fixed rate, in turn over all tables."""

    times: list[float] = field(default_factory=list)
    ids: itertools.count[int] = field(default_factory=itertools.count)
    moves: int = 0
    late: int = 0
    refused: int = 0

    async def play(self, pairs: list[tuple[Player, Player]], rate: float, moves: int) -> None:
        start = time.perf_counter()
        for number in range(moves):
            ahead = start + number / rate - time.perf_counter()
            if ahead > 0:
                await asyncio.sleep(ahead)
            elif number % 20 == 0:
                await asyncio.sleep(0)
            one, two = pairs[number % len(pairs)]
            if one.move() or two.move():
                self.moves += 1
            else:
                self.late += 1
        await asyncio.sleep(1.0)


def post(url: str, body: dict[str, Any], cookie: str) -> dict[str, Any]:
    headers = {"content-type": "application/json", "cookie": f"{COOKIE}={cookie}"}
    with urlopen(Request(url, msgspec.json.encode(body), headers)) as answer:
        found: dict[str, Any] = msgspec.json.decode(answer.read())
        return found


async def join(server: Server, table: str, listener: Any, *, cookie: str = "", key: str = "") -> Any:
    address = f"{server.url.replace('http', 'ws', 1)}/api/tables/{table}/socket?key={key}"
    headers = {"cookie": f"{COOKIE}={cookie}"}
    _, found = await ws_connect(
        lambda: listener, address, extra_headers=headers, websocket_handshake_timeout=60
    )
    return found


def machine() -> tuple[int, int]:
    """Ticks of all cores since the start, and those that the host of a virtual machine gave to others."""
    ticks = [int(field) for field in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
    return sum(ticks), ticks[7]


def percentiles(times: list[float]) -> str:
    cuts = quantiles(times, n=1000)
    return f"p50 {cuts[499] * 1e3:.1f} ms, p99 {cuts[989] * 1e3:.1f} ms, p99.9 {cuts[998] * 1e3:.1f} ms"


def make_tables(server: Server, count: int) -> tuple[dict[str, tuple[str, str]], dict[str, str]]:
    """Tables with both seats taken: the cookies of each, and the keys of their spectators."""
    seats: dict[str, tuple[str, str]] = {}
    watch: dict[str, str] = {}
    for _ in range(count):
        host, guest = secrets.token_urlsafe(24), secrets.token_urlsafe(24)
        made = post(f"{server.url}/api/tables", {"name": "Anne", "profile": "club"}, host)
        key = made["invite"].partition("key=")[2]
        post(f"{server.url}/api/tables/{made['table']}/seat", {"key": key, "name": "Bob"}, guest)
        seats[made["table"]] = (host, guest)
        watch[made["table"]] = made["watch"].partition("key=")[2]
    return seats, watch


async def seat_pairs(
    server: Server, seats: dict[str, tuple[str, str]], load: Load
) -> list[tuple[Player, Player]]:
    """Both seats of each table, connected."""
    pairs = []
    for table, cookies in seats.items():
        one, two = (Player(load, seat) for seat in (0, 1))
        one.other, two.other = two, one
        for player, cookie in zip((one, two), cookies, strict=True):
            await join(server, table, player, cookie=cookie)
            await player.welcomed
        pairs.append((one, two))
    return pairs
