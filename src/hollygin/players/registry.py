"""Computer players by name: ``NAME`` or ``NAME:key=value,key=value``, or ``exec:COMMAND`` for a program."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from hollygin.engine import Policy
from hollygin.errors import Fault, PlayerNameError
from hollygin.players import levels
from hollygin.players.external import PREFIX, TIME_LIMIT, ExternalPlayer, can_start, split_command
from hollygin.players.policy_player import POLICIES, PolicyPlayer
from hollygin.players.protocol import Player
from hollygin.players.random import RandomPlayer
from hollygin.players.simple import SimplePlayer


def _policy_player(name: str) -> Callable[..., Player]:
    def make(**values: Any) -> Player:
        return PolicyPlayer(POLICIES[name].make(**values), name)

    return make


_POLICY_NAMES: Final = [name for name in POLICIES if name != "simple"]
"""Plain ``simple`` is a class of its own, and needs no kernel in bulk."""

PLAYERS: Final[Mapping[str, Callable[..., Player]]] = {
    "random": RandomPlayer,
    "simple": SimplePlayer,
    **{name: partial(levels.make_level, name) for name in levels.LEVELS},
    **{name: _policy_player(name) for name in _POLICY_NAMES},
}
"""How each player is made."""

Parameters = Mapping[str, Callable[[str], Any]]
"""The parameters of a player, and how their text is read."""

PARAMETERS: Final[Mapping[str, Parameters]] = {
    "random": {"seed": int},
    "simple": {},
    **dict.fromkeys(levels.LEVELS, levels.PARAMETERS),
    **{name: POLICIES[name].parameters for name in _POLICY_NAMES},
}
"""The parameters of each player."""


def make_player(
    text: str, *, seed: int | None = None, programs: bool = False, time_limit: float = TIME_LIMIT
) -> Player:
    """The player that a text names.

    ``seed`` is for a player that takes one, if the text gives none. Only with ``programs`` may a text name a program
    to run (``exec:COMMAND``). Never set it if the text comes from somebody else. ``time_limit`` is the seconds that a
    program has for an answer.

    Raises PlayerNameError (``unknown-player``, ``bad-parameter``, ``no-such-program``).
    """
    name, _, rest = text.strip().partition(":")
    if programs and name == PREFIX[:-1]:
        if not can_start(split_command(rest)):
            raise PlayerNameError(Fault("no-such-program", params={"command": rest[:80]}))
        return ExternalPlayer(rest.strip(), time_limit)
    name, values = read_player(text, {**PARAMETERS, f"{PREFIX}COMMAND": {}} if programs else PARAMETERS)
    if seed is not None and "seed" in PARAMETERS[name]:
        values.setdefault("seed", seed)
    return PLAYERS[name](**values)


def read_player(text: str, allowed: Mapping[str, Parameters] = PARAMETERS) -> tuple[str, dict[str, Any]]:
    """The name of a player and its parameters, each one of ``allowed``. This makes no player.

    Raises PlayerNameError (``unknown-player``, ``bad-parameter``).
    """
    name, _, rest = text.strip().partition(":")
    if name not in allowed:
        params = {"name": name[:40], "allowed": ", ".join(allowed)}
        raise PlayerNameError(Fault("unknown-player", params=params))
    return name, _values(name, rest, allowed[name])


def wants_kernel(text: str) -> bool:
    """Whether the player that a text names plays better with the compiled kernel, which then should be warm."""
    return text.strip().partition(":")[0] in levels.LEVELS


def make_policy(text: str) -> Policy:
    """The policy that a text names, for matches in bulk.

    Raises PlayerNameError (``not-a-policy``, ``bad-parameter``).
    """
    name, _, rest = text.strip().partition(":")
    if name not in POLICIES:
        params = {"name": name[:40], "allowed": ", ".join(POLICIES)}
        raise PlayerNameError(Fault("not-a-policy", params=params))
    kind = POLICIES[name]
    return kind.make(**_values(name, rest, kind.parameters))


def _values(name: str, rest: str, takes: Parameters) -> dict[str, Any]:
    """The parameters that a text gives after the name of a player. Raises PlayerNameError."""
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
    return values


def split_players(text: str) -> list[str]:
    """The players of a list separated by commas; a comma before ``key=value`` belongs to the player before it."""
    players: list[str] = []
    for part in text.split(","):
        if players and "=" in part and ":" not in part:
            players[-1] += f",{part}"
        else:
            players.append(part.strip())
    return players
