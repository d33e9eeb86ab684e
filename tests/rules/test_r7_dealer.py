"""R7: who deals next."""

import pytest

from hollygin import CARDS, Deal, Match
from tests.table import HIGH_HAND, LOW_HAND, codes, order_of, play_match, rules_of, run_down

MELDS = "4h 5h 6h / 9c 9d 9s / Jc Qc Kc"


def scored(match: Match, winner: int) -> Match:
    """The match after a deal that ``winner`` has won by a knock, dealer or not."""
    order = order_of(LOW_HAND, HIGH_HAND, "Ks", "2s 2d")
    if winner == match.dealer:
        order = order_of(HIGH_HAND, LOW_HAND, "Ks", "2s 2d")
        return play_match(
            match.next_deal(order),
            "pass",
            "pass",
            "draw",
            "discard 2s",
            "draw",
            f"knock 2d: {MELDS}",
            "defense",
            "done",
        )
    return play_match(match.next_deal(order), "pass", "pass", "draw", f"knock 2s: {MELDS}", "defense", "done")


def voided(match: Match) -> Match:
    match = match.next_deal(order_of(LOW_HAND, HIGH_HAND, "Ks"))
    assert match.deal is not None
    deal = run_down(match.deal, 2)
    return match._replace(deal=deal).step(deal.turn, deal.legal_actions(deal.turn)[0])


@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("winner", [0, 1])
@pytest.mark.parametrize("option", ["alternate", "winner", "loser"])
@pytest.mark.parametrize("after_void", ["same", "alternate"])
def test_R7_1_after_a_scored_deal(dealer: int, winner: int, option: str, after_void: str) -> None:
    rules = rules_of(next_dealer=option, dealer_after_void=after_void)
    match = scored(Match.start(rules, dealer), winner)
    assert match.sheet.count[winner] == 1
    assert match.dealer == {"alternate": 1 - dealer, "winner": winner, "loser": 1 - winner}[option]
    assert match.first_dealer == dealer and match.lines[0].dealer == dealer


@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("option", ["alternate", "winner", "loser"])
@pytest.mark.parametrize("after_void", ["same", "alternate"])
def test_R7_2_after_a_void_deal(dealer: int, option: str, after_void: str) -> None:
    rules = rules_of(next_dealer=option, dealer_after_void=after_void)
    match = Match.start(rules, dealer)
    for number in range(1, 4):
        match = voided(match)
        assert match.number == number + 1 and match.sheet.count == (0, 0) and match.lines[-1].entry is None
        turned = number % 2 if after_void == "alternate" else 0
        assert match.dealer == (dealer + turned) % 2
    assert scored(match, 0).sheet.count == (1, 0)


@pytest.mark.parametrize("after_void", ["same", "alternate"])
def test_R7_2_a_tie_that_nobody_scores_counts_as_unscored(after_void: str) -> None:
    rules = rules_of(tie="nobody", next_dealer="winner", dealer_after_void=after_void)
    order = order_of(LOW_HAND, "Ts Js Qs Ah 2h Td Jd Qd 9h 7h", "Ks", "2s")
    match = Match.start(rules, 1).next_deal(order)
    match = play_match(match, "pass", "pass", "draw", f"knock 2s: {MELDS}", "defense Ts Js Qs / Td Jd Qd")
    match = play_match(match, "layoff 7h on 4h 5h 6h", "layoff 9h on 9s 9d 9c", "done")
    assert match.lines[0].settlement.winner is None and match.lines[0].entry is None
    assert match.sheet.entries == ()
    assert match.dealer == (1 if after_void == "same" else 0)


def test_R7_1_a_deal_of_the_wrong_dealer_is_refused() -> None:
    match = Match.start(rules_of(), 1)
    wrong = Deal.start(match.rules, 0, CARDS)
    assert codes(match.next_deal, wrong) == ["not-this-deal"]
    other_rules = Deal.start(rules_of(gin_bonus=20), 1, CARDS)
    assert codes(match.next_deal, other_rules) == ["not-this-deal"]
    right = Deal.start(match.rules, 1, CARDS)
    assert match.next_deal(right).deal == right
    begun = right.step(0, right.legal_actions(0)[0])
    assert codes(match.next_deal, begun) == ["not-this-deal"]
