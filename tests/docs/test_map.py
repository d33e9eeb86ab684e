"""The map is true: its diagrams are drawn from the code, its rooms are all rooms, and every place it names exists."""

from __future__ import annotations

import re
import runpy
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "hollygin"
MAP = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PICTURES = ROOT / "docs" / "pictures"
DRAWN = runpy.run_path(str(PICTURES / "diagrams.py"))
DIAGRAMS: dict[str, Callable[[], str]] = DRAWN["DIAGRAMS"]
NAMING_PLACES = [
    ROOT / "CONTRIBUTING.md",
    ROOT / "docs" / "architecture.md",
    ROOT / "docs" / "decisions.md",
    ROOT / "docs" / "glossary.md",
]


@pytest.mark.parametrize("name", DIAGRAMS)
def test_a_diagram_is_what_the_code_draws(name: str) -> None:
    assert (PICTURES / name).read_text(encoding="utf-8") == DIAGRAMS[name](), "run `make diagrams`"


def test_the_floors_are_all_rooms() -> None:
    """Nothing in the package is on no floor."""
    rooms = {DRAWN["shown"](room).rstrip("/") for floor in DRAWN["floors"]() for room in floor}
    found = {
        path.name for path in SOURCE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    assert found - {"__init__.py", "__main__.py"} == rooms


def test_every_room_is_on_the_map() -> None:
    told = set(re.findall(r"^\| `([\w/.]+)`", MAP.partition("\n## Floors\n")[2], flags=re.MULTILINE))
    assert {DRAWN["shown"](room) for floor in DRAWN["floors"]() for room in floor} <= told


def places(page: Path) -> Iterator[tuple[str, str]]:
    """The files and folders that a page names in code marks, and the name in it behind a colon, if any."""
    for code in re.findall(r"`([^`\n]+)`", page.read_text(encoding="utf-8")):
        found = re.fullmatch(
            r"([\w.-]+(?:/[\w.-]+)*(?:\.(?:py|ts|svelte|md|json|svg|toml|js|mjs)|/))(?::([\w.]+))?", code
        )
        if found is not None:
            yield found[1], found[2] or ""


@pytest.mark.parametrize("page", NAMING_PLACES, ids=lambda page: page.name)
def test_every_place_exists(page: Path) -> None:
    count = 0
    for place, name in places(page):
        path = next(
            (base / place for base in (ROOT, SOURCE, ROOT / "web" / "src") if (base / place).exists()), None
        )
        assert path is not None, place
        for part in filter(None, name.split(".")):
            assert re.search(rf"\b{part}\b", path.read_text(encoding="utf-8")), f"{place}:{name}"
        count += 1
    assert count > 10


def test_every_decision_has_a_date_and_its_places() -> None:
    page = (ROOT / "docs" / "decisions.md").read_text(encoding="utf-8")
    found = re.findall(r"^## (\d+)\. .+\n(.*)$", page, flags=re.MULTILINE)
    assert [int(number) for number, _ in found] == list(range(1, len(found) + 1))
    for number, line in found:
        assert re.fullmatch(r"20\d\d-\d\d-\d\d( · `[^`]+`)+", line), number
