"""What was learned, and how: the file belongs to this program, and the fits find what they are given."""

import numpy as np
import pytest

from hollygin.engine.numbers import belief, layout
from hollygin.engine.numbers.belief import KIND_WIDTH
from hollygin.players.strong.learned import SCALE, kinds, learned, plans
from hollygin.players.strong.tuning import STAGES, _fit, _hands, _logistic, first_weights, made_from


def test_the_learned_file_is_made_from_what_stands_here() -> None:
    """Where this fails, ``python -m hollygin.players.strong.tuning`` makes it anew."""
    assert learned().made_from == made_from()
    assert len(learned().patient) == len(learned().quick) == len(first_weights())
    assert len(first_weights()) == STAGES * layout.STAGE_WIDTH
    assert len(learned().belief) == len(kinds()) * KIND_WIDTH


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


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(kinds())))
def test_hands_are_drawn_with_as_much_deadwood_as_true_ones(number: int) -> None:
    """In other deals than those it was learned from, early and late, for each kind of player."""
    weights = learned().belief[number * KIND_WIDTH : (number + 1) * KIND_WIDTH]
    hands, stages = _hands(kinds()[number].policy, plans(), weights, 7)
    for stage in range(belief.STAGES):
        true, drawn = (hands[first::2][stages == stage] for first in (0, 1))
        if len(true) > 2000:
            assert abs(true[:, 0].mean() - drawn[:, 0].mean()) < 1.5
            assert abs((true[:, 0] <= 10).mean() - (drawn[:, 0] <= 10).mean()) < 0.08
