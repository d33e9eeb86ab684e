"""The sockets of the tables: how a connection follows a table, and what its messages do."""

from __future__ import annotations

from typing import TypeAlias

from starlette.websockets import WebSocket

from hollygin.due import Seat
from hollygin.errors import refuse
from hollygin.server.settings import Settings
from hollygin.server.tables.events import AnyEvent
from hollygin.server.tables.http import TableApi
from hollygin.server.tables.hub import Hub, Live
from hollygin.server.tables.table import Table
from hollygin.server.web.connection import Connection, Endpoint
from hollygin.shuffle import new_secret
from hollygin.wire import Act, Claim, Hello, Ping, ReadyFor, Rematch, decode_client

TableCommand: TypeAlias = Act | ReadyFor | Claim | Rematch


class TableConnection(Connection):
    """A socket that follows a table, for a seat or a spectator (None)."""

    def __init__(self, socket: WebSocket, settings: Settings, live: Live, seat: Seat | None) -> None:
        super().__init__(socket, settings)
        self.live = live
        self.seat = seat


class TableSockets(Endpoint[TableConnection, TableCommand]):
    """``/api/tables/{table}/socket``: follow a table and play at it."""

    def __init__(self, hub: Hub, api: TableApi, settings: Settings) -> None:
        super().__init__(api.visitors, settings)
        self.hub = hub
        self.api = api

    async def enter(self, socket: WebSocket) -> TableConnection:
        """The connection of a visitor who has a seat or the key of a link."""
        table, seat, _ = await self.api.visit(socket)
        return TableConnection(socket, self.settings, await self.hub.find(table.id), seat)

    async def greet(self, connection: TableConnection, hello: Hello) -> None:
        """Send the connection the whole state now, and every step from now on."""
        live = connection.live = await self.hub.find(connection.live.table.id)
        await self.hub.reach(live, connection.seat, hello.seen)
        self.hub.follow(live, connection, hello.seen)

    def leave(self, connection: TableConnection) -> None:
        """The connection no longer follows."""
        self.hub.leave(connection.live, connection)

    def read(self, text: str) -> Hello | Ping | TableCommand:
        """A message of a client; raises msgspec.DecodeError."""
        return decode_client(text)

    def seen(self, connection: TableConnection) -> int:
        """The number of the last step that the connection was told of."""
        return connection.live.chronicle.seen[connection.seat]

    async def obey(self, connection: TableConnection, command: TableCommand) -> int:
        """Carry out a command of a seat. Returns the number of its step."""
        live, seat = connection.live, connection.seat
        if seat is None:
            raise refuse("spectator")
        match command:
            case Act(_, seen, action):

                def act(table: Table) -> list[AnyEvent]:
                    last = live.chronicle.seen[seat]
                    if seen != last and action != "resign":
                        raise refuse("stale", seen=seen, seq=last)
                    return table.act(seat, action, new_secret)

                return await self.hub.command(live, act, seat, command.id)
            case ReadyFor(_, deal, nonce):
                return await self.hub.command(
                    live, lambda table: table.say_ready(seat, deal, nonce), seat, command.id
                )
            case Claim():
                away = self.hub.away_for(live, 1 - seat)
                return await self.hub.command(live, lambda table: table.claim(seat, away), seat, command.id)
            case Rematch():
                return await self.hub.command(live, lambda table: table.offer_rematch(seat), seat, command.id)
