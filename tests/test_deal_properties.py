"""What holds in every state of every deal."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hollygin import CARDS, Deal, Phase, Rules, parse_action
from hollygin.actions import Action, BigGin, Defend, Discard, Gin, Knock, Take
from hollygin.deal import TURN_LIMIT, VOID_STOCK
from hollygin.due import TRANSITIONS
from hollygin.settlement import Showdown
from hollygin.view import public_history
from tests.effort import examples
from tests.strategies import any_rules, seeds
from tests.table import (
    any_order,
    every_card,
    near_misses,
    order_of,
    play,
    refusal,
    rules_of,
    run_down,
    to_draw,
    walk,
)

SETTINGS = examples(100)
RARE = (Phase.DEFENSE, Phase.LAYOFF, Phase.END, Phase.LAST, Phase.MUST_DRAW, Phase.UPCARD_DEALER)


def started(rules: Rules, random: Random) -> Deal:
    return Deal.start(rules, random.randrange(2), any_order(random))


@SETTINGS
@given(any_rules(), seeds)
def test_legal_if_and_only_if_no_fault_if_and_only_if_the_step_succeeds(rules: Rules, seed: int) -> None:
    random = Random(seed)
    for deal, _, _ in walk(started(rules, random), random):
        assert deal.due_from == deal.due.seat
        if deal.due.seat is None:
            continue
        legal = deal.legal_actions(deal.turn)
        assert len(set(legal)) == len(legal) > 0
        assert deal.legal_actions(1 - deal.turn) == ()
        for action in random.sample(legal, min(len(legal), 25)):
            assert refusal(deal, deal.turn, action) is None
            assert parse_action(str(action)) == action
        if random.random() < (0.4 if deal.phase in RARE else 0.06):
            for action in near_misses(deal, random):
                is_legal = action in legal
                assert (refusal(deal, deal.turn, action) is None) == is_legal, str(action)
                assert refusal(deal, 1 - deal.turn, action) is not None
                assert refusal(deal, None, action) is not None


def sizes_in(deal: Deal) -> tuple[int, int]:
    one, two = (hand.bit_count() for hand in deal.hands)
    return one, two


@SETTINGS
@given(any_rules(), seeds)
def test_cards_are_conserved_and_counts_are_right(rules: Rules, seed: int) -> None:
    random = Random(seed)
    for before, action, deal in walk(started(rules, random), random):
        kept = hash(before)
        assert sorted(every_card(deal)) == list(CARDS)
        assert hash(before) == kept
        assert deal.history == (*before.history, (before.due.seat, action))
        if deal.ending is None:
            sizes = [10, 10]
            sizes[deal.turn] += deal.phase in (Phase.DISCARD, Phase.END)
            assert sizes_in(deal) == tuple(sizes)
            assert (deal.drawn is None) == (deal.phase not in (Phase.DISCARD, Phase.END))
        else:
            assert deal.knocker is not None and deal.drawn is None and deal.taken is None
            held = sum(meld.bit_count() for meld in deal.spread)
            assert sizes_in(deal)[deal.knocker] == (11 if deal.ending == "big_gin" else 10) - held
            laid = sum(meld.bit_count() for meld in deal.defense) + len(deal.layoffs)
            assert sizes_in(deal)[1 - deal.knocker] == 10 - laid
        moved = len(deal.stock) - len(before.stock), len(deal.pile) - len(before.pile)
        wanted = {"draw": (-1, 0), "take": (0, -1), "discard": (0, 1)}
        if action.kind == "reshuffle":
            assert moved == (len(before.pile) - 1, 1 - len(before.pile)) and before.stock == ()
        else:
            assert moved == wanted.get(action.kind, (0, 0))
        assert deal.turns == before.turns + isinstance(action, Discard)
        if rules.stock_end == "void":
            assert len(deal.stock) >= VOID_STOCK


@SETTINGS
@given(any_rules(), seeds)
def test_a_public_history_can_be_read_in_pieces(rules: Rules, seed: int) -> None:
    random = Random(seed)
    for deal, _, _ in walk(started(rules, random), random):
        seat, start = random.choice((0, 1, None)), random.randint(0, len(deal.history))
        until = deal._replace(history=deal.history[:start])
        assert public_history(until, seat) + public_history(deal, seat, start) == public_history(deal, seat)


def test_a_state_is_never_changed() -> None:
    random = Random(5)
    for deal, action, _ in walk(started(rules_of(), random), random):
        kept = repr(deal)
        deal.step(deal.due.seat, action)
        deal.legal_actions(deal.turn)
        assert repr(deal) == kept


@SETTINGS
@given(any_rules(), seeds)
def test_the_facts_of_an_ending_are_those_of_the_table(rules: Rules, seed: int) -> None:
    random = Random(seed)
    before, action, deal = list(walk(started(rules, random), random))[-1]
    facts = deal.facts
    assert before.facts is None and facts is not None
    if not isinstance(facts, Showdown):
        assert facts.reason == ("turns" if deal.turns == TURN_LIMIT and len(deal.stock) > 2 else "stock")
        return
    knocker, points = facts.knocker, (sum(c.points for c in CARDS if h >> c & 1) for h in deal.hands)
    own, other = points
    if knocker == 1:
        own, other = other, own
    assert (facts.knocker_deadwood, facts.defender_deadwood) == (own, other)
    assert facts.knocker_deadwood <= rules.limit(deal.upcard)
    assert (facts.ending == "knock") == (own > 0)
    assert (facts.spread, facts.defense, facts.layoffs) == (deal.spread, deal.defense, deal.layoffs)
    assert facts.upcard == deal.upcard and facts.ending == deal.ending
    assert not facts.layoffs or facts.ending == "knock"
    assert action.kind in ("defense", "done")


def test_every_transition_is_met_and_no_other() -> None:
    met: set[tuple[Phase, type[Action], Phase]] = set()
    random = Random(7)
    for i in range(60):
        stock_end, last_discard = [("void", "none"), ("void", "end"), ("reshuffle", "none")][i % 3]
        rules = rules_of(
            stock_end=stock_end, last_discard=last_discard, big_gin_bonus=31, straight=i % 5 == 0
        )
        met |= {(deal.phase, type(a), after.phase) for deal, a, after in walk(started(rules, random), random)}
    met |= big_gin_at_the_last_discard()
    assert met == {
        (phase, action, after)
        for phase, ways in TRANSITIONS.items()
        for action, afters in ways.items()
        for after in afters
    }


def big_gin_at_the_last_discard() -> set[tuple[Phase, type[Action], Phase]]:
    """The three endings that a taken last discard allows, and big gin by a card from the stock."""
    met: set[tuple[Phase, type[Action], Phase]] = set()
    rules = rules_of(last_discard="end", big_gin_bonus=31)
    first, second = "Ah 2h 8d 8c Th Js Qs Kd 6c 7d", "4h 5h 6h 7h 9c 9d 9s Td Jd Qd"
    last = play(run_down(Deal.start(rules, 1, order_of(first, second, "Ks")), 2), "discard Kd")
    deal = play(last, "take")
    met.add((last.phase, Take, deal.phase))
    drawn = to_draw(Deal.start(rules, 1, order_of(second, first.replace("Kd", "Kc"), "Ks", "Kd")))
    met.add((drawn.phase, BigGin, drawn.step(0, drawn.legal_actions(0)[-1]).phase))
    for kind in (Knock, Gin, BigGin):
        action = next(one for one in deal.legal_actions(1) if isinstance(one, kind))
        met.add((deal.phase, kind, deal.step(1, action).phase))
    return met


@SETTINGS
@given(any_rules(), seeds)
def test_transitions_are_kept_to(rules: Rules, seed: int) -> None:
    random = Random(seed)
    for deal, action, after in walk(started(rules, random), random):
        assert after.phase in TRANSITIONS[deal.phase][type(action)]


@pytest.mark.parametrize(
    "text", ["draw", "take", "pass", "done", "resign", "defense", "big gin:", "reshuffle"]
)
def test_plain_actions_come_back_from_text(text: str) -> None:
    assert str(parse_action(text)) == text


@SETTINGS
@given(st.lists(st.sampled_from(CARDS), min_size=3, max_size=10, unique=True), st.sampled_from(CARDS))
def test_any_spread_comes_back_from_text(cards: list[int], card: int) -> None:
    melds = tuple(sum(1 << one for one in cards[i : i + 3]) for i in range(0, len(cards), 3))
    for action in (Knock(CARDS[card], melds), Gin(None, melds), BigGin(melds), Defend(melds)):
        assert parse_action(str(action)) == action
