"""The ASGI application: the endpoints, and the guard in front of all of them."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import sys
from collections.abc import AsyncIterator
from typing import Final
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hollygin.errors import refuse
from hollygin.server.about import About
from hollygin.server.settings import Settings
from hollygin.server.sheets.http import ScoreApi
from hollygin.server.sheets.hub import ScoreHub
from hollygin.server.sheets.socket import ScoreSockets
from hollygin.server.storage.shelf import sweep
from hollygin.server.storage.store import Store
from hollygin.server.tables.computers import Computers
from hollygin.server.tables.http import TableApi
from hollygin.server.tables.hub import Hub
from hollygin.server.tables.socket import TableSockets
from hollygin.server.web.answers import refusal
from hollygin.server.web.pages import Pages
from hollygin.server.web.visitors import Visitors

log = logging.getLogger("hollygin.server")

_SWEEP_EVERY: Final = 3600.0
_SWITCH: Final = 0.001
"""Seconds after which one thread lets another run. A commit needs several turns and should not wait long for each."""
_COLLECT: Final = (10_000, 10, 1_000)
"""Thresholds of the garbage collector: young objects as usual, a full collection only after many millions."""

SECURITY_HEADERS: Final = {
    "content-security-policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


def build_app(settings: Settings) -> Starlette:
    """The application for some settings; the store is opened when it starts."""
    store = Store(settings.database)
    hub = Hub(store, settings)
    scores = ScoreHub(store, settings)
    visitors = Visitors(settings)
    about = About(hub)
    table_api = TableApi(hub, visitors)
    table_sockets = TableSockets(hub, table_api, settings)
    score_api = ScoreApi(scores, visitors)
    score_sockets = ScoreSockets(scores, visitors, settings)
    app = Starlette(
        routes=[
            Route("/api/health", about.health),
            Route("/api/profiles", about.profiles),
            Route("/api/options", about.options),
            Route("/api/tables", table_api.create, methods=["POST"]),
            Route("/api/tables/{table}", table_api.look),
            Route("/api/tables/{table}/seat", table_api.sit, methods=["POST"]),
            Route("/api/tables/{table}/code", table_api.make_code, methods=["POST"]),
            Route("/api/tables/{table}/device", table_api.use_code, methods=["POST"]),
            Route("/api/tables/{table}/record", table_api.record),
            WebSocketRoute("/api/tables/{table}/socket", table_sockets.endpoint),
            Route("/api/scores", score_api.create, methods=["POST"]),
            Route("/api/scores/{score}/try", score_api.try_entry, methods=["POST"]),
            Route("/api/scores/{score}/record", score_api.record),
            WebSocketRoute("/api/scores/{score}/socket", score_sockets.endpoint),
            *Pages().routes(),
        ],
        lifespan=lambda _: _running(store, hub, scores),
    )
    app.add_middleware(Guard, settings=settings)
    app.state.hub, app.state.scores = hub, scores
    return app


@contextlib.asynccontextmanager
async def _running(store: Store, hub: Hub, scores: ScoreHub) -> AsyncIterator[None]:
    computers = Computers(hub)
    _shorten_pauses()
    async with store, _workers(hub, scores):
        sweeper = asyncio.create_task(_sweep(hub, scores))
        await hub.resume()
        try:
            yield
        finally:
            sweeper.cancel()
            computers.close()


def _shorten_pauses() -> None:
    """Keep threads and the garbage collector from blocking the event loop for long.

    A full collection takes a third of a second at 500 tables. It finds next to nothing, since the states of a
    match hold no cycles.
    """
    sys.setswitchinterval(_SWITCH)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_COLLECT)


def _workers(hub: Hub, scores: ScoreHub) -> contextlib.AbstractAsyncContextManager[object]:
    """The link to other workers. On SQLite there is none, and its driver is not imported."""
    if hub.store.is_sqlite:
        return contextlib.nullcontext()
    from hollygin.server.workers import Workers  # noqa: PLC0415

    return Workers(hub, scores)


async def _sweep(hub: Hub, scores: ScoreHub) -> None:
    while True:
        try:
            await sweep(hub.store, hub.settings, hub, scores)
        except Exception:
            log.exception("idle tables could not be forgotten")
        await asyncio.sleep(_SWEEP_EVERY)


class Guard:
    """Refuses requests from foreign origins, and adds the security headers to every answer."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request or socket."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        if not self._welcome(scope):
            if scope["type"] == "websocket":
                await receive()
                await send({"type": "websocket.close", "code": 4003})
                return
            await refusal(refuse("bad-origin"))(scope, receive, self._secured(send))
            return
        await self.app(scope, receive, self._secured(send) if scope["type"] == "http" else send)

    @staticmethod
    def _secured(send: Send) -> Send:
        async def secured(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = [(name.encode(), value.encode()) for name, value in SECURITY_HEADERS.items()]
                given = list(message.get("headers", ()))
                if not any(name == b"cache-control" for name, _ in given):
                    own.append((b"cache-control", b"no-store"))
                message["headers"] = [*given, *own]
            await send(message)

        return secured

    def _welcome(self, scope: Scope) -> bool:
        """Whether a request that changes something, or a socket, comes from our own pages or from no page at all."""
        headers: dict[bytes, bytes] = dict(scope["headers"])
        origin = headers.get(b"origin", b"").decode("latin-1")
        if not origin or (scope["type"] == "http" and scope["method"] in ("GET", "HEAD")):
            return True
        if origin in self.settings.origins:
            return True
        return urlsplit(origin).netloc == headers.get(b"host", b"").decode("latin-1")
