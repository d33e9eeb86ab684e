"""The players who search decide as they always have: whole deals at a fixed seed and budget.

``decisions.json`` holds the actions. A change that should change none of them is tested here; a better player writes them anew, with
``python -m tests.players.test_decisions``.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from hollygin import Due, House, Match, View, make_rules
from hollygin.actions import Action
from hollygin.engine import load
from hollygin.players import StrongPlayer, make_player
from hollygin.players.driver import advance

GOLDEN: Final = Path(__file__).parent / "decisions.json"


class Case(NamedTuple):
    player: str
    profile: str
    opponent: str
    compiled: bool = True
    options: tuple[tuple[str, Any], ...] = ()

    @property
    def name(self) -> str:
        copy = "compiled" if self.compiled else "plain"
        return f"{self.player}, {self.profile}, {copy}"


CASES: Final = (
    Case("strong:rollouts=120,seed=7", "club", "patient"),
    Case("strong:rollouts=200,seed=7", "eaai", "simple"),
    Case("strong:rollouts=60,seed=7", "traditional", "patient", options=(("last_discard", "end"),)),
    Case("strong:rollouts=40,seed=7", "totals", "patient", options=(("big_gin_bonus", 31),)),
    Case("medium:rollouts=60,seed=7", "friendly", "patient"),
    Case("easy:rollouts=24,seed=7", "eaai", "simple"),
    Case("strong:rollouts=40,seed=7", "club", "patient", compiled=False),
    Case("easy:rollouts=24,seed=7", "friendly", "simple", compiled=False),
)
DEALS: Final = 4


class Listener:
    """Writes down what a player decides before a deal is ended; what follows takes no search."""

    def __init__(self, player: StrongPlayer) -> None:
        self.name = player.name
        self.player = player
        self.actions: list[str] = []

    def act(self, view: View, due: Due) -> Action:
        action = self.player.act(view, due)
        assert view.deal is not None
        if view.deal.knocker is None:
            self.actions.append(str(action))
        return action


def decisions(case: Case) -> list[str]:
    """The actions of the player in the first deals of a match."""
    player = make_player(case.player)
    assert isinstance(player, StrongPlayer)
    player.kernel = load(compiled=case.compiled)
    listener = Listener(player)
    match, house = Match.start(make_rules(case.profile, **dict(case.options)), 0), House(seed=11)
    while not match.over and len(match.lines) < (DEALS if case.compiled else 1):
        match = advance(match, (listener, make_player(case.opponent)), house)[2]
    return listener.actions


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_decisions_are_the_same(case: Case) -> None:
    wanted = json.loads(GOLDEN.read_text(encoding="utf-8"))[case.name]
    assert decisions(case) == wanted


if __name__ == "__main__":
    found = {case.name: decisions(case) for case in CASES}
    GOLDEN.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
