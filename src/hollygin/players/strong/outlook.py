"""The outlook of a whole deal, before its first card: the value of points, the kinds of opponent, the usual plan."""

from __future__ import annotations

from typing import Final, NamedTuple

from hollygin.due import Seat
from hollygin.engine import Kernel, RollOuts, layout
from hollygin.players.strong.learned import kinds, learned, plans
from hollygin.players.strong.match_equity import match_table, points_table
from hollygin.players.strong.opponent_model import shares_of_kinds
from hollygin.players.strong.plan_outcomes import usual_plan
from hollygin.players.strong.skill import Budget, Skill
from hollygin.view import View

_PLAYOUTS: Final = (100, 2000)
"""The least and the most playouts of the rest of the match, which give the value of points."""
_PLAYOUTS_A_SECOND: Final = 4000
_PLAYOUTS_A_ROLLOUT: Final = 0.25
"""The number of playouts by the budget of a decision."""
_PLAIN_PLAYOUTS: Final = 12
_DEALS: Final = (100, 500, 2000)
"""The deals of each plan against each kind: the greatest number that the budget allows. They are few, since their outcomes are cached."""
_PLAIN_DEALS: Final = 2
_DEALS_A_PLAYOUT: Final = 4


class Outlook(NamedTuple):
    """The part of a situation that holds for a whole deal.

    ``roll_outs`` knows the plans, the kinds of opponent and the value of points. ``shares`` are those of the kinds, out of 1024. ``plan`` is
    the usual plan, and ``weights`` are its weights of discards, as the player sees them.
    """

    roll_outs: RollOuts
    shares: list[int]
    plan: int
    weights: list[int]


def look_ahead(kernel: Kernel, skill: Skill, view: View, seat: Seat) -> Outlook:
    """The outlook of a seat for the deal under way."""
    own, opponents = (plans(), kinds()) if skill.mixture else (plans()[:1], kinds()[:1])
    playouts, deals = _playouts(skill.budget, compiled=kernel.compiled)
    if skill.sheet:
        worth = match_table(kernel, view.rules, view.sheet, seat, playouts)
    else:
        worth = points_table(view.rules)
    policies = [kind.policy for kind in opponents]
    belief = learned().belief if skill.belief else [0] * len(learned().belief)
    shares = shares_of_kinds(kernel, view.rules, opponents, view.lines, 1 - seat)
    plan = usual_plan(kernel, view.rules, own, policies, shares, worth, deals)
    weights = list(own[plan].weights)
    for at in range(layout.LOOSE_OUTS, len(weights), layout.STAGE_WIDTH):
        weights[at] = round(weights[at] * skill.pairs)
    return Outlook(RollOuts(view.rules, own, policies, worth, belief, kernel), shares, plan, weights)


def _playouts(budget: Budget, *, compiled: bool) -> tuple[int, int]:
    """The number of playouts for the value of points, and the number of deals of each plan against each kind."""
    if not compiled:
        return _PLAIN_PLAYOUTS, _PLAIN_DEALS
    seconds, rollouts = budget.seconds, budget.rollouts
    count = _PLAYOUTS_A_SECOND * seconds if rollouts is None else _PLAYOUTS_A_ROLLOUT * rollouts
    allowed = [one for one in _DEALS if one <= _DEALS_A_PLAYOUT * count]
    return min(max(_PLAYOUTS[0], int(count)), _PLAYOUTS[1]), max(allowed, default=_DEALS[0])
