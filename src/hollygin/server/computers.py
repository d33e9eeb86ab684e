"""Computer players at the tables: they think off the event loop, on a view, and survive a restart.

What a computer is due follows from the table alone, so a thought that was cut off is simply thought again.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from hollygin.actions import RESIGN
from hollygin.bulk import needs_warming
from hollygin.due import Seat
from hollygin.errors import Fault, HollyginError
from hollygin.match import Match
from hollygin.players import PlayerNameError, make_player, read_player, wants_kernel
from hollygin.server.events import AnyEvent
from hollygin.server.hub import Hub, Live
from hollygin.server.table import Table
from hollygin.shuffle import new_secret
from hollygin.view import view_match

log = logging.getLogger("hollygin.server")

OPPONENTS: Final = ("easy", "medium", "strong", "simple", "random")
"""The computer players whom a visitor may ask to the table."""

_RETRY: Final = 1.0
_THINKING: Final = 0.15
"""Seconds that the strong one thinks: ten of them on two processors answer within a second."""
_WARMING: Final = "import os; hasattr(os, 'nice') and os.nice(10); from hollygin.bulk import warm; warm()"


def read_computer(text: str) -> str:
    """A computer player whom a visitor asks to the table, as it is made there; nothing is made yet.

    One of OPPONENTS, with a seed where there is one; what it costs the server is not the visitor's to say.
    Raises PlayerNameError (``unknown-player``, ``bad-parameter``).
    """
    name, values = read_player(text, OPPONENTS)
    for key in values.keys() - {"seed"}:
        params = {"name": name, "text": key, "allowed": "seed"}
        raise PlayerNameError(Fault("bad-parameter", params=params))
    if name == "strong":
        values["time"] = _THINKING
    return ":".join((name, ",".join(f"{key}={value}" for key, value in values.items()))).rstrip(":")


def think(name: str, match: Match, seat: Seat) -> str:
    """The action of a computer player, as text; ``resign`` where the player breaks a rule, which is logged."""
    view = view_match(match, seat)
    assert view.deal is not None and view.deal.due is not None
    try:
        action = make_player(read_computer(name)).act(view, view.deal.due)
        match.step(seat, action)
    except HollyginError as error:
        code = error.code  # and not the error itself, which names cards
    else:
        return str(action)
    log.error("computer player broke a rule", extra={"player": name, "fault": code})
    return str(RESIGN)


class Computers:
    """Moves for the computers of all live tables."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.threads = ThreadPoolExecutor(hub.settings.thinkers, thread_name_prefix="computer")
        self.warming: asyncio.Task[None] | None = None
        hub.on_step = self.look

    def look(self, live: Live) -> None:
        """Start thinking where a computer is due and is not at it already."""
        due = live.table.computer_action()
        if live.thinking is None and due is not None:
            if self.warming is None and wants_kernel(due[1]):
                self.warming = asyncio.create_task(self._warm())
            live.thinking = asyncio.create_task(self._play(live))

    async def _warm(self) -> None:
        """Compile the kernel in a process of its own where that is due; until then the levels play on the plain one.

        Asked once, and in a thread: the answer takes reading the kernel's files and loading a library.
        """
        if not await asyncio.get_running_loop().run_in_executor(self.threads, needs_warming):
            return
        log.info("preparing the computer players, which takes a minute, once")
        process = await asyncio.create_subprocess_exec(sys.executable, "-c", _WARMING)
        try:
            code = await process.wait()
        except asyncio.CancelledError:
            process.kill()
            await process.wait()
            raise
        log.info("the computer players are prepared", extra={"code": code})

    async def _play(self, live: Live) -> None:
        try:
            while (due := live.table.computer_action()) is not None:
                try:
                    await self._move(live, *due)
                except Exception:
                    log.exception("computer player could not move", extra={"table": live.table.id})
                    await asyncio.sleep(_RETRY)
        finally:
            live.thinking = None

    async def _move(self, live: Live, seat: Seat, name: str) -> None:
        match = live.table.match
        assert match is not None

        def move(table: Table) -> list[AnyEvent]:
            """The action, or nothing where the match has moved on meanwhile."""
            return table.act(seat, action, new_secret) if table.match is match else []

        pause = asyncio.create_task(asyncio.sleep(self.hub.settings.computer_pause))
        loop = asyncio.get_running_loop()
        action = await loop.run_in_executor(self.threads, think, name, match, seat)
        await pause
        await self.hub.command(live, move)

    def close(self) -> None:
        """Stop thinking."""
        if self.warming is not None:
            self.warming.cancel()
        self.threads.shutdown(wait=False, cancel_futures=True)
