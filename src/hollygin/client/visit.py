"""A visit to a table: look, then sit down, return to a seat, or watch."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from hollygin.client.http import Http
from hollygin.client.link import Link, parse_link, parse_server
from hollygin.client.seats import KeptSeat, SeatFolder
from hollygin.client.table import RemoteTable
from hollygin.errors import ClientError, Fault
from hollygin.rules import DEFAULT_PROFILE
from hollygin.wire import CreateTable, TableInfo


class Visit:
    """A visitor at a link. A visitor who has sat down before has ``info.seat``.

    If ``seats`` keeps a seat of this table, the visitor has it again; of several, the one under ``name``. Raises ClientError
    (``bad-link``, ``which-seat``). Every method raises ClientError (``unreachable``, ``bad-answer``) and ServerRefusal.
    """

    def __init__(self, link: Link | str, name: str | None = None, seats: SeatFolder | None = None) -> None:
        self.link = parse_link(link) if isinstance(link, str) else link
        self.seats = seats or SeatFolder()
        kept = [seat for seat in self.seats.find(self.link) if name in (None, seat.name)]
        if len(kept) > 1:
            raise ClientError(Fault("which-seat", params={"allowed": ", ".join(seat.name for seat in kept)}))
        self.name = kept[0].name if kept else name
        self.http = Http(self.link.origin, kept[0].secret if kept else None)

    @cached_property
    def info(self) -> TableInfo:
        """What the visitor may know of the table before sitting down."""
        return self.http.look(self.link)

    def sit(self, name: str) -> RemoteTable:
        """Take the free seat. Raises ServerRefusal (``seat-taken``, ``long-name`` and the like)."""
        self.seats.prepare()
        self.http.sit(self.link, name)
        return self._seated(name)

    def use_code(self, code: str) -> RemoteTable:
        """Take over a seat with a one-time code. Raises ServerRefusal (``code-unknown``)."""
        self.seats.prepare()
        seat = self.http.use_code(self.link, code)
        return self._seated(self.name or self.http.look(self.link).names[seat] or "")

    def come_back(self) -> RemoteTable:
        """The table, for the seat that the visitor has."""
        return RemoteTable(self.link, self.http, self.http.look(self.link), self.name or "", self.seats)

    def watch(self) -> RemoteTable:
        """The table, for a spectator."""
        return watch_table(self.link)

    def _seated(self, name: str) -> RemoteTable:
        keep_seat(self.link, name, self.http, self.seats)
        self.name = name
        return self.come_back()


def join_table(link: Link | str, name: str, seats: SeatFolder | None = None) -> RemoteTable:
    """The table of an invitation, for the free seat, or for the seat that the visitor has already.

    Raises as :class:`Visit`, and ServerRefusal (``seat-taken``, ``not-your-table``).
    """
    visit = Visit(link, name, seats)
    return visit.sit(name) if visit.info.seat is None else visit.come_back()


def watch_table(link: Link | str) -> RemoteTable:
    """The table of any of its links, for a spectator. Raises ClientError and ServerRefusal."""
    parsed = parse_link(link) if isinstance(link, str) else link
    http = Http(parsed.origin)
    return RemoteTable(parsed, http, http.look(parsed))


def create_table(
    server: str,
    name: str,
    *,
    profile: str = DEFAULT_PROFILE,
    options: Mapping[str, int | bool | str] | None = None,
    opponent: str = "friend",
    seats: SeatFolder | None = None,
) -> RemoteTable:
    """A new table on a server (``https://example.org``), for seat 0; ``table.info`` has its links.

    ``opponent`` is ``friend``, for someone who follows the invitation, or the name of a computer player. Raises ClientError
    (``bad-server``, ``unreachable``, ``bad-answer``) and ServerRefusal with every fault of the options.
    """
    origin = parse_server(server)
    http = Http(origin)
    seats = seats or SeatFolder()
    seats.prepare()
    made = http.create(CreateTable(name, profile, dict(options or {}), opponent))
    link = Link(origin, made.table)
    keep_seat(link, name, http, seats)
    return RemoteTable(link, http, http.look(link), name, seats)


def keep_seat(link: Link, name: str, http: Http, seats: SeatFolder) -> None:
    """Write down the seat that the server has just given."""
    if http.secret is not None:
        seats.keep(KeptSeat(link.origin, link.table, name, http.secret))
