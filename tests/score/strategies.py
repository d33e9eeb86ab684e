"""Deals as people report them, and scores of them."""

from random import Random
from typing import Any, get_args

from hypothesis import strategies as st

from hollygin import CARDS, Rules
from hollygin.cards import card_set
from hollygin.melds import spreads
from hollygin.score import (
    ByCards,
    ByDeadwood,
    ByPoints,
    DealEntry,
    Score,
    ScoreError,
    TableResult,
    Teams,
    worth_of,
)
from hollygin.settlement import Ending, Outcome
from tests.strategies import any_rules
from tests.table import rich_order

OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
ENDINGS: tuple[Ending, ...] = get_args(Ending)
SEATS = st.sampled_from((0, 1))
TEAMS = (("Anne", "Bea"), ("Cleo", "Dan"))

wins = st.builds(ByPoints, SEATS, st.sampled_from((0, 1, 7, 12, 25, 30, 43, 60, 100)))


@st.composite
def told_points(draw: st.DrawFn) -> ByPoints:
    """Any report by points, possible or not."""
    outcome = draw(st.none() | st.sampled_from(OUTCOMES))
    winner = draw(st.sampled_from((None, 0, 1, 1, 0)))
    points = draw(st.integers(0, 260)) if winner is not None or draw(st.booleans()) else 0
    return ByPoints(winner, points, outcome, draw(st.none() | st.sampled_from(CARDS)))


@st.composite
def told_deadwood(draw: st.DrawFn) -> ByDeadwood:
    kind = draw(st.just(ENDINGS[0]) | st.sampled_from(ENDINGS))
    low = st.integers(0, 12)
    pair = draw(st.tuples(low, st.integers(0, 104)))
    knocker = draw(SEATS)
    upcard = draw(st.none() | st.sampled_from(CARDS))
    return ByDeadwood(kind, knocker, pair if knocker == 0 else pair[::-1], upcard)


@st.composite
def told_cards(draw: st.DrawFn, *, sizes: tuple[int, ...] = (10, 11)) -> ByCards:
    order = rich_order(Random(draw(st.integers(0, 10**6))))
    size = draw(st.sampled_from(sizes))
    knocker, other = order[0:20:2], order[1:20:2]
    hand = card_set([*knocker, *order[21 : 21 + size - 10]])
    found = spreads(hand, 12)
    spread = draw(st.none() | st.sampled_from(found)) if found else None
    seat = draw(SEATS)
    hands = (hand, card_set(other)) if seat == 0 else (card_set(other), hand)
    return ByCards(seat, hands, spread, order[20])


results: st.SearchStrategy[TableResult] = wins | told_points() | told_deadwood() | told_cards()


def possible_results(rules: Rules) -> st.SearchStrategy[TableResult]:
    """Any report that can be under the rules; a plain win where the one drawn cannot."""

    def either(pair: tuple[TableResult, TableResult]) -> TableResult:
        try:
            worth_of(rules, pair[0])
        except ScoreError:
            return pair[1]
        return pair[0]

    return st.tuples(results, wins).map(either)


@st.composite
def scores(draw: st.DrawFn, /, most: int = 14, **fixed: Any) -> Score:
    """A score of possible deals; some come after its end."""
    rules = draw(any_rules(**fixed))
    teams = draw(st.none() | st.builds(Teams, st.just(TEAMS), st.sampled_from(("net", "gross"))))
    one = possible_results(rules)
    tables = st.tuples(one, one) if teams else st.tuples(one)
    entries = draw(st.lists(tables.map(DealEntry), max_size=most))
    first = draw(st.none() | SEATS)
    return Score(("One", "Two"), rules, first, tuple(entries), teams, draw(st.sampled_from((None, "club"))))
