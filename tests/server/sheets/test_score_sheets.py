"""The score sheets over HTTP and sockets: entries, corrections, two phones, what is refused, what is downloaded."""

import asyncio
import json
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from hollygin.locale import catalogue
from hollygin.options import OPTIONS
from hollygin.paper import sheet_csv
from hollygin.record import Format, read, score_of, verify_record
from hollygin.server.sheets.hub import ScoreHub
from hollygin.server.storage.shelf import sweep
from tests.server.client import Message, Visitor, open_socket, play
from tests.server.conftest import Postgres
from tests.server.launch import Process, Site
from tests.server.sheets.phones import TWO, VOID, Phone, by_points, http, knocked, open_sheet, told, won

SHEETS = json.loads((Path(__file__).parents[2] / "data" / "sheets.json").read_text(encoding="utf-8"))


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """No error in the log."""
    yield
    assert [one for one in caplog.get_records("call") if one.levelno >= logging.ERROR] == []


def scores(site: Site) -> ScoreHub:
    hub: ScoreHub = site.server.config.app.state.scores  # type: ignore[union-attr]
    return hub


def conforming(sheet: Message) -> Message:
    """A sheet as the wire has it, in the form of the conformance files."""
    columns = sheet["columns"]
    return {
        **{key: [column[key] for column in columns] for key in ("score", "boxes", "opened", "won")},
        "count": sheet["count"],
        "column_total": [column["total"] for column in columns],
        **{key: sheet[key] for key in ("total", "done", "result")},
    }


def test_conformance_sheets_entered_deal_by_deal(site: Site) -> None:
    async def enter(case: Message) -> None:
        name = open_sheet(site, profile=case["profile"], options=case["options"])
        phone = await Phone.join(site, name)
        entries = [
            (f"e{i}", won("AB".index(winner), points)) for i, (winner, points) in enumerate(case["wins"])
        ]
        assert {answer["type"] for answer in await say_all(phone, entries)} == {"ack"}
        assert conforming(phone.state["sheet"]) == case["sheet"], case
        assert phone.state["over"] == case["sheet"]["done"]

    async def story() -> None:
        await asyncio.gather(*map(enter, SHEETS))

    assert len(SHEETS) == 40
    play(story())


def test_a_deal_by_deadwood_and_by_cards(site: Site) -> None:
    name = open_sheet(site, profile="traditional")

    async def story() -> None:
        phone = await Phone.join(site, name)
        await phone.add("a", told(knocked(0, 7, 5)))
        await phone.add("b", told(knocked(1, 20, 4)))
        hands = ["4h 5h 6h 7h 9c 9d 9s Ac 2c 3c", "8h 3h Kd Ks Kh 2d 2s Td Qc Js"]
        await phone.add("c", told({"by": "cards", "knocker": 0, "hands": hands}))
        results = [(line["tables"][0]["outcome"], line["points"]) for line in phone.lines]
        assert results == [("undercut", [0, 12]), ("knock", [0, 16]), ("gin", [65, 0])]
        shown = phone.lines[2]["tables"][0]["shown"]
        assert len(shown["spread"]) == 3 and shown["layoffs"] == [] and shown["deadwood"] == [0, 45]
        assert [line["tables"][0]["dealer"] for line in phone.lines] == [0, 1, 1]

    play(story())


def test_oklahoma_tells_limits_and_doubling(site: Site) -> None:
    name = open_sheet(site, options={"oklahoma": True, "oklahoma_ace": "gin"})

    async def story() -> None:
        phone = await Phone.join(site, name)
        limits = phone.state["limits"]
        assert len(limits) == 52 and (limits["7s"], limits["Kd"], limits["Ah"]) == (7, 10, 0)
        assert len(phone.state["doubling"]) == 13 and "7s" in phone.state["doubling"]
        await phone.add("a", told(knocked(0, 7, 20, upcard="7s")))
        assert phone.lines[0]["points"] == [26, 0]
        refused = await phone.add("b", told(knocked(0, 8, 20, upcard="7s")))
        assert (refused["code"], refused["clause"]) == ("over-limit", "R9.1")
        plain = await Phone.join(site, open_sheet(site))
        assert plain.state["limits"] == {} and plain.state["doubling"] == []

    play(story())


