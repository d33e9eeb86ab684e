"""R3: the turn."""

import pytest

from hollygin import IllegalAction, Phase, parse_action, parse_card
from hollygin.cards import iter_cards
from tests.table import codes, deal_of, fault, lines, play, to_draw


def test_R3_1_draw_one_card_from_the_stock_or_the_pile() -> None:
    deal = play(to_draw(deal_of(stock="2s")), "discard 2s")
    assert lines(deal) == {"draw", "take"}
    drawn = play(deal, "draw")
    assert drawn.stock == deal.stock[1:] and drawn.hands[1] == deal.hands[1] | 1 << int(deal.stock[0] or 0)
    taken = play(deal, "take")
    assert taken.hands[1] == deal.hands[1] | parse_card("2s").bit
    assert taken.pile == deal.pile[:-1] and taken.stock == deal.stock
    for line in ("discard Kd", "done", "defense", "big gin:"):
        assert fault(deal, line) == ("R3.1", "not-due")


def test_R3_1_then_discard_one_card() -> None:
    deal = to_draw(deal_of(stock="2s"))
    assert fault(deal, "draw") == ("R3.1", "not-due")
    assert fault(deal, "take") == ("R3.1", "not-due")
    assert {line for line in lines(deal) if line.startswith("discard")} == {
        f"discard {card}" for card in iter_cards(deal.hands[0])
    }
    assert fault(deal, "discard Kd") == ("R3.1", "card-not-held")
    after = play(deal, "discard Jc")
    assert after.pile[-1] == parse_card("Jc") and after.due.seat == 1 and after.hands[0].bit_count() == 10


def test_R3_1_nobody_plays_out_of_turn() -> None:
    deal = deal_of()
    for seat in (1, None):
        with pytest.raises(IllegalAction, match=r"R3\.1 not-your-turn"):
            deal.step(seat, parse_action("pass"))
        assert codes(deal.step, seat, parse_action("pass")) == ["not-your-turn"]
    assert deal.legal_actions(1) == ()


def test_R3_2_the_card_taken_from_the_pile_stays_for_the_turn() -> None:
    deal = play(deal_of(upcard="Kd", second="Ah 2h 8d 8c Td Js Qs Ks 6c 7d"), "take")
    assert fault(deal, "discard Kd") == ("R3.2", "taken-card")
    assert fault(deal, "knock Kd: 4h 5h 6h / 9s 9d 9c / Jc Qc Kc") == ("R3.2", "taken-card")
    assert fault(deal, "gin Kd: 4h 5h 6h / 9s 9d 9c / Jc Qc Kc") == ("R3.2", "taken-card")
    assert not [line for line in lines(deal) if line.split()[1].startswith("Kd")]
    later = play(deal, "discard 3s", "draw", "discard Js", "draw")
    assert fault(later, "discard Kd") is None


def test_R3_2_holds_for_a_discard_taken_and_not_for_a_card_drawn() -> None:
    deal = to_draw(deal_of(stock="2s 2d"))
    assert fault(deal, "discard 2s") is None
    taken = play(deal, "discard 2s", "take")
    assert taken.taken == parse_card("2s")
    assert fault(taken, "discard 2s") == ("R3.2", "taken-card")
    after = play(taken, "discard Kd")
    assert after.taken is None and after.phase is Phase.DRAW
