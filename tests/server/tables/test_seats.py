"""Who may sit, watch, come back and leave: links, cookies, one-time codes, rematches, claims, expiry."""

import asyncio
import time
from collections.abc import Callable

import pytest

from hollygin.record import read
from hollygin.server.storage.shelf import sweep
from hollygin.server.web.visitors import COOKIE
from hollygin.shuffle import Shuffle
from tests.server.client import Client, Visitor, key_of, open_socket, play, play_on, until
from tests.server.conftest import Pair
from tests.server.launch import Site

Arrive = Callable[..., Visitor]
Seat = Callable[..., Pair]


def test_a_host_who_opens_the_invitation_stays_host(site: Site, visitor: Arrive) -> None:
    host = visitor(site)
    made = host.create()
    for link in (made["invite"], made["watch"], None):
        seen = host.look(made["table"], link).json()
        assert (seen["seat"], seen["may"], seen["names"]) == (0, None, ["Anne", None])
        assert seen["invite"] == made["invite"] and seen["watch"] == made["watch"]
    assert host.sit(made, "Somebody").json()["seat"] == 0
    assert host.look(made["table"]).json()["names"] == ["Anne", None]
    guest = visitor(site)
    assert guest.look(made["table"], made["invite"]).json()["may"] == "sit"
    assert guest.sit(made).json()["seat"] == 1

    async def run() -> None:
        client = await host.join(made["table"], link=made["invite"])
        assert client.seat == 0

    play(run())
    assert host.look(made["table"]).json()["invite"] is None


def test_a_guest_may_come_before_the_host_returns(site: Site, visitor: Arrive) -> None:
    host, guest = visitor(site), visitor(site)
    made = host.create(profile="single-deal")
    seen = guest.look(made["table"], made["invite"]).json()
    assert seen["options"]["columns"] == 0 and seen["profile"] == "single-deal" and seen["seat"] is None
    guest.sit(made).raise_for_status()

    async def run() -> None:
        second = await guest.join(made["table"])
        assert second.state["waiting"] and second.state["commitment"] and not second.presence[0]["here"]
        assert (await second.ready())["type"] == "ack"
        first = await host.join(made["table"])
        assert first.state["ready"] == [False, True]
        await asyncio.gather(play_on(first), play_on(second))

    play(run())


def test_a_host_hears_of_the_guest_at_once(site: Site, visitor: Arrive) -> None:
    host, guest = visitor(site), visitor(site)
    made = host.create()

    async def run() -> None:
        first = await host.join(made["table"])
        assert not first.state["waiting"] and first.state["names"] == ["Anne", None]
        assert (await first.ready())["code"] == "not-waiting"
        assert (await first.act("draw"))["code"] == "no-deal"
        await asyncio.to_thread(guest.sit, made)
        await first.until(lambda client: client.state["names"][1] == "Bob")
        assert [news["kind"] for news in first.happened] == ["sat", "commitment"]
        second = await guest.join(made["table"])
        await first.until(lambda client: client.presence[1]["here"])
        await second.close()
        await first.until(lambda client: not client.presence[1]["here"])
        assert abs(first.presence[1]["away_since"] - time.time()) < 5

    play(run())


def test_a_third_visitor_may_only_watch(site: Site, pair: Seat) -> None:
    at = pair(site)
    invite = at.made["invite"]
    seen = at.anyone.look(at.table, invite).json()
    assert (seen["seat"], seen["may"], seen["invite"], seen["watch"]) == (None, "watch", None, None)
    refused = at.anyone.sit(at.made, "Carl")
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "seat-taken")

    async def run() -> None:
        for link in (invite, at.made["watch"]):
            third = await at.anyone.join(at.table, link=link)
            assert (
                third.seat is None
                and third.presence == [{"here": False, "away_since": pytest.approx(time.time(), abs=60)}] * 2
            )
            for answer in (
                await third.ready(),
                await third.act("draw"),
                await third.act("resign"),
                await third.say("claim"),
                await third.say("rematch"),
            ):
                assert answer["code"] == "spectator"
            await third.close()

    play(run())


