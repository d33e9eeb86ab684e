"""The cached outcomes of deals between a plan and a kind of player. The usual plan follows from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from hollygin.engine import Bulk, Kernel, Policy, brought, layout
from hollygin.rules import Rules

_SEED: Final = 99


@lru_cache(maxsize=1024)
def outcomes(
    kernel: Kernel, rules: Rules, own: Policy, other: Policy, count: int
) -> tuple[tuple[int, int, int], ...]:
    """The winner (0 is ``own``, 1 is ``other``), the points, and how many of ``count`` deals ended so; without deals that nobody won.

    The cards are the same for all policies. Each policy deals every second deal.
    """
    results = Bulk(rules, (own, other), kernel).deals(_SEED, count)
    ends = Counter(
        (int(results[row + layout.WINNER]), int(results[row + layout.POINTS]))
        for row in range(0, len(results), layout.RESULT_WIDTH)
    )
    return tuple((winner, points, many) for (winner, points), many in sorted(ends.items()) if winner >= 0)


def usual_plan(
    kernel: Kernel,
    rules: Rules,
    plans: Sequence[Policy],
    kinds: Sequence[Policy],
    shares: Sequence[int],
    worth: list[int],
    count: int,
) -> int:
    """The plan that brings most from the first card on, against kinds of player with these shares.

    ``worth`` is a table of ``hollygin.players.strong.match_equity``. ``count`` deals are played for each plan and each kind.
    """
    if len(plans) == 1:
        return 0

    def brings(plan: Policy) -> int:
        return sum(
            share * many * brought(worth, winner, points, 0)
            for kind, share in zip(kinds, shares, strict=True)
            for winner, points, many in outcomes(kernel, rules, plan, kind, count)
        )

    gains = [brings(plan) for plan in plans]
    return gains.index(max(gains))
