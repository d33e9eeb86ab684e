"""Positions, samples of the hidden hand, and roll-outs from any moment of a deal."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hollygin import CARDS, Deal, Match, Rules, view_match
from hollygin.actions import DRAW, BigGin, Gin, Knock
from hollygin.cards import DECK, card_set, iter_cards
from hollygin.due import Phase
from hollygin.engine import Bulk, Calls, Policy, action_number, known_cards, layout, position_of, replay
from hollygin.settlement import settle
from hollygin.view import DealView
from tests.effort import examples
from tests.engine.copies import COMPILED, PLAIN, policies
from tests.strategies import any_rules, seeds
from tests.table import HIGH_HAND, LOW_HAND, any_order, order_of, play, rules_of, run_down, walk

SETTINGS = examples(40)
OPEN = (
    Phase.UPCARD_OPENER,
    Phase.UPCARD_DEALER,
    Phase.MUST_DRAW,
    Phase.DRAW,
    Phase.DISCARD,
    Phase.LAST,
    Phase.END,
)


def view(deal: Deal) -> DealView:
    found = view_match(Match.start(deal.rules, deal.dealer)._replace(deal=deal), deal.turn).deal
    assert found is not None
    return found


def some_moments(rules: Rules, seed: int) -> list[Deal]:
    """Moments of a random deal at which a player decides."""
    random = Random(seed)
    deals = [deal for deal, _, _ in walk(Deal.start(rules, seed % 2, any_order(random)), random)]
    every = [deal for deal in deals if deal.phase in OPEN]
    return random.sample(every, min(4, len(every)))


@pytest.mark.slow
@SETTINGS
@given(any_rules(), seeds, policies())
def test_roll_outs_are_deals_played_on(rules: Rules, seed: int, policy: Policy) -> None:
    """Each score is that of the real deal, stepped through with the same stock."""
    pair = (policy, Policy())
    for deal in some_moments(rules, seed):
        position = position_of(view(deal))
        actions = [a for a in deal.legal_actions(deal.turn) if not isinstance(a, Knock | Gin | BigGin)]
        if not actions:
            continue
        numbers = [action_number(action) for action in actions]
        plain, compiled = Bulk(rules, pair, PLAIN), Bulk(rules, pair, COMPILED)
        hands = plain.sample_hands(position, 3, seed)
        assert [*hands] == [*compiled.sample_hands(position, 3, seed)]
        scores = plain.roll_out(position, numbers, hands, seed)
        assert [*scores] == [*compiled.roll_out(position, numbers, hands, seed)]
        a, i = seed % len(actions), seed % 3
        assert scores[a * 3 + i] == played_on(plain, deal, numbers[a], hands[i], seed, i)


def played_on(bulk: Bulk, deal: Deal, number: int, hand: int, seed: int, i: int) -> int:
    """The score of one roll-out by the real deal: the kernel's trace from there, checked and settled."""
    kernel = bulk.kernel
    me = deal.turn
    held = deal.hands[me]
    rest = DECK & ~(held | hand | card_set(deal.pile))
    order = kernel.ints([*iter_cards(rest), *(0,) * (104 - rest.bit_count())])
    sample = kernel.numbers.randomness.mix(seed, i)
    kernel.numbers.randomness.shuffle(order, 0, rest.bit_count(), sample)
    assert rest.bit_count() == len(deal.stock)
    stock = tuple(CARDS[index] for index in order[: len(deal.stock)])
    hands = (held, hand) if me == 0 else (hand, held)
    deal = deal._replace(hands=hands, stock=stock)
    position = kernel.ints(position_of(view(deal)).with_hand(1 - me, hand).numbers())
    rules, policy = kernel.ints(bulk._rules), kernel.ints(bulk._policies)
    kernel.numbers.positions.apply(position, 0, rules, number, -1)
    trace, result = kernel.ints(layout.TRACE_LENGTH), kernel.ints(layout.RESULT_WIDTH)
    used = kernel.numbers.deals.play(position, 0, order, rules, policy, sample, trace, result, 0)
    first = [] if number == layout.DRAW_ACTION else [number]
    end = replay(deal, [*first, *trace[:used]])
    assert end.facts is not None
    worth = settle(end.rules, end.facts)
    if worth.winner is None:
        return 0
    return worth.points + 1 if worth.winner == me else -worth.points - 1