def test_what_two_phones_write_at_one_moment_is_all_kept(site: Site) -> None:
    name = open_sheet(site, options={"target": 100_000})

    async def story() -> None:
        one, two = [await Phone.join(site, name) for _ in range(2)]
        answers = await asyncio.gather(
            *(say_all(phone, [(f"{word}{i}", won(seat, i + 1)) for i in range(20)])
              for phone, word, seat in ((one, "a", 0), (two, "b", 1)))
        )  # fmt: skip
        assert all(answer["type"] == "ack" for answer in answers[0] + answers[1])
        for phone in (one, two):
            await phone.catch_up(41)
        assert one.state == two.state and len(set(one.ids)) == 40
        for word in "ab":  # each in its own order
            assert [ident for ident in one.ids if ident[0] == word] == [f"{word}{i}" for i in range(20)]

    play(story())


async def say_all(phone: Phone, entries: list[tuple[str, Message]]) -> list[Message]:
    """Entries that do not wait for each other."""
    for ident, entry in entries:
        await phone.send(type="add", id=f"c-{ident}", entry_id=ident, entry=entry)
    while not all(f"c-{ident}" in phone.answers for ident, _ in entries):
        await phone.read()
    return [phone.answers[f"c-{ident}"] for ident, _ in entries]


def test_a_retry_is_answered_and_written_once(site: Site) -> None:
    name = open_sheet(site)

    async def story() -> None:
        phone = await Phone.join(site, name)
        first = await phone.add("a", won(0, 30), id="same")
        again = await (await Phone.join(site, name, seen=2)).add("a", won(0, 30), id="same")
        assert first == again and first["seq"] == 2
        assert (await phone.add("a", won(0, 30)))["code"] == "entry-exists"
        assert phone.ids == ["a"] and phone.seq == 2

    play(story())


def test_corrections_see_what_they_correct(site: Site) -> None:
    name = open_sheet(site)

    async def story() -> None:
        one, two = await Phone.join(site, name), await Phone.join(site, name)
        for ident in "abc":
            await one.add(ident, won(0, 10))
        await two.catch_up(4)
        assert (await one.say("replace", entry_id="b", changed=3, entry=won(1, 44)))["type"] == "ack"
        late = await two.say("replace", entry_id="b", changed=3, entry=won(1, 55))
        assert late["code"] == "entry-changed"
        assert (await two.say("remove", entry_id="b", changed=3))["code"] == "entry-changed"
        assert (await two.say("remove", entry_id="b", changed=5))["type"] == "ack"
        assert (await one.say("replace", entry_id="b", changed=5, entry=won(0, 1)))["code"] == "entry-gone"
        assert (await one.add("d", won(0, 5), before="b"))["code"] == "entry-gone"
        assert (await one.add("d", VOID, before="c"))["type"] == "ack"
        await two.catch_up(7)
        assert one.state == two.state and one.ids == ["a", "d", "c"]
        assert [line["points"] for line in one.lines] == [[10, 0], [0, 0], [10, 0]]
        assert one.state["sheet"]["count"] == [2, 0]

    play(story())


def test_undo_and_redo_are_of_the_last_change_only(site: Site) -> None:
    name = open_sheet(site)

    async def story() -> None:
        one, two = await Phone.join(site, name), await Phone.join(site, name)
        assert one.state["undo"] is None
        assert (await one.say("undo", change=1))["code"] == "not-last-change"
        await one.add("a", won(0, 10))
        await two.add("b", won(1, 20))
        assert two.state["undo"] == {"change": 3, "kind": "add", "number": 2}
        assert (await one.say("undo", change=2))[
            "code"
        ] == "not-last-change"  # not what the other has written
        await two.say("undo", change=3)
        assert two.ids == ["a"] and two.state["redo"]["change"] == 3 and two.state["undo"]["change"] == 2
        await two.say("undo", change=2)
        assert two.ids == []
        assert two.state["undo"] is None
        await two.say("redo", change=2)
        await two.say("redo", change=3)
        assert two.ids == ["a", "b"] and two.state["redo"] is None
        await two.say("remove", entry_id="a", changed=2)
        assert two.state["undo"] == {"change": 8, "kind": "remove", "number": 1}
        await two.say("undo", change=8)
        assert two.ids == ["a", "b"]
        await two.say("replace", entry_id="a", changed=2, entry=won(0, 99))
        assert two.state["redo"] is None
        assert (await two.say("redo", change=8))["code"] == "not-last-change"

    play(story())


