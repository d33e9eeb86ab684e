"""Computer players at a table: what happens where one breaks a rule."""

import logging

import pytest

from hollygin.actions import Discard
from hollygin.cards import CARDS
from hollygin.due import Due
from hollygin.match import Match
from hollygin.players import registry
from hollygin.rules import make_rules
from hollygin.server.computers import think
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
    monkeypatch.setattr(registry, "PLAYERS", {"cheat": Cheat})
    monkeypatch.setattr(registry, "PARAMETERS", {"cheat": {}})
    match = Match.start(make_rules(), 0).next_deal(House(1).shuffle(1).order())
    assert match.deal is not None
    with caplog.at_level(logging.ERROR, "hollygin.server"):
        assert think("cheat", match, match.deal.turn) == "resign"
    (logged,) = caplog.records
    assert (logged.__dict__["player"], logged.__dict__["fault"]) == ("cheat", "not-due")
    assert logged.exc_info is None
