"""Plays a match between two players, and names whose fault a bad action is."""

from __future__ import annotations

from collections.abc import Callable

from hollygin.actions import Action, Reshuffle
from hollygin.due import Phase, Seat
from hollygin.errors import Fault, IllegalAction, PlayerFault
from hollygin.match import Match
from hollygin.players.protocol import Player
from hollygin.rules import Rules
from hollygin.shuffle import House
from hollygin.view import view_match

Watch = Callable[[Match, Match, Seat | None, Action | None], None]
"""Called after every change with the match before and after it, the seat and the action.

Seat and action are None for a new deal; seat alone is None for a reshuffle."""


def play_match(
    rules: Rules,
    players: tuple[Player, Player],
    house: House,
    *,
    first_dealer: Seat | None = None,
    watch: Watch | None = None,
    match: Match | None = None,
) -> Match:
    """Play a match to its end, or go on with ``match``; the first dealer is by chance unless given.

    Raises PlayerFault where a player breaks a rule; the match up to there is what ``watch`` saw last.
    """
    if match is None:
        first = house.shuffle(1).first_dealer() if first_dealer is None else first_dealer
        match = Match.start(rules, first)
    while not match.over:
        before = match
        seat, action, match = advance(match, players, house)
        if watch is not None:
            watch(before, match, seat, action)
    return match


def advance(
    match: Match, players: tuple[Player, Player], house: House
) -> tuple[Seat | None, Action | None, Match]:
    """The next change of a match that is not over: who, what, and the match after it."""
    if match.deal is None:
        return None, None, match.next_deal(house.shuffle(match.number).order())
    deal = match.deal
    if deal.phase is Phase.RESHUFFLE:
        number = 1 + sum(isinstance(played.action, Reshuffle) for played in deal.history)
        stock = house.shuffle(match.number).reshuffle(number, deal.pile[:-1])
        action: Action = Reshuffle(stock)
        return None, action, match.step(None, action)
    seat = deal.turn
    view = view_match(match, seat)
    assert view.deal is not None and view.deal.due is not None
    player = players[seat]
    action = player.act(view, view.deal.due)
    if not isinstance(action, Action):
        raise PlayerFault(seat, player.name, Fault("bad-action", params={"text": repr(action)[:80]}))
    try:
        return seat, action, match.step(seat, action)
    except IllegalAction as error:
        raise PlayerFault(seat, player.name, error.fault) from error