@SETTINGS
@given(any_rules(big_gin_bonus=31), seeds)
def test_an_ending_meets_the_best_reply(rules: Rules, seed: int) -> None:
    """A knock's score is the worth of the real knock with the kernel's spread against that hand."""
    for deal in some_moments(rules, seed):
        endings = [a for a in deal.legal_actions(deal.turn) if isinstance(a, Knock | Gin | BigGin)]
        position, me = position_of(view(deal)), deal.turn
        bulk = Bulk(rules, kernel=PLAIN)
        for action in endings[:3]:
            hands = bulk.sample_hands(position, 2, seed)
            scores = bulk.roll_out(position, [action_number(action)], hands, seed)
            for hand, score in zip(hands, scores, strict=True):
                both = (deal.hands[0], hand) if me == 0 else (hand, deal.hands[1])
                card = -1 if isinstance(action, BigGin) else action.card
                assert card is not None
                ten = deal.hands[me] & ~(0 if card < 0 else 1 << card)
                unseen = DECK & ~ten & ~(0 if card < 0 else card_set(deal.pile) | 1 << card)
                sets, runs = PLAIN.numbers.spreads.best_spread(ten, unseen)
                end = replay(deal._replace(hands=both), [action_number(action), sets, runs])
                assert end.facts is not None
                worth = settle(rules, end.facts)
                wanted = 0 if worth.winner is None else worth.points + 1
                assert score == (wanted if worth.winner == me else -wanted)


@SETTINGS
@given(any_rules(), seeds)
def test_positions_follow_the_deal(rules: Rules, seed: int) -> None:
    """An action applied to a position gives the position of the deal after it."""
    random = Random(seed)
    calls = Calls(rules, PLAIN)
    for deal, action, after in walk(Deal.start(rules, 1, any_order(random)), random):
        if deal.phase not in OPEN or after.phase not in OPEN:
            continue
        known = known_cards(deal.history, deal.upcard)
        position = position_of(view(deal))._replace(hands=deal.hands)
        assert position.known == known
        card = -1 if action != DRAW or after.drawn is None else int(after.drawn)
        position = calls.apply(position, action_number(action), card)
        wanted = position_of(view(after))._replace(hands=after.hands)
        assert position._replace(next_card=0, stock_end=position.stock_end - position.next_card) == wanted


@SETTINGS
@given(any_rules(), seeds)
def test_sampled_hands_hold_what_is_known(rules: Rules, seed: int) -> None:
    for deal in some_moments(rules, seed):
        position, other = position_of(view(deal)), 1 - deal.turn
        known = known_cards(deal.history, deal.upcard)[other]
        assert known & ~deal.hands[other] == 0
        for hand in Bulk(rules, kernel=PLAIN).sample_hands(position, 20, seed):
            assert hand.bit_count() == 10 and known & ~hand == 0
            assert hand & (deal.hands[deal.turn] | card_set(deal.pile)) == 0


def test_sampled_hands_are_even() -> None:
    deal = Deal.start(rules_of(), 0, range(52))
    position = position_of(view(deal))
    hands = [*map(int, Bulk(rules_of(), kernel=COMPILED).sample_hands(position, 41_000, 5))]
    unseen = DECK & ~(deal.hands[1] | card_set(deal.pile))
    for card in iter_cards(unseen):
        assert abs(sum(hand >> card & 1 for hand in hands) - 10_000) < 4.5 * 87
    assert len(set(hands)) > 40_000


def test_only_a_seat_on_turn_has_a_position() -> None:
    deal = Deal.start(rules_of(), 0, range(52))
    seen = view_match(Match.start(rules_of(), 0)._replace(deal=deal), 0).deal
    assert seen is not None
    with pytest.raises(ValueError, match="on turn"):
        position_of(seen)
    with pytest.raises(ValueError, match="no number"):
        action_number(Knock(None, ()))


@given(st.integers(0, 51))
def test_actions_have_numbers(card: int) -> None:
    deal = Deal.start(rules_of(), 0, range(52))
    number = action_number(Gin(deal.order[card], ()))
    assert (number & ~63, number & 63) == (layout.KNOCK_ACTION, deal.order[card])


def test_a_taken_last_discard_ends_the_deal() -> None:
    rules = rules_of(last_discard="end")
    deal = run_down(Deal.start(rules, 1, order_of(HIGH_HAND, LOW_HAND, "Ks")), 2)
    deal = play(deal, "discard Kd", "take")
    assert deal.phase is Phase.END
    waits = Policy(knock_late=-1)
    for kernel in (PLAIN, COMPILED):
        bulk = Bulk(rules, (waits, waits), kernel)
        number = bulk.choose(position_of(view(deal)))
        assert number & ~63 == layout.KNOCK_ACTION
        assert all(
            score > 0 for score in bulk.roll_out(position_of(view(deal)), [number], [deal.hands[0]], 1)
        )
    before = run_down(Deal.start(rules, 1, order_of(HIGH_HAND, LOW_HAND, "Ks")), 2)
    before = play(before, "discard Kd")
    bulk = Bulk(rules, (waits, waits), PLAIN)
    taken, passed = bulk.roll_out(
        position_of(view(before)), [layout.TAKE_ACTION, layout.PASS_ACTION], [before.hands[0]], 1
    )
    assert taken > 0 and passed == 0
