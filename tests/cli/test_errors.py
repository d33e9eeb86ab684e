"""Bad input: one line on standard error, an object with ``--json``, exit status 2, in both languages."""

import re
from pathlib import Path

import pytest

from hollygin.locale import LANGUAGES, Language, catalogue
from tests.cli.conftest import Run

TEN = "4h 5h 6h 7h 9c 9d 9s Ac 2c 3c"
KNOCKER = "4h 5h 6h 9c 9d 9s Ac 2c 3c 7d"
DEFENDER = "7h 8h Ks Kd Kc 2s 5d Jc Ah 4s"
SETTLE = ("settle", "--knocker", KNOCKER, "--defender", DEFENDER)


def rules(profile: str, *options: str) -> tuple[str, ...]:
    return ("rules", profile, *(f"--set={option}" for option in options))


ERRORS: list[tuple[str, str, tuple[str, ...], bytes]] = [
    # the line itself
    ("bad-language", "--lang", ("rules", "--lang", "de"), b""),
    ("bad-language", "--lang", ("--lang=", "rules"), b""),
    ("no-such-command", "COMMAND", ("deal",), b""),
    ("no-such-option", "--foo", ("--foo",), b""),
    ("no-such-option", "--taken", ("rules", "--taken", "4h"), b""),
    ("no-such-option", "-x", ("hand", "-x"), b""),
    ("missing-argument", "CARDS", ("hand",), b""),
    ("missing-argument", "FILE", ("sheet",), b""),
    ("missing-option", "--knocker", ("settle", "--defender", DEFENDER), b""),
    ("missing-option", "--defender", ("settle", "--knocker", KNOCKER), b""),
    ("extra-argument", "totals", ("rules", "club", "totals"), b""),
    ("option-without-value", "--taken", ("hand", TEN, "--taken"), b""),
    ("option-without-value", "--lang", ("rules", "--lang"), b""),
    ("flag-with-value", "--json", ("rules", "--json=yes"), b""),
    ("flag-with-value", "--help", ("rules", "--help=yes"), b""),
    # cards
    ("bad-card", "CARDS", ("hand", "4h 5h 1s"), b""),
    ("bad-card", "CARDS", ("hand", "\x00\x1b[31m"), b""),
    ("bad-card", "--taken", ("hand", TEN, "--taken", "zz"), b""),
    ("bad-card", "--upcard", (*SETTLE, "--upcard", "7"), b""),
    ("card-twice", "CARDS", ("hand", "4h 5h 4♥"), b""),
    ("hand-size", "CARDS", ("hand", "4h 5h"), b""),
    ("hand-size", "CARDS", ("hand", ""), b""),
    ("hand-size", "CARDS", ("hand", f"{TEN} 5s 6s"), b""),
    ("hand-size", "--defender", ("settle", "--knocker", KNOCKER, "--defender", f"{DEFENDER} 3s"), b""),
    ("one-card", "--taken", ("hand", f"{TEN} 5s", "--taken", "5s 4h"), b""),
    ("one-card", "--upcard", (*SETTLE, "--upcard", " "), b""),
    ("taken-not-held", "--taken", ("hand", f"{TEN} 5s", "--taken", "6s"), b""),
    ("taken-with-ten", "--taken", ("hand", TEN, "--taken", "4h"), b""),
    # a deal
    ("hands-share", "--defender", ("settle", "--knocker", KNOCKER, "--defender", KNOCKER), b""),
    ("upcard-needed", "--upcard", (*SETTLE, "--set", "oklahoma=on"), b""),
    ("empty-meld", "--spread", (*SETTLE, "--spread", "4h 5h 6h /"), b""),
    ("not-a-meld", "--spread", (*SETTLE, "--spread", "4h 5h 9c"), b""),
    ("card-not-held", "--spread", (*SETTLE, "--spread", "Th Jh Qh"), b""),
    ("over-limit", "--spread", (*SETTLE, "--spread", "4h 5h 6h / 9c 9d 9s"), b""),
    ("over-limit", "--knocker", (*SETTLE, "--set", "knock_limit=6"), b""),
    ("over-limit", "--knocker", (*SETTLE, "--set", "oklahoma=on", "--upcard", "5h"), b""),
    ("gin-only", "--knocker", (*SETTLE, "--set", "straight=on"), b""),
    (
        "big-gin-off",
        "--knocker",
        ("settle", "--knocker", f"{TEN} 4c", "--defender", "7c 8h Ks Kd Kc 2s 5d Jc Ah 4s"),
        b"",
    ),
    (
        "not-gin",
        "--knocker",
        ("settle", "--knocker", f"{KNOCKER} Qs", "--defender", DEFENDER, "--set", "big_gin_bonus=31"),
        b"",
    ),
    # rules
    ("unknown-profile", "PROFILE", ("rules", "clubs"), b""),
    ("unknown-profile", "--profile", ("sheet", "-", "--profile", ""), b""),
    ("unknown-option", "--set", rules("club", "goal=5"), b""),
    ("unknown-option", "--set", rules("club", "profile=5"), b""),
    ("bad-value", "--set", rules("club", "target=many"), b""),
    ("bad-value", "--set", rules("club", "tie=both"), b""),
    ("bad-value", "--set", rules("club", "oklahoma=2"), b""),
    ("out-of-range", "--set", rules("club", "knock_limit=11"), b""),
    ("bad-setting", "--set", rules("club", "target"), b""),
    ("option-twice", "--set", rules("club", "target=1", "target=2"), b""),
    ("shutout-below-game", "--set", rules("club", "shutout_bonus=99"), b""),
    ("clinch-not-majority", "--set", rules("totals", "clinch_stop=on"), b""),
    ("last-discard-reshuffled", "--set", rules("club", "last_discard=end", "stock_end=reshuffle"), b""),
    ("deal-with-sheet", "--set", rules("club", "match_winner=deal"), b""),
    ("sheet-missing", "--set", rules("friendly", "columns=0", "target=0"), b""),
    ("target-missing", "--set", rules("club", "target=0"), b""),
    ("target-without-sheet", "--set", rules("single-deal", "target=100"), b""),
    ("bonus-without-sheet", "--set", rules("single-deal", "box_bonus=5"), b""),
    ("limit-with-oklahoma", "--set", rules("club", "knock_limit=5", "oklahoma=on"), b""),
    # sheets
    ("no-such-file", "FILE", ("sheet", "nowhere.txt"), b""),
    ("no-such-file", "FILE", ("sheet", "no\x00where"), b""),
    ("is-a-directory", "FILE", ("sheet", str(Path(__file__).parent)), b""),
    ("cannot-read", "FILE", ("sheet", f"{__file__}/x"), b""),
    ("not-utf8", "line 2", ("sheet", "-"), b"Anne 3\nBob \xff 4\n"),
    ("too-large", "FILE", ("sheet", "-"), b"#" * (2**20 + 1)),
    ("bad-line", "line 2", ("sheet", "-"), b"# wins\nAnne\n"),
    ("bad-points", "line 1", ("sheet", "-"), b"Anne -3"),
    ("bad-points", "line 1", ("sheet", "-"), b"Anne 3.5"),
    ("bad-points", "line 1", ("sheet", "-"), "Anne ³".encode()),
    ("out-of-range", "line 1", ("sheet", "-"), b"Anne 1000000000"),
    ("out-of-range", "line 1", ("sheet", "-"), b"Anne " + b"9" * 5000),
    ("out-of-range", "--set", rules("club", "target=" + "9" * 5000), b""),
    ("sign-in-name", "line 1", ("sheet", "-"), b"An\x00ne 3"),
    ("nothing-read", "FILE", ("sheet", "-"), b"# nothing\n\n"),
    ("word-in-name", "line 2", ("sheet", "-"), b"Anne 3\nknock Anne 4"),
    ("same-person", "line 1", ("sheet", "-", "--teams=net"), b"A & B 30 / A & C 12"),
    ("third-name", "line 4", ("sheet", "-"), b"Anne 3\nBob 4\n\nZoe 5"),
    ("sheet-done", "line 2", ("sheet", "-", "--profile", "eaai"), b"Anne 300\nBob 4"),
]

