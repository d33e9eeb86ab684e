"""The arena: mirrored matches, faults, and the same result however it is shared out."""

import json
import os
import shlex
import signal
import sys
import threading
from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest

from hollygin import Due, Fault, House, View, make_rules
from hollygin.actions import RESIGN, Action
from hollygin.due import Phase
from hollygin.lab import ArenaResult, arena
from hollygin.lab.arena import Entrant
from hollygin.lab.statistics import share_by_pair
from hollygin.players import PlayerFault, RandomPlayer, SimplePlayer, play_match
from hollygin.players.simple import SimplePlayer as Plain
from tests.table import codes

EAAI = make_rules("eaai")


class Quitter:
    """Gives up at once."""

    name = "quitter"

    def act(self, view: View, due: Due) -> Action:
        return RESIGN


class Cheat(Plain):
    name = "cheat"

    def act(self, view: View, due: Due) -> Action:
        if due.phase is Phase.DISCARD:
            assert view.seat is not None
            raise PlayerFault(view.seat, self.name, Fault("too-slow", params={"seconds": 1}))
        return super().act(view, due)


class Idle:
    """Draws and throws what it has drawn: two of them never end a deal."""

    name = "idle"

    def act(self, view: View, due: Due) -> Action:
        legal = due.legal_actions()
        assert view.deal is not None
        drawn = [action for action in legal if str(action) == f"discard {view.deal.drawn}"]
        return drawn[0] if drawn else next(a for a in legal if str(a) in {"pass", "draw", "defense", "done"})


def plain(result: ArenaResult) -> Any:
    """All but the clock."""
    return (
        result.pairings,
        result.rules,
        [replace(conduct, seconds=0.0, slowest=0.0) for conduct in result.players],
    )


def test_a_player_against_itself_splits_every_pair() -> None:
    """The second match of a pair is the first with the seats changed, card for card."""
    (pairing,) = arena(["simple", SimplePlayer], make_rules(), pairs=6, jobs=1).pairings
    assert pairing.wins == (6, 6) and pairing.ties == 0 and pairing.points[0] == pairing.points[1]
    assert pairing.share is not None and pairing.share.value == 0.5
    for outcome, winner in pairing.outcomes:
        other = None if winner is None else 1 - winner
        assert pairing.outcomes[outcome, winner] == pairing.outcomes[outcome, other]


def test_it_is_what_the_matches_of_the_driver_come_to() -> None:
    """Played again without the arena."""
    pairs, seed = 5, "again"
    (pairing,) = arena(["simple", lambda: RandomPlayer(3)], EAAI, pairs=pairs, seed=seed, jobs=1).pairings
    wins, deals, points = [0, 0], 0, [0, 0]
    for number in range(pairs):
        for first in (0, 1):
            one, two = SimplePlayer(), RandomPlayer(3)
            match = play_match(
                EAAI,
                (one, two) if first == 0 else (two, one),
                House(f"arena {seed} {number}"),
                first_dealer=number % 2,
            )
            assert match.result in (0, 1)
            wins[0 if match.result == first else 1] += 1
            deals += len(match.lines)
            for line in match.lines:
                if line.settlement.winner is not None:
                    points[line.settlement.winner ^ first] += line.settlement.points
    assert (pairing.wins, pairing.deals, pairing.points) == (tuple(wins), deals, tuple(points))


def test_several_players_meet_each_other_on_the_same_cards() -> None:
    names = ["simple", "random", "random:seed=4"]
    result = arena(names, EAAI, pairs=3, jobs=1)
    assert [pairing.players for pairing in result.pairings] == [(0, 1), (0, 2), (1, 2)]
    assert [conduct.name for conduct in result.players] == names
    (alone,) = arena(names[::2], EAAI, pairs=3, jobs=1).pairings
    assert replace(alone, players=(0, 2)) == result.pairings[1]
    simple = result.players[0]
    assert simple.decisions > 50 and 0 < simple.slowest <= simple.seconds and simple.seconds_per_decision
    assert simple.share == sum(pairing.share.value for pairing in result.pairings[:2] if pairing.share) / 2


def test_the_seed_decides() -> None:
    names = ["simple", "random"]
    one, again, other = (plain(arena(names, EAAI, pairs=3, seed=seed, jobs=1)) for seed in (1, 1, 2))
    assert one == again != other


def test_the_number_of_processes_does_not() -> None:
    players: list[Entrant] = ["simple", "random", Quitter]
    assert plain(arena(players, EAAI, pairs=20, jobs=2)) == plain(arena(players, EAAI, pairs=20, jobs=1))


