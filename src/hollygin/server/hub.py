"""The live tables of a process: commands in, committed steps out to everyone who watches."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, Protocol

from hollygin.due import Seat
from hollygin.server.events import AnyEvent, Created, Keyed, Ready, RematchMade, Sat, Step
from hollygin.server.messages import (
    WIRE_VERSION,
    Presence,
    SeatPresence,
    StepMessage,
    Welcome,
    encode,
)
from hollygin.server.settings import Settings
from hollygin.server.store import Store
from hollygin.server.table import Refused, Table, refuse
from hollygin.server.views import READERS, Chronicle, line_view, state_view
from hollygin.shuffle import new_secret

log = logging.getLogger("hollygin.server")

_RESUMED = 3600.0
"""Tables with a step in this many seconds are loaded at the start; others when somebody asks."""

Decide = Callable[[Table], list[AnyEvent]]


class Reader(Protocol):
    """A connection that follows a table."""

    seat: Seat | None

    def send(self, message: bytes) -> None:
        """Queue an encoded message; never blocks."""
        ...


@dataclass(eq=False)
class Live:
    """A table in memory, and who follows it. ``lock`` is held while a step of it is committed."""

    table: Table
    chronicle: Chronicle
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    readers: set[Reader] = field(default_factory=set)
    away_since: list[float | None] = field(default_factory=lambda: [None, None])
    elsewhere: list[float] = field(default_factory=lambda: [0.0, 0.0])
    thinking: asyncio.Task[None] | None = None

    def present(self, now: float) -> tuple[SeatPresence, SeatPresence]:
        """Whether each seat has a connection, here or on another worker; a computer always has."""
        one, two = (self._present(seat, now) for seat in (0, 1))
        return one, two

    def _present(self, seat: Seat, now: float) -> SeatPresence:
        chair = self.table.chairs[seat]
        here = any(reader.seat == seat for reader in self.readers) or self.elsewhere[seat] > now
        if here or (chair is not None and chair.computer):
            return SeatPresence(here=True, away_since=None)
        return SeatPresence(here=False, away_since=self.away_since[seat])


class UnknownTable(Refused):
    """There is no such table (any more)."""


class Hub:
    """All live tables of this process."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.tables: OrderedDict[str, Live] = OrderedDict()
        self.on_step: Callable[[Live], None] = lambda _: None
        self.on_presence: Callable[[Live, Seat, bool], None] = lambda *_: None
        self._loading: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    # Tables

    async def create(self, created: Created, name: str, key: str) -> Live:
        """A new table with the host on seat 0, and the computer on seat 1 where one was chosen."""
        events: list[AnyEvent] = [created, Sat(0, name, key)]
        if created.opponent is not None:
            events.append(Sat(1, created.opponent))
        return await self._found(events)

    async def _found(self, events: list[AnyEvent]) -> Live:
        table_id = secrets.token_hex(8)
        step = Step(1, time.time(), events)
        if not await self.store.append(table_id, step):
            raise RuntimeError("a table of that name exists")
        return await self.find(table_id)

    async def find(self, table_id: str) -> Live:
        """The live table, loaded where it is not in memory. Raises UnknownTable (``no-such-table``)."""
        live = self.tables.get(table_id)
        if live is None:
            lock = self._loading.setdefault(table_id, asyncio.Lock())
            async with lock:
                live = self.tables.get(table_id) or await self._load(table_id)
            self._loading.pop(table_id, None)
        self.tables.move_to_end(table_id)
        return live

    async def _load(self, table_id: str) -> Live:
        if len(table_id) != 16 or not table_id.isalnum():
            raise UnknownTable(refuse("no-such-table").fault)
        found = await self.store.load(table_id)
        if not found:
            raise UnknownTable(refuse("no-such-table").fault)
        table = Table.create(table_id, found[0])
        live = Live(table, Chronicle(table))
        live.away_since = [time.time(), time.time()]
        for step in found[1:]:
            live.chronicle.apply(step)
        self.tables[table_id] = live
        self._forget_some()
        self.on_step(live)
        self.spawn(self._between_deals(live))
        return live

    def _forget_some(self) -> None:
        """Drop tables that nobody follows where there are too many in memory; the store has them."""
        for table_id in list(self.tables):
            if len(self.tables) <= self.settings.live_tables:
                return
            live = self.tables[table_id]
            if not live.readers and not live.lock.locked() and live.thinking is None:
                del self.tables[table_id]

    # Commands

    async def command(self, live: Live, decide: Decide, seat: Seat | None = None, command: str = "") -> int:
        """Commit what ``decide`` makes of the table, and tell everyone; the number of the step.

        A command id that the seat has used before is answered with its step and changes nothing. Raises Refused.
        """
        async with live.lock:
            table = live.table
            for _ in range(5):
                if seat is not None and command and (seat, command) in table.commands:
                    return table.commands[seat, command]
                events = decide(table)
                if not events:
                    return table.seq
                step = Step(table.seq + 1, time.time(), events, seat, command)
                if await self.store.append(table.id, step):
                    self._applied(live, step)
                    break
                await self._catch_up_locked(live)
            else:
                raise refuse("busy")
            seq = table.seq
        await self._between_deals(live)
        return seq

    async def catch_up(self, live: Live) -> None:
        """Take over the steps that another worker has committed."""
        async with live.lock:
            await self._catch_up_locked(live)

    async def _catch_up_locked(self, live: Live) -> None:
        for step in await self.store.load(live.table.id, live.table.seq):
            self._applied(live, step)

    def _applied(self, live: Live, step: Step) -> None:
        news = live.chronicle.apply(step)
        now = time.time()
        for reader in READERS:
            followers = [one for one in live.readers if one.seat == reader]
            if followers and news[reader]:
                state = state_view(live.table, reader)
                message = encode(StepMessage(step.seq, now, news[reader], state))
                for follower in followers:
                    follower.send(message)
        self.on_step(live)

    async def _between_deals(self, live: Live) -> None:
        """What the server itself does between deals: fix the next secret, and speak for the computer."""
        table = live.table
        if not table.waits_for_ready:
            return
        if table.deal_number not in table.secrets:
            await self.command(live, lambda table: table.commit(new_secret()))
        for seat, chair in enumerate(table.chairs):
            if chair is not None and chair.computer and seat not in table.ready and table.waits_for_ready:
                await self._ready_computer(live, seat)

    async def _ready_computer(self, live: Live, seat: Seat) -> None:
        def decide(table: Table) -> list[AnyEvent]:
            if not table.waits_for_ready or seat in table.ready:
                return []
            return [Ready(seat, table.deal_number, secrets.token_hex(16))]

        await self.command(live, decide)

    async def rematch(self, live: Live, seat: Seat, command: str) -> int:
        """Offer a rematch; once both have, a table with the other dealer first is made."""
        seq = await self.command(live, lambda table: table.offer_rematch(seat), seat, command)
        table = live.table
        computer = any(chair is not None and chair.computer for chair in table.chairs)
        if (len(table.offers) == 2 or computer) and table.next_table is None:
            await self._make_rematch(live)
        return seq

    async def _make_rematch(self, live: Live) -> None:
        old = live.table
        first = old.match.first_dealer if old.match is not None else 1
        created = Created(
            options=old.settings.options,
            profile=old.settings.profile,
            version=old.settings.version,
            opponent=old.settings.opponent,
            first_dealer=1 - first,
            claim_after=old.settings.claim_after,
            invite=secrets.token_urlsafe(16),
            watch=secrets.token_urlsafe(16),
            address=old.settings.address,
            rematch_of=old.id,
        )
        sat: list[AnyEvent] = []
        for seat, chair in enumerate(old.chairs):
            assert chair is not None
            sat.append(Sat(seat, chair.name, chair.keys[0] if chair.keys else ""))
            sat.extend(Keyed(seat, key) for key in chair.keys[1:])
        new = await self._found([created, *sat])
        await self.command(
            live, lambda table: [] if table.next_table is not None else [RematchMade(new.table.id)]
        )

    # Who is here

    def follow(self, live: Live, reader: Reader, seen: int) -> None:
        """A connection follows a table: it is told everything as it stands, then every step."""
        live.readers.add(reader)
        table, now = live.table, time.time()
        if reader.seat is not None:
            live.away_since[reader.seat] = None
            self.on_presence(live, reader.seat, True)
        lines = (
            [] if table.match is None else [line_view(table, i + 1) for i in range(len(table.match.lines))]
        )
        settings = table.settings
        welcome = Welcome(
            version=WIRE_VERSION,
            table=table.id,
            seat=reader.seat,
            seq=table.seq,
            now=now,
            profile=settings.profile,
            profile_version=settings.version,
            options=settings.options,
            claim_after=settings.claim_after,
            state=state_view(table, reader.seat),
            lines=lines,
            missed=live.chronicle.missed(reader.seat, seen),
            presence=live.present(now),
        )
        reader.send(encode(welcome))
        if reader.seat is not None:
            self.tell_presence(live, but=reader)

    def leave(self, live: Live, reader: Reader) -> None:
        """A connection is gone; its seat is away, unless it comes back within the grace."""
        if reader not in live.readers:
            return
        live.readers.remove(reader)
        seat = reader.seat
        if seat is None or any(other.seat == seat for other in live.readers):
            return
        live.away_since[seat] = time.time()
        self.on_presence(live, seat, False)
        self.spawn(self._tell_away(live, seat))

    async def _tell_away(self, live: Live, seat: Seat) -> None:
        await asyncio.sleep(self.settings.away_grace)
        if not live.present(time.time())[seat].here:
            self.tell_presence(live)

    def tell_presence(self, live: Live, but: Reader | None = None) -> None:
        """Tell all who follow a table who is here."""
        now = time.time()
        message = encode(Presence(now, live.present(now)))
        for reader in live.readers:
            if reader is not but:
                reader.send(message)

    def away_for(self, live: Live, seat: Seat) -> float | None:
        """For how many seconds a seat has been away; None while it is here."""
        presence = live.present(time.time())[seat]
        return None if presence.here or presence.away_since is None else time.time() - presence.away_since

    def seen_elsewhere(self, table_id: str, seat: Seat, until: float) -> None:
        """Another worker has a connection of a seat, until a moment; 0 where it has just lost it."""
        live = self.tables.get(table_id)
        if live is None:
            return
        was = live.present(time.time())[seat].here
        if was and not until:
            live.away_since[seat] = time.time()
        live.elsewhere[seat] = until
        if live.present(time.time())[seat].here != was:
            if was:
                self.spawn(self._tell_away(live, seat))
            else:
                self.tell_presence(live)

    # Upkeep

    @staticmethod
    def now() -> float:
        """The server's clock, in seconds since 1970."""
        return time.time()

    async def resume(self) -> None:
        """After a start: pick up the tables of the last day, so that a computer's thought goes on unasked."""
        for table_id in await self.store.tables_since(time.time() - _RESUMED):
            await self.find(table_id)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something beside everything else, and keep it until it is done."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def sweep(self) -> None:
        """Forget the tables that have been idle for too long."""
        for table_id in await self.store.forget_idle(time.time() - self.settings.keep_tables):
            live = self.tables.pop(table_id, None)
            if live is not None:
                log.info("table forgotten", extra={"table": table_id})
