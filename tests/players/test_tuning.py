"""What was learned, and how: the file belongs to this program, and the fits find what they are given."""

import numpy as np

from hollygin.kernel import layout
from hollygin.kernel.belief import SIGNS
from hollygin.players.learned import SCALE, learned
from hollygin.players.tuning import STAGES, _fit, _logistic, first_weights, made_from


def test_the_learned_file_is_made_from_what_stands_here() -> None:
    """Where this fails, ``python -m hollygin.players.tuning`` makes it anew."""
    assert learned().made_from == made_from()
    assert len(learned().patient) == len(learned().quick) == len(first_weights())
    assert len(first_weights()) == STAGES * layout.STAGE_WIDTH
    assert len(learned().belief) == STAGES * SIGNS


def test_weights_are_found_within_each_turn() -> None:
    """Whatever else a turn is worth to all its discards alike does not count."""
    random = np.random.default_rng(3)
    counts = random.integers(0, 6, (40_000, 5)).astype(float)
    groups = np.repeat(np.arange(10_000) * 3, 4)
    worth = np.array([1.5, -2.0, 0.25, 0.0, 4.0])
    gains = counts @ worth + random.normal(0, 30, 10_000).repeat(4) + random.normal(0, 5, 40_000)
    assert np.abs(np.array(_fit(counts, gains, groups)) / SCALE - worth).max() < 0.1


def test_likelihoods_are_found_from_pairs() -> None:
    random = np.random.default_rng(4)
    weights = np.array([0.5, -1.0, 0.0, 0.2])
    more = random.normal(0, 2, (60_000, 4))
    told = random.random(60_000) < 1 / (1 + np.exp(-more @ weights))
    found = _logistic(np.where(told[:, None], more, -more))
    assert np.abs(found - weights).max() < 0.05
