"""The store: the steps of every table and score sheet, in SQLite (embedded) or PostgreSQL.

Theory: group commit. The log of steps is the truth about a table, and a step is acknowledged only once it is on disk. A
commit waits for the disk, so steps share it. :meth:`Store.append` only queues a step. One writer per process takes
every step that has gathered and commits them in one transaction. Commits begin at least 10 ms apart. Under load each
commit carries many steps; after a pause a lone step is committed at once.

Theory: the optimistic lock. ``(table, seq)`` is the primary key. Two workers that have both seen step 7 may both append
a step 8, and the database takes only one. A batch is first one plain insert, which is fast. If it fails because a number
is taken, the same batch is inserted again without the conflicting rows, and the rows that come back are the written
ones. For the others :meth:`Store.append` returns False, and ``shelf`` catches up and decides again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol, Self, TypeVar

import alembic.command
import alembic.config
import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, Connection, make_url
from sqlalchemy.ext.asyncio import create_async_engine

MOST_IN_BATCH: Final = 500
_BETWEEN: Final = 0.01
"""The least seconds from the start of one commit to the start of the next, so that under load many steps share one."""

metadata = sa.MetaData()
steps = sa.Table(
    "steps",
    metadata,
    sa.Column("table_id", sa.String(16), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False, index=True),
    sa.Column("data", sa.LargeBinary, nullable=False),
)

Announce = Callable[[Connection, Sequence[tuple[str, int]]], None]
"""Called inside the transaction with the (table, seq) of every step that it writes."""
T = TypeVar("T")

_encoder = msgspec.json.Encoder()


class Numbered(Protocol):
    """A step of any kind, numbered from 1; times are seconds since 1970."""

    @property
    def seq(self) -> int:
        """Its number."""
        ...

    @property
    def at(self) -> float:
        """When it happened."""
        ...


S = TypeVar("S", bound=Numbered)


@dataclass(slots=True)
class _Waiting:
    """A step that waits for its commit, and the future of its caller."""

    table_id: str
    step: Numbered
    done: asyncio.Future[bool]


def database_url(url: str) -> URL:
    """A database URL with our driver; a bare path is a SQLite file."""
    parsed = make_url(url if "://" in url else f"sqlite:///{url}")
    drivers = {"postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
    return parsed.set(drivername=drivers.get(parsed.drivername, parsed.drivername))


def _tune_sqlite(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


class _Embedded:
    """SQLite, in a thread of its own: a transaction is one call in that thread."""

    def __init__(self, url: URL) -> None:
        if url.database and url.database != ":memory:":
            Path(url.database).parent.mkdir(parents=True, exist_ok=True)
        self.engine = sa.create_engine(url, hide_parameters=True)
        sa.event.listen(self.engine, "connect", _tune_sqlite)
        self.connection: Connection | None = None
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="store")

    async def run(self, work: Callable[[Connection], T]) -> T:
        """What ``work`` makes of a connection, in one transaction."""

        def transaction() -> T:
            if self.connection is None:
                self.connection = self.engine.connect()
            with self.connection.begin():
                return work(self.connection)

        return await asyncio.get_running_loop().run_in_executor(self.thread, transaction)

    async def close(self) -> None:
        """Close the file, in the thread that opened it."""

        def close() -> None:
            if self.connection is not None:
                self.connection.close()
            self.engine.dispose()

        await asyncio.get_running_loop().run_in_executor(self.thread, close)
        self.thread.shutdown()


class _Served:
    """PostgreSQL."""

    def __init__(self, url: URL) -> None:
        self.engine = create_async_engine(url, pool_pre_ping=True, hide_parameters=True)

    async def run(self, work: Callable[[Connection], T]) -> T:
        """What ``work`` makes of a connection, in one transaction."""
        async with self.engine.begin() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        """Close all connections."""
        await self.engine.dispose()


class Store:
    """The steps of all tables. Use as ``async with Store(url) as store``."""

    def __init__(self, url: str) -> None:
        self.url = database_url(url)
        self._database = _Embedded(self.url) if self.is_sqlite else _Served(self.url)
        dialect = sqlite if self.is_sqlite else postgresql
        self._insert = steps.insert()
        self._insert_free = (
            dialect.insert(steps)
            .on_conflict_do_nothing(index_elements=[steps.c.table_id, steps.c.seq])
            .returning(steps.c.table_id, steps.c.seq)
        )
        self.announce: Announce | None = None
        self._queue: asyncio.Queue[_Waiting] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None

    @property
    def is_sqlite(self) -> bool:
        """Whether this is the embedded database, which belongs to one process."""
        return self.url.drivername == "sqlite"

    async def __aenter__(self) -> Self:
        try:
            await self._database.run(migrate)
        except BaseException:
            await self._database.close()
            raise
        self._writer = asyncio.create_task(self._write(), name="store writer")
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Commit everything that waits, then stop."""
        if self._writer is not None:
            await self._queue.join()
            self._writer.cancel()
            self._writer = None
        await self._database.close()

    # Writing

    async def append(self, table_id: str, step: Numbered) -> bool:
        """Commit a step. True once it is durable; False if its number is taken, and then nothing is written.

        Raises the error of the database if it cannot be written.
        """
        waiting = _Waiting(table_id, step, asyncio.get_running_loop().create_future())
        self._queue.put_nowait(waiting)
        return await waiting.done

    async def _write(self) -> None:
        loop = asyncio.get_running_loop()
        last = 0.0
        while True:
            batch = [await self._queue.get()]
            await asyncio.sleep(last + _BETWEEN - loop.time())
            last = loop.time()
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
        """Commit a batch. Returns the keys that were written; of two steps with one key the first is."""
        rows: dict[tuple[str, int], dict[str, object]] = {}
        twice: list[_Waiting] = []
        for waiting in batch:
            key = (waiting.table_id, waiting.step.seq)
            if key in rows:
                twice.append(waiting)
                continue
            data = _encoder.encode(waiting.step)
            rows[key] = {"table_id": key[0], "seq": key[1], "at": waiting.step.at, "data": data}
        for waiting in twice:
            waiting.done.set_result(False)

        def commit(connection: Connection, written: set[tuple[str, int]]) -> set[tuple[str, int]]:
            if self.announce is not None and written:
                self.announce(connection, sorted(written))
            return written

        def commit_all(connection: Connection) -> set[tuple[str, int]]:
            connection.execute(self._insert, list(rows.values()))
            return commit(connection, set(rows))

        def commit_free(connection: Connection) -> set[tuple[str, int]]:
            result = connection.execute(self._insert_free, list(rows.values()))
            return commit(connection, {(row.table_id, row.seq) for row in result})

        try:
            return await self._database.run(commit_all)
        except sa.exc.IntegrityError:  # a number is taken, which is rare
            return await self._database.run(commit_free)

    # Reading

    async def load(self, table_id: str, kind: type[S], after: int = 0) -> list[S]:
        """The steps of a table after number ``after``, in order; none if the table does not exist.

        Raises msgspec.ValidationError if they are of another kind.
        """
        query = (
            sa.select(steps.c.data)
            .where(steps.c.table_id == table_id, steps.c.seq > after)
            .order_by(steps.c.seq)
        )
        rows = await self._database.run(lambda connection: connection.execute(query).all())
        decoder = msgspec.json.Decoder(kind)
        return [decoder.decode(row.data) for row in rows]

    async def tables_since(self, at: float) -> list[str]:
        """The tables with a step since a moment (seconds since 1970)."""
        query = sa.select(steps.c.table_id).where(steps.c.at >= at).distinct()
        rows = await self._database.run(lambda connection: connection.execute(query).all())
        return [row.table_id for row in rows]

    async def forget_idle(self, before: float) -> list[str]:
        """Delete every table whose last step is older than a moment; returns their names."""
        last = sa.select(steps.c.table_id).group_by(steps.c.table_id).having(sa.func.max(steps.c.at) < before)

        def forget(connection: Connection) -> list[str]:
            idle = [row.table_id for row in connection.execute(last)]
            for start in range(0, len(idle), MOST_IN_BATCH):
                some = idle[start : start + MOST_IN_BATCH]
                connection.execute(sa.delete(steps).where(steps.c.table_id.in_(some)))
            return idle

        return await self._database.run(forget)

    async def check_writable(self) -> None:
        """Raise the error of the database if it cannot be written."""
        nothing = sa.delete(steps).where(steps.c.seq < 0)
        await self._database.run(lambda connection: connection.execute(nothing))

    async def healthy(self) -> bool:
        """Whether the database answers."""
        try:
            await self._database.run(lambda connection: connection.execute(sa.select(1)))
        except (sa.exc.SQLAlchemyError, OSError):
            return False
        return True


def migrate(connection: Connection) -> None:
    """Migrate the database to the newest version, inside the transaction of the connection."""
    config = alembic.config.Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(4711)"))
    alembic.command.upgrade(config, "head")
