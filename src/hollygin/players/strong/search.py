"""The search among candidates: roll-outs on common random numbers, by successive halving.

Every candidate meets the same sampled hands and the same orders of the stock, so the difference of two candidates is far more exact
than either mean. First all plans are tried for the likeliest candidate, and the usual plan is left only for one that is clearly better.
Then the candidates with a prior are halved round by round: each round spends an equal part of the roll-outs on those still alive.
Their means are drawn towards the priors, which count as a number of roll-outs. Ending the deal has no prior. It meets the best discard
on fresh hands, since on the same hands the best of many looks better than it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from time import perf_counter
from typing import Final

from hollygin.engine import Sample
from hollygin.players.strong.candidates import Option
from hollygin.players.strong.match_equity import UNIT
from hollygin.players.strong.situation import Situation
from hollygin.players.strong.skill import Budget

_CHUNK: Final = 500
"""Roll-outs between two looks at the clock, compiled."""
_PLAIN_CHUNK: Final = 8
_FEW_HANDS: Final = 64
"""The hands that are sampled before the pace is known."""
_PLAIN_FEW_HANDS: Final = 8
_MOST_HANDS: Final = 1500
_PRIOR: Final = 600
"""The prior of an action counts as this many roll-outs."""
_PLAN_SHARE: Final = 0.2
"""The share of the roll-outs for choosing a plan."""
_CHOICE_SHARE: Final = 0.75
"""The share of the roll-outs for choosing among discards, if ending the deal is possible."""
_CLEAR: Final = 3.0
"""A plan replaces the usual one if it leads by this many standard errors."""
_SURE: Final = 4.0
"""A lead of this many standard errors ends a search."""
_PACE: Final = 0.85
"""The share of the remaining time for roll-outs at the measured pace."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The index of the best option, what each was worth on average as far as it was tried (see UNIT), and the roll-outs made."""

    best: int
    means: tuple[float, ...]
    rollouts: int


def search(situation: Situation, options: Sequence[Option], budget: Budget) -> Finding:
    """The option that brings most. The options with the best priors come first."""
    run = _Run(situation, options, budget)
    plan = run.choose_plan()
    return run.halve(plan)


class _Trial:
    """Some actions, each with a plan, and the sums of what they have brought so far."""

    def __init__(self, actions: list[int], plans: list[int], count: int = 0) -> None:
        self.actions = actions
        self.plans = plans
        self.sums = [0] * len(actions)
        self.squares = [0] * len(actions)
        self.count = count

    def add(self, sums: Sequence[int], squares: Sequence[int], count: int) -> None:
        for a in range(len(self.sums)):
            self.sums[a] += sums[a]
            self.squares[a] += squares[a]
        self.count += count

    def best(self) -> int:
        return max(range(len(self.sums)), key=self.sums.__getitem__)

    def clearly_best(self, usual: int) -> int:
        """The best if it leads the usual one clearly, else the usual one."""
        best = self.best()
        error = sqrt(self.squares[best] + self.squares[usual])
        return best if self.sums[best] - self.sums[usual] > _CLEAR * error else usual

    def sure(self, ranked: list[int], tried: int) -> bool:
        """Whether the first of ``ranked`` is clearly ahead of all others after ``tried`` roll-outs of each."""
        if tried < 100:
            return False
        first = ranked[0]
        for place in ranked[1:]:
            lead = (self.sums[first] - self.sums[place]) / tried
            spread = sqrt((self.squares[first] + self.squares[place]) / tried)
            if lead < _SURE * spread / sqrt(tried):
                return False
        return True


