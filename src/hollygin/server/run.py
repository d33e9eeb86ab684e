"""Runs the server: checks the database, listens, and stops cleanly."""

from __future__ import annotations

import asyncio
import os
import socket
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any, Final
from urllib.error import URLError
from urllib.request import urlopen

import alembic.util
import sqlalchemy as sa
import uvicorn
from uvicorn.supervisors import Multiprocess

from hollygin.errors import CannotServe, Fault
from hollygin.extras import install_line
from hollygin.server.app import build_app
from hollygin.server.logs import LOGGING
from hollygin.server.settings import Settings
from hollygin.server.storage.store import Store

MESSAGE_BYTES: Final = 16_384
"""The largest message of a socket; a larger one ends the connection."""

_BACKLOG: Final = 2048
_GRACE: Final = 5
_READY_WITHIN: Final = 60.0
_WORKER_SILENT: Final = 30
"""Seconds without an answer after which a worker is started again. On a busy machine its imports take several."""

Announce = Callable[[str], None]


def run(settings: Settings, announce: Announce) -> None:
    """Serve until the process is told to stop. Call ``announce`` with the address once the server answers.

    Raises CannotServe (``bad-database``, ``unknown-database``, ``newer-database``, ``postgresql-extra-missing``, ``workers-need-postgresql``, ``cannot-listen``,
    ``not-started``) and KeyboardInterrupt on Ctrl-C.
    """
    shared = asyncio.run(_check_database(settings.database))
    if settings.workers > 1 and not shared:
        raise CannotServe(Fault("workers-need-postgresql"))
    with _listen(settings.host, settings.port) as listener:
        config = uvicorn.Config(
            partial(build_app, settings),
            factory=True,
            workers=settings.workers,
            http="httptools",
            ws="websockets-sansio",
            ws_max_size=MESSAGE_BYTES,
            ws_per_message_deflate=False,
            lifespan="on",
            log_config=LOGGING,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            backlog=_BACKLOG,
            timeout_graceful_shutdown=_GRACE,
            timeout_worker_healthcheck=_WORKER_SILENT,
        )
        address = _address(listener)
        if settings.workers > 1:
            _Workers(config, [listener]).run_and_announce(partial(announce, address), address)
            return
        server = _Server(config, partial(announce, address))
        server.run([listener])
        if not server.started:
            raise CannotServe(Fault("not-started"))


class _Server(uvicorn.Server):
    """A server that says when it answers."""

    def __init__(self, config: uvicorn.Config, on_start: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_start = on_start

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        if self.started:
            self._on_start()


class _Workers(Multiprocess):
    """Several server processes on one socket."""

    _interrupted = False

    def run_and_announce(self, on_start: Callable[[], None], address: str) -> None:
        """Run the workers until told to stop. Raises KeyboardInterrupt on Ctrl-C."""
        threading.Thread(target=self._wait_until_ready, args=(on_start, address), daemon=True).start()
        self.run()
        if self._interrupted:
            raise KeyboardInterrupt

    def handle_int(self) -> None:
        """Ctrl-C."""
        self._interrupted = True
        super().handle_int()

    def _wait_until_ready(self, on_start: Callable[[], None], address: str) -> None:
        until = time.monotonic() + _READY_WITHIN
        while time.monotonic() < until and not self.should_exit.is_set():
            try:
                with urlopen(f"{address}/api/health", timeout=5):  # noqa: S310 - our own address
                    on_start()
                    return
            except (URLError, OSError):
                time.sleep(0.1)


async def _check_database(url: str) -> bool:
    """Open the database, migrate it, and check that it can be written. Returns whether several workers can share it."""
    try:
        async with Store(url) as store:
            await store.check_writable()
            return not store.is_sqlite
    except ModuleNotFoundError as error:
        if error.name != "asyncpg":
            raise CannotServe(Fault("unknown-database")) from None
        params = {"line": install_line("server,postgresql")}
        raise CannotServe(Fault("postgresql-extra-missing", params=params)) from None
    except sa.exc.NoSuchModuleError:
        raise CannotServe(Fault("unknown-database")) from None
    except alembic.util.CommandError:
        raise CannotServe(Fault("newer-database")) from None
    except Exception as error:  # each driver has errors of its own
        raise CannotServe(Fault("bad-database", params={"reason": _reason(error)})) from error


def _reason(error: Exception) -> str:
    """The error in one line, without the URL and its password."""
    cause: Any = getattr(error, "orig", None) or error
    text = getattr(cause, "strerror", None) or str(cause) or type(cause).__name__
    return str(text).strip().splitlines()[0][:200]


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=_BACKLOG)
    except OSError as error:
        number = error.errno or 0
        reason = os.strerror(number) if number > 0 else error.strerror or str(error)
        params = {"host": host, "port": port, "reason": reason}
        raise CannotServe(Fault("cannot-listen", params=params)) from None


def _address(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
