"""Counts of the legal action sequences to a given depth, from fixed deals: the table tests/data/perft.json.

The table is made by ``legal_actions`` and ``step``; tests/record/test_perft.py counts again with an
enumerator that shares no code with the package.
"""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from hollygin import Deal, make_rules
from tests.record.corpus.valid import DRY, HIGH, LOW, NEAR
from tests.table import order_of, play

KNOCK = "knock 2s: 4h 5h 6h / 9s 9d 9c / Jc Qc Kc"
TWO_WAYS = "4h 5h 6h 7h 7c 7d 7s 8s 9s Ts"
"""The sevens are a set, or the ends of two runs."""
MEETS = "3h 7h 8h 9h Td Js Qs Kd 2d 2c"
"""Lays off at both ends of 4h 5h 6h, and on the set of nines."""


class Start(NamedTuple):
    """Where counting starts: a deal of seat 1, some actions already done, and the greatest depth."""

    name: str
    first: str
    second: str
    upcard: str
    stock: str
    options: dict[str, Any]
    lines: tuple[str, ...]
    depth: int


OPENING = ("pass", "pass")
STARTS = (
    Start("default", LOW, DRY, "Ks", "2s", {}, (), 7),
    Start("default, knock near", LOW, DRY, "Ks", "3d", {}, (*OPENING, "draw"), 5),
    Start("two ways to meld", TWO_WAYS, DRY.replace("7d", "5d"), "Ks", "Ac", {}, (*OPENING, "draw"), 5),
    Start("gin", DRY, NEAR, "3c", "", {}, ("pass", "take"), 5),
    Start("straight", LOW, DRY, "Ks", "3d", {"straight": True}, (*OPENING, "draw"), 5),
    Start("oklahoma", LOW, DRY, "2c", "3d", {"oklahoma": True}, (*OPENING, "draw"), 5),
    Start(
        "oklahoma, ace gin only",
        LOW,
        DRY,
        "As",
        "3d",
        {"oklahoma": True, "oklahoma_ace": "gin"},
        (*OPENING, "draw"),
        5,
    ),
    Start("knock limit 5", LOW, DRY, "Ks", "5s", {"knock_limit": 5}, (*OPENING, "draw"), 5),
    Start(
        "big gin",
        DRY.replace("6c", "6s"),
        NEAR.replace("Ks", "3c"),
        "4c",
        "",
        {"big_gin_bonus": 31},
        ("pass", "take"),
        5,
    ),
    Start("after a knock", LOW, MEETS, "Ks", "2s", {}, (*OPENING, "draw", KNOCK), 7),
    Start("after a knock, chains", LOW, HIGH, "Ks", "2s", {}, (*OPENING, "draw", KNOCK), 7),
)


def deals() -> Iterator[tuple[Start, Deal]]:
    """Each start and its deal."""
    for start in STARTS:
        order = order_of(start.first, start.second, start.upcard, start.stock)
        yield start, play(Deal.start(make_rules("friendly", **start.options), 1, order), *start.lines)
    for name, first, options in (
        ("near the end of the stock", DRY, {}),
        ("last discard", DRY, {"last_discard": "end"}),
        ("last discard, near gin", NEAR, {"last_discard": "end", "knock_limit": 4}),
    ):
        second = NEAR if first == DRY else DRY
        order = order_of(first, second, "Kh")
        for card, at in (("3c", 21 + 28), ("Qh", 21 + 27)):
            order.remove(found := next(other for other in order if str(other) == card))
            order.insert(at, found)
        deal = play(Deal.start(make_rules("friendly", **options), 1, order), *OPENING)
        lines = [*OPENING]
        while len(deal.stock) > 3 or str(deal.phase) != "draw":
            line = "draw" if deal.drawn is None else f"discard {deal.drawn}"
            deal = play(deal, line)
            lines.append(line)
        stock = " ".join(map(str, order[21:]))
        yield Start(name, first, second, "Kh", stock, options, tuple(lines), 5), deal


def count(deal: Deal, depth: int) -> int:
    """The number of legal sequences of so many actions; shorter ones that end the deal are not counted."""
    seat = deal.due.seat
    if depth == 0:
        return 1
    return (
        0
        if seat is None
        else sum(count(deal.step(seat, action), depth - 1) for action in deal.legal_actions(seat))
    )


def files() -> Iterator[tuple[str, str]]:
    """The table."""
    table = [
        {
            **start._asdict(),
            "lines": list(start.lines),
            "counts": [count(deal, depth + 1) for depth in range(start.depth)],
        }
        for start, deal in deals()
    ]
    yield "perft.json", json.dumps(table, indent=2) + "\n"
