"""Computer players at the tables: they think off the event loop, on a view, and survive a restart.

What a computer is due follows from the table alone, so a thought that was cut off is simply thought again.
"""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from hollygin.actions import RESIGN
from hollygin.due import Seat
from hollygin.errors import HollyginError
from hollygin.match import Match
from hollygin.players import make_player
from hollygin.server.events import AnyEvent
from hollygin.server.hub import Hub, Live
from hollygin.server.table import Table
from hollygin.shuffle import new_secret
from hollygin.view import view_match

log = logging.getLogger("hollygin.server")

_RETRY: Final = 1.0


def think(name: str, match: Match, seat: Seat) -> str:
    """The action of a computer player, as text; ``resign`` where the player breaks a rule, which is logged."""
    view = view_match(match, seat)
    assert view.deal is not None and view.deal.due is not None
    try:
        action = make_player(name).act(view, view.deal.due)
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
        hub.on_step = self.look

    def look(self, live: Live) -> None:
        """Start thinking where a computer is due and is not at it already."""
        if live.thinking is None and live.table.computer_action() is not None:
            live.thinking = asyncio.create_task(self._play(live))

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
        self.threads.shutdown(wait=False, cancel_futures=True)
