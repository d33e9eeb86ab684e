"""The socket side: one connection, its bounded outbox, and what its messages do."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from hollygin.due import Seat
from hollygin.errors import Fault, HollyginError
from hollygin.server.events import AnyEvent
from hollygin.server.http import Api
from hollygin.server.hub import Hub, Live
from hollygin.server.limits import Bucket
from hollygin.server.settings import Settings
from hollygin.server.table import Table, refuse
from hollygin.shuffle import new_secret
from hollygin.wire import (
    WIRE_VERSION,
    Ack,
    Act,
    Bye,
    Claim,
    Hello,
    Ping,
    Pong,
    ReadyFor,
    RefusedMessage,
    Rematch,
    ServerMessage,
    decode_client,
    encode,
)

log = logging.getLogger("hollygin.server")

_TOLERATED = 20
"""Messages over the rate, or unreadable, before the connection is closed."""
_LINGER = 5.0
"""Seconds that the last message to a client may take."""


class Connection:
    """A socket that follows a table, for a seat or a spectator (None)."""

    def __init__(self, socket: WebSocket, live: Live, seat: Seat | None, settings: Settings) -> None:
        self.socket = socket
        self.live = live
        self.seat = seat
        self.settings = settings
        self.bucket = Bucket(settings.messages_per_second, settings.message_burst)
        self.outbox: deque[bytes] = deque()
        self.wake: asyncio.Future[None] | None = None
        """What the writer waits for while the outbox is empty."""
        self.writer: asyncio.Task[None] | None = None
        self.bad = 0
        self.code = ""
        self.busy = False
        """Whether a message is being worked on, which must be carried through."""
        self.ended = False
        self.heard = asyncio.get_running_loop().time()
        self.timer: asyncio.TimerHandle | None = None

    def send(self, message: bytes) -> None:
        """Queue a message; a reader too slow for its outbox is cut off, and may come back."""
        if len(self.outbox) >= self.settings.outbox:
            self.cut("too-slow")
            return
        self.outbox.append(message)
        if self.wake is not None and not self.wake.done():
            self.wake.set_result(None)

    def tell(self, message: ServerMessage) -> None:
        """Queue a message of this connection alone."""
        self.send(encode(message))

    def cut(self, code: str) -> None:
        """End the connection, and say why; what still waits is dropped."""
        self.code = self.code or code
        if self.writer is not None:
            self.writer.cancel()

    async def write(self) -> None:
        """Send the outbox, until the connection is cut or the client has gone."""
        while True:
            if not self.outbox:
                self.wake = asyncio.get_running_loop().create_future()
                await self.wake
            await self.socket.send({"type": "websocket.send", "text": self.outbox.popleft().decode()})

    def watch(self) -> None:
        """Cut the connection once nothing has been heard for too long."""
        loop = asyncio.get_running_loop()
        left = self.heard + self.settings.idle_connection - loop.time()
        if left > 0:
            self.timer = loop.call_later(left, self.watch)
        else:
            self.cut("silent")

    async def receive(self) -> str:
        """The next message as text. Raises WebSocketDisconnect."""
        message = await self.socket.receive()
        self.heard = asyncio.get_running_loop().time()
        if message["type"] != "websocket.receive":
            raise WebSocketDisconnect(message.get("code", 1006))
        text = message.get("text")
        return text if isinstance(text, str) else ""


class Sockets:
    """The socket endpoint on a hub."""

    def __init__(self, hub: Hub, api: Api, settings: Settings) -> None:
        self.hub = hub
        self.api = api
        self.settings = settings
        self.per_address: dict[str, int] = {}

    async def endpoint(self, socket: WebSocket) -> None:
        """``/api/tables/{table}/socket``: follow a table and play at it."""
        address = self.api.address(socket)
        try:
            if self.per_address.get(address, 0) >= self.settings.connections_per_address:
                raise refuse("too-many-connections", limit=self.settings.connections_per_address)
            table, seat, _ = await self.api.visit(socket)
        except HollyginError as error:
            await socket.accept()
            await socket.send_text(encode(Bye(error.code)).decode())
            await socket.close(4000)
            return
        self.per_address[address] = self.per_address.get(address, 0) + 1
        try:
            live = await self.hub.find(table.id)
            await socket.accept()
            await self._serve(Connection(socket, live, seat, self.settings))
        finally:
            self.per_address[address] -= 1
            if not self.per_address[address]:
                del self.per_address[address]

    async def _serve(self, connection: Connection) -> None:
        reader = asyncio.create_task(self._read(connection))
        writer = connection.writer = asyncio.create_task(connection.write())
        connection.watch()
        try:
            await asyncio.wait((reader, writer), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.hub.leave(connection.live, connection)
            connection.ended = True
            if connection.timer is not None:
                connection.timer.cancel()
            writer.cancel()
            if not connection.busy:
                reader.cancel()
            heard, _ = await asyncio.gather(reader, writer, return_exceptions=True)
            code = connection.code or (heard if isinstance(heard, str) else "")
            if isinstance(heard, Exception):
                log.error("connection failed", exc_info=heard)
            with contextlib.suppress(RuntimeError, WebSocketDisconnect, OSError):
                async with asyncio.timeout(_LINGER):
                    if code:
                        await connection.socket.send_text(encode(Bye(code)).decode())
                    await connection.socket.close(4000 if code else 1000)

    async def _read(self, connection: Connection) -> str:
        """Read until the end; the code to close with, empty where the client has gone."""
        try:
            hello = decode_client(await connection.receive())
            if not isinstance(hello, Hello):
                return "hello-first"
            if hello.version != WIRE_VERSION:
                return "wire-version"
            live = connection.live = await self.hub.find(connection.live.table.id)
            await self.hub.reach(live, connection.seat, hello.seen)
            self.hub.follow(live, connection, hello.seen)
            while connection.bad < _TOLERATED and not connection.ended:
                message = await connection.receive()
                connection.busy = True
                await self._message(connection, message)
                connection.busy = False
        except WebSocketDisconnect:
            return ""
        except msgspec.DecodeError:
            return "bad-message"
        return "too-many-refusals"

    async def _message(self, connection: Connection, text: str) -> None:
        if not connection.bucket.take():
            connection.bad += 1
            self._refuse(
                connection, None, Fault("too-fast", params={"limit": self.settings.messages_per_second})
            )
            return
        try:
            message = decode_client(text)
        except msgspec.DecodeError as error:
            connection.bad += 1
            self._refuse(connection, None, Fault("bad-message", params={"text": str(error)[:200]}))
            return
        if isinstance(message, Ping):
            connection.tell(Pong(message.t, self.hub.now()))
        elif isinstance(message, Hello):
            self._refuse(connection, None, Fault("hello-once"))
        else:
            await self._command(connection, message)

    async def _command(self, connection: Connection, message: Act | ReadyFor | Claim | Rematch) -> None:
        live, seat = connection.live, connection.seat
        if seat is None:
            self._refuse(connection, message.id, Fault("spectator"))
            return
        try:
            seq = await self._obey(live, seat, message)
        except HollyginError as error:
            self._refuse(connection, message.id, error.fault)
        except Exception:
            log.exception("command failed", extra={"table": live.table.id})
            self._refuse(connection, message.id, Fault("try-again"))
        else:
            connection.tell(Ack(message.id, seq))

    async def _obey(self, live: Live, seat: Seat, message: Act | ReadyFor | Claim | Rematch) -> int:
        match message:
            case Act(_, seen, action):

                def act(table: Table) -> list[AnyEvent]:
                    last = live.chronicle.seen[seat]
                    if seen != last and action != "resign":
                        raise refuse("stale", seen=seen, seq=last)
                    return table.act(seat, action, new_secret)

                return await self.hub.command(live, act, seat, message.id)
            case ReadyFor(_, deal, nonce):
                return await self.hub.command(
                    live, lambda table: table.say_ready(seat, deal, nonce), seat, message.id
                )
            case Claim():
                away = self.hub.away_for(live, 1 - seat)
                return await self.hub.command(live, lambda table: table.claim(seat, away), seat, message.id)
            case Rematch():
                return await self.hub.command(live, lambda table: table.offer_rematch(seat), seat, message.id)

    @staticmethod
    def _refuse(connection: Connection, command: str | None, fault: Fault) -> None:
        seq = connection.live.chronicle.seen[connection.seat]
        connection.tell(RefusedMessage(command, fault.code, fault.clause, dict(fault.params), seq))
