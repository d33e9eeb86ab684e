"""The table server under load, beside a bare echo server in the same run.

    python benchmarks/tables.py [--tables 500] [--rate 1000] [--seconds 20] [--idle 5000] [--database FILE]

Two clients sit at each table and play, some tables further on than others; moves come at a fixed rate, whether the server keeps up or not, and the time is
taken from the sending of a move to its arrival at the other side. Then idle connections are held. Client and server
are two processes; the server's processor time and memory are read from ``/proc``.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import itertools
import multiprocessing
import os
import resource
import secrets
import tempfile
import time
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

import msgspec
import uvicorn
import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from hollygin.cards import parse_card
from hollygin.server.run import run
from hollygin.server.settings import Settings

HOST = "127.0.0.1"
COOKIE = "hollygin_seat"
_APART = 40
"""So many moves tables may be apart at the start, so that they do not all deal at the same moment."""

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


# The servers


def serve(settings: Settings) -> None:
    run(settings, 1, lambda _: None)


async def echo(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """A bare ASGI application that sends back what it gets."""
    if scope["type"] == "lifespan":
        while True:
            message = await receive()
            await send({"type": f"{message['type']}.complete"})
            if message["type"] == "lifespan.shutdown":
                return
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"{}"})
        return
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message["text"]})


def serve_echo(port: int) -> None:
    uvicorn.run(
        echo,
        host=HOST,
        port=port,
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        log_level="warning",
        backlog=2048,
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


# The clients


class Player(WSListener):
    """One seat: knows when it is due; ``other`` is told when a move of its own is on the way."""

    def __init__(self, load: Load, seat: int) -> None:
        self.load, self.seat = load, seat
        self.state: State | None = None
        self.seq = 0
        self.due_since = 0
        self.expects: float | None = None
        self.other: Player = self
        self.welcomed = asyncio.get_running_loop().create_future()

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport
        transport.send(WSMsgType.TEXT, b'{"type":"hello"}')

    def on_ws_frame(self, _transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT:
            return
        heard = decode(frame.get_payload_as_memoryview())
        if heard.type == "refused":
            self.load.refused += 1
        if heard.state is None:
            return
        if self.expects is not None and heard.type == "step":
            self.load.times.append(time.perf_counter() - self.expects)
            self.expects = None
        self.state, self.seq = heard.state, heard.seq
        if not self.welcomed.done():
            self.welcomed.set_result(None)

    def move(self) -> bool:
        """Make the move that is due, once."""
        state = self.state
        if state is None or state.over or self.due_since == self.seq:
            return False
        if state.waiting:
            if state.ready[self.seat]:
                return False
            message = f'{{"type":"ready","id":"{next(self.load.ids)}","deal":{state.number},"nonce":"ab12"}}'
        elif state.deal is not None and state.deal.due is not None:
            action = choose(state.deal, state.deal.due)
            message = f'{{"type":"act","id":"{next(self.load.ids)}","seen":{self.seq},"action":"{action}"}}'
        else:
            return False
        self.due_since = self.seq
        hidden = state.deal is not None and state.deal.phase in ("spread", "layoff")
        if not hidden:  # a defender is not seen before he is done
            self.other.expects = time.perf_counter()
        self.transport.send(WSMsgType.TEXT, message.encode())
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


class Echoed(WSListener):
    """A connection to the echo server."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.sent = 0.0

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, _transport: WSTransport, _frame: WSFrame) -> None:
        self.times.append(time.perf_counter() - self.sent)

    def send(self, data: bytes) -> None:
        self.sent = time.perf_counter()
        self.transport.send(WSMsgType.TEXT, data)


class Idle(WSListener):
    """A spectator who only listens."""

    def __init__(self) -> None:
        self.open = True
        self.welcomed = asyncio.get_running_loop().create_future()

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport
        transport.send(WSMsgType.TEXT, b'{"type":"hello"}')

    def on_ws_frame(self, _transport: WSTransport, _frame: WSFrame) -> None:
        if not self.welcomed.done():
            self.welcomed.set_result(None)

    def on_ws_disconnected(self, _transport: WSTransport) -> None:
        self.open = False


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


