"""Deals in bulk against the deal step by step, and against a slow reading of what a policy says."""

from hypothesis import given
from hypothesis import strategies as st

from hollygin import Deal, Match, Rules, settle, view_match
from hollygin.deal import Deal as Whole
from hollygin.engine import SIMPLE, Bulk, Policy, action_number, layout, position_of
from hollygin.engine.compiling import Kernel
from hollygin.players import SimplePlayer
from hollygin.settlement import Showdown, Void
from hollygin.view import DealView, View
from tests.effort import examples
from tests.engine.copies import COMPILED, PLAIN, SlowPolicy, policies
from tests.strategies import any_rules
from tests.table import rules_of

SETTINGS = examples(60)
runs = st.integers(0, 2**62 - 1)
pairs = st.tuples(policies(), policies())


def view_of(deal: Whole, seat: int) -> View:
    return view_match(Match.start(deal.rules, deal.dealer)._replace(deal=deal), seat)


def seen(view: View) -> DealView:
    assert view.deal is not None
    return view.deal


def facts(deal: Whole) -> list[int]:
    """The row of results that a finished deal should have."""
    assert deal.facts is not None
    worth = settle(deal.rules, deal.facts)
    kinds = ["void", "knock", "gin", "big_gin", "undercut", "tie"]
    winner = -1 if worth.winner is None else worth.winner
    boxes = 0 if worth.winner is None else deal.rules.boxes(worth.outcome)
    end = deal.facts
    tail = [-1, 0, 0]
    if isinstance(end, Showdown):
        tail = [end.knocker, end.knocker_deadwood, end.defender_deadwood]
    return [kinds.index(worth.outcome), winner, worth.points, *tail, deal.turns, deal.dealer, boxes]


@SETTINGS
@given(any_rules(), pairs, runs, st.integers(0, 2**32 - 1), st.integers(1, 50), st.integers(0, 1))
def test_a_deal_is_legal_and_worth_what_the_rules_say(
    rules: Rules, pair: tuple[Policy, Policy], seed: int, match: int, number: int, dealer: int
) -> None:
    plain = Bulk(rules, pair, PLAIN).one_deal(seed, match, number, dealer)
    assert plain[1] == facts(plain[0])
    assert plain == Bulk(rules, pair, COMPILED).one_deal(seed, match, number, dealer)


@SETTINGS
@given(any_rules(), pairs, runs)
def test_every_decision_is_what_the_policy_says(rules: Rules, pair: tuple[Policy, Policy], seed: int) -> None:
    bulk = Bulk(rules, pair, PLAIN)
    whole = bulk.one_deal(seed, 0, 1, 0)[0]
    players = [SlowPolicy(policy) for policy in pair]
    deal = Deal.start(rules, 0, whole.order)
    for seat, action in whole.history:
        if seat is not None:
            view = view_of(deal, seat)
            due = seen(view).due
            assert due is not None and players[seat].act(view, due) == action
            if deal.knocker is None:
                chosen = bulk.choose(position_of(seen(view)))
                assert chosen == action_number(action)
        deal = deal.step(seat, action)
    assert deal == whole


@SETTINGS
@given(any_rules(), runs)
def test_the_default_policy_is_simple(rules: Rules, seed: int) -> None:
    whole = Bulk(rules, kernel=PLAIN).one_deal(seed, 1, 1, 1)[0]
    deal = Deal.start(rules, 1, whole.order)
    for seat, action in whole.history:
        if seat is not None:
            view = view_of(deal, seat)
            due = seen(view).due
            assert due is not None and SimplePlayer().act(view, due) == action
        deal = deal.step(seat, action)


def test_a_deal_that_nobody_ends_is_bounded() -> None:
    never = Policy(take="no", take_drop=-1000, knock_late=-1)
    for kernel in (PLAIN, COMPILED):
        deal, row = Bulk(rules_of(), (never, never), kernel).one_deal(3, 0, 1, 0)
        assert deal.facts == Void("turns") and row[layout.DISCARDS] == 200
        drawing = Policy(take="no", knock_late=-1)
        deal, row = Bulk(rules_of(stock_end="reshuffle"), (drawing, drawing), kernel).one_deal(3, 0, 1, 0)
        assert deal.facts == Void("turns") and row[layout.DISCARDS] == 200


def test_all_endings_are_met() -> None:
    met: set[int] = set()
    for options in ({}, {"straight": True, "big_gin_bonus": 31}):
        waits = Policy(knock_late=0 if options else 10, big_gin_turns=100 if options else 0)
        rows = Bulk(rules_of(**options), (waits, waits), COMPILED).deals(1, 3000)
        met |= {int(rows[i + layout.OUTCOME]) for i in range(0, len(rows), layout.RESULT_WIDTH)}
    assert met == {0, 1, 2, 3, 4}


@examples(15)
@given(any_rules(), pairs, runs, st.integers(0, 2**31))
def test_many_deals_are_the_single_ones_in_any_pieces(
    rules: Rules, pair: tuple[Policy, Policy], seed: int, first: int
) -> None:
    def rows(kernel: Kernel, first: int, count: int, *, swapped: bool) -> list[int]:
        return [*map(int, Bulk(rules, pair, kernel).deals(seed, count, first=first, swapped=swapped))]

    for swapped in (False, True):
        whole = rows(COMPILED, first, 7, swapped=swapped)
        cut = rows(COMPILED, first, 3, swapped=swapped) + rows(COMPILED, first + 3, 4, swapped=swapped)
        assert whole == cut == rows(PLAIN, first, 7, swapped=swapped)
        one = Bulk(rules, pair, PLAIN).one_deal(seed, first + 2, 1, first + 2 + swapped & 1)
        assert one[1] == whole[2 * layout.RESULT_WIDTH : 3 * layout.RESULT_WIDTH]


@SETTINGS
@given(any_rules(), policies(), runs)
def test_a_mirrored_deal_changes_the_seats(rules: Rules, policy: Policy, seed: int) -> None:
    bulk = Bulk(rules, (policy, SIMPLE), PLAIN)
    one, two = bulk.one_deal(seed, 0, 1, 0)[0], bulk.one_deal(seed, 0, 1, 1)[0]
    assert one.order == two.order and one.dealer != two.dealer
    exchanged = Bulk(rules, (SIMPLE, policy), PLAIN).one_deal(seed, 0, 1, 1)[0]
    assert [(None if seat is None else 1 - seat, a) for seat, a in exchanged.history] == list(one.history)
