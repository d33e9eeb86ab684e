"""``hollygin arena``: what it prints, what it refuses, and how it is stopped."""

import json
import re
import shlex
import sys
from pathlib import Path

import pytest

from hollygin.locale import LANGUAGES, Language
from tests.cli.conftest import Run
from tests.cli.lab.interrupting import interrupted

pytestmark = pytest.mark.slow

EXAMPLE = Path(__file__).parents[3] / "examples" / "outside.py"
PROGRAM = f"exec:{shlex.quote(sys.executable)} {shlex.quote(str(EXAMPLE))} 6"
SHORT = ("--pairs", "2", "--jobs", "1", "--profile", "eaai")


def test_two_players(run: Run) -> None:
    ran = run("arena", "simple", "random", *SHORT)
    assert (ran.status, ran.err) == (0, "")
    first, second, heading, one, two = ran.out.splitlines()
    assert re.fullmatch(r"simple against random: 100\.0 % \(\d\d\.\d–100\.0\) of the matches", first)
    assert re.fullmatch(r"  4 matches: won 4, lost 0, tied 0; \d+ deals", second)
    assert heading.split() == ["Player", "Decisions", "Mean", "Slowest", "Faults"]
    assert one.split()[0] == "simple" and two.split()[0] == "random" and two.split()[-1] == "–"


def test_as_json(run: Run) -> None:
    ran = run("arena", "simple", "random", "--json", *SHORT, "--seed", "x", "--set", "target=50")
    found = ran.json
    assert (ran.status, ran.err, found["profile"], found["seed"]) == (0, "", "eaai", "x")
    assert found["rules"]["target"] == 50 and found["pairs"] == 2 and not found["interrupted"]
    assert [player["name"] for player in found["players"]] == ["simple", "random"]
    (pairing,) = found["pairings"]
    assert pairing["players"] == [0, 1] and pairing["matches"] == 4
    assert pairing["share"]["low"] <= pairing["share"]["value"] <= pairing["share"]["high"]
    again = run("arena", "simple", "random", "--json", *SHORT, "--seed", "x", "--set", "target=50").json
    assert again["pairings"] == found["pairings"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_several_players_and_programs(run: Run, lang: Language) -> None:
    ran = run("arena", "simple", "gin", PROGRAM, "exec:cat", *SHORT, "--lang", lang)
    assert (ran.status, ran.err) == (0, "")
    assert not re.search(r"\{\w+\}", ran.out)
    table = [line for line in ran.out.splitlines() if line.startswith("│")]
    assert len(table) == 5 and "exec:cat" in table[-1]
    assert "bad-answer 12" in ran.out.splitlines()[-1]
    percent = "100,0\u00a0%" if lang == "fr" else "100.0 %"
    assert table[1].count(percent) >= 1


@pytest.mark.parametrize(
    ("argv", "code", "at"),
    [
        ((), "too-few-players", "PLAYER"),
        (("simple",), "too-few-players", "PLAYER"),
        (("simple", "hal"), "unknown-player", "PLAYER"),
        (("simple", "human"), "unknown-player", "PLAYER"),
        (("simple", "random:seed=x"), "bad-parameter", "PLAYER"),
        (("simple", "exec:no-such-program"), "no-such-program", "PLAYER"),
        (("simple", "random", "--pairs", "0"), "bad-number", "--pairs"),
        (("simple", "random", "--pairs", "many"), "bad-number", "--pairs"),
        (("simple", "random", "--jobs", "0"), "bad-number", "--jobs"),
        (("simple", "random", "--engine", "cloud"), "bad-engine", "--engine"),
        (("simple", "random", "--seed", "a\nb"), "bad-seed", "--seed"),
        (("simple", "random", "--time-limit", "0"), "bad-seconds", "--time-limit"),
        (("simple", "random", "--time-limit", "nan"), "bad-seconds", "--time-limit"),
        (("simple", "random", "--profile", "clubs"), "unknown-profile", "--profile"),
        (("simple", "random", "--set", "goal=5"), "unknown-option", "--set"),
        (("simple", "random", "--engine", "dask://127.0.0.1:1"), "engine-unreachable", "--engine"),
    ],
)
def test_bad_input(run: Run, argv: tuple[str, ...], code: str, at: str) -> None:
    for lang in LANGUAGES:
        ran = run("arena", *argv, "--json", "--lang", lang)
        assert (ran.status, ran.json["error"]["code"], ran.json["error"]["at"]) == (2, code, at)
        assert ran.err.count("\n") == 1 and not re.search(r"\{\w+\}", ran.err)


def test_a_missing_package_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "joblib", None)
    ran = run("arena", "simple", "random", "--profile", "eaai", "--json")
    assert ran.status == 2 and ran.json["error"]["code"] == "extra-missing"
    assert "-m pip install" in ran.err and "[lab]" in ran.err and "joblib" in ran.err
    assert run("arena", "simple", "random", *SHORT).status == 0  # one process needs none


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_shows_the_result_so_far(jobs: str) -> None:
    """No worker has a word to say about it."""
    line = ("arena", "simple", "gin", PROGRAM, "--pairs", "100000", "--json", "--jobs", jobs)
    status, out, shown = interrupted(*line)
    assert status == 130 and "Traceback" not in shown
    assert shown.splitlines()[-1].endswith("Stopped before the end; this is the result so far.")
    found = json.loads(out)
    assert found["interrupted"] and 0 < sum(pairing["pairs"] for pairing in found["pairings"]) < 300_000
