"""The visitors: the address that limits count by, the secret in the cookie, and a person's name."""

from __future__ import annotations

import re
import secrets
from collections import Counter
from typing import Final

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from hollygin.errors import Refused, refuse
from hollygin.names import clean_name, name_fault
from hollygin.server.settings import Settings
from hollygin.server.web.limits import PerAddress
from hollygin.wire.http import MOST_TABLE_NAME

COOKIE: Final = "hollygin_seat"
_SECRET: Final = re.compile(r"[\w-]{32}", re.ASCII)


def table_name(name: str) -> str:
    """A person's name as a table shows it: at most ``MOST_TABLE_NAME`` characters, none that hides or turns text.

    Raises Refused (``empty-name``, ``sign-in-name``, ``long-name``).
    """
    name = clean_name(name)
    if (fault := name_fault(name, MOST_TABLE_NAME)) is not None:
        raise Refused(fault)
    return name


class Visitors:
    """The visitors of this process, and how much each address has used of its share."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._makers = PerAddress(settings.tables_per_hour)
        self._guesses = PerAddress(settings.guesses_per_hour)
        self.connections: Counter[str] = Counter()
        """The sockets that each address has open."""

    def address(self, request: HTTPConnection) -> str:
        """The address that limits count by."""
        if self.settings.trust_proxy and (chain := request.headers.get("x-forwarded-for")):
            return chain.split(",")[-1].strip()[:64]
        return request.client.host if request.client else "local"

    # Shares

    def count_maker(self, request: Request) -> None:
        """Count a new table, or score sheet, of an address. Raises Refused (``too-many-tables``)."""
        if not self._makers.take(self.address(request)):
            raise refuse("too-many-tables", limit=self.settings.tables_per_hour)

    def count_guess(self, request: Request) -> None:
        """Count a try of a one-time code of an address. Raises Refused (``too-many-guesses``)."""
        if not self._guesses.take(self.address(request)):
            raise refuse("too-many-guesses", limit=self.settings.guesses_per_hour)

    # Secrets

    @staticmethod
    def secret(request: HTTPConnection) -> str | None:
        """The secret in the visitor's cookie; None without a cookie of ours."""
        secret = request.cookies.get(COOKIE, "")
        return secret if _SECRET.fullmatch(secret) else None

    def secret_or_new(self, request: HTTPConnection) -> str:
        """The visitor's secret, or a new one."""
        return self.secret(request) or secrets.token_urlsafe(24)

    def give_cookie(self, request: Request, response: Response, secret: str) -> None:
        """Set the visitor's cookie. From now on it lasts as long as an idle table."""
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
