"""Cards and actions as text."""

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hollygin import (
    CARDS,
    Phase,
    card_set,
    iter_cards,
    parse_action,
    parse_card,
    parse_card_list,
    parse_cards,
    parse_melds,
    text,
)
from hollygin.cards import card_text
from hollygin.errors import Fault, HollyginError, IllegalAction, TextError
from tests.table import codes


def test_every_card_comes_back_from_text() -> None:
    for card in CARDS:
        assert parse_card(str(card)) == card == parse_card(str(card).lower())
        assert repr(card) == str(card) == card_text(card)
        sign = "♠♥♦♣"[card.suit]
        assert parse_card(str(card)[0] + sign) == card
    assert card_text(None) == "??"


@pytest.mark.parametrize(
    ("written", "card"),
    [("10h", "Th"), ("th", "Th"), ("10♠", "Ts"), ("kC", "Kc"), ("a♦", "Ad"), ("A♣", "Ac")],
)
def test_ways_to_write_a_card(written: str, card: str) -> None:
    assert str(parse_card(written)) == card
    assert str(parse_card(written, french=True)) == card


@pytest.mark.parametrize(
    ("written", "card"), [("R♥", "Kh"), ("Vs", "Js"), ("Dc", "Qh"), ("dd", "Qd"), ("rs", "Ks")]
)
def test_french_ranks_only_in_french(written: str, card: str) -> None:
    assert str(parse_card(written, french=True)) == card
    assert codes(parse_card, written) == ["bad-card"]


@pytest.mark.parametrize(
    "written",
    ["", "K", "h", "1h", "0h", "11h", "Kx", "Kh ", "hK", "AKh", "??", "Ksh", "♥K", "100h", "٣h", "Kc" * 99],
)
def test_what_is_no_card(written: str) -> None:
    with pytest.raises(TextError) as caught:
        parse_card(written)
    assert caught.value.code == "bad-card" and len(str(caught.value.fault.params["text"])) <= 40


def test_lists_of_cards() -> None:
    assert [str(card) for card in parse_card_list(" Kc, 2h,3h\t4h\n")] == ["Kc", "2h", "3h", "4h"]
    assert parse_card_list("") == () == parse_card_list(" , ")
    assert text(parse_cards("Kc 2h As")) == "As 2h Kc"
    assert codes(parse_cards, "Kc 2h kC") == ["card-twice"]
    assert codes(parse_cards, "Kc K") == ["bad-card"]


@settings(deadline=None, derandomize=True)
@given(st.lists(st.sampled_from(CARDS), unique=True))
def test_sets_of_cards(cards: list[int]) -> None:
    mask = card_set(cards)
    assert list(iter_cards(mask)) == sorted(cards)
    assert parse_cards(text(mask)) == mask


def test_melds_keep_their_order() -> None:
    melds = parse_melds("9c 9d 9s / 4h 5h 6h")
    assert melds == (parse_cards("9c 9d 9s"), parse_cards("4h 5h 6h"))
    assert parse_melds("") == () == parse_melds("  ")
    assert codes(parse_melds, "9c 9d 9s / 9c 9h 9d") == ["card-twice"]
    for line in ("/", "9c 9d 9s /", "/ 9c 9d 9s", "9c // 9d", "9c / , / 9d"):
        assert codes(parse_melds, line) == ["empty-meld"]


def test_actions_are_read_as_people_write_them() -> None:
    assert str(parse_action(" Knock  kc : 9c,9d 9s/4h 5h 6h")) == "knock Kc: 4h 5h 6h / 9s 9d 9c"
    assert str(parse_action("GIN ??:4h 5h 6h")) == "gin ??: 4h 5h 6h"
    assert str(parse_action("Big Gin: 4h 5h 6h")) == "big gin: 4h 5h 6h"
    assert str(parse_action("layoff 7h ON 6h 4h 5h")) == "layoff 7h on 4h 5h 6h"
    assert str(parse_action("discard R♥", french=True)) == "discard Kh"
    assert str(parse_action("show Kc 2d")) == "show 2d Kc"
    assert str(parse_action("reshuffle ?? Kc")) == "reshuffle ?? Kc"


@pytest.mark.parametrize(
    "line",
    [
        "",
        " ",
        "fold",
        "draw 2",
        "take Kc",
        "discard",
        "discard Kc Kd",
        "knock Kc",
        "knock",
        "knock : 4h 5h 6h",
        "knock Kc Kd: 4h",
        "gin",
        "big",
        "big gin",
        "big bang: 4h",
        "layoff 7h",
        "layoff 7h on",
        "layoff 7h at 4h 5h",
        "show",
        "done now",
        "resign please",
        "pass pass",
    ],
)
def test_what_is_no_action(line: str) -> None:
    assert codes(parse_action, line) == ["bad-action"]


@pytest.mark.parametrize(
    "line", ["discard ??", "discard K", "layoff ?? on 4h 5h 6h", "show ??", "knock Kc: 4x", "defense ??"]
)
def test_an_action_of_what_is_no_card(line: str) -> None:
    assert codes(parse_action, line) == ["bad-card"]


def test_long_lines_are_cut_in_the_fault() -> None:
    with pytest.raises(TextError) as caught:
        parse_action("fold " * 99)
    assert len(str(caught.value.fault.params["text"])) == 80


def test_faults_as_text() -> None:
    one, two = Fault("over-limit", "R4.1", {"deadwood": 12, "limit": 10}), Fault("bad-card")
    told = "The deadwood is 12; one may knock with at most 10 [R4.1 over-limit]"
    assert (str(one), str(two)) == (told, "bad-card [bad-card]")
    error = IllegalAction(one, two)
    assert isinstance(error, HollyginError)
    assert (error.fault, error.code, error.faults) == (one, "over-limit", (one, two))
    assert str(error) == f"{told}; bad-card [bad-card]"
    assert pickle.loads(pickle.dumps(error)).faults == error.faults
    assert str(Phase.DRAW) == "draw"


def test_a_suit_sign_of_a_telephone_is_read() -> None:
    assert parse_card("K♥\ufe0f") == parse_card("Kh")
    assert parse_card("10♠\ufe0e") == parse_card("Ts")


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("RC", "Kh"),
        ("7t", "7c"),
        ("7P 7K 7T", "7s 7d 7c"),
        ("VP DC RK 10T", "Js Qh Kd Tc"),
        ("4C 5C 6C 7P", "4h 5h 6h 7s"),
        ("4h 5h 9c", "4h 5h 9c"),
        ("KC JC QC", "Kc Jc Qc"),
        ("Rs Dc", "Ks Qc"),
        ("R♥ Dd 10c", "Kh Qd Tc"),
        ("TT KK", "Tc Kd"),
        ("7C 8P 9h", None),
        ("7C", None),
        ("AC 2C", None),
        ("10C", None),
    ],
)
def test_french_cards(text: str, cards: str | None) -> None:
    if cards is None:
        with pytest.raises(TextError) as caught:
            parse_cards(text, french=True)
        assert caught.value.code == "ambiguous-card"
    else:
        assert parse_cards(text, french=True) == parse_cards(cards)