PLAY_ERRORS: list[tuple[str, str, tuple[str, ...]]] = [
    ("two-players", "--players", ("--players", "simple")),
    ("two-players", "--players", ("--players", "simple,")),
    ("unknown-player", "--players", ("--players", "simple,deep-blue")),
    ("bad-parameter", "--players", ("--players", "simple,random:seed=x")),
    ("bad-parameter", "--players", ("--players", "random:seed=1,level=2,simple")),
    ("two-names", "--names", ("--names", "Anne")),
    ("two-names", "--names", ("--names", "Anne, anne")),
    ("sign-in-name", "--names", ("--names", "Anne,B\x1bob")),
    ("bad-seed", "--seed", ("--seed", "\udcff")),
    ("bad-seed", "--seed", ("--seed", "a\nb")),
    ("unknown-profile", "--profile", ("--profile", "clubs")),
    ("unknown-option", "--set", ("--set", "goal=5")),
]


def place_in(at: str, lang: str) -> str:
    words = {"CARDS": "CARTES", "FILE": "FICHIER", "PROFILE": "PROFIL", "COMMAND": "COMMANDE"}
    return at if lang == "en" else words.get(at, at).replace("line ", "ligne ")


def with_option(argv: tuple[str, ...], *option: str) -> tuple[str, ...]:
    """The line with an option right behind the command, or behind a line that is wrong before it."""
    commands = {"hand", "settle", "sheet", "rules", "play"}
    i = next((i + 1 for i, word in enumerate(argv) if word in commands), len(argv))
    return (*argv[:i], *option, *argv[i:])


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("code", "at", "argv", "stdin"), ERRORS)
def test_each_code(run: Run, code: str, at: str, argv: tuple[str, ...], stdin: bytes, lang: str) -> None:
    if at != "--lang":
        argv = with_option(argv, "--lang", lang)
    plain = run(*argv, stdin=stdin)
    assert (plain.status, plain.out) == (2, "")
    assert plain.err.startswith("hollygin") and plain.err.endswith("\n") and plain.err.count("\n") == 1
    assert plain.err[:-1].replace("\u00a0", " ").isprintable() and "{" not in plain.err
    assert place_in(at, lang if at != "--lang" else "en") in plain.err
    ran = run(*with_option(argv, "--json"), stdin=stdin)
    error = ran.json["error"]
    assert (ran.status, ran.err) == (2, plain.err)
    assert (error["code"], error["at"]) == (code, at)
    assert error["message"] in plain.err
    assert error["faults"][0]["code"] == code


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("code", "at", "argv"), PLAY_ERRORS)
def test_each_code_of_play(run: Run, code: str, at: str, argv: tuple[str, ...], lang: Language) -> None:
    ran = run("play", *argv, "--lang", lang)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.count("\n") == 1 and at in ran.err and "{" not in ran.err
    fixed = [part for part in re.split(r"\{\w+\}", str(catalogue(lang)[f"error.{code}"])) if part]
    assert all(part in ran.err for part in fixed)


def test_all_faults_of_the_rules_come_together(run: Run) -> None:
    ran = run("rules", "nobody", "--set", "goal=5", "--set", "knock_limit=11", "--json")
    error = ran.json["error"]
    assert [fault["code"] for fault in error["faults"]] == [
        "unknown-profile",
        "unknown-option",
        "out-of-range",
    ]
    assert error["at"] == "PROFILE"
    assert error["message"] == "; ".join(fault["message"] for fault in error["faults"])
    ran = run("rules", "club", "--set", "clinch_stop=on", "--set", "match_winner=deal", "--json")
    faults = ran.json["error"]["faults"]
    assert [(fault["code"], fault["options"]) for fault in faults] == [
        ("clinch-not-majority", ["clinch_stop", "match_winner"]),
        ("deal-with-sheet", ["match_winner", "columns"]),
    ]


def test_clauses_are_named(run: Run) -> None:
    error = run(*SETTLE, "--set", "straight=on", "--json").json["error"]
    assert error["faults"][0]["clause"] == "R10.1" and error["message"].endswith("[R10.1]")
