"""What a level is made of: how long it thinks, and what it can and cannot do."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think: ``rollouts`` if that is given, else ``seconds``."""

    seconds: float = 0.3
    rollouts: int | None = None


@dataclass(frozen=True, slots=True)
class Skill:
    """What a level is made of.

    - ``budget``: how long it thinks.
    - ``belief``: it reads the opponent's discards.
    - ``sheet``: points are worth what they bring to the match.
    - ``mixture``: it reckons with several kinds of opponent and several plans of its own.
    - ``candidates``: the most discards that it considers.

    The rest are human failings:

    - ``memory``: it remembers only the last so many cards of the pile.
    - ``pairs``: it thinks a card that keeps a pair so many times as good as it is.
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
