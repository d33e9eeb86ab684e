"""A player outside, in any language: hollygin arena "exec:python examples/outside.py 6" simple.

It knocks with the points given or less, and keeps cards that lie close together. docs/players.md has the messages.
"""

import json
import sys
from typing import Any

RANKS = "A23456789TJQK"


def points(card: str) -> int:
    """What a card counts as deadwood."""
    return min(RANKS.index(card[0]) + 1, 10)


def close(card: str, hand: list[str]) -> int:
    """The number of other cards of its rank, or of its suit and no more than two ranks away."""
    near = [abs(RANKS.index(card[0]) - RANKS.index(c[0])) for c in hand if c[1] == card[1] and c != card]
    return sum(c[0] == card[0] and c != card for c in hand) + sum(away <= 2 for away in near)


def choose(view: dict[str, Any], most: int) -> str:
    """The action, in text, to a question."""
    legal: list[str] = view["due"]["legal"]
    hand: list[str] = view["deal"]["hand"].split()
    knocks = {}
    for action in legal:
        kind, _, melds = action.partition(":")
        if kind.startswith(("knock", "gin")):
            left = set(hand) - {kind.split()[1]} - set(melds.replace("/", " ").split())
            knocks[action] = sum(map(points, left))
    if knocks and min(knocks.values()) <= most:
        return min(knocks, key=knocks.__getitem__)
    throws = [action for action in legal if action.startswith("discard")]
    if throws:
        return max(throws, key=lambda throw: points(throw[8:]) - 6 * close(throw[8:], hand))
    return "take" if "take" in legal and close(view["deal"]["pile"].split()[-1], hand) > 1 else legal[0]


if len(sys.argv) < 2:
    print(__doc__)
else:
    for line in sys.stdin:
        print(json.dumps({"action": choose(json.loads(line), int(sys.argv[1]))}), flush=True)
