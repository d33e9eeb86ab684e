"""What every error of the package has in common: a stable code and its parameters.

Texts for people live in the catalogues of :mod:`hollygin.locale`; the message of
an exception here is the code and its parameters, for programmers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong.

    ``code`` is stable and names the text in the catalogues, ``clause`` is the clause
    of the rules behind it (empty where it is not a matter of the rules), ``params``
    fill the text in. Cards in ``params`` are in their text form (``"Kc"``).
    """

    code: str
    clause: str = ""
    params: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        clause = f"{self.clause} " if self.clause else ""
        params = "".join(f" {key}={value}" for key, value in self.params.items())
        return f"{clause}{self.code}{params}"


class HollyginError(Exception):
    """Base of every error that the package raises on bad input; holds one fault or more."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__("; ".join(map(str, faults)))
        self.faults = faults

    @property
    def fault(self) -> Fault:
        """The first fault."""
        return self.faults[0]

    @property
    def code(self) -> str:
        """The code of the first fault."""
        return self.faults[0].code


class TextError(HollyginError):
    """A text is not a card, a list of cards, an action or a sheet."""


class IllegalAction(HollyginError):
    """An action breaks a rule of the game; nothing has changed."""