def test_a_stranger_learns_nothing(site: Site, pair: Seat, visitor: Arrive) -> None:
    at, other = pair(site), pair(site)
    stranger = visitor(site)
    wrong = [None, "?key=", "?key=x", other.made["invite"], other.made["watch"], "?key=%ff%00"]
    for link in wrong:
        for path in ("", "/record"):
            answer = stranger.http.get(f"/api/tables/{at.table}{path}?key={key_of(link or '')}")
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "not-your-table")
        answer = stranger.post(f"/{at.table}/seat", key=key_of(link or ""), name="Carl")
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "not-your-table")
        watcher = stranger.post(f"/{at.table}/seat", key=key_of(at.made["watch"]), name="Carl")
        assert watcher.status_code == 403
    for who in (stranger, other.host, visitor(site, "x" * 32), visitor(site, "short")):
        assert who.look(at.table).status_code == 403
        assert who.post(f"/{at.table}/code").status_code == 403

    async def run() -> None:
        for cookie, link in ((None, None), (other.host.cookie, None), (None, other.made["watch"])):
            client = Client(await open_socket(site.url, at.table, cookie, link))
            assert await client.code() == (4000, "not-your-table")

    play(run())


@pytest.mark.parametrize("name", ["0" * 16, "x", "a" * 500, "%00", "0123456789abcde%C3%A9", "../../etc"])
def test_a_table_that_is_not_there(site: Site, visitor: Arrive, name: str) -> None:
    one = visitor(site)
    before = len(site.hub._loading)
    for path in ("", "/record"):
        assert one.http.get(f"/api/tables/{name}{path}").status_code == 404
    if "/" not in name:
        assert one.post(f"/{name}/seat", key="k", name="Bob").json()["error"]["code"] == "no-such-table"
        assert one.post(f"/{name}/device", code="ABCD2345").json()["error"]["code"] == "no-such-table"

        async def run() -> None:
            client = Client(await open_socket(site.url, name))
            assert await client.code() == (4000, "no-such-table")

        play(run())
    assert len(site.hub._loading) == before


def test_a_code_carries_a_seat_to_another_device_once(site: Site, pair: Seat, visitor: Arrive) -> None:
    at, phone, thief = pair(site), visitor(site), visitor(site)
    made = at.guest.post(f"/{at.table}/code").json()
    assert made["seconds"] == 600 and len(made["code"]) == 8
    elsewhere = pair(site)
    assert (
        thief.post(f"/{elsewhere.table}/device", code=made["code"]).json()["error"]["code"] == "code-unknown"
    )
    for wrong in ("", "ABCD2345", made["code"][:-1], made["code"] * 2, "é" * 8, "x" * 5000):
        answer = thief.post(f"/{at.table}/device", code=wrong)
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "code-unknown")
    spaced = f" {made['code'][:4].lower()} {made['code'][4:]} "
    moved = phone.post(f"/{at.table}/device", code=spaced)
    assert moved.json() == {"table": at.table, "seat": 1}
    assert phone.cookie != at.guest.cookie
    assert thief.post(f"/{at.table}/device", code=made["code"]).json()["error"]["code"] == "code-unknown"
    for device in (phone, at.guest):
        assert device.look(at.table).json()["seat"] == 1
    assert thief.look(at.table).status_code == 403


def test_a_new_code_ends_the_one_before(site: Site, pair: Seat, visitor: Arrive) -> None:
    at = pair(site)
    first, second = (at.host.post(f"/{at.table}/code").json()["code"] for _ in range(2))
    assert visitor(site).post(f"/{at.table}/device", code=first).status_code == 422
    assert visitor(site).post(f"/{at.table}/device", code=second).json()["seat"] == 0


def test_a_code_expires(own_site: Callable[..., Site], pair: Seat, visitor: Arrive) -> None:
    site = own_site(code_lasts=0)
    at = pair(site)
    code = at.host.post(f"/{at.table}/code").json()["code"]
    time.sleep(1.0)
    answer = visitor(site).post(f"/{at.table}/device", code=code)
    assert answer.json()["error"]["code"] == "code-unknown"


