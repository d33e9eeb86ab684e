"""The plain player that everyone is measured against.

Takes the pile card only if it goes into a meld, discards the highest loose card of a best
arrangement, knocks or gins as soon as it may, and lays off as well as can be.
"""

from __future__ import annotations

from hollygin import kernel
from hollygin.actions import (
    DONE,
    DRAW,
    PASS,
    TAKE,
    Action,
    BigGin,
    Defend,
    Discard,
    Gin,
    Knock,
    LayOff,
)
from hollygin.cards import CARDS, card_set
from hollygin.due import Due, Phase
from hollygin.melds import best_defense, best_spread, lay_off_all
from hollygin.view import DealView, View


class SimplePlayer:
    """See the module; it has no memory and no chance in it."""

    name = "simple"

    def act(self, view: View, due: Due) -> Action:
        """The action of the plain player."""
        assert view.deal is not None
        match due.phase:
            case Phase.UPCARD_OPENER | Phase.UPCARD_DEALER:
                return TAKE if self._melds(due) else PASS
            case Phase.DRAW:
                return TAKE if self._melds(due) else DRAW
            case Phase.MUST_DRAW:
                return DRAW
            case Phase.LAST:
                return due.legal_actions()[0]
            case Phase.DISCARD | Phase.END:
                return self._throw(view.deal, due)
            case Phase.DEFENSE:
                return Defend(best_defense(due.hand, () if due.gin else due.spread).melds)
            case _:
                return self._lay_off(due)

    @staticmethod
    def _melds(due: Due) -> bool:
        """Whether the card on the pile goes into a meld of a best arrangement.

        It does where leaving it out costs its points and melding it costs none of them.
        """
        assert due.top is not None
        return kernel.deadwood(due.hand | due.top.bit) < kernel.deadwood(due.hand) + due.top.points

    @staticmethod
    def _throw(deal: DealView, due: Due) -> Action:
        if due.rules.big_gin_bonus and kernel.deadwood(due.hand) == 0:
            return BigGin(best_spread(due.hand).melds)
        kept = 0 if due.taken is None else due.taken.bit
        left, index = kernel.best_discard(due.hand, kept)
        card = CARDS[index]
        if left > due.limit:
            return Discard(card)
        seen = card_set(deal.pile) | card.bit
        spread = best_spread(due.hand & ~card.bit, seen).melds
        return Knock(card, spread) if left else Gin(card, spread)

    @staticmethod
    def _lay_off(due: Due) -> Action:
        laid = lay_off_all(due.hand, due.extended)
        if not laid:
            return DONE
        return LayOff(laid[0].card, due.spread[due.extended.index(laid[0].meld)])
