"""Matches: deals in sequence, lines, endings."""

from itertools import pairwise
from random import Random

from hypothesis import given

from hollygin import CARDS, House, Match, Rules, Sheet, parse_action, settle
from hollygin.deal import TURN_LIMIT
from hollygin.players import RandomPlayer, SimplePlayer, play_match
from hollygin.players.driver import advance
from tests.effort import examples
from tests.strategies import any_rules, seeds
from tests.table import any_order, choose, codes, refusal, rules_of

SETTINGS = examples(40)


def played(rules: Rules, random: Random, deals: int) -> list[Match]:
    """A match after each change, for at most so many deals."""
    found = [Match.start(rules, random.randrange(2))]
    while not found[-1].over and len(found[-1].lines) < deals:
        match = found[-1]
        if match.deal is None:
            found.append(match.next_deal(any_order(random)))
        else:
            found.append(match.step(match.deal.due.seat, choose(match.deal, random)))
    return found


@SETTINGS
@given(any_rules(), seeds)
def test_a_match_is_a_fold_of_its_deals(rules: Rules, seed: int) -> None:
    matches = played(rules, Random(seed), 6)
    wins: list[tuple[int, int, int]] = []
    for before, match in pairwise(matches):
        if len(match.lines) == len(before.lines):
            assert match.sheet == before.sheet and match.dealer == before.dealer
            continue
        line, deal = match.lines[-1], match.deals[-1]
        assert match.deal is None and match.number == before.number + 1
        assert (line.dealer, line.upcard, line.history) == (deal.dealer, deal.upcard, deal.history)
        assert (line.hands, line.facts) == (deal.hands, deal.facts)
        assert line.settlement == settle(rules, line.facts) and line.dealer == before.dealer
        if line.settlement.winner is None:
            assert line.entry is None and match.sheet == before.sheet
        else:
            boxes = rules.boxes(line.settlement.outcome)
            wins.append((line.settlement.winner, line.settlement.points, boxes))
            assert line.entry == match.sheet.entries[-1]
    assert matches[-1].sheet == Sheet.of(rules, wins)
    assert matches[-1].over == matches[-1].sheet.done
    assert matches[-1].result == matches[-1].sheet.result


@SETTINGS
@given(any_rules(), seeds)
def test_what_is_due_and_from_whom(rules: Rules, seed: int) -> None:
    for match in played(rules, Random(seed), 2):
        assert sum((match.over, match.needs_deal, match.due is not None)) == 1
        if match.due is None:
            assert codes(match.step, 0, parse_action("draw")) == ["match-over" if match.over else "no-deal"]
        elif match.due.seat is not None:
            seat = match.due.seat
            assert match.legal_actions(seat)[:-1] == match.due.legal_actions()
            assert match.legal_actions(1 - seat) == (parse_action("resign"),)


@SETTINGS
@given(any_rules(), seeds)
def test_an_action_refused_leaves_everything_as_it_was(rules: Rules, seed: int) -> None:
    random = Random(seed)
    match = played(rules, random, 1)[random.randrange(4)]
    kept = repr(match)
    for line in ("done", "layoff 3h on 4h 5h 6h", "reshuffle", "discard Kc", "knock Kc:"):
        for seat in (0, 1, None):
            refusal(match, seat, parse_action(line))
            assert repr(match) == kept


def test_matches_of_random_and_simple_end() -> None:
    for seed in range(3):
        for rules in (rules_of(), rules_of("single-deal"), rules_of("club", last_discard="end")):
            match = play_match(rules, (SimplePlayer(), RandomPlayer(seed)), House(seed))
            assert match.over and match.result in (0, 1)


def test_deals_of_random_end() -> None:
    players, house = (RandomPlayer(1), RandomPlayer(2)), House(1)
    for rules in (rules_of(), rules_of(straight=True), rules_of(straight=True, stock_end="reshuffle")):
        match = Match.start(rules, 0)
        while len(match.lines) < 4:
            match = advance(match, players, house)[2]
        assert max(deal.turns for deal in match.deals) <= TURN_LIMIT


def test_a_streak_of_void_deals_goes_on() -> None:
    match = Match.start(rules_of(dealer_after_void="same"), 0)
    for number in range(1, 30):
        assert (match.number, match.dealer, match.over) == (number, 0, False)
        match = match.next_deal(CARDS)
        while match.deal is not None:
            legal = [str(action) for action in match.deal.legal_actions(match.deal.turn)]
            quiet = [line for line in legal if line in ("draw", "pass") or line.startswith("discard")]
            match = match.step(match.deal.turn, parse_action(quiet[-1]))
    assert match.sheet.count == (0, 0) and len(match.lines) == 29


def test_a_clinched_match_stops_with_a_column_open() -> None:
    match = Match.start(rules_of(clinch_stop=True, target=1, columns=3), 1)
    random = Random(2)
    while not match.over:
        if match.deal is None:
            match = match.next_deal(any_order(random))
        else:
            match = match.step(match.deal.due.seat, choose(match.deal, random))
    assert 2 in match.sheet.columns_won
    assert codes(match.next_deal, CARDS) == ["match-over"]
