"""R11 and R13: short matches, and leaving."""

import pytest

from hollygin import CARDS, Match, parse_action
from tests.rules.test_r7_dealer import scored, voided
from tests.table import codes, order_of, play_match, rules_of

RESIGN = parse_action("resign")


def test_R11_1_a_single_game_is_a_sheet_of_one_column() -> None:
    match = Match.start(rules_of("single-game"), 1)
    assert len(match.sheet.columns) == 1
    match = scored(match, 0)
    assert not match.over and match.sheet.columns[0].score[0] == 69
    match = scored(match, 0)
    assert match.over and match.result == 0 and match.sheet.columns[0].won == 0


@pytest.mark.parametrize("winner", [0, 1])
def test_R11_2_the_winner_of_the_deal_wins_the_match(winner: int) -> None:
    match = scored(Match.start(rules_of("single-deal"), 1), winner)
    assert match.over and match.result == winner
    assert match.sheet.columns == () and match.sheet.count[winner] == 1
    assert not match.needs_deal and match.due is None
    assert codes(match.next_deal, CARDS) == ["match-over"]


def test_R11_2_the_stock_is_reshuffled() -> None:
    assert rules_of("single-deal").stock_end == "reshuffle"
    match = voided(Match.start(rules_of("single-deal", stock_end="void"), 1))
    assert not match.over and match.needs_deal


def moments() -> list[tuple[str, Match]]:
    """A match at each of its phases."""
    rules = rules_of()
    first = "4h 5h 6h 9c 9d 9s Jc Qc Kc 3s"
    start = Match.start(rules, 1)
    deal = start.next_deal(order_of(first, "Ah 2h 8d 8c Td Js Qs Kd 6c 7d", "Ks", "2s"))
    found = [("between", start), ("opener", deal)]
    lines = ("pass", "pass", "draw", "knock 2s: 4h 5h 6h / 9c 9d 9s / Jc Qc Kc", "defense")
    for line in lines:
        deal = play_match(deal, line)
        found.append((line.split()[0], deal))
    found.append(("after a deal", play_match(deal, "done")))
    return found


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("at", range(8))
def test_R13_1_a_player_may_resign_the_match_at_any_time(seat: int, at: int) -> None:
    name, match = moments()[at]
    assert match.legal_actions(seat)[-1] == RESIGN, name
    over = match.step(seat, RESIGN)
    assert over.over and over.resigned == seat and over.result == 1 - seat
    assert over.sheet == match.sheet and over.lines == match.lines and over.deal == match.deal
    assert over.due is None and not over.needs_deal
    assert over.legal_actions(0) == over.legal_actions(1) == ()
    assert codes(over.step, 1 - seat, RESIGN) == ["match-over"]
    assert codes(over.next_deal, CARDS) == ["match-over"]


def test_R13_1_the_house_does_not_resign() -> None:
    for name, match in moments():
        assert codes(match.step, None, RESIGN) == ["not-your-turn"], name


def test_R13_1_resign_is_of_the_match_and_not_of_a_deal() -> None:
    match = moments()[1][1]
    assert match.deal is not None
    found = match.deal.check(0, RESIGN)
    assert found is not None and found.code == "not-due"
