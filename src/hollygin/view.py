"""What one seat, or a spectator, may see of a match.

A view is a type of its own, filled field by field. It holds no reference to the state. A finished
deal is open to everyone. While a deal is under way, each seat knows its own hand. Nobody knows the opponent's hand,
the stock, or the card that a knocker put face down (R4.1, R4.6).
"""

from __future__ import annotations

from typing import NamedTuple

from hollygin.actions import Defend, Gin, Knock, LayOff, Reshuffle, Show
from hollygin.cards import Card
from hollygin.deal import HAND_SIZE, Deal, Played
from hollygin.due import Due, Phase, Seat
from hollygin.match import Line, Match
from hollygin.melds import Melds
from hollygin.rules import Rules
from hollygin.settlement import Ending
from hollygin.sheet import Result, Sheet
from hollygin.shown import board


class DealView(NamedTuple):
    """A deal under way as ``seat`` sees it (None: a spectator).

    ``hand`` is the seat's own (None for a spectator); ``sizes`` are the numbers of cards in both hands. ``turn``
    is the seat on turn (None: the house). ``drawn`` is the card that this seat has just drawn; ``taken`` is the
    card that the seat on turn has just taken from the pile. ``history`` has the public actions so far;
    a ``draw`` carries no card. After a knock, ``spread`` are the knocker's melds, and ``deadwood``
    is the set of the knocker's loose cards. ``defense`` are the defender's melds, and ``extended`` the knocker's melds with the layoffs.
    Only the defender sees these two change. ``due`` is the decision that this seat must make, None if none.
    """

    seat: Seat | None
    rules: Rules
    dealer: Seat
    phase: Phase
    turn: Seat | None
    hand: int | None
    sizes: tuple[int, int]
    stock: int
    pile: tuple[Card, ...]
    upcard: Card
    limit: int
    doubled: bool
    drawn: Card | None
    taken: Card | None
    turns: int
    knocker: Seat | None
    ending: Ending | None
    spread: Melds
    deadwood: int
    extended: Melds
    defense: Melds
    history: tuple[Played, ...]
    due: Due | None


class View(NamedTuple):
    """A match as ``seat`` sees it (None: a spectator)."""

    seat: Seat | None
    rules: Rules
    number: int
    dealer: Seat
    sheet: Sheet
    lines: tuple[Line, ...]
    deal: DealView | None
    resigned: Seat | None
    result: Result | None

    def __str__(self) -> str:
        return board(self)


def view_match(match: Match, seat: Seat | None) -> View:
    """The match as a seat, or a spectator (None), may see it."""
    deal = None if match.deal is None else view_deal(match.deal, seat)
    if deal is not None and match.resigned is not None:
        deal = deal._replace(due=None)
    return View(
        seat,
        match.rules,
        match.number,
        match.dealer,
        match.sheet,
        match.lines,
        deal,
        match.resigned,
        match.result,
    )


def view_deal(deal: Deal, seat: Seat | None) -> DealView:
    """A deal under way as a seat, or a spectator (None), may see it."""
    due_from, knocker = deal.due_from, deal.knocker
    on_turn = seat is not None and due_from == seat
    defends = knocker is not None and seat == 1 - knocker
    return DealView(
        seat,
        deal.rules,
        deal.dealer,
        deal.phase,
        due_from,
        None if seat is None else deal.hands[seat],
        _sizes(deal, defends),
        len(deal.stock),
        deal.pile,
        deal.upcard,
        deal.limit,
        deal.rules.doubles(deal.upcard),
        deal.drawn if on_turn else None,
        deal.taken,
        deal.turns,
        knocker,
        deal.ending,
        deal.spread,
        0 if knocker is None else deal.hands[knocker],
        deal.extended if defends else deal.spread,
        deal.defense if defends else (),
        public_history(deal, seat),
        deal.due if on_turn else None,
    )


def _sizes(deal: Deal, defends: bool) -> tuple[int, int]:
    """The numbers of cards in both hands. To others the defender's stays at ten until the defender is done."""
    one = deal.hands[0].bit_count() + deal.unknown[0]
    two = deal.hands[1].bit_count() + deal.unknown[1]
    if deal.knocker is None or defends:
        return one, two
    return (one, HAND_SIZE) if deal.knocker == 0 else (HAND_SIZE, two)


def _all_public(deal: Deal) -> bool:
    """Whether no action so far hides a card."""
    return deal.knocker is None and deal.rules.stock_end == "void" and deal.unknown == (0, 0)


def public_history(deal: Deal, seat: Seat | None, start: int = 0) -> tuple[Played, ...]:
    """The actions of a deal under way as ``seat`` may see them, from the action with index ``start`` on.

    Others do not see what the defender lays down before they are done, nor the cards shown to the writer of a deal with
    unknown cards. The card that a knocker put face down, and the order of a new stock, are None.
    """
    if _all_public(deal):
        return deal.history[start:]
    seen: list[Played] = []
    for who, action in deal.history[start:]:
        others = who is not None and who != seat
        match action:
            case Defend() | LayOff() | Show() if others:
                continue
            case Knock(_, melds) if others:
                seen.append(Played(who, Knock(None, melds)))
            case Gin(_, melds) if others:
                seen.append(Played(who, Gin(None, melds)))
            case Reshuffle(cards):
                seen.append(Played(who, Reshuffle((None,) * len(cards))))
            case _:
                seen.append(Played(who, action))
    return tuple(seen)
