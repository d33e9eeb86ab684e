"""The kept deals behind match equity: they can be made again, and belong to the player that is learned now."""

import json

from hollygin.equity.deals import equal_players, scoring_of
from hollygin.players.self_play import DATA, fingerprint, play_deals, sample
from hollygin.rules import PROFILES, make_rules

KEPT = json.loads(DATA.read_text(encoding="utf-8"))["samples"]


def test_the_first_deals_are_among_the_kept_ones() -> None:
    """A scoring's deals are made again from their numbers alone."""
    few = play_deals("eaai", 0, 6)
    kept = {tuple(way[:3]): way[3] for way in KEPT[0]["ways"]}
    assert sum(few.values()) == 6 and all(kept.get(way, 0) >= count for way, count in few.items())
    again = sample(PROFILES["eaai"].rules, few)
    assert again["scoring"] == KEPT[0]["scoring"] and again["player"] == KEPT[0]["player"]


def test_kept_deals_are_of_the_learned_weights() -> None:
    assert {one["weights"] for one in KEPT} == {fingerprint()}


def test_profiles_with_one_scoring_share_their_deals() -> None:
    for profile in ("friendly", "totals", "club", "single-game"):
        assert equal_players(make_rules(profile)) is equal_players(make_rules("eaai"))
    assert scoring_of(make_rules("traditional")) != scoring_of(make_rules("eaai"))
    assert scoring_of(make_rules("eaai", straight=True, knock_limit=3)) == scoring_of(
        make_rules("eaai", straight=True)
    )
