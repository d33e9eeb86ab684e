"""Makes the pictures of the README and the tour: ``python docs/pictures/make.py``, or ``make pictures``.

For the one of the terminal it runs the real command in a terminal of its own, types a few turns, and draws what it
shows. Those of the pages are taken by ``tests.browser.screens``, of every page in both sizes, themes and languages; the
ones that are shown somewhere are kept in the repository.
"""

from __future__ import annotations

import io
import os
import pty
import re
import select
import subprocess
import sys
import time
from pathlib import Path

from rich.console import Console
from rich.text import Text

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SEED = "hollywood"
KEYS = ("p", "d", "Kd", "d", "9c", "d")
COLUMNS, ROWS = 96, 50

SVG = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, Menlo, Consolas, monospace; font-size: {char_height}px;
line-height: {line_height}px; font-variant-east-asian: full-width; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal"><rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/></clipPath>
{lines}</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">{matrix}</g>
</g>
</svg>
"""


def typed(command: list[str], keys: tuple[str, ...]) -> str:
    """What a terminal shows after a command was started and some lines were typed."""
    pid, terminal = pty.fork()
    if pid == 0:
        size = {
            "COLUMNS": str(COLUMNS),
            "LINES": str(ROWS),
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
        }
        os.execvpe(command[0], command, {**os.environ, **size})  # noqa: S606
    shown = b""
    for key in (*keys, None):
        until = time.monotonic() + 1.2
        while time.monotonic() < until:
            if select.select([terminal], [], [], 0.1)[0]:
                shown += os.read(terminal, 65536)
        if key is not None:
            os.write(terminal, f"{key}\n".encode())
    os.close(terminal)
    return shown.decode().replace("\r", "")


def draw_terminal() -> None:
    """Write ``terminal.svg``."""
    play = [sys.executable, "-m", "hollygin", "--lang", "en", "play", "--seed", SEED, "--no-record"]
    last_screen = re.split(r"\x1b\[(?:2J|H)", typed(play, KEYS))[-1]
    console = Console(record=True, width=COLUMNS, file=io.StringIO(), force_terminal=True)
    console.print(Text.from_ansi(last_screen))
    (HERE / "terminal.svg").write_text(console.export_svg(title="hollygin play", code_format=SVG))


def take_pages() -> None:
    """Write the pictures of the pages."""
    subprocess.run([sys.executable, "-m", "tests.browser.screens", str(HERE)], cwd=ROOT, check=True)  # noqa: S603


if __name__ == "__main__":
    draw_terminal()
    take_pages()
