"""Finds the lines of values in a valid text: TOML or JSON, which share brackets and strings."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from hollygin.record.fields import Path

_TOKEN: Final = re.compile(
    r"""
    \"{3}(?: [^"\\]++ | \\. | "(?!"") )*+ "{3,5}
    | '{3}(?: [^']++ | '(?!'') )*+ '{3,5}
    | "[^"\\\n]*+(?: \\. [^"\\\n]*+ )*+" | '[^'\n]*+'
    | \#[^\n]*+ | \n | [\[\]{},=:]
    | \d{4}-\d\d-\d\d[ ]\d\d:[\d:.]*+
    | [^\s\[\]{},=:"'\#][^\s\[\]{},="'\#]*+
    """,
    re.VERBOSE | re.DOTALL,
)


class _Walk:
    """Walks a valid text once and notes the line on which each wanted value starts."""

    def __init__(self, text: str, paths: Iterable[Path]) -> None:
        self.signs = self._scan(text)
        self.line = 1
        self.sign = ""
        self.wanted = {path[:end] for path in paths for end in range(len(path) + 1)}
        self.lines: dict[Path, int] = {}

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

    def note(self, path: Path, line: int) -> None:
        """Note the line of a wanted value, and of every table around it that has no line yet."""
        for end in range(len(path), 0, -1):
            if path[:end] in self.wanted:
                self.lines.setdefault(path[:end], line)

    def value(self, path: Path) -> None:
        """Walk the value that starts at the current sign, to its last sign."""
        if path not in self.wanted:
            self._skip()
        elif self.sign == "[":
            self._items(path)
        elif self.sign == "{":
            self._fields(path)

    def _items(self, path: Path) -> None:
        i = 0
        while self.next() not in ("]", ""):
            if self.sign == ",":
                i += 1
            else:
                self.note((*path, i), self.line)
                self.value((*path, i))

    def _fields(self, path: Path) -> None:
        while self.next() not in ("}", ""):
            if self.sign != ",":
                self.field(path)

    def field(self, path: Path) -> None:
        """Walk a key and its value in the table at a path; the current sign is the first of the key."""
        line, key = self.line, (*path, *self.key())
        self.note(key, line)
        self.next()
        self.value(key)

    def _skip(self) -> None:
        depth = int(self.sign in ("[", "{"))
        while depth and self.next():
            depth += (self.sign in ("[", "{")) - (self.sign in ("]", "}"))

    def key(self) -> Path:
        """The parts of a key, up to the sign after it; the current sign is its first."""
        signs = [self.sign]
        while self.next() not in ("=", ":", "]", ""):
            signs.append(self.sign)
        return tuple(_parts("".join(signs)))

    def document(self) -> None:
        """Walk a whole TOML document."""
        table: Path = ()
        counts: dict[Path, int] = {}
        while self.next():
            if self.sign != "[":
                self.field(table)
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
            self.note(table, line)

    @staticmethod
    def _array_path(key: Path, counts: dict[Path, int]) -> Path:
        """The path of a header; an array of tables on the way means its last table."""
        path: Path = ()
        for i, part in enumerate(key):
            path = (*path, part)
            if i + 1 < len(key) and path in counts:
                path = (*path, counts[path])
        return path


def _parts(key: str) -> Iterator[str]:
    for part in re.findall(r"\"(?:[^\"\\]|\\.)*+\"|'[^']*+'|[^.\s\"']++", key):
        if part[0] == '"':
            yield json.loads(part) if "\\U" not in part else part[1:-1]
        else:
            yield part.strip("'")


def lines_of(text: str, paths: Iterable[Path], *, toml: bool) -> Mapping[Path, int]:
    """The line, from 1, of the value at each path, or of the nearest value around it. Walks the text once."""
    asked = set(paths)
    walk = _Walk(text, asked)
    if toml:
        walk.document()
    else:
        walk.next()
        walk.value(())
    return {path: _nearest(walk.lines, path) for path in asked}


def _nearest(lines: Mapping[Path, int], path: Path) -> int:
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 1)