def test_two_devices_of_a_seat_play_together(site: Site, pair: Seat, visitor: Arrive) -> None:
    at, phone = pair(site, first_dealer=1), visitor(site)

    async def run() -> None:
        one, other = await at.host.join(at.table), await at.guest.join(at.table)
        await one.ready()
        await other.ready()
        await one.settle()
        # A code made and used changes nothing that a player has seen: the next move still counts.
        code = (await asyncio.to_thread(at.host.post, f"/{at.table}/code")).json()["code"]
        await asyncio.to_thread(phone.post, f"/{at.table}/device", code=code)
        two = await phone.join(at.table)
        assert two.seat == 0 and two.state == one.state and two.seq == one.seq
        assert (await one.act("pass"))["type"] == "ack"
        assert (await other.act("pass"))["type"] == "ack"
        await two.until(lambda client: client.state["deal"]["phase"] == "must_draw")
        assert (await two.act("draw"))["type"] == "ack"
        await one.settle()
        assert one.state == two.state and one.happened[-1] == two.happened[-1]
        await two.close()
        await other.settle()
        assert other.presence[0]["here"]

    play(run())


def test_a_cookie_is_secret_and_kept_for_thirty_days(site: Site, visitor: Arrive) -> None:
    host, guest = visitor(site), visitor(site)
    made = host.post("", name="Anne")
    sat = guest.sit(made.json())
    looked = host.look(made.json()["table"])
    for answer in (made, sat, looked):
        [cookie] = answer.headers.get_list("set-cookie")
        parts = {part.strip().lower() for part in cookie.split(";")[1:]}
        assert {"httponly", "samesite=lax", "path=/", "max-age=2592000"} <= parts and "secure" not in parts
        value = cookie.split(";")[0].partition("=")[2]
        assert len(value) == 32 and value not in answer.text
    assert host.cookie != guest.cookie
    assert host.create() and visitor(site, "chosen-by-somebody").create()
    own = visitor(site, "weak")
    answer = own.post("", name="Anne")
    assert "weak" not in answer.headers["set-cookie"]


def test_a_cookie_is_for_https_alone_behind_a_proxy(own_site: Callable[..., Site], visitor: Arrive) -> None:
    one = visitor(own_site(trust_proxy=True))
    answer = one.http.post("/api/tables", json={"name": "Anne"}, headers={"x-forwarded-proto": "https"})
    assert "secure" in answer.headers["set-cookie"].lower()


GOOD = ["A", "x" * 24, "Zoë", "李雷", "a\nb\u2028", "O'Brien <b>", "  Anne   B. "]
BAD = [
    "",
    " ",
    "x" * 25,
    "a\u202eb",
    "a\u200bb",
    "a\x07b",
    "\u2066x",
    "\ufeff",
    "a\u00adb",
    "\U000e0041x",
]


@pytest.mark.parametrize("name", GOOD)
def test_names_are_kept(site: Site, visitor: Arrive, name: str) -> None:
    host, guest = visitor(site), visitor(site)
    made = host.create(name=name)
    guest.sit(made, name).raise_for_status()
    assert host.look(made["table"]).json()["names"] == [" ".join(name.split())] * 2


@pytest.mark.parametrize("name", BAD)
def test_names_that_deceive_are_refused(site: Site, visitor: Arrive, name: str) -> None:
    host = visitor(site)
    made = host.create()
    for answer in (host.post("", name=name), visitor(site).sit(made, name)):
        assert answer.status_code == 422
        assert answer.json()["error"]["code"] in ("empty-name", "sign-in-name", "long-name", "bad-message")
        assert "set-cookie" not in answer.headers
    assert host.look(made["table"]).json()["names"] == ["Anne", None]


