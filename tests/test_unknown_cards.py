"""Deals written down by someone who does not see every card."""

from random import Random

import pytest
from hypothesis import given

from hollygin import Deal, Phase, Rules, card_set, parse_action, parse_card, parse_cards
from hollygin.actions import Action, Defend, Done, Gin, Knock, Reshuffle, Show
from hollygin.cards import DECK, iter_cards
from tests.effort import examples
from tests.strategies import any_rules, seeds
from tests.table import GIN_HAND, HIGH_HAND, LOW_HAND, any_order, codes, fault, play, rules_of, walk

SETTINGS = examples(80)


def hidden(deal: Deal, random: Random) -> Deal:
    """The same deal with some or all of its cards unknown."""
    share = random.choice([0.0, 0.5, 1.0])
    masks = [card_set(c for c in iter_cards(hand) if random.random() < share) for hand in deal.hands]
    if random.random() < 0.5:
        masks[random.randrange(2)] = 0
    stock = [card if random.random() < share else None for card in deal.stock]
    return Deal.from_hands(deal.rules, deal.dealer, (masks[0], masks[1]), deal.upcard, stock)


def written(deal: Deal, partial: Deal, action: Action, random: Random) -> Deal:
    """The partial deal after an action of the full one, with what must be shown before it."""
    seat = deal.due.seat
    if isinstance(action, Reshuffle) and random.random() < 0.5:
        return partial.step(None, Reshuffle((None,) * len(action.cards)))
    must_show = isinstance(action, Knock | Done) or (isinstance(action, Defend) and deal.due.gin)
    if seat is not None and partial.unknown[seat] and (must_show or random.random() < 0.2):
        partial = partial.step(seat, Show(deal.hands[seat]))
    return partial.step(seat, action)


@SETTINGS
@given(any_rules(), seeds)
def test_a_deal_of_unknown_cards_goes_as_the_same_deal_of_known_ones(rules: Rules, seed: int) -> None:
    random = Random(seed)
    deal = Deal.start(rules, random.randrange(2), any_order(random))
    partial = hidden(deal, random)
    for before, action, after in walk(deal, random):
        partial = written(before, partial, action, random)
        assert (partial.phase, partial.turn, partial.turns) == (after.phase, after.turn, after.turns)
        assert partial.pile == after.pile and len(partial.stock) == len(after.stock)
        assert (partial.spread, partial.extended, partial.ending) == (
            after.spread,
            after.extended,
            after.ending,
        )
        for seat in (0, 1):
            assert partial.hands[seat] & ~after.hands[seat] == 0
            held = partial.hands[seat].bit_count() + partial.unknown[seat]
            assert held == after.hands[seat].bit_count()
    assert partial.phase is Phase.OVER and partial.facts is not None
    assert partial.facts == after.facts


def blank(first: int = 0, second: int = 0, **options: object) -> Deal:
    deal = Deal.from_hands(rules_of("friendly", **options), 1, (first, second), parse_card("Ks"))
    return play(deal, "pass", "pass", "draw")


def test_an_unknown_card_can_be_any_that_lies_nowhere_else() -> None:
    deal = blank(parse_cards(LOW_HAND), parse_cards(HIGH_HAND))
    assert deal.unknown == (1, 0) and deal.drawn is None
    assert fault(deal, "discard 2s") is None
    assert fault(deal, "discard Ks") == ("R3.1", "card-not-held")
    assert fault(deal, "discard Kd") == ("R3.1", "card-not-held")
    assert fault(deal, "discard 3s") is None
    assert deal.due.candidates == DECK & ~parse_cards(f"{LOW_HAND} {HIGH_HAND} Ks")
    assert play(deal, "discard 3s").unknown == (1, 0)
    assert play(deal, "discard 2s").unknown == (0, 0)


def test_a_hand_of_unknown_cards_has_no_list() -> None:
    deal = blank()
    with pytest.raises(ValueError, match="unknown"):
        deal.legal_actions(0)


def test_what_can_be_shown() -> None:
    deal = blank(parse_cards(LOW_HAND))
    assert fault(deal, "show 2s") is None
    assert fault(deal, "show 3s 2s") is None
    assert fault(deal, "show 3s") == ("R4.6", "cannot-show")
    assert fault(deal, "show Ks") == ("R4.6", "cannot-show")
    assert fault(deal, "show 2s 2d") == ("R4.6", "cannot-show")
    shown = play(deal, "show 2s")
    assert shown.unknown == (0, 10) and shown.hands[0] == deal.hands[0] | parse_card("2s").bit
    assert shown.phase is deal.phase
    assert fault(shown, "show 2d") == ("R4.6", "nothing-to-show")


