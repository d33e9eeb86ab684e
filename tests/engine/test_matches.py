"""Whole matches in bulk against ``Match``, deal by deal."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from hollygin import Deal, Match, Rules
from hollygin.engine import MOST_DEALS, Bulk, Policy, layout
from hollygin.engine.compiling import Kernel
from hollygin.settlement import Showdown, Void
from tests.effort import examples
from tests.engine.copies import COMPILED, PLAIN, policies
from tests.strategies import any_rules
from tests.table import rules_of

SETTINGS = examples(40)
runs = st.integers(0, 2**62 - 1)


def played(bulk: Bulk, rules: Rules, seed: int, number: int, first_dealer: int, deals: int) -> Match:
    """The same match through every step and check of the real one."""
    match = Match.start(rules, first_dealer)
    for _ in range(deals):
        deal, _ = bulk.one_deal(seed, number, match.number, match.dealer)
        match = match.next_deal(Deal.start(rules, match.dealer, deal.order))
        for seat, action in deal.history:
            match = match.step(seat, action)
        assert match.deals[-1] == deal
    return match


def both(of: Sequence[int]) -> list[int]:
    return [of[0], of[1]]


def count(match: Match, outcome: str) -> list[int]:
    """Deals of an outcome that somebody won, by winner."""
    won = [line.settlement for line in match.lines if line.settlement.outcome == outcome]
    return [sum(one.winner == seat for one in won) for seat in (0, 1)]


def row_of(match: Match) -> list[int]:
    """The row that a match should have."""
    sheet, lines = match.sheet, match.lines
    won = [line for line in lines if line.entry is not None]
    dealers = [line for line in won if line.settlement.winner == line.dealer]
    entries = sheet.entries
    shut = [closed for i in range(len(sheet.columns)) if (closed := sheet.closing(i)) is not None]
    zero = [c.winner for i, c in enumerate(shut) if sheet.columns[i].score[1 - c.winner] == 0]
    if len(shut) < len(sheet.columns):  # stopped with columns open
        zero = [
            column.won
            for column in sheet.columns
            if column.won is not None and column.score[1 - column.won] == 0
        ]
    result = match.result
    return [
        2 if result == "tie" else -1 if result is None else result,
        match.first_dealer,
        len(lines),
        sum(isinstance(line.facts, Void) for line in lines),
        sum(isinstance(line.facts, Showdown) and line.entry is None for line in lines),
        len(dealers),
        sum(line.settlement.points for line in dealers),
        sum(deal.turns for deal in match.deals),
        *count(match, "knock"),
        *count(match, "gin"),
        *count(match, "big_gin"),
        *count(match, "undercut"),
        *both(sheet.count),
        *[sum(entry.points for entry in entries if entry.winner == seat) for seat in (0, 1)],
        *both(sheet.columns_won),
        *both(sheet.total),
        *[zero.count(seat) for seat in (0, 1)],
        *[
            sum(not entry.written for entry in entries if entry.winner == seat and sheet.columns)
            for seat in (0, 1)
        ],
        *[sum(entry.passed is not None for entry in entries if entry.winner == seat) for seat in (0, 1)],
    ]


def rows(kernel: Kernel, rules: Rules, pair: tuple[Policy, Policy], seed: int, *, swapped: bool) -> list[int]:
    return [*map(int, Bulk(rules, pair, kernel).matches(seed, 2, first=5, swapped=swapped))]


ending = st.sampled_from([Policy(), Policy(take="lower", knock_late=5), Policy(knock_turns=3, knock_late=1)])


@SETTINGS
@given(any_rules(target=30) | any_rules(target=100), st.tuples(ending, ending), runs, st.booleans())
def test_matches_are_those_of_match(
    rules: Rules, pair: tuple[Policy, Policy], seed: int, swapped: bool
) -> None:
    found = rows(COMPILED, rules, pair, seed, swapped=swapped)
    assert found == rows(PLAIN, rules, pair, seed, swapped=swapped)
    bulk = Bulk(rules, pair, PLAIN)
    for i in (0, 1):
        row = found[i * layout.ROW_WIDTH : (i + 1) * layout.ROW_WIDTH]
        match = played(bulk, rules, seed, 5 + i, row[layout.FIRST_DEALER], row[layout.DEALS])
        assert match.over and row == row_of(match)


@examples(8)
@given(policies(), runs)
def test_a_single_deal_is_a_match(policy: Policy, seed: int) -> None:
    rules = rules_of("single-deal")
    pair = (policy, Policy())
    row = rows(COMPILED, rules, pair, seed, swapped=False)[: layout.ROW_WIDTH]
    bulk = Bulk(rules, pair, PLAIN)
    assert row == row_of(played(bulk, rules, seed, 5, row[layout.FIRST_DEALER], row[layout.DEALS]))


def test_the_mirror_changes_the_seats() -> None:
    one, two = Policy(), Policy(knock_late=0)
    rules = rules_of("club")
    here = [*Bulk(rules, (one, two), COMPILED).matches(9, 50)]
    there = [*Bulk(rules, (two, one), COMPILED).matches(9, 50, swapped=True)]
    for i in range(0, len(here), layout.ROW_WIDTH):
        mine, other = here[i : i + layout.ROW_WIDTH], there[i : i + layout.ROW_WIDTH]
        assert other[layout.FIRST_DEALER] == 1 - mine[layout.FIRST_DEALER]
        assert other[layout.DEALS] == mine[layout.DEALS]
        for at in range(layout.KNOCKS, layout.ROW_WIDTH, 2):
            assert both(other[at : at + 2]) == both(mine[at : at + 2])[::-1]


def test_the_first_dealer_is_by_chance() -> None:
    found = Bulk(rules_of("single-deal"), kernel=COMPILED).matches(2, 4000)
    first = sum(int(found[i + layout.FIRST_DEALER]) for i in range(0, len(found), layout.ROW_WIDTH))
    assert abs(first - 2000) < 4 * 32


def test_a_match_without_end_is_left() -> None:
    never = Policy(take="no", knock_late=-1)
    row = Bulk(rules_of(), (never, never), COMPILED).matches(1, 1)
    assert (row[layout.MATCH_RESULT], row[layout.DEALS]) == (-1, MOST_DEALS)
    assert row[layout.DEALS_VOID] == MOST_DEALS and sum(row[layout.KNOCKS :]) == 0
