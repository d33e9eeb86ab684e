"""The real command at a terminal of its own, with somebody who reads the screen and types."""

from __future__ import annotations

import codecs
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Self

from tests.cli.play_bot import Answer, usual

_LAST_PROMPT = re.compile("(Enter = leave|Entrée = quitter)")
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Terminal:
    """``hollygin ARGUMENTS`` under a pseudo-terminal; ``screen`` is all that was printed."""

    def __init__(self, home: Path, *arguments: str, width: int = 200) -> None:
        self.ours, theirs = pty.openpty()
        env = {**os.environ, "TERM": "xterm", "COLUMNS": str(width), "HOME": str(home), "NO_COLOR": "1"}
        env.pop("XDG_DATA_HOME", None)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "hollygin", *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=env,
            start_new_session=True,
            cwd=home,
        )
        os.close(theirs)
        self.screen = ""
        self._seen = 0
        self._decoder = codecs.getincrementaldecoder("utf-8")()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.ours)

    def read(self, seconds: float) -> bool:
        """Take in what is printed, if anything is in time."""
        if not select.select([self.ours], [], [], seconds)[0]:
            return False
        try:
            part = os.read(self.ours, 65536)
        except OSError:  # the other end is closed
            return False
        self.screen += _ESCAPES.sub("", self._decoder.decode(part)).replace("\r\n", "\n")
        return bool(part)

    def expect(self, pattern: str, seconds: float = 30.0) -> re.Match[str]:
        """Wait until a pattern is on the screen, behind what was expected before."""
        until = time.monotonic() + seconds
        while True:
            found = re.compile(pattern, re.MULTILINE).search(self.screen, self._seen)
            if found is not None:
                self._seen = found.end()
                return found
            ended = self.process.poll() is not None and not self.read(0.2)
            assert not ended and time.monotonic() < until, f"no {pattern!r} in:\n{self.screen[-3000:]}"
            self.read(0.1)

    def type(self, line: str) -> None:
        os.write(self.ours, f"{line}\n".encode())

    def prompt(self) -> str | None:
        """The prompt that waits for an answer and was not answered yet."""
        tail = self.screen[self._seen :]
        if not tail.endswith(" > ") or _LAST_PROMPT.search(tail[tail.rfind("\n") :]):
            return None
        self._seen = len(self.screen)
        return " ".join(tail.splitlines()[-3:])

    def answer(self, answer: Answer = usual) -> None:
        """Answer the prompt that waits, if there is one."""
        self.read(0.02)
        prompt = self.prompt()
        if prompt is not None:
            line = answer(prompt)
            assert line is not None
            self.type(line)

    def interrupt(self) -> None:
        self.process.send_signal(signal.SIGINT)

    def status(self) -> int:
        """Wait for the end."""
        until = time.monotonic() + 30
        while self.process.poll() is None:
            assert time.monotonic() < until, self.screen[-3000:]
            self.read(0.1)
        while self.read(0.1):
            pass
        return self.process.returncode


def play_on(*terminals: Terminal, until: str, answer: Answer = usual, seconds: float = 60.0) -> None:
    """Answer the prompts of several terminals until a pattern is on the screen of each."""
    pattern = re.compile(until)
    end = time.monotonic() + seconds
    while not all(pattern.search(terminal.screen) for terminal in terminals):
        assert time.monotonic() < end, "\n=====\n".join(terminal.screen[-2000:] for terminal in terminals)
        for terminal in terminals:
            terminal.answer(answer)