def test_a_rematch_takes_both_over_with_the_other_dealer_first(
    site: Site, pair: Seat, visitor: Arrive
) -> None:
    at, phone = pair(site, profile="single-deal", first_dealer=0), visitor(site)
    code = at.host.post(f"/{at.table}/code").json()["code"]
    phone.post(f"/{at.table}/device", code=code).raise_for_status()

    async def run() -> None:
        one, two = [await who.join(at.table) for who in at.both]
        assert (await one.say("rematch"))["code"] == "match-running"
        await asyncio.gather(play_on(one), play_on(two))
        assert (await one.say("rematch"))["type"] == "ack"
        await two.until(lambda client: client.state["offers"] == [True, False])
        assert (await one.say("rematch"))["code"] == "rematch-offered"
        assert two.state["next_table"] is None
        assert (await two.say("rematch"))["type"] == "ack"
        for client in (one, two):
            await client.until(lambda client: client.state["next_table"] is not None)
            assert client.happened[-1]["kind"] == "rematch"
        again: str = one.state["next_table"]
        assert again == two.state["next_table"]
        for who, seat in ((at.host, 0), (at.guest, 1), (phone, 0)):
            client = await who.join(again)
            assert client.seat == seat and client.welcome["profile"] == "single-deal"
            assert client.state["names"] == ["Anne", "Bob"]
            await client.close()
        assert at.host.look(again).json()["first_dealer"] == 1
        assert at.anyone.look(again, at.made["invite"]).status_code == 403
        one, two = [await who.join(again) for who in at.both]
        await one.ready()
        await two.ready()
        await one.settle()
        assert one.state["dealer"] == 1

    play(run())


@pytest.mark.parametrize("moment", ["before", "turn", "other", "between"])
def test_a_player_may_resign_at_any_time(site: Site, pair: Seat, moment: str) -> None:
    at = pair(site, first_dealer=1)

    async def run() -> None:
        one, two = [await who.join(at.table) for who in at.both]
        leaver, winner = (two, 0) if moment == "other" else (one, 1)
        if moment == "before":
            assert (await leaver.act("resign"))["code"] == "no-deal"
        else:
            await one.ready()
            await two.ready()
            await one.settle()
            if moment == "between":
                await asyncio.gather(
                    *(play_on(client, lambda client: bool(client.lines)) for client in (one, two))
                )
            sheet = one.state["sheet"]
            assert (await leaver.act("resign", seen=0))["type"] == "ack"
            for client in (one, two):
                await client.settle()
                assert client.state["over"] and client.state["result"] == winner
                assert client.state["resigned"] == leaver.seat and client.happened[-1]["kind"] == "match_over"
                assert client.state["sheet"] == {**sheet, "result": sheet["result"]}
                assert (await client.act("draw"))["code"] == "match-over"
                assert (await client.act("resign"))["code"] == "match-over"
                assert (await client.ready())["code"] == "match-over"

    play(run())


def test_a_match_is_claimed_only_after_the_time_set(site: Site, pair: Seat) -> None:
    at = pair(site, claim_after=30)
    live = site.call(site.hub.find(at.table))

    async def run() -> None:
        one, two = [await who.join(at.table) for who in at.both]
        assert one.welcome["claim_after"] == 30
        answer = await one.say("claim")
        assert (answer["code"], answer["params"]) == ("not-away", {"seconds": 30})
        await two.close()
        await one.until(lambda client: not client.presence[1]["here"])
        assert (await one.say("claim"))["code"] == "not-away"
        assert live.away_since[1] is not None
        live.away_since[1] -= 31  # half a minute later
        back = await at.guest.join(at.table)
        assert (await one.say("claim"))["code"] == "not-away"
        await back.close()
        await one.until(lambda client: not client.presence[1]["here"])
        live.away_since[1] -= 31
        assert (await one.say("claim"))["type"] == "ack"
        assert (one.state["claimed"], one.state["result"], one.state["over"]) == (0, 0, True)
        assert [news["kind"] for news in one.happened[-1:]] == ["claimed"]
        back = await at.guest.join(at.table)
        assert back.state["claimed"] == 0 and (await back.say("claim"))["code"] == "match-over"

    play(run())


def test_no_claim_where_the_table_has_none_or_nobody_sits(site: Site, pair: Seat, visitor: Arrive) -> None:
    at = pair(site, claim_after=None)
    alone = visitor(site)
    made = alone.create()
    computer = alone.create(opponent="simple")

    async def run() -> None:
        for who, table, code in (
            (at.host, at.table, "no-claim"),
            (alone, made["table"], "no-claim"),
            (alone, computer["table"], "not-away"),
        ):
            client = await who.join(table)
            assert (await client.say("claim"))["code"] == code
            await client.close()

    play(run())


