"""Computer players by name: ``NAME`` or ``NAME:key=value,key=value``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from hollygin.errors import Fault, HollyginError
from hollygin.players.protocol import Player
from hollygin.players.random import RandomPlayer
from hollygin.players.simple import SimplePlayer


class PlayerNameError(HollyginError):
    """No player of that name, or a parameter that it does not take."""


PLAYERS: Final[Mapping[str, Callable[..., Player]]] = {
    "random": RandomPlayer,
    "simple": SimplePlayer,
}
"""How each player is made."""

PARAMETERS: Final[Mapping[str, Mapping[str, Callable[[str], Any]]]] = {
    "random": {"seed": int},
    "simple": {},
}
"""The parameters of each player, and how their text is read."""


def make_player(text: str) -> Player:
    """The player that a text names.

    Raises PlayerNameError (``unknown-player``, ``bad-parameter``).
    """
    name, _, rest = text.strip().partition(":")
    if name not in PLAYERS:
        raise PlayerNameError(
            Fault("unknown-player", params={"name": name[:40], "allowed": ", ".join(PLAYERS)})
        )
    takes = PARAMETERS[name]
    values: dict[str, Any] = {}
    for part in rest.split(",") if rest else ():
        key, _, value = (piece.strip() for piece in part.partition("="))
        fault = Fault(
            "bad-parameter",
            params={"name": name, "text": part[:40], "allowed": ", ".join(takes) or "–"},
        )
        if key not in takes or key in values:
            raise PlayerNameError(fault)
        try:
            values[key] = takes[key](value)
        except ValueError:
            raise PlayerNameError(fault) from None
    return PLAYERS[name](**values)
