"""Players outside: a program that reads questions on its standard input and answers on its standard output.

Each question is one line, and so is each answer (docs/players.md). A program is at fault if it does not answer, answers too late, or answers with
something other than an action. Then it is stopped, and started anew for the next question.
"""

from __future__ import annotations

import os
import queue
import shlex
import shutil
import signal
import subprocess
import threading
import weakref
from contextlib import suppress
from typing import IO, Final

from hollygin.actions import Action
from hollygin.due import Due
from hollygin.errors import Fault, HollyginError, PlayerFault, TextError
from hollygin.players.messages import answer, question
from hollygin.view import View

PREFIX: Final = "exec:"
"""The prefix of the name of a player outside."""

TIME_LIMIT: Final = 10.0
"""The default seconds for one answer. The first answer includes the start of the program."""

_MOST_ANSWER: Final = 4096
_MOST_SHOWN: Final = 80
_MOST_KEPT: Final = 2000
_PATIENCE: Final = 1.0


class ExternalPlayer:
    """A program as a player. ``command`` is split into words as a shell does, but no shell runs it.

    The first question starts the program. It is kept for all further ones, in later matches too; :meth:`close`
    ends it. ``time_limit`` is in seconds per answer.
    """

    def __init__(self, command: str, time_limit: float = TIME_LIMIT) -> None:
        self.name = f"{PREFIX}{command}"
        self.words = split_command(command)
        self.time_limit = time_limit
        self._program: _Program | None = None

    def act(self, view: View, due: Due) -> Action:
        """The action that the program answers.

        Raises PlayerFault: ``program-not-started``, ``program-ended``, ``too-slow``, ``bad-answer``, or the fault of the text of
        its action.
        """
        try:
            if self._program is None:
                self._program = _Program(self.words)
            return answer(self._program.ask(question(view, due), self.time_limit))
        except (TextError, _ProgramFault) as error:
            self._end(0.0)
            assert view.seat is not None
            raise PlayerFault(view.seat, self.name, error.fault) from error

    def close(self) -> None:
        """End the program, if it runs; it has a second to do so by itself."""
        self._end(_PATIENCE)

    def _end(self, patience: float) -> None:
        if self._program is not None:
            self._program.close(patience)
            self._program = None


def split_command(command: str) -> list[str]:
    """The words of a command; empty if it has none or an open quotation mark."""
    try:
        return shlex.split(command)
    except ValueError:
        return []


def can_start(words: list[str]) -> bool:
    """Whether there is a program to start."""
    return bool(words) and shutil.which(words[0]) is not None


class _ProgramFault(HollyginError):
    """A program does not answer."""


class _Program:
    """A running program. A thread of its own talks to it, so that it can neither hold us up nor fill a pipe."""

    def __init__(self, words: list[str]) -> None:
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the user's own command
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # Ctrl-C is for us
            )
        except (OSError, ValueError) as error:
            params = {"command": shlex.join(words)[:_MOST_SHOWN]}
            raise _ProgramFault(Fault("program-not-started", params=params)) from error
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._questions: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._complaints = bytearray()
        self._listener = threading.Thread(
            target=_keep_tail, args=(self._process.stderr, self._complaints), daemon=True
        )
        self._talker = threading.Thread(
            target=_talk,
            args=(self._process.stdin, self._process.stdout, self._questions, self._answers),
            daemon=True,
        )
        self._listener.start()
        self._talker.start()
        self._stop = weakref.finalize(self, _kill, self._process)

    def ask(self, line: str, seconds: float) -> str:
        """The answer to a question."""
        self._questions.put(line.encode() + b"\n")
        try:
            found = self._answers.get(timeout=seconds)
        except queue.Empty:
            raise _ProgramFault(Fault("too-slow", params={"seconds": f"{seconds:g}"})) from None
        if not found.endswith(b"\n"):
            if len(found) > _MOST_ANSWER:
                text = found[:_MOST_SHOWN].decode(errors="backslashreplace")
                raise _ProgramFault(Fault("bad-answer", params={"text": text}))
            raise _ProgramFault(self._ended())
        return found.decode(errors="backslashreplace")

    def _ended(self) -> Fault:
        """The fault of a program that has closed its output, with the last line of its standard error."""
        try:
            status = self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            status = 0
        self._listener.join(_PATIENCE)
        said = self._complaints.decode(errors="backslashreplace").strip().splitlines()
        return Fault(
            "program-ended", params={"status": status, "said": said[-1][:_MOST_SHOWN] if said else "–"}
        )

    def close(self, patience: float) -> None:
        """Close its input, and kill it if it has not ended after some seconds."""
        self._questions.put(None)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(patience)
        self._stop()
        self._talker.join(_PATIENCE)
        self._listener.join(_PATIENCE)


def _talk(
    stdin: IO[bytes],
    stdout: IO[bytes],
    questions: queue.SimpleQueue[bytes | None],
    answers: queue.SimpleQueue[bytes],
) -> None:
    """Ask and hear until there is nothing more to ask, or no answer; an answer without its end is the last."""
    with suppress(OSError, ValueError), stdout, stdin:
        while (asked := questions.get()) is not None:
            with suppress(OSError):  # it may have answered and gone before it was asked
                stdin.write(asked)
                stdin.flush()
            found = stdout.readline(_MOST_ANSWER + 1)
            answers.put(found)
            if not found.endswith(b"\n"):
                break


def _keep_tail(stderr: IO[bytes], tail: bytearray) -> None:
    """Read the standard error of a program to its end, and keep the last of it."""
    with suppress(OSError, ValueError), stderr:
        while found := os.read(stderr.fileno(), 65536):
            tail += found
            del tail[:-_MOST_KEPT]


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a program, and what it has started, if it still runs."""
    if process.poll() is not None:
        return
    if hasattr(os, "killpg"):
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()
