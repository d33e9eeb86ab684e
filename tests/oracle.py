"""A slow second reading of the rules that shares no code with the package.

Cards are texts (``"Th"``), hands and melds frozen sets of them. Everything is found by trying
all there is to try.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Any, Literal

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K")
SUITS = ("s", "h", "d", "c")
DECK = tuple(rank + suit for suit in SUITS for rank in RANKS)

Cards = frozenset[str]
Melds = frozenset[Cards]


def cards(text: str) -> Cards:
    return frozenset(text.split())


def value(card: str) -> int:
    if card[0] == "A":
        return 1
    return int(card[0]) if card[0] in "23456789" else 10


def worth(hand: Iterable[str]) -> int:
    return sum(value(card) for card in hand)


def is_meld(group: Cards) -> bool:
    """Three or four of a rank, or three and more in sequence in a suit, the ace low."""
    ranks = sorted(RANKS.index(card[0]) for card in group)
    suits = {card[1] for card in group}
    if len(group) < 3:
        return False
    if len(set(ranks)) == 1:
        return True
    return len(suits) == 1 and ranks == list(range(ranks[0], ranks[0] + len(ranks)))


@cache
def all_melds() -> tuple[Cards, ...]:
    sets = [
        frozenset(rank + suit for suit in suits)
        for rank in RANKS
        for size in (3, 4)
        for suits in combinations(SUITS, size)
    ]
    runs = [
        frozenset(rank + suit for rank in RANKS[low:high])
        for suit in SUITS
        for low in range(13)
        for high in range(low + 3, 14)
    ]
    return (*sets, *runs)


def melds_in(hand: Cards) -> list[Cards]:
    return [meld for meld in all_melds() if meld <= hand]


@cache
def spreads(hand: Cards) -> frozenset[Melds]:
    """Every choice of melds of a hand that have no card in common, none at all included."""

    def choices(melds: list[Cards]) -> list[Melds]:
        if not melds:
            return [frozenset()]
        first, rest = melds[0], melds[1:]
        with_first = choices([meld for meld in rest if not meld & first])
        return [*choices(rest), *(choice | {first} for choice in with_first)]

    return frozenset(choices(melds_in(hand)))


def loose(hand: Cards, spread: Melds) -> Cards:
    return hand.difference(*spread)


def deadwood(hand: Cards) -> int:
    return min(worth(loose(hand, spread)) for spread in spreads(hand))


def spreads_within(hand: Cards, most: int) -> set[Melds]:
    return {spread for spread in spreads(hand) if worth(loose(hand, spread)) <= most}


def discards(hand: Cards, kept: str | None) -> list[tuple[str, int]]:
    """What each card that may go leaves; the best first, then the highest rank, then s h d c."""
    ways = [(card, deadwood(hand - {card})) for card in hand if card != kept]
    return sorted(ways, key=lambda way: (way[1], -RANKS.index(way[0][0]), SUITS.index(way[0][1])))


def fits(meld: Cards, card: str) -> bool:
    return card not in meld and is_meld(meld | {card})


@cache
def after_layoffs(rest: Cards, extended: tuple[Cards, ...]) -> int:
    """The least points that any sequence of layoffs leaves of ``rest``."""
    least = worth(rest)
    for card in rest:
        for i, meld in enumerate(extended):
            if fits(meld, card):
                longer = (*extended[:i], meld | {card}, *extended[i + 1 :])
                least = min(least, after_layoffs(rest - {card}, longer))
    return least


def defense(hand: Cards, knocked: Sequence[Cards]) -> int:
    """The defender's least deadwood over every own arrangement and every order of layoffs."""
    extended = tuple(knocked)
    return min(after_layoffs(loose(hand, own), extended) for own in spreads(hand))


def gain(options: Mapping[str, Any], knocker: Cards, spread: Melds, defender: Cards, *, doubled: bool) -> int:
    """What a spread is worth to the knocker against best defence; negative where the defender scores."""
    own = worth(loose(knocker, spread))
    if own == 0:
        big = len(knocker) == 11
        points = deadwood(defender) + int(options["big_gin_bonus" if big else "gin_bonus"])
    else:
        difference = defense(defender, sorted(spread, key=sorted)) - own
        if difference > 0 or (difference == 0 and options["tie"] != "undercut"):
            points = difference
        else:
            points = difference - int(options["undercut_bonus"])
    return 2 * points if doubled else points


