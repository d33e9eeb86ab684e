"""What of the store a process has in memory, tables and score sheets alike: loaded when asked for, changed under a lock."""

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
"""Seconds for which what nobody follows stays in memory, however much there is."""
_ATTEMPTS = 20


class Reader(Protocol):
    """A connection that follows something."""

    def send(self, message: bytes) -> None:
        """Queue an encoded message; never blocks."""
        ...

    def cut(self, code: str) -> None:
        """End the connection, and say why."""
        ...


R = TypeVar("R", bound=Reader)


@dataclass(eq=False, kw_only=True)
class Followed(ABC, Generic[R]):
    """Something in memory, and who follows it.

    ``lock`` is held while a step of it is committed; ``used`` is when somebody last asked for it.
    """

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    readers: set[R] = field(default_factory=set)
    used: float = 0.0

    @property
    @abstractmethod
    def name(self) -> str:
        """What it is called in the store."""

    @property
    @abstractmethod
    def seq(self) -> int:
        """The number of its last step."""

    @property
    def idle(self) -> bool:
        """Whether nobody follows it, and nothing is done to it."""
        return not self.readers and not self.lock.locked()


L = TypeVar("L", bound=Followed[Any])
S = TypeVar("S", bound=Numbered)
T = TypeVar("T")


class Shelf(ABC, Generic[L, S]):
    """All of one kind that this process has in memory, by name."""

    gone: ClassVar[str]
    """The code by which those are told who follow what is there no more."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.live: OrderedDict[str, L] = OrderedDict()
        self._loading: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    # What each kind is

    @abstractmethod
    async def _load(self, name: str) -> L:
        """The one of a name, out of the store. Raises Refused where there is none."""

    @abstractmethod
    async def _steps(self, live: L) -> Sequence[S]:
        """What the store has beyond the steps that are known here."""

    @abstractmethod
    def _apply(self, live: L, step: S) -> None:
        """Take over a committed step, and tell everyone who follows."""

    # In memory

    async def find(self, name: str) -> L:
        """The one of a name, loaded where it is not in memory. Raises Refused where there is none."""
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
        """What is to be done once something has come into memory."""

    def _forget_some(self) -> None:
        """Drop what nobody follows where there is too much in memory; the store has it."""
        before = time.monotonic() - _KEPT
        for name in list(self.live):
            live = self.live[name]
            if len(self.live) <= self.settings.live_tables or live.used > before:
                return
            if live.idle:
                del self.live[name]

    def forget(self, name: str) -> None:
        """Drop one that the store has no more, and tell who follows it."""
        live = self.live.pop(name, None)
        for reader in () if live is None else list(live.readers):
            reader.cut(self.gone)

    # Changing

    async def commit(self, live: L, decide: Callable[[], S | int]) -> int:
        """Commit the step that ``decide`` makes of what is known, and tell everyone; its number.

        ``decide`` may answer with a number instead where nothing is to be done. Must not be cancelled, as the step
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
        """Take over the steps that another worker has committed."""
        async with live.lock:
            await self._catch_up_locked(live)

    async def _catch_up_locked(self, live: L) -> bool:
        """Whether there was anything to take over."""
        found = await self._steps(live)
        for step in found:
            self._apply(live, step)
        return bool(found)

    def announced(self, steps: Mapping[str, int] | None) -> None:
        """Other workers have committed steps: the newest by name, None where they are too many to name."""
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
        """Run something beside everything else, and keep it until it is done."""
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
    """Forget what has been idle for too long."""
    for name in await store.forget_idle(time.time() - settings.keep_tables):
        log.info("idle, and forgotten", extra={"table": name})
        for shelf in shelves:
            shelf.forget(name)
