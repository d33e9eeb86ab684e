"""Draws the diagrams of docs/architecture.md from the code: ``python docs/pictures/diagrams.py``, or ``make diagrams``.

``rooms.svg`` comes from the layers of the import contract in pyproject.toml, ``phases.svg`` from ``TRANSITIONS`` in
src/hollygin/due.py. Never edit the files by hand: tests/docs/test_map.py holds them current.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path

from hollygin.due import TRANSITIONS

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent

STYLE = """<style>
svg { color: #1d2433; background: #fff; font: 14px system-ui, sans-serif; }
.box { fill: #eef2f8; stroke: #8a97ad; }
.name { font-weight: 600; }
.note { fill: #5a6579; font-size: 12px; }
text { fill: currentColor; }
@media (prefers-color-scheme: dark) {
  svg { color: #e6eaf2; background: #151a23; }
  .box { fill: #232b39; stroke: #66748c; }
  .note { fill: #a3aec2; }
}
</style>"""


def svg(width: int, height: int, title: str, body: Iterator[str]) -> str:
    """A drawing of its own, light or dark as the reader's system is."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">'
    return "\n".join((head, f"<title>{escape(title)}</title>", STYLE, *body, "</svg>", ""))


def box(x: int, y: int, width: int, height: int) -> str:
    """A rounded box."""
    return f'<rect class="box" x="{x}" y="{y}" width="{width}" height="{height}" rx="6"/>'


def words(x: int, y: int, text: str, *, kind: str = "", anchor: str = "start") -> str:
    """A line of text whose baseline is at ``y``."""
    return f'<text class="{kind}" x="{x}" y="{y}" text-anchor="{anchor}">{escape(text)}</text>'


# The rooms

FLOOR, GAP, WIDTH, MARGIN = 34, 10, 620, 20


def floors() -> list[list[str]]:
    """The floors of the import contract, the highest first, each with its rooms."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    layers = next(
        contract["layers"]
        for contract in settings["contracts"]
        if contract["type"] == "layers" and contract.get("containers", ["hollygin"]) == ["hollygin"]
    )
    return [
        [room.strip(" ()").removeprefix("hollygin.") for room in re.split("[:|]", layer)] for layer in layers
    ]


def shown(room: str) -> str:
    """A room by its name under src/hollygin: a folder or a file."""
    folder = ROOT / "src" / "hollygin" / room.replace(".", "/")
    return f"{room}/" if folder.is_dir() else f"{room}.py"


def rooms() -> str:
    """One row per floor, its rooms side by side."""

    def body() -> Iterator[str]:
        for row, names in enumerate(floors()):
            y = MARGIN + row * (FLOOR + GAP)
            width = (WIDTH - GAP * (len(names) - 1)) // len(names)
            for place, name in enumerate(names):
                x = MARGIN + place * (width + GAP)
                yield box(x, y, width, FLOOR)
                yield words(x + width // 2, y + 22, shown(name), kind="name", anchor="middle")
        x = MARGIN + WIDTH + 25
        low = MARGIN + len(floors()) * (FLOOR + GAP) - GAP
        yield f'<path d="M{x} {MARGIN} V{low - 8}" fill="none" stroke="currentColor"/>'
        yield f'<path d="M{x - 5} {low - 8} h10 l-5 8 z" fill="currentColor"/>'
        yield words(x + 12, MARGIN + 14, "imports", kind="note")

    return svg(
        MARGIN + WIDTH + 100,
        2 * MARGIN + len(floors()) * (FLOOR + GAP) - GAP,
        "The rooms of hollygin by floor: a room imports only from the floors below it",
        body(),
    )


# The phases

HEAD, ROW, BOX, BETWEEN, LANE = 28, 20, 190, 16, 22
COLOURS = ("#2f6fde", "#c2571a", "#1f8f55", "#a0379c", "#b08a00", "#0f8fa3", "#d13b5e", "#6b6f7a")

Phases = Mapping[str, Mapping[str, tuple[str, ...]]]


def transitions() -> Phases:
    """``TRANSITIONS`` by the text forms of phases and actions."""
    return {
        str(phase): {action.kind: tuple(map(str, after)) for action, after in actions.items()}
        for phase, actions in TRANSITIONS.items()
    }


def tops(phases: Phases) -> dict[str, int]:
    """Where the box of each phase begins."""
    y, found = MARGIN, {}
    for phase, actions in phases.items():
        found[phase] = y
        y += HEAD + ROW * len(actions) + BETWEEN
    return found


def lanes(phases: Phases, top: Mapping[str, int]) -> list[tuple[str, list[int]]]:
    """Each phase that follows another, with the heights of the actions that lead to it; short lanes first."""
    found = []
    for target in phases:
        sources = [
            top[phase] + HEAD + ROW * row + ROW // 2
            for phase, actions in phases.items()
            for row, after in enumerate(actions.values())
            if target in after
        ]
        if sources:
            found.append((target, sources))

    def length(lane: tuple[str, list[int]]) -> int:
        ends = [top[lane[0]], *lane[1]]
        return max(ends) - min(ends)

    return sorted(found, key=length)


def phases() -> str:
    """One box per phase with its actions; one coloured line per phase that they lead to."""
    every = transitions()
    top = tops(every)
    lines = lanes(every, top)
    edge = MARGIN + BOX

    def body() -> Iterator[str]:
        for number, (target, sources) in enumerate(lines):
            colour = COLOURS[number % len(COLOURS)]
            x = edge + 24 + number * LANE
            end = top[target] + HEAD // 2
            ends = (end, *sources)
            yield f'<g fill="none" stroke="{colour}" stroke-width="1.6">'
            yield f'<path d="M{x} {min(ends)} V{max(ends)}"/>'
            yield from (f'<path d="M{edge} {y} H{x}"/>' for y in sources)
            yield f'<path d="M{x} {end} H{edge + 8}"/>'
            yield "</g>"
            yield f'<path d="M{edge} {end} l10 -5 v10 z" fill="{colour}"/>'
            yield from (f'<circle cx="{x}" cy="{y}" r="3.5" fill="{colour}"/>' for y in sources)
        for phase, actions in every.items():
            y = top[phase]
            yield box(MARGIN, y, BOX, HEAD + ROW * len(actions))
            yield words(MARGIN + 10, y + 19, phase, kind="name")
            for row, action in enumerate(actions):
                yield words(edge - 10, y + HEAD + ROW * row + 14, action, anchor="end")

    height = max(top.values()) + HEAD + MARGIN
    width = edge + 24 + len(lines) * LANE + MARGIN
    return svg(
        width, height, "The phases of a deal, the actions in each, and where each action leads", body()
    )


DIAGRAMS = {"rooms.svg": rooms, "phases.svg": phases}


def main() -> None:
    """Write every diagram beside this file."""
    for name, draw in DIAGRAMS.items():
        (HERE / name).write_text(draw(), encoding="utf-8")


if __name__ == "__main__":
    main()
