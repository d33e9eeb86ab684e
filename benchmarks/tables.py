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
import os
import resource
import tempfile
import time
from random import Random
from typing import Any

import uvicorn
import uvloop
from clients import HOST, Load, Server, join, machine, make_tables, percentiles, seat_pairs, settings_of
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from hollygin.server.run import run
from hollygin.server.settings import Settings

_APART = 40
"""The most moves that tables are apart at the start, so that they do not all deal at the same moment."""

# The servers


def serve(settings: Settings) -> None:
    run(settings, lambda _: None)


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


# The clients


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
    settings = settings_of(options.port, database)
    server = Server.start(options.port, serve, settings)
    try:
        empty = server.memory()
        seats, watch = make_tables(server, options.tables)
        full = server.memory()
        print(
            f"memory: {empty / 2**20:.0f} MiB without tables, {(full - empty) / options.tables / 1024:.1f} KiB a table before its first deal"
        )
        load = Load()
        pairs = await seat_pairs(server, seats, load)
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
