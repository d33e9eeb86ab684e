"""What one seat, or a spectator, may see of a match.

A view is a type of its own, filled field by field, and holds no reference to the state. What is on the
table of a finished deal is open to all; while a deal is under way each seat knows its own hand, and nobody
the other's, the stock, or the card a knocker put face down (R4.1, R4.6).
"""

from __future__ import annotations

from typing import NamedTuple

from hollygin.actions import Gin, Knock, LayDown, LayOff, Reshuffle, Show
from hollygin.cards import Card
from hollygin.deal import HAND_SIZE, Deal, Played
from hollygin.due import Due, Phase, Seat
from hollygin.match import Line, Match
from hollygin.melds import Spread
from hollygin.rules import Rules
from hollygin.settlement import Kind
from hollygin.sheet import Result, Sheet


class DealView(NamedTuple):
    """A deal under way as ``seat`` sees it (None: a spectator).

    ``hand`` is one's own (None for a spectator), ``sizes`` the number of cards in both hands. ``turn``
    is who is on turn (None: the house). ``drawn`` is the card one has just drawn, ``taken`` the
    card that whoever is on turn has just taken from the pile. ``history`` are the actions so far as far as they are public;
    ``draw`` carries no card. After a knock ``melds`` are the knocker's as he spread them and ``deadwood``
    his loose cards; ``own_melds`` and ``lying`` (his melds with what was laid off) change for the defender alone until he is
    done. ``due`` is what is due from this very seat, None while it is not.
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
    kind: Kind | None
    melds: Spread
    deadwood: int
    lying: Spread
    own_melds: Spread
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
        deal.kind,
        deal.melds,
        0 if knocker is None else deal.hands[knocker],
        deal.lying if defends else deal.melds,
        deal.own_melds if defends else (),
        public_history(deal, seat),
        deal.due if on_turn else None,
    )


def _sizes(deal: Deal, defends: bool) -> tuple[int, int]:
    """The numbers of cards in hand; the defender's stays at ten for others until he is done."""
    one = deal.hands[0].bit_count() + deal.unknown[0]
    two = deal.hands[1].bit_count() + deal.unknown[1]
    if deal.knocker is None or defends:
        return one, two
    return (one, HAND_SIZE) if deal.knocker == 0 else (HAND_SIZE, two)


def _all_public(deal: Deal) -> bool:
    """Whether nothing that has been done so far hides a card."""
    return deal.knocker is None and deal.rules.stock_end == "void" and deal.unknown == (0, 0)


def public_history(deal: Deal, seat: Seat | None, start: int = 0) -> tuple[Played, ...]:
    """The actions of a deal under way as others may see them, from the action with index ``start`` on.

    Left out: what the defender lays down before he is done, and cards shown to the writer of a deal with
    unknown cards. Blanked: the card a knocker put face down, the order of a new stock.
    """
    if _all_public(deal):
        return deal.history[start:]
    seen: list[Played] = []
    for who, action in deal.history[start:]:
        others = who is not None and who != seat
        match action:
            case LayDown() | LayOff() | Show() if others:
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
