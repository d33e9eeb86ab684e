"""The strong player: it imagines what the other may hold, plays each choice out many times, and takes what brings most.

What it knows of the other hand is in ``hollygin.players.discard_history`` and the kernel's belief, how deals are played out in
``hollygin.players.search``, what their ends are worth in ``hollygin.players.match_equity``.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from time import perf_counter
from typing import Final, NamedTuple

from hollygin import kernel as arithmetic
from hollygin.actions import DRAW, PASS, TAKE, Action, BigGin, Discard, Gin, Knock
from hollygin.cards import CARDS, Card, card_set, iter_cards
from hollygin.due import Due, Phase, Seat
from hollygin.engine import Kernel, layout, load, needs_warming, position_of, warm
from hollygin.engine.numbers import discards
from hollygin.engine.numbers.randomness import mix
from hollygin.kernel.tables import NEIGHBOURS
from hollygin.match import Line
from hollygin.melds import Spread, best_spread, least_after_layoff, spreads, union
from hollygin.players.discard_history import Reading, read_deal
from hollygin.players.learned import SCALE, kinds, learned, plans
from hollygin.players.match_equity import UNIT, match_table, points_table
from hollygin.players.opponent_model import shares_of_kinds
from hollygin.players.plan_outcomes import usual_plan
from hollygin.players.reasons import Reason, reason_for
from hollygin.players.search import Budget, Option, Searcher
from hollygin.players.simple import SimplePlayer
from hollygin.rules import Rules
from hollygin.sheet import Sheet
from hollygin.view import DealView, View

_TAKE_PRIOR: Final = -1.0
"""Points expected of taking a card that melds nowhere, or of leaving one that melds, beside the other way."""
_SPREADS: Final = 8
_SPREAD_HANDS: Final = 60
_PLAYOUTS: Final = (100, 2000)
_PLAYOUTS_A_SECOND: Final = 4000
_PLAYOUTS_A_ROLLOUT: Final = 0.25
_PLAIN_PLAYOUTS: Final = 12
"""Rests of a match, for what points are worth: at least and at most, and how many by the budget of a decision."""
_DEALS: Final = (100, 500, 2000)
_PLAIN_DEALS: Final = 2
_DEALS_A_PLAYOUT: Final = 4
"""Deals of each plan against each kind, which are kept and so come in few numbers: the greatest that the budget allows."""


@dataclass(frozen=True, slots=True)
class Skill:
    """What a level is made of.

    ``budget`` is how long it thinks; with ``belief`` it reads the other's discards, with ``sheet`` points are worth what they bring to
    the match, with ``mixture`` it reckons with several kinds of player and several plans of its own. ``candidates`` is the most
    discards it considers. The rest are human failings: it remembers only the last ``memory`` cards of the pile, thinks a card that keeps a
    pair ``pairs`` times as good as it is, misjudges each discard by some ``error`` points, and ends the deal at once with ``haste`` points or fewer.
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


@dataclass(frozen=True, slots=True)
class Decision:
    """An action and what was found on the way: the actions considered and what each is worth in points (as far as it was tried)."""

    action: Action
    considered: tuple[tuple[Action, float], ...] = ()
    rollouts: int = 0
    reason: Reason | None = None


class Outlook(NamedTuple):
    """What holds for a whole deal: what searches it, the ``shares`` of the kinds of player out of 1024, the usual plan and its weights of discards."""

    searcher: Searcher
    shares: list[int]
    plan: int
    weights: list[int]


