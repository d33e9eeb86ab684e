"""The HTTP side: what it answers, and what it refuses before and at a table."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from hollygin.rules import PROFILES
from tests.server.client import Visitor, open_socket, play
from tests.server.conftest import Pair
from tests.server.launch import Site

Arrive = Callable[..., Visitor]


def test_health_and_profiles(site: Site, visitor: Arrive) -> None:
    one = visitor(site)
    health = one.http.get("/api/health")
    assert health.status_code == 200 and health.json()["store"] is True
    profiles = one.http.get("/api/profiles").json()
    assert [profile["id"] for profile in profiles] == list(PROFILES)
    assert profiles[0]["options"]["columns"] == 3


def test_every_answer_is_guarded(site: Site, visitor: Arrive) -> None:
    one = visitor(site)
    made = one.create()["table"]
    for answer in (
        one.http.get("/api/health"),
        one.http.get(f"/api/tables/{made}"),
        one.http.get("/api/tables/0000000000000000"),
        one.http.post("/api/tables", content=b"{"),
    ):
        headers = answer.headers
        assert headers["x-content-type-options"] == "nosniff" and headers["x-frame-options"] == "DENY"
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["referrer-policy"] == "no-referrer" and headers["cache-control"] == "no-store"


def test_pages_of_others_may_not_post(own_site: Callable[..., Site], visitor: Arrive) -> None:
    site = own_site(origins=("https://friend.example",))
    one = visitor(site)
    host = site.url.partition("//")[2]
    for origin, status in (
        (site.url, 201),
        (f"https://{host}", 201),
        ("https://friend.example", 201),
        ("https://evil.example", 403),
        ("null", 403),
        (f"http://{host}.evil.example", 403),
        ("http://127.0.0.1:1", 403),
    ):
        answer = one.http.post("/api/tables", json={"name": "Anne"}, headers={"origin": origin})
        assert answer.status_code == status, origin
        if status == 403:
            assert answer.json()["error"]["code"] == "bad-origin"
        assert one.http.get("/api/health", headers={"origin": origin}).status_code == 200


def test_pages_of_others_get_no_socket(site: Site, pair: Callable[..., Pair]) -> None:
    at = pair(site)

    async def run() -> None:
        ours = await open_socket(site.url, at.table, at.host.cookie, origin=site.url)
        await ours.close()
        with pytest.raises(InvalidStatus) as refused:
            await open_socket(site.url, at.table, at.host.cookie, origin="https://evil.example")
        assert refused.value.response.status_code == 403

    play(run())


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"name": 5}',
        b'{"name": "A", "nmae": 1}',
        b'{"name": "A", "options": []}',
        b'{"name": "A", "options": {"target": 1.5}}',
        b'{"name": "A", "first_dealer": 2}',
        b'{"name": "A", "claim_after": 29}',
        b'{"name": "A", "claim_after": 86401}',
        b'{"name": "\xff"}',
        b'{"name": "\\ud800"}',
        b'{"profile": "club"}',
        b'{"name": "A", "opponent": "' + b"x" * 61 + b'"}',
        b"[" * 5000,
    ],
)
def test_a_body_that_is_none(site: Site, visitor: Arrive, body: bytes) -> None:
    answer = visitor(site).http.post("/api/tables", content=body)
    assert answer.status_code == 422 and answer.json()["error"]["code"] in (
        "bad-message",
        "empty-name",
        "sign-in-name",
        "long-name",
    )


def test_a_body_too_large(site: Site, visitor: Arrive) -> None:
    one = visitor(site)
    answer = one.http.post("/api/tables", content=b'{"name": "' + b"x" * 10_000 + b'"}')
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "body-too-large")
    table = one.create()["table"]
    for path in ("seat", "device"):
        answer = one.http.post(f"/api/tables/{table}/{path}", content=b" " * 100_000)
        assert answer.status_code == 413


def test_all_faults_of_the_options_are_listed(site: Site, visitor: Arrive) -> None:
    one = visitor(site)
    wrong = {"columns": 12, "target": -1, "nonsense": 1, "shutout": "maybe", "straight": 3}
    answer = one.post("", name="Anne", options=wrong)
    faults = answer.json()["faults"]
    assert answer.status_code == 422 and len(faults) == len(wrong)
    assert {fault["params"]["option"] for fault in faults} == set(wrong)
    assert answer.json()["error"] == faults[0]
    together: dict[str, Any] = {
        "shutout": "flat",
        "game_bonus": 100,
        "shutout_bonus": 50,
        "clinch_stop": True,
        "match_winner": "total",
    }
    assert len(one.post("", name="Anne", options=together).json()["faults"]) == 2
    assert one.post("", name="Anne", profile="nobody").json()["error"]["code"] == "unknown-profile"


@pytest.mark.parametrize("opponent", ["nobody", "exec:/bin/true", "random:seed=x", "simple:depth=3", ""])
def test_an_opponent_who_is_none(site: Site, visitor: Arrive, opponent: str) -> None:
    answer = visitor(site).post("", name="Anne", opponent=opponent)
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] in ("unknown-player", "bad-parameter")


def test_a_format_that_is_none(site: Site, visitor: Arrive) -> None:
    one = visitor(site)
    table = one.create()["table"]
    answer = one.http.get(f"/api/tables/{table}/record", params={"format": "pdf"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad-format")


def test_nothing_secret_is_in_what_a_visitor_may_see(site: Site, pair: Callable[..., Pair]) -> None:
    at = pair(site)
    for visitor in (*at.both, at.anyone):
        text = visitor.look(at.table, at.made["watch"]).text
        assert at.made["invite"] not in text
        for who in at.both:
            assert who.cookie and who.cookie not in text
    assert json.loads(at.anyone.look(at.table, at.made["watch"]).text)["watch"] is None
