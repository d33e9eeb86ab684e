"""The computers at the tables: they think off the event loop, in the order of asking, and survive a restart.

The table alone says when a computer is on turn. So an interrupted decision is simply made again.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final

from hollygin.due import Phase, Seat
from hollygin.engine import needs_warming
from hollygin.match import Match
from hollygin.players import wants_kernel
from hollygin.players.strong import kernel_at_hand
from hollygin.server.tables.events import AnyEvent
from hollygin.server.tables.hub import Hub, Live
from hollygin.server.tables.table import Table
from hollygin.server.tables.thinking import LEAST, Computer, time_to_think
from hollygin.shuffle import new_secret

log = logging.getLogger("hollygin.server")

_RETRY: Final = 1.0
_WARMING: Final = "import os; hasattr(os, 'nice') and os.nice(10); from hollygin.engine import warm; warm()"


def _act(match: Match, seat: Seat, action: str, table: Table) -> list[AnyEvent]:
    """The event of an action that was decided for a match; none if the table has moved on since."""
    return table.act(seat, action, new_secret) if table.match is match else []


class Computers:
    """Moves for the computers of all live tables.

    ``waiting`` are the tables whose computer is on turn and not thinking yet, in the order of asking, each with its time. ``warm``
    says that the compiled kernel is loaded.
    """

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.thinkers = hub.settings.thinkers
        self.threads = ThreadPoolExecutor(self.thinkers, thread_name_prefix="computer")
        self.free = asyncio.Semaphore(self.thinkers)
        self.waiting: dict[Live, float] = {}
        self.making = asyncio.Lock()
        self.preparing: asyncio.Task[None] | None = None
        self.warm = False
        self.closed = False
        hub.on_step = self.look

    def look(self, live: Live) -> None:
        """Start a decision if a computer is on turn and not thinking already."""
        opponent = live.table.settings.opponent
        if opponent is None or live.table.over:
            return
        if self.preparing is None and wants_kernel(opponent):
            self.preparing = asyncio.create_task(self._prepare())
        if live.thinking is None and live.table.computer_action() is not None:
            live.thinking = asyncio.create_task(self._play(live))

    async def _prepare(self) -> None:
        """Load the compiled kernel before somebody waits for it.

        If it must be compiled first, a process of its own does that. Until then the levels play on the plain kernel.
        """
        async with self.making:
            if not await asyncio.to_thread(needs_warming):
                await asyncio.to_thread(kernel_at_hand)
                return
        log.info("preparing the computer players, which takes a minute, once")
        process = await asyncio.create_subprocess_exec(sys.executable, "-c", _WARMING)
        try:
            code = await process.wait()
        except asyncio.CancelledError:
            process.kill()
            await process.wait()
            raise
        async with self.making:
            self.warm = (await asyncio.to_thread(kernel_at_hand)).compiled
        log.info("the computer players are prepared", extra={"code": code})

    async def _play(self, live: Live) -> None:
        try:
            while live.table.computer_action() is not None and not self.closed:
                try:
                    await self._move(live)
                except Exception:
                    log.exception("computer player could not move", extra={"table": live.table.id})
                    await asyncio.sleep(_RETRY)
        finally:
            live.thinking = None

    async def _move(self, live: Live) -> None:
        due, match = live.table.computer_action(), live.table.match
        if due is None or match is None or match.deal is None:
            return
        seat, asked = due[0], asyncio.get_running_loop().time()
        # nobody sees a defender's steps before they are done, so only the first step is slowed down
        seen = match.deal.phase is not Phase.LAYOFF
        pause = asyncio.create_task(asyncio.sleep(self.hub.settings.computer_pause if seen else 0.0))
        computer = await self._computer(live)
        if computer.replies(match):
            action: str | None = await asyncio.to_thread(computer.think, match, seat, LEAST)
        else:
            action = await self._think(live, computer, match, seat, asked)
        await pause
        if action is not None:
            await self.hub.command(live, partial(_act, match, seat, action))

    async def _think(
        self, live: Live, computer: Computer, match: Match, seat: Seat, asked: float
    ) -> str | None:
        """Wait for a thread, and think for as long as those behind can wait; None if the computer is no longer on turn."""
        self.waiting[live] = asked
        try:
            await self.free.acquire()
        finally:
            del self.waiting[live]
        loop = asyncio.get_running_loop()
        try:
            if live.table.match is not match or self.closed:
                return None
            now = loop.time()
            seconds = time_to_think([now - one for one in (asked, *self.waiting.values())], self.thinkers)
            return await loop.run_in_executor(self.threads, computer.think, match, seat, seconds)
        finally:
            self.free.release()

    async def _computer(self, live: Live) -> Computer:
        """The computer of a table. It is made if there is none yet, or if the old one lacks the compiled kernel.

        Only one is made at a time, since the first loads the kernel.
        """
        opponent = live.table.settings.opponent
        assert opponent is not None
        async with self.making:
            if live.computer is None or (self.warm and live.computer.cold):
                live.computer = await asyncio.to_thread(Computer, opponent)
            return live.computer

    def close(self) -> None:
        """Stop thinking."""
        self.closed = True
        if self.preparing is not None:
            self.preparing.cancel()
        self.threads.shutdown(wait=False, cancel_futures=True)
