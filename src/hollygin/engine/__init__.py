"""Deals, matches, roll-outs and training by the thousand: the game in flat numbers, behind typed calls.

>>> bulk = Bulk(make_rules("eaai"), (SIMPLE, Policy(knock_late=0)))
>>> rows = bulk.matches(seed=1, count=40)
>>> list(rows[layout.MATCH_RESULT :: layout.ROW_WIDTH]).count(0)  # matches won by the first policy
12

The numbers are compiled if Numba is installed and plain Python otherwise; both give the same results. ``README.md`` beside this file
says how the room is made. Import from this package alone, never from its modules.
"""

from hollygin.engine.calls import (
    MOST_DEALS,
    BeliefLessons,
    Bulk,
    Calls,
    DiscardLessons,
    Lessons,
    RollOuts,
    Sample,
    Walk,
    brought,
)
from hollygin.engine.compiling import Ints, Kernel, load, needs_warming
from hollygin.engine.encode import ALWAYS, FLOOR, NEVER, SIMPLE, Policy, rules_numbers
from hollygin.engine.hands import discard_worths, loose_cards, neighbours, outs, pairs_with
from hollygin.engine.numbers import belief, layout
from hollygin.engine.numbers.randomness import mix
from hollygin.engine.position import Position, known_cards, position_of
from hollygin.engine.translate import action_number, melds_of, replay
from hollygin.engine.valuation import WAY_POINTS, WAY_WINNER, OpenCards, Rests, RestSums, Start
from hollygin.engine.warming import warm

__all__ = [
    "ALWAYS",
    "FLOOR",
    "MOST_DEALS",
    "NEVER",
    "SIMPLE",
    "WAY_POINTS",
    "WAY_WINNER",
    "BeliefLessons",
    "Bulk",
    "Calls",
    "DiscardLessons",
    "Ints",
    "Kernel",
    "Lessons",
    "OpenCards",
    "Policy",
    "Position",
    "RestSums",
    "Rests",
    "RollOuts",
    "Sample",
    "Start",
    "Walk",
    "action_number",
    "belief",
    "brought",
    "discard_worths",
    "known_cards",
    "layout",
    "load",
    "loose_cards",
    "melds_of",
    "mix",
    "needs_warming",
    "neighbours",
    "outs",
    "pairs_with",
    "position_of",
    "replay",
    "rules_numbers",
    "warm",
]
