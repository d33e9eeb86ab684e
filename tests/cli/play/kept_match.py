"""A short match in the terminal that is kept on disk, and where it lies."""

from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import pytest

from hollygin.record import Record, read
from tests.cli.play_bot import Typist, next_to, play, usual

MP: TypeAlias = pytest.MonkeyPatch
Capsys: TypeAlias = pytest.CaptureFixture[str]

EN = (
    "--lang",
    "en",
    "--players",
    "human,simple",
    "--seed",
    "8",
    "--profile",
    "single-game",
    "--set",
    "target=80",
)
"""A short match in which every prompt comes up."""
RESUME = ("--lang", "en", "--resume")
FIRST_PROMPTS = "take the upcard|d = draw"


def matches(data: Path) -> Path:
    return data / "hollygin" / "matches"


def the_record(data: Path) -> Path:
    """The only record among the user's data."""
    (found,) = matches(data).glob("*.toml")
    return found


def undated(path: Path) -> Record:
    return replace(read(path.read_bytes(), name=path.name), date=None)


def leave(monkeypatch: MP, capsys: Capsys, prompt: str, *arguments: str) -> Typist:
    """Play until a prompt, then leave."""
    return play(monkeypatch, capsys, next_to(prompt, [None]), *(arguments or EN))


def played_through(monkeypatch: MP, capsys: Capsys, data: Path, *arguments: str) -> Record:
    """The record of the match without a break; none is left on disk."""
    play(monkeypatch, capsys, usual, *(arguments or EN))
    record = undated(the_record(data))
    the_record(data).unlink()
    return record
