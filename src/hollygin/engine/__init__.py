"""Deals and matches in bulk: rules, policies and positions as the numbers of the kernel, and back.

>>> bulk = Bulk(make_rules("eaai"), (SIMPLE, Policy(knock_late=0)))
>>> rows = bulk.matches(seed=1, count=40)
>>> list(rows[layout.MATCH_RESULT :: layout.ROW_WIDTH]).count(0)  # matches won by the first policy
12

The kernel is compiled where Numba is installed and plain Python otherwise; both give the same numbers.
"""

from hollygin.engine.bulk import MOST_DEALS, Bulk, warm
from hollygin.engine.compiling import Kernel, load, needs_warming
from hollygin.engine.encode import ALWAYS, FLOOR, NEVER, SIMPLE, Policy, rules_numbers
from hollygin.engine.numbers import layout
from hollygin.engine.translate import action_number, known_cards, melds_of, position_of, replay

__all__ = [
    "ALWAYS",
    "FLOOR",
    "MOST_DEALS",
    "NEVER",
    "SIMPLE",
    "Bulk",
    "Kernel",
    "Policy",
    "action_number",
    "known_cards",
    "layout",
    "load",
    "melds_of",
    "needs_warming",
    "position_of",
    "replay",
    "rules_numbers",
    "warm",
]