def test_a_deal_behind_the_end_is_kept_and_comes_back(site: Site) -> None:
    name = open_sheet(site, profile="single-game")

    async def story() -> None:
        phone = await Phone.join(site, name)
        await phone.add("a", won(0, 120))
        assert phone.state["over"] and phone.state["result"] == 0
        assert (await phone.add("b", won(1, 30)))["type"] == "ack"
        assert phone.lines[1]["fault"]["code"] == "sheet-done" and phone.lines[1]["entries"] == []
        record = http.get(f"{site.url}/api/scores/{name}/record")
        assert record.status_code == 422 and record.json()["error"]["code"] == "sheet-done"
        await phone.say("replace", entry_id="a", changed=2, entry=won(0, 20))
        assert phone.lines[1]["fault"] is None and not phone.state["over"]
        assert phone.state["sheet"]["columns"][0]["score"] == [20, 30]

    play(story())


def test_an_entry_is_tried_before_it_is_made(site: Site) -> None:
    name = open_sheet(site)

    def attempt(**body: Any) -> Message:
        found: Message = http.post(f"{site.url}/api/scores/{name}/try", json=body).json()
        return found

    async def story() -> None:
        phone = await Phone.join(site, name)
        await phone.add("a", won(0, 90))
        await phone.add("b", won(0, 5))
        last = attempt(entry=won(0, 7))
        assert last["line"]["number"] == 3 and last["line"]["entries"][0]["written"] == [0, 1, 2]
        assert last["line"]["entries"][0]["closes"] == [0] and last["sheet"]["columns"][0]["score"] == [
            102,
            0,
        ]
        first = attempt(entry=won(0, 100), before="a")
        assert first["line"]["number"] == 1 and first["line"]["entries"][0]["closes"] == [0]
        other = attempt(entry=won(1, 8), replaces="b")
        assert other["sheet"]["count"] == [1, 1]
        wrong = attempt(entry=told(by_points(24, outcome="gin", winner=0)))
        assert wrong["line"] is None and wrong["faults"][0]["code"] == "points-cannot-be"
        assert attempt(entry=won(0, 7), before="z")["faults"][0]["code"] == "entry-gone"
        assert phone.ids == ["a", "b"] and (await Phone.join(site, name)).state == phone.state

    play(story())


@pytest.mark.parametrize(("points", "written"), [("net", [8, 0]), ("gross", [30, 22])])
def test_teams_share_a_sheet(site: Site, points: str, written: list[int]) -> None:
    players = [["Anne", "Bea"], ["Bob", "Dan"]]
    name = open_sheet(site, players=None, teams={"players": players, "points": points})

    async def story() -> None:
        phone = await Phone.join(site, name)
        assert phone.state["options"]["target"] == 100 and phone.state["players"] == [
            "Anne & Bea",
            "Bob & Dan",
        ]
        assert [table["players"] for table in phone.state["tables"]] == [["Anne", "Bob"], ["Bea", "Dan"]]
        await phone.add("a", told(by_points(30, winner=0), by_points(22, winner=1)))
        assert phone.lines[0]["points"] == written
        assert [table["players"] for table in phone.state["tables"]] == [["Anne", "Dan"], ["Bea", "Bob"]]
        assert (await phone.add("b", won(0, 30)))["code"] == "wrong-tables"

    play(story())


