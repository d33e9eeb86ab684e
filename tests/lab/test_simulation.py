"""Simulation: against the same matches played and counted another way."""

import json
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hollygin import Match, Rules, make_rules
from hollygin.engine import SIMPLE, Bulk, Policy, load
from hollygin.lab import SimulationResult, simulate
from hollygin.lab.simulation import COLUMNS, MEANS, SHARES, _seed_number
from hollygin.locale import Translator
from tests.strategies import any_rules
from tests.table import codes, rules_of

GIN = Policy(knock_early=0, knock_late=0)


def plain(result: SimulationResult) -> Any:
    return replace(result, seconds=0.0, kept=())


def played(rules: Rules, policies: tuple[Policy, Policy], seed: str, number: int) -> Match:
    """A match of a simulation, deal by deal by the rules of the library."""
    bulk, run = Bulk(rules, policies, load(compiled=False)), _seed_number(seed)
    dealer = int(bulk.matches(run, 1, first=number)[1])
    match = Match.start(rules, dealer)
    while not match.over:
        deal, _ = bulk.one_deal(run, number, match.number, match.dealer)
        match = match.next_deal([card for card in deal.order if card is not None])
        for seat, action in deal.history:
            match = match.step(seat, action)
    return match


@settings(max_examples=12, deadline=None)
@given(any_rules(target=60), st.text(max_size=5))
def test_counts_are_those_of_the_matches(rules: Rules, seed: str) -> None:
    rules = replace(rules, columns=min(rules.columns, 4))
    result = simulate(SIMPLE, GIN, rules, matches=4, seed=seed, jobs=1)
    matches = [played(rules, (SIMPLE, GIN), seed, number) for number in range(4)]
    lines = [line for match in matches for line in match.lines]
    counts = result.counts
    assert counts["matches"] == 4 and counts["deals"] == len(lines)
    assert counts["a_wins"] == sum(match.result == 0 for match in matches)
    assert counts["ties"] == sum(match.result == "tie" for match in matches)
    assert counts["first_dealer_wins"] == sum(match.result == match.first_dealer for match in matches)
    outcomes = Counter(line.settlement.outcome for line in lines if line.settlement.winner is not None)
    for name in ("knock", "gin", "big_gin", "undercut"):
        assert counts[name] == outcomes[name], name
    assert counts["void"] + counts["tie"] == sum(line.settlement.winner is None for line in lines)
    won = [line for line in lines if line.settlement.winner is not None]
    assert counts["wins"] == len(won)
    assert counts["points"] == sum(line.settlement.points for line in won)
    assert counts["dealer_wins"] == sum(line.settlement.winner == line.dealer for line in won)
    assert counts["nowhere"] == sum(line.entry is not None and not line.entry.written for line in won)
    assert counts["late"] == sum(line.entry is not None and line.entry.passed is not None for line in won)
    assert counts["total"] == sum(sum(match.sheet.total) for match in matches)
    assert counts["discards"] == sum(deal.turns for match in matches for deal in match.deals)
    assert counts["clean_sheets"] == sum(0 in match.sheet.columns_won for match in matches)
    assert counts["disagree"] == sum(disagree(match) for match in matches)
    shut = [sum(shut_out(match, i) for i in range(rules.columns)) for match in matches]
    assert (counts["shutouts"], counts["matches_with_shutout"]) == (sum(shut), sum(map(bool, shut)))
    assert result.lengths == dict(sorted(Counter(len(match.lines) for match in matches).items()))
    split = Counter("{1}-{0}".format(*sorted(match.sheet.columns_won)) for match in matches)
    assert {won: found.value for won, found in result.columns.items()} == {
        won: count / 4 for won, count in split.items()
    }


def disagree(match: Match) -> bool:
    (one, two), (mine, yours) = match.sheet.columns_won, match.sheet.total
    return (one - two) * (mine - yours) < 0


