"""The HTTP side of the tables: create one, look at it, sit down, carry a seat over, download the record."""

from __future__ import annotations

import secrets
import time
from typing import Final, Literal

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from hollygin import __version__
from hollygin.due import Seat
from hollygin.errors import refuse
from hollygin.record import Format, Perspective, Record, record_of, write
from hollygin.rules import PROFILES, make_rules, options_of
from hollygin.server.tables.events import Created
from hollygin.server.tables.hub import Hub
from hollygin.server.tables.table import Table, digest
from hollygin.server.tables.thinking import read_computer
from hollygin.server.web.answers import answer, guarded, read_body
from hollygin.server.web.visitors import Visitors, table_name
from hollygin.shuffle import new_secret
from hollygin.wire import (
    CodeAnswer,
    CreateTable,
    SeatTaken,
    SitDown,
    TableInfo,
    TableMade,
    UseCode,
)

_CODE_SIGNS: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"


class TableApi:
    """The HTTP endpoints of the tables."""

    def __init__(self, hub: Hub, visitors: Visitors) -> None:
        self.hub = hub
        self.visitors = visitors

    @guarded
    async def create(self, request: Request) -> Response:
        """``POST /api/tables``: a new table; the visitor has seat 0."""
        wanted = await read_body(request, CreateTable)
        name = table_name(wanted.name)
        rules = make_rules(wanted.profile, **wanted.options)
        opponent = None if wanted.opponent == "friend" else wanted.opponent
        if opponent is not None:
            read_computer(opponent)
        self.visitors.count_maker(request)
        secret = self.visitors.secret_or_new(request)
        created = Created(
            options={key: value for key, value in options_of(rules).items() if isinstance(value, int | str)},
            profile=wanted.profile,
            version=PROFILES[wanted.profile].version,
            opponent=opponent,
            first_dealer=wanted.first_dealer,
            claim_after=wanted.claim_after,
            invite=secrets.token_urlsafe(16),
            watch=secrets.token_urlsafe(16),
        )
        live = await self.hub.create(created, name, digest(secret))
        table = live.table.id
        invite = None if opponent else f"/t/{table}?key={created.invite}"
        response = answer(TableMade(table, invite, f"/t/{table}?key={created.watch}"), 201)
        self.visitors.give_cookie(request, response, secret)
        return response

    @guarded
    async def look(self, request: Request) -> Response:
        """``GET /api/tables/{table}?key=…``: the options, who sits, and what the visitor may do."""
        table, seat, may = await self.visit(request)
        settings = table.settings
        names = tuple(None if chair is None else chair.name for chair in table.chairs)
        own = seat is not None
        response = answer(
            TableInfo(
                table=table.id,
                profile=settings.profile,
                profile_version=settings.version,
                options=settings.options,
                names=(names[0], names[1]),
                opponent=settings.opponent,
                claim_after=settings.claim_after,
                first_dealer=settings.first_dealer,
                seat=seat,
                may=may,
                over=table.over,
                invite=f"/t/{table.id}?key={settings.invite}" if own and not table.seated else None,
                watch=f"/t/{table.id}?key={settings.watch}" if own else None,
            )
        )
        secret = self.visitors.secret(request)
        if own and secret is not None:
            self.visitors.give_cookie(request, response, secret)
        return response

    async def visit(
        self, request: HTTPConnection
    ) -> tuple[Table, Seat | None, Literal["sit", "watch"] | None]:
        """The table of a path, the visitor's seat, and what their key allows.

        Raises Refused (``no-such-table``, ``not-your-table``). A visitor with neither seat nor key learns nothing.
        """
        live = await self.hub.find(request.path_params["table"])
        table = live.table
        secret = self.visitors.secret(request)
        seat = table.seat_of(secret)
        if seat is None and secret and not self.hub.store.is_sqlite:
            await self.hub.catch_up(live)  # another worker may just have given the seat
            seat = table.seat_of(secret)
        key = request.query_params.get("key", "")
        invited = secrets.compare_digest(key.encode(), table.settings.invite.encode())
        watching = secrets.compare_digest(key.encode(), table.settings.watch.encode())
        if seat is None and not invited and not watching:
            raise refuse("not-your-table")
        if invited and seat is None and table.chairs[1] is None:
            return table, None, "sit"
        return table, seat, None if seat is not None else "watch"

    @guarded
    async def sit(self, request: Request) -> Response:
        """``POST /api/tables/{table}/seat``: take the free seat."""
        wanted = await read_body(request, SitDown)
        name = table_name(wanted.name)
        live = await self.hub.find(request.path_params["table"])
        table = live.table
        if not secrets.compare_digest(wanted.key.encode(), table.settings.invite.encode()):
            raise refuse("not-your-table")
        secret = self.visitors.secret_or_new(request)
        seat = table.seat_of(secret)
        if seat is None:
            await self.hub.command(live, lambda table: table.sit(name, secret, new_secret))
            seat = 1
        response = answer(SeatTaken(table.id, seat))
        self.visitors.give_cookie(request, response, secret)
        return response

    @guarded
    async def make_code(self, request: Request) -> Response:
        """``POST /api/tables/{table}/code``: a one-time code that moves the visitor's seat to another device."""
        table, seat, _ = await self.visit(request)
        if seat is None:
            raise refuse("not-your-table")
        live = await self.hub.find(table.id)
        code = "".join(secrets.choice(_CODE_SIGNS) for _ in range(8))
        lasts = self.hub.settings.code_lasts
        await self.hub.command(live, lambda table: table.make_code(seat, code, time.time(), lasts))
        return answer(CodeAnswer(code, lasts))

    @guarded
    async def use_code(self, request: Request) -> Response:
        """``POST /api/tables/{table}/device``: take over a seat with its one-time code."""
        wanted = await read_body(request, UseCode)
        self.visitors.count_guess(request)
        code = "".join(wanted.code.upper().split())
        live = await self.hub.find(request.path_params["table"])
        secret = self.visitors.secret_or_new(request)
        await self.hub.command(live, lambda table: table.use_code(code, secret, time.time()))
        seat = live.table.seat_of(secret)
        assert seat is not None
        response = answer(SeatTaken(live.table.id, seat))
        self.visitors.give_cookie(request, response, secret)
        return response

    @guarded
    async def record(self, request: Request) -> Response:
        """``GET /api/tables/{table}/record?format=toml``: the record; of a running match, as the visitor sees it."""
        table, seat, _ = await self.visit(request)
        kind = request.query_params.get("format", "toml")
        if kind not in (Format.TOML, Format.JSON):
            raise refuse("bad-format", allowed="toml, json")
        if table.match is None:
            raise refuse("no-deal", "R1.3")
        text = write(record_of_table(table, seat), Format(kind))
        media = "application/json" if kind == Format.JSON else "application/toml"
        name = f'attachment; filename="hollygin-{table.id}.{kind}"'
        return Response(text, media_type=media, headers={"Content-Disposition": name})


def record_of_table(table: Table, seat: Seat | None) -> Record:
    """The record of a table's match: whole once it is over, before that as a seat or a spectator sees it."""
    assert table.match is not None
    match, settings = table.match, table.settings
    names = [chair.name if chair is not None else "" for chair in table.chairs]
    head = Record(
        players=(names[0], names[1]),
        rules=table.rules,
        first_dealer=match.first_dealer,
        profile=settings.profile,
        profile_version=settings.version,
        date=time.strftime("%Y-%m-%dT%H:%M:%S+00:00", time.gmtime(table.created)),
        generator=f"hollygin {__version__}",
    )
    shuffles = {deal: shuffle for deal in table.secrets if (shuffle := table.shuffle(deal)) is not None}
    perspective: Perspective = "spectator" if seat is None else seat
    return record_of(match, head, shuffles=shuffles, perspective=None if match.over else perspective)
