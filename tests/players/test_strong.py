"""The players who search: legal, repeatable, blind to what is hidden, and what they read and value."""

from random import Random
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hollygin import Action, Deal, Due, House, Match, Phase, Rules, View, deadwood, parse_cards, view_match
from hollygin.actions import Discard, Knock
from hollygin.cards import CARDS, iter_cards
from hollygin.engine import Bulk, Calls, RollOuts, layout, mix, position_of
from hollygin.locale import Translator
from hollygin.players import RandomPlayer, make_player, play_match
from hollygin.players.levels import LEVELS, make_level
from hollygin.players.reasons import reason_for
from hollygin.players.strong import Budget, Skill, StrongPlayer
from hollygin.players.strong.candidates import Option
from hollygin.players.strong.discard_history import discard_history
from hollygin.players.strong.learned import kinds, learned, plans
from hollygin.players.strong.match_equity import UNIT, match_table, most_points, points_table
from hollygin.players.strong.outlook import Outlook
from hollygin.players.strong.plan_outcomes import outcomes, usual_plan
from hollygin.players.strong.search import search
from hollygin.players.strong.situation import Situation
from hollygin.sheet import Sheet
from tests.effort import examples
from tests.engine.copies import COMPILED, PLAIN
from tests.strategies import any_rules, seeds
from tests.table import GIN_HAND, HIGH_HAND, LOW_HAND, codes, deal_of, play, rules_of, to_draw

FEW = Budget(rollouts=12)


def strong(seed: int = 1, budget: Budget = FEW, **skill: bool) -> StrongPlayer:
    return StrongPlayer("strong", Skill(budget, **skill), seed, COMPILED)


def seen(deal: Deal) -> View:
    """The match as the seat on turn sees it."""
    return view_match(Match.start(deal.rules, deal.dealer)._replace(deal=deal), deal.turn)


def chosen(player: StrongPlayer, deal: Deal) -> str:
    view = seen(deal)
    assert view.deal is not None and view.deal.due is not None
    return str(player.act(view, view.deal.due))


@examples(25)
@given(any_rules(columns=1, target=30), seeds, st.sampled_from(sorted(LEVELS)), st.booleans())
def test_every_action_is_legal_and_has_a_reason(rules: Rules, seed: int, level: str, compiled: bool) -> None:
    player = make_level(level, rollouts=4, seed=seed)
    player.kernel = COMPILED if compiled else PLAIN
    texts = [Translator("en"), Translator("fr")]

    class Told:
        name = level

        def act(self, view: View, due: Due) -> Action:
            decision = player.decide(view, due)
            assert decision.reason is not None
            assert all(t(decision.reason.key, **decision.reason.params) for t in texts)
            return decision.action

    match = play_match(rules, (Told(), RandomPlayer(seed)), House(seed=seed))
    assert match.over


def moments(seed: int) -> list[Deal]:
    """The moments of a deal between two random players at which something is decided."""
    found = []
    deal = Deal.start(rules_of("eaai"), 0, Random(seed).sample(CARDS, 52))
    random = Random(seed)
    while deal.phase is not Phase.OVER and deal.knocker is None:
        found.append(deal)
        deal = deal.step(deal.turn, random.choice(deal.legal_actions(deal.turn)))
    return found


def test_the_same_seed_and_budget_give_the_same_action() -> None:
    for deal in moments(3)[:20]:
        assert chosen(strong(5), deal) == chosen(strong(5), deal)


def test_only_what_is_seen_counts() -> None:
    for deal in moments(8)[:24]:
        seat, random = deal.turn, Random(2)
        known = position_of(seen(deal).deal).known_of_other  # type: ignore[arg-type]
        hidden = [*iter_cards(deal.hands[1 - seat] & ~known), *deal.stock]
        random.shuffle(hidden)
        size = 10 - known.bit_count()
        hands = [deal.hands[seat]] * 2
        hands[1 - seat] = known | sum(1 << card for card in hidden[:size] if card is not None)
        other = deal._replace(hands=(hands[0], hands[1]), stock=tuple(hidden[size:]))
        assert seen(other) == seen(deal)
        assert chosen(strong(5), other) == chosen(strong(5), deal)


