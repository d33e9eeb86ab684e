"""``hollygin equity``: the fixed answer for programs, words in both languages, what is refused."""

import json
from pathlib import Path

import pytest

from hollygin.engine import warm
from hollygin.equity import Standing, match_equity
from hollygin.locale import LANGUAGES, Language
from hollygin.record import read, score_of
from hollygin.rules import make_rules
from hollygin.sheet import Sheet
from tests.cli.conftest import Run

RECORDS = Path(__file__).parents[2] / "records" / "valid"
WINS = "Anne 30\nAnne 43\nBob 12\n"


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    """So that no test is the first use."""
    warm()


@pytest.fixture
def sheet(tmp_path: Path) -> str:
    path = tmp_path / "evening.txt"
    path.write_text(WINS)
    return str(path)


def test_as_json(run: Run, sheet: str) -> None:
    ran = run("equity", sheet, "--json", "--rests", "5000", "--seed", "3")
    assert (ran.status, ran.err) == (0, "")
    found = json.loads(ran.out)
    asked = match_equity(
        Standing(Sheet.of(make_rules("friendly"), [(0, 30), (0, 43), (1, 12)])), rests=5000, seed=3
    )
    assert found["players"] == ["Anne", "Bob"] and found["pair"] == "equals" and found["rests"] == 5000
    assert found["win"] == list(asked.win) and found["error"] == asked.error
    assert set(found["results"]) == {"3-0", "2-1", "1-2", "0-3", "tie"}
    assert found["columns"] == [list(pair) for pair in asked.columns]
    assert found["total"] == list(asked.total) and found["point"] == asked.point
    told = {(one["seat"], one["points"]) for one in found["next"]}
    assert told == {(None, 0), *((seat, points) for seat in (0, 1) for points in (10, 25, 30, 50))}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("profile", ["friendly", "eaai", "single-deal", "totals"])
def test_words(run: Run, profile: str, lang: Language) -> None:
    wins = "" if profile == "single-deal" else WINS
    ran = run(
        "equity",
        "-",
        "--profile",
        profile,
        "--lang",
        lang,
        "--rests",
        "100",
        stdin=(wins + "void\n").encode(),
    )
    assert (ran.status, ran.err) == (0, "") and "{" not in ran.out
    assert ("III" in ran.out) == (profile in ("friendly", "totals"))
    assert "→" in ran.out


def test_policies_and_a_record(run: Run, sheet: str) -> None:
    ran = run("equity", sheet, "--json", "--players", "simple,gin", "--rests", "100")
    assert json.loads(ran.out)["pair"] == "simple, gin"
    record = RECORDS / "profile-club.toml"
    over = json.loads(run("equity", str(record), "--json").out)
    result = score_of(read(record.read_text(), name=record.name)).result
    assert over["next"] == [] and over["win"] == ([1.0, 0.0] if result == 0 else [0.0, 1.0])


def test_teams(run: Run) -> None:
    lines = "A & B 30 / A & B 12\nC & D 20 / A & B 5\n"
    for points in ("net", "gross"):
        ran = run("equity", "-", "--teams", points, "--json", "--rests", "200", stdin=lines.encode())
        assert ran.status == 0 and json.loads(ran.out)["players"] == ["A & B", "C & D"]


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (("--rests", "1"), "--rests: "),
        (("--seed", "x"), "--seed: "),
        (("--players", "strong,simple"), "--players: "),
        (("--players", "simple"), "--players: "),
        (("--profile", "pub"), "--profile: "),
    ],
)
def test_refused(run: Run, sheet: str, asked: tuple[str, ...], told: str) -> None:
    ran = run("equity", sheet, *asked)
    assert ran.status == 2 and ran.err.startswith(f"hollygin: {told}") and ran.err.count("\n") == 1


def test_nothing_after_a_resignation(run: Run) -> None:
    ran = run("equity", str(RECORDS / "score-resigned.toml"), "--json")
    assert ran.status == 2 and json.loads(ran.out)["error"]["code"] == "match-over"
