"""The table of house options: the one home of names, values and defaults.

A field of :class:`Options` is an option. Its annotation says which values it accepts, its value is the default.
Everything else reads :data:`OPTIONS`, which is made from these fields: checks, the command line, the form in the browser,
records, the lines of the engine, and tests.

>>> OPTIONS["columns"].allowed, OPTIONS["tie"].allowed, OPTIONS["straight"].allowed
('0–9', 'undercut, nobody, knocker', 'on, off')
>>> OPTIONS["tie"].read("nobody"), OPTIONS["straight"].read("on"), OPTIONS["target"].read("250")
('nobody', True, 250)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, TypeAlias, get_args, get_origin, get_type_hints

Value: TypeAlias = int | str
"""What an option can be: a whole number, True or False, or one of its words."""

MOST_NUMBER: Final = 999_999_999
"""The greatest number of an option that states no limit."""


@dataclass(frozen=True, slots=True)
class Range:
    """The values of an option that is a number. ``offered`` are the usual ones."""

    low: int
    high: int | None = None
    offered: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Since:
    """The first version of the record format that holds the option, or only those ``words`` of it; without it, version 1."""

    version: int
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Options:
    """Every option of the house, in the order in which they are shown.

    Points are whole numbers. ``columns`` is 0 without a sheet: then the winner of the deal
    wins the match (R11.2), and ``target`` is 0. The default of an option that came later is how everyone played before it.
    """

    columns: Annotated[int, Range(0, 9)] = 3
    target: Annotated[int, Range(0, offered=(100, 125, 150, 200, 250))] = 100
    gin_bonus: Annotated[int, Range(0)] = 25
    undercut_bonus: Annotated[int, Range(0)] = 25
    big_gin_bonus: Annotated[int, Range(0)] = 0
    knock_limit: Annotated[int, Range(0, 10)] = 10
    oklahoma: bool = False
    oklahoma_ace: Literal["one", "gin"] = "one"
    spades_double: bool = True
    straight: bool = False
    tie: Literal["undercut", "nobody", "knocker"] = "undercut"
    last_discard: Literal["none", "end"] = "none"
    stock_end: Literal["void", "reshuffle"] = "void"
    next_dealer: Literal["alternate", "winner", "loser"] = "alternate"
    dealer_after_void: Literal["same", "alternate"] = "alternate"
    late_entry: Literal["lost", "carry"] = "lost"
    game_bonus: Annotated[int, Range(0)] = 0
    shutout: Annotated[
        Literal["none", "flat", "double_points", "double_total", "double_instead"],
        Since(3, ("double_instead",)),
    ] = "none"
    shutout_bonus: Annotated[int, Range(0)] = 0
    box_bonus: Annotated[int, Range(0, 100)] = 0
    gin_boxes: Annotated[int, Range(0, 9), Since(3)] = 1
    undercut_boxes: Annotated[int, Range(0, 9), Since(3)] = 1
    match_winner: Literal["majority", "total", "deal"] = "majority"
    clinch_stop: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """One house option: its name, its default, and what it accepts.

    A number has a ``span``, a word has ``choices``; an option without either is on or off. ``since`` is the first version
    of the record format that holds it; ``later`` are the words that came in a later one. ``place`` is its place in the table, from 0.
    """

    name: str
    default: Value
    span: Range | None
    choices: tuple[str, ...]
    since: int
    later: Mapping[str, int]
    place: int

    @property
    def allowed(self) -> str:
        """What it accepts, as text: ``0–10``, ``one, gin`` or ``on, off``."""
        if self.span is not None:
            high = MOST_NUMBER if self.span.high is None else self.span.high
            return f"{self.span.low}–{high}"
        return ", ".join(self.choices or ("on", "off"))

    def read(self, text: str) -> Value:
        """The value that a text means; a text that means none stays as it is, for :meth:`wrong` to refuse."""
        if self.span is not None:
            if not (text.isascii() and text.isdigit()):
                return text
            return int(text) if len(text) <= len(str(MOST_NUMBER)) else MOST_NUMBER + 1
        return (
            text if self.choices else {"on": True, "off": False, "true": True, "false": False}.get(text, text)
        )

    def wrong(self, value: object) -> Literal["bad-value", "out-of-range"] | None:
        """The code of what is wrong with a value; None if it is accepted."""
        if self.span is not None:
            if not isinstance(value, int) or isinstance(value, bool):
                return "bad-value"
            high = MOST_NUMBER if self.span.high is None else self.span.high
            return None if self.span.low <= value <= high else "out-of-range"
        right = isinstance(value, str) and value in self.choices if self.choices else isinstance(value, bool)
        return None if right else "bad-value"

    def version(self, value: Value) -> int:
        """The first version of the record format that can hold a value. One that lacks the option holds its default."""
        return 1 if value == self.default else self.later.get(str(value), self.since)

    def number(self, value: object) -> int:
        """A value as the engine reads it: a number itself, the place of a word among the choices, 1 for on."""
        if self.choices:
            return self.choices.index(str(value))
        assert isinstance(value, int)
        return int(value)


def _option(name: str, default: Value, hint: Any, place: int) -> Option:
    kind, *notes = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    span = next((note for note in notes if isinstance(note, Range)), None)
    came = [note for note in notes if isinstance(note, Since)]
    since = next((note.version for note in came if not note.words), 1)
    later = {word: note.version for note in came for word in note.words}
    choices = get_args(kind) if get_origin(kind) is Literal else ()
    return Option(name, default, span, choices, since, later, place)


def _table() -> dict[str, Option]:
    usual = Options()
    return {
        name: _option(name, getattr(usual, name), hint, place)
        for place, (name, hint) in enumerate(get_type_hints(Options, include_extras=True).items())
    }


OPTIONS: Final[Mapping[str, Option]] = _table()
"""All options by name, in the order in which they are shown."""


def place(name: str) -> int:
    """The place of an option in the table, which is its place in the engine's line of rules."""
    return OPTIONS[name].place


def choice(name: str, value: str) -> int:
    """The number of a word of an option, as the engine reads it."""
    return OPTIONS[name].number(value)
