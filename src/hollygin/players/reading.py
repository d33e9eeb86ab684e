"""What the other player has shown of himself: in this deal by his discards and by what he let lie, in earlier ones by how he ended them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from hollygin.actions import Discard, Draw, Pass, Take
from hollygin.cards import Card
from hollygin.due import Seat
from hollygin.match import Line
from hollygin.players.learned import Kind
from hollygin.settlement import Showdown
from hollygin.view import DealView

MOST: Final = 60
"""Of either list only so many of the last cards are kept."""


class Reading(NamedTuple):
    """The other player's discards and the cards that he let lie on the pile, oldest first."""

    thrown: tuple[Card, ...]
    passed: tuple[Card, ...]


def read_deal(deal: DealView) -> Reading:
    """What the other seat has done in the deal so far."""
    thrown: list[Card] = []
    passed: list[Card] = []
    top: Card = deal.upcard
    passes = 0
    for seat, action in deal.history:
        other = seat is not None and seat != deal.seat
        match action:
            case Discard(card) if card is not None:
                top = card
                if other:
                    thrown.append(card)
            case Pass():
                passes += 1
                if other:
                    passed.append(top)
            case Draw():
                if other and passes != 2:
                    passed.append(top)
                passes = 0
            case Take():
                passes = 0
    return Reading(tuple(thrown[-MOST:]), tuple(passed[-MOST:]))


def shares_of_kinds(kinds: Sequence[Kind], lines: Sequence[Line], seat: Seat) -> list[int]:
    """How likely each kind of player is after some deals of a match, out of 1024; ``seat`` is the player in question.

    Endings tell: who waits seldom knocks late, who knocks at once seldom has gin. A player who weighs each knock does now one, now
    the other, so no ending rules a kind out.
    """
    shares = [kind.share for kind in kinds]
    for line in lines:
        ending = line.ending
        if not isinstance(ending, Showdown) or ending.knocker != seat:
            continue
        turn = sum(1 for who, action in line.history if who == seat and isinstance(action, Discard))
        for i, (policy, _) in enumerate(kinds):
            limit = policy.knock_early if turn < policy.knock_turns else policy.knock_late
            shares[i] *= _chance(ending, limit)
    whole = sum(shares)
    return [max(8, round(1024 * share / whole)) for share in shares]


def _chance(ending: Showdown, limit: int) -> float:
    """How likely somebody with a limit of his own ends a deal just so, beside others who end it."""
    if ending.knocker_deadwood == 0:
        return 1.0 if limit == 0 else 0.7 if limit < 6 else 0.35
    return 0.25 if ending.knocker_deadwood > limit else 0.6 if limit < 6 else 1.0
