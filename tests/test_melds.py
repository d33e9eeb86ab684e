"""Melds, arrangements and layoffs against the oracle, on random and on meld-rich hands."""

from hypothesis import given
from hypothesis import strategies as st

from hollygin import (
    CARDS,
    arrangements,
    best_arrangement,
    best_defense,
    best_discard,
    best_spread,
    card_set,
    deadwood,
    discards,
    iter_cards,
    make_rules,
    parse_card,
    parse_cards,
    settle,
)
from hollygin.cards import text
from hollygin.kernel import points
from hollygin.melds import (
    MELDS,
    Melds,
    fits,
    is_meld,
    is_run,
    layoff_targets,
    least_after_layoff,
    spreads,
    union,
)
from hollygin.settlement import best_showdown, ending_of, showdown
from tests import oracle
from tests.effort import examples

SETTINGS = examples(400)


def plain(hand: int) -> oracle.Cards:
    return oracle.cards(text(hand))


def plain_spread(spread: Melds) -> oracle.Melds:
    return frozenset(map(plain, spread))


@st.composite
def hands(draw: st.DrawFn, sizes: tuple[int, ...]) -> tuple[int, ...]:
    """Disjoint hands of the given sizes, from the whole deck or from where melds are many."""
    kind = draw(st.sampled_from(["any", "ranks", "suits", "corner"]))
    pool = list(CARDS)
    if kind == "ranks":
        low = draw(st.integers(0, 6))
        pool = [card for card in CARDS if low <= card.rank < low + 7]
    elif kind == "suits":
        one, two = draw(st.permutations(range(4)))[:2]
        pool = [card for card in CARDS if card.suit in (one, two)]
    elif kind == "corner":
        ranks = draw(st.sampled_from([(0, 5), (8, 13), (3, 9)]))
        pool = [card for card in CARDS if ranks[0] <= card.rank < ranks[1] or card.rank == 6]
    pool = pool if len(pool) >= sum(sizes) else list(CARDS)
    order = draw(st.permutations(pool))
    found, at = [], 0
    for size in sizes:
        found.append(card_set(order[at : at + size]))
        at += size
    return tuple(found)


def test_the_melds_are_all_melds_of_the_oracle() -> None:
    assert {plain(meld) for meld in MELDS} == set(oracle.all_melds())
    assert {plain(meld) for meld in MELDS if not is_run(meld)} == {
        meld for meld in oracle.all_melds() if len({card[0] for card in meld}) == 1
    }


@SETTINGS
@given(hands((10,)) | hands((11,)) | hands((7,)))
def test_deadwood_and_every_best_arrangement(dealt: tuple[int]) -> None:
    hand, cards = dealt[0], plain(dealt[0])
    least = oracle.deadwood(cards)
    assert deadwood(hand) == least
    assert points(hand) == oracle.worth(cards)
    found = arrangements(hand)
    wanted = oracle.spreads_within(cards, least)
    assert len(found) == len(wanted) and {plain_spread(one.melds) for one in found} == wanted
    assert all(one.points == least and one.deadwood_cards == hand & ~union(one.melds) for one in found)
    assert len(found[0].melds) == min(map(len, wanted)) and best_arrangement(hand) == found[0]


@SETTINGS
@given(hands((10,)) | hands((11,)), st.sampled_from([0, 1, 5, 10, 30, 200]))
def test_every_spread_within_a_limit(dealt: tuple[int], most: int) -> None:
    hand = dealt[0]
    found = spreads(hand, most)
    assert {plain_spread(one) for one in found} == oracle.spreads_within(plain(hand), most)
    assert len(set(found)) == len(found)
    left = [(points(hand & ~union(one)), len(one)) for one in found]
    assert left == sorted(left) and all(one == tuple(sorted(one)) for one in found)


@SETTINGS
@given(hands((11,)), st.integers(-4, 10))
def test_the_best_discard_of_eleven(dealt: tuple[int], at: int) -> None:
    hand = dealt[0]
    kept = None if at < 0 else list(iter_cards(hand))[at]
    bit = 0 if kept is None else kept.bit
    ways = oracle.discards(plain(hand), None if kept is None else str(kept))
    assert [(str(card), left) for card, left in discards(hand, bit)] == ways
    left, card = best_discard(hand, bit)
    assert (str(CARDS[card]), left) == ways[0]


