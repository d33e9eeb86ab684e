"""Lets any player of the library play at a table on a server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hollygin.actions import RESIGN
from hollygin.client.link import Link
from hollygin.client.seats import SeatFolder
from hollygin.client.table import RemoteTable
from hollygin.client.visit import join_table
from hollygin.due import Due
from hollygin.errors import ServerRefusal
from hollygin.match import Match
from hollygin.players import Player, PlayerFault

_MOVED_ON: Final = frozenset({"stale", "match-over", "not-your-turn", "not-due", "not-waiting"})
"""Refusals of commands that were right a moment ago: another device has played, or the match was given up."""


def play(link: Link | str, player: Player, name: str, *, seats: SeatFolder | None = None) -> Match:
    """Join a table under a name, let a player play the match there to its end, and return the match.

    The player gets the same views as in a match on this machine, except that the actions of deals that ended before it joined
    are missing. Raises PlayerFault if the player breaks a rule, ClientError and ServerRefusal as
    :func:`join_table`.
    """
    with join_table(link, name, seats) as table:
        play_at(table, player)
        return table.match


def play_at(table: RemoteTable, player: Player) -> None:
    """Play a match to its end at an open table. Raises PlayerFault and ClientError."""
    while not table.over:
        due = table.due
        if due is not None:
            _act(table, player, due)
        elif table.asks_ready:
            _obey_unless_moved(table, table.ready)
        else:
            table.wait()


def _act(table: RemoteTable, player: Player, due: Due) -> None:
    action = player.act(table.view, due)
    fault = None if action == RESIGN else due.check(action)
    if fault is not None:
        assert due.seat is not None
        raise PlayerFault(due.seat, player.name, fault)
    _obey_unless_moved(table, lambda: table.act(action))


def _obey_unless_moved(table: RemoteTable, command: Callable[[], None]) -> None:
    try:
        command()
    except ServerRefusal as error:
        if error.code not in _MOVED_ON:
            raise
        table.wait(1.0)
