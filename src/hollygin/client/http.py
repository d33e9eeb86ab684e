"""The HTTP side of a server, for programs: create a table, look at it, sit down, move a seat to another device."""

from __future__ import annotations

from http.client import HTTPException
from http.cookies import CookieError, SimpleCookie
from typing import Any, Final, TypeVar
from urllib.error import HTTPError, URLError
from urllib.parse import quote
from urllib.request import Request, urlopen

import msgspec

from hollygin.client.link import Link
from hollygin.due import Seat
from hollygin.errors import ClientError, Fault, ServerRefusal
from hollygin.wire import (
    CodeAnswer,
    CreateTable,
    Refusal,
    SeatTaken,
    SitDown,
    TableInfo,
    TableMade,
    UseCode,
)

COOKIE: Final = "hollygin_seat"
_TIMEOUT: Final = 20.0

T = TypeVar("T")


class Http:
    """Requests to one server. ``secret`` proves a seat: the server sets it, and every request carries it.

    Every method raises ServerRefusal if the server refuses, and ClientError (``unreachable``, ``bad-answer``).
    """

    def __init__(self, origin: str, secret: str | None = None) -> None:
        self.origin = origin
        self.secret = secret

    @property
    def headers(self) -> dict[str, str]:
        """The cookie that proves the seat; nothing without a seat."""
        return {} if self.secret is None else {"Cookie": f"{COOKIE}={self.secret}"}

    def create(self, wanted: CreateTable) -> TableMade:
        """A new table; its creator has seat 0."""
        return self._decoded(self._request("/api/tables", wanted), TableMade)

    def look(self, link: Link) -> TableInfo:
        """What a visitor with a link, or with a seat, may know of a table."""
        return self._decoded(self._request(f"/api/tables/{link.table}?key={quote(link.key)}"), TableInfo)

    def sit(self, link: Link, name: str) -> Seat:
        """Take the free seat by an invitation."""
        body = self._request(f"/api/tables/{link.table}/seat", SitDown(link.key, name))
        return self._decoded(body, SeatTaken).seat

    def make_code(self, link: Link) -> CodeAnswer:
        """A one-time code that moves the seat to another device."""
        return self._decoded(self._request(f"/api/tables/{link.table}/code", {}), CodeAnswer)

    def use_code(self, link: Link, code: str) -> Seat:
        """Take over a seat with its one-time code."""
        body = self._request(f"/api/tables/{link.table}/device", UseCode(code))
        return self._decoded(body, SeatTaken).seat

    def record(self, link: Link) -> str:
        """The record of the match, as the seat may see it."""
        return self._request(f"/api/tables/{link.table}/record?key={quote(link.key)}").decode()

    def _request(self, path: str, body: object = None) -> bytes:
        headers = {**self.headers, "Accept": "application/json"}
        data = None if body is None else msgspec.json.encode(body)
        if data is not None:
            headers["Content-Type"] = "application/json"
        request = Request(self.origin + path, data, headers)  # noqa: S310 - the origin is http or https
        try:
            with urlopen(request, timeout=_TIMEOUT) as response:  # noqa: S310
                self._take_cookie(response.headers.get_all("Set-Cookie") or [])
                found: bytes = response.read()
                return found
        except HTTPError as error:
            with error:
                raise ServerRefusal(*self._faults(error)) from None
        except (URLError, OSError, HTTPException) as error:
            reason = getattr(error, "reason", None) or error
            text = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
            raise ClientError(Fault("unreachable", params={"server": self.origin, "reason": text})) from None

    def _take_cookie(self, cookies: list[str]) -> None:
        for text in cookies:
            try:
                cookie = SimpleCookie(text)
            except CookieError:
                continue
            if COOKIE in cookie:
                self.secret = cookie[COOKIE].value

    def _faults(self, error: HTTPError) -> list[Fault]:
        try:
            refusal = msgspec.json.decode(error.read(), type=Refusal)
        except (msgspec.DecodeError, OSError, HTTPException):
            raise self._bad_answer(f"HTTP {error.code}") from None
        return [Fault(f.code, f.clause, as_params(f.params)) for f in refusal.faults]

    def _decoded(self, body: bytes, kind: type[T]) -> T:
        try:
            return msgspec.json.decode(body, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise self._bad_answer(str(error)) from None

    def _bad_answer(self, text: str) -> ClientError:
        return ClientError(Fault("bad-answer", params={"server": self.origin, "text": text[:80]}))


def as_params(params: dict[str, Any]) -> dict[str, object]:
    """The parameters of a fault as the library has them: JSON knows no tuples."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in params.items()}
