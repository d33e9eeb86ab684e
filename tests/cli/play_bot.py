"""Types at the prompts of a match like a person, and keeps all that was on the screen."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable

import pytest

from hollygin.cli import main

Answer = Callable[[str], str | None]
"""From the prompt (the last line on the screen) to the line typed; None is the end of the input."""

_ENTER = re.compile(r"(Enter|Entrée) = ")
_CARD = re.compile(r"\((\w+) = [\w♠♥♦♣]+\)")
_KNOCK = re.compile(r"\b([kf] \w+) = ")
_GIN = re.compile(r"\bg = ")
_YES = re.compile(r"\b([yo]) = ")


def usual(prompt: str) -> str:
    """A plain way to play: never the pile card, the knock or gin that is offered, Enter for the rest."""
    for pattern in (_ENTER, _YES, _GIN, _KNOCK, _CARD):
        found = pattern.search(prompt)
        if found is not None:
            return {_ENTER: "", _GIN: "g"}.get(pattern, found[found.re.groups])
    for short in ("d", "pi", "p", "pa"):
        if f"{short} = " in prompt:
            return short
    raise AssertionError(prompt)


def never_end(prompt: str) -> str:
    """As :func:`usual`, but without a knock or gin."""
    found = _CARD.search(prompt)
    return found[1] if found and not _YES.search(prompt) else usual(prompt)


class Typist:
    """Stands in for standard input; ``screen`` is all that was printed."""

    def __init__(self, capsys: pytest.CaptureFixture[str], answer: Answer) -> None:
        self._capsys = capsys
        self._answer = answer
        self.screen = ""
        self.prompts: list[str] = []
        self.typed: list[str] = []

    def look(self) -> str:
        new = self._capsys.readouterr().out
        self.screen += new
        return new

    def isatty(self) -> bool:
        return False

    def fileno(self) -> int:
        raise OSError

    def readline(self) -> str:
        prompt = " ".join(self.look().rpartition("\n\n")[2].splitlines()[-4:])
        self.prompts.append(prompt)
        line = self._answer(prompt)
        if line is None:
            return ""
        self.typed.append(line)
        return line + "\n"


def play(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    answer: Answer,
    *arguments: str,
    width: int = 200,
) -> Typist:
    """Run ``hollygin play`` with a typist at the keyboard; asserts that it leaves cleanly."""
    typist = Typist(capsys, answer)
    monkeypatch.setattr(sys, "stdin", typist)
    monkeypatch.setenv("COLUMNS", str(width))
    given = {"--players", "--resume"}.isdisjoint(arguments)
    status = main(["play", *(("--players", "human,simple") if given else ()), *arguments])
    typist.look()
    assert status == 0
    return typist


def script(lines: list[str], then: Answer = usual) -> Answer:
    """Types the given lines, then goes on as ``then``."""
    rest = list(lines)
    return lambda prompt: rest.pop(0) if rest else then(prompt)


def next_to(pattern: str, lines: list[str | None], then: Answer = usual) -> Answer:
    """Types as ``then`` until a prompt matches, then the given lines, then as ``then`` again."""
    rest = list(lines)
    begun = False

    def answer(prompt: str) -> str | None:
        nonlocal begun
        begun = begun or re.search(pattern, prompt) is not None
        return rest.pop(0) if begun and rest else then(prompt)

    return answer
