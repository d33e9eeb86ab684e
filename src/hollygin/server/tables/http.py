"""The HTTP side: create a table, look at it, sit down, carry a seat over, download the record, health."""

from __future__ import annotations

import re
import secrets
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Final, Literal, TypeVar

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from hollygin import __version__
from hollygin.due import Seat
from hollygin.errors import HollyginError
from hollygin.names import clean_name, name_fault
from hollygin.record import Format, Perspective, Record, record_of, write
from hollygin.rules import CHOICES, OFFERED_TARGETS, OPTIONS, PROFILES, RANGES, make_rules, options_of
from hollygin.server.settings import Settings
from hollygin.server.tables.events import Created
from hollygin.server.tables.hub import Hub
from hollygin.server.tables.table import Refused, Table, digest, refuse
from hollygin.server.tables.thinking import read_computer
from hollygin.server.tables.views import fault_view
from hollygin.server.web.limits import PerAddress
from hollygin.shuffle import new_secret
from hollygin.wire import (
    CodeAnswer,
    CreateTable,
    OptionInfo,
    Refusal,
    SeatTaken,
    SitDown,
    TableInfo,
    TableMade,
    UseCode,
)

COOKIE: Final = "hollygin_seat"
_MOST_NAME: Final = 24
_SECRET: Final = re.compile(r"[\w-]{32}", re.ASCII)
_CODE_SIGNS: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
_MOST_BODY: Final = 8192

T = TypeVar("T")


def table_name(name: str) -> str:
    """A person's name as it is shown at a table: 1 to 24 characters, nothing that hides or turns text.

    Raises Refused (``empty-name``, ``sign-in-name``, ``long-name``).
    """
    name = clean_name(name)
    if (fault := name_fault(name, _MOST_NAME)) is not None:
        raise Refused(fault)
    return name