def test_gin_is_called_and_a_meld_taken() -> None:
    ready = play(deal_of(GIN_HAND, upcard="Ks", stock="Qd"), "pass", "pass", "draw")
    assert chosen(strong(), ready).startswith("gin Qd")
    waiting = deal_of("4h 5h 6h 7h 9c 9d Ac 2c 3c Kh", upcard="9s")
    assert chosen(strong(), waiting) == "take"


def test_a_knock_is_weighed_against_waiting() -> None:
    """With one card to throw and nothing to hope for, the first chance to knock is taken."""
    deal = to_draw(deal_of("4h 5h 6h 9c 9d 9s Ac 2c 3c 4d", HIGH_HAND, "Ks", "Qd", undercut_bonus=0))
    view = seen(deal)
    assert view.deal is not None and view.deal.due is not None
    player = strong(budget=Budget(rollouts=2000), sheet=False)
    decision = player.decide(view, view.deal.due)
    assert any(isinstance(action, Knock) for action, _ in decision.considered)
    assert any(isinstance(action, Discard) for action, _ in decision.considered)
    worth = {str(action): value for action, value in decision.considered}
    assert max(worth.values()) <= worth[str(decision.action)] + 6
    assert decision.rollouts <= 2000


def test_an_ending_brings_its_settlement_on_average() -> None:
    deal = to_draw(deal_of(GIN_HAND, HIGH_HAND, "Ks", "Qd", profile="eaai"))
    view = seen(deal).deal
    assert view is not None and view.due is not None
    for kernel in (PLAIN, COMPILED):
        roll_outs = RollOuts(
            deal.rules, plans()[:1], [kinds()[0].policy], points_table(deal.rules), learned().belief, kernel
        )
        queen = next(iter_cards(parse_cards("Qd")))
        options = [Option(Knock(queen, ())), Option(Discard(queen))]
        outlook = Outlook(roll_outs, [1024], 0, [])
        situation = Situation(view, view.due, position_of(view), discard_history(view), outlook, 3)
        finding = search(situation, options, FEW)
        hands, _ = situation.draw_hands(12 if kernel.compiled else 8, 3)
        assert finding.means[0] == sum(UNIT * (25 + deadwood(int(hand))) for hand in hands[:6]) / 6


def test_outcomes_are_those_of_the_deals() -> None:
    rules, (own, other) = rules_of("eaai"), (plans()[4], kinds()[1].policy)
    ends = list(outcomes(COMPILED, rules, own, other, 60))
    assert ends == list(outcomes(PLAIN, rules, own, other, 60))
    deals = [Bulk(rules, (own, other), PLAIN).deals(99, 1, first=i) for i in range(60)]
    found = [(deal[layout.WINNER], deal[layout.POINTS]) for deal in deals]
    assert {deal[layout.DEALT_BY] for deal in deals} == {0, 1}
    assert {(winner, points): many for winner, points, many in ends} == {
        end: found.count(end) for end in found if end[0] >= 0
    }


def test_outcomes_are_kept_though_the_budget_changes() -> None:
    """As it does at tables where others wait."""
    deal = deal_of(profile="eaai")
    outcomes.cache_clear()
    for seconds in (0.04, 0.05, 0.06):
        chosen(strong(budget=Budget(seconds)), deal)
    assert outcomes.cache_info().misses == len(plans()) * len(kinds())


def test_the_usual_plan_brings_most_against_whom_one_meets() -> None:
    """By hand, from the deals themselves, with each kind of player alone and with two of them."""
    rules, policies = rules_of("eaai"), [kind.policy for kind in kinds()]
    worth, half = points_table(rules), len(points_table(rules)) // 2

    def brings(plan: int, kind: int) -> int:
        return sum(
            many * worth[points if winner == 0 else half + points]
            for winner, points, many in outcomes(COMPILED, rules, plans()[plan], policies[kind], 200)
        )

    for shares in ([0, 0, 0, 0, 9, 0, 0], [0, 0, 0, 9, 0, 0, 0], [0, 3, 0, 0, 1, 0, 0]):
        gains = [
            sum(share * brings(plan, kind) for kind, share in enumerate(shares))
            for plan in range(len(plans()))
        ]
        plan = usual_plan(COMPILED, rules, plans(), policies, shares, worth, 200)
        assert gains[plan] == max(gains)
    assert usual_plan(COMPILED, rules, plans()[:1], policies, [1] * 7, worth, 200) == 0


