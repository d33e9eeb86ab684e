"""R2: the upcard."""

from hollygin import Phase, parse_card
from tests.table import deal_of, fault, lines, play


def test_R2_1_the_opener_takes_the_upcard_or_passes() -> None:
    deal = deal_of()
    assert (deal.due.seat, deal.phase) == (0, Phase.UPCARD_OPENER)
    assert lines(deal) == {"take", "pass"}
    assert fault(deal, "draw") == ("R2.1", "not-due")
    taken = play(deal, "take")
    assert taken.hands[0] >> parse_card("Ks") & 1
    assert taken.pile == ()


def test_R2_1_then_the_dealer_takes_it_or_passes() -> None:
    deal = play(deal_of(), "pass")
    assert (deal.due.seat, deal.phase) == (1, Phase.UPCARD_DEALER)
    assert lines(deal) == {"take", "pass"}
    assert fault(deal, "draw") == ("R2.1", "not-due")
    assert play(deal, "take").hands[1] >> parse_card("Ks") & 1


def test_R2_1_after_both_passed_the_opener_must_draw_from_the_stock() -> None:
    deal = play(deal_of(), "pass", "pass")
    assert (deal.due.seat, deal.phase) == (0, Phase.MUST_DRAW)
    assert lines(deal) == {"draw"}
    assert fault(deal, "take") == ("R2.1", "not-due")
    assert fault(deal, "pass") == ("R2.1", "not-due")


def test_R2_2_who_takes_the_upcard_may_knock_at_once() -> None:
    deal = play(deal_of(upcard="Js", second="Ah 2h 8d 8c Td Ts Qs Kd 6c 7d"), "take")
    assert fault(deal, "knock Js: 4h 5h 6h / 9s 9d 9c / Jc Qc Kc") == ("R3.2", "taken-card")
    assert play(deal, "knock 3s: 4h 5h 6h / 9s 9d 9c / Jc Qc Kc").phase is Phase.DEFENSE


def test_R2_2_after_the_upcard_the_other_player_has_a_normal_turn() -> None:
    by_opener = play(deal_of(), "take", "discard Jc")
    assert (by_opener.due.seat, lines(by_opener)) == (1, {"draw", "take"})
    by_dealer = play(deal_of(), "pass", "take", "discard Js")
    assert (by_dealer.due.seat, lines(by_dealer)) == (0, {"draw", "take"})
    assert fault(by_dealer, "pass") == ("R3.1", "not-due")