def test_downloads_are_the_sheet(site: Site) -> None:
    name = open_sheet(site, profile="club")

    async def story() -> None:
        phone = await Phone.join(site, name)
        await phone.add("a", told(by_points(43, outcome="gin", winner=0)))
        await phone.add("b", VOID)
        await phone.add("c", told(knocked(1, 31, 6)))

    play(story())
    log = scores(site).live[name].log
    for kind in Format.TOML, Format.JSON:
        answer = http.get(f"{site.url}/api/scores/{name}/record", params={"format": str(kind)})
        record = read(answer.text)
        assert not verify_record(record)
        assert score_of(record).entries == log.score.entries and score_of(record).sheet == log.score.sheet
        assert record.date is not None and answer.headers["content-disposition"].endswith(f'.{kind}"')
    csv = http.get(f"{site.url}/api/scores/{name}/record", params={"format": "csv"})
    assert csv.text == sheet_csv(log.score) and csv.headers["content-type"].startswith("text/csv")
    wrong = http.get(f"{site.url}/api/scores/{name}/record", params={"format": "pdf"})
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (422, "bad-format")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"players": ["Anne", "Anne"]}, "same-names"),
        ({"players": ["Anne", " anne  "]}, "same-names"),
        ({"players": ["Anne", "B\u202eob"]}, "sign-in-name"),
        ({"players": ["Anne", ""]}, "empty-name"),
        ({"players": ["Anne", "x" * 25]}, "long-name"),
        ({"players": ["Anne"]}, "bad-message"),
        ({"players": None}, "players-or-teams"),
        ({"teams": {"players": [["A", "B"], ["C", "D"]]}}, "players-or-teams"),
        ({"players": None, "teams": {"players": [["A", "B"], ["C", "B"]]}}, "same-names"),
        ({"players": None, "teams": {"players": [["A", "B"], ["C", "D"]], "points": "most"}}, "bad-message"),
        ({"first_dealer": 2}, "bad-message"),
        ({"profile": "nobody"}, "unknown-profile"),
        ({"nonsense": 1}, "bad-message"),
    ],
)
def test_sheets_that_are_refused(site: Site, body: Message, code: str) -> None:
    answer = http.post(f"{site.url}/api/scores", json=TWO | body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, code)


def test_all_faults_of_the_options_are_listed(site: Site) -> None:
    wrong = {"columns": 12, "target": -1, "nonsense": 1}
    answer = http.post(f"{site.url}/api/scores", json=TWO | {"options": wrong})
    assert [fault["params"]["option"] for fault in answer.json()["faults"]] == list(wrong)
    name = open_sheet(site)
    assert list(scores(site).live[name].log.opened.options) == list(OPTIONS)


@pytest.mark.parametrize(
    "name", ["s-00000000000000", "0123456789abcdef", "s-", "s-x", "S-00000000000000", "%00", "é" * 16]
)
def test_a_link_that_leads_nowhere(site: Site, name: str) -> None:
    answer = http.get(f"{site.url}/api/scores/{name}/record")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no-such-score")

    async def story() -> None:
        socket = await open_socket(site.url, name, what="scores")
        assert json.loads(await socket.recv()) == {"type": "bye", "code": "no-such-score"}
        with pytest.raises(ConnectionClosed) as closed:
            await socket.recv()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4000

    play(story())


def test_sheets_and_tables_do_not_mix(site: Site, visitor: Callable[..., Visitor]) -> None:
    name, table = open_sheet(site), visitor(site).create()["table"]
    assert visitor(site).look(name).json()["error"]["code"] == "no-such-table"
    assert http.get(f"{site.url}/api/scores/{table}/record").json()["error"]["code"] == "no-such-score"


def test_a_sheet_is_counted_like_a_table(own_site: Callable[..., Site]) -> None:
    site = own_site(tables_per_hour=2)
    for _ in range(2):
        open_sheet(site)
    answer = http.post(f"{site.url}/api/scores", json=TWO)
    assert (answer.status_code, answer.json()["error"]["code"]) == (429, "too-many-tables")


