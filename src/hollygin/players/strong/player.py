"""The strong player: one decision in one pass."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from functools import cache
from time import perf_counter

from hollygin.actions import Action
from hollygin.due import Due, Seat
from hollygin.engine import Kernel, load, mix, needs_warming, position_of, warm
from hollygin.match import Line
from hollygin.players.reasons import Reason, reason_for
from hollygin.players.simple import SimplePlayer
from hollygin.players.strong.candidates import candidates, without_thought
from hollygin.players.strong.discard_history import discard_history
from hollygin.players.strong.match_equity import UNIT
from hollygin.players.strong.outlook import Outlook, look_ahead
from hollygin.players.strong.search import search
from hollygin.players.strong.situation import Situation
from hollygin.players.strong.skill import Skill
from hollygin.sheet import Sheet
from hollygin.view import DealView, View


@dataclass(frozen=True, slots=True)
class Decision:
    """An action, and the actions considered with their values in points, as far as they were tried."""

    action: Action
    considered: tuple[tuple[Action, float], ...] = ()
    rollouts: int = 0
    reason: Reason | None = None


class StrongPlayer:
    """A player that searches. The same seed and a budget of roll-outs give the same action in the same view.

    The default kernel is the compiled one if it is installed and warm (``hollygin.engine.warm``), else the plain one, which
    searches less in the same time. It makes one decision at a time: give each thread its own player.
    """

    def __init__(
        self, name: str, skill: Skill, seed: int | None = None, kernel: Kernel | None = None
    ) -> None:
        self.name = name
        self.skill = skill
        self.kernel = kernel_at_hand() if kernel is None else kernel
        self._seed = secrets.randbits(61) if seed is None else mix(seed & (1 << 61) - 1, 1)
        self._reply = SimplePlayer()
        self._outlook: tuple[tuple[Seat, Sheet, tuple[Line, ...]], Outlook] | None = None

    def act(self, view: View, due: Due) -> Action:
        """The action; see :meth:`decide`."""
        return self.decide(view, due).action

    def decide(self, view: View, due: Due) -> Decision:
        """The action, with what was considered and the reason for it."""
        assert view.deal is not None
        decision = self._decide(view, view.deal, due)
        return replace(decision, reason=reason_for(view.deal, due, decision.action))

    def _decide(self, view: View, deal: DealView, due: Due) -> Decision:
        begun = perf_counter()
        if deal.knocker is not None:
            return Decision(self._reply.act(view, due))
        action = without_thought(due)
        if action is not None:
            return Decision(action)
        situation = self._read(view, deal, due)
        options = candidates(situation, self.skill)
        if len(options) == 1:
            return Decision(options[0].action)
        budget = self.skill.budget
        left = max(budget.seconds / 4, budget.seconds - (perf_counter() - begun))
        finding = search(situation, options, replace(budget, seconds=left))
        considered = tuple(
            (option.action, mean / UNIT) for option, mean in zip(options, finding.means, strict=True)
        )
        return Decision(options[finding.best].action, considered, finding.rollouts)

    def _read(self, view: View, deal: DealView, due: Due) -> Situation:
        """The basis of the decision. Its outlook is cached for the whole deal."""
        assert view.seat is not None
        key = view.seat, view.sheet, view.lines
        if self._outlook is None or self._outlook[0] != key:
            self._outlook = key, look_ahead(self.kernel, self.skill, view, view.seat)
        return Situation(
            deal,
            due,
            position_of(deal),
            discard_history(deal, self.skill.memory),
            self._outlook[1],
            mix(self._seed, view.number << 12 | len(deal.history) & 4095),
        )


def kernel_at_hand() -> Kernel:
    """The compiled kernel if it is warm, ready for use; else the plain one, which needs no compiling."""
    return load(compiled=False) if needs_warming() else _warm_kernel()


@cache
def _warm_kernel() -> Kernel:
    kernel = load()
    if kernel.compiled:
        warm()
    return kernel
