"""Plays a match between two players, and names the player at fault for a bad action."""

from __future__ import annotations

from collections.abc import Callable

from hollygin.actions import Action
from hollygin.due import Seat
from hollygin.errors import Fault, IllegalAction, PlayerFault
from hollygin.match import Match
from hollygin.players.protocol import Player
from hollygin.players.registry import make_player
from hollygin.rules import Rules
from hollygin.shuffle import House
from hollygin.view import view_match

Watch = Callable[[Match, Match, Seat | None, Action | None], None]
"""Called after every change with the match before and after it, the seat and the action.

Seat and action are None for a new deal; seat alone is None for a reshuffle."""


def play_match(
    rules: Rules | str,
    players: tuple[Player | str, Player | str],
    house: House,
    *,
    first_dealer: Seat | None = None,
    watch: Watch | None = None,
    match: Match | None = None,
) -> Match:
    """Play a match to its end, or go on with ``match``. By default chance decides the first dealer.

    ``rules`` may be the name of a profile, and a player its name as :func:`make_player` reads it. Raises RulesError, PlayerNameError,
    and PlayerFault if a player breaks a rule. Then ``watch`` has seen the match up to that action.
    """
    one, two = (make_player(player) if isinstance(player, str) else player for player in players)
    if match is None:
        first = house.shuffle(1).first_dealer() if first_dealer is None else first_dealer
        match = Match.start(rules, first)
    while not match.over:
        before = match
        seat, action, match = advance(match, (one, two), house)
        if watch is not None:
            watch(before, match, seat, action)
    return match


def advance(
    match: Match, players: tuple[Player, Player], house: House
) -> tuple[Seat | None, Action | None, Match]:
    """The next change of a match that is not over: who, what, and the match after it."""
    served = house.serve(match)
    if served is not match:
        assert served.deal is not None
        return None, served.deal.history[-1].action if match.deal else None, served
    assert match.deal is not None
    seat = match.deal.turn
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
