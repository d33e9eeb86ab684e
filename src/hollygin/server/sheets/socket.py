"""The sockets of the score sheets: everyone with the link follows and writes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from starlette.websockets import WebSocket

from hollygin.server.settings import Settings
from hollygin.server.sheets.hub import LiveScore, ScoreHub
from hollygin.server.sheets.log import AnyScoreEvent, ScoreLog
from hollygin.server.web.connection import Connection, Endpoint
from hollygin.server.web.visitors import Visitors
from hollygin.wire import AddEntry, Hello, Ping, Redo, RemoveEntry, ReplaceEntry, Undo, decode_score_client

ScoreCommand: TypeAlias = AddEntry | ReplaceEntry | RemoveEntry | Undo | Redo


class ScoreConnection(Connection):
    """A socket that follows a score sheet."""

    def __init__(self, socket: WebSocket, settings: Settings, live: LiveScore) -> None:
        super().__init__(socket, settings)
        self.live = live


class ScoreSockets(Endpoint[ScoreConnection, ScoreCommand]):
    """``/api/scores/{score}/socket``: follow a score sheet and write on it."""

    def __init__(self, scores: ScoreHub, visitors: Visitors, settings: Settings) -> None:
        super().__init__(visitors, settings)
        self.scores = scores

    async def enter(self, socket: WebSocket) -> ScoreConnection:
        """The connection of a visitor who knows the name of a sheet."""
        live = await self.scores.find(socket.path_params["score"])
        return ScoreConnection(socket, self.settings, live)

    async def greet(self, connection: ScoreConnection, hello: Hello) -> None:
        """Send the connection the state of the sheet now, and after every change."""
        live = connection.live = await self.scores.find(connection.live.name)
        if hello.seen > live.seq and not self.scores.store.is_sqlite:
            await self.scores.catch_up(live)  # seen through another worker
        self.scores.follow(live, connection)

    def leave(self, connection: ScoreConnection) -> None:
        """The connection no longer follows."""
        connection.live.readers.discard(connection)

    def read(self, text: str) -> Hello | Ping | ScoreCommand:
        """A message of a client; raises msgspec.DecodeError."""
        return decode_score_client(text)

    def seen(self, connection: ScoreConnection) -> int:
        """The number of the last step that the connection was told of."""
        return connection.live.seq

    async def obey(self, connection: ScoreConnection, command: ScoreCommand) -> int:
        """Change the sheet; the number of the step."""
        return await self.scores.command(connection.live, _decision(command), command.id)


def _decision(command: ScoreCommand) -> Callable[[ScoreLog], AnyScoreEvent]:
    match command:
        case AddEntry(_, entry_id, entry, before):
            return lambda log: log.add(entry_id, entry, before)
        case ReplaceEntry(_, entry_id, changed, entry):
            return lambda log: log.replace(entry_id, changed, entry)
        case RemoveEntry(_, entry_id, changed):
            return lambda log: log.remove(entry_id, changed)
        case Undo(_, change):
            return lambda log: log.undo(change)
        case Redo(_, change):
            return lambda log: log.redo(change)
