"""The browser side: the files built from ``web/``, served from memory."""

from __future__ import annotations

import gzip
import mimetypes
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from hollygin.errors import refuse
from hollygin.server.web.answers import refusal

BUILT: Final = files("hollygin.server").joinpath("static")
"""The folder of the built files. It is missing in a checkout that has not been built."""

PATHS: Final = ("/", "/new", "/keep", "/rules", "/settings", "/t/{table}", "/s/{score}")
"""The addresses of pages. All serve ``index.html``, which reads its own address."""

_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
_PACKED: Final = frozenset({".css", ".html", ".js", ".json", ".svg", ".webmanifest"})
_HASHED: Final = "assets/"
_FOR_EVER: Final = "public, max-age=31536000, immutable"
_ASK_AGAIN: Final = "no-cache"


@dataclass(frozen=True, slots=True)
class Page:
    """A built file as it is sent; ``packed`` is its gzip form, if that is smaller."""

    media_type: str
    cache: str
    plain: bytes
    packed: bytes | None

    @classmethod
    def of(cls, path: str, data: bytes) -> Page:
        """The file of a path below the build. Browsers may keep those with a hash in their name forever."""
        suffix = "." + path.rpartition(".")[2]
        media_type = _TYPES.get(suffix) or mimetypes.guess_type(path)[0] or "application/octet-stream"
        packed = gzip.compress(data, 9, mtime=0) if suffix in _PACKED else None
        if packed is not None and len(packed) >= len(data):
            packed = None
        return cls(media_type, _FOR_EVER if path.startswith(_HASHED) else _ASK_AGAIN, data, packed)

    def answer(self, request: Request, status: int = 200) -> Response:
        """The answer with this file, packed if the browser can unpack it."""
        headers = {"cache-control": self.cache, "content-type": self.media_type}
        body = self.plain
        if self.packed is not None:
            headers["vary"] = "accept-encoding"
            if "gzip" in request.headers.get("accept-encoding", ""):
                headers["content-encoding"] = "gzip"
                body = self.packed
        return Response(body, status, headers)


def _read(folder: Traversable, prefix: str = "") -> dict[str, Page]:
    pages: dict[str, Page] = {}
    if folder.is_dir():
        for file in folder.iterdir():
            path = prefix + file.name
            if file.is_dir():
                pages |= _read(file, f"{path}/")
            else:
                pages[path] = Page.of(path, file.read_bytes())
    return pages


class Pages:
    """The built files in memory, and the routes to them."""

    def __init__(self, built: Traversable = BUILT) -> None:
        self.files = _read(built)

    def routes(self) -> list[Route]:
        """The routes of pages and files, and last the one for every other address."""
        return [*(Route(path, self.page) for path in PATHS), Route("/{path:path}", self.file)]

    async def page(self, request: Request) -> Response:
        """A page."""
        return self._index(request, 200)

    async def file(self, request: Request) -> Response:
        """A built file; the page that says so if there is none."""
        path = request.path_params["path"]
        if path in self.files and path != "index.html":
            return self.files[path].answer(request)
        if path.startswith((_HASHED, "api/")):
            return refusal(refuse("not-found"))
        return self._index(request, 404)

    def _index(self, request: Request, status: int) -> Response:
        index = self.files.get("index.html")
        if index is None:
            return PlainTextResponse("hollygin: the pages are not built; run `make web`", 503)
        return index.answer(request, status)
