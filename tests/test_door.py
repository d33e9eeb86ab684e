"""The public door: text where cards, rules or players are meant, errors that are sentences, prints for a person."""

import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hollygin as hg
from hollygin import CARDS, HollyginError, cards, kernel, melds
from hollygin.locale import Translator, language_of_environment
from hollygin.players import play_match

HAND = "4h 5h 6h 7h 9c 9d 9s Ac 2c 3c Kc"
sets = st.sets(st.sampled_from(CARDS)).map(hg.card_set)
elevens = st.sets(st.sampled_from(CARDS), min_size=11, max_size=11).map(hg.card_set)


@pytest.mark.parametrize(
    "written", [HAND, hg.Hand(HAND), int(hg.parse_cards(HAND)), HAND.split(), hg.parse_card_list(HAND)]
)
def test_cards_are_taken_as_a_person_writes_them(written: Any) -> None:
    hand = int(hg.parse_cards(HAND))
    assert hg.deadwood(written) == 10 and hg.deadwood("Kc Qc") == 20
    assert hg.arrangements(written) == melds.arrangements(hand)
    assert hg.best_arrangement(written) == melds.best_arrangement(hand)
    assert hg.best_spread(written, "8h") == melds.best_spread(hand, hg.Card("8h").bit)
    assert hg.best_defense(written, "Ts Js Qs") == melds.best_defense(hand, hg.parse_melds("Ts Js Qs"))
    assert hg.discards(written) == melds.discards(hand)
    assert hg.best_discard(written) == (0, hg.Card("Kc")) == kernel.best_discard(hand, 0)
    assert (
        hg.best_discard(written, "Kc")[1]
        != hg.Card("Kc")
        not in [card for card, _ in hg.discards(written, "Kc")]
    )
    assert list(hg.iter_cards(written)) == list(cards.iter_cards(hand)) and hg.text(written) == str(
        hg.Hand(HAND)
    )


@given(elevens, sets)
def test_the_best_discard_is_the_first(hand: int, kept: int) -> None:
    if hand & ~kept:
        assert hg.best_discard(hand, kept) == hg.discards(hand, kept)[0][::-1]


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: hg.Card("Kx"), "bad-card"),
        (lambda: hg.Card(52), "bad-card"),
        (lambda: hg.Card(-1), "bad-card"),
        (lambda: hg.Card(10**5000), "bad-card"),
        (lambda: hg.Hand("Kc Kc"), "card-twice"),
        (lambda: hg.Hand(1 << 52), "bad-card"),
        (lambda: hg.deadwood(-1), "bad-card"),
        (lambda: hg.deadwood("nothing"), "bad-card"),
        (lambda: hg.Sheet.of("clubs"), "unknown-profile"),
        (lambda: hg.Sheet.of(None), "not-rules"),  # type: ignore[arg-type]
        (lambda: hg.Match.start(5, 0), "not-rules"),  # type: ignore[arg-type]
        (lambda: hg.Match.start("club", 0).next_deal(5), "bad-order"),  # type: ignore[arg-type]
        (lambda: hg.Match.start("club", 0).next_deal("Kc Qc"), "bad-order"),
        (lambda: play_match("clubs", ("simple", "simple"), hg.House(1)), "unknown-profile"),
        (lambda: play_match("club", ("deep-blue", "simple"), hg.House(1)), "unknown-player"),
    ],
)
def test_what_is_none_is_told(call: Any, code: str) -> None:
    with pytest.raises(HollyginError) as caught:
        call()
    assert caught.value.code == code
    sentence = str(caught.value)
    assert sentence.endswith(f"{code}]") and " " in sentence.partition("[")[0] and len(sentence) < 400


def test_errors_are_sentences_with_their_code() -> None:
    with pytest.raises(hg.RulesError) as rules:
        hg.make_rules("club", oklahom=True)
    assert str(rules.value).startswith("“oklahom” is not an option") and str(rules.value).endswith(
        "[O unknown-option]"
    )
    match = hg.Match.start("club", 0).next_deal(CARDS)
    with pytest.raises(hg.IllegalAction) as action:
        match.step(0, "pass")
    assert str(action.value) == "It is the other’s turn [R3.1 not-your-turn]"
    assert str(hg.Fault("never-heard-of", params={"a": 1})) == "a: 1 [never-heard-of]"
    again = pickle.loads(pickle.dumps(action.value))
    assert (again.faults, str(again)) == (action.value.faults, str(action.value))


