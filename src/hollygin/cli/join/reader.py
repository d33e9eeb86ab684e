"""Reads what is typed at the terminal, and listens to the table meanwhile."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable
from typing import Final

from hollygin.client import RemoteTable

_LOOK_EVERY: Final = 0.1
"""Seconds between two looks at the keyboard and at the table."""
_LOOKS: Final = 10


class TableMoved(Exception):
    """What was asked for is no longer due: the match has ended, or the seat was played elsewhere."""


class LiveReader:
    """Stands in for ``input`` at a screen.

    Where standard input is no terminal it waits for its lines, and the table is listened to between them.
    ``pending`` is the prompt that is waiting for an answer; ``idle`` is called again and again while it does.
    """

    def __init__(self, table: RemoteTable) -> None:
        self.table = table
        self.idle: Callable[[], None] = lambda: None
        self.pending = ""
        self._broken = False
        self.live = os.name == "posix" and sys.stdin is not None and sys.stdin.isatty()

    def read(self, prompt: str) -> str:
        """The line that answers a prompt. Raises EOFError, and TableMoved if the question has gone meanwhile."""
        self._catch_up()
        asked = self._position()
        if not self.live:
            line = input(prompt)
            self._catch_up()
        else:
            line = self._listen(prompt, lambda: self._position() != asked)
        if self._position() != asked:
            raise TableMoved
        return line

    def line_or_news(self) -> str | None:
        """While nothing is asked: a line that was typed all the same, or None once there is news or a second is over."""
        if not self.live:
            self.table.wait()
            return None
        for _ in range(_LOOKS):
            if self._typed():
                return self._line()
            if self.table.wait(_LOOK_EVERY):
                break
        return None

    def break_line(self) -> None:
        """Leave the line of the prompt, because something is printed below it."""
        if self.pending and not self._broken:
            sys.stdout.write("\n")
            self._broken = True

    def _listen(self, prompt: str, gone: Callable[[], bool]) -> str:
        self.pending, self._broken = prompt, True
        try:
            while not gone():
                if self._broken:
                    sys.stdout.write(prompt)
                    sys.stdout.flush()
                    self._broken = False
                if self._typed():
                    return self._line()
                self.table.wait(_LOOK_EVERY)
                self.idle()
            self.break_line()
        finally:
            self.pending = ""
        raise TableMoved

    def _catch_up(self) -> None:
        while self.table.wait(0.0):
            pass

    def _position(self) -> tuple[object, ...]:
        """What a question is about: where the match stands, as far as it matters to the one who is asked."""
        mirror, state = self.table.mirror, self.table.mirror.state
        ready = mirror.seat is not None and state.ready[mirror.seat]
        return state.over, state.number, len(mirror.history), ready, state.next_table

    @staticmethod
    def _typed() -> bool:
        return bool(select.select([sys.stdin], [], [], 0.0)[0])

    @staticmethod
    def _line() -> str:
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.rstrip("\n")
