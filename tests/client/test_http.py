"""Links, addresses, and servers that cannot be reached or are none."""

import http.server
import threading
from collections.abc import Iterator

import pytest

from hollygin.client import (
    ClientError,
    Link,
    SeatFolder,
    ServerRefusal,
    Visit,
    create_table,
    join_table,
    parse_link,
    parse_server,
)
from hollygin.locale import LANGUAGES, Translator
from tests.server.launch import Site, listen

TABLE = "0123456789abcdef"


@pytest.mark.parametrize(
    ("text", "link"),
    [
        (f"https://gin.example.org/t/{TABLE}?key=a-b_c", Link("https://gin.example.org", TABLE, "a-b_c")),
        (f" http://[::1]:8000/t/{TABLE}/ ", Link("http://[::1]:8000", TABLE)),
        (f"http://h:1/t/{TABLE}?x=1&key=%3D", Link("http://h:1", TABLE, "=")),
    ],
)
def test_links(text: str, link: Link) -> None:
    assert parse_link(text) == link
    assert parse_link(str(link)) == link


@pytest.mark.parametrize(
    "text",
    ["", "gin", f"/t/{TABLE}", "http://h", "http://h/t/12", f"ftp://h/t/{TABLE}", f"http://u@h/t/{TABLE}", f"http://h:x/t/{TABLE}",
     f"http://[h/t/{TABLE}"],
)  # fmt: skip
def test_what_is_no_link(text: str) -> None:
    with pytest.raises(ClientError, match="bad-link"):
        parse_link(text)


def test_addresses_of_servers() -> None:
    assert parse_server("http://127.0.0.1:8000/") == "http://127.0.0.1:8000"
    for text in ("127.0.0.1:8000", "http://h/t", "http://"):
        with pytest.raises(ClientError, match="bad-server"):
            parse_server(text)


class Other(http.server.BaseHTTPRequestHandler):
    """A server of something else."""

    def do_GET(self) -> None:
        self._answer(200, b"<html>")

    def do_POST(self) -> None:
        self._answer(500, b"<html>")

    def _answer(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def other() -> Iterator[str]:
    with http.server.HTTPServer(("127.0.0.1", 0), Other) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_a_server_of_something_else(other: str, seats: SeatFolder) -> None:
    with pytest.raises(ClientError, match=r"HTTP 500.*bad-answer"):
        create_table(other, "Anne", seats=seats)
    with pytest.raises(ClientError, match="bad-answer"):
        Visit(f"{other}/t/{TABLE}", "Anne", seats).sit("Anne")
    with pytest.raises(ClientError, match="bad-answer"):
        join_table(f"{other}/t/{TABLE}", "Anne", seats)


def test_no_server_at_all(seats: SeatFolder) -> None:
    with listen() as nobody:
        url = f"http://127.0.0.1:{nobody.getsockname()[1]}"
    with pytest.raises(ClientError, match="unreachable"):
        create_table(url, "Anne", seats=seats)


def test_every_fault_of_the_options_comes_back(site: Site, seats: SeatFolder) -> None:
    with pytest.raises(ServerRefusal) as caught:
        create_table(
            site.url, "Anne", options={"target": -1, "shutout": "flat", "game_bonus": 5}, seats=seats
        )
    assert [fault.code for fault in caught.value.faults] == ["out-of-range", "shutout-below-game"]
    assert caught.value.faults[1].params["options"] == ("shutout_bonus", "game_bonus")
    for language in LANGUAGES:
        assert all(Translator(language).fault(fault) for fault in caught.value.faults)


def test_a_table_that_is_not_there(site: Site, seats: SeatFolder) -> None:
    with pytest.raises(ServerRefusal, match="no-such-table"):
        join_table(f"{site.url}/t/{TABLE}", "Anne", seats)
    table = create_table(site.url, "Anne", seats=seats)
    with pytest.raises(ServerRefusal, match="not-your-table"):
        join_table(table.link, "Bob", seats)


def test_the_record(site: Site, seats: SeatFolder) -> None:
    with create_table(site.url, "Anne", opponent="simple", seats=seats) as table:
        table.ready()
        assert "perspective = 0" in table.http.record(table.link)
