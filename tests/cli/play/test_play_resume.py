"""What cannot go on, what cannot be kept, and what is offered."""

import os
import pty
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from hollygin.cli.play.kept import companion_path, resumed
from hollygin.locale import LANGUAGES, Language, catalogue
from tests.cli.conftest import Run
from tests.cli.play.kept_match import EN, FIRST_PROMPTS, MP, Capsys, leave, matches, the_record, undated
from tests.cli.play_bot import play, script, usual

pytestmark = pytest.mark.slow


def untouched(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def cut_short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-20])


def one_action_less(path: Path) -> None:
    before, _, after = path.read_text().rpartition("    ")
    path.write_text(before + after.partition("\n")[2])


def another_name(path: Path) -> None:
    path.write_text(path.read_text().replace('"Simple"', '"Nobody"'))


def no_seal(path: Path) -> None:
    path.write_text(re.sub("_seal.*", "", path.read_text()))


def another_seed(path: Path) -> None:
    path.write_text(path.read_text().replace('"8"', '"9"'))


def another_player(path: Path) -> None:
    path.write_text(path.read_text().replace('"simple"', '"deep-blue"'))


def a_list(path: Path) -> None:
    path.write_text("[1, 2]")


def nested(path: Path) -> None:
    path.write_text("[" * 60_000)


def not_utf8(path: Path) -> None:
    path.write_bytes(b"\xff\xfe{}")


def gone(path: Path) -> None:
    path.unlink()


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


SPOILT: list[tuple[str, bool, Callable[[Path], None]]] = [
    ("no-such-file", False, gone),
    ("bad-syntax", False, cut_short),
    ("not-utf8", False, not_utf8),
    ("record-changed", False, one_action_less),
    ("record-changed", False, another_name),
    ("record-changed", False, no_seal),
    ("record-changed", True, another_seed),
    ("no-house", True, gone),
    ("bad-house", True, cut_short),
    ("bad-house", True, a_list),
    ("bad-house", True, nested),
    ("bad-house", True, not_utf8),
    ("unknown-player", True, another_player),
    ("cannot-read", True, a_folder),
]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("code", "companion", "spoil"), SPOILT)
def test_what_is_spoilt_cannot_go_on(
    monkeypatch: MP, capsys: Capsys, data: Path, run: Run, code: str, companion: bool, lang: Language, spoil: Callable[[Path], None],
) -> None:  # fmt: skip
    leave(monkeypatch, capsys, r"d = draw.*t = take")
    path = the_record(data)
    spoil(companion_path(path) if companion else path)
    before = {} if spoil is a_folder else untouched(matches(data))
    ran = run("play", "--resume", str(path), "--lang", lang)
    assert (ran.status, ran.out) == (2, "") and ran.err.count("\n") == 1
    fixed = max(re.split(r"\{\w+\}", str(catalogue(lang)[f"error.{code}"])), key=len)
    assert fixed in ran.err and "{" not in ran.err
    assert spoil is a_folder or untouched(matches(data)) == before


def test_a_finished_match_cannot_go_on(monkeypatch: MP, capsys: Capsys, data: Path, run: Run) -> None:
    play(monkeypatch, capsys, script(["r", "y"]), *EN)
    ran = run("play", "--resume", str(the_record(data)))
    assert (ran.status, ran.out) == (2, "") and "The match is over [R8.7]" in ran.err
    companion_path(the_record(data)).write_text(
        '{"seed": "8", "players": ["human", "simple"], "names": null}'
    )
    assert "The match is over [R8.7]" in run("play", "--resume", str(the_record(data))).err
    ran = run("play", "--resume")
    assert ran.status == 2 and f"no unfinished match in {matches(data)}" in ran.err


def test_one_match_is_played_once_at_a_time(monkeypatch: MP, capsys: Capsys, data: Path, run: Run) -> None:
    leave(monkeypatch, capsys, FIRST_PROMPTS)
    with resumed(the_record(data)):
        ran = run("play", "--resume")
    assert ran.status == 2 and f"“{the_record(data)}” is being played" in ran.err
    assert run("play", "--resume").status == 0


