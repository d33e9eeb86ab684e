"""The browser's files: from memory, packed, kept by browsers exactly as long as they hold."""

import asyncio
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from hollygin.server.web.pages import BUILT, Pages


@pytest.fixture
def built(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html>" + "<p>page</p>" * 50)
    (tmp_path / "icon.svg").write_text("<svg/>")
    (tmp_path / "assets" / "index-abc123.js").write_text("export {};" * 100)
    return tmp_path


def get(folder: Path, path: str, accept: str = "gzip") -> httpx.Response:
    app = Starlette(routes=list(Pages(folder).routes()))

    async def ask() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://here") as client:
            return await client.get(path, headers={"accept-encoding": accept})

    return asyncio.run(ask())


@pytest.mark.parametrize(
    "path", ["/", "/new", "/keep", "/rules", "/settings", "/t/0123456789abcdef", "/s/s-0123456789abcd"]
)
def test_every_page_is_the_same_file_and_asked_for_again(built: Path, path: str) -> None:
    answer = get(built, path)
    assert answer.status_code == 200 and answer.text.startswith("<!doctype html>")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"


def test_an_address_without_a_page_shows_the_page_that_says_so(built: Path) -> None:
    answer = get(built, "/nothing/here")
    assert answer.status_code == 404 and answer.text.startswith("<!doctype html>")
    assert get(built, "/index.html").status_code == 404


@pytest.mark.parametrize("path", ["/api/nothing", "/assets/index-gone.js"])
def test_what_is_no_page_is_not_answered_by_one(built: Path, path: str) -> None:
    answer = get(built, path)
    assert answer.status_code == 404 and answer.json()["error"]["code"] == "not-found"


def test_files_named_by_their_hash_are_kept_for_ever(built: Path) -> None:
    answer = get(built, "/assets/index-abc123.js")
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert get(built, "/icon.svg").headers["cache-control"] == "no-cache"


def test_files_are_packed_for_browsers_that_unpack(built: Path) -> None:
    packed = get(built, "/assets/index-abc123.js", "br, gzip")
    plain = get(built, "/assets/index-abc123.js", "identity")
    assert packed.headers["content-encoding"] == "gzip" and "content-encoding" not in plain.headers
    assert packed.text == plain.text == "export {};" * 100
    assert int(packed.headers["content-length"]) < len(plain.content)
    assert packed.headers["vary"] == plain.headers["vary"] == "accept-encoding"
    assert "content-encoding" not in get(built, "/icon.svg").headers


def test_a_checkout_without_its_pages_says_how_to_build_them(tmp_path: Path) -> None:
    answer = get(tmp_path / "nothing", "/")
    assert answer.status_code == 503 and "make web" in answer.text


def test_the_page_brings_nothing_from_elsewhere() -> None:
    assert isinstance(BUILT, Path) and BUILT.is_dir(), "the pages are not built: make web"
    index = (BUILT / "index.html").read_text()
    assert "http://" not in index and "https://" not in index
    assert "<script>" not in index and "<style" not in index and "style=" not in index
