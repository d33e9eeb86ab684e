"""The types of what stands on a command line: each reads a text, or says in our words what is wrong with it and where.

They are types of Click. One raises BadInput in place of Click's own errors, so that a bad value has a stable code, the
place of its option, argument or variable, and one line in the user's language. A type that depends on another
parameter (a new file on ``--force``) finds it in the context, because that one is eager.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

import click
from click.core import ParameterSource

from hollygin.actions import parse_melds
from hollygin.cards import Card, parse_card_list, parse_cards
from hollygin.cli.faults import reading, shown
from hollygin.cli.files import free_path
from hollygin.errors import BadInput, Fault, TextError
from hollygin.locale import Translator
from hollygin.melds import Melds
from hollygin.names import clean_name, name_fault, same_name

T = TypeVar("T")

_SHOWN: Final = 40
"""The characters of a bad value that a fault shows."""
_DECIMAL: Final = re.compile(r"\d{1,12}(?:\.\d{0,12})?|\.\d{1,12}", re.ASCII)


def place_of(param: click.Parameter | None, ctx: click.Context | None) -> str:
    """Where a value stands: ``--set``, ``CARDS``, or the variable of the environment that it comes from."""
    if param is None:
        return ""
    if ctx is not None and ctx.get_parameter_source(str(param.name)) is ParameterSource.ENVIRONMENT:
        return str(param.envvar)
    return param.opts[0] if isinstance(param, click.Option) else str(param.name).upper()


class Value(click.ParamType[T]):
    """A value that is read from a text; what has been read already passes."""

    name = "value"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> T:
        """The value of a text. Raises BadInput at the place of the parameter."""
        if not isinstance(value, str):
            return value  # type: ignore[no-any-return]  # a default
        with reading(place_of(param, ctx)):
            return self.read(value, ctx)

    @abstractmethod
    def read(self, text: str, ctx: click.Context | None) -> T:
        """The value of a text. Raises HollyginError with what is wrong with it."""


class Words(click.Argument):
    """An argument of one word and more, which its type reads as one text."""

    def __init__(self, name: str, kind: click.ParamType[Any], metavar: str) -> None:
        super().__init__([name], nargs=-1, required=True, type=kind, metavar=f"{metavar}…")

    def type_cast_value(self, ctx: click.Context, value: Any) -> Any:
        """The value of all words."""
        return self.type(" ".join(value), self, ctx) if value else ()


# Numbers, words and switches


class Whole(Value[int]):
    """A whole number in a range (``bad-number``)."""

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high

    def read(self, text: str, ctx: click.Context | None) -> int:  # noqa: ARG002
        """The number."""
        digits = text.isascii() and text.isdigit() and len(text) <= len(str(self.high))
        if not (digits and self.low <= int(text) <= self.high):
            allowed = f"{self.low}–{self.high}"
            raise TextError(Fault("bad-number", params={"text": text[:_SHOWN], "allowed": allowed}))
        return int(text)


class Seconds(Value[float]):
    """A number of seconds in a range (``bad-seconds``)."""

    def __init__(self, low: float, high: float) -> None:
        self.low, self.high = low, high

    def read(self, text: str, ctx: click.Context | None) -> float:  # noqa: ARG002
        """The seconds."""
        seconds = float(text) if _DECIMAL.fullmatch(text) else float("nan")
        if not self.low <= seconds <= self.high:
            allowed = f"{self.low:.10g}–{self.high:.10g}"
            raise TextError(Fault("bad-seconds", params={"text": text[:_SHOWN], "allowed": allowed}))
        return seconds


class Switch(click.types.BoolParamType):
    """On or off, where a variable of the environment sets a flag (``bad-switch``)."""

    WORDS: Final = {"1": True, "on": True, "true": True, "0": False, "off": False, "false": False}

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> bool:
        """Whether it is on."""
        if isinstance(value, bool):
            return value
        word = str(value).lower()
        if word not in self.WORDS:
            params = {"text": str(value)[:_SHOWN], "allowed": ", ".join(self.WORDS)}
            raise BadInput(Fault("bad-switch", params=params), at=place_of(param, ctx))
        return self.WORDS[word]


class OneOf(Value[T]):
    """One of some words, in upper or lower case, each of which stands for a value (``bad-choice``)."""

    def __init__(self, choices: Mapping[str, T]) -> None:
        self.choices = choices

    @property
    def metavar(self) -> str:
        """The words as the help shows them."""
        return "|".join(self.choices)

    def read(self, text: str, ctx: click.Context | None) -> T:  # noqa: ARG002
        """What a word stands for."""
        word = text.lower()
        if word not in self.choices:
            params = {"value": text[:_SHOWN], "allowed": ", ".join(self.choices)}
            raise TextError(Fault("bad-choice", params=params))
        return self.choices[word]


class Seed(Value[str]):
    """A seed: any text that can be printed (``bad-seed``)."""

    def read(self, text: str, ctx: click.Context | None) -> str:  # noqa: ARG002
        """The text."""
        if shown(text) != text:
            raise TextError(Fault("bad-seed", params={"text": text[:_SHOWN]}))
        return text


# Cards


class Hand(Value[int]):
    """The cards of a hand of one of some sizes (``bad-card``, ``card-twice``, ``hand-size``)."""

    def __init__(self, t: Translator, *sizes: int) -> None:
        self.french, self.sizes = t.language == "fr", sizes

    def read(self, text: str, ctx: click.Context | None) -> int:  # noqa: ARG002
        """The set of cards."""
        hand = parse_cards(text, french=self.french)
        if (count := hand.bit_count()) not in self.sizes:
            params = {"count": count, "allowed": ", ".join(map(str, self.sizes))}
            raise TextError(Fault("hand-size", params=params))
        return hand


class OneCard(Value[Card]):
    """One card (``bad-card``, ``card-twice``, ``one-card``)."""

    def __init__(self, t: Translator) -> None:
        self.french = t.language == "fr"

    def read(self, text: str, ctx: click.Context | None) -> Card:  # noqa: ARG002
        """The card."""
        cards = parse_card_list(text, french=self.french)
        if len(cards) != 1:
            raise TextError(Fault("one-card", params={"count": len(cards)}))
        return cards[0]


class MeldList(Value[Melds]):
    """Melds with ``/`` between them (``bad-card``, ``empty-meld``, ``not-a-meld``, …)."""

    def __init__(self, t: Translator) -> None:
        self.french = t.language == "fr"

    def read(self, text: str, ctx: click.Context | None) -> Melds:  # noqa: ARG002
        """The melds."""
        return parse_melds(text, french=self.french)


# People and files


class TwoNames(Value[tuple[str, str]]):
    """The names of two people, a comma between them (``two-names`` and the faults of a name)."""

    def read(self, text: str, ctx: click.Context | None) -> tuple[str, str]:  # noqa: ARG002
        """The names."""
        names = list(map(clean_name, text.split(",")))
        if len(names) != 2 or not all(names) or same_name(*names):
            raise TextError(Fault("two-names", params={"text": text[:80]}))
        for name in names:
            if (fault := name_fault(name)) is not None:
                raise TextError(fault)
        return names[0], names[1]


class NewFile(Value[Path]):
    """Where a file is to be written, in place of an older one only with ``--force``.

    ``endings`` are those that its name may have (``bad-ending``). Raises what :func:`free_path` does.
    """

    def __init__(self, endings: Sequence[str] = ()) -> None:
        self.endings = endings

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """The free path."""
        path = super().convert(value, param, ctx)
        force = None if ctx is None else ctx.params.get("force")  # None: the command has no --force
        return free_path(str(path), place_of(param, ctx), force=force)

    def read(self, text: str, ctx: click.Context | None) -> Path:  # noqa: ARG002
        """The path, if its ending is one of those allowed."""
        if self.endings and ending_of(text) not in self.endings:
            allowed = ", ".join(f".{ending}" for ending in self.endings)
            raise TextError(Fault("bad-ending", params={"file": text[-_SHOWN:], "allowed": allowed}))
        return Path(text)


def ending_of(file: Path | str) -> str:
    """The ending of a file's name without its dot, in lower case."""
    return str(file).rpartition(".")[2].lower()


def force_option(t: Translator) -> click.Option:
    """``--force``, which is read before the files that it is about."""
    return click.Option(["--force"], is_flag=True, is_eager=True, help=t("cli.option.force"))
