"""What the server says about itself: its health, the profiles of rules, the house options."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from hollygin import __version__
from hollygin.options import OPTIONS, Option
from hollygin.rules import PROFILES, options_of
from hollygin.server.tables.hub import Hub
from hollygin.server.web.answers import answer
from hollygin.wire import OptionInfo


class About:
    """The HTTP endpoints that concern neither a table nor a score sheet."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    async def health(self, _: Request) -> Response:
        """``GET /api/health``: the version, and whether the store answers."""
        well = await self.hub.store.healthy()
        found = {"version": __version__, "store": well, "tables": len(self.hub.tables)}
        return answer(found, 200 if well else 503)

    async def profiles(self, _: Request) -> Response:
        """``GET /api/profiles``: the named profiles and their options."""
        return answer(
            [{"id": p.id, "version": p.version, "options": options_of(p.rules)} for p in PROFILES.values()]
        )

    async def options(self, _: Request) -> Response:
        """``GET /api/options``: every house option and what it accepts, in the order in which they are shown."""
        return answer([_option_info(option) for option in OPTIONS.values()])


def _option_info(option: Option) -> OptionInfo:
    span = option.span
    low, high, offered = (None, None, ()) if span is None else (span.low, span.high, span.offered)
    return OptionInfo(option.name, low, high, list(option.choices), list(offered))