@pytest.mark.parametrize(
    ("option", "value"),
    [("--profile", "club"), ("--set", "target=5"), ("--seed", "1"), ("--players", "simple,simple"), ("--names", "A,B"), ("--record", "x"), ("--no-record", "")],
)  # fmt: skip
def test_resume_stands_alone(run: Run, option: str, value: str) -> None:
    ran = run("play", "--resume", "x.toml", option, *([value] if value else []))
    assert ran.status == 2 and ran.err.endswith(f"leave {option} out\n")


def test_where_a_record_cannot_be_written(run: Run, tmp_path: Path) -> None:
    there = tmp_path / "there.toml"
    there.write_text("mine")
    for file, said in (
        (str(there), "already exists"),
        (str(tmp_path), "is a folder"),
        (str(tmp_path / "no" / "where.toml"), "cannot be written: No such file"),
        ("/dev/null", "is not a file that can be replaced"),
        ("no\x00where", "cannot be written"),
        (f"{there}/x.toml", "cannot be written"),
    ):
        ran = run("play", "--record", file)
        assert (ran.status, ran.out) == (2, "") and said in ran.err and ran.err.count("\n") == 1, file
    assert run("play", "--record", str(there), "--no-record").status == 2
    assert there.read_text() == "mine" and [*tmp_path.iterdir()] == [there]


def test_a_name_fits_into_a_record(run: Run) -> None:
    ran = run("play", "--names", f"Anne,{'B' * 41}")
    assert ran.status == 2 and "is longer than 40 characters" in ran.err
    assert run("play", "--names", f"Anne,{'B' * 40}").status == 0


def test_a_match_is_played_where_nothing_can_be_kept(monkeypatch: MP, capsys: Capsys, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    typist = play(monkeypatch, capsys, script(["q", "y"]), *EN)
    assert "The match is not kept: Not a directory" in typist.screen
    assert typist.screen.endswith("The match was left unfinished.\n")
    assert "It will not be kept." in typist.prompts[-1]


def test_a_disk_that_fails_stops_no_match(monkeypatch: MP, capsys: Capsys, tmp_path: Path) -> None:
    folder = tmp_path / "stick"
    folder.mkdir()

    def pulled_out(prompt: str) -> str:
        if folder.exists() and "type a card" in prompt:
            shutil.rmtree(folder)
        return usual(prompt)

    typist = play(monkeypatch, capsys, pulled_out, *EN, "--record", str(folder / "match.toml"))
    assert typist.screen.count("The match is not kept: No such file or directory") == 1
    assert "the match." in typist.screen and "The record:" not in typist.screen


def test_without_a_home(monkeypatch: MP, capsys: Capsys, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "relative")  # not allowed, and left aside
    monkeypatch.setenv("HOME", str(tmp_path))
    leave(monkeypatch, capsys, FIRST_PROMPTS)
    (record,) = (tmp_path / ".local" / "share" / "hollygin" / "matches").glob("*.toml")
    assert undated(record).perspective == 0


def on_a_terminal(*arguments: str) -> str:
    """What a match in a real terminal shows until it is left at once."""
    ours, theirs = pty.openpty()
    line = (sys.executable, "-m", "hollygin", "play", "--lang", "en", *arguments)
    env = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100"}
    with subprocess.Popen(line, stdin=theirs, stdout=theirs, stderr=theirs, env=env) as process:
        os.close(theirs)
        os.write(ours, b"q\ny\n")
        shown = b""
        try:
            while part := os.read(ours, 4096):
                shown += part
        except OSError:
            pass  # the other end is closed
    os.close(ours)
    assert process.returncode == 0
    return shown.decode()


def test_an_unfinished_match_is_offered_on_a_terminal(monkeypatch: MP, capsys: Capsys, data: Path) -> None:
    offer = "can be resumed: hollygin play --resume"
    assert offer not in on_a_terminal()
    assert offer in on_a_terminal()
    assert offer not in on_a_terminal("--no-record")
    assert offer not in on_a_terminal("--players", "random,human")
    assert offer not in leave(monkeypatch, capsys, FIRST_PROMPTS).screen