def test_idle_tables_are_forgotten(own_site: Callable[..., Site], pair: Seat) -> None:
    site = own_site(keep_tables=1.0)
    old, busy = pair(site), pair(site)

    async def run() -> None:
        client, other = await old.host.join(old.table), await busy.host.join(busy.table)
        await asyncio.sleep(1.2)
        assert (await other.ready())["type"] == "ack"
        await asyncio.to_thread(site.call, sweep(site.hub.store, site.settings, site.hub))
        assert await client.code() == (4000, "no-such-table")
        assert (await other.ready())["code"] == "not-waiting"

    play(run())
    assert old.host.look(old.table).status_code == 404
    assert site.call(site.hub.find(busy.table)).table.seated


def test_tables_and_guesses_are_counted_by_address(own_site: Callable[..., Site], visitor: Arrive) -> None:
    site = own_site(tables_per_hour=3, guesses_per_hour=4, trust_proxy=True)
    one = visitor(site)

    def create(address: str) -> int:
        return one.http.post(
            "/api/tables", json={"name": "Anne"}, headers={"x-forwarded-for": f"6.6.6.6, {address}"}
        ).status_code

    assert [create("10.0.0.1") for _ in range(5)] == [201, 201, 201, 429, 429]
    assert create("10.0.0.2") == 201
    table = (
        visitor(site)
        .http.post("/api/tables", json={"name": "Anne"}, headers={"x-forwarded-for": "10.0.0.3"})
        .json()["table"]
    )
    thief = visitor(site)
    guesses = [thief.post(f"/{table}/device", code="ABCD2345") for _ in range(6)]
    assert [guess.status_code for guess in guesses] == [422, 422, 422, 422, 429, 429]
    assert guesses[-1].json()["error"] == {"code": "too-many-guesses", "clause": "", "params": {"limit": 4}}


def test_connections_are_counted_by_address(own_site: Callable[..., Site], pair: Seat) -> None:
    site = own_site(connections_per_address=3)
    at = pair(site)

    async def run() -> None:
        clients = [await at.host.join(at.table) for _ in range(3)]
        refused = Client(await open_socket(site.url, at.table, at.host.cookie))
        assert await refused.code() == (4000, "too-many-connections")
        await clients[0].close()
        await until(lambda: len(site.hub.tables[at.table].readers) == 2)
        clients[0] = await at.host.join(at.table)

    play(run())


def test_the_record_of_a_running_match_is_what_one_saw(site: Site, pair: Seat) -> None:
    at = pair(site, first_dealer=1)
    assert at.host.http.get(f"/api/tables/{at.table}/record").json()["error"]["code"] == "no-deal"

    async def run() -> list[Client]:
        clients = [await who.join(at.table) for who in at.both]
        await asyncio.gather(
            *(
                play_on(client, lambda client: client.state["number"] == 2 and bool(client.state["deal"]))
                for client in clients
            )
        )
        for client in clients:
            await client.close()
        return clients

    one, two = play(run())
    hands = [set(client.state["deal"]["hand"].split()) for client in (one, two)]
    for visitor, own in ((at.host, 0), (at.guest, 1), (at.anyone, None)):
        text = visitor.http.get(
            f"/api/tables/{at.table}/record", params={"key": key_of(at.made["watch"])}
        ).text
        record = read(text)
        assert record.perspective == ("spectator" if own is None else own)
        line = one.lines[0]
        nonces = (bytes.fromhex(line["nonces"][0]), bytes.fromhex(line["nonces"][1]))
        assert (
            line["secret"] not in text and Shuffle(bytes.fromhex(line["secret"]), nonces).commitment in text
        )
        known = {str(card) for card in record.deals[1].cards.order if card is not None}
        for seat, hand in enumerate(hands):
            assert (hand <= known) == (seat == own)
        assert len(known) == (1 if own is None else 11)
        assert at.host.cookie and at.host.cookie not in text and COOKIE not in text
