"""Why an action is a good one, in short: a code and parameters, for the catalogues."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from hollygin import kernel
from hollygin.actions import Action, BigGin, Discard, Draw, Gin, Knock, Pass, Take
from hollygin.cards import DECK, Card, card_set, iter_cards, text
from hollygin.due import Due
from hollygin.engine import known_cards, loose_cards, neighbours, outs, pairs_with
from hollygin.melds import union
from hollygin.view import DealView


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason by its code; the text of ``key`` says it, with ``params`` in its places."""

    code: str
    params: Mapping[str, object] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """Where the catalogues have its text."""
        return f"reason.{self.code}"


def reason_for(deal: DealView, due: Due, action: Action) -> Reason:
    """The reason that says most for an action of the seat on turn."""
    match action:
        case Take() | Draw() | Pass():
            return _of_the_pile(due, action)
        case Knock(card, melds):
            left = due.hand & ~union(melds)
            points = kernel.points(left if card is None else left & ~card.bit)
            return Reason("knock", {"deadwood": points})
        case Gin():
            return Reason("gin")
        case BigGin():
            return Reason("big-gin")
        case Discard(card) if card is not None:
            return _of_a_discard(deal, due, card)
    return Reason("defence")


def _of_the_pile(due: Due, action: Action) -> Reason:
    if due.top is None or (isinstance(action, Draw) and due.phase == "must_draw"):
        return Reason("no-choice")
    hand, top = due.hand, due.top
    melds = kernel.deadwood(hand | top.bit) < kernel.deadwood(hand) + top.points
    if isinstance(action, Take):
        return Reason("take-melds" if melds else "take-helps", {"card": str(top)})
    return Reason("leave-meld" if melds else "leave-useless", {"card": str(top)})


def _of_a_discard(deal: DealView, due: Due, card: Card) -> Reason:
    kept = 0 if due.taken is None else due.taken.bit
    least, _ = kernel.best_discard(due.hand, kept)
    if least <= due.limit:
        return Reason("wait", {"card": str(card), "deadwood": kernel.deadwood(due.hand & ~card.bit)})
    assert deal.seat is not None
    known = known_cards(deal.history, deal.upcard)[1 - deal.seat]
    unseen = DECK & ~(due.hand | card_set(deal.pile))
    pairs = pairs_with(unseen, card)
    said = {"card": str(card)}
    if pairs == 0:
        return Reason("throw-dead", said)
    if not neighbours(card) & known and pairs <= 1:
        return Reason("throw-safe", said)
    live = unseen & ~known
    left = outs(due.hand & ~card.bit, live)
    near = neighbours(card) & ~due.hand
    if left == outs(due.hand, live) and near & ~live and (near & ~live).bit_count() >= near.bit_count() / 2:
        gone, taken = text(near & ~unseen), text(near & known)
        code = "throw-lost" if not taken else "throw-taken" if not gone else "throw-lost-and-taken"
        return Reason(code, {**said, "gone": gone, "taken": taken})
    loose = loose_cards(due.hand)
    if card.bit & loose and all(card.points >= other.points for other in iter_cards(loose & ~kept)):
        return Reason("throw-high", said)
    return Reason("throw-open", {**said, "n": left})
