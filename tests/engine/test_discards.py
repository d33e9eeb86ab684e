"""Discards by learned weights: what is counted, against melds and lists."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hollygin import CARDS, Deal, Match, Rules, arrangements, deadwood, view_match
from hollygin.cards import DECK, card_set, iter_cards
from hollygin.engine import (
    FLOOR,
    SIMPLE,
    Bulk,
    Ints,
    Lessons,
    Policy,
    action_number,
    layout,
    position_of,
)
from hollygin.engine.compiling import Kernel
from hollygin.engine.numbers.discards import (
    discard_features,
    loose_cards,
    pairs_with,
    stage,
    weighs,
    worth_of_throwing,
)
from hollygin.melds import is_meld
from hollygin.players.strong.learned import learned
from hollygin.rules import make_rules
from tests.effort import examples
from tests.engine.copies import COMPILED, PLAIN, near, outs
from tests.strategies import any_rules

SETTINGS = examples(150)
orders = st.permutations(range(52))
weights = st.lists(st.integers(-300, 300), min_size=54, max_size=54)


@SETTINGS
@given(orders)
def test_loose_cards_are_in_no_meld_of_a_best_arrangement(order: list[int]) -> None:
    hand = card_set(order[:11])
    best = [arrangement.deadwood_cards for arrangement in arrangements(hand)]
    loose = loose_cards(hand)
    assert all(any(left & card.bit for left in best) for card in iter_cards(loose))
    assert any(left & ~loose == 0 for left in best)
    for card in iter_cards(loose):
        assert deadwood(hand & ~card.bit) == deadwood(hand) - card.points


@SETTINGS
@given(orders, st.integers(3, 40))
def test_pairs_with_a_card(order: list[int], many: int) -> None:
    cards, card = card_set(order[1 : 1 + many]), CARDS[order[0]]
    pairs = combinations(iter_cards(cards), 2)
    assert pairs_with(cards, card) == sum(is_meld(card_set([*pair, card])) for pair in pairs)


@SETTINGS
@given(orders, weights, st.integers(0, 9), st.integers(0, 3), st.integers(0, 12))
def test_the_discard_is_the_one_of_most_worth(
    order: list[int], numbers: list[int], turn: int, many: int, extended: int
) -> None:
    hand, known = card_set(order[:11]), card_set(order[11 : 11 + many])
    dead = card_set(order[14 : 14 + extended])
    live = DECK & ~(hand | dead | known)
    loose = loose_cards(hand)
    kept = CARDS[order[0]].bit
    line = numbers[18 * stage(turn) :][:18]

    def worth(card: int) -> int:
        bit = CARDS[card].bit
        pairs = combinations(iter_cards(DECK & ~(hand | dead)), 2)
        return (
            line[card % 13]
            + line[13] * outs(loose & ~bit, live)
            + line[14] * outs(hand & ~bit, live)
            + line[15] * sum(near(CARDS[card], other) for other in iter_cards(live))
            + line[16] * sum(is_meld(card_set([*pair, card])) for pair in pairs)
            + line[17] * sum(near(CARDS[card], other) for other in iter_cards(known))
        )

    left, card = weighs(hand, kept, 99, 51, dead, known, turn, numbers, 0)
    free = [int(one) for one in iter_cards(loose & ~kept)]
    if not free:
        assert (left, card) == (99, 51)
        return
    assert card in free
    assert worth(card) == max(map(worth, free))
    assert left == deadwood(hand & ~CARDS[card].bit)
    counts = [0] * 18
    discard_features(hand, loose, card, dead, known, counts, 0)
    worths = worth_of_throwing(hand, loose, card, dead, known, numbers, 18 * stage(turn))
    assert sum(a * b for a, b in zip(counts, line, strict=True)) == worth(card) == worths


def share(one: Policy, two: Policy, matches: int) -> float:
    """How many of some mirrored matches to 100 the first policy wins."""
    bulk, won = Bulk(make_rules("eaai"), (one, two), COMPILED), 0
    for swapped in (False, True):
        rows = bulk.matches(9, matches, swapped=swapped)
        won += sum(
            rows[i + layout.MATCH_RESULT] == 0 for i in range(0, matches * layout.ROW_WIDTH, layout.ROW_WIDTH)
        )
    return won / (2 * matches)


@pytest.mark.slow
def test_the_learned_weights_beat_those_they_were_learned_against() -> None:
    patient = Policy(weights=learned().patient, knock_turns=3, knock_late=0)
    quick = Policy(weights=learned().quick, knock_turns=3, knock_late=0)
    assert share(quick, SIMPLE, 1500) > 0.71
    assert share(patient, FLOOR, 1500) > 0.66
    assert share(patient, Policy(knock_late=0), 1500) > 0.73


@SETTINGS
@given(any_rules(), weights, st.integers(0, 2**61))
def test_deals_by_weights_are_legal_and_the_same_in_both_copies(
    rules: Rules, numbers: list[int], seed: int
) -> None:
    pair = Policy(weights=tuple(numbers), knock_turns=3, knock_late=0), SIMPLE
    deal, result = Bulk(rules, pair, PLAIN).one_deal(seed, 0, 1, 0)
    assert (deal, result) == Bulk(rules, pair, COMPILED).one_deal(seed, 0, 1, 0)
    bulk, state = Bulk(rules, pair, PLAIN), Deal.start(rules, 0, deal.order)
    for seat, action in deal.history:
        if seat == 0 and state.knocker is None:
            view = view_match(Match.start(rules, 0)._replace(deal=state), 0).deal
            assert view is not None
            assert bulk.choose(position_of(view)) == action_number(action)
        state = state.step(seat, action)


def lessons(kernel: Kernel, *, belief: bool) -> list[int]:
    door = Lessons(make_rules("eaai"), kernel)
    learner, other = Policy(weights=learned().patient, knock_late=0), SIMPLE
    found: tuple[Ints, ...]
    if belief:
        found = door.teach_belief(learner, [other], learned().belief, 5, room=60, burn_in=20, stray=4)
    else:
        found = door.teach_discards([learner], [other], 5, room=60, rolls=2, stray=4)
    assert len(found[-1]) > 40
    return [int(number) for part in found for number in part]


@pytest.mark.slow
def test_lessons_are_the_same_in_both_copies() -> None:
    for belief in (False, True):
        assert lessons(PLAIN, belief=belief) == lessons(COMPILED, belief=belief)