async def measure_echo(options: argparse.Namespace) -> None:
    server = Server.start(options.port + 1, serve_echo, options.port + 1)
    try:
        address = f"{server.url.replace('http', 'ws', 1)}/"
        connections = [Echoed() for _ in range(2 * options.tables)]
        for connection in connections:
            await ws_connect(lambda c=connection: c, address)
        data = b'{"type":"act","id":"12345","seen":123,"action":"discard Kc"}'
        cpu, start = server.cpu(), time.perf_counter()
        for number in range(int(options.rate * options.seconds)):
            ahead = start + number / options.rate - time.perf_counter()
            if ahead > 0:
                await asyncio.sleep(ahead)
            connections[number % len(connections)].send(data)
        await asyncio.sleep(0.5)
        times = [one for connection in connections for one in connection.times]
        print(
            f"bare echo: {len(times)} messages, {percentiles(times)}, CPU {(server.cpu() - cpu) / len(times) * 1e6:.0f} µs a message"
        )
    finally:
        server.stop()


async def measure_tables(options: argparse.Namespace, database: str) -> None:
    settings = Settings(
        host=HOST,
        port=options.port,
        database=database,
        messages_per_second=1e6,
        message_burst=1_000_000,
        connections_per_address=100_000,
        tables_per_hour=1_000_000,
    )
    server = Server.start(options.port, serve, settings)
    try:
        empty = server.memory()
        seats, watch = make_tables(server, options.tables)
        full = server.memory()
        print(
            f"memory: {empty / 2**20:.0f} MiB without tables, {(full - empty) / options.tables / 1024:.1f} KiB a table before its first deal"
        )
        load = Load()
        pairs = []
        for table, cookies in seats.items():
            one, two = (Player(load, seat) for seat in (0, 1))
            one.other, two.other = two, one
            for player, cookie in zip((one, two), cookies, strict=True):
                await join(server, table, player, cookie=cookie)
                await player.welcomed
            pairs.append((one, two))
        warm = Load()
        for pair in pairs:
            for player in pair:
                player.load = warm
        chance = Random(1)
        ahead = [(chance.randrange(_APART), pair) for pair in pairs]
        order = [pair for turn in range(_APART) for moves, pair in ahead if turn < moves]
        await warm.play(order, options.rate, len(order))
        for pair in pairs:
            for player in pair:
                player.load = load
        load.ids = warm.ids
        cpu, start, (ticks, stolen) = server.cpu(), time.perf_counter(), machine()
        await load.play(pairs, options.rate, round(options.rate * options.seconds))
        used, took, (ticks_after, stolen_after) = server.cpu() - cpu, time.perf_counter() - start, machine()
        print(
            f"tables: {len(pairs)}, {load.moves} moves in {options.seconds:.0f} s ({load.late} turns skipped because a move was still "
            f"on its way, {load.refused} refused), {percentiles(load.times)} from a move to the other side, "
            f"CPU {used / load.moves * 1e6:.0f} µs a move ({used / took:.0%} of a core); "
            f"{(stolen_after - stolen) / (ticks_after - ticks):.0%} of the machine's time was not its own"
        )
        grown = server.memory()
        print(
            f"memory: {(grown - empty) / options.tables / 1024:.1f} KiB a table in play, its two connections included"
        )
        if options.idle:
            await hold(server, watch, options.idle)
    finally:
        server.stop()


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


async def hold(server: Server, watch: dict[str, str], count: int) -> None:
    """Idle connections: their memory, and what they cost while nothing happens."""
    before = server.memory()
    idle = []
    for table, _ in zip(itertools.cycle(watch), range(count), strict=False):
        listener = Idle()
        await join(server, table, listener, key=watch[table])
        await listener.welcomed
        idle.append(listener)
    memory, cpu, start = server.memory() - before, server.cpu(), time.perf_counter()
    await asyncio.sleep(25.0)
    cost = (server.cpu() - cpu) / (time.perf_counter() - start)
    still = sum(listener.open for listener in idle)
    print(
        f"idle: {still} of {count} connections open after 25 s, {memory / count / 1024:.1f} KiB each, "
        f"{cost:.1%} of a core with a heartbeat every 20 s"
    )


def main() -> None:
    gc.disable()  # a collection of what a thousand clients hold would be timed with the moves
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rate", type=float, default=1000, help="moves a second")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--idle", type=int, default=5000)
    parser.add_argument("--database", help="a new SQLite file or a URL; a temporary file by default")
    parser.add_argument("--port", type=int, default=8765)
    options = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    if hard < options.idle + 2 * options.tables + 500:
        raise SystemExit(f"too few file descriptors allowed: {soft} of {hard}; see ulimit -n")
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as folder:
        uvloop.run(measure_echo(options))
        uvloop.run(measure_tables(options, options.database or f"{folder}/tables.db"))
    print(f"load average {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
