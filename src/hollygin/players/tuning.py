"""Learns what the strong player stands on from deals that it plays itself, and writes it down.

``python -m hollygin.players.tuning`` makes ``data/learned.json`` anew: the weights of discards (one set learned against
players who wait, one against those who knock at once) and the weights of the belief. Minutes on one core; the same
seed and kernel give the same file. Needs Numba and NumPy.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from hollygin.bulk import FLOOR, SIMPLE, Policy, layout, load, rules_numbers
from hollygin.kernel.belief import SCALE_BITS, SIGNS
from hollygin.players.learned import SCALE
from hollygin.rules import make_rules

STAGES: Final = 3
TRIALS: Final = 400_000
ROLLS: Final = 6
STRAY: Final = 10
HANDS: Final = 400_000
SEED: Final = 20
RIDGE: Final = 50.0
DATA: Final = Path(__file__).parent / "data" / "learned.json"
UNUSED: Final = frozenset({"matches", "tally", "search", "loader"})
"""Files of the kernel that play no part here."""

Vector = Any


def first_weights() -> tuple[int, ...]:
    """Where learning starts: least deadwood, and live outs."""
    stage = [SCALE * min(10, rank + 1) // 2 for rank in range(13)] + [SCALE, SCALE // 4, 0, 0, -SCALE // 2]
    return tuple(stage * STAGES)


def waiters(weights: tuple[int, ...]) -> tuple[list[Policy], list[Policy]]:
    """Learners, and those they meet, for the weights against players who wait."""
    learners = [
        Policy(weights=weights, knock_turns=turns, knock_early=early, knock_late=late)
        for turns, early, late in ((5, 10, 0), (0, 0, 0), (3, 10, 4))
    ]
    others = [
        Policy(knock_late=0, slack=8, potential=1),
        FLOOR,
        Policy(knock_turns=6, knock_late=0),
        SIMPLE,
    ]
    return learners, others


def knockers(weights: tuple[int, ...]) -> tuple[list[Policy], list[Policy]]:
    """Learners, and those they meet, for the weights against players who knock at once."""
    learners = [
        Policy(weights=weights, knock_turns=turns, knock_early=10, knock_late=late)
        for turns, late in ((4, 0), (6, 2), (20, 10))
    ]
    others = [
        SIMPLE,
        SIMPLE,
        SIMPLE,
        SIMPLE,
        Policy(knock_early=5, knock_late=5),
        Policy(take="lower", take_within=True),
    ]
    return learners, others


def learn_discards(style: Any, rounds: int, seed: int) -> tuple[int, ...]:
    """The weights of discards after some rounds of playing by them and learning from it."""
    weights = first_weights()
    for number in range(rounds):
        learners, others = style(weights)
        counts, gains, groups, stages = _trials([*learners, *others], len(learners), seed + number)
        found: list[int] = []
        for stage in range(STAGES):
            of = stages == stage
            found.extend(_fit(counts[of], gains[of], groups[of]))
        weights = tuple(found)
        print(f"  round {number + 1}: {len(gains)} trials", file=sys.stderr)  # noqa: T201
    return weights


def _trials(policies: Sequence[Policy], learners: int, seed: int) -> tuple[Vector, Vector, Vector, Vector]:
    kernel = load(compiled=True)
    ints = kernel.ints
    counts, gains, groups, stages = (ints(TRIALS * n) for n in (layout.STAGE_WIDTH, 1, 1, 1))
    rows = kernel.lessons.teach_discards(
        ints(rules_numbers(make_rules("eaai"))),
        ints([number for policy in policies for number in policy.numbers()]),
        learners,
        len(policies),
        seed,
        ROLLS,
        STRAY,
        ints(2 * layout.POSITION_WIDTH),
        ints(104),
        ints(104),
        ints(2 * layout.POLICY_WIDTH),
        ints(0),
        ints(layout.RESULT_WIDTH),
        counts,
        gains,
        groups,
        stages,
    )
    table = counts.reshape(-1, layout.STAGE_WIDTH)[:rows].astype(float)
    return table, gains[:rows] / ROLLS, groups[:rows], stages[:rows]


def _fit(counts: Vector, gains: Vector, groups: Vector) -> list[int]:
    """Least squares within the choices of each turn."""
    _, turn = np.unique(groups, return_inverse=True)
    size = np.bincount(turn)
    mean = np.zeros((len(size), counts.shape[1]))
    np.add.at(mean, turn, counts)
    counts = counts - (mean / size[:, None])[turn]
    gains = gains - (np.bincount(turn, gains) / size)[turn]
    square = counts.T @ counts + RIDGE * np.eye(counts.shape[1])
    weights = np.linalg.solve(square, counts.T @ gains)
    return [round(float(weight) * SCALE) for weight in weights]


def learn_belief(policies: Sequence[Policy], seed: int) -> tuple[tuple[int, ...], list[float]]:
    """The weights of the belief, by logistic regression of true hands against others; and what they gain.

    The gain, by stage, is in nats: how much better than by chance the true hand is told from another.
    """
    kernel = load(compiled=True)
    ints = kernel.ints
    signs, stages = ints(HANDS * SIGNS), ints(HANDS)
    rows = kernel.lessons.teach_belief(
        ints(rules_numbers(make_rules("eaai"))),
        ints([number for policy in policies for number in policy.numbers()]),
        len(policies),
        seed,
        ints(layout.POSITION_WIDTH),
        ints(104),
        ints(104),
        ints(2 * layout.POLICY_WIDTH),
        ints(128),
        ints(128),
        signs,
        stages,
    )
    table = signs.reshape(-1, SIGNS)[:rows].astype(float)
    found: list[int] = []
    gained = []
    for stage in range(STAGES):
        of = stages[:rows:2] == stage
        more = table[0:rows:2][of] - table[1:rows:2][of]
        weights = _logistic(more)
        gained.append(float(np.log(2) - np.mean(np.log1p(np.exp(-more @ weights)))))
        found.extend(round(float(weight) * 32 * (1 << SCALE_BITS)) for weight in weights)
    return tuple(found), gained


def _logistic(more: Vector) -> Vector:
    """Weights under which a true hand is likelier than the other beside it, by Newton's method."""
    weights = np.zeros(more.shape[1])
    for _ in range(12):
        chance = 1 / (1 + np.exp(more @ weights))
        slope = more.T @ chance - weights
        curve = (more * (chance * (1 - chance))[:, None]).T @ more + np.eye(len(weights))
        weights = weights + np.linalg.solve(curve, slope)
    return weights


def made_from() -> str:
    """The hash of what the learned file is made from: the kernel, as far as it takes part, and this file."""
    folder = Path(__file__).parent.parent / "kernel"
    told = hashlib.sha256()
    for path in (*sorted(folder.glob("*.py")), Path(__file__)):
        if path.stem not in UNUSED:
            told.update(path.read_bytes())
    return told.hexdigest()


def main() -> None:
    """Learn everything and write it."""
    patient = learn_discards(waiters, 3, SEED)
    quick = learn_discards(knockers, 3, SEED + 100)
    seen = [*waiters(patient)[0], *waiters(patient)[1], *knockers(quick)[0], *knockers(quick)[1]]
    belief, gained = learn_belief(seen, SEED + 200)
    print(f"  belief: {gained} nats a hand by stage", file=sys.stderr)  # noqa: T201
    learned = {"belief": belief, "made_from": made_from(), "patient": patient, "quick": quick}
    DATA.parent.mkdir(exist_ok=True)
    DATA.write_text(json.dumps(learned, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
