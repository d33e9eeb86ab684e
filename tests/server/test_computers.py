"""Computer players at a table: what happens where one breaks a rule."""

import logging

import pytest

from hollygin.actions import Discard
from hollygin.cards import CARDS
from hollygin.due import Due
from hollygin.match import Match
from hollygin.players import PlayerNameError, make_player
from hollygin.rules import make_rules
from hollygin.server import computers
from hollygin.server.computers import OPPONENTS, read_computer, think
from hollygin.shuffle import House
from hollygin.view import View


class Cheat:
    """Throws a card that it does not hold."""

    name = "cheat"

    def act(self, view: View, due: Due) -> Discard:
        return Discard(next(card for card in CARDS if not card.bit & due.hand))


def test_a_computer_that_breaks_a_rule_resigns_and_no_card_is_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(computers, "make_player", lambda text: Cheat())
    match = Match.start(make_rules(), 0).next_deal(House(1).shuffle(1).order())
    assert match.deal is not None
    with caplog.at_level(logging.ERROR, "hollygin.server"):
        assert think("simple", match, match.deal.turn) == "resign"
    (logged,) = caplog.records
    assert (logged.__dict__["player"], logged.__dict__["fault"]) == ("simple", "not-due")
    assert logged.exc_info is None


@pytest.mark.parametrize("name", OPPONENTS)
def test_every_opponent_can_be_asked_to_the_table(name: str) -> None:
    assert make_player(read_computer(name)).name == name


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("strong:time=60", "bad-parameter"),
        ("strong:seed=1,rollouts=10000000", "bad-parameter"),
        ("easy:rollouts=10000000", "bad-parameter"),
        ("medium:seed=x", "bad-parameter"),
        ("gin", "unknown-player"),
        ("exec:true", "unknown-player"),
        ("", "unknown-player"),
    ],
)
def test_a_visitor_does_not_say_what_a_computer_costs(text: str, code: str) -> None:
    with pytest.raises(PlayerNameError) as caught:
        read_computer(text)
    assert caught.value.code == code


def test_the_same_seed_is_the_same_player() -> None:
    match = Match.start(make_rules(), 0).next_deal(House(2).shuffle(1).order())
    assert match.deal is not None
    assert len({think("easy:seed=4", match, match.deal.turn) for _ in range(4)}) == 1
