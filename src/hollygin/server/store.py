"""The store: the steps of every table, in SQLite (embedded) or PostgreSQL.

One writer a process commits whatever has gathered while the last commit was under way, in one transaction. A step
is acknowledged once it is committed. ``(table, seq)`` is the key, so that of two steps with the same number
one is refused: the optimistic lock.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

import alembic.command
import alembic.config
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection, make_url
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from hollygin.server.events import Step, decode_step, encode_step

MOST_IN_BATCH: Final = 500

metadata = sa.MetaData()
steps = sa.Table(
    "steps",
    metadata,
    sa.Column("table_id", sa.String(16), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False, index=True),
    sa.Column("data", sa.LargeBinary, nullable=False),
)

Announce = Callable[[AsyncConnection, Sequence[tuple[str, int]]], Awaitable[None]]
"""Called inside the transaction with the committed (table, seq) of a batch."""


@dataclass(slots=True)
class _Waiting:
    """A step that waits for its commit, and who waits for it."""

    table_id: str
    step: Step
    done: asyncio.Future[bool]


def async_url(url: str) -> str:
    """A database URL with the driver that is used here; bare paths are SQLite files."""
    if "://" not in url:
        url = f"sqlite:///{url}"
    parsed = make_url(url)
    drivers = {
        "sqlite": "sqlite+aiosqlite",
        "postgresql": "postgresql+asyncpg",
        "postgres": "postgresql+asyncpg",
    }
    name = parsed.drivername
    return parsed.set(drivername=drivers.get(name, name)).render_as_string(hide_password=False)


def _tune_sqlite(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


class Store:
    """The steps of all tables. Use as ``async with Store(url) as store``."""

    def __init__(self, url: str) -> None:
        self.url = async_url(url)
        self.engine: AsyncEngine = create_async_engine(self.url, pool_pre_ping=not self.is_sqlite)
        if self.is_sqlite:
            sa.event.listen(self.engine.sync_engine, "connect", _tune_sqlite)
        self.announce: Announce | None = None
        self._queue: asyncio.Queue[_Waiting] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None

    @property
    def is_sqlite(self) -> bool:
        """Whether this is the embedded database, which one process has to itself."""
        return self.url.startswith("sqlite")

    async def __aenter__(self) -> Self:
        database = make_url(self.url).database
        if self.is_sqlite and database and database != ":memory:":
            Path(database).parent.mkdir(parents=True, exist_ok=True)
        async with self.engine.begin() as connection:
            await connection.run_sync(migrate)
        self._writer = asyncio.create_task(self._write(), name="store writer")
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Commit what waits, then stop."""
        if self._writer is not None:
            await self._queue.join()
            self._writer.cancel()
            self._writer = None
        await self.engine.dispose()

    # Writing

    async def append(self, table_id: str, step: Step) -> bool:
        """Commit a step. True once it is durable; False where its number is taken, and nothing is written.

        Raises what the database raises where it cannot be written.
        """
        waiting = _Waiting(table_id, step, asyncio.get_running_loop().create_future())
        await self._queue.put(waiting)
        return await waiting.done

    async def _write(self) -> None:
        while True:
            batch = [await self._queue.get()]
            while len(batch) < MOST_IN_BATCH and not self._queue.empty():
                batch.append(self._queue.get_nowait())
            batch.sort(key=lambda waiting: (waiting.table_id, waiting.step.seq))
            try:
                written = await self._commit(batch)
            except Exception as error:  # noqa: BLE001 - whoever waits is told, and the writer goes on
                for waiting in batch:
                    if not waiting.done.done():
                        waiting.done.set_exception(error)
            else:
                for waiting in batch:
                    if not waiting.done.done():
                        waiting.done.set_result((waiting.table_id, waiting.step.seq) in written)
            finally:
                for _ in batch:
                    self._queue.task_done()

    async def _commit(self, batch: list[_Waiting]) -> set[tuple[str, int]]:
        """The keys of a batch that were written, after the commit; of two with one key the first is."""
        dialect = sqlite if self.is_sqlite else postgresql
        insert = (
            dialect.insert(steps)
            .on_conflict_do_nothing(index_elements=[steps.c.table_id, steps.c.seq])
            .returning(steps.c.table_id, steps.c.seq)
        )
        rows: dict[tuple[str, int], dict[str, object]] = {}
        twice: list[_Waiting] = []
        for waiting in batch:
            key = (waiting.table_id, waiting.step.seq)
            if key in rows:
                twice.append(waiting)
                continue
            data = encode_step(waiting.step)
            rows[key] = {"table_id": key[0], "seq": key[1], "at": waiting.step.at, "data": data}
        for waiting in twice:
            waiting.done.set_result(False)
        async with self.engine.begin() as connection:
            result = await connection.execute(insert, list(rows.values()))
            written = {(row.table_id, row.seq) for row in result}
            if self.announce is not None and written:
                await self.announce(connection, sorted(written))
        return written

    # Reading

    async def load(self, table_id: str, after: int = 0) -> list[Step]:
        """The steps of a table behind number ``after``, in order; none where the table does not exist."""
        query = (
            sa.select(steps.c.data)
            .where(steps.c.table_id == table_id, steps.c.seq > after)
            .order_by(steps.c.seq)
        )
        async with self.engine.connect() as connection:
            return [decode_step(bytes(row.data)) for row in await connection.execute(query)]

    async def tables_since(self, at: float) -> list[str]:
        """The tables with a step since a moment (seconds since 1970)."""
        query = sa.select(steps.c.table_id).where(steps.c.at >= at).distinct()
        async with self.engine.connect() as connection:
            return [row.table_id for row in await connection.execute(query)]

    async def forget_idle(self, before: float) -> list[str]:
        """Delete every table whose last step is older than a moment; returns their names."""
        last = sa.select(steps.c.table_id).group_by(steps.c.table_id).having(sa.func.max(steps.c.at) < before)
        async with self.engine.begin() as connection:
            idle = [row.table_id for row in await connection.execute(last)]
            for start in range(0, len(idle), MOST_IN_BATCH):
                some = idle[start : start + MOST_IN_BATCH]
                await connection.execute(sa.delete(steps).where(steps.c.table_id.in_(some)))
        return idle

    async def healthy(self) -> bool:
        """Whether the database answers."""
        try:
            async with self.engine.connect() as connection:
                await connection.execute(sa.select(1))
        except (sa.exc.SQLAlchemyError, OSError):
            return False
        return True


def migrate(connection: Connection) -> None:
    """Bring the database to the newest form, inside the given connection's transaction."""
    config = alembic.config.Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(4711)"))
    alembic.command.upgrade(config, "head")
