"""What a client finds wrong with a shuffle: each thing that a server could do."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hollygin.cards import CARDS
from hollygin.client import SeatFolder, create_table, mirror, play_at
from hollygin.client.fairness import DealCheck, Witness, check_deal
from hollygin.players import SimplePlayer
from hollygin.rules import Rules
from hollygin.shuffle import commitment
from hollygin.wire import LineView
from tests.server.launch import Site

Told = tuple[LineView, Rules, Witness]
OTHER = "ab" * 32


@pytest.fixture(scope="module")
def told(site: Site) -> Told:
    """A deal that was played at a table, as its client of seat 0 saw it."""
    seen: list[Told] = []

    def spy(line: LineView, rules: Rules, seat: int, witness: Witness, **more: Any) -> DealCheck:
        seen.append((line, rules, witness))
        return check_deal(line, rules, seat, witness, **more)

    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as folder:
        patch.setattr(mirror, "check_deal", spy)
        while not seen or len(seen[-1][2].drawn) < 2 or seen[-1][0].knocker is None:
            table = create_table(
                site.url, "Anne", profile="single-deal", opponent="simple", seats=SeatFolder(Path(folder))
            )
            with table:
                play_at(table, SimplePlayer())
    return seen[-1]


def checked(line: LineView, rules: Rules, witness: Witness, by_chance: bool = True) -> DealCheck:
    return check_deal(line, rules, 0, witness, dealer_by_chance=by_chance)


def test_a_fair_deal(told: Told) -> None:
    line, rules, witness = told
    check = checked(line, rules, witness)
    assert (check.number, check.witnessed, check.fault) == (1, True, None)
    assert check.history is not None and len(check.history) == len(witness.history or ())
    assert "??" not in " ".join(str(action) for _, action in check.history)


def swapped(pair: tuple[str, str]) -> tuple[str, str]:
    return pair[1], pair[0]


LIES: dict[str, tuple[Callable[[LineView], dict[str, Any]], str]] = {
    "another secret": (lambda _: {"secret": OTHER}, "commitment-broken"),
    "another secret and its commitment": (
        lambda _: {"secret": OTHER, "commitment": commitment(bytes.fromhex(OTHER))},
        "commitment-broken",
    ),
    "the nonces swapped": (lambda line: {"nonces": swapped(line.nonces)}, "nonce-missing"),
    "another nonce of the other": (lambda line: {"nonces": (line.nonces[0], "ff")}, "order-differs"),
    "the other dealer": (lambda line: {"dealer": 1 - line.dealer}, "dealer-differs"),
    "another upcard": (lambda line: {"upcard": "As" if line.upcard != "As" else "2s"}, "order-differs"),
    "other cards left": (lambda line: {"hands": swapped(line.hands)}, "order-differs"),
    "no secret": (lambda _: {"secret": "nothing"}, "order-differs"),
    "half a secret": (lambda line: {"secret": line.secret[:32]}, "order-differs"),
    "half a card": (lambda _: {"hands": ("K", "")}, "order-differs"),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_of_the_server(told: Told, lie: str) -> None:
    line, rules, witness = told
    change, code = LIES[lie]
    by_chance = code == "dealer-differs"  # which another nonce would change, too, every other time
    check = checked(msgspec.structs.replace(line, **change(line)), rules, witness, by_chance)
    assert check.fault is not None and check.fault.code == code and check.history is None


def test_another_secret_is_found_by_the_cards_where_the_promise_was_not_seen(told: Told) -> None:
    line, rules, witness = told
    lie = msgspec.structs.replace(line, secret=OTHER, commitment=commitment(bytes.fromhex(OTHER)))
    check = checked(lie, rules, witness._replace(commitment=None), by_chance=False)
    assert not check.witnessed and check.fault is not None and check.fault.code == "order-differs"


def test_what_one_has_seen_differs(told: Told) -> None:
    line, rules, witness = told
    assert witness.hand is not None and witness.history is not None
    for seen in (
        witness._replace(hand=witness.hand ^ 0b11),
        witness._replace(drawn=(CARDS[(witness.drawn[0] + 1) % 52], *witness.drawn[1:])),
        witness._replace(drawn=witness.drawn[:-1]),
        witness._replace(history=witness.history[:-1]),
        witness._replace(history=(*witness.history[:2], *witness.history[3:])),
    ):
        fault = checked(line, rules, seen).fault
        assert fault is not None and fault.code == "order-differs"


def test_a_deal_that_was_missed_is_checked_as_far_as_can_be(told: Told) -> None:
    line, rules, _ = told
    check = checked(line, rules, Witness(None, None, None, (), None))
    assert check == DealCheck(1, witnessed=False, fault=None, history=None)
