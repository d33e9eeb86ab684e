"""The tables in memory of this process: commands come in, and every reader gets the committed steps."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from hollygin.due import Seat
from hollygin.errors import Fault, NotFound
from hollygin.server.settings import Settings
from hollygin.server.storage.shelf import Followed, Reader, Shelf
from hollygin.server.storage.store import Store
from hollygin.server.tables.events import AnyEvent, Created, Keyed, RematchMade, Sat, Step
from hollygin.server.tables.table import Table, before_deal, digest
from hollygin.server.tables.thinking import Computer
from hollygin.server.tables.views import Chronicle, line_view, state_view, state_views
from hollygin.shuffle import new_secret
from hollygin.wire import (
    WIRE_VERSION,
    Presence,
    SeatPresence,
    StepMessage,
    Welcome,
    encode,
)

log = logging.getLogger("hollygin.server")

_RESUMED = 3600.0
"""Seconds: tables with a step since then are loaded at the start, others on demand."""

Decide = Callable[[Table], list[AnyEvent]]


class SeatReader(Reader, Protocol):
    """A connection that follows a table, for a seat or a spectator."""

    seat: Seat | None


@dataclass(eq=False)
class Live(Followed[SeatReader]):
    """A table in memory, and its readers.

    ``elsewhere`` has, for each seat, the other workers with a connection of it, and until when they are believed.
    ``computer`` is the computer player, made at its first turn. ``thinking`` runs while it decides.
    """

    table: Table
    chronicle: Chronicle
    away_since: list[float | None] = field(default_factory=lambda: [None, None])
    elsewhere: tuple[dict[str, float], dict[str, float]] = field(default_factory=lambda: ({}, {}))
    computer: Computer | None = None
    thinking: asyncio.Task[None] | None = None

    @property
    def name(self) -> str:
        """The name of the table."""
        return self.table.id

    @property
    def seq(self) -> int:
        """The number of its last step."""
        return self.table.seq

    @property
    def idle(self) -> bool:
        """Whether it has no readers, no command under way and no computer that thinks."""
        return self.thinking is None and super().idle

    @property
    def present(self) -> tuple[SeatPresence, SeatPresence]:
        """Whether each seat has a connection, here or on another worker; a computer always has."""
        return self._present(0), self._present(1)

    def _present(self, seat: Seat) -> SeatPresence:
        chair = self.table.chairs[seat]
        here = bool(self.elsewhere[seat]) or any(reader.seat == seat for reader in self.readers)
        if here or (chair is not None and chair.computer):
            return SeatPresence(here=True, away_since=None)
        return SeatPresence(here=False, away_since=self.away_since[seat])


class Hub(Shelf[Live, Step]):
    """All live tables of this process."""

    gone = "no-such-table"

    def __init__(self, store: Store, settings: Settings) -> None:
        super().__init__(store, settings)
        self.on_step: Callable[[Live], None] = lambda _: None
        self.on_load: Callable[[Live], None] = lambda _: None
        self.on_presence: Callable[[Live, Seat, bool], None] = lambda *_: None

    # Tables

    @property
    def tables(self) -> OrderedDict[str, Live]:
        """The tables in memory, by name."""
        return self.live

    async def create(self, created: Created, name: str, key: str) -> Live:
        """A new table with the host on seat 0, and the computer on seat 1 if one was chosen."""
        events: list[AnyEvent] = [created, Sat(0, name, key)]
        if created.opponent is not None:
            events += [Sat(1, created.opponent), *before_deal(1, new_secret(), [1])]
        table_id = secrets.token_hex(8)
        if not await self.store.append(table_id, Step(1, time.time(), events)):
            raise RuntimeError("a table of that name exists")
        return await self.find(table_id)

    async def _load(self, name: str) -> Live:
        if len(name) != 16 or not name.isalnum():
            raise NotFound(Fault("no-such-table"))
        found = await self.store.load(name, Step)
        if not found or found[0].seq != 1:
            raise NotFound(Fault("no-such-table"))
        table = Table.create(name, found[0])
        live = Live(table, Chronicle(table))
        live.away_since = [time.time(), time.time()]
        for step in found[1:]:
            live.chronicle.apply(step)
        return live

    def _loaded(self, live: Live) -> None:
        self.on_load(live)
        self._look_after(live)

    async def _steps(self, live: Live) -> Sequence[Step]:
        return await self.store.load(live.table.id, Step, live.table.seq)

    # Commands

    async def command(self, live: Live, decide: Decide, seat: Seat | None = None, command: str = "") -> int:
        """Commit the events that ``decide`` returns, and tell every reader. Returns the number of the step.

        A retry, with a command id that the seat has used before, returns its step and changes nothing. Must not be
        cancelled, since the step may be committed and nobody told. Raises Refused.
        """
        table = live.table

        def step() -> Step | int:
            if seat is not None and command and (seat, command) in table.commands:
                return table.commands[seat, command]
            events = decide(table)
            return Step(table.seq + 1, time.time(), events, seat, command) if events else table.seq

        return await self.commit(live, step)

    async def reach(self, live: Live, reader: Seat | None, seen: int) -> None:
        """Catch up if a reader has seen a step through another worker that has not come here yet."""
        if seen > live.chronicle.seen[reader] and not self.store.is_sqlite:
            await self.catch_up(live)

    def _apply(self, live: Live, step: Step) -> None:
        news = live.chronicle.apply(step)
        now = time.time()
        told = {follower.seat for follower in live.readers if news[follower.seat]}
        messages = {
            reader: encode(StepMessage(step.seq, now, news[reader], state))
            for reader, state in state_views(live.table, told).items()
        }
        for follower in live.readers:
            if follower.seat in told:
                follower.send(messages[follower.seat])
        self._look_after(live)

    def _look_after(self, live: Live) -> None:
        """Start whatever the server itself has to do at a table now."""
        self.on_step(live)
        if live.table.rematch_due:
            self.spawn(self._make_rematch(live))

    async def _make_rematch(self, live: Live) -> None:
        """Make the next table, with the other dealer first. If several workers make it, they make the same."""
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
            rematch_of=old.id,
        )
        sat: list[AnyEvent] = []
        for seat, chair in enumerate(old.chairs):
            assert chair is not None
            sat.append(Sat(seat, chair.name, chair.keys[0] if chair.keys else ""))
            sat.extend(Keyed(seat, key) for key in chair.keys[1:])
        sat += before_deal(1, new_secret(), old.computers)
        new = digest(old.settings.invite)[:16]
        await self.store.append(new, Step(1, time.time(), [created, *sat]))
        await self.command(live, lambda table: [RematchMade(new)] if table.rematch_due else [])

    # Who is here

    def follow(self, live: Live, reader: SeatReader, seen: int) -> None:
        """Let a connection follow a table: it gets the whole state now, then every step."""
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
            seq=live.chronicle.seen[reader.seat],
            now=now,
            profile=settings.profile,
            profile_version=settings.version,
            options=settings.options,
            claim_after=settings.claim_after,
            state=state_view(table, reader.seat),
            lines=lines,
            missed=live.chronicle.missed(reader.seat, seen),
            presence=live.present,
        )
        reader.send(encode(welcome))
        if reader.seat is not None:
            self.tell_presence(live, but=reader)

    def leave(self, live: Live, reader: Reader) -> None:
        """A connection is gone. Its seat is away, unless it comes back within the grace period."""
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
        if not live.present[seat].here:
            self.tell_presence(live)

    def tell_presence(self, live: Live, but: SeatReader | None = None) -> None:
        """Tell every reader of a table who is here."""
        message = encode(Presence(time.time(), live.present))
        for reader in live.readers:
            if reader is not but:
                reader.send(message)

    def away_for(self, live: Live, seat: Seat) -> float | None:
        """The seconds for which a seat has been away; None while it is here."""
        presence = live.present[seat]
        return None if presence.here or presence.away_since is None else time.time() - presence.away_since

    def seen_elsewhere(self, table_id: str, seat: Seat, worker: str, until: float) -> None:
        """Another worker has a connection of a seat, and is believed until ``until``; 0 if it has just lost it."""
        live = self.tables.get(table_id)
        if live is None:
            return
        was = live.present[seat].here
        if until:
            live.elsewhere[seat][worker] = until
        else:
            live.elsewhere[seat].pop(worker, None)
        if live.present[seat].here == was:
            return
        if was:
            live.away_since[seat] = time.time()
            self.spawn(self._tell_away(live, seat))
        else:
            live.away_since[seat] = None
            self.tell_presence(live)

    def disbelieve(self, now: float) -> None:
        """Drop what other workers said of their connections too long ago: a dead worker is silent."""
        for live in list(self.tables.values()):
            for seat, workers in enumerate(live.elsewhere):
                for worker in [worker for worker, until in workers.items() if until < now]:
                    self.seen_elsewhere(live.table.id, seat, worker, 0.0)

    # Upkeep

    async def resume(self) -> None:
        """After a start, load the tables of the last hour, so that their computers play on unasked."""
        for table_id in await self.store.tables_since(time.time() - _RESUMED):
            try:
                with contextlib.suppress(NotFound):  # a score sheet: nothing on it goes on unasked
                    await self.find(table_id)
            except Exception:
                log.exception("table cannot be loaded", extra={"table": table_id})
