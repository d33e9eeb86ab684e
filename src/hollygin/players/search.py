"""Roll-outs on the kernel: what each of some actions brings, on average over hands that the other may hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from time import perf_counter
from typing import Any, Final

from hollygin.cards import DECK
from hollygin.engine import Kernel, Policy, layout, rules_numbers
from hollygin.players.discard_history import Reading
from hollygin.rules import Rules

_CHUNK: Final = 500
"""Roll-outs between two looks at the clock, on the compiled kernel."""
_PLAIN_CHUNK: Final = 8
_FEW_HANDS: Final = 64
_PLAIN_FEW_HANDS: Final = 8
_MOST_HANDS: Final = 1500
"""Hands that are drawn: before the pace is known, and at most."""
_WALK: Final = (25, 150, 6)
_PLAIN_WALK: Final = (10, 40, 3)
"""Of the random walk through hands: how many each gives, and the steps before the first of them and between two."""
_PRIOR: Final = 600
"""The prior of an action counts as so many roll-outs."""
_PLAN_SHARE: Final = 0.2
_CHOICE_SHARE: Final = 0.75
"""Of the roll-outs, for choosing among discards where ending the deal is possible."""
_CLEAR: Final = 3.0
"""Standard errors of a lead for which another plan than the usual one is followed."""
_SURE: Final = 4.0
"""Standard errors of a lead that ends a search."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think: ``rollouts`` where that is given, else ``seconds``."""

    seconds: float = 0.3
    rollouts: int | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """An action as the kernel numbers it, and what is expected of it beforehand (points beside the best; None: nothing)."""

    number: int
    prior: float | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """What a search has come to: the place of the best option, what each was worth on average as far as it was tried, in thousandths of a point."""

    best: int
    means: tuple[float, ...]
    rollouts: int
    plan: int


