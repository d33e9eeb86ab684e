"""Every example runs: the programs of ``examples/``, those in the pages, and those in docstrings."""

from __future__ import annotations

import contextlib
import doctest
import io
import pkgutil
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import hollygin

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
PROGRAMS = sorted((ROOT / "examples").glob("*.py"))

SCRIPTS = {"hollygin.__main__", "hollygin.server.storage.migrations.env"}
"""What runs when it is imported."""
MODULES = sorted(
    {"hollygin", *(found.name for found in pkgutil.walk_packages(hollygin.__path__, "hollygin."))} - SCRIPTS
)
PUBLIC = {name: getattr(hollygin, name) for name in hollygin.__all__}
"""Names that examples in docstrings use without an import."""


def blocks(page: Path) -> list[tuple[str, str]]:
    """The Python of a page, block by block, each with the ``text`` block right behind it, or an empty text."""
    return re.findall(r"```python\n(.*?)```(?:\n\n```text\n(.*?)```)?", page.read_text(), flags=re.DOTALL)


WITH_PYTHON = [page for page in PAGES if blocks(page)]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.name)
def test_a_program_runs(program: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-W", "error", program], capture_output=True, text=True, timeout=60, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout


@pytest.mark.parametrize("page", WITH_PYTHON, ids=lambda path: path.name)
def test_python_in_page_runs_and_prints_what_the_page_says(
    page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The blocks of a page run one after another."""
    monkeypatch.chdir(ROOT)
    names: dict[str, object] = {"__name__": page.stem}
    for code, stated in blocks(page):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, page.name, "exec"), names)
        if stated:
            assert printed.getvalue() == stated


@pytest.mark.slow  # mypy itself
def test_python_in_pages_has_types(tmp_path: Path) -> None:
    """The blocks of a page are one module, checked as strictly as the package."""
    modules = []
    for page in WITH_PYTHON:
        modules.append(tmp_path / f"{page.stem.lower()}_page.py")
        modules[-1].write_text("\n\n".join(code for code, _ in blocks(page)))
    assert len(modules) > 3
    ran = subprocess.run(
        [sys.executable, "-m", "mypy", *modules], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert ran.stdout.startswith("Success"), ran.stdout + ran.stderr


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str) -> None:
    found = doctest.testmod(import_module(name), extraglobs=PUBLIC, optionflags=doctest.ELLIPSIS)
    assert found.failed == 0


@pytest.mark.parametrize("room", ["", "engine", "lab.arena", "paper", "record", "score"])
def test_a_room_begins_with_an_example(room: str) -> None:
    text = import_module(f"hollygin.{room}".removesuffix(".")).__doc__
    assert text is not None and ">>> " in text
