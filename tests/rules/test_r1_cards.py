"""R1: cards and deal."""

import pytest

from hollygin import (
    CARDS,
    Deal,
    Match,
    Phase,
    Shuffle,
    card_set,
    deadwood,
    make_rules,
    parse_card,
    parse_cards,
)
from hollygin.cards import DECK
from hollygin.melds import is_meld
from hollygin.shuffle import seeded_secret
from tests.table import HIGH_HAND, LOW_HAND, codes, deal_of, every_card, order_of


def test_R1_1_the_deck_has_52_cards_and_no_joker() -> None:
    assert len({str(card) for card in CARDS}) == 52
    assert card_set(CARDS) == DECK == 2**52 - 1
    assert [str(card) for card in CARDS[:13]] == [
        "As",
        "2s",
        "3s",
        "4s",
        "5s",
        "6s",
        "7s",
        "8s",
        "9s",
        "Ts",
        "Js",
        "Qs",
        "Ks",
    ]
    assert [CARDS[i].suit for i in (0, 13, 26, 39)] == [0, 1, 2, 3]


def test_R1_1_the_ace_is_low_only() -> None:
    assert is_meld(parse_cards("As 2s 3s"))
    assert not is_meld(parse_cards("Qs Ks As"))
    assert not is_meld(parse_cards("Ks As 2s"))
    assert not is_meld(parse_cards("Ks Ah 2h"))


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("Ah", 1),
        ("2h", 2),
        ("3h", 3),
        ("4h", 4),
        ("5h", 5),
        ("6h", 6),
        ("7h", 7),
        ("8h", 8),
        ("9h", 9),
        ("Th", 10),
        ("Jh", 10),
        ("Qh", 10),
        ("Kh", 10),
    ],
)
def test_R1_1_points_of_a_card(text: str, points: int) -> None:
    assert parse_card(text).points == points
    assert deadwood(parse_cards(text)) == points


def test_R1_1_an_order_has_every_card_once() -> None:
    rules = make_rules()
    for order in (CARDS[:51], (*CARDS[:51], CARDS[0]), (*CARDS, CARDS[0])):
        assert codes(Deal.start, rules, 0, order) == ["bad-order"]


def test_R1_2_two_players_and_the_first_dealer_by_chance() -> None:
    assert len(deal_of().hands) == 2
    dealers = [Shuffle(seeded_secret("dealer", i)).first_dealer() for i in range(400)]
    assert set(dealers) == {0, 1}
    assert 160 < sum(dealers) < 240
    assert Match.start(make_rules(), 1).dealer == 1


@pytest.mark.parametrize("dealer", [0, 1])
def test_R1_3_ten_cards_each_an_upcard_and_a_stock_of_31(dealer: int) -> None:
    deal = Deal.start(make_rules(), dealer, order_of(LOW_HAND, HIGH_HAND, "Ks"))
    assert deal.hands[1 - dealer] == parse_cards(LOW_HAND)
    assert deal.hands[dealer] == parse_cards(HIGH_HAND)
    assert deal.pile == (parse_card("Ks"),) and deal.upcard == parse_card("Ks")
    assert len(deal.stock) == 31
    assert sorted(every_card(deal)) == list(CARDS)


def test_R1_3_no_deal_is_played_before_the_cards_are_dealt() -> None:
    match = Match.start(make_rules(), 0)
    assert match.needs_deal
    assert codes(match.step, 0, deal_of().legal_actions(0)[0]) == ["no-deal"]
    begun = match.next_deal(CARDS)
    assert begun.deal is not None and begun.deal.phase is Phase.UPCARD_OPENER
    assert codes(begun.next_deal, CARDS) == ["deal-under-way"]


def test_R1_3_hands_that_overlap_or_are_too_large_are_refused() -> None:
    rules, low, high = make_rules(), parse_cards(LOW_HAND), parse_cards(HIGH_HAND)
    upcard = parse_card("Ks")
    assert codes(Deal.from_hands, rules, 0, (low, high), upcard) == []
    for hands, stock in (
        ((low, low), (None,) * 31),
        ((low | parse_card("2s").bit, high), (None,) * 31),
        ((low | upcard.bit, 0), (None,) * 31),
        ((low, high), (None,) * 30),
        ((low, high), (upcard, *(None,) * 30)),
        ((low, high), (parse_card("2s"), parse_card("2s"), *(None,) * 29)),
    ):
        assert codes(Deal.from_hands, rules, 0, hands, upcard, stock) == ["bad-order"]
