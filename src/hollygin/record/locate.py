"""Finds the line of a value in a text that has been read: TOML or JSON, which share brackets and strings."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final

from hollygin.record.fields import Path

_DEEPEST: Final = 6
_TOKEN: Final = re.compile(
    r"""
    \"\"\"(?:[^\\]|\\.)*?\"{3,5} | '''.*?'{3,5}
    | "(?:[^"\\\n]|\\.)*" | '[^'\n]*'
    | \#[^\n]* | \n | [\[\]{},=:] | [^\s\[\]{},=:"'\#]+
    """,
    re.VERBOSE | re.DOTALL,
)


class _Walk:
    """Walks a valid text once and notes the line on which each value starts."""

    def __init__(self, text: str) -> None:
        self.signs = self._scan(text)
        self.line = 1
        self.lines: dict[Path, int] = {}
        self.sign = ""

    @staticmethod
    def _scan(text: str) -> Iterator[tuple[str, int]]:
        line = 1
        for found in _TOKEN.finditer(text):
            sign = found[0]
            if sign != "\n" and not sign.startswith("#"):
                yield sign, line
            line += sign.count("\n")

    def next(self) -> str:
        """The next sign; an empty text at the end."""
        self.sign, self.line = next(self.signs, ("", self.line))
        return self.sign

    def value(self, path: Path) -> None:
        """Walk the value that starts at the current token, to its last token."""
        self.lines.setdefault(path, self.line)
        if self.sign == "[":
            self._items(path)
        elif self.sign == "{":
            self._fields(path)

    def _items(self, path: Path) -> None:
        if len(path) >= _DEEPEST:
            self._skip()
            return
        i = 0
        while self.next() not in ("]", ""):
            if self.sign == ",":
                i += 1
            else:
                self.value((*path, i))

    def _fields(self, path: Path) -> None:
        if len(path) >= _DEEPEST:
            self._skip()
            return
        while self.next() not in ("}", ""):
            if self.sign == ",":
                continue
            key = (*path, *self.key())
            self.next()
            self.value(key)

    def _skip(self) -> None:
        depth = 1
        while depth and self.next():
            depth += (self.sign in "[{") - (self.sign in "]}")

    def key(self) -> Path:
        """The parts of a key up to the sign behind it; the current token is its first."""
        text = self.sign
        while self.next() not in ("=", ":", "]", ""):
            text += self.sign
        return tuple(_parts(text))

    def document(self) -> None:
        """Walk a whole TOML document."""
        table: Path = ()
        counts: dict[Path, int] = {}
        while self.next():
            if self.sign != "[":
                line, key = self.line, (*table, *self.key())
                self.lines.setdefault(key, line)
                self.next()
                self.value(key)
                continue
            line = self.line
            many = self.next() == "["
            if many:
                self.next()
            table = self._array_path(self.key(), counts)
            if many:
                self.next()
                counts[table] = counts.get(table, -1) + 1
                table = (*table, counts[table])
            self.lines.setdefault(table, line)

    @staticmethod
    def _array_path(key: Path, counts: dict[Path, int]) -> Path:
        """The path of a header; every table of an array on the way is its latest."""
        path: Path = ()
        for i, part in enumerate(key):
            path = (*path, part)
            if i + 1 < len(key) and path in counts:
                path = (*path, counts[path])
        return path


def _parts(key: str) -> Iterator[str]:
    for part in re.findall(r"\"(?:[^\"\\]|\\.)*\"|'[^']*'|[^.\s\"']+", key):
        if part[0] == '"':
            yield json.loads(part) if "\\U" not in part else part[1:-1]
        else:
            yield part.strip("'")


def line_of(text: str, path: Path, *, toml: bool) -> int | None:
    """The line, from 1, of the value at a path, or of the nearest value around it."""
    walk = _Walk(text)
    if toml:
        walk.document()
    else:
        walk.next()
        walk.value(())
    while path and path not in walk.lines:
        path = path[:-1]
    return walk.lines.get(path, 1 if not path else None)
