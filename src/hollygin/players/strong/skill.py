"""The skill of a level: how long it thinks, and what it can and cannot do."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think: ``rollouts`` if given, else ``seconds``."""

    seconds: float = 0.3
    rollouts: int | None = None


@dataclass(frozen=True, slots=True)
class Skill:
    """The skill of a level.

    - ``budget``: how long it thinks.
    - ``belief``: it reads the opponent's discards.
    - ``sheet``: points are worth what they bring to the match.
    - ``mixture``: it expects several kinds of opponent and has several plans of its own.
    - ``candidates``: the most discards that it considers.

    The rest are human failings:

    - ``memory``: it remembers only this many cards at the top of the pile.
    - ``pairs``: it values a card that keeps a pair this many times too highly.
    - ``error``: it misjudges each discard by this many points (a standard deviation).
    - ``haste``: it ends the deal at once with fewer points than this.
    """

    budget: Budget
    belief: bool = True
    sheet: bool = True
    mixture: bool = True
    candidates: int = 6
    memory: int = 52
    pairs: float = 1.0
    error: float = 0.0
    haste: int = 0
