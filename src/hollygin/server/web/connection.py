"""Sockets of every kind: one connection, its bounded outbox, and how it begins, is read and ends."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from abc import ABC, abstractmethod
from collections import deque
from typing import Final, Generic, Protocol, TypeVar

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from hollygin.errors import Fault, HollyginError, refuse
from hollygin.server.settings import Settings
from hollygin.server.web.limits import Bucket
from hollygin.server.web.visitors import Visitors
from hollygin.wire import WIRE_VERSION, Ack, Bye, Hello, Message, Ping, Pong, RefusedMessage, encode

log = logging.getLogger("hollygin.server")

_TOLERATED: Final = 20
"""The connection is closed after this many messages that are unreadable or over the rate."""
_LINGER: Final = 5.0
"""The seconds that the last message to a client may take."""


class Connection:
    """A socket, its bounded outbox, and when it was last heard."""

    def __init__(self, socket: WebSocket, settings: Settings) -> None:
        self.socket = socket
        self.settings = settings
        self.bucket = Bucket(settings.messages_per_second, settings.message_burst)
        self.outbox: deque[bytes] = deque()
        self.wake: asyncio.Future[None] | None = None
        """The future that the writer awaits while the outbox is empty."""
        self.writer: asyncio.Task[None] | None = None
        self.bad = 0
        self.code = ""
        self.busy = False
        """Whether a message is being handled, which must not be interrupted."""
        self.ended = False
        self.heard = asyncio.get_running_loop().time()
        self.timer: asyncio.TimerHandle | None = None

    def send(self, message: bytes) -> None:
        """Queue a message. A reader too slow for its outbox is cut off, and may come back."""
        if len(self.outbox) >= self.settings.outbox:
            self.cut("too-slow")
            return
        self.outbox.append(message)
        if self.wake is not None and not self.wake.done():
            self.wake.set_result(None)

    def tell(self, message: Message) -> None:
        """Queue a message to this connection alone."""
        self.send(encode(message))

    def cut(self, code: str) -> None:
        """End the connection, and say why. Drop whatever still waits."""
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


class Identified(Protocol):
    """A command with an id from the client."""

    @property
    def id(self) -> str:
        """The client's id of the command, which is in its answer."""
        ...


C = TypeVar("C", bound=Connection)
M = TypeVar("M", bound=Identified)


class Endpoint(ABC, Generic[C, M]):
    """The common part of the sockets of every kind."""

    def __init__(self, visitors: Visitors, settings: Settings) -> None:
        self.visitors = visitors
        self.settings = settings

    # What each kind does

    @abstractmethod
    async def enter(self, socket: WebSocket) -> C:
        """The connection for a visitor. Raises Refused."""

    @abstractmethod
    async def greet(self, connection: C, hello: Hello) -> None:
        """Answer the first message, and let the connection follow. Raises Refused."""

    @abstractmethod
    def leave(self, connection: C) -> None:
        """The connection no longer follows."""

    @abstractmethod
    def read(self, text: str) -> Hello | Ping | M:
        """A message of a client; raises msgspec.DecodeError."""

    @abstractmethod
    async def obey(self, connection: C, command: M) -> int:
        """Carry out a command. Returns the number of its step. Raises Refused if it changes nothing."""

    @abstractmethod
    def seen(self, connection: C) -> int:
        """The number of the last step that the connection was told of."""

    # What all do

    async def endpoint(self, socket: WebSocket) -> None:
        """Serve a socket from its beginning to its end."""
        address, open_now = self.visitors.address(socket), self.visitors.connections
        try:
            if open_now[address] >= self.settings.connections_per_address:
                raise refuse("too-many-connections", limit=self.settings.connections_per_address)
            connection = await self.enter(socket)
        except HollyginError as error:
            await socket.accept()
            await socket.send_text(encode(Bye(error.code)).decode())
            await socket.close(4000)
            return
        open_now[address] += 1
        try:
            await socket.accept()
            await self._serve(connection)
        finally:
            open_now[address] -= 1
            if not open_now[address]:
                del open_now[address]

    async def _serve(self, connection: C) -> None:
        reader = asyncio.create_task(self._read(connection))
        writer = connection.writer = asyncio.create_task(connection.write())
        connection.watch()
        try:
            await asyncio.wait((reader, writer), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.leave(connection)
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

    async def _read(self, connection: C) -> str:
        """Read until the end. Returns the code to close with, empty if the client has gone."""
        try:
            hello = self.read(await connection.receive())
            if not isinstance(hello, Hello):
                return "hello-first"
            if hello.version != WIRE_VERSION:
                return "wire-version"
            await self.greet(connection, hello)
            while connection.bad < _TOLERATED and not connection.ended:
                message = await connection.receive()
                connection.busy = True
                await self._message(connection, message)
                connection.busy = False
        except WebSocketDisconnect:
            return ""
        except HollyginError as error:
            return error.code
        except (msgspec.DecodeError, RecursionError):
            return "bad-message"
        return "too-many-refusals"

    async def _message(self, connection: C, text: str) -> None:
        if not connection.bucket.take():
            connection.bad += 1
            self.refuse(
                connection, None, Fault("too-fast", params={"limit": self.settings.messages_per_second})
            )
            return
        try:
            message = self.read(text)
        except (msgspec.DecodeError, RecursionError) as error:
            connection.bad += 1
            self.refuse(connection, None, Fault("bad-message", params={"text": str(error)[:200]}))
            return
        if isinstance(message, Ping):
            connection.tell(Pong(message.t, time.time()))
        elif isinstance(message, Hello):
            self.refuse(connection, None, Fault("hello-once"))
        else:
            await self._command(connection, message)

    async def _command(self, connection: C, command: M) -> None:
        try:
            seq = await self.obey(connection, command)
        except HollyginError as error:
            self.refuse(connection, command.id, error.fault)
        except Exception:
            log.exception("command failed")
            self.refuse(connection, command.id, Fault("try-again"))
        else:
            connection.tell(Ack(command.id, seq))

    def refuse(self, connection: C, command: str | None, fault: Fault) -> None:
        """Say that a command, or a message, has changed nothing, and why."""
        connection.tell(
            RefusedMessage(command, fault.code, fault.clause, dict(fault.params), self.seen(connection))
        )
