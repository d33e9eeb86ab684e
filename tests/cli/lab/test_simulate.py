"""``hollygin simulate``: what it prints and writes, what it refuses, and how it is stopped."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from numba.core.caching import UserProvidedCacheLocator

from hollygin.engine import compiling, warm
from hollygin.engine.compiling import cache_folder
from hollygin.locale import LANGUAGES, Language
from tests.cli.conftest import Run
from tests.cli.lab.interrupting import interrupted

pytestmark = pytest.mark.slow

SHORT = ("--matches", "300", "--jobs", "1")


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    """So that no test is the first use."""
    warm()


def test_words(run: Run) -> None:
    ran = run("simulate", "--players", "greedy,gin", *SHORT, "--profile", "club")
    assert (ran.status, ran.err) == (0, "")
    title, *lines = ran.out.splitlines()
    assert re.fullmatch(r"greedy \(A\) against gin \(B\): 300 matches, \d+ deals", title)
    assert [line.strip() for line in lines if not line.startswith(" ")] == ["Matches", "Deals", "Sheet"]
    assert re.search(r"^  Won by A +\d+\.\d % \(\d+\.\d–\d+\.\d\)", ran.out, re.MULTILINE)
    assert re.search(r"^  Columns 2–1 ", ran.out, re.MULTILINE)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("profile", ["friendly", "single-deal", "eaai"])
def test_every_kind_of_sheet(run: Run, profile: str, lang: Language) -> None:
    ran = run("simulate", "--players", "simple,simple", *SHORT, "--profile", profile, "--lang", lang)
    assert (ran.status, ran.err) == (0, "") and not re.search(r"\{\w+\}", ran.out)
    heading = "Feuille de marque" if lang == "fr" else "Sheet"
    assert (heading in ran.out) == (profile != "single-deal")


def test_as_json(run: Run) -> None:
    line = ("simulate", "--players", "knock:limit=5,early:turns=2,limit=7", *SHORT, "--seed", "7", "--json")
    ran = run(*line, "--set", "target=50")
    found = ran.json
    assert (ran.status, ran.err, found["profile"]) == (0, "", "friendly")
    assert found["players"] == ["knock:limit=5", "early:turns=2,limit=7"]
    assert (found["matches"], found["seed"], found["rules"]["target"]) == (300, "7", 50)
    endings = ("knock", "undercut", "gin", "big_gin", "tie", "void")
    assert sum(found["counts"][name] for name in endings) == found["deals"]
    assert sum(found["shares"][name]["value"] for name in endings) == pytest.approx(1)
    for estimate in (*found["shares"].values(), *found["means"].values(), *found["columns"].values()):
        assert estimate["low"] <= estimate["value"] <= estimate["high"]
    again = run(*line, "--set", "target=50").json
    assert {**again, "seconds": 0} == {**found, "seconds": 0}


def test_files(run: Run, tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    table, picture = tmp_path / "matches.parquet", tmp_path / "picture.png"
    line = ("simulate", "--players", "simple,gin", *SHORT)
    ran = run(*line, "--out", str(table), "--plot", str(picture))
    assert (ran.status, ran.err) == (0, "")
    assert picture.read_bytes().startswith(b"\x89PNG")
    frame = polars.read_parquet(table)
    assert len(frame) == 300 and frame.columns[:3] == ["match", "result", "first_dealer"]
    other = tmp_path / "matches.csv"
    assert run(*line, "--out", str(other)).status == 0
    assert polars.read_csv(other).equals(frame.cast(dict.fromkeys(frame.columns, polars.Int64)))
    again = run(*line, "--out", str(other), "--json")
    assert again.status == 2 and again.json["error"]["code"] == "file-exists"
    assert run(*line, "--out", str(other), "--force").status == 0
    for kind in ("svg", "pdf"):
        assert run(*line, "--plot", str(tmp_path / f"picture.{kind}"), "--lang", "fr").status == 0
    assert "Comment finissent les donnes" in (tmp_path / "picture.svg").read_text() or picture.exists()


@pytest.mark.parametrize(
    ("argv", "code", "at"),
    [
        ((), "missing-option", "--players"),
        (("--players", "simple"), "two-policies", "--players"),
        (("--players", "simple,simple,gin"), "two-policies", "--players"),
        (("--players", "simple,random"), "not-a-policy", "--players"),
        (("--players", "simple,exec:cat"), "not-a-policy", "--players"),
        (("--players", "simple,knock:limit=11"), "bad-parameter", "--players"),
        (("--players", "simple,gin", "--matches", "0"), "bad-number", "--matches"),
        (("--players", "simple,gin", "--matches", "4294967296"), "bad-number", "--matches"),
        (("--players", "simple,gin", "--engine", "ray://"), "bad-engine", "--engine"),
        (("--players", "simple,gin", "--engine", "ray://127.0.0.1:1"), "engine-unreachable", "--engine"),
        (("--players", "simple,gin", "--out", "matches.xlsx"), "bad-ending", "--out"),
        (("--players", "simple,gin", "--plot", "picture"), "bad-ending", "--plot"),
        (("--players", "simple,gin", "--out", "no/where.csv", "--matches", "1"), "cannot-write", "--out"),
        (("--players", "simple,gin", "--set", "tie=both"), "bad-value", "--set"),
    ],
)
def test_bad_input(run: Run, argv: tuple[str, ...], code: str, at: str) -> None:
    for lang in LANGUAGES:
        ran = run("simulate", *argv, "--json", "--lang", lang)
        assert (ran.status, ran.json["error"]["code"], ran.json["error"]["at"]) == (2, code, at)
        assert ran.err.count("\n") == 1 and not re.search(r"\{\w+\}", ran.err)


def script(packages: tuple[str, ...], *argv: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own that has not got some packages."""
    code = (
        "import importlib.util, sys\n"
        f"gone = {packages!r}\n"
        "sys.modules.update(dict.fromkeys(gone))\n"
        "find = importlib.util.find_spec\n"
        "import hollygin.engine.compiling as loader\n"
        "loader.find_spec = lambda name: None if name in gone else find(name)\n"
        "from hollygin.cli import main\n"
        f"sys.exit(main({argv!r}))"
    )
    return subprocess.run(
        (sys.executable, "-c", code),
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "LC_ALL": "C.UTF-8", **environment},
    )


