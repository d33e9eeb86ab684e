"""All errors of the package: what they share, and one kind per room.

A :class:`Fault` is one thing that is wrong, with a stable code. An error holds at least one fault. Its class
says which room refuses.

Texts for people live in the catalogues of :mod:`hollygin.locale`. As text, a fault or an error is its English sentence
with clause and code behind it: ``“oklahom” is … [O unknown-option]``. The catalogue is loaded when it is first asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Final

_MOST_QUOTED: Final = 200
_MOST_BITS: Final = 130
_DIGITS_A_BIT: Final = 0.30103


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong.

    ``code`` is stable and names the text in the catalogues. ``clause`` is the clause
    of the rules behind it, or empty. ``params`` fill in the places of the text.
    Cards in ``params`` are in their text form (``"Kc"``).
    """

    code: str
    clause: str = ""
    params: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        clause = f"{self.clause} " if self.clause else ""
        return f"{import_module('hollygin.locale').english(self)} [{clause}{self.code}]"


class HollyginError(Exception):
    """Base of every error that the package raises on bad input. It holds at least one fault."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__(*faults)
        self.faults = faults

    def __str__(self) -> str:
        return "; ".join(map(str, self.faults))

    @property
    def fault(self) -> Fault:
        """The first fault."""
        return self.faults[0]

    @property
    def code(self) -> str:
        """The code of the first fault."""
        return self.faults[0].code


# The game


class TextError(HollyginError):
    """A text is not a card, a list of cards, an action or a sheet."""


class IllegalAction(HollyginError):
    """An action breaks a rule of the game; nothing has changed."""


def brief(value: object, most: int = 40) -> str:
    """The beginning of a value as text, for a fault; a whole number that is too long for a text by its size."""
    if isinstance(value, int) and value.bit_length() > _MOST_BITS:
        return f"{'-' if value < 0 else ''}10^{int(value.bit_length() * _DIGITS_A_BIT)}…"
    return str(value)[:most]


class RulesError(HollyginError):
    """House options that have bad values or contradict each other; lists every fault."""


class DealError(HollyginError):
    """An order of cards, or hands, from which no deal can start."""


class SheetError(HollyginError):
    """A win that the sheet cannot take."""


class ScoreError(HollyginError):
    """An impossible report of a deal, or a deal that is not on the score."""


class ShuffleError(HollyginError):
    """A secret or nonce of the wrong size, or a shuffle that breaks its commitment or does not give the cards."""


# Records


def printable(text: str) -> str:
    """The beginning of a text of unknown origin, on one line and without control characters."""
    return "".join(char if char.isprintable() else "�" for char in text[:_MOST_QUOTED])


@dataclass(frozen=True, slots=True)
class RecordFault(Fault):
    """A fault of a record and its place. Numbers count from 1; a number that does not apply is None.

    ``path`` is the place in the document: keys, and positions from 0.
    """

    path: tuple[str | int, ...] = ()
    file: str | None = None
    line: int | None = None

    @property
    def deal(self) -> int | None:
        """The number of its deal."""
        return int(self.path[1]) + 1 if len(self.path) > 1 and self.path[0] == "deals" else None

    @property
    def action(self) -> int | None:
        """The number of the action in its deal."""
        here = self.path[2:4]
        return int(here[1]) + 1 if len(here) == 2 and here[0] == "actions" else None

    @property
    def at(self) -> str:
        """The place in one text: ``match.toml:31 deal 2 action 5``."""
        where = self.file or ""
        if self.line is not None:
            where += f":{self.line}" if where else f"line {self.line}"
        if self.deal is not None:
            where += f" deal {self.deal}"
        if self.action is not None:
            where += f" action {self.action}"
        elif self.path and self.deal is None:
            where += f" {printable(str(self.path[0]))}"
        return where.strip()

    def __str__(self) -> str:
        return f"{self.at}: {Fault.__str__(self)}" if self.at else Fault.__str__(self)


class RecordError(HollyginError):
    """A record that cannot be read, replayed or written; every fault is a :class:`RecordFault`."""

    faults: tuple[RecordFault, ...]

    def __init__(self, *faults: RecordFault) -> None:
        super().__init__(*faults)


# Players and the laboratory


class PlayerNameError(HollyginError):
    """No player has that name, or it does not take that parameter."""


class PlayerFault(HollyginError):
    """A player has answered with something other than a legal action."""

    def __init__(self, seat: int, name: str, fault: Fault) -> None:
        super().__init__(fault)
        self.seat = seat
        self.name = name


class EngineError(HollyginError):
    """An engine that does not exist, cannot be reached, or loses every worker."""


# Server and client


class Refused(HollyginError):
    """The server refuses a request or a message; nothing has changed."""


class NotFound(Refused):
    """The server has no table or score sheet of that name (any more)."""


def refuse(code: str, clause: str = "", **params: object) -> Refused:
    """The error of a refusal."""
    return Refused(Fault(code, clause, params))


class CannotServe(HollyginError):
    """The server cannot start."""


class ClientError(HollyginError):
    """A server cannot be reached or gives a bad answer, or a link leads nowhere."""


class ServerRefusal(ClientError):
    """The server has refused, for the reasons that ``faults`` name; nothing has changed."""


# The command line


class BadInput(HollyginError):
    """Faults with their place on the command line.

    ``at`` is an option (``--set``), an argument (``CARDS``), or None for the whole line. ``line`` is a
    line of the file that ``at`` names, from 1.
    """

    def __init__(self, *faults: Fault, at: str | None = None, line: int | None = None) -> None:
        super().__init__(*faults)
        self.at = at
        self.line = line