@SETTINGS
@given(hands((11, 10)), st.integers(0, 10**6))
def test_layoffs_are_those_of_the_oracle(dealt: tuple[int, int], at: int) -> None:
    knocker, defender = dealt
    every = spreads(knocker, points(knocker))
    spread = every[at % len(every)]
    wanted = oracle.defense(plain(defender), [plain(meld) for meld in spread])
    best = best_defense(defender, spread)
    assert best.deadwood == least_after_layoff(defender, spread) == wanted
    rest, extended = defender & ~union(best.melds), list(spread)
    assert all(map(is_meld, best.melds)) and union(best.melds) & ~defender == 0
    for card, meld in best.layoffs:
        i = spread.index(meld)
        assert rest & card.bit and fits(extended[i]) & card.bit
        assert i in layoff_targets(extended, card)
        extended[i], rest = extended[i] | card.bit, rest & ~card.bit
        assert is_meld(extended[i])
    assert points(rest) == best.deadwood


@SETTINGS
@given(st.sampled_from(MELDS))
def test_what_fits_a_meld(meld: int) -> None:
    wanted = {card for card in oracle.DECK if oracle.fits(plain(meld), card)}
    assert plain(fits(meld)) == wanted
    assert {card for card in CARDS if layoff_targets((meld,), card) == (0,)} == set(iter_cards(fits(meld)))


@SETTINGS
@given(hands((10,)))
def test_gin_allows_no_layoff(dealt: tuple[int]) -> None:
    assert best_defense(dealt[0], ()).deadwood == least_after_layoff(dealt[0], ()) == deadwood(dealt[0])
    assert best_defense(dealt[0], ()).layoffs == ()


@examples(300)
@given(
    hands((10, 10)),
    st.sampled_from(["undercut", "nobody", "knocker"]),
    st.sampled_from(["Kh", "7s", "Ad", "9c"]),
    st.booleans(),
    st.integers(0, 1),
)
def test_the_best_spread_against_a_known_defender(
    dealt: tuple[int, int], tie: str, upcard: str, oklahoma: bool, knocker: int
) -> None:
    hand, defender = dealt
    rules = make_rules("friendly", tie=tie, oklahoma=oklahoma, gin_bonus=20, undercut_bonus=10)
    turned = parse_card(upcard)
    options = {"tie": tie, "gin_bonus": 20, "undercut_bonus": 10, "big_gin_bonus": 0}
    if deadwood(hand) > rules.limit(turned):
        return
    facts = best_showdown(rules, knocker, turned, hand, defender)
    deal = settle(rules, facts)
    gained = deal.points if deal.winner == knocker else -deal.points
    doubled = rules.doubles(turned)
    assert gained == oracle.best_gain(
        options, plain(hand), rules.limit(turned), plain(defender), doubled=doubled
    )
    other = showdown(ending_of(hand, facts.spread), knocker, turned, hand, facts.spread, defender)
    assert other == facts and ending_of(hand, facts.spread) == (
        "gin" if facts.knocker_deadwood == 0 else "knock"
    )


def _exposed(spread: Melds, unseen: int) -> int:
    """The points of all unseen cards that could ever be laid off on a spread."""
    return oracle.worth(plain(unseen)) - oracle.after_layoffs(plain(unseen), tuple(map(plain, spread)))


@examples(40)
@given(hands((10, 30)))
def test_the_spread_for_an_unknown_defender_gives_least_away(dealt: tuple[int, int]) -> None:
    hand, seen = dealt
    best = best_spread(hand, seen)
    assert best.points == deadwood(hand) and best in arrangements(hand)
    unseen = card_set(CARDS) & ~hand & ~seen
    assert _exposed(best.melds, unseen) == min(_exposed(one.melds, unseen) for one in arrangements(hand))


def test_the_cards_seen_elsewhere_give_nothing_away() -> None:
    hand = parse_cards("Jh Qh Kh Ks Kd 2s 4d 6c 8s As")
    assert best_spread(hand).melds == (parse_cards("Ks Kh Kd"),)
    assert best_spread(hand, parse_card("Th").bit).melds == (parse_cards("Jh Qh Kh"),)
    assert best_spread(hand, parse_cards("Th Kc")).points == 41
