"""One deal: its state, what is due, and the step from one state to the next.

States are frozen; :meth:`Deal.step` returns a new one. There is no clock, no randomness and no
price here. The order of the cards comes in; the facts of the ending come out.

>>> deal = Deal.start(make_rules(), dealer=0, order=CARDS)
>>> deal.due.seat, str(deal.due.phase)
(1, 'upcard_opener')
>>> deal = deal.step(1, parse_action("take"))
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from hollygin import kernel
from hollygin.actions import (
    Action,
    BigGin,
    Defend,
    Discard,
    Done,
    Draw,
    Gin,
    Knock,
    LayOff,
    Pass,
    Reshuffle,
    Show,
    Take,
    as_action,
)
from hollygin.cards import CARDS, DECK, Card, card_set, iter_cards, parse_card_list
from hollygin.due import Due, Phase, Seat, top_of
from hollygin.errors import DealError, Fault, IllegalAction
from hollygin.melds import Layoff, Melds, union
from hollygin.rules import Rules, as_rules
from hollygin.settlement import Ending, Facts, Showdown, Void

HAND_SIZE: Final = 10
VOID_STOCK: Final = 2
"""A deal is void when this many cards are left in the stock (R6.1)."""
TURN_LIMIT: Final = 200
"""A deal is void after this many discards. Otherwise two players who take from the pile could play forever."""

_NO_SEAT: Final = (Phase.RESHUFFLE, Phase.OVER)


class Played(NamedTuple):
    """One action of a deal and the seat it came from; None is the house."""

    seat: Seat | None
    action: Action


class Deal(NamedTuple):
    """A deal at one moment.

    ``order`` are the 52 cards as they were dealt. ``hands`` are the known cards that each seat still holds, without those
    that it has spread or laid off. ``unknown`` counts the other cards of each hand. ``stock`` is top first, ``pile`` is top
    last; None is an unknown card. ``drawn`` is the card just drawn or taken; ``taken`` is the same if it
    came from the pile. ``turns`` counts the discards. After a knock or gin, ``kind``, ``knocker``,
    ``spread``, ``extended`` (the spread with the layoffs), ``face_down`` (the knock discard), and
    the defender's ``defense`` and ``layoffs`` say what is on the table.
    """

    rules: Rules
    dealer: Seat
    phase: Phase
    turn: Seat
    order: tuple[Card | None, ...]
    hands: tuple[int, int]
    unknown: tuple[int, int]
    stock: tuple[Card | None, ...]
    pile: tuple[Card, ...]
    upcard: Card
    history: tuple[Played, ...] = ()
    drawn: Card | None = None
    taken: Card | None = None
    turns: int = 0
    ending: Ending | None = None
    knocker: Seat | None = None
    face_down: Card | None = None
    spread: Melds = ()
    extended: Melds = ()
    defense: Melds = ()
    layoffs: tuple[Layoff, ...] = ()
    facts: Facts | None = None

    @classmethod
    def start(cls, rules: Rules | str, dealer: Seat, order: Sequence[int | None] | str) -> Deal:
        """Deal the 52 cards in ``order``: one each in turn from the non-dealer, upcard, stock (R1.3).

        None is a card that the writer of a deal does not know; the upcard is always known.
        Raises DealError (``bad-order``) unless there are 52 different cards, and RulesError for a profile that there is not.
        """
        rules = as_rules(rules)
        if isinstance(order, str):
            order = parse_card_list(order)
        known = [card for card in order if card is not None]
        right = len(order) == 52 and order[2 * HAND_SIZE] is not None and len(set(known)) == len(known)
        if not right or not all(0 <= card < 52 for card in known):
            raise DealError(Fault("bad-order", "R1.1"))
        cards = tuple(None if card is None else CARDS[card] for card in order)
        hands = [card_set(card for card in cards[i : 2 * HAND_SIZE : 2] if card is not None) for i in (0, 1)]
        if dealer == 0:
            hands.reverse()
        upcard = cards[2 * HAND_SIZE]
        assert upcard is not None
        return cls(
            rules,
            dealer,
            Phase.UPCARD_OPENER,
            1 - dealer,
            cards,
            (hands[0], hands[1]),
            (HAND_SIZE - hands[0].bit_count(), HAND_SIZE - hands[1].bit_count()),
            cards[2 * HAND_SIZE + 1 :],
            (upcard,),
            upcard,
        )

    @classmethod
    def from_hands(
        cls,
        rules: Rules,
        dealer: Seat,
        hands: tuple[int, int],
        upcard: int,
        stock: Sequence[int | None] = (None,) * 31,
    ) -> Deal:
        """Start from two hands by seat and an upcard; unknown cards are missing.

        Raises DealError (``bad-order``) as :meth:`start` does.
        """
        if max(hand.bit_count() for hand in hands) > HAND_SIZE:
            raise DealError(Fault("bad-order", "R1.3"))
        order: list[int | None] = [None] * (2 * HAND_SIZE)
        for i, hand in enumerate((hands[1 - dealer], hands[dealer])):
            order[i : 2 * hand.bit_count() : 2] = iter_cards(hand)
        return cls.start(rules, dealer, [*order, upcard, *stock])

    # What is due

    @property
    def limit(self) -> int:
        """The knock limit of this deal in points (R4.1, R9.1); 0 is gin only."""
        return self.rules.limit(self.upcard)

    @property
    def due_from(self) -> Seat | None:
        """The seat on turn; None if the house is, or nobody."""
        return None if self.phase in _NO_SEAT else self.turn

    @property
    def due(self) -> Due:
        """What is due, and from whom; ``seat`` is :attr:`due_from`."""
        phase, turn = self.phase, self.turn
        if phase in _NO_SEAT:
            pile = card_set(self.pile[:-1]) if phase is Phase.RESHUFFLE else 0
            return Due(None, phase, self.rules, pile=pile)
        unknown = self.unknown[turn]
        return Due(
            turn,
            phase,
            self.rules,
            self.hands[turn],
            unknown,
            self._candidates() if unknown else 0,
            top_of(self.pile),
            self.taken,
            self.limit,
            self.spread,
            self.extended,
            self.ending in ("gin", "big_gin"),
        )

    def _candidates(self) -> int:
        """The cards that an unknown card may be: those that are not known to be anywhere."""
        known = self.hands[0] | self.hands[1] | card_set(self.pile) | union(self.extended)
        known |= union(self.defense) | card_set(card for card in self.stock if card is not None)
        return DECK & ~(known if self.face_down is None else known | self.face_down.bit)

    def check(self, seat: Seat | None, action: Action | str) -> Fault | None:
        """The first fault of an action by a seat (None: the house), or None if it is legal.

        An action may be text. Raises TextError if that is none.
        """
        if self.phase is Phase.OVER:
            return Fault("deal-over", "R4.1")
        if seat != self.due_from:
            return Fault("not-your-turn", "R3.1", {"seat": "house" if seat is None else seat})
        return self.due.check(as_action(action))

    def legal_actions(self, seat: Seat) -> tuple[Action, ...]:
        """The legal actions of a seat, as :meth:`Due.legal_actions`; empty when it is not on turn."""
        return self.due.legal_actions() if seat == self.due_from else ()

    # The step

    def step(self, seat: Seat | None, action: Action | str) -> Deal:
        """The deal after an action by a seat (None: the house).

        An action may be text. Raises IllegalAction with the fault that :meth:`check` finds, and TextError.
        """
        action = as_action(action)
        fault = self.check(seat, action)
        if fault is not None:
            raise IllegalAction(fault)
        history = (*self.history, Played(seat, action))
        match action:
            case Draw():
                return self._draw(history)
            case Take():
                return self._take(history)
            case Pass():
                return self._pass(history)
            case Discard(card):
                return self._discard(history, card)
            case Knock(card, spread):
                return self._end(history, "knock", card, spread)
            case Gin(card, spread):
                return self._end(history, "gin", card, spread)
            case BigGin(spread):
                return self._end(history, "big_gin", None, spread)
            case Defend(defense):
                return self._defend(history, defense)
            case LayOff(card, meld):
                return self._lay_off(history, card, meld)
            case Done():
                return self._finish(self._replace(history=history))
            case Show(cards):
                new = (cards & ~self.hands[self.turn]).bit_count()
                return self._replace(
                    history=history,
                    hands=_put(self.hands, self.turn, self.hands[self.turn] | cards),
                    unknown=_put(self.unknown, self.turn, self.unknown[self.turn] - new),
                )
            case Reshuffle(cards):
                return self._replace(history=history, phase=Phase.DRAW, stock=cards, pile=self.pile[-1:])
        raise AssertionError(action)  # resign is of the match, and check() refuses it here

    def _draw(self, history: tuple[Played, ...]) -> Deal:
        card, turn = self.stock[0], self.turn
        hands, unknown = self.hands, self.unknown
        if card is None:
            unknown = _put(unknown, turn, unknown[turn] + 1)
        else:
            hands = _put(hands, turn, hands[turn] | card.bit)
        return self._replace(
            history=history,
            phase=Phase.DISCARD,
            hands=hands,
            unknown=unknown,
            stock=self.stock[1:],
            drawn=card,
        )

    def _take(self, history: tuple[Played, ...]) -> Deal:
        card, turn = self.pile[-1], self.turn
        return self._replace(
            history=history,
            phase=Phase.END if self.phase is Phase.LAST else Phase.DISCARD,
            hands=_put(self.hands, turn, self.hands[turn] | card.bit),
            pile=self.pile[:-1],
            drawn=card,
            taken=card,
        )

    def _pass(self, history: tuple[Played, ...]) -> Deal:
        if self.phase is Phase.LAST:
            return self._replace(history=history, phase=Phase.OVER, facts=Void("stock"))
        opening = self.phase is Phase.UPCARD_OPENER
        return self._replace(
            history=history,
            phase=Phase.UPCARD_DEALER if opening else Phase.MUST_DRAW,
            turn=1 - self.turn,
        )

    def _discard(self, history: tuple[Played, ...], card: Card) -> Deal:
        hands, unknown = self._without(card)
        turns, stock = self.turns + 1, len(self.stock)
        facts: Facts | None = None
        phase, turn = Phase.DRAW, 1 - self.turn
        if self.rules.stock_end == "reshuffle":
            if stock == 0:
                phase = Phase.RESHUFFLE
        elif stock == VOID_STOCK:
            if self.rules.last_discard == "end":
                phase = Phase.LAST
            else:
                phase, facts = Phase.OVER, Void("stock")
        if turns == TURN_LIMIT and phase is not Phase.LAST:
            phase, facts = Phase.OVER, facts or Void("turns")
        return self._replace(
            history=history,
            phase=phase,
            turn=turn,
            hands=hands,
            unknown=unknown,
            pile=(*self.pile, card),
            drawn=None,
            taken=None,
            turns=turns,
            facts=facts,
        )

    def _without(self, card: Card | None) -> tuple[tuple[int, int], tuple[int, int]]:
        """The hands and unknown counts after the player on turn has put down a card."""
        turn, hand = self.turn, self.hands[self.turn]
        if card is not None and hand & card.bit:
            return _put(self.hands, turn, hand & ~card.bit), self.unknown
        return self.hands, _put(self.unknown, turn, self.unknown[turn] - 1)

    def _end(self, history: tuple[Played, ...], ending: Ending, card: Card | None, spread: Melds) -> Deal:
        hands, unknown = (self.hands, self.unknown) if ending == "big_gin" else self._without(card)
        turn = self.turn
        cards = union(spread)
        shown = (cards & ~hands[turn]).bit_count()
        return self._replace(
            history=history,
            phase=Phase.DEFENSE,
            turn=1 - turn,
            hands=_put(hands, turn, hands[turn] & ~cards),
            unknown=_put(unknown, turn, unknown[turn] - shown),
            drawn=None,
            taken=None,
            ending=ending,
            knocker=turn,
            face_down=card,
            spread=spread,
            extended=spread,
        )

    def _defend(self, history: tuple[Played, ...], defense: Melds) -> Deal:
        turn, cards = self.turn, union(defense)
        hand = self.hands[turn]
        deal = self._replace(
            history=history,
            phase=Phase.LAYOFF,
            hands=_put(self.hands, turn, hand & ~cards),
            unknown=_put(self.unknown, turn, self.unknown[turn] - (cards & ~hand).bit_count()),
            defense=defense,
        )
        return deal if self.ending == "knock" else self._finish(deal)

    def _lay_off(self, history: tuple[Played, ...], card: Card, meld: int) -> Deal:
        hands, unknown = self._without(card)
        i = self.spread.index(meld)
        return self._replace(
            history=history,
            hands=hands,
            unknown=unknown,
            extended=(*self.extended[:i], self.extended[i] | card.bit, *self.extended[i + 1 :]),
            layoffs=(*self.layoffs, Layoff(card, meld)),
        )

    @staticmethod
    def _finish(deal: Deal) -> Deal:
        assert deal.ending is not None and deal.knocker is not None
        knocker = deal.knocker
        facts = Showdown(
            ending=deal.ending,
            knocker=knocker,
            upcard=deal.upcard,
            spread=deal.spread,
            knocker_deadwood=kernel.points(deal.hands[knocker]),
            defense=deal.defense,
            layoffs=deal.layoffs,
            defender_deadwood=kernel.points(deal.hands[1 - knocker]),
        )
        return deal._replace(phase=Phase.OVER, facts=facts)


def _put(pair: tuple[int, int], seat: Seat, value: int) -> tuple[int, int]:
    return (value, pair[1]) if seat == 0 else (pair[0], value)