def shut_out(match: Match, i: int) -> bool:
    column = match.sheet.columns[i]
    return column.won is not None and column.score[1 - column.won] == 0


def test_shares_and_means_are_those_of_the_rows() -> None:
    """From the table of matches, with a data-frame library."""
    polars = pytest.importorskip("polars")
    result = simulate("greedy", "gin", make_rules("club"), matches=3000, jobs=1, keep=True)
    frame: Any = result.matches_frame()
    assert frame.shape == (3000, 1 + len(COLUMNS)) and frame["match"].to_list() == list(range(3000))
    deals = frame["deals"].sum()
    gins = frame["gins_a"].sum() + frame["gins_b"].sum()
    found = result.shares["gin"]
    assert found is not None and found.value == pytest.approx(gins / deals) and found.n == deals
    length = result.means["deals_per_match"]
    assert length is not None and length.value == pytest.approx(frame["deals"].mean())
    half = 1.959964 * frame["deals"].std() / 3000**0.5
    assert length.high - length.value == pytest.approx(half)
    points = frame["points_a"] + frame["points_b"]
    wins = frame["wins_a"] + frame["wins_b"]
    per_win = result.means["points_per_win"]
    rest = points - wins * (points.sum() / wins.sum())
    assert per_win is not None and per_win.value == pytest.approx(points.sum() / wins.sum())
    assert per_win.high - per_win.value == pytest.approx(
        1.959964 * rest.std() * 3000**0.5 / wins.sum(), rel=1e-3
    )
    assert isinstance(result.to_frame(), polars.DataFrame) and len(result.to_frame()) == len(result.rows())


def test_the_seed_decides_and_nothing_else() -> None:
    rules = make_rules()
    one = simulate("simple", "greedy", rules, matches=25_000, jobs=1)
    assert plain(simulate("simple", "greedy", rules, matches=25_000, jobs=2)) == plain(one)
    assert simulate("simple", "greedy", rules, matches=25_000, jobs=1, seed="1").counts == one.counts
    assert simulate("simple", "greedy", rules, matches=25_000, jobs=1, seed=2).counts != one.counts


def test_plain_python_gives_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = simulate("simple", "gin", make_rules("club"), matches=150, jobs=1)
    monkeypatch.setattr("hollygin.engine.compiling.has_compiler", lambda: False)
    slow = simulate("simple", "gin", make_rules("club"), matches=150, jobs=1)
    assert not slow.compiled and plain(replace(slow, compiled=compiled.compiled)) == plain(compiled)


def test_an_interrupt_gives_the_result_so_far() -> None:
    def stop(done: int, total: int) -> None:
        assert total == 30_000
        if done >= 15_000:
            raise KeyboardInterrupt

    result = simulate("simple", "gin", rules_of(), matches=30_000, jobs=1, progress=stop)
    assert result.interrupted and result.matches == 15_000
    assert result.counts == simulate("simple", "gin", rules_of(), matches=15_000, jobs=1).counts


def test_bad_input() -> None:
    assert codes(lambda: simulate("simple", "random", rules_of())) == ["not-a-policy"]
    assert codes(lambda: simulate("simple", "knock:limit=11", rules_of())) == ["bad-parameter"]
    with pytest.raises(ValueError, match="a match"):
        simulate("simple", "simple", rules_of(), matches=0)


def test_plain_values() -> None:
    result = simulate("simple", "gin", make_rules("single-deal"), matches=200, jobs=1)
    found = json.loads(json.dumps(result.to_dict()))
    assert found["matches"] == found["deals"] == 200 and found["columns"] == {}
    assert found["shares"].keys() == SHARES.keys() and found["means"].keys() == MEANS.keys()
    assert found["shares"]["columns_shut_out"] is None
    assert found["lengths"] == {"1": 200}


def test_every_estimate_has_its_words() -> None:
    t = Translator("fr")
    assert all(t.has(f"simulate.share.{name}") for name in SHARES)
    assert all(t.has(f"simulate.mean.{name}") for name in MEANS)
