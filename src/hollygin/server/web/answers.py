"""Requests and answers of every kind: a body in, JSON out, and refusals."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from hollygin.errors import HollyginError, refuse
from hollygin.server.views import fault_view
from hollygin.wire import Refusal

_MOST_BODY: Final = 8192
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
"""The HTTP status of a refusal by its code; 422 for all others."""

A = TypeVar("A")
T = TypeVar("T")


def answer(value: object, status: int = 200) -> Response:
    """A JSON answer."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def refusal(error: HollyginError) -> Response:
    """The answer of a refusal: code, clause and parameters of every fault."""
    faults = [fault_view(fault) for fault in error.faults]
    return answer(Refusal(faults[0], faults), _STATUS.get(error.code, 422))


def guarded(
    endpoint: Callable[[A, Request], Awaitable[Response]],
) -> Callable[[A, Request], Awaitable[Response]]:
    """An endpoint that answers refusals."""

    async def guarded(api: A, request: Request) -> Response:
        try:
            return await endpoint(api, request)
        except HollyginError as error:
            return refusal(error)

    return guarded


async def read_body(request: Request, kind: type[T]) -> T:
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
