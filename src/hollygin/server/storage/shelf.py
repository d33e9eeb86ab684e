"""The cache of the store in memory, for tables and score sheets alike: loaded on demand, changed under a lock."""

from __future__ import annotations

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from hollygin.errors import HollyginError, refuse
from hollygin.server.settings import Settings
from hollygin.server.storage.store import Numbered, Store

log = logging.getLogger("hollygin.server")

_KEPT = 60.0
"""The least seconds for which an entry without readers stays in memory, even if memory is full."""
_ATTEMPTS = 20


class Reader(Protocol):
    """A connection that follows an entry."""

    def send(self, message: bytes) -> None:
        """Queue an encoded message; never blocks."""
        ...

    def cut(self, code: str) -> None:
        """End the connection, and say why."""
        ...


R = TypeVar("R", bound=Reader)


@dataclass(eq=False, kw_only=True)
class Followed(ABC, Generic[R]):
    """An entry of the shelf, and its readers.

    ``lock`` is held while a step of it is committed. ``used`` is when somebody last asked for it.
    """

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    readers: set[R] = field(default_factory=set)
    used: float = 0.0

    @property
    @abstractmethod
    def name(self) -> str:
        """Its name in the store."""

    @property
    @abstractmethod
    def seq(self) -> int:
        """The number of its last step."""

    @property
    def idle(self) -> bool:
        """Whether it has no readers and no command under way."""
        return not self.readers and not self.lock.locked()


L = TypeVar("L", bound=Followed[Any])
S = TypeVar("S", bound=Numbered)
T = TypeVar("T")


class Shelf(ABC, Generic[L, S]):
    """All entries of one kind in memory of this process, by name."""

    gone: ClassVar[str]
    """The code that readers of a deleted entry are told."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.live: OrderedDict[str, L] = OrderedDict()
        self._loading: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    # What each kind is

    @abstractmethod
    async def _load(self, name: str) -> L:
        """The entry of a name, from the store. Raises Refused if there is none."""

    @abstractmethod
    async def _steps(self, live: L) -> Sequence[S]:
        """The steps in the store that are not known here yet."""

    @abstractmethod
    def _apply(self, live: L, step: S) -> None:
        """Apply a committed step, and tell every reader."""

    # In memory

    async def find(self, name: str) -> L:
        """The entry of a name, from memory or else from the store. Raises Refused if there is none."""
        live = self.live.get(name)
        if live is None:
            lock = self._loading.setdefault(name, asyncio.Lock())
            try:
                async with lock:
                    live = self.live.get(name)
                    if live is None:
                        live = await self._load(name)
                        live.used = time.monotonic()
                        self.live[name] = live
                        self._forget_some()
                        self._loaded(live)
            finally:
                self._loading.pop(name, None)
        live.used = time.monotonic()
        self.live.move_to_end(name)
        return live

    def _loaded(self, live: L) -> None:
        """Called once an entry has come into memory."""

    def _forget_some(self) -> None:
        """Drop entries without readers if there are too many in memory; the store has them."""
        before = time.monotonic() - _KEPT
        for name in list(self.live):
            live = self.live[name]
            if len(self.live) <= self.settings.live_tables or live.used > before:
                return
            if live.idle:
                del self.live[name]

    def forget(self, name: str) -> None:
        """Drop an entry that was deleted from the store, and tell its readers."""
        live = self.live.pop(name, None)
        for reader in () if live is None else list(live.readers):
            reader.cut(self.gone)

    # Changing

    async def commit(self, live: L, decide: Callable[[], S | int]) -> int:
        """Commit the step that ``decide`` returns, and tell every reader. Returns its number.

        ``decide`` may return the number of an earlier step instead, if there is nothing to do. Another worker may take the number
        of the step first: then this catches up and asks ``decide`` again. Must not be cancelled, since the step
        may be committed and nobody told. Raises Refused.
        """
        async with live.lock:
            for _ in range(_ATTEMPTS):
                try:
                    step = decide()
                except HollyginError:
                    if self.store.is_sqlite or not await self._catch_up_locked(live):
                        raise
                    continue  # what another worker has committed may make it right
                if isinstance(step, int):
                    return step
                if await self.store.append(live.name, step):
                    self._apply(live, step)
                    return live.seq
                await self._catch_up_locked(live)
            raise refuse("busy")

    async def catch_up(self, live: L) -> None:
        """Apply the steps that another worker has committed."""
        async with live.lock:
            await self._catch_up_locked(live)

    async def _catch_up_locked(self, live: L) -> bool:
        """Apply them under the lock. Returns whether there were any."""
        found = await self._steps(live)
        for step in found:
            self._apply(live, step)
        return bool(found)

    def announced(self, steps: Mapping[str, int] | None) -> None:
        """Other workers have committed steps: the newest by name, or None if they are too many to name."""
        for name in list(self.live) if steps is None else steps:
            live = self.live.get(name)
            if live is not None and (steps is None or live.seq < steps[name]):
                self.spawn(self.catch_up(live))

    # Beside

    @staticmethod
    def now() -> float:
        """The server's clock, in seconds since 1970."""
        return time.time()

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run a task in the background, and hold it until it is done."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, HollyginError):
            log.error("work beside the tables failed", exc_info=error)


async def sweep(store: Store, settings: Settings, *shelves: Shelf[Any, Any]) -> None:
    """Delete the entries that have been idle for too long."""
    for name in await store.forget_idle(time.time() - settings.keep_tables):
        log.info("idle, and forgotten", extra={"table": name})
        for shelf in shelves:
            shelf.forget(name)
