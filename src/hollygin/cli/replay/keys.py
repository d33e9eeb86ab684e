"""Single keys from the terminal, or the first character of a line if it cannot give keys."""

from __future__ import annotations

import codecs
import os
import re
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Protocol

try:
    import termios
    import tty
except ImportError:  # Windows
    HAS_KEYS = False
else:
    HAS_KEYS = True

_SEQUENCE: Final = re.compile(r"\x1b(\[[0-9;]*[A-Za-z~]|O[A-Za-z])")
_NAMES: Final = {
    "[A": "up", "[B": "down", "[C": "right", "[D": "left", "[H": "home", "[F": "end",
    "OA": "up", "OB": "down", "OC": "right", "OD": "left", "OH": "home", "OF": "end",
    "[1~": "home", "[4~": "end", "[7~": "home", "[8~": "end", "[5~": "up", "[6~": "down",
}  # fmt: skip
_SIGNS: Final = {"\r": "enter", "\n": "enter", "\x04": "", "\x1b": "escape"}
_PATIENCE: Final = 0.05
"""Seconds to wait for the rest of a key that sends several signs."""


class Keys(Protocol):
    """Where keys come from; ``single`` says that they count at once, without Enter."""

    single: bool

    def key(self) -> str:
        """The next key: its sign, ``enter``, or the name of another; empty at the end of the input."""
        ...

    def line(self, prompt: str) -> str:
        """A short line typed behind a prompt; empty if the person thinks better of it."""
        ...


class SingleKeys:
    """The keys of a terminal that hands each on as it is pressed."""

    single = True

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._waiting = ""

    def key(self) -> str:
        """See :class:`Keys`."""
        if not self._waiting and not self._read():
            return ""
        if self._waiting == "\x1b" and select.select([self._fd], [], [], _PATIENCE)[0]:
            self._read()
        if (found := _SEQUENCE.match(self._waiting)) is not None:
            self._waiting = self._waiting[found.end() :]
            return _NAMES.get(found[1], "unknown")
        sign, self._waiting = self._waiting[0], self._waiting[1:]
        return _SIGNS.get(sign, sign)

    def _read(self) -> bool:
        """Wait for signs; False at the end of the input."""
        while True:
            try:
                data = os.read(self._fd, 1024)
            except OSError:  # the terminal has gone
                return False
            self._waiting += self._decoder.decode(data)
            if self._waiting or not data:
                return bool(data)

    def line(self, prompt: str) -> str:
        """See :class:`Keys`."""
        sys.stdout.write(prompt)
        typed = ""
        while True:
            sys.stdout.flush()
            match self.key():
                case "enter":
                    return typed
                case "" | "escape":
                    return ""
                case "\x7f" | "\b":
                    sys.stdout.write("\b \b" if typed else "")
                    typed = typed[:-1]
                case sign if len(sign) == 1 and sign.isprintable():
                    sys.stdout.write(sign)
                    typed += sign


class LineKeys:
    """Keys as the first signs of lines."""

    single = False

    def key(self) -> str:
        """See :class:`Keys`."""
        try:
            return input("> ")[:1] or "enter"
        except EOFError:
            return ""

    def line(self, prompt: str) -> str:
        """See :class:`Keys`."""
        try:
            return input(prompt)
        except EOFError:
            return ""


@contextmanager
def keyboard() -> Iterator[Keys]:
    """The keys of the terminal on standard input, which is left as it was found."""
    if not HAS_KEYS:
        yield LineKeys()
        return
    fd = sys.stdin.fileno()
    before = termios.tcgetattr(fd)
    try:
        tty.setcbreak(fd)  # Ctrl-C still interrupts
        yield SingleKeys(fd)
    finally:
        termios.tcsetattr(fd, termios.TCSADRAIN, before)
