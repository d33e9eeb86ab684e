"""Whatever a text is, reading it gives readings with known codes, and strictly a RecordError or a record."""

import re
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hollygin.record import (
    Format,
    Reading,
    RecordError,
    read,
    read_all,
    read_lenient,
    score_of,
    verify_record,
    write,
)
from tests.record.make import TESTS

SPECIFICATION = TESTS.parent / "docs" / "record.md"
MOST_TEXT = 6_000
"""Larger files of the corpus are left to the other tests."""
TOKENS = (
    "0",
    "1",
    "-1",
    "true",
    "nan",
    "1e999",
    '"',
    "'",
    "[",
    "]",
    "{",
    "}",
    "=",
    ",",
    "#",
    "\n",
    ".",
    ":",
    "??",
    "Kc",
    "draw",
    "show",
    "[[deals]]",
    "\\",
    "\x00",
    "\ufeff",
    '"""',
    "1979-05-27 07:32:00",
    "order",
    "hands",
)


@cache
def known_codes() -> frozenset[str]:
    """The codes of the table in the specification."""
    lines = re.findall(r"^\| (`[a-z0-9-]+`(?:, `[a-z0-9-]+`)*) \| ", SPECIFICATION.read_text(), re.MULTILINE)
    return frozenset(code for line in lines for code in line.replace("`", "").split(", "))


@cache
def corpus() -> tuple[Path, ...]:
    every = sorted((TESTS / "records").glob("*/*.*"))
    return tuple(path for path in every if path.stat().st_size < MOST_TEXT)


def checked(source: str | bytes, format_: Format | None = None) -> list[Reading]:
    """Read in both ways, and hold them against each other."""
    readings = list(read_lenient(source, format=format_, name="a.file"))
    faults = [fault for found in readings for fault in found.faults]
    assert {fault.code for fault in faults} <= known_codes()
    lines = (source if isinstance(source, bytes) else source.encode(errors="replace")).count(b"\n") + 1
    for fault in faults:
        assert fault.at.isprintable() and str(fault).isprintable()
        assert fault.line is None or 1 <= fault.line <= lines
    if faults:
        with pytest.raises(RecordError) as error:
            read_all(source, format=format_, name="a.file")
        assert error.value.faults == (faults[0],)
    else:
        assert read_all(source, format=format_, name="a.file") == [found.record for found in readings]
    for found in readings:
        if found.record is not None:
            score_of(found.record)
            verify_record(found.record)
            assert read(write(found.record)) == found.record
    return readings


def mutated(data: bytes, random: Random) -> bytes:
    """A text with a few bytes, lines or tokens changed."""
    for _ in range(random.randint(1, 4)):
        at = random.randrange(len(data) + 1)
        lines = data.splitlines(keepends=True) or [b""]
        i, j = random.randrange(len(lines)), random.randrange(len(lines))
        match random.randrange(8):
            case 0:
                data = data[:at] + bytes([random.randrange(256)]) + data[at + 1 :]
            case 1:
                data = data[:at]
            case 2:
                data = b"".join([*lines[:i], *lines[i + 1 :]])
            case 3:
                data = b"".join([*lines[:i], lines[j], *lines[i:]])
            case 4:
                lines[i], lines[j] = lines[j], lines[i]
                data = b"".join(lines)
            case 5:
                data = data[:at] + random.choice(TOKENS).encode() + data[at:]
            case 6:
                words = [found.span() for found in re.finditer(rb"[\w?.-]+", data)] or [(0, 0)]
                start, end = random.choice(words)
                data = data[:start] + random.choice(TOKENS).encode() + data[end:]
            case _:
                data = data[:at] + data[at + random.randrange(1, 40) :]
    return data


@settings(max_examples=200, deadline=None)
@given(st.randoms(use_true_random=False))
def test_mutated_records(random: Random) -> None:
    path = random.choice(corpus())
    checked(mutated(path.read_bytes(), random), Format(path.suffix[1:]) if random.random() < 0.8 else None)


@settings(max_examples=80, deadline=None)
@given(st.binary(max_size=200) | st.text(max_size=200), st.sampled_from((None, *Format)))
def test_any_text(source: str | bytes, format_: Format | None) -> None:
    checked(source, format_)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.sampled_from((*TOKENS, "hollygin = 1\n", "[rules]\n", "actions = [", "a", " ")), max_size=30)
)
def test_any_row_of_signs(signs: list[str]) -> None:
    checked("".join(signs), Format.TOML)


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_any_value_in_any_field(data: st.DataObject) -> None:
    """A whole record in JSON, one value of which is another."""
    text = (TESTS / "records" / "valid" / "every-field.json").read_text()
    spots = list(re.finditer(r'(?:"(?:[^"\\]|\\.)*"|[\d.]+|\[\])(?=[,\n])', text))
    spot = data.draw(st.sampled_from(spots))
    value = data.draw(
        st.sampled_from(
            (
                "null",
                "true",
                "-1",
                "2",
                "1e400",
                "9" * 30,
                "9" * 5000,
                '""',
                "[]",
                "{}",
                '"\\ud800"',
                "[[1]]",
                '{"a":1}',
                "1.5",
                '"Kc"',
                '"x"',
                "[" * 900 + "]" * 900,
            )
        )
    )
    checked(text[: spot.start()] + value + text[spot.end() :], Format.JSON)
