"""The compiled copy of the arithmetic, and the kernel's spreads, on random and on meld-rich hands."""

from hypothesis import given
from hypothesis import strategies as st

from hollygin import CARDS, Card, discards, iter_cards, kernel
from hollygin.engine import ALWAYS, NEVER, melds_of
from hollygin.engine.numbers import policies, spreads
from hollygin.melds import MELDS, best_spread, is_run, union
from hollygin.melds import spreads as every_spread
from tests.effort import examples
from tests.engine.copies import COMPILED, near, outs
from tests.test_melds import hands

SETTINGS = examples(300)


@SETTINGS
@given(hands((11, 10)), hands((10, 10)), st.integers(-1, 10))
def test_both_copies_agree(one: tuple[int, int], two: tuple[int, int], at: int) -> None:
    arithmetic = COMPILED.numbers.arithmetic
    for hand in (*one, *two):
        assert arithmetic.deadwood(hand) == kernel.deadwood(hand)
        assert arithmetic.points(hand) == kernel.points(hand)
    cards = [card for card in range(52) if one[0] >> card & 1]
    kept = 0 if at < 0 else 1 << cards[at]
    assert arithmetic.best_discard(one[0], kept) == kernel.best_discard(one[0], kept)
    sets, runs = spreads.best_spread(two[0], two[1])
    assert COMPILED.numbers.spreads.best_spread(two[0], two[1]) == (sets, runs)
    fourths = spreads.fourths_of(sets)
    assert arithmetic.deadwood_after_layoff(two[1], runs, fourths) == kernel.deadwood_after_layoff(
        two[1], runs, fourths
    )


@examples(600)
@given(hands((10, 20)) | hands((11, 12)), st.booleans())
def test_the_spread_is_that_of_melds(dealt: tuple[int, int], all_seen: bool) -> None:
    hand, seen = dealt
    if all_seen:  # then only the number of melds and their order decide
        seen = (1 << 52) - 1 & ~hand
    unseen = (1 << 52) - 1 & ~hand & ~seen
    found = spreads.best_spread(hand, unseen)
    assert COMPILED.numbers.spreads.best_spread(hand, unseen) == found
    assert melds_of(*found) == best_spread(hand, seen).melds


@examples(600)
@given(
    hands((10, 1)),
    st.integers(0, 10),
    st.integers(0, 2),
    st.sampled_from([NEVER, ALWAYS, 0, 1, 3, 8]),
    st.integers(0, 1),
)
def test_what_is_taken(dealt: tuple[int, int], own: int, meld: int, drop: int, within: int) -> None:
    hand, bit = dealt
    top, held = CARDS[bit.bit_length() - 1], kernel.deadwood(hand)
    left = discards(hand | bit, bit)[0][1]
    melds = kernel.deadwood(hand | bit) < held + top.points
    anyhow = (meld == 1 and melds) or (meld == 2 and melds and left < held) or left <= held - drop
    for limit in (own, left, left - 1):
        found = policies.takes(hand, held, top, limit, meld, drop, within)
        assert found == (anyhow or (within == 1 and left <= limit))
        assert found == COMPILED.numbers.policies.takes(hand, held, top, limit, meld, drop, within)


@SETTINGS
@given(
    hands((11, 8, 4)) | hands((11, 25, 0)),
    st.integers(-1, 10),
    st.integers(0, 12),
    st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 9)),
)
def test_what_is_thrown(
    dealt: tuple[int, int, int], at: int, slack: int, weights: tuple[int, int, int]
) -> None:
    hand, dead, known = dealt
    kept = 0 if at < 0 else list(iter_cards(hand))[at].bit
    weight, potential, danger = weights
    ways = discards(hand, kept)
    live = (1 << 52) - 1 & ~hand & ~dead & ~known

    def price(card: Card, left: int) -> int:
        close = sum(near(card, other) for other in iter_cards(known))
        return weight * left - potential * outs(hand & ~card.bit, live) + danger * close

    left, thrown = min(
        ((left, card) for card, left in ways if left <= ways[0][1] + slack),
        key=lambda way: (price(way[1], way[0]), -way[1].rank, way[1].suit),
    )
    numbers = (hand, kept, ways[0][1], dead, known, slack, weight, potential, danger)
    assert policies.throws(*numbers) == COMPILED.numbers.policies.throws(*numbers) == (left, thrown)


@SETTINGS
@given(hands((11,)), st.integers(0, 20))
def test_melds_are_read_back(dealt: tuple[int], at: int) -> None:
    every = every_spread(dealt[0], 200)
    spread = every[at % len(every)]
    runs = union(meld for meld in spread if is_run(meld))
    if spreads.runs_of(runs) == runs and sum(map(is_run, spread)) == len(melds_of(0, runs)):
        assert melds_of(union(meld for meld in spread if not is_run(meld)), runs) == spread


@SETTINGS
@given(hands((10, 20)) | hands((11, 5)))
def test_outs_and_cards_that_may_meld(dealt: tuple[int, int]) -> None:
    hand, dead = dealt
    live = (1 << 52) - 1 & ~hand & ~dead
    assert policies.outs(hand, live) == COMPILED.numbers.policies.outs(hand, live) == outs(hand, live)
    for card in range(52):
        if not hand >> card & 1:
            wanted = any(meld >> card & 1 and meld & ~(hand | 1 << card) == 0 for meld in MELDS)
            assert policies.may_meld(hand, card) == wanted == COMPILED.numbers.policies.may_meld(hand, card)
        else:
            assert (
                policies.lowest(hand & -(1 << card))
                == COMPILED.numbers.policies.lowest(hand & -(1 << card))
                == card
            )
