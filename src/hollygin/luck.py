"""Luck: what the cards of a finished deal gave each seat, whatever the players did with them.

Luck is judged with all cards open, afterwards. V is the value of an open position to seat 0 if two fixed policies play
on. The luck of a draw is V with the card drawn less the mean of V over all cards that lay in the stock then; the luck
of a deal is V of the dealt hands and upcard less what a deal by the same dealer brings on average. Each has mean 0 for
any V, so a result less a fixed share of the luck (:data:`BETA`) has the mean of the result and a smaller spread. That
is the chance part of AIVAT and of Zare's identity for backgammon: result = luck + skill.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from hollygin.actions import Draw, Reshuffle
from hollygin.cards import Card, card_set
from hollygin.deal import Deal
from hollygin.due import Phase, Seat
from hollygin.engine import FLOOR, Bulk, Kernel, OpenCards, Policy, Position, action_number, layout, load
from hollygin.errors import Fault, HollyginError
from hollygin.rules import Rules

BETA: Final = 0.8
"""The share of luck that is taken out of a result; fixed beforehand, near the best for a rough V."""
ROLLS: Final = 100
"""Roll-outs of each card that could have been drawn."""
_DEALT: Final = 4
"""The dealt hands take this many times the roll-outs of a card: one value carries the whole deal."""
UNIT: Final = 1000
"""A point in the numbers of a worth table."""
_MEAN_DEALS: Final = (100, 20_000)
"""Deals of each dealer behind the average deal: plain, and compiled."""
_SEED: Final = 5


class LuckError(HollyginError):
    """A deal whose luck can't be told."""


@dataclass(frozen=True, slots=True)
class DrawLuck:
    """One draw: its place in the history of the deal, who drew which card, and the luck of it to seat 0."""

    index: int
    seat: Seat
    card: Card
    luck: float


@dataclass(frozen=True, slots=True)
class DealLuck:
    """The luck of one deal to seat 0, in points of the deal unless another worth was asked for.

    ``dealt`` is that of the hands and the upcard, ``draws`` those of each draw from the stock. Seat 1 has the opposite.
    """

    dealt: float
    draws: tuple[DrawLuck, ...]

    @property
    def total(self) -> float:
        """All of it."""
        return self.dealt + sum(draw.luck for draw in self.draws)


class LuckMeter:
    """Tells the luck of deals under some rules.

    ``policies`` play the seats on in V. The same seed gives the same luck for the same deal, compiled or plain. Not
    for use by two threads at once.
    """

    def __init__(
        self,
        rules: Rules,
        *,
        policies: tuple[Policy, Policy] = (FLOOR, FLOOR),
        rolls: int = ROLLS,
        seed: int = 0,
        kernel: Kernel | None = None,
    ) -> None:
        self.rules = rules
        self.kernel = kernel = load() if kernel is None else kernel
        self.rolls = rolls
        self.seed = seed
        self._points = points_worth(rules)
        self._ends = ends_of_deals(kernel, rules, policies)
        self._cards = OpenCards(rules, policies, kernel)

    def deal(self, deal: Deal, worth: Sequence[int] | None = None) -> DealLuck:
        """The luck of a finished deal whose cards are all known.

        ``worth`` is what each ending is worth to seat 0, as a table in thousandths: the half by points won, then the
        half by points lost (``hollygin.equity.win_table`` makes one). By default it is the points themselves. Raises LuckError (``unfinished``, ``cards-unknown``).
        """
        if deal.phase is not Phase.OVER:
            raise LuckError(Fault("unfinished"))
        order = [card for card in deal.order if card is not None]
        if len(order) < 52:
            raise LuckError(Fault("cards-unknown"))
        table = self._points if worth is None else worth
        cards = self._cards
        position = cards.deal_out(order, deal.dealer)
        stock = order[21:]
        start = cards.open_value(position, card_set(stock), table, _DEALT * self.rolls, self.seed)
        dealt = start / (_DEALT * self.rolls) - self._mean(deal.dealer, table)
        draws = []
        for index, (seat, action) in enumerate(deal.history):
            if isinstance(action, Reshuffle):
                stock = [card for card in action.cards if card is not None]
                position = position.reshuffled(len(stock))
                continue
            number = action_number(action)
            if number >= layout.KNOCK_ACTION:
                break
            card = -1
            if isinstance(action, Draw):
                card = stock[0]
                assert seat is not None
                draws.append(DrawLuck(index, seat, card, self._draw(position, stock, table) / UNIT))
                stock = stock[1:]
            position = cards.apply(position, number, card)
        return DealLuck(dealt / UNIT, tuple(draws))

    def _draw(self, position: Position, stock: list[Card], worth: Sequence[int]) -> float:
        """The luck of drawing the first card of the stock, in thousandths."""
        values = self._cards.card_values(position, card_set(stock), worth, self.rolls, self.seed)
        return (values[stock[0]] - sum(values) / len(stock)) / self.rolls

    def _mean(self, dealer: Seat, worth: Sequence[int]) -> float:
        """What a deal of a dealer brings seat 0 on average, in thousandths."""
        half = len(worth) // 2
        brings = sum(
            many * worth[min(points, half - 1) + (0 if winner == 0 else half)]
            for (winner, points), many in self._ends[dealer].items()
            if winner >= 0
        )
        return brings / _MEAN_DEALS[self.kernel.compiled]


def points_worth(rules: Rules) -> tuple[int, ...]:
    """The table of a deal that is worth its points."""
    most = 100 + max(rules.gin_bonus, rules.undercut_bonus, rules.big_gin_bonus)
    most *= 2 if rules.oklahoma and rules.spades_double else 1
    return (*range(0, UNIT * most + 1, UNIT), *range(0, -UNIT * most - 1, -UNIT))


@lru_cache(maxsize=64)
def ends_of_deals(
    kernel: Kernel, rules: Rules, policies: tuple[Policy, Policy]
) -> tuple[Counter[tuple[int, int]], Counter[tuple[int, int]]]:
    """How deals between two policies end, by dealer: how often each winner (-1: nobody) with each number of points."""
    count = _MEAN_DEALS[kernel.compiled]
    results = Bulk(rules, policies, kernel).deals(_SEED, 2 * count)
    ends: tuple[Counter[tuple[int, int]], Counter[tuple[int, int]]] = Counter(), Counter()
    for row in range(0, len(results), layout.RESULT_WIDTH):
        end = int(results[row + layout.WINNER]), int(results[row + layout.POINTS])
        ends[int(results[row + layout.DEALT_BY])][end] += 1
    return ends
