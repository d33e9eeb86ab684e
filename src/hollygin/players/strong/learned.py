"""The learned weights of the strong player, as ``hollygin.players.strong.tuning`` wrote them."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Final, NamedTuple

from hollygin.engine import FLOOR, SIMPLE, Policy

SCALE: Final = 64
"""Weights of discards are in units of 1 / 64 point."""


class Learned(NamedTuple):
    """The learned weights, and the hash of what they were made from.

    ``patient`` are the weights of discards against players who wait, ``quick`` against players who knock at once. ``belief`` has those of the belief, for each kind of player in turn.
    """

    patient: tuple[int, ...]
    quick: tuple[int, ...]
    belief: tuple[int, ...]
    made_from: str


@cache
def learned() -> Learned:
    """Read from the package once."""
    text = (
        resources.files("hollygin.players.strong")
        .joinpath("data", "learned.json")
        .read_text(encoding="utf-8")
    )
    data = json.loads(text)
    return Learned(tuple(data["patient"]), tuple(data["quick"]), tuple(data["belief"]), data["made_from"])


@cache
def plans() -> tuple[Policy, ...]:
    """The plans by which the player may play on after a decision; the best of them counts."""
    return plans_by(learned().patient, learned().quick)


def plans_by(patient: tuple[int, ...], quick: tuple[int, ...]) -> tuple[Policy, ...]:
    """The plans with these weights of discards."""
    return (
        Policy(weights=patient, knock_turns=5, knock_early=10, knock_late=0),
        Policy(weights=patient, knock_late=0),
        Policy(weights=patient, knock_turns=6, knock_early=10, knock_late=4),
        Policy(weights=quick, knock_turns=5, knock_early=10, knock_late=0),
        Policy(weights=quick),
        Policy(weights=quick, knock_turns=2, knock_early=10, knock_late=0),
        Policy(weights=quick, knock_late=0),
        Policy(weights=quick, knock_turns=4, knock_early=10, knock_late=4),
        Policy(weights=quick, knock_late=7),
    )


class Kind(NamedTuple):
    """A kind of opponent, and its prior share."""

    policy: Policy
    share: float


@cache
def kinds() -> tuple[Kind, ...]:
    """The kinds of opponent."""
    return kinds_by(learned().patient, learned().quick)


def kinds_by(patient: tuple[int, ...], quick: tuple[int, ...]) -> tuple[Kind, ...]:
    """The kinds of player with these weights of discards."""
    return (
        Kind(Policy(weights=patient, knock_turns=4, knock_early=10, knock_late=0), 0.24),
        Kind(Policy(weights=patient, knock_late=0), 0.12),
        Kind(Policy(weights=patient, knock_turns=6, knock_early=10, knock_late=4), 0.16),
        Kind(FLOOR, 0.1),
        Kind(SIMPLE, 0.2),
        Kind(Policy(weights=quick), 0.12),
        Kind(Policy(knock_late=0), 0.06),
    )
