"""Computer players at the tables: they think off the event loop, on a view, and survive a restart.

What a computer is due follows from the table alone, so a thought that was cut off is simply thought again.
"""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor

from hollygin.actions import RESIGN
from hollygin.due import Seat
from hollygin.errors import HollyginError
from hollygin.match import Match
from hollygin.players import make_player
from hollygin.server.events import AnyEvent
from hollygin.server.hub import Hub, Live
from hollygin.server.table import Refused, Table
from hollygin.view import view_match

log = logging.getLogger("hollygin.server")


def think(name: str, match: Match, seat: Seat) -> str:
    """The action of a computer player, as text; ``resign`` where the player breaks a rule, which is logged."""
    view = view_match(match, seat)
    assert view.deal is not None and view.deal.due is not None
    try:
        action = make_player(name).act(view, view.deal.due)
        match.step(seat, action)
    except HollyginError as error:
        log.exception("computer player broke a rule", extra={"player": name, "fault": str(error)})
        return str(RESIGN)
    return str(action)


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
        loop = asyncio.get_running_loop()
        try:
            while (due := live.table.computer_action()) is not None:
                seat, name = due
                match = live.table.match
                assert match is not None
                pause = asyncio.create_task(asyncio.sleep(self.hub.settings.computer_pause))
                action = await loop.run_in_executor(self.threads, think, name, match, seat)
                await pause
                await self.hub.command(live, lambda table, a=action, m=match, s=seat: _move(table, m, s, a))  # type: ignore[misc]
        except Refused:
            log.exception("computer player refused")
        finally:
            live.thinking = None
        self.look(live)

    def close(self) -> None:
        """Stop thinking."""
        self.threads.shutdown(wait=False, cancel_futures=True)


def _move(table: Table, match: Match, seat: Seat, action: str) -> list[AnyEvent]:
    """The computer's action, or nothing where the match has moved on meanwhile."""
    return table.act(seat, action) if table.match is match else []
