"""Records as text: TOML, its JSON twin, and JSON lines for many matches."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any, Final, NamedTuple, NoReturn

from hollygin.errors import RecordError, RecordFault, printable
from hollygin.record.decode import from_document
from hollygin.record.encode import to_document
from hollygin.record.fields import MOST_DEPTH, MOST_FAULTS
from hollygin.record.locate import lines_of
from hollygin.record.model import VERSIONS, Record
from hollygin.record.replay import positions
from hollygin.record.score import valid_entries

MOST_BYTES: Final = 16 * 2**20
"""The most bytes of a record that is read."""

_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_TOML_PLACE: Final = re.compile(r"line (\d+), column \d+\)$")
_LONG_KEY: Final = re.compile(
    r"""
    (?: ^ [ \t]*+ \[{0,2}+ | [{,] ) [ \t]*+
    (?: (?: [A-Za-z0-9_-]++ | "(?:[^"\\\n]|\\.)*+" | '[^'\n]*+' ) [ \t]*+ \. [ \t]*+ ){MOST}
    """.replace("MOST", str(2 * MOST_DEPTH)),
    re.VERBOSE | re.MULTILINE,
)
"""A key of more parts than any record needs: the time of ``tomllib`` grows with the square of their number."""
_LONG_NUMBER: Final = re.compile(r"\d[\d_]{4000,}")
"""A number too long for the interpreter's own limit on digits."""
_MOST_BEFORE: Final = 1000
"""The number of characters before a number in which its field is searched."""
_KEY: Final = re.compile(r"([\w-]+)\"?[ \t]*[=:]")
_LONG_LISTS: Final = ("actions", "comments", "tables")


class Format(StrEnum):
    """The format of a record; the value is the ending of the file name."""

    TOML = "toml"
    JSON = "json"
    LINES = "jsonl"


class Reading(NamedTuple):
    """What a lenient reader found: the valid prefix (None if even the head cannot be read), and every fault."""

    record: Record | None
    faults: tuple[RecordFault, ...]


def format_of(text: str, name: str | None = None) -> Format:
    """The format by the ending of a file's name, or else by its first line."""
    ending = (name or "").rpartition(".")[2].lower()
    if ending in (Format.TOML, Format.JSON, Format.LINES):
        return Format(ending)
    start = text.lstrip()
    if not start.startswith("{"):
        return Format.TOML
    return Format.LINES if start.partition("\n")[0].rstrip().endswith("}") else Format.JSON


# Reading


def read(source: str | bytes, *, name: str | None = None, format: Format | None = None) -> Record:  # noqa: A002
    """The one record of a text, strictly.

    ``name`` is that of the file, for its ending and for faults. Raises RecordError with the first fault
    of form or of play, in the order of the deals.
    """
    records = read_all(source, name=name, format=format)
    if len(records) != 1:
        raise RecordError(RecordFault("not-one-record", params={"count": len(records)}, file=name))
    return records[0]


def read_all(
    source: str | bytes,
    *,
    name: str | None = None,
    format: Format | None = None,  # noqa: A002
) -> list[Record]:
    """All records of a text (JSON lines have several), strictly. Raises as :func:`read` does."""
    records: list[Record] = []
    for reading in read_lenient(source, name=name, format=format):
        if reading.faults or reading.record is None:
            raise RecordError(reading.faults[0])
        records.append(reading.record)
    return records


def read_lenient(
    source: str | bytes,
    *,
    name: str | None = None,
    format: Format | None = None,  # noqa: A002
) -> Iterator[Reading]:
    """The valid prefix of each record of a text, with every fault. Never raises, never invents an action.

    Faults come in the order of the deals and their actions, those of the head first. After the first
    illegal action the rest of the play is read but not judged. After 1,000 faults the last
    says that there are more (``too-many-faults``).
    """
    if len(source) > MOST_BYTES:
        fault = RecordFault("too-large", params={"limit": MOST_BYTES // 2**20}, file=name)
        yield Reading(None, (fault,))
        return
    text = source.removeprefix("\ufeff") if isinstance(source, str) else _decoded(source)
    if isinstance(text, RecordFault):
        yield Reading(None, (replace(text, file=name),))
        return
    kind = format or format_of(text, name)
    if kind is not Format.LINES:
        yield _reading(text, kind, name, 0)
        return
    for number, line in enumerate(text.split("\n")):
        if line.strip():
            yield _reading(line, Format.JSON, name, number)


def _decoded(source: bytes) -> str | RecordFault:
    try:
        return source.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return RecordFault("not-utf8", line=source.count(b"\n", 0, error.start) + 1)


def _reading(text: str, kind: Format, name: str | None, above: int) -> Reading:
    """One record; ``above`` is the number of lines in the file above its text."""
    document = _document(text, kind)
    if isinstance(document, RecordFault):
        line = document.line
        return Reading(None, (replace(document, file=name, line=None if line is None else line + above),))
    record, faults = from_document(document)
    if record is not None:
        record, fault = _valid_prefix(record)
        if fault is not None:
            faults.insert(0, fault)
    if not faults:
        return Reading(record, ())
    faults.sort(key=_place)
    lines = lines_of(text, (fault.path for fault in faults), toml=kind is Format.TOML)
    found = [replace(fault, file=name, line=lines[fault.path] + above) for fault in faults]
    if faults.more:
        found.append(RecordFault("too-many-faults", params={"limit": MOST_FAULTS}, file=name))
    return Reading(record, tuple(found))


def _place(fault: RecordFault) -> tuple[int, int]:
    """The sort key of a fault in the order of play; the cards of a deal come before its actions."""
    if fault.deal is None:
        return (1 << 30 if fault.path[:1] == ("resigned",) else 0), 0
    return fault.deal, fault.action or 0


def _document(text: str, kind: Format) -> Mapping[str, Any] | RecordFault:
    try:
        if kind is Format.TOML:
            deep = _LONG_KEY.search(text)
            if deep is not None:
                return RecordFault("too-deep", line=text.count("\n", 0, deep.end()) + 1)
            return tomllib.loads(text)
        document = json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
    except RecursionError:
        return RecordFault("too-deep")
    except json.JSONDecodeError as error:
        return RecordFault("bad-syntax", params={"text": error.msg}, line=error.lineno)
    except tomllib.TOMLDecodeError as error:
        place = _TOML_PLACE.search(str(error))
        line = int(place[1]) if place else text.count("\n") + 1
        return RecordFault("bad-syntax", params={"text": printable(str(error))}, line=line)
    except ValueError as error:
        return _long_number(text) or RecordFault("bad-syntax", params={"text": str(error)})
    return (
        document
        if isinstance(document, dict)
        else RecordFault("not-a-record", params={"version": VERSIONS[0]})
    )


def _long_number(text: str) -> RecordFault | None:
    """The fault of a number with too many digits to be read; None if there is none."""
    found = _LONG_NUMBER.search(text)
    if found is None:
        return None
    before = text[: found.start()]
    keys = _KEY.findall(before[-_MOST_BEFORE:])
    params = {"option": keys[-1] if keys else "–", "value": f"{found[0][:12]}…", "allowed": f"0–{2**63 - 1}"}
    return RecordFault("out-of-range", params=params, line=before.count("\n") + 1)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) != len(pairs):
        raise ValueError("a name stands twice in one object")
    return table


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number of JSON")


def _valid_prefix(record: Record) -> tuple[Record, RecordFault | None]:
    """A record up to the first action or deal that the rules refuse, and its fault."""
    if record.sheet_only:
        return valid_entries(record)
    at = (0, 0)
    try:
        for position in positions(record):
            at = (position.deal, position.action)
    except RecordError as error:
        fault = error.faults[0]
        if fault.deal is None:
            return replace(record, resigned=None), fault
        deals = record.deals[: at[0]]
        if at[0] == fault.deal and deals:
            last = deals[-1]
            kept = tuple(comment for comment in last.comments if comment.at <= at[1])
            cut = replace(last, actions=last.actions[: at[1]], times=last.times[: at[1]], comments=kept)
            deals = (*deals[:-1], cut)
        return replace(record, deals=deals, resigned=None), fault
    return record, None


# Writing


def write(record: Record, format: Format = Format.TOML) -> str:  # noqa: A002
    """The canonical text of a record: equal records give equal texts.

    Raises RecordError with every fault of a value that a reader would refuse.
    """
    document = to_document(record)
    _, faults = from_document(document)
    if faults:
        raise RecordError(*faults)
    if format is Format.TOML:
        return _toml(document)
    if format is Format.JSON:
        return json.dumps(document, ensure_ascii=False, indent=2) + "\n"
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n"


def write_lines(records: Iterable[Record]) -> str:
    """Many records as JSON lines."""
    return "".join(write(record, Format.LINES) for record in records)


def _toml(document: dict[str, Any]) -> str:
    rules, deals = document.pop("rules"), document.pop("deals")
    lines = [*_pairs(document), "", "[rules]", *_pairs(rules)]
    for deal in deals:
        lines += ["", "[[deals]]", *_pairs(deal)]
    return "\n".join(lines) + "\n"


def _pairs(table: Mapping[str, Any]) -> Iterator[str]:
    for name, value in table.items():
        if name in _LONG_LISTS and value:
            yield f"{_key(name)} = ["
            yield from (f"    {_value(item)}," for item in value)
            yield "]"
        else:
            yield f"{_key(name)} = {_value(value)}"


def _value(value: object) -> str:
    match value:
        case list():
            return "[" + ", ".join(map(_value, value)) + "]"
        case dict():
            inner = ", ".join(f"{_key(name)} = {_value(item)}" for name, item in value.items())
            return "{ " + inner + " }" if inner else "{}"
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return json.dumps(value)


def _key(name: str) -> str:
    return name if _BARE_KEY.fullmatch(name) else _value(name)
