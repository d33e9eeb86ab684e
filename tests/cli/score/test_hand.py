"""``hollygin hand``."""

import json
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from hollygin import Card, card_set, deadwood, parse_card, parse_cards, text
from tests.cli.conftest import Run

DATA = Path(__file__).parents[2] / "data"
GIN = "4h 5h 6h 7h 9c 9d 9s Ac 2c 3c"


def cases(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((DATA / name).read_text(encoding="utf-8"))
    assert found
    return found


def test_every_arrangement_is_optimal_and_whole(run: Run) -> None:
    for case in cases("hands.json"):
        ran = run("hand", case["hand"], "--json")
        found = ran.json
        assert (ran.status, ran.err, found["deadwood"]) == (0, "", case["deadwood"])
        hand = parse_cards(case["hand"])
        assert ("discards" in found) == (hand.bit_count() == 11)
        seen = set()
        for way in found["arrangements"]:
            cards = [*chain(*way["melds"]), *way["deadwood_cards"]]
            assert len(cards) == len(set(cards)) and parse_cards(" ".join(cards)) == hand
            points = sum(parse_card(card).points for card in way["deadwood_cards"])
            assert way["points"] == points == case["deadwood"]
            seen.add(frozenset(map(tuple, way["melds"])))
        assert len(seen) == len(found["arrangements"]) > 0


def test_discards_are_best_first_one_for_each_card_that_may_go(run: Run) -> None:
    for case in cases("discards.json"):
        taken = () if case["taken"] is None else ("--taken", case["taken"])
        found = run("hand", case["hand"], *taken, "--json").json["discards"]
        hand = parse_cards(case["hand"])
        allowed = hand if case["taken"] is None else hand & ~parse_card(case["taken"]).bit
        cards = [parse_card(way["card"]) for way in found]
        assert card_set(cards) == allowed and len(cards) == allowed.bit_count()
        for way, card in zip(found, cards, strict=True):
            assert way["deadwood"] == deadwood(hand & ~card.bit)
        assert [way["deadwood"] for way in found] == sorted(way["deadwood"] for way in found)
        assert found[0]["deadwood"] == case["best_deadwood"]


def test_a_run_of_six_is_listed_both_ways(run: Run) -> None:
    found = run("hand", "4h 5h 6h 7h 8h 9h Ks Qd Jc 2s", "--json").json
    assert [way["melds"] for way in found["arrangements"]] == [
        [["4h", "5h", "6h", "7h", "8h", "9h"]],
        [["4h", "5h", "6h"], ["7h", "8h", "9h"]],
    ]


@pytest.mark.parametrize(
    "cards",
    [
        ("4h 5h 6h 7h 9c 9d 9s Ac 2c 10c",),
        ("4h", "5h", "6h", "7h", "9c", "9d", "9s", "Ac", "2c", "Tc"),
        ("4♥,5♥,6♥,7♥,9♣,9♦,9♠,A♣,2♣,10♣",),
        ("4H, 5H, 6H 7H", "9C 9D 9S aC 2C tC"),
    ],
)
def test_cards_are_read_in_every_spelling(run: Run, cards: tuple[str, ...]) -> None:
    found = run("hand", *cards, "--json").json
    assert found["deadwood"] == 13
    assert found["arrangements"][0]["deadwood_cards"] == ["Ac", "2c", "Tc"]


def test_french_ranks_are_read_and_written_in_french_alone(run: Run) -> None:
    cards = "Vs Ds Rs R♥ Rd 4c 5c 6c As 2d"
    ran = run("hand", cards, "--lang", "fr", "--json")
    assert ran.json["deadwood"] == 23
    assert ran.json["arrangements"][0]["deadwood_cards"] == ["As", "Kh", "2d", "Kd"]
    shown = run("--lang=fr", "hand", cards).out
    assert "V♠ D♠ R♠" in shown and "4♣ 5♣ 6♣" in shown and "Bois mort" in shown
    assert run("hand", cards).status == 2


def test_shown_in_words(run: Run) -> None:
    out = run("hand", GIN, "Ks").out
    assert "4♥ 5♥ 6♥ 7♥" in out and "K♠ → gin" in out and "7♥ → 10" in out
    assert run("hand", GIN).out.startswith("No deadwood: gin")
    assert "no meld" in run("hand", "As 3s 5s 7s 9s Jh Kh 2d 4d 6d").out


def test_taken_card_is_no_discard(run: Run) -> None:
    found = run("hand", GIN, "Ks", "--taken", "K♠", "--json").json
    assert "Ks" not in [way["card"] for way in found["discards"]]
    assert found["discards"][0] == {"card": "7h", "deadwood": 10}


def test_output_cards_are_plain(run: Run) -> None:
    found = run("hand", "10h Jh Qh 10s 10d 10c 4c 5c 6c As", "--json").json
    for way in found["arrangements"]:
        for card in chain(*way["melds"], way["deadwood_cards"]):
            assert str(Card(parse_card(card))) == card == text(parse_cards(card))