def test_the_usual_plan_follows_from_what_points_are_worth() -> None:
    """Where the win of a deal is all that counts one knocks at once; where points count, one does not."""
    shares = [round(1024 * kind.share) for kind in kinds()]

    def usual(rules: Rules, worth: list[int]) -> int:
        policies = [kind.policy for kind in kinds()]
        return usual_plan(COMPILED, rules, plans(), policies, shares, worth, 2000)

    deal = rules_of("single-deal")
    at_once = plans()[usual(deal, match_table(COMPILED, deal, Sheet.of(deal), 0, 100))]
    assert at_once.knock_turns == 0 and at_once.knock_late == 10
    column = rules_of("eaai")
    assert plans()[usual(column, points_table(column))].knock_late == 0


# What is read


def test_what_the_other_has_thrown_and_let_lie() -> None:
    deal = play(deal_of(stock="2d 3c 4c"), "pass", "pass", "draw", "discard 3s", "draw", "discard Kd", "draw")
    view = seen(deal).deal
    assert view is not None
    history = discard_history(view)
    assert [str(card) for card in history.thrown] == ["Kd"]
    assert [str(card) for card in history.passed] == ["Ks", "3s"]
    assert [len(cards) for cards in discard_history(view, 1)] == [1, 1]


# What points are worth


def test_a_deal_that_nobody_wins_is_worth_nothing() -> None:
    """Not what a win without points is worth, which may open a column."""
    rules = rules_of("friendly")
    table = match_table(COMPILED, rules, Sheet.of(rules), 0, 100)
    half = len(table) // 2
    assert table[0] > 5 * UNIT
    for kernel in (PLAIN, COMPILED):
        brought = kernel.numbers.rollouts.brought
        line = kernel.ints(table)
        assert [brought(line, half, winner, 0, 0) for winner in (-1, 0, 1)] == [0, table[0], table[half]]


@examples(12)
@given(any_rules(), seeds)
def test_more_points_are_never_worth_less(rules: Rules, seed: int) -> None:
    random = Random(seed)
    sheet = Sheet.of(rules)
    for _ in range(random.randrange(4)):
        if not sheet.done:
            sheet = sheet.add(random.randrange(2), random.randrange(5, 40))
    if sheet.done:
        return
    table = match_table(COMPILED, rules, sheet, 0, 40)
    half = most_points(rules) + 1
    assert len(table) == 2 * half
    assert len(points_table(rules)) == 2 * half
    if (
        rules.match_winner == "total"
    ):  # by columns, points that close one early may lock the opponent out, or spare them
        assert sum(table[:half]) > sum(table[half:])