@pytest.mark.parametrize(
    ("player", "code"), [(Cheat, "too-slow"), ("exec:cat", "bad-answer"), ("exec:true", "program-ended")]
)
def test_faults_lose_the_match_and_are_counted(player: Any, code: str) -> None:
    for players, faulty in (([player, "simple"], 0), (["simple", player], 1)):
        result = arena(players, EAAI, pairs=3, jobs=1)
        (pairing,) = result.pairings
        assert pairing.wins[1 - faulty] == pairing.faults[faulty] == 6
        assert result.players[faulty].faults == {code: 6} and not result.players[1 - faulty].faults


def test_two_at_fault() -> None:
    """Whoever is asked first is, and loses."""
    (pairing,) = arena(["exec:cat", "exec:true"], EAAI, pairs=2, jobs=1).pairings
    assert pairing.wins == pairing.faults == (2, 2)


def test_resigning_is_no_fault() -> None:
    (pairing,) = arena([Quitter, "simple"], EAAI, pairs=2, jobs=1).pairings
    assert (pairing.wins, pairing.faults, pairing.deals) == ((0, 4), (0, 0), 0)


def test_a_match_that_nobody_wins_is_no_endless_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("hollygin.lab.arena"), "MOST_DEALS", 20)
    (pairing,) = arena([Idle, Idle], EAAI, pairs=1, jobs=1).pairings
    assert (pairing.ties, pairing.unfinished, pairing.deals) == (2, 2, 40)
    assert pairing.outcomes == {("void", None): 40} and pairing.share and pairing.share.value == 0.5


def test_an_error_of_a_player_is_no_fault() -> None:
    class Broken(Plain):
        def act(self, view: View, due: Due) -> Action:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        arena([Broken, "simple"], EAAI, pairs=1, jobs=1)


def test_bad_input() -> None:
    assert codes(lambda: arena(["simple", "hal"], EAAI)) == ["unknown-player"]
    assert codes(lambda: arena(["simple", "exec:no-such-program"], EAAI)) == ["no-such-program"]
    assert codes(lambda: arena(["simple", "random"], EAAI, engine="cloud")) == ["bad-engine"]
    for players, pairs in ((["simple"], 1), (["simple", "random"], 0)):
        with pytest.raises(ValueError, match="two players"):
            arena(players, EAAI, pairs=pairs)


def test_an_interrupt_gives_the_result_so_far() -> None:
    def stop(done: int, total: int) -> None:
        assert total == 4
        if done == 2:
            raise KeyboardInterrupt

    result = arena(["simple", "random"], EAAI, pairs=4, jobs=1, progress=stop)
    assert result.interrupted and result.pairings[0].pairs == 2
    full = arena(["simple", "random"], EAAI, pairs=2, jobs=1)
    assert plain(full)[0] == plain(result)[0] and not full.interrupted


def test_an_interrupt_before_the_first_result_is_one() -> None:
    class Stopping(Plain):
        def act(self, view: View, due: Due) -> Action:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        arena(["simple", Stopping], EAAI, pairs=4, jobs=1)


def test_an_interrupt_with_workers() -> None:
    """A real one, in mid-run."""
    timer = threading.Timer(0, lambda: os.kill(os.getpid(), signal.SIGINT))

    def soon(done: int, total: int) -> None:
        if not timer.ident:
            timer.start()

    result = arena(["simple", "random"], make_rules(), pairs=5000, jobs=2, progress=soon)
    assert result.interrupted and 0 < result.pairings[0].pairs < 5000


def test_rows_frames_and_plain_values() -> None:
    result = arena(["simple", "random"], EAAI, pairs=3, jobs=1)
    (row,) = result.rows()
    frame = result.to_frame()
    assert frame.rows(named=True) == [row] and row["pairs"] == 3
    found = json.loads(json.dumps(result.to_dict()))
    (pairing,) = found["pairings"]
    assert pairing["matches"] == 6 == sum(pairing["wins"]) + pairing["ties"]
    assert sum(part["deals"] for part in pairing["outcomes"]) == pairing["deals"]
    share = share_by_pair(3, 2 * pairing["wins"][0] + pairing["ties"], 48)
    assert share is not None and pairing["share"]["value"] == share.value == row["share"]


def test_a_program_stays_for_a_task_and_a_player_for_a_match() -> None:
    code = "import json, os, sys\nfor line in sys.stdin:\n    print('resign', file=sys.stderr)\n    print('resign', flush=True)"
    program = f"exec:{shlex.quote(sys.executable)} -c {shlex.quote(code)}"
    made: list[RandomPlayer] = []

    def fresh() -> RandomPlayer:
        made.append(RandomPlayer(1))
        return made[-1]

    (pairing,) = arena([program, fresh], EAAI, pairs=2, jobs=1).pairings
    assert pairing.wins == (0, 4) and pairing.faults == (0, 0)
    assert len(made) == 5  # four matches, and one for its name
