"""Matches without the luck of the cards: how much of a match its draws and deals gave, in the chance to win it.

Each finished deal is judged by ``hollygin.luck``. What an ending is worth is the change that it makes in match equity
between the two policies of V, so the luck of all deals of a match has one unit and adds up. The adjusted result is
the result less a share of that luck. V goes on by the players' own policies if they are policies, else by a careful
one, and takes out less. V and the share are fixed beforehand: the mean of the adjusted result is that of the result, only its spread falls.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from hollygin.engine import SIMPLE, Policy
from hollygin.equity import Standing, win_table
from hollygin.equity import policies as policies_deals
from hollygin.luck import BETA, LuckMeter
from hollygin.match import Match
from hollygin.players import Player, SimplePlayer
from hollygin.players.policy_player import PolicyPlayer
from hollygin.players.strong.learned import plans
from hollygin.rules import Rules
from hollygin.sheet import Sheet

_RESTS: Final = 1000
"""Rests of the match behind each value of a deal; noise in V costs a little of the gain, never the mean."""
_KNOWN_BETA: Final = 0.95
_ROLLS: Final = 200
_WHOLE: Final = 100.0
"""A match, in per cent."""


def baseline(player: Player) -> Policy:
    """The policy that stands for a player in V: its own if it is one."""
    if isinstance(player, PolicyPlayer):
        return player.policy
    return SIMPLE if isinstance(player, SimplePlayer) else plans()[0]


def match_luck(match: Match, policies: tuple[Policy, Policy]) -> float:
    """The luck of the finished deals of a match to seat 0, as a share of the match; ``policies`` are by seat."""
    meter = _meter(match.rules, policies)
    sheet, luck = Sheet.of(match.rules), 0.0
    for line, deal in zip(match.lines, match.deals, strict=True):
        luck += meter.deal(deal, _worth(Standing(sheet, (line.dealer,)), policies)).total
        if line.settlement.winner is not None:
            sheet = sheet.add(line.settlement.winner, line.settlement.points)
    return luck / _WHOLE


def taken_out(players: tuple[Player, Player]) -> float:
    """The share of luck that is taken out: nearly all of it if V is by the very policies of both players."""
    known = all(isinstance(player, PolicyPlayer | SimplePlayer) for player in players)
    return _KNOWN_BETA if known else BETA


@lru_cache(maxsize=16)
def _meter(rules: Rules, policies: tuple[Policy, Policy]) -> LuckMeter:
    return LuckMeter(rules, policies=policies, rolls=_ROLLS)


@lru_cache(maxsize=256)
def _worth(standing: Standing, pair: tuple[Policy, Policy]) -> tuple[int, ...]:
    deals = policies_deals(standing.sheet.rules, *pair, "two policies")
    return tuple(win_table(standing, deals=deals, rests=_RESTS))
