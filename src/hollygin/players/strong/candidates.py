"""The candidates: the actions that are worth rolling out, each with a prior."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from hollygin import kernel
from hollygin.actions import DRAW, PASS, TAKE, Action, BigGin, Discard, Gin, Knock
from hollygin.cards import CARDS, Card, card_set
from hollygin.due import Due, Phase
from hollygin.engine import action_number, discard_worths, neighbours
from hollygin.melds import Melds, best_spread, least_after_layoff, spreads, union
from hollygin.players.strong.learned import SCALE
from hollygin.players.strong.situation import Situation
from hollygin.players.strong.skill import Skill
from hollygin.rules import Rules

_TAKE_PRIOR: Final = -1.0
"""The prior in points of taking a card that melds nowhere, or of leaving one that melds, relative to the other choice."""
_SPREADS: Final = 8
"""The most spreads of a knock that are compared."""
_SPREAD_HANDS: Final = 60
"""The sampled hands that they are compared against."""


@dataclass(frozen=True, slots=True)
class Option:
    """An action and its prior: its expected points relative to the best, or None if it has no prior."""

    action: Action
    prior: float | None = None

    @property
    def number(self) -> int:
        """The action as the engine numbers it."""
        return action_number(self.action)


def without_thought(due: Due) -> Action | None:
    """The only sensible action, if one glance at the hand tells it."""
    match due.phase:
        case Phase.MUST_DRAW:
            return DRAW
        case Phase.LAST:
            legal = due.legal_actions()
            return legal[0] if len(legal) == 1 else None
        case Phase.UPCARD_OPENER | Phase.UPCARD_DEALER | Phase.DRAW:
            assert due.top is not None
            may_help = due.hand & neighbours(due.top) or _melds(due) or _ends_with_top(due)
            return None if may_help else _other_than_take(due)
    return None


def candidates(situation: Situation, skill: Skill) -> list[Option]:
    """The actions to choose from, the best prior first. A single one is the decision."""
    due = situation.due
    match due.phase:
        case Phase.LAST:
            return [Option(TAKE), Option(PASS)]
        case Phase.UPCARD_OPENER | Phase.UPCARD_DEALER | Phase.DRAW:
            ways = [TAKE, _other_than_take(due)]
            if not _melds(due):
                ways.reverse()
            return [Option(ways[0], 0.0), Option(ways[1], _TAKE_PRIOR)]
    return _discards_and_endings(situation, skill)


def _other_than_take(due: Due) -> Action:
    return DRAW if due.phase is Phase.DRAW else PASS


def _melds(due: Due) -> bool:
    """Whether the top card of the pile goes into a meld of a best arrangement."""
    assert due.top is not None
    return kernel.deadwood(due.hand | due.top.bit) < kernel.deadwood(due.hand) + due.top.points


def _ends_with_top(due: Due) -> bool:
    """Whether the hand could end the deal with the top card of the pile."""
    assert due.top is not None
    return kernel.best_discard(due.hand | due.top.bit, due.top.bit)[0] <= due.limit


def _discards_and_endings(situation: Situation, skill: Skill) -> list[Option]:
    """Ending the deal, if that is possible, and the best discards."""
    due = situation.due
    big_gin = due.rules.big_gin_bonus != 0
    options: list[Option] = []
    if big_gin and kernel.deadwood(due.hand) == 0:
        options.append(Option(BigGin(best_spread(due.hand).melds)))
    left, index = kernel.best_discard(due.hand, _kept(due))
    if left <= due.limit:
        options.append(Option(_ending(situation, CARDS[index])))
        if (left == 0 and not big_gin) or left < skill.haste:
            return options[:1]
    if due.phase is not Phase.END:
        options += _discards(situation, skill)
    return options


def _kept(due: Due) -> int:
    """The card that may not be thrown (R3.2)."""
    return 0 if due.taken is None else due.taken.bit


def _discards(situation: Situation, skill: Skill) -> list[Option]:
    """The discards to consider, best first."""
    deal, hand, kept = situation.deal, situation.due.hand, _kept(situation.due)
    dead = card_set(deal.pile[-skill.memory :])
    known = situation.position.known_of_other
    whole = kernel.deadwood(hand)
    random = Random(situation.seed)
    ways = []
    for card, worth in discard_worths(hand, kept, dead, known, deal.turns >> 1, situation.outlook.weights):
        torn = kernel.deadwood(hand & ~card.bit) - whole + card.points
        ways.append((worth / SCALE - torn / 2 + random.gauss(0, skill.error), card))
    ways.sort(key=lambda way: (-way[0], -way[1].rank))
    best = ways[0][0]
    return [Option(Discard(card), worth - best) for worth, card in ways[: skill.candidates]]


def _ending(situation: Situation, card: Card) -> Action:
    """Ending the deal by throwing a card, with the spread that does best against sampled hands of the opponent."""
    due = situation.due
    hand = due.hand & ~card.bit
    least = kernel.deadwood(hand)
    if least == 0:
        return Gin(card, best_spread(hand).melds)
    ways = spreads(hand, min(due.limit, least + 4))[:_SPREADS]
    best = best_spread(hand, card_set(situation.deal.pile) | card.bit).melds
    if len(ways) == 1:
        return Knock(card, best)
    hands = [int(one) for one in situation.draw_hands(_SPREAD_HANDS, situation.seed).hands]

    def gain(spread: Melds) -> float:
        deadwood = kernel.points(hand & ~union(spread))
        return sum(_worth_of_knock(due.rules, deadwood, least_after_layoff(one, spread)) for one in hands)

    return Knock(card, max((best, *ways), key=gain))


def _worth_of_knock(rules: Rules, mine: int, yours: int) -> int:
    """The points of a knock to the knocker."""
    if yours > mine:
        return yours - mine
    if yours == mine and rules.tie != "undercut":
        return 0
    return mine - yours - rules.undercut_bonus