def test_chances_are_those_of_the_sheet() -> None:
    """Every playout again, deal by deal, on the sheet of the rules."""
    random = Random(5)
    for options in (
        {"profile": "friendly"},
        {"profile": "club", "late_entry": "carry"},
        {"profile": "totals", "shutout": "double_total"},
        {"profile": "friendly", "columns": 5, "clinch_stop": True},
        {"profile": "eaai"},
        {"profile": "single-deal"},
        {"profile": "totals", "shutout": "double_instead", "box_bonus": 90, "gin_boxes": 9},
    ):
        rules = rules_of(**options)
        sheet = Sheet.of(rules)
        for _ in range(random.randrange(4) if rules.columns else 0):
            sheet = sheet.add(random.randrange(2), random.randrange(5, 40))
        winners = [random.choice((0, 0, 1, 1, -1)) for _ in range(30)]
        points = [random.randrange(1, 60) for _ in range(30)]
        boxes = [random.choice((1, 0, 9)) for _ in range(30)]
        ends = [(0, 10), (1, 45), (0, 60), (-1, 0)]
        count, seed = 40, 9
        expected = []
        for end in ends:
            won = 0
            for i in range(count):
                after, deal, state = sheet, (*end, 1), mix(seed, i // 2)
                for number in range(1, 1000):
                    if deal[0] >= 0:
                        after = after.add(*deal)
                        if after.done:
                            break
                    pick = mix(state, number) % 30
                    winner = winners[pick]
                    deal = (winner if winner < 0 or i % 2 == 0 else 1 - winner), points[pick], boxes[pick]
                won += 2 if after.result == 0 else after.result == "tie"
            expected.append(won)
        for kernel in (PLAIN, COMPILED):
            found = Calls(rules, kernel).match_equity(
                sheet, ends, list(zip(winners, points, boxes, strict=True)), count, seed
            )
            assert found == [won / (2 * count) for won in expected]


def test_at_the_end_of_a_match_only_the_win_counts() -> None:
    rules = rules_of("eaai")
    sheet = Sheet.of(rules, [(0, 90), (1, 40)])
    table = match_table(COMPILED, rules, sheet, 0, 200)
    half = most_points(rules) + 1
    assert table[60] - table[12] < 5 * UNIT  # any win of ten closes it
    assert table[12] - table[4] > 5 * UNIT
    mirrored = match_table(COMPILED, rules, Sheet.of(rules, [(1, 90), (0, 40)]), 1, 200)
    assert all(abs(one - two) < 6 * UNIT for one, two in zip(table[:half], mirrored[:half], strict=True))


# The levels


def test_levels_by_name() -> None:
    player = make_player("strong:time=0.2,sheet=off,belief=off,mixture=off,seed=4")
    assert isinstance(player, StrongPlayer)
    assert player.skill.budget == Budget(0.2)
    assert (player.skill.sheet, player.skill.belief, player.skill.mixture) == (False, False, False)
    medium = make_player("medium:rollouts=7")
    assert isinstance(medium, StrongPlayer) and medium.skill.budget.rollouts == 7
    for text in ("time=0", "time=61", "time=x", "rollouts=0", "rollouts=-1", "sheet=yes", "level=9"):
        assert codes(make_player, f"strong:{text}") == ["bad-parameter"]


@pytest.mark.parametrize("kernel", [PLAIN, COMPILED])
def test_it_keeps_its_time(kernel: object) -> None:
    deal = moments(3)[1]
    player = StrongPlayer("strong", Skill(Budget(0.1)), 1, kernel)  # type: ignore[arg-type]
    chosen(player, deal)
    times = []
    for _ in range(3):
        start = perf_counter()
        chosen(player, deal)
        times.append(perf_counter() - start)
    assert min(times) < 1.0


def test_reasons_say_what_is_so() -> None:
    def reason(deal: Deal, text: str) -> str:
        view = seen(deal).deal
        assert view is not None and view.due is not None
        action = next(action for action in view.due.legal_actions() if str(action).startswith(text))
        return reason_for(view, view.due, action).code

    start = deal_of("4h 5h 6h 7h 9c 9d Ac 2c 3c Kh", upcard="9s")
    assert reason(start, "take") == "take-melds"
    assert reason(start, "pass") == "leave-meld"
    assert reason(deal_of(upcard="8s"), "pass") == "leave-useless"
    drawn = to_draw(deal_of(HIGH_HAND, LOW_HAND, "Ks", "7h"))
    assert reason(drawn, "discard Kd") in {"throw-high", "throw-safe"}
    assert reason(drawn, "discard Ah") == "throw-open"
    apart, low_cards = "7d Ah 3h 5h Js Ks 2c 4c Tc Qc", "As 2s 3s 4s 5s 6s 2h 4h 6h 8h"
    begun = ("pass", "pass", "draw", "discard 7h", "draw", "discard 7c", "draw", "discard 9d")
    lost = play(deal_of(apart, low_cards, "7s", "7h 7c 9d 9h Qh"), *begun)
    assert reason(play(lost, "draw", "discard 9h", "draw"), "discard 7d") == "throw-lost"
    assert reason(play(lost, "take", "discard 8h", "draw"), "discard 7d") == "throw-lost-and-taken"
    kings = deal_of("Kd Ah 3h 5h 7c 9c Ts 8d 4d 6d", low_cards, "Ks", "Kh Jd")
    takes = ("pass", "take", "discard 8h", "draw", "discard Kh", "take", "discard 6h", "draw", "discard Jd")
    assert reason(play(kings, *takes, "take", "discard 4h", "draw"), "discard Kd") == "throw-taken"
    low = to_draw(deal_of(stock="8h"))
    assert reason(low, "knock 8h") == "knock"
    assert reason(low, "discard 8h") == "wait"
    gin = to_draw(deal_of(GIN_HAND, stock="Qd"))
    assert reason(gin, "gin Qd") == "gin"