def test_without_any_package_it_is_slow_and_says_so_once() -> None:
    gone = ("numba", "numpy", "joblib", "polars", "matplotlib", "llvmlite")
    ran = script(gone, "simulate", "--players", "simple,gin", "--matches", "30", "--jobs", "1", "--json")
    assert ran.returncode == 0 and ran.stderr.count("\n") == 1 and "slower" in ran.stderr
    found = json.loads(ran.stdout)
    assert not found["compiled"] and found["matches"] == 30
    ran = script(gone, "simulate", "--players", "simple,gin", "--matches", "30", "--json")
    assert ran.returncode in (0, 2) and "Traceback" not in ran.stderr
    ran = script(gone, "simulate", "--players", "simple,gin", "--matches", "30", "--out", "x.csv", "--json")
    assert ran.returncode == 2 and json.loads(ran.stdout)["error"]["code"] == "extra-missing"


def test_the_first_use_says_that_it_takes_a_while(tmp_path: Path) -> None:
    """The machine code is there, so that nobody waits for it again here; what is missing is the note that all is there."""
    kept = cache_folder()
    copied = shutil.copytree(kept, tmp_path / kept.name, ignore=shutil.ignore_patterns(compiling._READY))
    (code,) = (path for path in copied.iterdir() if path.is_dir())
    place = UserProvidedCacheLocator.get_suitable_cache_subpath(str(copied / "deals.py"))  # type: ignore[no-untyped-call]
    code.rename(copied / place)  # Numba names it by the path of the source
    line = ("simulate", "--players", "simple,gin", "--matches", "30", "--json")
    first, second = (script((), *line, HOLLYGIN_CACHE=str(tmp_path)) for _ in range(2))
    assert first.returncode == second.returncode == 0
    assert "once" in first.stderr and first.stderr.count("\n") == 1 and second.stderr == ""


def test_ctrl_c_shows_the_result_so_far() -> None:
    status, out, shown = interrupted(
        "simulate", "--players", "greedy,greedy", "--json", "--matches", "100000000"
    )
    assert status == 130 and "Traceback" not in shown
    assert shown.splitlines()[-1].endswith("Stopped before the end; this is the result so far.")
    found = json.loads(out)
    assert found["interrupted"] and 0 < found["matches"] < 100_000_000
    assert found["matches"] == found["counts"]["matches"]
