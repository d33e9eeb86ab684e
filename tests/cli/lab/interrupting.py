"""Ctrl-C on a command that shows its progress, once it has something to show."""

import os
import pty
import re
import signal
import subprocess
import sys
from typing import NamedTuple

PROGRESS = re.compile(rb"\b[1-9]\d*/[1-9]\d*\b")


class Interrupted(NamedTuple):
    status: int
    out: bytes
    shown: str


def interrupted(*argv: str) -> Interrupted:
    """Run ``hollygin`` with its standard error on a terminal; the signal goes to the whole group, as a terminal sends it."""
    ours, theirs = pty.openpty()
    env = {**os.environ, "TERM": "xterm", "LC_ALL": "C.UTF-8", "COLUMNS": "100"}
    with subprocess.Popen(
        (sys.executable, "-m", "hollygin", *argv),
        stdout=subprocess.PIPE,
        stderr=theirs,
        env=env,
        start_new_session=True,
    ) as process:
        os.close(theirs)
        shown = b""
        while not PROGRESS.search(shown):
            shown += os.read(ours, 4096)
        os.killpg(process.pid, signal.SIGINT)
        assert process.stdout is not None
        while True:
            try:
                found = os.read(ours, 4096)
            except OSError:  # the other end is closed
                break
            shown += found
        out = process.stdout.read()
        status = process.wait(60)
    os.close(ours)
    return Interrupted(status, out, shown.decode(errors="replace"))