def answer(value: object, status: int = 200) -> Response:
    """A JSON answer."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")


_STATUS: Final = {
    "no-such-score": 404,
    "no-such-table": 404,
    "not-found": 404,
    "not-your-table": 403,
    "bad-origin": 403,
    "too-many-tables": 429,
    "too-many-guesses": 429,
    "body-too-large": 413,
    "seat-taken": 409,
}


def refusal(error: HollyginError) -> Response:
    """The answer to what is refused: code, clause and parameters, all faults of them."""
    faults = [fault_view(fault) for fault in error.faults]
    return answer(Refusal(faults[0], faults), _STATUS.get(error.code, 422))


A = TypeVar("A")


def guarded(
    endpoint: Callable[[A, Request], Awaitable[Response]],
) -> Callable[[A, Request], Awaitable[Response]]:
    """An endpoint whose refusals are answers."""

    async def guarded(api: A, request: Request) -> Response:
        try:
            return await endpoint(api, request)
        except HollyginError as error:
            return refusal(error)

    return guarded


class Api:
    """The HTTP endpoints on a hub."""

    def __init__(self, hub: Hub, settings: Settings) -> None:
        self.hub = hub
        self.settings = settings
        self.makers = PerAddress(settings.tables_per_hour)
        self.guesses = PerAddress(settings.guesses_per_hour)
        self.connections: Counter[str] = Counter()
        """The sockets that each address has open."""

    # Who asks

    def address(self, request: HTTPConnection) -> str:
        """The address that limits count by."""
        if self.settings.trust_proxy and (chain := request.headers.get("x-forwarded-for")):
            return chain.split(",")[-1].strip()[:64]
        return request.client.host if request.client else "local"

    @staticmethod
    def secret(request: HTTPConnection) -> str | None:
        """The secret in the visitor's cookie, where it is one of ours."""
        secret = request.cookies.get(COOKIE, "")
        return secret if _SECRET.fullmatch(secret) else None

    def give_seat(self, request: Request, response: Response, secret: str) -> None:
        """Set the seat cookie, or keep it for another 30 days."""
        secure = request.url.scheme == "https" or (
            self.settings.trust_proxy and request.headers.get("x-forwarded-proto") == "https"
        )
        response.set_cookie(
            COOKIE,
            secret,
            max_age=int(self.settings.keep_tables),
            path="/",
            httponly=True,
            secure=secure,
            samesite="lax",
        )

    def count_maker(self, request: Request) -> None:
        """Count a new table, or score sheet, of an address. Raises Refused (``too-many-tables``)."""
        if not self.makers.take(self.address(request)):
            raise refuse("too-many-tables", limit=self.settings.tables_per_hour)

    @staticmethod
    async def body(request: Request, kind: type[T]) -> T:
        """The body of a request. Raises Refused (``body-too-large``, ``bad-message``)."""
        data = b""
        async for part in request.stream():
            data += part
            if len(data) > _MOST_BODY:
                raise refuse("body-too-large", limit=_MOST_BODY)
        try:
            return msgspec.json.decode(data, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise refuse("bad-message", text=str(error)[:200]) from error

    # Endpoints

    @guarded
    async def health(self, _: Request) -> Response:
        """``GET /api/health``: the version, and whether the store answers."""
        well = await self.hub.store.healthy()
        found = {"version": __version__, "store": well, "tables": len(self.hub.tables)}
        return answer(found, 200 if well else 503)

    @guarded
    async def profiles(self, _: Request) -> Response:
        """``GET /api/profiles``: the named profiles and their options."""
        return answer(
            [{"id": p.id, "version": p.version, "options": options_of(p.rules)} for p in PROFILES.values()]
        )

    @guarded
    async def options(self, _: Request) -> Response:
        """``GET /api/options``: every house option and what it accepts, in the order in which they are shown."""
        return answer([_option_info(name) for name in OPTIONS])

    @guarded
    async def create(self, request: Request) -> Response:
        """``POST /api/tables``: a new table; the visitor has seat 0."""
        wanted = await self.body(request, CreateTable)
        name = table_name(wanted.name)
        rules = make_rules(wanted.profile, **wanted.options)
        opponent = None if wanted.opponent == "friend" else wanted.opponent
        if opponent is not None:
            read_computer(opponent)
        self.count_maker(request)
        secret = self.secret(request) or secrets.token_urlsafe(24)
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
        self.give_seat(request, response, secret)
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
        secret = self.secret(request)
        if own and secret is not None:
            self.give_seat(request, response, secret)
        return response

    async def visit(
        self, request: HTTPConnection
    ) -> tuple[Table, Seat | None, Literal["sit", "watch"] | None]:
        """The table of a path, the visitor's seat, and what his key allows.

        Raises Refused (``no-such-table``, ``not-your-table``): who has neither seat nor key learns nothing.
        """
        live = await self.hub.find(request.path_params["table"])
        table = live.table
        secret = self.secret(request)
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
        wanted = await self.body(request, SitDown)
        name = table_name(wanted.name)
        live = await self.hub.find(request.path_params["table"])
        table = live.table
        if not secrets.compare_digest(wanted.key.encode(), table.settings.invite.encode()):
            raise refuse("not-your-table")
        secret = self.secret(request) or secrets.token_urlsafe(24)
        seat = table.seat_of(secret)
        if seat is None:
            await self.hub.command(live, lambda table: table.sit(name, secret, new_secret))
            seat = 1
        response = answer(SeatTaken(table.id, seat))
        self.give_seat(request, response, secret)
        return response

    @guarded
    async def make_code(self, request: Request) -> Response:
        """``POST /api/tables/{table}/code``: a one-time code that carries the visitor's seat to another device."""
        table, seat, _ = await self.visit(request)
        if seat is None:
            raise refuse("not-your-table")
        live = await self.hub.find(table.id)
        code = "".join(secrets.choice(_CODE_SIGNS) for _ in range(8))
        lasts = self.settings.code_lasts
        await self.hub.command(live, lambda table: table.make_code(seat, code, time.time(), lasts))
        return answer(CodeAnswer(code, lasts))

    @guarded
    async def use_code(self, request: Request) -> Response:
        """``POST /api/tables/{table}/device``: take a seat over with its one-time code."""
        wanted = await self.body(request, UseCode)
        if not self.guesses.take(self.address(request)):
            raise refuse("too-many-guesses", limit=self.settings.guesses_per_hour)
        code = "".join(wanted.code.upper().split())
        live = await self.hub.find(request.path_params["table"])
        secret = self.secret(request) or secrets.token_urlsafe(24)
        await self.hub.command(live, lambda table: table.use_code(code, secret, time.time()))
        seat = live.table.seat_of(secret)
        assert seat is not None
        response = answer(SeatTaken(live.table.id, seat))
        self.give_seat(request, response, secret)
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


def _option_info(name: str) -> OptionInfo:
    low, high = RANGES.get(name, (None, None))
    offered = list(OFFERED_TARGETS) if name == "target" else []
    return OptionInfo(name, low, high, list(CHOICES.get(name, ())), offered)


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
