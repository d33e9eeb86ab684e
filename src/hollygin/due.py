"""What is due in a deal, and from whom: the phases, and what is legal in each.

A :class:`Due` holds what the player on turn may know and nothing else. So neither a list of legal actions
nor a fault can depend on a hidden card. State and view hand out the same value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from hollygin import kernel
from hollygin.actions import (
    DISCARDS,
    DONE,
    DRAW,
    PASS,
    TAKE,
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
)
from hollygin.cards import CARDS, Card, card_set, iter_cards, text
from hollygin.errors import Fault
from hollygin.melds import Melds, fits, is_meld, layoff_targets, spreads, union
from hollygin.rules import Rules

Seat = int
"""0 or 1, the same for the whole match."""


class Phase(StrEnum):
    """The phases of a deal."""

    UPCARD_OPENER = "upcard_opener"
    UPCARD_DEALER = "upcard_dealer"
    MUST_DRAW = "must_draw"
    DRAW = "draw"
    DISCARD = "discard"
    LAST = "last"
    END = "end"
    DEFENSE = "defense"
    LAYOFF = "layoff"
    RESHUFFLE = "reshuffle"
    OVER = "over"


TRANSITIONS: Final[Mapping[Phase, Mapping[type[Action], tuple[Phase, ...]]]] = {
    Phase.UPCARD_OPENER: {Take: (Phase.DISCARD,), Pass: (Phase.UPCARD_DEALER,)},
    Phase.UPCARD_DEALER: {Take: (Phase.DISCARD,), Pass: (Phase.MUST_DRAW,)},
    Phase.MUST_DRAW: {Draw: (Phase.DISCARD,)},
    Phase.DRAW: {Draw: (Phase.DISCARD,), Take: (Phase.DISCARD,)},
    Phase.DISCARD: {
        Discard: (Phase.DRAW, Phase.LAST, Phase.RESHUFFLE, Phase.OVER),
        Knock: (Phase.DEFENSE,),
        Gin: (Phase.DEFENSE,),
        BigGin: (Phase.DEFENSE,),
    },
    Phase.LAST: {Take: (Phase.END,), Pass: (Phase.OVER,)},
    Phase.END: {Knock: (Phase.DEFENSE,), Gin: (Phase.DEFENSE,), BigGin: (Phase.DEFENSE,)},
    Phase.DEFENSE: {Defend: (Phase.LAYOFF, Phase.OVER)},
    Phase.LAYOFF: {LayOff: (Phase.LAYOFF,), Done: (Phase.OVER,)},
    Phase.RESHUFFLE: {Reshuffle: (Phase.DRAW,)},
    Phase.OVER: {},
}
"""The phases that each action can lead to. ``show`` is also due in every phase if the hand on turn
has unknown cards, and leads back to its phase. ``resign`` belongs to the match."""

_CLAUSE: Final[Mapping[Phase, str]] = {
    Phase.UPCARD_OPENER: "R2.1",
    Phase.UPCARD_DEALER: "R2.1",
    Phase.MUST_DRAW: "R2.1",
    Phase.DRAW: "R3.1",
    Phase.DISCARD: "R3.1",
    Phase.LAST: "R6.1",
    Phase.END: "R6.1",
    Phase.DEFENSE: "R4.4",
    Phase.LAYOFF: "R4.4",
    Phase.RESHUFFLE: "R6.2",
    Phase.OVER: "R4.1",
}


class Due(NamedTuple):
    """The decision that is due from ``seat`` (None: the house), with everything that decides what is legal.

    ``hand`` are the known cards of the hand, ``unknown`` is the number of its other cards, and ``candidates`` are the
    cards that these may be. Both are 0 in a deal whose cards are all known. ``top`` is the top card of the discard
    pile, ``taken`` the card just taken from it, and ``limit`` the knock limit in points. After a knock or gin,
    ``spread`` is the knocker's, and ``extended`` has the same melds with the layoffs. ``pile`` has the cards that
    a reshuffle turns into the stock.
    """

    seat: Seat | None
    phase: Phase
    rules: Rules
    hand: int = 0
    unknown: int = 0
    candidates: int = 0
    top: Card | None = None
    taken: Card | None = None
    limit: int = 0
    spread: Melds = ()
    extended: Melds = ()
    gin: bool = False
    pile: int = 0

    def check(self, action: Action) -> Fault | None:
        """The first fault of an action, or None if it is legal."""
        if type(action) not in TRANSITIONS[self.phase]:
            return self._not_due(action)
        match action:
            case Discard(card):
                return self._discard_fault(card)
            case Knock(card, melds):
                return self._knock_fault(card, melds)
            case Gin(card, melds):
                return self._gin_fault(card, melds)
            case BigGin(melds):
                return self._big_gin_fault(melds)
            case Take() if self.phase is Phase.LAST and not self._can_end():
                return Fault("cannot-end", "R6.1", {"card": str(self.top)})
            case Defend(melds):
                return self._defense_fault(melds)
            case LayOff(card, meld):
                return self._layoff_fault(card, meld)
            case Done() if self.unknown:
                return Fault("hand-not-shown", "R4.6", {"count": self.unknown})
            case Reshuffle(cards):
                return self._reshuffle_fault(cards)
        return None

    def legal_actions(self) -> tuple[Action, ...]:
        """Every legal action but ``resign``, in a fixed order; a snapshot.

        Empty for the house, whose choice is any order of a stock. Raises ValueError if the
        hand has unknown cards: the actions of such a hand have no useful list.
        """
        if self.unknown:
            raise ValueError("a hand with unknown cards has no list of legal actions")
        match self.phase:
            case Phase.DRAW:
                return (DRAW, TAKE)
            case Phase.DISCARD:
                free = iter_cards(self.hand & ~self._kept)
                return (*[DISCARDS[card] for card in free], *self._endings())
            case Phase.UPCARD_OPENER | Phase.UPCARD_DEALER:
                return (TAKE, PASS)
            case Phase.MUST_DRAW:
                return (DRAW,)
            case Phase.LAST:
                return (TAKE, PASS) if self._can_end() else (PASS,)
            case Phase.END:
                return tuple(self._endings())
            case Phase.DEFENSE:
                every = spreads(self.hand, kernel.points(self.hand))
                return tuple(map(Defend, every))
            case Phase.LAYOFF:
                return (*self._layoffs(), DONE)
        return ()

    # The parts of the lists and checks above

    @property
    def _kept(self) -> int:
        return 0 if self.taken is None else self.taken.bit

    def _endings(self) -> Iterator[Action]:
        kept = self._kept
        ends = kernel.best_discard(self.hand, kept)[0] <= self.limit
        for card in iter_cards(self.hand & ~kept if ends else 0):
            hand = self.hand & ~card.bit
            if kernel.deadwood(hand) > self.limit:
                continue
            for spread in spreads(hand, self.limit):
                if union(spread) == hand:
                    yield Gin(card, spread)
                else:
                    yield Knock(card, spread)
        if self.rules.big_gin_bonus:
            for spread in spreads(self.hand, 0):
                yield BigGin(spread)

    def _can_end(self) -> bool:
        """Whether taking the last discard could end the deal (R6.1, last discard "end")."""
        assert self.top is not None
        if self.unknown:
            return True
        hand = self.hand | self.top.bit
        return kernel.best_discard(hand, self.top.bit)[0] <= self.limit

    def _layoffs(self) -> Iterator[LayOff]:
        for card in iter_cards(self.hand):
            for i in layoff_targets(self.extended, card):
                yield LayOff(card, self.spread[i])

    def _holds(self, cards: int) -> bool:
        missing = cards & ~self.hand
        return missing & ~self.candidates == 0 and missing.bit_count() <= self.unknown

    def _not_due(self, action: Action) -> Fault | None:
        if isinstance(action, Show):
            return self._show_fault(action.cards)
        if isinstance(action, LayOff) and self.gin:
            return Fault("no-layoff-on-gin", "R5.3")
        return Fault("not-due", _CLAUSE[self.phase], {"action": action.kind, "phase": str(self.phase)})

    def _show_fault(self, cards: int) -> Fault | None:
        if not self.unknown or self.seat is None:
            return Fault("nothing-to-show", "R4.6")
        new = cards & ~self.hand
        if not self._holds(cards) or not new:
            return Fault("cannot-show", "R4.6", {"cards": text(cards)})
        return None

    def _discard_fault(self, card: Card | None) -> Fault | None:
        if card is None:
            return None if self.unknown else Fault("card-not-held", "R3.1", {"card": "??"})
        if card == self.taken:
            return Fault("taken-card", "R3.2", {"card": str(card)})
        if not self._holds(card.bit):
            return Fault("card-not-held", "R3.1", {"card": str(card)})
        return None

    @staticmethod
    def _melds_fault(melds: Melds, hand: int, unknown: int, candidates: int) -> Fault | None:
        seen = 0
        for meld in melds:
            if not is_meld(meld):
                return Fault("not-a-meld", "R4.3", {"cards": text(meld)})
            if meld & seen:
                return Fault("card-in-two-melds", "R4.4", {"cards": text(meld & seen)})
            seen |= meld
        missing = seen & ~hand
        if missing & ~candidates or missing.bit_count() > unknown:
            return Fault("card-not-held", "R4.3", {"card": text(missing)})
        return None

    def _left(self, card: Card | None, melds: Melds) -> tuple[int, int] | Fault:
        """The deadwood cards that a spread leaves and the number of unknown ones, or its fault."""
        fault = self._discard_fault(card)
        if fault is not None:
            return fault
        bit = 0 if card is None else card.bit
        hand = self.hand & ~bit
        unknown = self.unknown - (bit == 0 or bit & self.hand == 0)
        return self._spread_left(melds, hand, unknown, thrown=bit)

    def _spread_left(
        self, melds: Melds, hand: int, unknown: int, *, thrown: int = 0
    ) -> tuple[int, int] | Fault:
        fault = self._melds_fault(melds, hand, unknown, self.candidates & ~thrown)
        if fault is not None:
            return fault
        cards = union(melds)
        return hand & ~cards, unknown - (cards & ~hand).bit_count()

    def _knock_fault(self, card: Card | None, melds: Melds) -> Fault | None:
        if self.limit == 0:
            clause = "R10.1" if self.rules.straight else "R9.1" if self.rules.oklahoma else "R4.1"
            return Fault("gin-only", clause)
        left = self._left(card, melds)
        if isinstance(left, Fault):
            return left
        points = kernel.points(left[0])
        if left[1]:
            return Fault("hand-not-shown", "R4.6", {"count": left[1]})
        if points > self.limit:
            return Fault(
                "over-limit",
                "R9.1" if self.rules.oklahoma else "R4.1",
                {"deadwood": points, "limit": self.limit},
            )
        return None if points else Fault("is-gin", "R4.2")

    def _gin_fault(self, card: Card | None, melds: Melds) -> Fault | None:
        left = self._left(card, melds)
        if isinstance(left, Fault):
            return left
        if left[0] or left[1]:
            return Fault("not-gin", "R4.2", {"cards": text(left[0]), "deadwood": kernel.points(left[0])})
        return None

    def _big_gin_fault(self, melds: Melds) -> Fault | None:
        if not self.rules.big_gin_bonus:
            return Fault("big-gin-off", "R4.2")
        left = self._spread_left(melds, self.hand, self.unknown)
        if isinstance(left, Fault):
            return left
        if left[0] or left[1]:
            return Fault("not-gin", "R4.2", {"cards": text(left[0]), "deadwood": kernel.points(left[0])})
        return None

    def _defense_fault(self, melds: Melds) -> Fault | None:
        left = self._spread_left(melds, self.hand, self.unknown)
        if isinstance(left, Fault):
            return left
        if self.gin and left[1]:  # the deal ends with it
            return Fault("hand-not-shown", "R4.6", {"count": left[1]})
        return None

    def _layoff_fault(self, card: Card, meld: int) -> Fault | None:
        if not self._holds(card.bit):
            return Fault("card-not-held", "R4.4", {"card": str(card)})
        if meld not in self.spread:
            return Fault("no-such-meld", "R4.4", {"cards": text(meld)})
        extended = self.extended[self.spread.index(meld)]
        if not fits(extended) >> card & 1:
            return Fault("does-not-fit", "R4.4", {"card": str(card), "cards": text(extended)})
        return None

    def _reshuffle_fault(self, cards: tuple[Card | None, ...]) -> Fault | None:
        known = [card for card in cards if card is not None]
        mask = card_set(known)
        right = len(cards) == self.pile.bit_count() and mask.bit_count() == len(known)
        if not right or mask & ~self.pile:
            return Fault("bad-reshuffle", "R6.2", {"cards": text(self.pile)})
        return None


def top_of(pile: tuple[int, ...]) -> Card | None:
    """The top card of a discard pile; None if it is empty."""
    return CARDS[pile[-1]] if pile else None
