"""Match equity: what a score sheet is worth, and to whom.

>>> sheet = Sheet.of(make_rules("friendly"), [(0, 30)])
>>> match_equity(sheet, rests=1_000_000).win
(0.6..., 0.3...)

docs/equity.md says what the numbers mean and what follows for play.
"""

from hollygin.equity.deals import EQUALS, Deals, Way, equal_players, policies
from hollygin.equity.value import (
    MOST_RESTS,
    NEXT_POINTS,
    RESTS,
    Equity,
    EquityError,
    Next,
    Standing,
    match_equity,
    win_table,
)

__all__ = [
    "EQUALS",
    "MOST_RESTS",
    "NEXT_POINTS",
    "RESTS",
    "Deals",
    "Equity",
    "EquityError",
    "Next",
    "Standing",
    "Way",
    "equal_players",
    "match_equity",
    "policies",
    "win_table",
]
