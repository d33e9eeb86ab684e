"""Finished deals looked at again: the positions as they were, hands that may have been, and whose play it looks like."""

from random import Random

from hypothesis import given

from hollygin import Due, House, Match, Rules, View
from hollygin.actions import Action, Knock, Reshuffle, Show
from hollygin.deal import Played
from hollygin.engine import Calls, Policy, Position, action_number, layout, position_of
from hollygin.match import Line
from hollygin.players import Player, RandomPlayer, make_player
from hollygin.players.driver import advance
from hollygin.players.policy_player import PolicyPlayer
from hollygin.players.strong.learned import kinds
from hollygin.players.strong.opponent_model import decisions, final_hand, shares_of_kinds, with_hands
from hollygin.view import view_deal
from tests.effort import examples
from tests.engine.copies import COMPILED, PLAIN, policies
from tests.strategies import any_rules, seeds
from tests.table import rules_of

DEALS = 3


def but_for_hands(position: Position) -> Position:
    """A position without its hands, and the size of the stock instead of where it lies."""
    return position._replace(hands=(0, 0), next_card=0, stock_end=position.stock_end - position.next_card)


def check_decisions(rules: Rules, seed: int, players: tuple[Player, Player], count: int) -> None:
    """Play some deals and look at seat 1 in hindsight, beside what was true."""
    made: list[list[tuple[Position, int]]] = []
    hands: list[list[int]] = []
    match, house = Match.start(rules, 0), House(seed=seed)
    while not match.over and len(match.lines) < count:
        deal = match.deal
        seat, action, match = advance(match, players, house)
        if deal is None:
            made.append([])
            hands.append([])
        elif isinstance(action, Reshuffle):
            made[-1].clear()
            hands[-1].clear()
        elif seat == 1 and deal.knocker is None and action is not None:
            made[-1].append((position_of(view_deal(deal, 1)), action_number(action)))
            hands[-1].append(deal.hands[1])
    for line, true, held in zip(match.lines, made, hands, strict=True):
        for kernel in (PLAIN, COMPILED):
            seen = decisions(kernel, rules, line, 1)
            assert [(but_for_hands(one.position), one.action) for one in seen] == [
                (but_for_hands(position), action) for position, action in true
            ]
        tried = with_hands(seen, 1, final_hand(line, 1), Random(seed))
        assert [one.position.hands[1].bit_count() for one in tried] == [h.bit_count() for h in held]
        for one, (position, _), before in zip(tried, true, held, strict=True):
            known = position.known[1]
            assert one.position.hands[1] & known == before & known == known
        if tried and tried[-1].action & ~63 != layout.PASS_ACTION:
            assert tried[-1].position.hands[1] == held[-1]


@examples(40)
@given(any_rules(), seeds, policies())
def test_each_decision_in_the_position_in_which_it_was_made(rules: Rules, seed: int, policy: Policy) -> None:
    check_decisions(rules, seed, (RandomPlayer(seed), PolicyPlayer(policy, "policy")), DEALS)


def test_cards_that_came_back_by_a_reshuffle_are_not_taken_for_others() -> None:
    waits = PolicyPlayer(Policy(knock_late=-1), "waits")
    check_decisions(rules_of("eaai", stock_end="reshuffle"), 5, (waits, waits), 6)


@examples(20)
@given(any_rules(), seeds, policies(), policies())
def test_choices_are_those_of_each_policy(rules: Rules, seed: int, one: Policy, two: Policy) -> None:
    positions: list[Position] = []
    chosen: list[list[int]] = [[], []]
    both = PolicyPlayer(one, "one"), PolicyPlayer(two, "two")

    class Both:
        name = "both"

        def act(self, view: View, due: Due) -> Action:
            assert view.deal is not None
            actions = [player.act(view, due) for player in both]
            if view.deal.knocker is None:
                positions.append(position_of(view.deal))
                for place, action in enumerate(actions):
                    chosen[place].append(action_number(action))
            return actions[0]

    match, house = Match.start(rules, 0), House(seed=seed)
    while not match.over and len(match.lines) < DEALS:
        match = advance(match, (RandomPlayer(seed), Both()), house)[2]
    for kernel in (PLAIN, COMPILED):
        assert Calls(rules, kernel).choices(positions, [one, two]) == chosen


def lines_of(name: str, count: int, seed: int = 4) -> tuple[Line, ...]:
    """Some deals of a player in seat 1 against one at random."""
    match = Match.start(rules_of("eaai", target=100000), 0)
    house, players = House(seed=seed), (make_player("random:seed=1"), make_player(name))
    while len(match.lines) < count:
        match = advance(match, players, house)[2]
    return match.lines


def test_a_few_deals_tell_what_kind_of_player_it_is() -> None:
    rules = rules_of("eaai")
    places = {"simple": 4, "patient": 3, "policy:knock_late=0": 6}
    for kernel in (PLAIN, COMPILED):
        for name, place in places.items():
            shares = shares_of_kinds(kernel, rules, kinds(), lines_of(name, 10), 1)
            assert shares[place] > 500, name
            assert min(shares) >= 8


def test_before_the_first_deal_the_shares_are_those_of_everybody() -> None:
    shares = shares_of_kinds(COMPILED, rules_of("eaai"), kinds(), (), 1)
    assert shares == [round(1024 * kind.share) for kind in kinds()]
    assert shares_of_kinds(COMPILED, rules_of("eaai"), kinds()[:1], lines_of("simple", 2), 1) == [1024]


def test_a_seat_that_decided_nothing_tells_nothing() -> None:
    """Nor does a deal whose cards are not known."""
    line = lines_of("simple", 1)[0]
    silent = line._replace(history=())
    hidden = line._replace(hands=(0, 0))
    showing = line._replace(history=(Played(1, Show(0)), *line.history))
    face_down = line._replace(history=(*line.history, Played(1, Knock(None, ()))))
    for one in (silent, hidden, showing, face_down):
        before = shares_of_kinds(COMPILED, rules_of("eaai"), kinds(), (), 1)
        assert shares_of_kinds(COMPILED, rules_of("eaai"), kinds(), (one,), 1) == before