class Searcher:
    """Searches positions of one deal under the same rules, with the same table of worth and the same weights of the belief."""

    def __init__(
        self,
        kernel: Kernel,
        rules: Rules,
        plans: Sequence[Policy],
        kinds: Sequence[Policy],
        worth: Sequence[int],
        weights: Sequence[int],
    ) -> None:
        self.kernel = kernel
        ints = kernel.ints
        self.rules = ints(rules_numbers(rules))
        self.table = ints([number for policy in (*plans, *kinds) for number in policy.numbers()])
        self._plans = len(plans)
        self._kinds = kinds
        self.worth = ints(worth)
        self.weights = ints(weights)
        self.order = ints(104)
        self.policies = ints(2 * layout.POLICY_WIDTH)
        self.none = ints(0)
        self.result = ints(layout.RESULT_WIDTH)

    def draw_hands(
        self,
        position: Sequence[int],
        reading: Reading,
        shares: Sequence[int],
        count: int,
        seed: int,
    ) -> tuple[Any, Any]:
        """``count`` hands that the other seat may hold, and the row of the table of who holds each."""
        ints = self.kernel.ints
        turn = position[layout.TURN]
        known = position[layout.HAND + 1 - turn]
        dead = position[layout.PILE]
        unseen = DECK & ~(position[layout.HAND + turn] | dead | known)
        turns = len(reading.thrown)
        limits = [
            -1 if not turns else kind.knock_early if turns <= kind.knock_turns else kind.knock_late
            for kind in self._kinds
        ]
        hands, kinds = ints(count), ints(count)
        chain, settling, between = _WALK if self.kernel.compiled else _PLAIN_WALK
        self.kernel.belief.draw_hands(
            unseen,
            known,
            dead,
            ints([*reading.thrown, 0]),
            ints([*reading.passed, 0]),
            len(reading.thrown) | len(reading.passed) << 6,
            self.weights,
            ints(shares),
            ints(limits),
            seed,
            chain,
            settling,
            between,
            self.order,
            ints(self.kernel.belief.SIGNS),
            hands,
            kinds,
        )
        for i in range(count):
            kinds[i] += self._plans
        return hands, kinds

    def search(
        self,
        position: Sequence[int],
        options: Sequence[Option],
        reading: Reading,
        shares: Sequence[int],
        budget: Budget,
        seed: int,
        plan: int,
    ) -> Finding:
        """The option that brings most; the first options are the likeliest beforehand, and so is ``plan``."""
        start = perf_counter()
        deadline = None if budget.rollouts is not None else start + budget.seconds
        few, drawn = _FEW_HANDS if self.kernel.compiled else _PLAIN_FEW_HANDS, 0
        plans = range(self._plans)
        trial = _Trial([options[0].number] * len(plans), list(plans))
        run = _Run(self, position, options, seed, deadline)
        total = budget.rollouts
        if total is None:
            run.hands, run.kinds = self.draw_hands(position, reading, shares, few, seed)
            drawn = few
            before = perf_counter()
            run.go(trial, few // 4 if self.kernel.compiled else 1)
            rate = (perf_counter() - before) / trial.rollouts
            total = int(max(0.0, budget.seconds - (perf_counter() - start)) * 0.85 / rate)
        else:
            few = min(few, total)
        count = min(_MOST_HANDS, max(few, total // 4))
        if count > drawn:
            again = seed + int(count > few)
            run.hands, run.kinds = self.draw_hands(position, reading, shares, count, again)
        if len(plans) > 1:
            run.go(trial, int(total * _PLAN_SHARE) // len(plans))
        plan = trial.clearly_best(plan)
        return run.halve(plan, total - trial.rollouts)


class _Trial:
    """Some actions, each with a plan, and what they have brought so far."""

    def __init__(self, actions: list[int], plans: list[int]) -> None:
        self.actions = actions
        self.plans = plans
        self.sums = [0] * len(actions)
        self.squares = [0] * len(actions)
        self.count = 0

    @property
    def rollouts(self) -> int:
        return self.count * len(self.actions)

    def add(self, sums: Sequence[int], squares: Sequence[int]) -> None:
        """Add what the kernel has summed up."""
        for a in range(len(self.sums)):
            self.sums[a] += int(sums[a])
            self.squares[a] += int(squares[a])

    def best(self) -> int:
        return max(range(len(self.sums)), key=self.sums.__getitem__)

    def clearly_best(self, usual: int) -> int:
        """The best where it leads another clearly, else that other."""
        best = self.best()
        spread = sqrt(self.squares[best] + self.squares[usual])
        return best if self.sums[best] - self.sums[usual] > _CLEAR * spread else usual


class _Run:
    """One search."""

    def __init__(
        self,
        searcher: Searcher,
        position: Sequence[int],
        options: Sequence[Option],
        seed: int,
        deadline: float | None,
    ) -> None:
        self.searcher = searcher
        self.options = options
        self.hands: Any = searcher.none
        self.kinds: Any = searcher.none
        self.seed = seed
        self.deadline = deadline
        self.position = searcher.kernel.ints(position)
        self.used = 0

    def go(self, trial: _Trial, count: int) -> None:
        """Try all actions of a trial ``count`` times more, or until time is up."""
        ints, searcher = self.searcher.kernel.ints, self.searcher
        arms = len(trial.actions)
        size = max(1, (_CHUNK if searcher.kernel.compiled else _PLAIN_CHUNK) // arms)
        actions, plans = ints(trial.actions), ints(trial.plans)
        positions = ints(arms * layout.POSITION_WIDTH)
        sums, squares = ints(arms), ints(arms)
        before, end = trial.count, trial.count + count
        while trial.count < end:
            if self.deadline is not None and trial.count and perf_counter() >= self.deadline:
                break
            step = min(size, end - trial.count)
            searcher.kernel.rollouts.estimate(
                self.position,
                actions,
                plans,
                self.hands,
                self.kinds,
                trial.count,
                trial.count + step,
                searcher.rules,
                searcher.table,
                searcher.worth,
                self.seed,
                positions,
                searcher.order,
                searcher.policies,
                searcher.none,
                searcher.result,
                sums,
                squares,
            )
            trial.count += step
        trial.add(sums, squares)
        self.used += (trial.count - before) * arms

    def halve(self, plan: int, rollouts: int) -> Finding:
        """Try all options, then the better half of them, and so on; the best then meets those without a prior on fresh hands.

        On the same hands the best of many would look better than it is.
        """
        options = self.options
        alive = [i for i, option in enumerate(options) if option.prior is not None]
        fixed = [i for i, option in enumerate(options) if option.prior is None]
        sums = [0] * len(options)
        counts = [0] * len(options)
        rounds = (len(alive) - 1).bit_length() if alive else 0
        left = int(rollouts * _CHOICE_SHARE) if fixed else rollouts
        done = 0
        for number in range(rounds):
            trial = _Trial([options[i].number for i in alive], [plan] * len(alive))
            trial.count = done
            each = max(1, left // ((rounds - number) * len(alive)))
            self.go(trial, each)
            tried = trial.count - done
            left -= tried * len(alive)
            for place, i in enumerate(alive):
                sums[i] += trial.sums[place]
                counts[i] += tried
            done = trial.count
            scores = self._scores(alive, sums, counts)
            ranked = sorted(range(len(alive)), key=lambda place: -scores[place])
            if self._sure(trial, ranked, tried):
                alive = [alive[ranked[0]]]
                break
            alive = sorted(alive[place] for place in ranked[: (len(alive) + 1) // 2])
        best = alive[0] if alive else fixed[0]
        if fixed and len(options) > 1:
            rest = [*alive, *fixed]
            trial = _Trial([options[i].number for i in rest], [plan] * len(rest))
            trial.count = done
            self.go(trial, max(1, (left + rollouts - int(rollouts * _CHOICE_SHARE)) // len(rest)))
            tried = trial.count - done
            best = rest[trial.best()]
            for place, i in enumerate(rest):
                sums[i], counts[i] = trial.sums[place], tried
        means = tuple(one / max(1, count) for one, count in zip(sums, counts, strict=True))
        return Finding(best, means, self.used, plan)

    def _scores(self, alive: list[int], sums: list[int], counts: list[int]) -> list[float]:
        """The means of options, drawn towards their priors."""
        means = [sums[i] / counts[i] for i in alive]
        priors = [1000 * (self.options[i].prior or 0.0) for i in alive]
        level = sum(mean - prior for mean, prior in zip(means, priors, strict=True)) / len(means)
        return [
            mean + _PRIOR / (_PRIOR + counts[i]) * (level + prior - mean)
            for i, mean, prior in zip(alive, means, priors, strict=True)
        ]

    @staticmethod
    def _sure(trial: _Trial, ranked: list[int], tried: int) -> bool:
        """Whether the first is clearly ahead of all others."""
        if tried < 100:
            return False
        first = ranked[0]
        for place in ranked[1:]:
            lead = (trial.sums[first] - trial.sums[place]) / tried
            spread = sqrt((trial.squares[first] + trial.squares[place]) / tried)
            if lead < _SURE * spread / sqrt(tried):
                return False
        return True
