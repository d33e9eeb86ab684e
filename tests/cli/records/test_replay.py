"""``hollygin replay``: as JSON, as a story on a pipe, and step by step in a real terminal."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from hollygin import House, make_rules
from hollygin.cli.play.screen import Screen
from hollygin.cli.replay import keys as replay_keys
from hollygin.cli.replay.keys import LineKeys, keyboard
from hollygin.cli.replay.steps import COMMANDS, Stepper
from hollygin.cli.replay.story import Story
from hollygin.locale import LANGUAGES, Language, Translator
from hollygin.players import RandomPlayer, SimplePlayer, play_match
from hollygin.record import Record, match_of, read, record_of, redact, write
from hollygin.rules import options_of
from tests.cli.conftest import Run

RECORDS = Path(__file__).parents[2] / "records" / "valid"
TOML = sorted(path for path in RECORDS.glob("*.toml") if not path.name.startswith("score-"))


def of(name: str) -> Record:
    return read((RECORDS / name).read_bytes(), name=name)


# JSON


@pytest.mark.parametrize("path", TOML, ids=lambda path: path.stem)
def test_json_says_what_the_match_says(run: Run, path: Path) -> None:
    record = of(path.name)
    match = match_of(record)
    found = run("replay", str(path), "--json").json
    assert list(found) == ["players", "rules", "deals", "sheet", "result"]
    assert found["players"] == list(record.players) and found["result"] == match.result
    rules = found["rules"]
    assert (rules.pop("profile"), rules.pop("version")) == (record.profile, record.profile_version)
    assert rules == options_of(record.rules)
    assert [deal["number"] for deal in found["deals"]] == [*range(1, len(record.deals) + 1)]
    for deal, written in zip(found["deals"], record.deals, strict=True):
        assert deal["dealer"] == written.dealer
        assert deal["upcard"] == str(written.cards.order[20])
        assert len(deal["actions"]) == len(written.actions)
    for deal, line in zip(found["deals"], match.lines, strict=False):
        worth = line.settlement
        assert (deal["outcome"], deal["winner"], deal["points"]) == (
            worth.outcome,
            worth.winner,
            worth.points,
        )
        assert (deal["difference"], deal["bonus"], deal["doubled"]) == (
            worth.difference,
            worth.bonus,
            worth.doubled,
        )
        assert deal["points"] == (deal["difference"] + deal["bonus"]) * (2 if deal["doubled"] else 1)
        assert deal["knocker"] == getattr(line.facts, "knocker", None)
    assert found["sheet"]["players"] == list(record.players)
    assert found["sheet"]["total"] == list(match.sheet.total)


def test_the_sheet_is_that_of_the_sheet_command(run: Run) -> None:
    found = run("replay", str(RECORDS / "profile-club.toml"), "--json").json
    wins = [deal for deal in found["deals"] if deal["winner"] is not None]
    text = "".join(f"{found['players'][deal['winner']]} {deal['points']}\n" for deal in wins)
    sheet = run("sheet", "-", "--profile", "club", "--json", stdin=text.encode()).json
    if sheet["players"] == found["players"]:
        assert found["sheet"].items() <= sheet.items()
    else:
        assert found["sheet"]["total"] == sheet["total"][::-1]


def test_where_only_the_sheet_was_kept_there_is_nothing_to_replay(run: Run) -> None:
    ran = run("replay", str(RECORDS / "score-deals.toml"), "--json")
    assert (ran.status, ran.json["error"]["code"], ran.json["error"]["at"]) == (2, "sheet-only", "RECORD")
    assert ran.err.count("\n") == 1 and "hollygin sheet" in ran.err


def test_an_unfinished_match_has_no_result(run: Run) -> None:
    found = run("replay", str(RECORDS / "running-draw-0.toml"), "--json").json
    assert found["result"] is None
    latest = found["deals"][-1]
    assert {latest[name] for name in ("outcome", "winner", "points", "difference", "bonus")} == {None}
    assert latest["actions"]


# The story


@pytest.mark.slow
@pytest.mark.parametrize(("lang", "width"), [("en", "100"), ("fr", "60")])
@pytest.mark.parametrize("path", TOML, ids=lambda path: path.stem)
def test_every_record_can_be_told(
    run: Run, monkeypatch: pytest.MonkeyPatch, path: Path, width: str, lang: Language
) -> None:
    monkeypatch.setenv("COLUMNS", width)
    ran = run("replay", str(path), "--lang", lang)
    assert (ran.status, ran.err) == (0, "")
    assert max(map(len, ran.out.splitlines())) <= int(width)
    assert not re.search(r"\{\w+\}|\x1b|\x1f", ran.out)
    record = of(path.name)
    for number in range(1, len(record.deals) + 1):
        assert re.search(
            rf"─  {Translator(lang)('cli.place.deal', number=number)} · ", ran.out, re.IGNORECASE
        )
    over = Translator(lang)("play.match_over") in ran.out
    assert over == match_of(record).over


def test_a_story_in_words(run: Run) -> None:
    out = run("replay", str(RECORDS / "every-field.toml")).out
    assert (
        re.search("^Event +Friday evening$", out, re.MULTILINE) and "│ Two lines,\n│ and a tab\\x09.\n" in out
    )
    turn = out.index("Anne draws J♠ and discards J♥.")
    assert out.index("│ Both look pleased.") < turn < out.index('│ A "safe" throw?')
    assert "Bob draws 4♦ and goes gin." in out and "Gin! Bob scores 41 points." in out
    assert "Bob’s first win: decides the match" in out and out.endswith("Bob wins the match.\n")


def test_unknown_cards_are_told_as_such(run: Run) -> None:
    out = run("replay", str(RECORDS / "redacted-0.toml")).out
    assert re.search(r"^As seen by +Anne$", out, re.MULTILINE)
    assert re.search(r"^Bob +\?\?( \?\?){9}$", out, re.MULTILINE)
    assert "Bob draws and discards" in out and re.search(r"Anne draws \w+[♠♥♦♣] and discards", out)
    void = run("replay", "-", stdin=write(redact(of("void-stock.toml"), 0)).encode()).out
    assert re.search(
        r"^Bob +.*\?\?$", void.partition("End of deal 1")[2].partition("Deal 2")[0], re.MULTILINE
    )


def test_the_rules_that_differ_are_named(run: Run) -> None:
    out = run("replay", str(RECORDS / "oklahoma.toml")).out
    assert re.search(r"^Rules .*Oklahoma: on", out, re.MULTILINE)


def test_bad_input(run: Run, tmp_path: Path) -> None:
    for file, code in (("nowhere", "no-such-file"), (str(tmp_path), "is-a-directory")):
        error = run("replay", file, "--json").json["error"]
        assert (error["code"], error["at"]) == (code, "RECORD")
    ran = run("replay", str(RECORDS / "matches.jsonl"), "--json")
    assert (ran.status, ran.json["error"]["code"]) == (2, "not-one-record")
    bad = str(RECORDS.parent / "invalid" / "action-bad-card.toml")
    ran = run("replay", bad, "--json")
    assert ran.status == 2 and ran.json["error"]["at"] == f"{bad}:41 deal 1 action 3"
    assert ran.err.startswith(f"hollygin: {bad}:41 deal 1 action 3: “1h” is not a card")
    ran = run("replay", "-", "--lang", "fr", stdin=Path(bad).read_bytes())
    assert ran.err.startswith("hollygin\u00a0: entrée standard:41 donne 1 action 3\u00a0: ")


# Step by step


class Terminal:
    """A replay in a terminal of its own."""

    def __init__(self, *arguments: str, columns: int = 60) -> None:
        self.ours, self.theirs = pty.openpty()
        fcntl.ioctl(self.theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 30, columns, 0, 0))
        self.before = termios.tcgetattr(self.theirs)
        env = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR")}
        self.process = subprocess.Popen(
            (sys.executable, "-m", "hollygin", "replay", *arguments),
            stdin=self.theirs,
            stdout=self.theirs,
            stderr=self.theirs,
            env={**env, "TERM": "xterm-256color"},
        )
        self.text = ""

    def shows(self, keys: str, wanted: str) -> str:
        """Press keys; the page that then shows what is wanted, without colours."""
        os.write(self.ours, keys.encode())
        self.text = ""
        deadline = time.monotonic() + 20
        while not re.search(wanted, self.page):
            assert time.monotonic() < deadline, (wanted, self.page)
            if select.select([self.ours], [], [], 1)[0]:
                self.text += os.read(self.ours, 65536).decode()
        return self.page

    @property
    def page(self) -> str:
        return re.sub(r"\x1b\[[\d;]*[mH]", "", self.text.rpartition("\x1b[2J")[2]).replace("\r", "")

    def ends(self) -> int:
        """Wait for the end; the terminal must be as it was found."""
        status = self.process.wait(20)
        assert termios.tcgetattr(self.theirs) == self.before
        os.close(self.ours)
        os.close(self.theirs)
        return status


KEYS = {
    "right": "\x1b[C",
    "left": "\x1b[D",
    "down": "\x1b[B",
    "up": "\x1b[A",
    "home": "\x1b[H",
    "end": "\x1b[F",
}


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    found = Terminal(str(RECORDS / "two-deals.toml"), "--lang", "en")
    yield found
    found.process.kill()
    found.process.wait()


@pytest.mark.slow
def test_the_keys(terminal: Terminal) -> None:
    first, second = (len(deal.actions) for deal in of("two-deals.toml").deals)
    foot = r"q quit\n?$"
    assert "Anne against Bob" in terminal.shows("", foot)
    for key in (KEYS["right"], "n", " ", "\r", "\x1bOC"):
        page = terminal.shows(key, foot)
    assert f"Deal 1/2 · Bob deals · 4/{first} " in page
    assert re.search(r"^Anne  .*[♠♥♦♣]", page, re.MULTILINE) and re.search(
        r"^Bob   .*[♠♥♦♣]", page, re.MULTILINE
    )
    assert re.search(r"^Table +pile .*stock \d+", page, re.MULTILINE)
    assert max(map(len, page.splitlines())) <= 60
    assert f"· 3/{first} " in terminal.shows(KEYS["left"], foot)
    assert f"· 2/{first} " in terminal.shows("b", foot)
    assert "Deal 2/2" in terminal.shows(KEYS["down"], foot)
    assert "End of deal 1" in terminal.shows("b", foot)
    assert f"Deal 1/2 · Bob deals · 0/{first} " in terminal.shows(KEYS["up"], foot)
    assert "Anne against Bob" in terminal.shows("B", foot)
    assert "This is the beginning" in terminal.shows("B", foot)
    assert "· 0/" in terminal.shows("N", foot)
    assert "The match goes on." in terminal.shows("s", "Any key")
    assert "· 0/" in terminal.shows("x", foot)
    assert "→ n  next action" in terminal.shows("?", "Any key")
    assert "· 0/" in terminal.shows("\x1b", foot)
    assert "End of deal 2" in terminal.shows("e", foot)
    assert "This is the end" in terminal.shows("n", foot)
    assert "This is the end" in terminal.shows("N", foot)
    assert "Deal 2/2" in terminal.shows("g2\r", f"· 0/{second} [^~]*{foot}")
    assert "Deal 1/2" in terminal.shows("g9\x7f\x7f\x7f1\r", f"Deal 1/2[^~]*{foot}")
    assert "The deals are 1 to 2." in terminal.shows("g7\r", r"The deals are[^~]*" + foot)
    terminal.shows("g\x1b", f"Deal 1/2[^~]*{foot}")
    assert "There is no further comment." in terminal.shows("c", r"further comment[^~]*" + foot)
    assert "Anne against Bob" in terminal.shows(KEYS["home"], foot)
    assert "End of deal 2" in terminal.shows(KEYS["end"], foot)
    assert "Anne against Bob" in terminal.shows("zh", foot)
    os.write(terminal.ours, b"q")
    assert terminal.ends() == 0


def test_comments_and_a_keyboard_of_other_signs() -> None:
    terminal = Terminal(str(RECORDS / "every-field.toml"), "--lang", "fr", columns=100)
    foot = r"q fin\n?$"
    terminal.shows("", foot)
    assert "│ Both look pleased." in terminal.shows("é\x1b[1;5Cc", foot)
    assert '│ A "safe" throw?' in terminal.shows("c", foot)
    os.write(terminal.ours, b"q")
    assert terminal.ends() == 0


@pytest.mark.slow
@pytest.mark.parametrize("keys", ["", "g"])
def test_ctrl_c_gives_the_terminal_back(terminal: Terminal, keys: str) -> None:
    terminal.shows(keys, r"q quit\n?$|1 to 2\): $")
    os.write(terminal.ours, b"\x03")
    terminal.process.send_signal(signal.SIGINT)  # the test has no controlling terminal to do it
    assert terminal.ends() == 130


@pytest.mark.slow
def test_the_end_of_the_input(terminal: Terminal) -> None:
    terminal.shows("", r"q quit\n?$")
    os.write(terminal.ours, b"\x04")
    assert terminal.ends() == 0


@pytest.mark.slow
def test_no_keys_for_a_fault() -> None:
    terminal = Terminal(str(RECORDS.parent / "invalid" / "action-bad-card.toml"))
    assert terminal.ends() == 2


# Where a terminal gives no keys


class Script:
    """Keys one after another."""

    single = False

    def __init__(self, *keys: str) -> None:
        self._keys = [*keys]

    def key(self) -> str:
        return self._keys.pop(0)

    def line(self, prompt: str) -> str:
        return self._keys.pop(0)


SHORT = [
    *("every-field", "real-table", "resigned-before", "resigned-between", "resigned-in-deal", "unfinished"),
    *("ending-big-gin", "ending-knock-layoff", "last-discard-taken", "redacted-1", "running-layoff-1"),
    *("running-spread-spectator", "void-stock", "redacted-reshuffle-0"),
]


@pytest.mark.slow
@pytest.mark.parametrize("name", SHORT)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_position_can_be_shown(capsys: pytest.CaptureFixture[str], name: str, lang: Language) -> None:
    record = of(f"{name}.toml")
    story = Story(Screen(Translator(lang), record.players, ()), record)
    stepper = Stepper(story, Script(*"n" * len(story.positions), "N", *"B" * (len(story.starts) + 1), "q"))
    stepper.run()
    assert stepper.at == 0
    out = capsys.readouterr().out
    assert not re.search(r"\{\w+\}", out) and Translator(lang)("replay.at_end") in out


def test_lines_instead_of_keys(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay_keys, "HAS_KEYS", False)
    answers = iter(["", "next", "g", "1", ""])

    def typed(prompt: str = "") -> str:
        try:
            return next(answers)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", typed)
    with keyboard() as keys:
        assert isinstance(keys, LineKeys) and not keys.single
        assert [COMMANDS[keys.key()] for _ in range(3)] == ["next", "next", "deal"]
        assert keys.line("Deal: ") == "1" and keys.key() == "enter"
        assert keys.key() == "" and keys.line("Deal: ") == ""


# Defence, and what is shown


@pytest.mark.slow
def test_the_defender_is_told_step_by_step(capsys: pytest.CaptureFixture[str]) -> None:
    record = of("ending-knock-layoff.toml")
    Stepper(Story(Screen(Translator("en"), record.players, ()), record), Script(*"n" * 200, "q")).run()
    out = capsys.readouterr().out
    assert re.search(r"^(Anne|Bob) lays (down|off) ", out, re.MULTILINE)
    assert re.search(r"^(Anne|Bob) lays off \w+[♠♥♦♣] on \[", out, re.MULTILINE)


def test_a_random_match(capsys: pytest.CaptureFixture[str]) -> None:
    rules, house = make_rules("single-game", target=1), House(2)
    match = play_match(rules, (RandomPlayer(1), SimplePlayer()), house)
    record = record_of(match, Record(("Anne", "Bob"), rules, match.first_dealer))
    for perspective in (0, 1, "spectator"):
        Story(Screen(Translator("en"), record.players, ()), redact(record, perspective)).tell()
    assert capsys.readouterr().out.count("End of the match") == 3
