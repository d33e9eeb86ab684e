"""Links to tables, and the errors on the way to one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import SplitResult, quote, unquote, urlsplit

from hollygin.errors import ClientError, Fault

_PATH: Final = re.compile(r"/t/([0-9a-f]{16})/?")
_KEY: Final = re.compile(r"(?:^|&)key=([^&]*)")


@dataclass(frozen=True, slots=True)
class Link:
    """A link to a table: ``origin`` is the server (``https://example.org``), ``key`` what the link allows."""

    origin: str
    table: str
    key: str = ""

    def __str__(self) -> str:
        key = f"?key={quote(self.key, safe='')}" if self.key else ""
        return f"{self.origin}/t/{self.table}{key}"


def parse_link(text: str) -> Link:
    """Read the link of a table: ``https://example.org/t/0123456789abcdef?key=…``.

    Raises ClientError (``bad-link``).
    """
    found = _read(text)
    path = None if found is None else _PATH.fullmatch(found[1].path)
    if found is None or path is None:
        raise ClientError(Fault("bad-link", params={"text": text[:80]}))
    origin, parts = found
    key = _KEY.search(parts.query)
    return Link(origin, path[1], unquote(key[1]) if key else "")


def parse_server(text: str) -> str:
    """Read the address of a server: ``http://127.0.0.1:8000``. Raises ClientError (``bad-server``)."""
    found = _read(text)
    if found is None or found[1].path not in ("", "/"):
        raise ClientError(Fault("bad-server", params={"text": text[:80]}))
    return found[0]


def _read(text: str) -> tuple[str, SplitResult] | None:
    """The origin of a URL and its parts; None if it is not the URL of a server."""
    try:
        parts = urlsplit(text.strip())
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username is not None:
        return None
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    origin = f"{parts.scheme}://{host}"
    return (origin if port is None else f"{origin}:{port}"), parts