def test_a_match_is_played_with_text() -> None:
    house = hg.House("seed")
    deal = hg.Match.start("club", 1).next_deal(house.shuffle(1))
    assert (
        deal
        == hg.Match.start(hg.make_rules("club"), 1).next_deal(house.order(1))
        == house.serve(hg.Match.start("club", 1))
    )
    assert hg.Match.start("club", 1).next_deal(" ".join(map(str, house.order(1)))) == deal
    assert deal.step(0, "take") == deal.step(0, hg.parse_action("take"))
    assert deal.check(0, "draw") == deal.check(0, hg.parse_action("draw"))
    assert house.serve(deal) is deal
    assert deal.deal is not None
    assert hg.Deal.start("club", 1, house.order(1)) == deal.deal
    assert deal.deal.step(0, "take").check(0, "pass") is not None
    assert hg.Sheet.of("club", [(0, 30)]).rules == hg.make_rules("club")
    match = play_match("single-deal", ("simple", "random:seed=1"), hg.House(4))
    assert match.over and hg.settle("single-deal", match.lines[-1].facts) == match.lines[-1].settlement


def test_the_house_serves_a_new_stock_and_keeps_its_secret() -> None:
    house = hg.House(3)
    match = house.serve(hg.Match.start("single-deal", 0))
    while match.deal is not None and match.deal.phase is not hg.Phase.RESHUFFLE:
        assert house.serve(match) is match
        seat = match.deal.turn
        assert seat is not None
        wanted = ("draw", "pass", "discard")
        match = match.step(
            seat, next(a for kind in wanted for a in match.legal_actions(seat) if a.kind == kind)
        )
    served = house.serve(match)
    assert served.deal is not None and served.deal.history[-1] == (
        None,
        hg.parse_action(str(served.deal.history[-1].action)),
    )
    assert len(served.deal.stock) > 20
    over = match.step(0, "resign")
    assert house.serve(over) is over
    shuffle = house.shuffle(1)
    assert shuffle.secret.hex() not in repr(shuffle) and str(shuffle.secret) not in repr(shuffle)


def test_cards_in_a_width() -> None:
    card, hand = hg.Card("6s"), hg.Hand("6s Kc")
    assert (f"{card:>4}", f"{card:<4}|", f"{card}", f"{card:d}", f"{card:02x}") == (
        "  6s",
        "6s  |",
        "6s",
        "5",
        "05",
    )
    assert (f"{hand:>7}", f"{hand}", f"{hand:d}") == ("  6s Kc", "6s Kc", str(int(hand)))


def test_a_hand_reads_as_its_cards() -> None:
    hand = hg.Hand("Kc 4h 5h")
    assert (str(hand), repr(hand), len(hand)) == ("4h 5h Kc", "Hand('4h 5h Kc')", 3)
    assert hand == int(hand) and hash(hand) == hash(int(hand)) and type(int(hand)) is int
    assert (
        "Kc" in hand
        and hg.Card("Kc") in hand
        and 0 not in hand
        and list(hand) == list(hg.parse_card_list("4h 5h Kc"))
    )
    for both in (hand | hg.Card("As").bit, hand & hg.parse_cards("4h"), hand ^ 1, 1 | hand, int(hand) & hand):
        assert isinstance(both, hg.Hand)
    assert hand | 1 == hg.Hand("As 4h 5h Kc") and hand & ~hg.Card("Kc").bit == hg.Hand("4h 5h")
    assert not hg.Hand() and str(hg.Hand()) == "" and pickle.loads(pickle.dumps(hand)) == hand


@given(sets, sets)
def test_a_hand_counts_as_its_number_does(one: int, two: int) -> None:
    assert (hg.Hand(one) | two, hg.Hand(one) & two, hg.Hand(one) ^ two) == (one | two, one & two, one ^ two)
    assert hg.Hand(list(hg.Hand(one))) == one == hg.parse_cards(hg.text(one))
    assert len(hg.Hand(one)) == one.bit_count() and bool(hg.Hand(one)) == bool(one)
    assert hg.deadwood(hg.Hand(one)) == kernel.deadwood(one) == kernel.deadwood(hg.Hand(one))


def test_a_match_and_a_view_print_as_a_board() -> None:
    match = hg.House(7).serve(hg.Match.start("club", 0))
    assert match.deal is not None
    text, seen = str(match), str(hg.view_match(match, 1))
    own, other = (Translator(language_of_environment()).cards(match.deal.hands[seat]) for seat in (1, 0))
    assert own in text and other in text and own in seen and other not in seen
    assert len(text.splitlines()) < 20 and "Rules(" not in text + seen
