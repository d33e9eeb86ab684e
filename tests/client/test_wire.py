"""The schema of the wire is the checked-in one, and what goes over the wire keeps to it."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from hollygin.client import SeatFolder, connection, create_table, join_table, watch_table
from hollygin.players import SimplePlayer
from hollygin.wire import ClientMessage, ServerMessage, decode_server, encode, schema
from tests.client.test_play import invited, played
from tests.server.launch import Site

FILE = Path(__file__).parents[2] / "docs" / "wire.schema.json"


def validator(root: str) -> Draft202012Validator:
    document = json.loads(FILE.read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(document)
    return Draft202012Validator({"$defs": document["$defs"], **document[root]})


def test_the_file_is_what_the_types_give() -> None:
    printed = subprocess.run(
        [sys.executable, "-m", "hollygin.wire"], capture_output=True, text=True, check=True
    )
    assert FILE.read_text(encoding="utf-8") == printed.stdout, "make schema writes it anew"
    assert json.loads(printed.stdout) == schema()


def test_the_messages_of_a_match_keep_to_it(
    site: Site, seats: SeatFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[Any] = []
    received: list[Any] = []

    def spy_on_sent(message: ClientMessage | ServerMessage) -> bytes:
        data = encode(message)
        sent.append(json.loads(data))
        return data

    def spy_on_received(data: bytes | str) -> ServerMessage:
        received.append(json.loads(data))
        return decode_server(data)

    monkeypatch.setattr(connection, "encode", spy_on_sent)
    monkeypatch.setattr(connection, "decode_server", spy_on_received)
    monkeypatch.setattr(connection, "PING_EVERY", 0.05)
    anne = create_table(site.url, "Anne", profile="single-game", options={"target": 20}, seats=seats)
    bob = join_table(invited(anne), "Bob", seats)
    with watch_table(f"{site.url}{anne.info.watch}"):
        played(anne, bob, (SimplePlayer(), SimplePlayer()))
        with join_table(invited(anne), "Anne", seats) as again:
            with pytest.raises(Exception, match="match-over"):
                again.claim()
            again.offer_rematch()
            while not again.mirror.state.offers[0]:
                again.wait()
    for root, messages in (("client", sent), ("server", received)):
        check = validator(root)
        for message in messages:
            assert not list(check.iter_errors(message)), message
    assert {message["type"] for message in sent} == {"hello", "act", "ready", "claim", "rematch", "ping"}
    assert {message["type"] for message in received} == {
        "welcome",
        "step",
        "ack",
        "refused",
        "presence",
        "pong",
    }


@pytest.mark.parametrize(
    "message",
    [
        {"type": "act", "id": "1", "seen": -1, "action": "draw"},
        {"type": "act", "id": "1", "seen": 1, "action": "draw", "cards": []},
        {"type": "ready", "id": "1", "deal": 1, "nonce": "xyz"},
        {"type": "dance"},
        {},
    ],
)
def test_what_does_not(message: dict[str, object]) -> None:
    assert list(validator("client").iter_errors(message))