class StrongPlayer:
    """See the module. The same seed and a budget of roll-outs give the same action in the same view.

    Unless a kernel is given it is the compiled one where that is at hand and warm (``hollygin.engine.warm``), else the plain one, which
    sees less in the same time.
    """

    def __init__(
        self, name: str, skill: Skill, seed: int | None = None, kernel: Kernel | None = None
    ) -> None:
        self.name = name
        self.skill = skill
        self.kernel = kernel_at_hand() if kernel is None else kernel
        self._seed = secrets.randbits(61) if seed is None else mix(seed & (1 << 61) - 1, 1)
        self._reply = SimplePlayer()
        self._begun = 0.0
        self._seen: tuple[tuple[Seat, Sheet, tuple[Line, ...]], Outlook] | None = None

    def act(self, view: View, due: Due) -> Action:
        """The action; see :meth:`decide`."""
        return self.decide(view, due).action

    def decide(self, view: View, due: Due) -> Decision:
        """The action, with what was considered and the reason for it."""
        assert view.deal is not None
        self._begun = perf_counter()
        decision = self._decide(view, view.deal, due)
        return replace(decision, reason=reason_for(view.deal, due, decision.action))

    def _decide(self, view: View, deal: DealView, due: Due) -> Decision:
        if deal.knocker is not None:
            return Decision(self._reply.act(view, due))
        seed = mix(self._seed, view.number << 12 | len(deal.history) & 4095)
        match due.phase:
            case Phase.MUST_DRAW:
                return Decision(DRAW)
            case Phase.UPCARD_OPENER | Phase.UPCARD_DEALER | Phase.DRAW:
                return self._take_or_not(view, deal, due, seed)
            case Phase.LAST:
                legal = due.legal_actions()
                if len(legal) == 1:
                    return Decision(legal[0])
                options = [Option(layout.TAKE_ACTION), Option(layout.PASS_ACTION)]
                return self._search(view, deal, [TAKE, PASS], options, seed)
            case _:
                return self._discard_or_end(view, deal, due, seed)

    def _take_or_not(self, view: View, deal: DealView, due: Due, seed: int) -> Decision:
        assert due.top is not None
        other, number = (DRAW, layout.DRAW_ACTION) if due.phase is Phase.DRAW else (PASS, layout.PASS_ACTION)
        melds = arithmetic.deadwood(due.hand | due.top.bit) < arithmetic.deadwood(due.hand) + due.top.points
        ways = [(TAKE, layout.TAKE_ACTION), (other, number)]
        if not melds:
            ends = arithmetic.best_discard(due.hand | due.top.bit, due.top.bit)[0] <= due.limit
            if not ends and not due.hand & NEIGHBOURS[due.top]:
                return Decision(other)
            ways.reverse()
        options = [Option(ways[0][1], 0.0), Option(ways[1][1], _TAKE_PRIOR)]
        return self._search(view, deal, [way[0] for way in ways], options, seed)

    def _discard_or_end(self, view: View, deal: DealView, due: Due, seed: int) -> Decision:
        hand, kept = due.hand, 0 if due.taken is None else due.taken.bit
        actions: list[Action] = []
        options: list[Option] = []
        if due.rules.big_gin_bonus and arithmetic.deadwood(hand) == 0:
            actions.append(BigGin(best_spread(hand).melds))
            options.append(Option(layout.BIG_GIN_ACTION))
        left, index = arithmetic.best_discard(hand, kept)
        card = CARDS[index]
        if left <= due.limit:
            actions.append(self._ending(view, deal, due, card, seed))
            options.append(Option(layout.KNOCK_ACTION | card))
            if due.phase is Phase.END and len(actions) == 1:
                return Decision(actions[0])
            if (left == 0 and not due.rules.big_gin_bonus) or left < self.skill.haste:
                return Decision(actions[0])
        if due.phase is not Phase.END:
            for one, prior in self._discards(view, deal, due, seed):
                actions.append(Discard(one))
                options.append(Option(layout.DISCARD_ACTION | one, prior))
        if len(actions) == 1:
            return Decision(actions[0])
        return self._search(view, deal, actions, options, seed)

    def _discards(self, view: View, deal: DealView, due: Due, seed: int) -> list[tuple[Card, float]]:
        """The discards to consider, best first, with what is expected of each beside the best, in points."""
        skill, hand = self.skill, due.hand
        kept = 0 if due.taken is None else due.taken.bit
        dead = card_set(deal.pile[-skill.memory :])
        assert view.seat is not None
        known = position_of(deal)[layout.HAND + 1 - view.seat]
        loose = discards.loose_cards(hand)
        whole = arithmetic.deadwood(hand)
        weights = self._outlook(view).weights
        at = layout.STAGE_WIDTH * discards.stage(deal.turns >> 1)
        random = Random(seed)
        ways = []
        for card in iter_cards(hand & ~kept):
            worth = discards.worth_of_throwing(hand, loose, card, dead, known, weights, at) / SCALE
            torn = arithmetic.deadwood(hand & ~card.bit) - whole + card.points
            ways.append((worth - torn / 2 + random.gauss(0, skill.error), card))
        ways.sort(key=lambda way: (-way[0], -way[1].rank))
        best = ways[0][0]
        return [(card, worth - best) for worth, card in ways[: skill.candidates]]

    def _search(
        self, view: View, deal: DealView, actions: Sequence[Action], options: Sequence[Option], seed: int
    ) -> Decision:
        outlook = self._outlook(view)
        budget = self.skill.budget
        left = max(budget.seconds / 4, budget.seconds - (perf_counter() - self._begun))
        finding = outlook.searcher.search(
            position_of(deal),
            options,
            self._reading(deal),
            outlook.shares,
            replace(budget, seconds=left),
            seed,
            outlook.plan,
        )
        considered = tuple(zip(actions, (mean / UNIT for mean in finding.means), strict=True))
        return Decision(actions[finding.best], considered, finding.rollouts)

    def _reading(self, deal: DealView) -> Reading:
        reading, memory = read_deal(deal), self.skill.memory
        return Reading(reading.thrown[-memory:], reading.passed[-memory:])

    def _outlook(self, view: View) -> Outlook:
        assert view.seat is not None
        key = view.seat, view.sheet, view.lines
        if self._seen is None or self._seen[0] != key:
            self._seen = key, self._look(view, view.seat)
        return self._seen[1]

    def _look(self, view: View, seat: Seat) -> Outlook:
        own, others = (plans(), kinds()) if self.skill.mixture else (plans()[:1], kinds()[:1])
        playouts, deals = self._playouts()
        if self.skill.sheet:
            worth = match_table(self.kernel, view.rules, view.sheet, seat, playouts)
        else:
            worth = points_table(view.rules)
        policies = [kind.policy for kind in others]
        belief = learned().belief
        searcher = Searcher(
            self.kernel, view.rules, own, policies, worth, belief if self.skill.belief else [0] * len(belief)
        )
        shares = shares_of_kinds(self.kernel, view.rules, others, view.lines, 1 - seat)
        plan = usual_plan(self.kernel, view.rules, own, policies, shares, worth, deals)
        weights = list(own[plan].weights)
        for at in range(layout.LOOSE_OUTS, len(weights), layout.STAGE_WIDTH):
            weights[at] = round(weights[at] * self.skill.pairs)
        return Outlook(searcher, shares, plan, weights)

    def _playouts(self) -> tuple[int, int]:
        """How many rests of a match tell what points are worth, and how many deals what a plan brings against a kind."""
        if not self.kernel.compiled:
            return _PLAIN_PLAYOUTS, _PLAIN_DEALS
        seconds, rollouts = self.skill.budget.seconds, self.skill.budget.rollouts
        count = _PLAYOUTS_A_SECOND * seconds if rollouts is None else _PLAYOUTS_A_ROLLOUT * rollouts
        allowed = [one for one in _DEALS if one <= _DEALS_A_PLAYOUT * count]
        return min(max(_PLAYOUTS[0], int(count)), _PLAYOUTS[1]), max(allowed, default=_DEALS[0])

    def _ending(self, view: View, deal: DealView, due: Due, card: Card, seed: int) -> Action:
        """Ending the deal by throwing a card, with the spread that does best against what the other may hold."""
        hand = due.hand & ~card.bit
        least = arithmetic.deadwood(hand)
        if least == 0:
            return Gin(card, best_spread(hand).melds)
        ways = spreads(hand, min(due.limit, least + 4))[:_SPREADS]
        best = best_spread(hand, card_set(deal.pile) | card.bit).melds
        if len(ways) == 1:
            return Knock(card, best)
        position = position_of(deal)
        outlook = self._outlook(view)
        hands, _ = outlook.searcher.draw_hands(
            position, self._reading(deal), outlook.shares, _SPREAD_HANDS, seed
        )
        others = [int(one) for one in hands]

        def gain(spread: Spread) -> float:
            deadwood = arithmetic.points(hand & ~union(spread))
            return sum(
                _worth_of_knock(view.rules, deadwood, least_after_layoff(other, spread)) for other in others
            )

        return Knock(card, max((best, *ways), key=gain))


def _worth_of_knock(rules: Rules, mine: int, yours: int) -> int:
    """The points of a knock to the knocker."""
    if yours > mine:
        return yours - mine
    if yours == mine and rules.tie != "undercut":
        return 0
    return mine - yours - rules.undercut_bonus


def kernel_at_hand() -> Kernel:
    """The compiled kernel where it is warm, ready for use; else the plain one, which needs no compiling."""
    return load(compiled=False) if needs_warming() else _warm_kernel()


@cache
def _warm_kernel() -> Kernel:
    kernel = load()
    if kernel.compiled:
        warm()
    return kernel
