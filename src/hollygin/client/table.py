"""A table on a server, for one seat or a spectator."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from queue import Empty
from typing import Final, Self

from hollygin.actions import RESIGN, Action
from hollygin.client.connection import Connection, Ended, Lost, Sendable
from hollygin.client.http import Http, as_params
from hollygin.client.link import Link
from hollygin.client.mirror import Mirror
from hollygin.client.seats import KeptSeat, SeatFolder
from hollygin.due import Due, Seat
from hollygin.errors import ClientError, Fault, ServerRefusal
from hollygin.match import Match
from hollygin.view import View
from hollygin.wire import (
    Ack,
    Act,
    Claim,
    ReadyFor,
    RefusedMessage,
    Rematch,
    ServerMessage,
    TableInfo,
    Welcome,
)

NONCE_BYTES: Final = 16

News = ServerMessage | Lost
Listener = Callable[[News], None]


class RemoteTable:
    """An open table; use as ``with table:``.

    :meth:`wait` takes in the messages of the server, and so does each command while it waits for its answer. Then ``listener`` is called with the
    message. A lost connection is opened again. Everything raises ClientError if the table is lost for good.
    """

    def __init__(
        self, link: Link, http: Http, info: TableInfo, name: str = "", seats: SeatFolder | None = None
    ) -> None:
        self.link = link
        self.http = http
        self.info = info
        self.name = name
        self.seats = seats
        self.listener: Listener = lambda _: None
        self.lost = False
        self._mirror: Mirror | None = None
        self._connection: Connection | None = None

    def __enter__(self) -> Self:
        """Follow the table; returns once its state has come."""
        scheme, _, rest = self.link.origin.partition("://")
        key = f"?key={self.link.key}" if self.link.key else ""
        url = f"{'wss' if scheme == 'https' else 'ws'}://{rest}/api/tables/{self.link.table}/socket{key}"
        self._connection = Connection(url, self.http.headers)
        while self._mirror is None:
            self.wait()
        return self

    def __exit__(self, *_: object) -> None:
        assert self._connection is not None
        self._connection.close()

    # The state

    @property
    def mirror(self) -> Mirror:
        """Everything that the client knows."""
        assert self._mirror is not None
        return self._mirror

    @property
    def seat(self) -> Seat | None:
        """The client's own seat; None for a spectator."""
        return self.mirror.seat

    @property
    def view(self) -> View:
        """The match as the client's seat may see it."""
        return self.mirror.view

    @property
    def due(self) -> Due | None:
        """The decision that is due from the client's own seat; None if none is."""
        return self.mirror.due

    @property
    def match(self) -> Match:
        """The finished deals, the sheet, and how the match ended."""
        return self.mirror.match

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.mirror.state.over

    @property
    def asks_ready(self) -> bool:
        """Whether the next deal waits for this seat to be ready."""
        state = self.mirror.state
        return state.waiting and self.seat is not None and not state.ready[self.seat]

    # What happens

    def wait(self, seconds: float | None = None) -> bool:
        """Take in the next message; False if none has come in time."""
        assert self._connection is not None
        try:
            message = self._connection.inbox.get(timeout=seconds)
        except Empty:
            return False
        self._take(message)
        return True

    def _take(self, message: News | Ended) -> None:
        if isinstance(message, Ended):
            raise ClientError(message.fault)
        if isinstance(message, Lost):
            self.lost = True
        elif isinstance(message, Welcome) and self._mirror is None:
            by_chance = self.info.first_dealer is None
            self._mirror = Mirror(message, dealer_by_chance=by_chance)
        else:
            self.lost = self.lost and not isinstance(message, Welcome)
            self.mirror.apply(message)
        self.listener(message)

    # Commands: each returns once it is acknowledged, and so durable. Each raises ServerRefusal.

    def act(self, action: Action) -> None:
        """Play an action in the state that the client knows; a table that has moved on refuses it (``stale``)."""
        self._command(Act(_new_id(), self.mirror.seq, str(action)))

    def ready(self) -> None:
        """Be ready for the next deal, and add a nonce to its shuffle."""
        deal, nonce = self.mirror.state.number, os.urandom(NONCE_BYTES)
        command = ReadyFor(_new_id(), deal, nonce.hex())
        self.mirror.contribute(deal, nonce)
        self._command(command)

    def resign(self) -> None:
        """Give up the match (R13.1)."""
        self.act(RESIGN)

    def claim(self) -> None:
        """Claim the match, since the opponent has been away for too long."""
        self._command(Claim(_new_id()))

    def offer_rematch(self) -> None:
        """Offer to play again; the next table is there as soon as both have offered."""
        self._command(Rematch(_new_id()))

    def _command(self, command: Sendable) -> None:
        assert self._connection is not None
        self._connection.send(command)
        while True:
            message = self._connection.inbox.get()
            self._take(message)
            match message:
                case Ack(command.id):
                    return
                case RefusedMessage(command.id, code, clause, params):
                    raise ServerRefusal(Fault(code, clause, as_params(params)))

    # The next table

    def next_table(self) -> RemoteTable:
        """The table of the rematch, on the same seat. The seat is kept on disk if this one is."""
        table = self.mirror.state.next_table
        assert table is not None
        link = Link(self.link.origin, table)
        http = Http(self.link.origin, self.http.secret)
        next_table = RemoteTable(link, http, http.look(link), self.name, self.seats)
        if self.seats is not None and http.secret is not None:
            self.seats.keep(KeptSeat(link.origin, link.table, self.name, http.secret))
        return next_table


def _new_id() -> str:
    return secrets.token_hex(12)