def best_gain(
    options: Mapping[str, Any], knocker: Cards, limit: int, defender: Cards, *, doubled: bool
) -> int:
    return max(
        gain(options, knocker, spread, defender, doubled=doubled) for spread in spreads_within(knocker, limit)
    )


# The sheet (R8), each column re-read from the list of wins

Win = tuple[int, int] | tuple[int, int, int]
Found = dict[str, Any]


def _opening(options: Mapping[str, Any], wins: Sequence[Win]) -> list[int | None]:
    """The column that each win opens, None where it opens none."""
    opens: list[int | None] = []
    for i, (winner, *_) in enumerate(wins):
        before = [column(options, wins, opens, k, i) for k in range(options["columns"])]
        wanted: list[int] = []
        if options["late_entry"] == "carry":
            wanted = [k for k, at in enumerate(before) if at["won"] is None and not at["opened"][winner]][:1]
        else:
            number = sum(1 for who, *_ in wins[:i] if who == winner)
            if number < len(before) and before[number]["won"] is None:
                wanted = [number]
        opens.append(wanted[0] if wanted else None)
    return opens


def column(
    options: Mapping[str, Any], wins: Sequence[Win], opens: Sequence[int | None], k: int, upto: int
) -> Found:
    """Column ``k`` after the first ``upto`` wins."""
    score, boxes, opened = [0, 0], [0, 0], [False, False]
    for i in range(upto):
        winner, points, *marks = wins[i]
        if opens[i] == k:
            opened[winner] = True
        if opened[winner]:
            score[winner] += points
            boxes[winner] += marks[0] if marks else 1
            if score[winner] >= options["target"]:
                return {"score": score, "boxes": boxes, "opened": opened, "won": winner}
    return {"score": score, "boxes": boxes, "opened": opened, "won": None}


def _total(options: Mapping[str, Any], at: Found) -> list[int]:
    """A column's points with its bonuses (R8.5, R8.6)."""
    totals, winner = list(at["score"]), at["won"]
    if winner is None:
        return totals
    boxes = [count * options["box_bonus"] for count in at["boxes"]]
    shut_out = at["score"][1 - winner] == 0
    own = totals[winner]
    if shut_out and options["shutout"] == "flat":
        own += options["shutout_bonus"] + boxes[winner]
    elif shut_out and options["shutout"] == "double_points":
        own = 2 * own + options["game_bonus"] + boxes[winner]
    elif shut_out and options["shutout"] == "double_instead":
        own = 2 * (own + boxes[winner])
    elif shut_out and options["shutout"] == "double_total":
        own = 2 * (own + options["game_bonus"] + boxes[winner])
    else:
        own += options["game_bonus"] + boxes[winner]
    totals[winner] = own
    totals[1 - winner] += boxes[1 - winner]
    return totals


def sheet(options: Mapping[str, Any], wins: Sequence[Win]) -> Found:
    """The sheet after the wins, in the form of the conformance cases; wins after the end are left out."""
    for length in range(len(wins) + 1):
        found = _sheet(options, wins[:length])
        if found["done"]:
            return found
    return found


def _sheet(options: Mapping[str, Any], wins: Sequence[Win]) -> Found:
    opens = _opening(options, wins)
    columns = [column(options, wins, opens, k, len(wins)) for k in range(options["columns"])]
    totals = [_total(options, at) for at in columns]
    total = [sum(pair[0] for pair in totals), sum(pair[1] for pair in totals)]
    won = [sum(at["won"] == seat for at in columns) for seat in (0, 1)]
    left = len(columns) - sum(won)
    settled = options["clinch_stop"] and max(won) - min(won) > left
    done = left == 0 or settled
    result: Literal["tie"] | int | None = None
    if done:
        one, two = total if options["match_winner"] == "total" else won
        result = "tie" if one == two else int(two > one)
    return {
        **{key: [at[key] for at in columns] for key in ("score", "boxes", "opened", "won")},
        "count": [sum(who == seat for who, *_ in wins) for seat in (0, 1)],
        "column_total": totals,
        "total": total,
        "done": done,
        "result": result,
    }
