"""Reads the values of a document one by one, and collects every fault with its path."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, time
from typing import Final, TypeVar

from hollygin.errors import Fault, RecordFault, TextError, brief, printable
from hollygin.names import MOST_NAME, name_fault

Path = tuple[str | int, ...]
T = TypeVar("T")

MOST_TEXT: Final = 10_000
MOST_DEPTH: Final = 20
MOST_FAULTS: Final = 1000
_GREATEST: Final = 2**63 - 1
_HEX: Final = re.compile(r"(?:[0-9a-f]{2})*")
_DATE: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:\d\d)", re.ASCII)


class Faults(list[RecordFault]):
    """The first ``MOST_FAULTS`` faults of a document, in its order; ``more`` says that there are others."""

    more = False

    def append(self, fault: RecordFault) -> None:
        """Add a fault, unless there are too many already."""
        if len(self) < MOST_FAULTS:
            super().append(fault)
        else:
            self.more = True


class Fields:
    """One table of a document. Its fields are taken by name; every field that is left over is a fault."""

    def __init__(self, table: Mapping[str, object], path: Path, faults: Faults) -> None:
        self.table = table
        self.path = path
        self.faults = faults
        self.taken: set[str] = set()

    def fault(self, code: str, name: str | int | None = None, /, **params: object) -> None:
        """Note a fault of a field, or of the table."""
        path = self.path if name is None else (*self.path, name)
        if isinstance(name, str):
            params = {"field": name, **params}
        self.faults.append(RecordFault(code, params=_printable(params), path=path))

    def take(
        self, name: str, kind: Callable[[object], T], allowed: str, *, required: bool = False
    ) -> T | None:
        """The value of a field as ``kind`` reads it; None if it is missing.

        ``kind`` raises ValueError for a value that is not ``allowed``, OverflowError for a number that is too large, and TextError if
        the fault says more than that.
        """
        self.taken.add(name)
        if name not in self.table:
            if required:
                self.fault("missing-field", name, allowed=allowed)
            return None
        try:
            return kind(self.table[name])
        except OverflowError as error:
            self.fault("out-of-range", name, option=name, value=str(error), allowed=allowed)
        except TextError as error:
            self.faults.append(located(error.fault, (*self.path, name)))
        except (ValueError, TypeError):
            self.fault("bad-field", name, allowed=allowed)
        return None

    def extra(self) -> dict[str, object]:
        """The user fields. Every other field that has not been taken is a fault."""
        return self._rest(user=True)

    def close(self) -> None:
        """Every field that has not been taken is a fault, since this table has no user fields."""
        self._rest(user=False)

    def _rest(self, *, user: bool) -> dict[str, object]:
        found: dict[str, object] = {}
        for name, value in self.table.items():
            if name in self.taken:
                continue
            if not user or not name.startswith("_") or not is_text(name):
                self.fault("unknown-field", name)
            else:
                try:
                    found[name] = plain(value)
                except ValueError:
                    self.fault("bad-field", name, allowed="plain")
        return found


def is_text(value: object) -> bool:
    """Whether a value is text that every writer can encode."""
    if not isinstance(value, str):
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def plain(value: object, depth: int = 0) -> object:
    """A value that survives both TOML and JSON unchanged; a date of TOML becomes its text. Raises ValueError for others."""
    match value:
        case bool():
            return value
        case int() if abs(value) <= _GREATEST:
            return value
        case float() if math.isfinite(value):
            return value
        case str() if is_text(value):
            return value
        case date() | time():  # a datetime is a date
            return value.isoformat()
        case list() if depth < MOST_DEPTH:
            return [plain(item, depth + 1) for item in value]
        case dict() if depth < MOST_DEPTH and all(map(is_text, value)):
            return {key: plain(item, depth + 1) for key, item in value.items()}
    raise ValueError


def a_text(value: object) -> str:
    """A text of at most ``MOST_TEXT`` characters."""
    if not isinstance(value, str) or not is_text(value) or len(value) > MOST_TEXT:
        raise ValueError
    return value


def a_name(value: object) -> str:
    """A player's name, of one to ``MOST_NAME`` characters."""
    return _name(value, MOST_NAME)


def a_team_name(value: object) -> str:
    """A team's name: as a player's, with room for the names of two."""
    return _name(value, 2 * MOST_NAME + len(" & "))


def _name(value: object, most: int) -> str:
    text = a_text(value)
    fault = name_fault(text, most)
    if fault is not None and fault.code == "sign-in-name":
        raise TextError(fault)
    if fault is not None or text != text.strip():
        raise ValueError
    return text


def a_count(value: object) -> int:
    """A whole number from 0."""
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError
    return _fitting(value)


def a_scalar(value: object) -> str | int:
    """A text, a whole number, true or false."""
    return _fitting(value) if isinstance(value, int) else a_text(value)


def _fitting(value: int) -> int:
    if abs(value) > _GREATEST:
        raise OverflowError(brief(value))
    return value


def a_seat(value: object) -> int:
    """0 or 1."""
    if a_count(value) > 1:
        raise ValueError
    return a_count(value)


def a_switch(value: object) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise TypeError
    return value


def a_date(value: object) -> str:
    """A date with time and time zone, as in RFC 3339; TOML's own form is allowed, too."""
    text = a_text(value.isoformat() if isinstance(value, datetime) else value)
    if not _DATE.fullmatch(text):
        raise ValueError
    datetime.fromisoformat(text)
    return text


def a_list(value: object) -> Sequence[object]:
    """A list."""
    if not isinstance(value, list):
        raise TypeError
    return value


def a_table(value: object) -> Mapping[str, object]:
    """A table."""
    if not isinstance(value, dict):
        raise TypeError
    return value


def a_pair(kind: Callable[[object], T]) -> Callable[[object], tuple[T, T]]:
    """Two values of one kind."""

    def read(value: object) -> tuple[T, T]:
        one, two = a_list(value)
        return kind(one), kind(two)

    return read


def every(kind: Callable[[object], T]) -> Callable[[object], tuple[T, ...]]:
    """A list of values of one kind."""
    return lambda value: tuple(kind(item) for item in a_list(value))


def one_of(*choices: T) -> Callable[[object], T]:
    """One of some texts."""

    def read(value: object) -> T:
        for choice in choices:
            if choice == value:
                return choice
        raise ValueError

    return read


def some_bytes(length: int | None = None) -> Callable[[object], bytes]:
    """Bytes in lower-case hexadecimal: ``length`` of them, or by default at most 64."""

    def read(value: object) -> bytes:
        text = a_text(value)
        if not _HEX.fullmatch(text) or len(text) > 128 or (length and len(text) != 2 * length):
            raise ValueError
        return bytes.fromhex(text)

    return read


def a_time(value: object) -> float:
    """Seconds, a finite number from 0."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise TypeError
    if not 0 <= value <= _GREATEST or not math.isfinite(value):
        raise ValueError
    return value


def located(fault: Fault, path: Path) -> RecordFault:
    """A fault of the game at a place of a record."""
    return RecordFault(fault.code, fault.clause, _printable(fault.params), path)


def _printable(params: Mapping[str, object]) -> dict[str, object]:
    return {name: printable(value) if isinstance(value, str) else value for name, value in params.items()}
