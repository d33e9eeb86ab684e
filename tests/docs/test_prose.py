"""The prose of docs, docstrings and comments keeps a few habits of the trade (CONTRIBUTING.md)."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [
    *ROOT.glob("*.md"),
    *ROOT.glob("docs/*.md"),
    *ROOT.glob("src/**/*.md"),
    *ROOT.glob("benchmarks/*.md"),
]
MODULES = [path for room in ("src", "benchmarks", "examples") for path in ROOT.glob(f"{room}/**/*.py")]

HABITS = {
    r"\b(he|him|his|himself|she|her|hers|herself)\b": "a person is “they”, or named by role",
    r"\bone (may|can|cannot|could|must)\b": "say who: “you”, “a player”",
    r"\b(one's|one’s|oneself)\b": "say whose: “your”, “the player's own”",
    r"\bwhere (there is|there are|nobody|nothing|it is not|it is none)\b": "“if”, or “without”",
    r"\b(None|False|True|empty|0) where\b": "“if”",
    r"\bRaises [^.]*\bwhere\b": "“if”",
    r"\bstands? twice\b": "“appears twice”",
    r"\bso many\b": "name the number: “``count`` deals”, “this many”",
    r"\bwhat is due is\b": "“you can”",
    r"\bsigns that can be shown\b": "“printable characters”",
    r"\bthe other may\b": "“the opponent may”",
    r"\bwhom one meets\b": "“the opponent”",
    r"\b(line|row|file|secret|seconds) an? (deal|win|match|table|seat|decision|file)\b": "“per”",
    r"\bfor ever\b": "“forever”",
}


def sentences_of_page(page: Path) -> Iterator[tuple[int, str]]:
    """The lines of a page that are English prose: no code blocks, no code marks."""
    text = page.read_text(encoding="utf-8")
    text = re.sub(r"```.*?```", lambda found: "\n" * found[0].count("\n"), text, flags=re.DOTALL)
    if page.name == "rules.md":
        text = text.partition("\n## Français\n")[0]
    for number, line in enumerate(text.splitlines(), 1):
        yield number, re.sub(r"`[^`]*`", "`…`", line)


def prose_of_module(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of the docstrings and comments of a module, and of the texts behind constants."""
    source = path.read_text(encoding="utf-8")
    strings = {
        (node.value.lineno, node.value.col_offset)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    }
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT or token.start in strings:
            for more, line in enumerate(token.string.splitlines()):
                yield token.start[0] + more, line


def found_in(lines: Iterator[tuple[int, str]]) -> list[str]:
    return [
        f"line {number}: “{found[0]}”: {instead}"
        for number, line in lines
        for habit, instead in HABITS.items()
        if (found := re.search(habit, line, re.IGNORECASE)) is not None
    ]


def test_pages_keep_the_habits() -> None:
    faults = {page.name: found for page in PAGES if (found := found_in(sentences_of_page(page)))}
    assert faults == {}


def test_docstrings_and_comments_keep_the_habits() -> None:
    faults = {
        str(path.relative_to(ROOT)): found for path in MODULES if (found := found_in(prose_of_module(path)))
    }
    assert faults == {}


@pytest.mark.parametrize("line", ["He has a card.", "None where it is so", "a line a deal", "one may knock"])
def test_a_breach_is_found(line: str) -> None:
    assert found_in(iter([(1, line)]))
