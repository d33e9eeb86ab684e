"""The levels of computer players, and what their parameters change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from hollygin.players.strong import Budget, Skill, StrongPlayer

LEVELS: Final[Mapping[str, Skill]] = {
    "strong": Skill(Budget()),
    "medium": Skill(Budget(rollouts=1000), sheet=False, memory=10, pairs=1.3, error=1.6, haste=3),
    "easy": Skill(
        Budget(rollouts=24),
        belief=False,
        sheet=False,
        mixture=False,
        memory=3,
        pairs=1.6,
        error=1.6,
        haste=11,
    ),
}
"""The skill of each level."""

MOST_SECONDS: Final = 60.0
MOST_ROLLOUTS: Final = 10_000_000


def make_level(
    name: str,
    *,
    time: float | None = None,
    rollouts: int | None = None,
    seed: int | None = None,
    belief: bool | None = None,
    sheet: bool | None = None,
    mixture: bool | None = None,
) -> StrongPlayer:
    """A player of a level, with some of its skill changed.

    ``time`` is in seconds per decision. ``rollouts``, a number per decision, takes precedence. Raises KeyError for
    an unknown level.
    """
    skill = LEVELS[name]
    if time is not None or rollouts is not None:
        skill = replace(skill, budget=Budget(skill.budget.seconds if time is None else time, rollouts))
    skill = replace(
        skill,
        belief=skill.belief if belief is None else belief,
        sheet=skill.sheet if sheet is None else sheet,
        mixture=skill.mixture if mixture is None else mixture,
    )
    return StrongPlayer(name, skill, seed)


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0 < seconds <= MOST_SECONDS:
        raise ValueError(text)
    return seconds


def _rollouts(text: str) -> int:
    number = int(text)
    if not 0 < number <= MOST_ROLLOUTS:
        raise ValueError(text)
    return number


def _switch(text: str) -> bool:
    if text not in ("on", "off"):
        raise ValueError(text)
    return text == "on"


PARAMETERS: Final[Mapping[str, Callable[[str], Any]]] = {
    "time": _seconds,
    "rollouts": _rollouts,
    "seed": int,
    "belief": _switch,
    "sheet": _switch,
    "mixture": _switch,
}
"""The parameters of every level, and how their text is read."""