def test_idle_sheets_are_forgotten(own_site: Callable[..., Site]) -> None:
    site = own_site(keep_tables=0.0)
    name = open_sheet(site)

    async def story() -> None:
        phone = await Phone.join(site, name)
        await asyncio.to_thread(site.call, sweep(site.hub.store, site.settings, site.hub, scores(site)))
        assert (await phone.read())["code"] == "no-such-score"
        with pytest.raises(ConnectionClosed):
            await phone.read()

    play(story())
    assert http.get(f"{site.url}/api/scores/{name}/record").status_code == 404


SEATS = st.integers(0, 1)
WHOLE = st.integers(-5, 120) | st.integers(-(2**63), 2**63 - 1)
CARDS = st.sampled_from(("7s", "4h 5h 6h", "4h, 4h", "7x", "", "4h 5h 6h / 9c", "/"))
UPCARDS = {"upcard": st.none() | CARDS}
ENDINGS = st.sampled_from(("knock", "gin", "big_gin"))
OUTCOMES = st.none() | st.sampled_from(("knock", "gin", "big_gin", "undercut", "tie", "void"))
TABLES = st.one_of(
    st.fixed_dictionaries(
        {"by": st.just("points"), "points": WHOLE},
        optional={"winner": st.none() | SEATS, "outcome": OUTCOMES, **UPCARDS},
    ),
    st.fixed_dictionaries(
        {"by": st.just("deadwood"), "ending": ENDINGS, "knocker": SEATS, "deadwood": st.tuples(WHOLE, WHOLE)},
        optional=UPCARDS,
    ),
    st.fixed_dictionaries(
        {"by": st.just("cards"), "knocker": SEATS, "hands": st.tuples(CARDS, CARDS)},
        optional={"spread": st.none() | CARDS, **UPCARDS},
    ),
)
"""What may be told of a table: of the right form, mostly impossible."""


def test_entries_that_cannot_be_are_refused_in_words(site: Site) -> None:
    name = open_sheet(site)

    async def answers(entry: Message) -> tuple[Message, Message]:
        phone = await Phone.join(site, name)
        tried = http.post(f"{site.url}/api/scores/{name}/try", json={"entry": entry})
        said = await phone.add("a", entry)
        if said["type"] == "ack":
            await phone.say("undo", change=said["seq"])
        return tried.json(), said

    @settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(st.lists(TABLES, min_size=1, max_size=2).map(lambda tables: {"tables": tables}))
    def check(entry: Message) -> None:
        tried, said = play(answers(entry))
        assert said["type"] == "ack" or said["code"] not in ("try-again", "bad-message"), said
        assert (tried["line"] is not None) == (said["type"] == "ack") == (tried["faults"] == [])
        for fault in tried["faults"]:
            assert f"error.{fault['code']}" in catalogue("en")

    check()


@pytest.mark.parametrize(
    "message",
    [
        {"type": "add"},
        {"type": "add", "id": "1", "entry_id": "", "entry": {}},
        {"type": "add", "id": "1", "entry_id": "x" * 41, "entry": {}},
        {"type": "add", "id": "1", "entry_id": "a", "entry": []},
        {"type": "add", "id": "1", "entry_id": "a", "entry": won(0, 1), "nonsense": 1},
        {"type": "add", "id": "1", "entry_id": "a", "entry": {}},
        {"type": "add", "id": "1", "entry_id": "a", "entry": told()},
        {"type": "add", "id": "1", "entry_id": "a", "entry": told(*[by_points()] * 3)},
        {"type": "add", "id": "1", "entry_id": "a", "entry": told({"outcome": "void"})},
        {"type": "add", "id": "1", "entry_id": "a", "entry": told({"by": "points", "winner": 0})},
        {"type": "add", "id": "1", "entry_id": "a", "entry": told(by_points(winner=2))},
        {"type": "add", "id": "1", "entry_id": "a", "entry": told(by_points(1.5))},
        {"type": "add", "id": "1", "entry_id": "a", "entry": told(by_points(outcome="won"))},
        {"type": "add", "id": "1", "entry_id": "a", "entry": told(by_points(hands=["4h", "5h"]))},
        {"type": "replace", "id": "1", "entry_id": "a", "entry": {}},
        {"type": "remove", "id": "1", "entry_id": "a", "changed": 0},
        {"type": "undo", "id": "1"},
        {"type": "act", "id": "1", "seen": 0, "action": "draw"},
        {"type": "fly"},
    ],
)
def test_messages_that_are_none(site: Site, message: Message) -> None:
    name = open_sheet(site)

    async def story() -> None:
        phone = await Phone.join(site, name)
        await phone.send(**message)
        refused = await phone.read()
        assert (refused["type"], refused["id"], refused["code"]) == ("refused", None, "bad-message")
        assert (await phone.add("a", won(0, 1)))["type"] == "ack"

    play(story())


