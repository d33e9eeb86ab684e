"""The worked facts of the rules, one by one."""

from itertools import combinations

import pytest

from hollygin import Sheet, arrangements, best_arrangement, deadwood, parse_card, parse_cards, settle
from hollygin.kernel import best_discard
from hollygin.melds import MELDS, is_run
from hollygin.settlement import Showdown
from tests.table import GIN_HAND, deal_of, fault, play, rules_of, to_draw


def test_fact_gin_against_18_is_43() -> None:
    hand = parse_cards("4h 5h 6h 7h 9c 9d 9s Ac 2c 3c")
    assert deadwood(hand) == 0
    assert best_arrangement(hand).deadwood_cards == 0 and len(arrangements(hand)) == 1
    deal = to_draw(deal_of(GIN_HAND, "Th Td Tc Js Qs Ks 3s 4s 5d 6d", "Kh", "Kc", gin_bonus=25))
    over = play(deal, "gin Kc: 4h 5h 6h 7h / 9c 9d 9s / Ac 2c 3c", "defense Th Td Tc / Js Qs Ks")
    assert isinstance(over.facts, Showdown) and over.facts.defender_deadwood == 18
    assert settle(over.rules, over.facts).points == 43


def test_fact_three_wins_of_one_player() -> None:
    rules = rules_of("friendly")
    assert [c.score[0] for c in Sheet.of(rules, [(0, 30)]).columns] == [30, 0, 0]
    assert [c.score[0] for c in Sheet.of(rules, [(0, 30), (0, 43)]).columns] == [73, 43, 0]
    sheet = Sheet.of(rules, [(0, 30), (0, 43), (0, 35)])
    assert [c.score[0] for c in sheet.columns] == [108, 78, 35]
    assert sheet.entries[-1].closes == (0,) and sheet.entries[-1].opens == 2


def test_fact_wins_of_both_players() -> None:
    sheet = Sheet.of(rules_of(), [(0, 18), (1, 30), (0, 25), (0, 12)])
    assert [c.score[0] for c in sheet.columns] == [55, 37, 12]
    assert [c.score[1] if c.opened[1] else None for c in sheet.columns] == [30, None, None]
    assert sheet.next_win(1).written == (0, 1)


def test_fact_traditional_undercut_of_7_by_5_is_12() -> None:
    facts = Showdown("knock", 0, parse_card("Kh"), (), 7, (), (), 5)
    found = settle(rules_of("traditional"), facts)
    assert (found.outcome, found.winner, found.points) == ("undercut", 1, 12)


def test_fact_a_7h_is_laid_off_only_where_the_knocker_has_no_gin() -> None:
    second = "7h 8c Ts Qs 2s 2d 8s Td Jh Ks"
    knock = to_draw(deal_of("4h 5h 6h 9c 9d 9s Ac 2c 3c Ah", second, upcard="Kd", stock="Kc"))
    knock = play(knock, "knock Kc: 4h 5h 6h / 9c 9d 9s / Ac 2c 3c", "defense")
    assert fault(knock, "layoff 7h on 4h 5h 6h") is None
    gin = to_draw(deal_of("4h 5h 6h 9c 9d 9s Ac 2c 3c 4c", second, upcard="Kd", stock="Kc"))
    gin = play(gin, "gin Kc: 4h 5h 6h / 9c 9d 9s / Ac 2c 3c 4c")
    assert fault(gin, "layoff 7h on 4h 5h 6h") == ("R5.3", "no-layoff-on-gin")


@pytest.mark.parametrize(("late_entry", "two", "three"), [("lost", 46, 24), ("carry", 66, 46)])
def test_fact_late_entry(late_entry: str, two: int, three: int) -> None:
    wins = [(0, 60), (0, 45), (1, 20), (1, 22), (1, 24)]
    sheet = Sheet.of(rules_of(target=100, late_entry=late_entry), wins)
    assert [c.score[1] for c in sheet.columns] == [0, two, three]


def test_fact_oklahoma() -> None:
    rules = rules_of(oklahoma=True)
    upcard = parse_card("7s")
    assert rules.limit(upcard) == 7
    facts = Showdown("knock", 0, upcard, (), 7, (), (), 20)
    assert settle(rules, facts).points == 26
    assert rules_of(oklahoma=True, oklahoma_ace="gin").limit(parse_card("As")) == 0


def test_fact_329_melds() -> None:
    assert len(MELDS) == len(set(MELDS)) == 329
    runs = [meld for meld in MELDS if is_run(meld)]
    assert len(runs) == 264 and len(MELDS) - len(runs) == 65
    for suit in range(4):
        assert sum(meld & 8191 << 13 * suit != 0 for meld in runs) == 66


def _melded(size: int) -> set[int]:
    """Every hand of a size that can be laid out in melds without deadwood."""
    by_size: dict[int, list[int]] = {}
    for meld in MELDS:
        by_size.setdefault(meld.bit_count(), []).append(meld)
    found: set[int] = set(by_size.get(size, ()))
    for small in range(3, size // 2 + 1):
        big = size - small
        for one in by_size[small]:
            found.update(one | two for two in by_size.get(big, ()) if not one & two)
    for a in range(3, size // 3 + 1):
        for b in range(a, (size - a) // 2 + 1):
            c = size - a - b
            pairs = (
                combinations(by_size[a], 2) if a == b else ((x, y) for x in by_size[a] for y in by_size[b])
            )
            for one, two in pairs:
                if not one & two:
                    both = one | two
                    found.update(both | three for three in by_size[c] if not both & three)
    return found


def test_fact_136694_ten_card_hands_have_no_deadwood() -> None:
    hands = _melded(10)
    assert len(hands) == 136_694
    assert not any(map(deadwood, hands))


def test_fact_147204_eleven_card_hands_have_no_deadwood() -> None:
    hands = _melded(11)
    assert len(hands) == 147_204
    assert not any(map(deadwood, hands))
    assert all(best_discard(hand, 0)[0] == 0 for hand in list(hands)[::50])