def test_a_knock_shows_the_deadwood_and_may_hide_the_discard() -> None:
    deal = blank()
    line = "knock ??: 4h 5h 6h / 9s 9d 9c / Jc Qc Kc"
    assert fault(deal, line) == ("R4.6", "hand-not-shown")
    assert fault(deal, "gin ??: 4h 5h 6h / 9s 9d 9c / Jc Qc Kc") == ("R4.2", "not-gin")
    deal = play(deal, "show 3s", line)
    assert deal.face_down is None and deal.hands[0] == parse_card("3s").bit and deal.unknown == (0, 10)
    assert fault(deal, "defense 8h 9h Th") is None
    assert fault(deal, "defense 9h 9s 9d") == ("R4.3", "card-not-held")
    deal = play(deal, "defense", "layoff 7h on 4h 5h 6h")
    assert fault(deal, "done") == ("R4.6", "hand-not-shown")
    assert fault(deal, "layoff 9c on 9s 9d 9c") == ("R4.4", "card-not-held")
    over = play(deal, "show As 2s Ac 2c Ah 2h Ad 2d Td", "done")
    assert over.phase is Phase.OVER


def test_gin_from_an_unknown_hand() -> None:
    deal = play(blank(), "gin ??: 4h 5h 6h 7h / 9c 9d 9s / Ac 2c 3c")
    assert deal.unknown == (0, 10) and deal.hands == (0, 0)


def test_the_defender_shows_the_hand_at_gin_too() -> None:
    deal = play(blank(), "gin ??: 4h 5h 6h 7h / 9c 9d 9s / Ac 2c 3c")
    assert fault(deal, "defense Th Jh Qh") == ("R4.6", "hand-not-shown")
    over = play(deal, "show Th Jh Qh 2s 2d 2h 4d 4s 5s 6s", "defense Th Jh Qh / 2s 2h 2d / 4s 5s 6s")
    assert over.phase is Phase.OVER and over.unknown == (0, 0)


def test_a_card_thrown_is_in_no_meld() -> None:
    for line in ("knock 4h: 4h 5h 6h / 9s 9d 9c / Jc Qc Kc", "gin 4h: 4h 5h 6h 7h / 9s 9d 9c / Ac 2c 3c"):
        deal = play(blank(), "show 3s") if line.startswith("knock") else blank()
        assert fault(deal, line) == ("R4.3", "card-not-held")
    known = blank(parse_cards(GIN_HAND))
    assert fault(known, "gin Kc: 4h 5h 6h 7h / 9c 9d 9s / Ac 2c 3c") is None


def test_the_card_thrown_is_known_or_unknown_where_the_hand_is() -> None:
    deal = play(blank(parse_cards(LOW_HAND)), "show 2s")
    assert fault(deal, "knock ??: 4h 5h 6h / 9s 9d 9c / Jc Qc Kc") == ("R3.1", "card-not-held")


def test_the_taken_card_stays_in_an_unknown_hand() -> None:
    deal = play(Deal.from_hands(rules_of(), 1, (0, 0), parse_card("Ks")), "take")
    assert fault(deal, "discard Ks") == ("R3.2", "taken-card")
    assert deal.hands[0] == parse_card("Ks").bit and deal.unknown == (10, 10)


def test_the_last_discard_may_be_taken_by_an_unknown_hand() -> None:
    deal = blank(last_discard="end")
    for card in iter_cards(DECK & ~parse_card("Ks").bit):
        deal = play(deal, f"discard {card}")
        if deal.phase is Phase.LAST:
            break
        deal = play(deal, "draw")
    assert len(deal.stock) == 2
    assert fault(deal, "take") is None
    assert play(deal, "pass").phase is Phase.OVER


def test_a_new_stock_of_unknown_order() -> None:
    deal = blank(stock_end="reshuffle")
    for card in iter_cards(DECK & ~parse_card("Ks").bit):
        deal = play(deal, f"discard {card}")
        if deal.phase is Phase.RESHUFFLE:
            break
        deal = play(deal, "draw")
    size = len(deal.pile) - 1
    assert codes(deal.step, None, Reshuffle((None,) * (size - 1))) == ["bad-reshuffle"]
    assert codes(deal.step, 0, parse_action("draw")) == ["not-your-turn"]
    after = deal.step(None, Reshuffle((None,) * size))
    assert len(after.stock) == size and after.turn == 1
    assert play(after, "draw").unknown == (10, 11)
    some = deal.step(None, Reshuffle((deal.pile[0], *(None,) * (size - 1))))
    assert play(some, "draw").drawn == deal.pile[0]


def test_gin_melds_of_the_known_cards_go_from_the_hand() -> None:
    deal = blank(parse_cards("4h 5h 6h 7h"))
    over = deal.step(0, Gin(None, tuple(map(parse_cards, ("4h 5h 6h 7h", "9c 9d 9s", "Ac 2c 3c")))))
    assert over.hands[0] == 0 and over.unknown == (0, 10)