class _Run:
    """One search: its sample of hands, and how many roll-outs it has made and may still make."""

    def __init__(self, situation: Situation, options: Sequence[Option], budget: Budget) -> None:
        self.situation = situation
        self.numbers = [option.number for option in options]
        self.priors = [option.prior for option in options]
        self.budget = budget
        self.begun = perf_counter()
        self.sample = Sample((), ())
        self.used = 0
        self.left = 0

    def choose_plan(self) -> int:
        """Draw the hands and find the plan to follow, tried with the likeliest option."""
        situation, compiled = self.situation, self.situation.compiled
        plans = range(situation.outlook.roll_outs.plans)
        trial = _Trial([self.numbers[0]] * len(plans), list(plans))
        few = _FEW_HANDS if compiled else _PLAIN_FEW_HANDS
        total = self.budget.rollouts
        if total is None:
            self.sample = situation.draw_hands(few, situation.seed)
            before = perf_counter()
            self.go(trial, few // 4 if compiled else 1)
            pace = (perf_counter() - before) / self.used
            seconds = self.budget.seconds - (perf_counter() - self.begun)
            total = int(max(0.0, seconds) * _PACE / pace)
        else:
            few = min(few, total)
        count = min(_MOST_HANDS, max(few, total // 4))
        if count > len(self.sample.hands):
            self.sample = situation.draw_hands(count, situation.seed + int(count > few))
        if len(plans) > 1:
            self.go(trial, int(total * _PLAN_SHARE) // len(plans))
        self.left = total - self.used
        return trial.clearly_best(situation.outlook.plan)

    def go(self, trial: _Trial, count: int) -> int:
        """Try all actions of a trial ``count`` times more, or until time is up; returns how many times each was tried."""
        situation, arms = self.situation, len(trial.actions)
        size = max(1, (_CHUNK if situation.compiled else _PLAIN_CHUNK) // arms)
        before, end = trial.count, trial.count + count
        while trial.count < end and not (trial.count and self._late()):
            step = min(size, end - trial.count)
            found = situation.outlook.roll_outs.estimate(
                situation.position,
                trial.actions,
                trial.plans,
                self.sample,
                trial.count,
                trial.count + step,
                situation.seed,
            )
            trial.add(*found, step)
        tried = trial.count - before
        self.used += tried * arms
        return tried

    def _late(self) -> bool:
        return self.budget.rollouts is None and perf_counter() >= self.begun + self.budget.seconds

    def halve(self, plan: int) -> Finding:
        """Try all options with a prior, then the better half of them, and so on; the best then meets those without a prior."""
        alive = [i for i, prior in enumerate(self.priors) if prior is not None]
        fixed = [i for i, prior in enumerate(self.priors) if prior is None]
        sums, counts = [0] * len(self.priors), [0] * len(self.priors)
        choosing = int(self.left * _CHOICE_SHARE) if fixed else self.left
        meeting = self.left - choosing
        rounds = (len(alive) - 1).bit_length() if alive else 0
        done = 0
        for number in range(rounds):
            trial = _Trial([self.numbers[i] for i in alive], [plan] * len(alive), done)
            tried = self.go(trial, max(1, choosing // ((rounds - number) * len(alive))))
            choosing -= tried * len(alive)
            done = trial.count
            for place, i in enumerate(alive):
                sums[i] += trial.sums[place]
                counts[i] += tried
            scores = self._scores(alive, sums, counts)
            ranked = sorted(range(len(alive)), key=lambda place: -scores[place])
            if trial.sure(ranked, tried):
                alive = [alive[ranked[0]]]
                break
            alive = sorted(alive[place] for place in ranked[: (len(alive) + 1) // 2])
        best = alive[0] if alive else fixed[0]
        if fixed and len(self.priors) > 1:
            rest = [*alive, *fixed]
            trial = _Trial([self.numbers[i] for i in rest], [plan] * len(rest), done)
            tried = self.go(trial, max(1, (choosing + meeting) // len(rest)))
            best = rest[trial.best()]
            for place, i in enumerate(rest):
                sums[i], counts[i] = trial.sums[place], tried
        means = tuple(one / max(1, count) for one, count in zip(sums, counts, strict=True))
        return Finding(best, means, self.used)

    def _scores(self, alive: list[int], sums: list[int], counts: list[int]) -> list[float]:
        """The means of options, drawn towards their priors."""
        means = [sums[i] / counts[i] for i in alive]
        priors = [UNIT * (self.priors[i] or 0.0) for i in alive]
        level = sum(mean - prior for mean, prior in zip(means, priors, strict=True)) / len(means)
        return [
            mean + _PRIOR / (_PRIOR + counts[i]) * (level + prior - mean)
            for i, mean, prior in zip(alive, means, priors, strict=True)
        ]