def test_what_is_nested_too_deeply_is_a_bad_message(site: Site) -> None:
    name = open_sheet(site)
    entry = '{"a":' * 1200 + "1" + "}" * 1200
    answer = http.post(f"{site.url}/api/scores/{name}/try", content=f'{{"entry":{entry}}}')
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad-message")

    async def story() -> None:
        phone = await Phone.join(site, name)
        await phone.socket.send(f'{{"type":"add","id":"1","entry_id":"a","entry":{entry}}}')
        refused = await phone.read()
        assert (refused["type"], refused["id"], refused["code"]) == ("refused", None, "bad-message")
        assert (await phone.add("a", won(0, 1)))["type"] == "ack"
        first = await open_socket(site.url, name, what="scores")
        await first.send(f'{{"type":"add","id":"1","entry_id":"a","entry":{entry}}}')
        assert json.loads(await first.recv()) == {"type": "bye", "code": "bad-message"}

    play(story())


def test_the_longest_names_come_back_from_a_record(site: Site) -> None:
    teams = [["A" * 24, "B" * 24], ["C" * 24, "D" * 24]]
    made = http.post(f"{site.url}/api/scores", json={"teams": {"players": teams}})
    for format_ in (Format.TOML, Format.JSON):
        record = http.get(f"{site.url}/api/scores/{made.json()['score']}/record?format={format_}")
        assert score_of(read(record.text, format=format_)).players == tuple(map(" & ".join, teams))


def test_a_killed_server_has_lost_nothing(tmp_path: Path) -> None:
    with Process(tmp_path / "log", database=str(tmp_path / "tables.db")) as server:
        name = open_sheet(server, profile="club")
        before: list[Message] = []

        async def write() -> None:
            phone = await Phone.join(server, name)
            for number in range(5):
                await phone.add(f"e{number}", won(number % 2, 20 + number), id=f"c{number}")
            await phone.say("replace", entry_id="e1", changed=3, entry=won(0, 60))
            await phone.say("undo", change=7)
            before.append(phone.state)

        async def look() -> None:
            phone = await Phone.join(server, name, seen=8)
            assert phone.state == before[0] and phone.seq == 8
            assert (await phone.add("e3", won(1, 23), id="c3"))["seq"] == 5
            await phone.say("redo", change=7)
            assert phone.lines[1]["points"] == [60, 0]

        play(write())
        server.kill()
        server.start()
        play(look())
    assert (
        "Traceback" not in (tmp_path / "log").read_text()
        and "cannot be loaded" not in (tmp_path / "log").read_text()
    )


def test_two_workers_keep_one_sheet(postgres: Postgres) -> None:
    database = postgres.database()
    with Site(database=database) as one, Site(database=database) as two:
        name = open_sheet(one, options={"target": 100_000})

        async def story() -> None:
            anne, bob = await Phone.join(one, name), await Phone.join(two, name)
            answers = await asyncio.gather(
                say_all(anne, [(f"a{i}", won(0, i)) for i in range(8)]),
                say_all(bob, [(f"b{i}", won(1, i)) for i in range(8)]),
            )
            assert all(answer["type"] == "ack" for answer in answers[0] + answers[1])
            for phone in (anne, bob):
                await phone.catch_up(17)
            assert anne.state == bob.state and len(set(anne.ids)) == 16
            late = await Phone.join(two, name, seen=17)
            assert late.state == anne.state

        play(story())
