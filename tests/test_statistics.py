"""What deals between two plain players come to, over 20,000 deals (about half a minute)."""

from collections import Counter

from hollygin import House, make_rules
from hollygin.players import SimplePlayer, play_match

DEALS = 20_000


def test_simple_against_itself() -> None:
    rules, players = make_rules("eaai"), (SimplePlayer(), SimplePlayer())
    outcomes: Counter[str] = Counter()
    ends: Counter[str] = Counter()
    matches = longest = 0
    while outcomes.total() < DEALS:
        match = play_match(rules, players, House(f"statistics {matches}"), first_dealer=matches % 2)
        matches += 1
        outcomes.update(line.settlement.outcome for line in match.lines)
        ends[str(match.result)] += 1
        longest = max(longest, *(deal.turns for deal in match.deals))
    rate = {outcome: count / outcomes.total() for outcome, count in outcomes.items()}
    assert abs(rate["knock"] - 0.93) < 0.015
    assert 0.04 < rate["undercut"] < 0.05
    assert 0.018 < rate["gin"] < 0.025
    assert rate.get("void", 0) < 0.004
    assert 9.5 < outcomes.total() / matches < 11
    assert abs(ends["0"] / matches - 0.5) < 0.05
    assert longest < 100
