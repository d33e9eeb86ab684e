"""Several workers on one PostgreSQL: each tells the others what it has committed, and who is connected to it.

A worker listens before it loads anything, so it misses no step in between. A step that it hears of twice, it
drops by number. Each committed batch is one notification. SQLite belongs to one process, which has nobody to tell.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections.abc import Sequence
from typing import Any, Final, Self

import asyncpg
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from hollygin.due import Seat
from hollygin.server.sheets.hub import ScoreHub
from hollygin.server.storage.shelf import Shelf
from hollygin.server.tables.hub import Hub, Live

log = logging.getLogger("hollygin.server")

_CHANNEL: Final = "hollygin"
_MOST_PAYLOAD: Final = 7500
_REPEAT: Final = 10.0
_HOLDS: Final = 25.0
_RETRY: Final = 1.0
_PATIENCE: Final = 5.0
_MOST_PLACES: Final = 200
_LOST: Final = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, sa.exc.SQLAlchemyError)
"""The errors that mean that the database, or the link to it, is gone."""


class Workers:
    """The link of this worker to the others. Use as ``async with Workers(hub, scores)``."""

    def __init__(self, hub: Hub, scores: ScoreHub) -> None:
        self.hub = hub
        self.shelves: tuple[Shelf[Any, Any], ...] = (hub, scores)
        self.name = secrets.token_hex(4)
        self._link: asyncpg.Connection[Any] | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._outbox: asyncio.Queue[dict[str, object]] = asyncio.Queue()

    async def __aenter__(self) -> Self:
        self._link = await self._connect()
        self.hub.store.announce = self._announce
        self.hub.on_presence = self._presence
        self.hub.on_load = self._ask
        self._tasks = [asyncio.create_task(work()) for work in (self._keep, self._tell, self._repeat)]
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._link is not None:
            self._link.terminate()

    async def _connect(self) -> asyncpg.Connection[Any]:
        url = self.hub.store.url.set(drivername="postgresql")
        link = await asyncpg.connect(url.render_as_string(hide_password=False), timeout=_PATIENCE)
        await link.add_listener(_CHANNEL, self._heard)
        return link

    async def _keep(self) -> None:
        """If the link is lost, listen again and catch up."""
        while True:
            await asyncio.sleep(_RETRY)
            if self._link is not None and not self._link.is_closed():
                continue
            try:
                self._link = await self._connect()
                for shelf in self.shelves:
                    for live in list(shelf.live.values()):
                        await shelf.catch_up(live)
            except _LOST as error:
                log.warning("the link to the other workers is lost", extra={"reason": type(error).__name__})
                if self._link is not None:
                    self._link.terminate()

    # Telling

    def _announce(self, connection: Connection, written: Sequence[tuple[str, int]]) -> None:
        """Notify within the transaction of a batch, so that the others hear of it if and only if it is committed."""
        newest: dict[str, int] = {}
        for table, seq in written:
            newest[table] = max(seq, newest.get(table, 0))
        payload = json.dumps({"worker": self.name, "steps": newest})
        if len(payload) > _MOST_PAYLOAD:
            payload = json.dumps({"worker": self.name, "steps": None})
        connection.execute(sa.select(sa.func.pg_notify(_CHANNEL, payload)))

    def _presence(self, live: Live, seat: Seat, here: bool) -> None:
        self._outbox.put_nowait({"here" if here else "away": [[live.table.id, seat]]})

    def _ask(self, live: Live) -> None:
        self._outbox.put_nowait({"ask": live.table.id})

    async def _tell(self) -> None:
        while True:
            message = await self._outbox.get()
            payload = json.dumps({"worker": self.name, **message})
            link = self._link
            if link is None or link.is_closed():
                continue  # it is said again once there is a link
            try:
                await link.execute("SELECT pg_notify($1, $2)", _CHANNEL, payload, timeout=_PATIENCE)
            except _LOST:
                link.terminate()

    async def _repeat(self) -> None:
        """Say again who is here. The others stop believing a worker that falls silent."""
        while True:
            await asyncio.sleep(_REPEAT)
            self.hub.disbelieve(time.time())
            here = [place for live in self.hub.tables.values() for place in _here(live)]
            for start in range(0, max(len(here), 1), _MOST_PLACES):
                self._outbox.put_nowait({"here": here[start : start + _MOST_PLACES]})

    # Hearing

    def _heard(self, _link: object, _pid: int, _channel: str, payload: object) -> None:
        message = json.loads(str(payload))
        if message["worker"] == self.name:
            return
        if "steps" in message:
            for shelf in self.shelves:
                shelf.announced(message["steps"])
        for word, until in (("here", time.time() + _HOLDS), ("away", 0.0)):
            for table, seat in message.get(word, ()):
                self.hub.seen_elsewhere(table, seat, message["worker"], until)
        asked = self.hub.tables.get(message.get("ask"))
        if asked is not None and (here := _here(asked)):
            self._outbox.put_nowait({"here": here})


def _here(live: Live) -> list[tuple[str, Seat]]:
    """The seats of a table that have a connection to this worker."""
    return [(live.table.id, seat) for seat in sorted({r.seat for r in live.readers if r.seat is not None})]
