"""Policies as players: they decide as the kernel plays, under any rules."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hollygin import House, Match, Rules, view_match
from hollygin.actions import Knock
from hollygin.engine import NEVER, SIMPLE, Bulk, Policy, load
from hollygin.players import POLICIES, PolicyPlayer, make_player, make_policy, play_match
from tests.strategies import any_rules, seeds
from tests.table import codes, rules_of

some = st.integers(0, 10)
policies = st.builds(
    Policy,
    take=st.sampled_from(["no", "meld", "lower"]),
    take_drop=st.sampled_from([NEVER, 1, 3, 8]),
    take_within=st.booleans(),
    knock_turns=st.integers(0, 4),
    knock_early=some,
    knock_late=some,
    big_gin_turns=st.integers(0, 20),
    slack=some,
    potential=st.integers(0, 3),
    danger=st.integers(0, 3),
)


@settings(max_examples=25, deadline=None)
@given(any_rules(), policies, policies, seeds)
def test_a_policy_player_decides_as_the_kernel(rules: Rules, one: Policy, two: Policy, seed: int) -> None:
    """A deal that the kernel has played, asked again at every turn before its ending."""
    players = (PolicyPlayer(one, "one"), PolicyPlayer(two, "two"))
    bulk = Bulk(rules, (one, two), load(compiled=False))
    deal, _ = bulk.one_deal(seed, 0, 1, seed % 2)
    match = Match.start(rules, deal.dealer).next_deal([card for card in deal.order if card is not None])
    for seat, action in deal.history:
        assert match.deal is not None
        if seat is not None:
            view = view_match(match, seat)
            assert view.deal is not None and view.deal.due is not None
            chosen = players[seat].act(view, view.deal.due)
            assert match.check(seat, chosen) is None
            if match.deal.knocker is None:
                same = isinstance(action, Knock) and isinstance(chosen, Knock)  # spreads may tie
                assert chosen == action or (same and chosen.card == action.card)  # type: ignore[union-attr]
        match = match.step(seat, action)


def test_policies_by_name() -> None:
    assert make_policy("simple") == SIMPLE == make_policy("policy") == make_policy("knock")
    assert make_policy("knock:limit=4") == Policy(knock_early=4, knock_late=4)
    assert make_policy("gin") == make_policy("knock:limit=0")
    assert make_policy("early:turns=2,limit=7") == Policy(knock_turns=2, knock_early=7, knock_late=0)
    assert make_policy("greedy:limit=5") == Policy(
        take="lower", take_within=True, knock_early=5, knock_late=5
    )
    told = make_policy("policy:take=no,take_drop=3,slack=8,potential=2,danger=1,knock_late=0")
    assert told == Policy(take="no", take_drop=3, slack=8, potential=2, danger=1, knock_late=0)
    assert codes(make_policy, "random") == codes(make_policy, "exec:true") == ["not-a-policy"]


@pytest.mark.parametrize("name", POLICIES)
def test_every_policy_is_a_player_too(name: str) -> None:
    player = make_player(name)
    assert player.name == name
    match = play_match(rules_of("eaai"), (player, make_player("simple")), House(1))
    assert match.over
    for key in POLICIES[name].parameters:
        assert (
            codes(make_player, f"{name}:{key}=x")
            == codes(make_policy, f"{name}:{key}=-2000")
            == ["bad-parameter"]
        )


def test_every_number_of_a_policy_can_be_named() -> None:
    """But for ``weights``, which are many, and learned."""
    assert POLICIES["policy"].parameters.keys() == Policy.__dataclass_fields__.keys() - {"weights"}
