"""The ``hollygin`` command: help, language, and how it ends."""

import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest

from hollygin import __version__
from hollygin.cli.app import build
from hollygin.locale import LANGUAGES, Language, Translator
from tests.cli.conftest import Run

COMMANDS = (
    *("play", "join", "serve", "replay", "verify", "convert"),
    *("hand", "settle", "sheet", "rules", "simulate", "arena", "equity"),
)
HOLLYGIN = (sys.executable, "-m", "hollygin")
GIN = "4h 5h 6h 7h 9c 9d 9s Ac 2c 3c"


def start(*argv: str, **environment: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        (*HOLLYGIN, *argv),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "LC_ALL": "C.UTF-8", **environment},
    )


def test_version(run: Run) -> None:
    assert run("--version") == (0, f"hollygin {__version__}\n", "")


def test_alone_it_prints_its_help(run: Run) -> None:
    assert run() == run("--help")
    assert run("--lang", "fr") == run("--help", "--lang", "fr")
    assert run().status == 0


@pytest.mark.parametrize("command", COMMANDS)
def test_help_in_english(run: Run, command: str) -> None:
    ran = run(command, "--help")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith(f"Usage: hollygin {command} [OPTIONS]")
    assert all(f"\n{heading}:\n" in ran.out for heading in ("Options", "Examples"))
    assert f"\n  {command} " in run("--help").out


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_in_french_has_no_english(run: Run, command: str) -> None:
    ran = run(*command.split(), "--help", "--lang", "fr")
    assert ran.status == 0 and ran.out.startswith("Usage\u00a0: hollygin")
    assert "\nOptions\u00a0:\n" in ran.out and "\nExemples\u00a0:\n" in ran.out
    text = ran.out.partition("Exemples")[0].lower()
    assert not {"the", "show", "this", "and", "of", "card", "cards", "commands"} & set(text.split())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_examples_of_the_help_run(
    run: Run, lang: Language, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("evening.txt", "soiree.txt"):
        (tmp_path / name).write_text("Anne 25\n")
    for command in ("hand", "settle", "sheet", "rules"):
        examples = Translator(lang)(f"cli.{command}.examples").splitlines()
        assert examples
        for example in examples:
            words = shlex.split(example.partition(" < ")[0])
            ran = run(*words[1:], "--lang", lang, stdin=b"Anne 25\n")
            assert words[0] == "hollygin" and (ran.status, ran.err) == (0, "")


@pytest.mark.parametrize(
    "argv",
    [
        ("--lang", "fr", "hand", GIN),
        ("--lang=fr", "hand", GIN),
        ("hand", "--lang", "fr", GIN),
        ("hand", GIN, "--lang=fr"),
        ("hand", *GIN.split()[:4], "--lang", "fr", *GIN.split()[4:]),
        ("--lang", "en", "hand", GIN, "--lang", "fr"),
    ],
)
def test_language_anywhere_on_the_line(run: Run, argv: tuple[str, ...]) -> None:
    assert run(*argv).out.startswith("Pas de bois mort")


def test_language_of_the_environment(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "fr_CH.UTF-8")
    assert run("hand", GIN).out.startswith("Pas de bois mort")
    assert run("hand", GIN, "--lang", "en").out.startswith("No deadwood")
    assert "n’est pas une langue" in run("hand", "--lang", "de").err
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    assert run("hand", GIN).out.startswith("No deadwood")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_same_options_in_both_languages(lang: Language) -> None:
    here, english = build(Translator(lang)), build(Translator("en"))
    ctx = click.Context(here)
    assert here.list_commands(ctx) == list(COMMANDS)
    for name in COMMANDS:
        command, other = here.get_command(ctx, name), english.get_command(ctx, name)
        assert command is not None and other is not None
        assert [param.opts for param in command.params] == [param.opts for param in other.params]
        options = [param for param in command.params if isinstance(param, click.Option)]
        assert all(option.help for option in options)


# As a process of its own


@pytest.mark.slow
def test_as_a_module_and_as_a_script() -> None:
    script = Path(sys.executable).with_name("hollygin")
    for command in (HOLLYGIN, (str(script),)):
        done = subprocess.run((*command, "hand", GIN, "--json"), capture_output=True, check=True)
        assert json.loads(done.stdout)["deadwood"] == 0
        bad = subprocess.run((*command, "hand"), capture_output=True, check=False)
        assert (bad.returncode, bad.stdout, bad.stderr.count(b"\n")) == (2, b"", 1)


@pytest.mark.slow
def test_ctrl_c_is_silent() -> None:
    process = start("sheet", "-", PYTHONUNBUFFERED="1")
    assert process.stdin is not None
    process.stdin.write(b"Anne 3\n" * 20_000)  # returns once the command is reading, the pipe being smaller
    process.stdin.flush()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (130, b"", b"")


@pytest.mark.slow
def test_a_reader_that_goes_away_is_no_error() -> None:
    process = start("rules", "--json")
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(timeout=30) == 141
    process.communicate()


@pytest.mark.slow
@pytest.mark.parametrize("argv", [("rules",), ("--help",), ("hand", GIN, "--json")])
def test_a_full_disk_is_one_line(argv: tuple[str, ...]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            (*HOLLYGIN, *argv),
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            env={**os.environ, "LC_ALL": "C"},
        )
    assert done.returncode == 2 and done.stderr.count(b"\n") == 1
    assert done.stderr.startswith(b"hollygin: The system refuses")


@pytest.mark.slow
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", ">&- 2>&-"])
@pytest.mark.parametrize("line", ["hand 4h", "sheet -", "rules"])
def test_closed_streams(closed: str, line: str) -> None:
    command = f"{shlex.join(HOLLYGIN)} {line} {closed}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, check=False, stdin=subprocess.DEVNULL)
    assert done.returncode == (0 if line == "rules" else 2)
    assert b"Traceback" not in done.stderr and b"Exception" not in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_every_encoding_of_the_terminal(encoding: str) -> None:
    for argv, status in ((("rules",), 0), (("hand", GIN), 0), (("hand", "é♥"), 2)):
        process = start(*argv, "--lang", "fr", PYTHONIOENCODING=encoding)
        out, err = process.communicate(timeout=30)
        assert process.returncode == status
        assert b"Traceback" not in err and (out or err).count(b"\n")
    process = start("rules", "club", "--json", "--lang", "fr", PYTHONIOENCODING=encoding)
    written = process.communicate(timeout=30)[0].decode("latin-1" if encoding == "latin-1" else "utf-8")
    assert json.loads(written)["id"] == "club"


@pytest.mark.slow
def test_words_that_are_not_text() -> None:
    done = subprocess.run(
        (*map(os.fsencode, HOLLYGIN), b"hand", b"4h \xff", b"--json"), capture_output=True, check=False
    )
    assert done.returncode == 2 and done.stderr.count(b"\n") == 1
    assert json.loads(done.stdout)["error"]["code"] == "bad-card"
