"""``hollygin settle``."""

import json
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from hollygin import iter_cards, make_rules, parse_card, parse_cards
from hollygin.settlement import best_showdown, settle
from tests.cli.conftest import Run

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "data" / "settlements.json").read_text(encoding="utf-8")
)
KNOCKER = "4h 5h 6h 9c 9d 9s Ac 2c 3c 7d"
DEFENDER = "7h 8h Ks Kd Kc 2s 5d Jc Ah 4s"
GIN = "4h 5h 6h 7h 9c 9d 9s Ac 2c 3c"


def bonuses(case: dict[str, Any]) -> list[str]:
    return [f"--set={name}={case[name]}" for name in ("gin_bonus", "undercut_bonus")]


def test_conformance(run: Run) -> None:
    stated = ("outcome", "winner", "points", "knocker_deadwood", "defender_deadwood")
    for case in CASES:
        line = ["--knocker", case["knocker"], "--defender", case["defender"], *bonuses(case)]
        ran = run("settle", *line, "--spread", " / ".join(case["spread"]), "--json")
        found = ran.json
        assert (ran.status, ran.err) == (0, "")
        assert {name: found[name] for name in stated} == {name: case[name] for name in stated}
        assert [" ".join(meld) for meld in found["spread"]] == [
            " ".join(sorted(meld.split(), key=parse_card)) for meld in case["spread"]
        ]
        own = [*chain(*found["defender_melds"]), *found["defender_deadwood_cards"]]
        cards = [*own, *(layoff["card"] for layoff in found["layoffs"])]
        assert len(cards) == 10 and parse_cards(" ".join(cards)) == parse_cards(case["defender"])
        left = sum(parse_card(card).points for card in found["defender_deadwood_cards"])
        assert left == case["defender_deadwood"]
        assert found["points"] == found["difference"] + found["bonus"] and found["doubled"] is False
        extended = [parse_cards(" ".join(meld)) for meld in found["spread"]]
        for layoff in found["layoffs"]:
            extended[layoff["meld"]] |= parse_card(layoff["card"]).bit
            meld = extended[layoff["meld"]]
            ranks = {card.rank for card in iter_cards(meld)}
            assert len(ranks) == 1 or max(ranks) - min(ranks) == meld.bit_count() - 1


def test_without_a_spread_the_knocker_is_best_off(run: Run) -> None:
    for case in CASES:
        line = ["--knocker", case["knocker"], "--defender", case["defender"], *bonuses(case)]
        found = run("settle", *line, "--json").json
        rules = make_rules(**{name: case[name] for name in ("gin_bonus", "undercut_bonus")})
        hand, other = parse_cards(case["knocker"]), parse_cards(case["defender"])
        best = settle(rules, best_showdown(rules, 0, parse_card("As"), hand, other))
        assert (found["points"], found["outcome"]) == (best.points, best.outcome)
        gain = found["points"] if found["winner"] == "knocker" else -found["points"]
        assert gain >= (case["points"] if case["winner"] == "knocker" else -case["points"])


def test_the_order_of_the_spread_is_kept_for_layoffs(run: Run) -> None:
    line = ("settle", "--knocker", KNOCKER, "--defender", DEFENDER, "--json")
    found = run(*line, "--spread", "Ac 2c 3c / 9c 9d 9s / 4h 5h 6h").json
    assert found["spread"] == [["Ac", "2c", "3c"], ["9s", "9d", "9c"], ["4h", "5h", "6h"]]
    assert found["layoffs"] == [{"card": "7h", "meld": 2}, {"card": "8h", "meld": 2}]
    assert found["defender_melds"] == [["Ks", "Kd", "Kc"]]
    assert (found["winner"], found["points"]) == ("knocker", 15)


def test_gin_takes_no_layoff(run: Run) -> None:
    found = run("settle", "--knocker", GIN, "--defender", "8h Ks Kd Kc 2s 5d Jc Ah 4s 2d", "--json").json
    assert (found["outcome"], found["layoffs"], found["points"]) == ("gin", [], 25 + 32)


def test_undercut(run: Run) -> None:
    line = ("settle", "--knocker", KNOCKER, "--defender", "7h 8h Ks Kd Kc 2s 2d 2h Ah As")
    found = run(*line, "--profile", "traditional", "--json").json
    assert (found["outcome"], found["winner"], found["points"]) == ("undercut", "defender", 15)
    assert (
        "Undercut: the defender scores 15 points (7 − 2 + 10 = 15)"
        in run(*line, "--profile", "traditional").out
    )


@pytest.mark.parametrize(
    ("tie", "winner", "points"),
    [("undercut", "defender", 25), ("nobody", None, 0), ("knocker", "knocker", 0)],
)
def test_equal_deadwood(run: Run, tie: str, winner: str | None, points: int) -> None:
    line = ("settle", "--knocker", KNOCKER, "--defender", "Ts Js Qs Ks Kd Kc Kh 4s 2s Ah", f"--set=tie={tie}")
    found = run(*line, "--json").json
    assert (found["knocker_deadwood"], found["defender_deadwood"]) == (7, 7)
    assert (found["winner"], found["points"]) == (winner, points)
    assert run(*line).status == run(*line, "--lang", "fr").status == 0


def test_big_gin(run: Run) -> None:
    line = ("settle", "--knocker", f"{GIN} 4c", "--defender", "8h Ks Kd Kc 2s 5d Jc Ah 4s 2d")
    found = run(*line, "--set", "big_gin_bonus=31", "--json").json
    assert (found["outcome"], found["points"], found["bonus"]) == ("big_gin", 31 + 32, 31)
    assert found["knocker_deadwood"] == 0
    assert (
        run(*line, "--set", "big_gin_bonus=31")
        .out.splitlines()[-1]
        .startswith("Big gin: the knocker scores 63")
    )


def test_oklahoma_doubles_and_limits(run: Run) -> None:
    line = ("settle", "--knocker", KNOCKER, "--defender", DEFENDER, "--set", "oklahoma=on")
    found = run(*line, "--upcard", "7s", "--json").json
    assert (found["points"], found["doubled"], found["difference"]) == (30, True, 15)
    assert "22 − 7 = 15, doublé par le pique" in run(*line, "--upcard", "7s", "--lang", "fr").out
    assert run(*line, "--upcard", "6s").status == 2
    assert run(*line, "--upcard", "7d", "--json").json["points"] == 15  # the upcard may be in a hand
