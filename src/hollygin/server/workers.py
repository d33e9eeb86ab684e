"""Several workers on one PostgreSQL: each tells the others what it has committed, and who is connected to it.

A worker listens before it loads anything, so no step between the two is missed; what it hears twice it
drops by number. One notification a committed batch. SQLite belongs to one process, which has nobody to tell.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
import time
from collections.abc import Sequence
from typing import Any, Final, Self

import asyncpg
import sqlalchemy as sa
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncConnection

from hollygin.due import Seat
from hollygin.server.hub import Hub, Live

log = logging.getLogger("hollygin.server")

_CHANNEL: Final = "hollygin"
_MOST_PAYLOAD: Final = 7500
_REPEAT: Final = 10.0
_HOLDS: Final = 25.0
_RETRY: Final = 1.0


class Workers:
    """The link of this worker to the others. Use as ``async with Workers(hub)``."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.name = secrets.token_hex(4)
        self._link: asyncpg.Connection[Any] | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._outbox: asyncio.Queue[dict[str, object]] = asyncio.Queue()

    async def __aenter__(self) -> Self:
        await self._connect()
        self.hub.store.announce = self._announce
        self.hub.on_presence = self._presence
        self._tasks = [asyncio.create_task(work()) for work in (self._keep, self._tell, self._repeat)]
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        if self._link is not None:
            await self._link.close()

    async def _connect(self) -> None:
        url = make_url(self.hub.store.url).set(drivername="postgresql")
        self._link = await asyncpg.connect(url.render_as_string(hide_password=False))
        await self._link.add_listener(_CHANNEL, self._heard)

    async def _keep(self) -> None:
        """Listen again where the link was lost, and take over what was missed meanwhile."""
        while True:
            await asyncio.sleep(_RETRY)
            if self._link is not None and not self._link.is_closed():
                continue
            with contextlib.suppress(OSError, asyncpg.PostgresError):
                await self._connect()
                for live in list(self.hub.tables.values()):
                    await self.hub.catch_up(live)

    # Telling

    async def _announce(self, connection: AsyncConnection, written: Sequence[tuple[str, int]]) -> None:
        """Within the transaction of a batch: it is told when, and only when, it is committed."""
        newest: dict[str, int] = {}
        for table, seq in written:
            newest[table] = max(seq, newest.get(table, 0))
        payload = json.dumps({"worker": self.name, "steps": newest})
        if len(payload) > _MOST_PAYLOAD:
            payload = json.dumps({"worker": self.name, "steps": None})
        await connection.execute(sa.select(sa.func.pg_notify(_CHANNEL, payload)))

    def _presence(self, live: Live, seat: Seat, here: bool) -> None:
        self._outbox.put_nowait({"here" if here else "away": [[live.table.id, seat]]})

    async def _tell(self) -> None:
        while True:
            message = await self._outbox.get()
            payload = json.dumps({"worker": self.name, **message})
            with contextlib.suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                if self._link is not None:
                    await self._link.execute("SELECT pg_notify($1, $2)", _CHANNEL, payload)

    async def _repeat(self) -> None:
        """Say again who is here, so that a worker that has died is believed no longer than it should."""
        while True:
            await asyncio.sleep(_REPEAT)
            here = [
                [live.table.id, seat]
                for live in self.hub.tables.values()
                for seat in (0, 1)
                if any(reader.seat == seat for reader in live.readers)
            ]
            for start in range(0, len(here), 200):
                self._outbox.put_nowait({"here": here[start : start + 200]})

    # Hearing

    def _heard(self, _link: object, _pid: int, _channel: str, payload: object) -> None:
        message = json.loads(str(payload))
        if message["worker"] == self.name:
            return
        if "steps" in message:
            steps = message["steps"]
            for table in self.hub.tables if steps is None else steps:
                live = self.hub.tables.get(table)
                if live is not None and (steps is None or live.table.seq < steps[table]):
                    self.hub.spawn(self.hub.catch_up(live))
        for word, until in (("here", time.time() + _HOLDS), ("away", 0.0)):
            for table, seat in message.get(word, ()):
                self.hub.seen_elsewhere(table, seat, until)
