"""A socket to a table. A thread of its own keeps it open."""

from __future__ import annotations

import contextlib
import random
import threading
import time
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Final
from urllib.parse import urlsplit

import msgspec
from websockets.exceptions import InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

from hollygin.errors import Fault
from hollygin.wire import (
    Ack,
    Act,
    Bye,
    Claim,
    Hello,
    Ping,
    ReadyFor,
    RefusedMessage,
    Rematch,
    ServerMessage,
    StepMessage,
    Welcome,
    decode_server,
    encode,
)

PING_EVERY: Final = 25.0
"""Seconds. The server closes a connection on which it hears nothing for three times as long."""

RATE: Final = 18.0
BURST: Final = 50.0
"""Commands per second, and at once: a little below the server's limits for a connection."""

_FIRST_WAIT: Final = 0.5
_TOO_FAST_WAIT: Final = 1.0
_LONGEST_WAIT: Final = 15.0
_TEMPORARY: Final = frozenset(
    {"silent", "too-slow", "too-many-connections", "too-many-refusals", "try-again"}
)
"""The codes of a ``bye`` after which a retry makes sense."""

Sendable = Act | ReadyFor | Claim | Rematch


@dataclass(frozen=True, slots=True)
class Lost:
    """The connection is lost; retries follow until a ``welcome`` comes."""


@dataclass(frozen=True, slots=True)
class Ended:
    """The connection has ended for good, and why."""

    fault: Fault


class _Over(Exception):
    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault


class Connection:
    """Follows a table: every message goes into ``inbox``, in order.

    A command without an answer is retried after every interruption. Its id makes that harmless.
    """

    def __init__(self, url: str, headers: dict[str, str]) -> None:
        self.inbox: SimpleQueue[ServerMessage | Lost | Ended] = SimpleQueue()
        self._url = url
        self._headers = headers
        self._seen = 0
        self._tokens = BURST
        self._filled = time.monotonic()
        self._welcomed = False
        self._unanswered: dict[str, Sendable] = {}
        self._socket: ClientConnection | None = None
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="hollygin table", daemon=True)
        self._thread.start()

    def send(self, command: Sendable) -> None:
        """Send a command now, or as soon as there is a connection. Waits if too many were sent."""
        now = time.monotonic()
        self._tokens = min(BURST, self._tokens + (now - self._filled) * RATE) - 1
        self._filled = now
        if self._tokens < 0:
            time.sleep(-self._tokens / RATE)
        with self._lock:
            self._unanswered[command.id] = command
            if self._socket is not None:
                self._try_to_send(self._socket, command)

    def close(self) -> None:
        """End the connection."""
        self._closing.set()
        with self._lock:
            socket = self._socket
        if socket is not None:
            socket.close()
        self._thread.join()

    # The thread

    def _run(self) -> None:
        wait = _FIRST_WAIT
        while not self._closing.is_set():
            self._welcomed = False
            try:
                self._follow()
            except _Over as over:
                self.inbox.put(Ended(over.fault))
                return
            except (OSError, WebSocketException) as error:
                status = error.response.status_code if isinstance(error, InvalidStatus) else 0
                if 400 <= status < 500:
                    self.inbox.put(Ended(self._bad_answer(f"HTTP {status}")))
                    return
            except msgspec.DecodeError as error:
                self.inbox.put(Ended(self._bad_answer(str(error))))
                return
            finally:
                with self._lock:
                    self._socket = None
            if self._welcomed or wait == _FIRST_WAIT:
                wait = _FIRST_WAIT
                self.inbox.put(Lost())
            self._closing.wait(wait * random.uniform(0.8, 1.2))
            wait = min(2 * wait, _LONGEST_WAIT)

    def _follow(self) -> None:
        """Follow the table on one socket until it is lost."""
        with connect(
            self._url, additional_headers=self._headers, compression=None, close_timeout=2
        ) as socket:
            socket.send(encode(Hello(seen=self._seen)), text=True)
            ping_at = time.monotonic() + PING_EVERY
            while not self._closing.is_set():
                try:
                    data = socket.recv(timeout=max(0.0, ping_at - time.monotonic()))
                except TimeoutError:
                    socket.send(encode(Ping(time.time())), text=True)
                    ping_at = time.monotonic() + PING_EVERY
                    continue
                self._take(socket, decode_server(data))

    def _take(self, socket: ClientConnection, message: ServerMessage) -> None:
        match message:
            case Bye(code):
                if code not in _TEMPORARY:
                    raise _Over(Fault(code))
                return
            case Welcome(seq=seq):
                self._welcomed = True
                self._seen = seq
                self.inbox.put(message)
                self._send_unanswered(socket)
                return
            case RefusedMessage(None, "too-fast"):
                self._closing.wait(_TOO_FAST_WAIT)
                self._send_unanswered(socket)
                return
            case StepMessage(seq=seq):
                self._seen = seq
            case Ack(command) | RefusedMessage(str(command)):
                with self._lock:
                    self._unanswered.pop(command, None)
        self.inbox.put(message)

    def _send_unanswered(self, socket: ClientConnection) -> None:
        with self._lock:
            self._socket = socket
            for command in self._unanswered.values():
                self._try_to_send(socket, command)

    @staticmethod
    def _try_to_send(socket: ClientConnection, command: Sendable) -> None:
        """Send. If that fails, the connection is lost, and the command is sent on the next one."""
        with contextlib.suppress(OSError, WebSocketException):
            socket.send(encode(command), text=True)

    def _bad_answer(self, text: str) -> Fault:
        host = urlsplit(self._url).netloc
        return Fault("bad-answer", params={"server": host, "text": text[:80]})
