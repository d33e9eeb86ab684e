"""A server for the tests: in a thread with its own event loop, or in a process that can be killed."""

import asyncio
import multiprocessing
import os
import socket
import threading
import time
from collections.abc import Coroutine
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Self, TypeVar

import httpx
import uvicorn

from hollygin.server.app import build_app
from hollygin.server.run import MESSAGE_BYTES, run
from hollygin.server.settings import Settings
from hollygin.server.tables.hub import Hub

T = TypeVar("T")

FAST: dict[str, Any] = {
    "computer_pause": 0.0,
    "away_grace": 0.1,
    "messages_per_second": 1e5,
    "message_burst": 100_000,
    "tables_per_hour": 100_000,
}
"""Settings under which nobody waits."""

_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload([__name__])


def listen(port: int = 0) -> socket.socket:
    """A listening socket on a port, or on a free one."""
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", port))
    return listener


class Site:
    """A server in a thread of this process; ``hub`` can be looked into."""

    def __init__(self, send_buffer: int | None = None, **settings: Any) -> None:
        self.settings = Settings(**{**FAST, **settings})
        self.server = uvicorn.Server(
            uvicorn.Config(
                build_app(self.settings),
                ws="websockets-sansio",
                ws_per_message_deflate=False,
                ws_max_size=MESSAGE_BYTES,
                log_config=None,
                access_log=False,
            )
        )
        listener = listen()
        if send_buffer is not None:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
        self.url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        self.loop: asyncio.AbstractEventLoop | None = None
        self.thread = threading.Thread(target=lambda: self._run(listener), name="site")

    def _run(self, listener: socket.socket) -> None:
        async def serve() -> None:
            self.loop = asyncio.get_running_loop()
            await self.server.serve([listener])

        asyncio.run(serve())

    @property
    def hub(self) -> Hub:
        hub: Hub = self.server.config.app.state.hub  # type: ignore[union-attr]
        return hub

    def __enter__(self) -> Self:
        self.thread.start()
        until = time.monotonic() + 20
        while not self.server.started:
            assert self.thread.is_alive() and time.monotonic() < until, "the server did not start"
            time.sleep(0.01)
        return self

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self.thread.join()

    def call(self, work: Coroutine[Any, Any, T]) -> T:
        """Run something in the server's own event loop."""
        assert self.loop is not None
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(20)


def _serve(settings: dict[str, Any], port: int, log: str) -> None:
    file = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(file, 1)
    os.dup2(file, 2)
    run(Settings(port=port, **settings), print)


class Process:
    """A server in a process of its own, which can be killed and started again on the same port."""

    def __init__(self, log: Path, **settings: Any) -> None:
        self.settings = {**FAST, **settings}
        self.log = log
        with listen() as free:
            self.port: int = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: BaseProcess | None = None

    def start(self) -> None:
        self.process = _FORKS.Process(target=_serve, args=(self.settings, self.port, str(self.log)))
        self.process.start()
        until = time.monotonic() + 30
        while True:
            assert self.process.is_alive() and time.monotonic() < until, self.log.read_text()
            try:
                httpx.get(f"{self.url}/api/health", timeout=5).raise_for_status()
            except httpx.HTTPError:
                time.sleep(0.02)
            else:
                return

    def kill(self) -> None:
        """As ``kill -9``."""
        assert self.process is not None
        self.process.kill()
        self.process.join()
        self.process.close()
        self.process = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.process is not None:
            self.kill()
