"""The computer players, their names, and the driver."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from hollygin import Action, Due, House, Match, Phase, View, deadwood, parse_action, view_match
from hollygin.actions import BigGin, Defend, Discard, Gin, Knock, LayOff
from hollygin.players import (
    PLAYERS,
    PlayerFault,
    PlayerNameError,
    RandomPlayer,
    SimplePlayer,
    make_player,
    play_match,
)
from hollygin.players.driver import advance
from hollygin.settlement import Showdown
from tests.table import GIN_HAND, HIGH_HAND, LOW_HAND, codes, deal_of, play, rules_of, run_down, to_draw


def test_players_by_name() -> None:
    assert isinstance(make_player("simple"), SimplePlayer)
    assert isinstance(make_player(" random "), RandomPlayer)
    assert isinstance(make_player("random:seed=7"), RandomPlayer)
    for name in PLAYERS:
        assert make_player(name).name == name
    for text in ("", "hal", "Simple", "random;seed=7"):
        assert codes(make_player, text) == ["unknown-player"]
    for text in (
        "simple:seed=1",
        "random:seed",
        "random:seed=",
        "random:seed=x",
        "random:sead=1",
        "random:,",
        "random:seed=1,seed=2",
    ):
        assert codes(make_player, text) == ["bad-parameter"]
    with pytest.raises(PlayerNameError, match="random, simple"):
        make_player("hal")


def test_random_repeats_under_its_seed() -> None:
    def record(seed: int) -> list[str]:
        players = (make_player(f"random:seed={seed}"), make_player("random:seed=1"))
        match, house = Match.start(rules_of(), 0), House(1)
        while not match.lines:
            match = advance(match, players, house)[2]
        return [str(played.action) for played in match.lines[0].history]

    assert record(4) == record(4)
    assert record(4) != record(5)


def test_a_match_repeats_under_its_seed() -> None:
    players = (SimplePlayer(), SimplePlayer())
    one, two = (play_match(rules_of(), players, House(9)) for _ in range(2))
    assert one == two and one.first_dealer == House(9).shuffle(1).first_dealer()
    assert play_match(rules_of(), players, House(9), first_dealer=0).first_dealer == 0
    assert play_match(rules_of(), players, House(9), first_dealer=1).first_dealer == 1


def test_the_watch_sees_every_change() -> None:
    seen: list[tuple[int | None, str | None]] = []
    last: list[Match] = []

    def watch(before: Match, after: Match, seat: int | None, action: Action | None) -> None:
        assert not last or last[-1] == before
        last.append(after)
        seen.append((seat, None if action is None else str(action)))

    match = play_match(rules_of("single-deal"), (SimplePlayer(), SimplePlayer()), House(3), watch=watch)
    assert last[-1] == match and seen[0] == (None, None)
    assert [one for one in seen if one[1] is not None] == [
        (seat, str(action)) for line in match.lines for seat, action in line.history
    ]


def test_a_match_is_gone_on_with() -> None:
    house = House(4)
    half = Match.start(rules_of(), 0).next_deal(house.shuffle(1).order())
    players = (SimplePlayer(), SimplePlayer())
    assert play_match(rules_of(), players, house, match=half) == play_match(
        rules_of(), players, House(4), first_dealer=0
    )


@dataclass
class Cheat:
    """Plays as the plain player, but for one answer."""

    wrong: Callable[[Due], Any]
    at: Phase
    name: str = "cheat"

    def act(self, view: View, due: Due) -> Action:
        if due.phase is self.at:
            answer: Action = self.wrong(due)
            return answer
        return SimplePlayer().act(view, due)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("line", "at", "code"),
    [
        ("done", Phase.DRAW, "not-due"),
        ("draw", Phase.DISCARD, "not-due"),
        ("knock ??:", Phase.DISCARD, "card-not-held"),
        ("big gin:", Phase.DISCARD, "big-gin-off"),
        ("reshuffle", Phase.DRAW, "not-due"),
        ("show Kc", Phase.DRAW, "nothing-to-show"),
        ("spread", Phase.LAYOFF, "not-due"),
    ],
)
def test_a_cheat_is_named(seat: int, line: str, at: Phase, code: str) -> None:
    cheat = Cheat(lambda _: parse_action(line), at)
    players: Any = (cheat, SimplePlayer()) if seat == 0 else (SimplePlayer(), cheat)
    seen: list[Match] = []
    with pytest.raises(PlayerFault) as caught:
        play_match(rules_of(target=1000), players, House(1), watch=lambda *a: seen.append(a[1]))
    assert (caught.value.seat, caught.value.name) == (seat, "cheat")
    assert caught.value.code == code
    assert seen[-1].due is not None and seen[-1].due.seat == seat and not seen[-1].over


@pytest.mark.parametrize("answer", [None, "draw", 5, Discard])
def test_an_answer_that_is_no_action_is_the_players_fault_too(answer: object) -> None:
    cheat = Cheat(lambda _: answer, Phase.DRAW)
    with pytest.raises(PlayerFault, match="bad-action") as caught:
        play_match(rules_of(), (SimplePlayer(), cheat), House(1))
    assert (caught.value.seat, caught.value.name) == (1, "cheat")


@pytest.mark.parametrize("seat", [0, 1])
def test_a_player_may_resign_at_its_turn(seat: int) -> None:
    quitter = Cheat(lambda _: parse_action("resign"), Phase.DISCARD, "quitter")
    players: Any = (quitter, SimplePlayer()) if seat == 0 else (SimplePlayer(), quitter)
    match = play_match(rules_of(), players, House(2))
    assert match.resigned == seat and match.result == 1 - seat


def test_the_driver_hands_out_views_and_nothing_else() -> None:
    class Nosy(SimplePlayer):
        def act(self, view: View, due: Due) -> Action:
            assert type(view) is View and type(due) is Due
            assert view.deal is not None and view.deal.due == due and due.seat == view.seat
            return super().act(view, due)

    assert play_match(rules_of(), (Nosy(), Nosy()), House(1)).over


def act(deal: Any) -> Action:
    match = Match.start(deal.rules, deal.dealer)._replace(deal=deal)
    view = view_match(match, deal.turn)
    assert view.deal is not None and view.deal.due is not None
    return SimplePlayer().act(view, view.deal.due)


def test_simple_takes_the_pile_card_only_into_a_meld() -> None:
    assert str(act(deal_of(LOW_HAND, HIGH_HAND, "7h"))) == "take"
    assert str(act(deal_of(LOW_HAND, HIGH_HAND, "2s"))) == "pass"
    draw = play(deal_of(LOW_HAND, HIGH_HAND, "2s", "7h"), "pass", "pass", "draw", "discard 7h", "draw")
    assert str(act(play(draw, f"discard {draw.drawn}"))) == "draw"
    other = play(deal_of(HIGH_HAND, LOW_HAND, "2s", "7h"), "pass", "pass", "draw", "discard 7h")
    assert str(act(other)) == "take"


def test_simple_throws_the_highest_loose_card_and_never_the_taken_one() -> None:
    high = to_draw(deal_of(HIGH_HAND, LOW_HAND, "2s", "Kh"))
    assert str(act(high)) == "discard Kh"
    taken = play(deal_of("2h 3h 8d 8c Td Js Qs Ah 6c 7d", LOW_HAND, "Kd"), "take")
    assert str(act(taken)) == "discard Qs"


def test_simple_knocks_or_gins_as_soon_as_it_may() -> None:
    knock = act(to_draw(deal_of(LOW_HAND, HIGH_HAND, stock="2d")))
    assert isinstance(knock, Knock) and str(knock.card) == "3s"
    assert isinstance(act(to_draw(deal_of(GIN_HAND, HIGH_HAND, stock="2d"))), Gin)
    deal = to_draw(deal_of(GIN_HAND, HIGH_HAND, stock="4c", big_gin_bonus=31))
    assert isinstance(act(deal), BigGin)
    assert isinstance(act(to_draw(deal_of(GIN_HAND, HIGH_HAND, stock="4c"))), Gin)
    straight = act(to_draw(deal_of(LOW_HAND, HIGH_HAND, stock="2d", straight=True)))
    assert isinstance(straight, Discard)


def test_simple_ends_with_the_last_discard_where_it_can() -> None:
    deal = play(run_down(deal_of(HIGH_HAND, LOW_HAND, last_discard="end"), 2), "discard Kd")
    assert str(act(deal)) == "take"
    assert isinstance(act(play(deal, "take")), Knock)
    high = LOW_HAND.replace("9s", "Ah").replace("Kc", "Ks").replace("3s", "8s")
    stuck = run_down(deal_of(HIGH_HAND.replace("Ah", "3h"), high, "Kc", last_discard="end"), 2)
    assert str(act(play(stuck, "discard Kd"))) == "pass"


def test_simple_plays_layoffs_best() -> None:
    first = "7h 8h 9h 3c 3d 3s Jc Qc Kc 2d"
    deal = to_draw(deal_of(first, "Th Td Tc Ts Jh 2s 4d 6c Ah Kd", stock="2h"))
    deal = play(deal, "knock 2h: 7h 8h 9h / 3c 3d 3s / Jc Qc Kc")
    moves: list[Action] = []
    while deal.phase is not Phase.OVER:
        moves.append(act(deal))
        deal = deal.step(1, moves[-1])
    assert isinstance(moves[0], Defend) and [type(move) for move in moves[1:-1]] == [LayOff, LayOff]
    assert isinstance(deal.facts, Showdown) and deal.facts.defender_deadwood == 23


def test_simple_keeps_all_its_melds_at_gin() -> None:
    # Against a knock the Th would leave its set for the run.
    first = "7h 8h 9h 3c 3d 3s 3h 4c 5c 6c"
    deal = to_draw(deal_of(first, "Th Td Tc Ts Jh 2s 4d 6s Ah Kd", stock="2h"))
    deal = play(deal, "gin 2h: 7h 8h 9h / 3c 3d 3s 3h / 4c 5c 6c")
    over = deal.step(1, act(deal))
    assert isinstance(over.facts, Showdown)
    assert over.facts.defender_deadwood == deadwood(deal.hands[1]) == 33
