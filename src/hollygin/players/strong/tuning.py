"""Learns the strong player's weights from deals that it plays itself, and writes them down.

``python -m hollygin.players.strong.tuning`` makes ``data/learned.json``. It takes some minutes on one core, the same seed and code give the
same file, and it needs Numba and NumPy.

Weights of discards come from regression. In a turn every loose card is tried as the discard, the deal is rolled out from each, and least
squares within the turns find what each feature is worth in points. One set is learned against players who wait for gin, one
against players who knock at once. Each is learned in rounds, since the learner plays by what it has learned so far.

Weights of the belief come from a contrast. True hands of a kind of player are shown beside hands drawn by the weights so far, and a
logistic regression tells the two apart. Its weights are added, until drawn hands have the features of true ones: then the
likelihood of the true hands is greatest.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from hollygin.engine import FLOOR, SIMPLE, Lessons, Policy, belief, layout, load
from hollygin.players.strong.fingerprint import fingerprint
from hollygin.players.strong.learned import SCALE, kinds_by, plans_by
from hollygin.rules import Rules, make_rules, options_of

STAGES: Final = 3
TRIALS: Final = 400_000
ROLLS: Final = 6
STRAY: Final = 10
"""While discards are learned, one of this many is any loose card."""
STRAY_SEEN: Final = 20
"""The same while hands are learned: nobody plays wholly like their kind."""
HANDS: Final = 240_000
BURN_IN: Final = 150
"""Steps of the random walk to a hand, as when the strong player draws hands."""
SEED: Final = 20
RIDGE: Final = 50.0
DATA: Final = Path(__file__).parent / "data" / "learned.json"
_LEARNING: Final = (
    "players.strong.tuning.learn",
    "engine.numbers.training.teach_discards",
    "engine.numbers.training.teach_belief",
)
"""The functions from which the weights come."""
_FOLLOWED: Final = ("engine.numbers.", "kernel.", "players.strong.learned", "players.strong.tuning")

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
        counts, gains, groups, stages = _trials(learners, others, seed + number)
        found: list[int] = []
        for stage in range(STAGES):
            of = stages == stage
            found.extend(_fit(counts[of], gains[of], groups[of]))
        weights = tuple(found)
        print(f"  round {number + 1}: {len(gains)} trials", file=sys.stderr)  # noqa: T201
    return weights


def _trials(
    learners: Sequence[Policy], others: Sequence[Policy], seed: int
) -> tuple[Vector, Vector, Vector, Vector]:
    """Features, mean gains, turns and stages of discards that were tried."""
    found = _lessons().teach_discards(learners, others, seed, room=TRIALS, rolls=ROLLS, stray=STRAY)
    features, gains, groups, stages = map(np.asarray, found)
    return features.reshape(-1, layout.STAGE_WIDTH).astype(float), gains / ROLLS, groups, stages


def _lessons() -> Lessons:
    return Lessons(make_rules("eaai"), load(compiled=True))


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


def learn_belief(kind: Policy, others: Sequence[Policy], rounds: int, seed: int) -> tuple[int, ...]:
    """The weights of the belief for a kind of player under which hands drawn count, on average, as true ones do: those of greatest likelihood.

    Each round is a logistic regression of true hands against those drawn by the weights so far, beginning with hands at random.
    """
    weights = [0] * belief.KIND_WIDTH
    for number in range(rounds):
        features, stages = _hands(kind, others, weights, seed + number)
        print(f"  belief, round {number + 1}: {len(stages)} hands", file=sys.stderr)  # noqa: T201
        for stage in range(belief.STAGES):
            of = stages == stage
            true, drawn = features[::2][of], features[1::2][of]
            _tell(stage, true, drawn)
            more = _logistic(true - drawn) * 32 * (1 << belief.SCALE_BITS)
            for i in range(belief.FEATURES):
                weights[stage * belief.FEATURES + i] += round(float(more[i]))
    return tuple(weights)


def _tell(stage: int, true: Vector, drawn: Vector) -> None:
    """Say how much deadwood true hands have, and those drawn."""
    if len(true) == 0:
        return
    one, two = true[:, 0], drawn[:, 0]
    few = 100 * (one <= 10).mean(), 100 * (two <= 10).mean()
    print(  # noqa: T201
        f"    stage {stage}: deadwood {one.mean():.1f} and {two.mean():.1f}, ten or less {few[0]:.1f} and {few[1]:.1f} %",
        file=sys.stderr,
    )


def _hands(
    kind: Policy, others: Sequence[Policy], weights: Sequence[int], seed: int
) -> tuple[Vector, Vector]:
    """Features of true hands of a kind and of hands drawn, row by row in turn, and the stage of each two."""
    found = _lessons().teach_belief(
        kind, others, weights, seed, room=HANDS, burn_in=BURN_IN, stray=STRAY_SEEN
    )
    features, threw = map(np.asarray, found)
    stages = np.array([belief.stage(int(turns)) for turns in threw[::2]])
    return features.reshape(-1, belief.FEATURES).astype(float), stages


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
    """The fingerprint of what the learned weights follow from: code, policies and rules."""
    rules = make_rules("eaai")
    nothing = first_weights()
    policies = [*waiters(nothing), *knockers(nothing), plans_by(nothing, nothing)]
    rows = [[policy.numbers() for policy in group] for group in policies]
    kinds = [(kind.policy.numbers(), kind.share) for kind in kinds_by(nothing, nothing)]
    changed = {name: value for name, value in options_of(rules).items() if value != getattr(Rules(), name)}
    return fingerprint(_LEARNING, _FOLLOWED, (rows, kinds, changed))


def learn() -> dict[str, Sequence[int]]:
    """Learn everything: the weights of discards, then those of the belief for each kind of player."""
    patient = learn_discards(waiters, 3, SEED)
    quick = learn_discards(knockers, 3, SEED + 100)
    plans = plans_by(patient, quick)
    weights: list[int] = []
    for number, kind in enumerate(kinds_by(patient, quick)):
        weights += learn_belief(kind.policy, plans, 5, SEED + 200 + 10 * number)
    return {"belief": weights, "patient": patient, "quick": quick}


def main() -> None:
    """Learn everything and write it."""
    found = {**learn(), "made_from": made_from()}
    DATA.parent.mkdir(exist_ok=True)
    DATA.write_text(json.dumps(found, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
