"""``hollygin sheet``."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "data" / "sheets.json").read_text(encoding="utf-8")
)


def lines(case: dict[str, Any], wins: int) -> bytes:
    return "".join(f"{name} {points}\n" for name, points in case["wins"][:wins]).encode()


def options(case: dict[str, Any]) -> list[str]:
    return ["--profile", case["profile"], *(f"--set={key}={value}" for key, value in case["options"].items())]


@pytest.mark.parametrize("case", CASES)
def test_conformance(run: Run, case: dict[str, Any]) -> None:
    """The oracle stops at the end of the match; one more win is refused at its line."""
    count = sum(case["sheet"]["count"])
    ran = run("sheet", "-", *options(case), "--json", stdin=lines(case, count))
    found = ran.json
    swap = case["wins"][0][0] == "B"
    assert (ran.status, ran.err, found["players"]) == (0, "", ["B", "A"] if swap else ["A", "B"])
    assert found["rules"]["id"] == case["profile"]
    assert found["rules"]["options"].items() >= case["options"].items()
    del found["players"], found["rules"]
    assert found == (swapped(case["sheet"]) if swap else case["sheet"])
    if count < len(case["wins"]):
        ran = run("sheet", "-", *options(case), "--json", stdin=lines(case, count + 1))
        assert (ran.json["error"]["code"], ran.json["error"]["at"]) == ("sheet-done", f"line {count + 1}")


def swapped(sheet: dict[str, Any]) -> dict[str, Any]:
    other = {0: 1, 1: 0}
    pairs = ("score", "boxes", "opened", "column_total")
    return {
        **sheet,
        **{name: [pair[::-1] for pair in sheet[name]] for name in pairs},
        "won": [other.get(won) for won in sheet["won"]],
        "count": sheet["count"][::-1],
        "total": sheet["total"][::-1],
        "result": other.get(sheet["result"], sheet["result"]),
    }


def test_lines_of_a_file(run: Run, tmp_path: Path) -> None:
    """Comments, blank lines, names with blanks, upper and lower case, line ends of both kinds."""
    file = tmp_path / "evening.txt"
    text = (
        "\ufeff# an evening\r\nMary Ann  30\r\n\r\n  Bob\t20 # a knock\r\nmary ann 43\r\nbob 0\r\nMary Ann 35"
    )
    file.write_bytes(text.encode())
    found = run("sheet", str(file), "--json").json
    assert found["players"] == ["Mary Ann", "Bob"]
    assert found["score"] == [[108, 20], [78, 0], [35, 0]]
    assert found["opened"] == [[True, True], [True, True], [True, False]]


@pytest.mark.parametrize(
    ("text", "players"),
    [("", ["A", "B"]), ("Anne 5", ["Anne", "B"]), ("b 5", ["b", "A"]), ("# nothing\n\n", ["A", "B"])],
)
def test_players_that_have_not_won_yet(run: Run, text: str, players: list[str]) -> None:
    assert run("sheet", "-", "--json", stdin=text.encode()).json["players"] == players
    assert run("sheet", "-", stdin=text.encode()).status == 0


def test_a_single_deal_has_no_sheet(run: Run) -> None:
    ran = run("sheet", "-", "--profile", "single-deal", stdin=b"Anne 30")
    assert "There is no sheet" in ran.out and "Anne wins the match." in ran.out
    found = run("sheet", "-", "--profile", "single-deal", "--json", stdin=b"Anne 30").json
    assert (found["score"], found["done"], found["result"]) == ([], True, 0)


def test_in_words(run: Run) -> None:
    wins = b"Anne 30\nAnne 43\nAnne 35\nBob 20"
    out = run("sheet", "-", stdin=wins).out
    assert "3. Anne’s third win: columns I, II and III; closes I at 108" in out
    assert "4. Bob’s first win: I is closed already, written nowhere" in out
    assert out.endswith("The match goes on. Columns won: Anne 1, Bob 0.\n")
    out = run("sheet", "-", "--lang", "fr", stdin=wins).out
    assert "Anne, troisième victoire\u00a0: colonnes I, II et III\u00a0; ferme I à 108" in out
    assert "La rencontre continue." in out
