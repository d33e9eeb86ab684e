"""A match: deals in sequence, who deals, the sheet, and the ways it ends.

Like a deal it is frozen, and its cards come from outside: the house gives
the order of each deal (:meth:`Match.next_deal`), the players do everything else (:meth:`Match.step`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from hollygin.actions import RESIGN, Action, Resign, as_action
from hollygin.cards import Card
from hollygin.deal import Deal, Played
from hollygin.due import Due, Phase, Seat
from hollygin.errors import DealError, Fault, IllegalAction
from hollygin.rules import Rules, as_rules
from hollygin.settlement import Facts, Settlement, settle
from hollygin.sheet import Entry, Result, Sheet
from hollygin.shown import board


class Line(NamedTuple):
    """A finished deal of a match, open to everyone: what happened, what it was worth, and where that is written.

    ``hands`` are the cards that each seat has not laid down. ``entry`` is None if nobody has won the deal.
    """

    dealer: Seat
    upcard: Card
    history: tuple[Played, ...]
    hands: tuple[int, int]
    facts: Facts
    settlement: Settlement
    entry: Entry | None


class Ordered(Protocol):
    """A shuffle: what gives the order of the 52 cards."""

    def order(self) -> Sequence[Card]:
        """The order of the 52 cards."""


class Match(NamedTuple):
    """A match at one moment.

    ``dealer`` deals the current deal, or the next if none is under way. ``lines`` are the finished deals
    as anyone may see them; ``deals`` are the same deals whole, the rest of the stock included. ``deal`` is the
    deal under way. It stays if a player resigns in the middle of it (R13.1).
    """

    rules: Rules
    first_dealer: Seat
    dealer: Seat
    sheet: Sheet
    lines: tuple[Line, ...] = ()
    deals: tuple[Deal, ...] = ()
    deal: Deal | None = None
    resigned: Seat | None = None

    @classmethod
    def start(cls, rules: Rules | str, first_dealer: Seat) -> Match:
        """A match before its first deal, by rules or the name of a profile. The caller draws the first dealer by chance (R1.2)."""
        rules = as_rules(rules)
        return cls(rules, first_dealer, first_dealer, Sheet.of(rules))

    # The state

    def __str__(self) -> str:
        return board(self)

    @property
    def over(self) -> bool:
        """Whether the match has ended (R8.7, R11.2, R13.1)."""
        return self.resigned is not None or self.sheet.done

    @property
    def result(self) -> Result | None:
        """The winner's seat or ``"tie"``; None while the match goes on."""
        return self.sheet.result if self.resigned is None else 1 - self.resigned

    @property
    def number(self) -> int:
        """The number of the deal under way, or else of the next one, from 1."""
        return len(self.lines) + 1

    @property
    def needs_deal(self) -> bool:
        """Whether the house must give the cards of the next deal."""
        return self.deal is None and not self.over

    @property
    def due(self) -> Due | None:
        """The decision that is due in the deal under way; None between deals and after the match."""
        return None if self.deal is None or self.over else self.deal.due

    def check(self, seat: Seat | None, action: Action | str) -> Fault | None:
        """The first fault of an action by a seat (None: the house), or None if it is legal.

        An action may be text, as ``"discard Kc"``. Raises TextError if that is none.
        """
        action = as_action(action)
        if self.over:
            return Fault("match-over", "R8.7")
        if isinstance(action, Resign):
            return None if seat in (0, 1) else Fault("not-your-turn", "R13.1", {"seat": "house"})
        if self.deal is None:
            return Fault("no-deal", "R1.3")
        return self.deal.check(seat, action)

    def legal_actions(self, seat: Seat) -> tuple[Action, ...]:
        """Every legal action of a seat now. Until the end ``resign`` is always there, as the last (R13.1)."""
        if self.over:
            return ()
        return (*(self.deal.legal_actions(seat) if self.deal else ()), RESIGN)

    # What changes it

    def next_deal(self, cards: Sequence[int] | str | Ordered | Deal) -> Match:
        """The match with its next deal begun, from an order of 52 cards, a shuffle, or a deal not yet played.

        A deal with unknown cards comes in as the latter. Raises IllegalAction (``match-over``,
        ``deal-under-way``, ``not-this-deal`` if dealer, rules or progress differ) and DealError.
        """
        if self.over:
            raise IllegalAction(Fault("match-over", "R8.7"))
        if self.deal is not None:
            raise IllegalAction(Fault("deal-under-way", "R1.3"))
        if not isinstance(cards, Deal | Sequence):
            cards = _order(cards)
        deal = cards if isinstance(cards, Deal) else Deal.start(self.rules, self.dealer, cards)
        if deal.history or deal.dealer != self.dealer or deal.rules != self.rules:
            raise IllegalAction(Fault("not-this-deal", "R7.1"))
        return self._replace(deal=deal)

    def step(self, seat: Seat | None, action: Action | str) -> Match:
        """The match after an action by a seat (None: the house).

        An action may be text, as ``"discard Kc"``. A deal that ends is settled and written on the sheet at once. Raises
        IllegalAction with the fault that :meth:`check` finds, and TextError.
        """
        action = as_action(action)
        if self.over or self.deal is None or isinstance(action, Resign):
            fault = self.check(seat, action)
            if fault is not None:
                raise IllegalAction(fault)
            return self._replace(resigned=seat)
        deal = self.deal.step(seat, action)
        return self._settle(deal) if deal.phase is Phase.OVER else self._replace(deal=deal)

    def _settle(self, deal: Deal) -> Match:
        assert deal.facts is not None
        worth = settle(self.rules, deal.facts)
        sheet, entry = self.sheet, None
        if worth.winner is not None:
            sheet = sheet.add(worth.winner, worth.points, self.rules.boxes(worth.outcome))
            entry = sheet.entries[-1]
        line = Line(deal.dealer, deal.upcard, deal.history, deal.hands, deal.facts, worth, entry)
        return self._replace(
            dealer=self.rules.dealer_after(self.dealer, worth.winner),
            sheet=sheet,
            lines=(*self.lines, line),
            deals=(*self.deals, deal),
            deal=None,
        )


def _order(source: Ordered) -> Sequence[Card]:
    """The order of the cards of a shuffle. Raises DealError (``bad-order``) for what gives none."""
    if not callable(getattr(source, "order", None)):
        raise DealError(Fault("bad-order", "R1.1"))
    return source.order()
