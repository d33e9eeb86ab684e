"""R6: the end of the stock."""

from typing import Any

import pytest

from hollygin import Deal, Phase, Void, parse_action
from hollygin.actions import Reshuffle
from hollygin.cards import card_set
from hollygin.deal import TURN_LIMIT
from hollygin.settlement import Showdown
from tests.table import HIGH_HAND, LOW_HAND, codes, deal_of, every_card, fault, lines, play, run_down

SPREAD = "4h 5h 6h / 9c 9d 9s / Jc Qc Kc"


def test_R6_1_a_discard_that_leaves_two_cards_voids_the_deal() -> None:
    deal = run_down(deal_of(), 3)
    assert deal.phase is Phase.DISCARD
    deal = play(deal, f"discard {deal.drawn}")
    assert (deal.phase, len(deal.stock)) == (Phase.DRAW, 3)
    last = play(deal, "draw")
    assert len(last.stock) == 2
    void = play(last, f"discard {last.drawn}")
    assert void.phase is Phase.OVER and void.facts == Void("stock")
    assert void.due.seat is None and len(void.stock) == 2


def test_R6_1_who_draws_the_third_last_card_may_still_knock() -> None:
    deal = run_down(deal_of(), 2)
    assert (deal.phase, deal.turn, len(deal.stock)) == (Phase.DISCARD, 0, 2)
    over = play(deal, f"knock {deal.drawn}: {SPREAD}", "defense", "done")
    assert isinstance(over.facts, Showdown) and over.facts.ending == "knock"


def test_R6_1_taking_from_the_pile_never_shrinks_the_stock() -> None:
    deal = run_down(deal_of(), 4)
    for line in ("discard Jc", "take", "discard 6c", "take", "discard Qc", "take", "discard 7d"):
        deal = play(deal, line)
        assert (len(deal.stock), deal.facts) == (4, None)
    assert play(deal, "draw").phase is Phase.DISCARD


def test_R6_1_a_deal_on_cards_from_the_pile_alone_ends_void() -> None:
    deal = play(deal_of(), "take", "discard Jc")
    while deal.phase is not Phase.OVER:
        deal = play(deal, "take")
        assert deal.turns < TURN_LIMIT
        held = sorted(one for one in lines(deal) if one.startswith("discard"))
        deal = play(deal, held[deal.turns % len(held)])
    assert deal.facts == Void("turns") and deal.turns == TURN_LIMIT and len(deal.stock) == 31


def last_discard(first: str, second: str, **options: Any) -> Deal:
    """Where seat 0 has drawn the third-last card and thrown the Kd."""
    deal = run_down(deal_of(first, second, last_discard="end", **options), 2)
    assert deal.turn == 0
    return play(deal, "discard Kd")


def test_R6_1_option_last_discard_may_be_taken_to_end_the_deal() -> None:
    able = last_discard(HIGH_HAND, LOW_HAND)
    assert able.phase is Phase.LAST and able.turn == 1
    assert lines(able) == {"take", "pass"}
    assert fault(able, "draw") == ("R6.1", "not-due")
    taken = play(able, "take")
    assert taken.phase is Phase.END
    assert fault(taken, "discard 3s") == ("R6.1", "not-due")
    assert fault(taken, f"knock 3s: {SPREAD}") is None
    assert fault(taken, f"knock Kd: {SPREAD}") == ("R3.2", "taken-card")
    assert all(line.startswith("knock") for line in lines(taken))
    over = play(taken, f"knock 3s: {SPREAD}", "defense", "done")
    assert isinstance(over.facts, Showdown)
    void = play(able, "pass")
    assert void.phase is Phase.OVER and void.facts == Void("stock")


def test_R6_1_option_last_discard_is_no_use_to_who_cannot_end() -> None:
    first = HIGH_HAND.replace("Ah", "3h")
    unable = last_discard(
        first, LOW_HAND.replace("9s", "Ah").replace("Kc", "Ks").replace("3s", "8s"), upcard="Kc"
    )
    assert (unable.phase, unable.turn) == (Phase.LAST, 1)
    assert lines(unable) == {"pass"}
    assert fault(unable, "take") == ("R6.1", "cannot-end")
    assert play(unable, "pass").facts == Void("stock")


def test_R6_1_option_last_discard_counts_the_taken_card_as_one_that_stays() -> None:
    # Only by throwing the Kd itself could seat 1 go out with gin.
    deal = last_discard("Ah 2h 8d 8c Td Js Qs Kd 6c 7d", "4h 5h 6h 9c 9d 9s Jc Qc Kc Tc", straight=True)
    assert lines(deal) == {"pass"}
    assert fault(deal, "take") == ("R6.1", "cannot-end")


def test_R6_1_option_last_discard_may_be_taken_for_gin_or_big_gin() -> None:
    second = "4h 5h 6h 7h 9c 9d 9s Td Jd Qd"
    first = "Ah 2h 8d 8c Th Js Qs Kd 6c 7d"
    taken = play(last_discard(first, second, straight=True, big_gin_bonus=31), "take")
    assert {line.partition(":")[0] for line in lines(taken)} == {"big gin", "gin 4h", "gin 7h", "gin Td"}
    over = play(taken, "big gin: 4h 5h 6h 7h / 9c 9d 9s / Td Jd Qd Kd", "defense")
    assert isinstance(over.facts, Showdown) and over.facts.ending == "big_gin"


def test_R6_2_the_pile_but_its_top_becomes_the_new_stock() -> None:
    deal = run_down(deal_of(profile="single-deal"), 0)
    assert len(deal.stock) == 0 and deal.phase is Phase.DISCARD
    deal = play(deal, f"discard {deal.drawn}")
    assert (deal.phase, deal.due.seat) == (Phase.RESHUFFLE, None)
    assert len(deal.pile) == 32 and deal.due.pile == card_set(deal.pile[:-1])
    assert deal.legal_actions(0) == deal.legal_actions(1) == ()
    assert codes(deal.step, 0, parse_action("draw")) == ["not-your-turn"]
    assert fault(deal, "draw") == ("R6.2", "not-due")
    stock = tuple(reversed(deal.pile[:-1]))
    after = deal.step(None, Reshuffle(stock))
    assert after.stock == stock and after.pile == deal.pile[-1:] and after.phase is Phase.DRAW
    assert after.turn == deal.turn and lines(after) == {"draw", "take"}
    assert len(set(every_card(after))) == 52
    again = run_down(after, 0)
    assert play(again, f"discard {again.drawn}").phase is Phase.RESHUFFLE


@pytest.mark.parametrize("wrong", ["short", "twice", "top", "long"])
def test_R6_2_a_new_stock_has_the_cards_of_the_pile(wrong: str) -> None:
    deal = run_down(deal_of(profile="single-deal"), 0)
    deal = play(deal, f"discard {deal.drawn}")
    pile = deal.pile[:-1]
    stock = {
        "short": pile[1:],
        "twice": (pile[1], *pile[1:]),
        "top": (deal.pile[-1], *pile[1:]),
        "long": deal.pile,
    }[wrong]
    assert codes(deal.step, None, Reshuffle(stock)) == ["bad-reshuffle"]


def test_R6_2_with_a_sheet_too_where_the_option_is_on() -> None:
    deal = run_down(deal_of(stock_end="reshuffle"), 1)
    deal = play(deal, f"discard {deal.drawn}")
    assert deal.phase is Phase.DRAW and len(deal.stock) == 1
