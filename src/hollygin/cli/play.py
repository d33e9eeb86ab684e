"""``hollygin play``: a whole match in the terminal, for one person, two, or none."""

from __future__ import annotations

import io
import sys
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from hollygin.actions import Action, BigGin, Discard, Gin, Knock, Pass, Reshuffle
from hollygin.cli.human import HumanPlayer
from hollygin.cli.play_story import match_end, report, turns
from hollygin.cli.screen import MatchLeft, Screen
from hollygin.due import Seat
from hollygin.locale import Translator
from hollygin.match import Match
from hollygin.players import Player, PlayerNameError, make_player, play_match
from hollygin.rules import Rules
from hollygin.shuffle import House

with suppress(ImportError):
    import readline  # noqa: F401  # lets input() edit its line

HUMAN: Final = "human"
"""How ``players`` names a person."""

_COMMITMENT_DIGITS: Final = 16
_TOLD: Final = (Pass, Discard, Knock, Gin, BigGin, Reshuffle)


@dataclass(frozen=True, slots=True)
class PlaySettings:
    """What a match in the terminal needs.

    ``players`` are by seat ``human`` or a name for :func:`make_player`; ``seed`` makes the match repeatable.
    """

    t: Translator
    rules: Rules
    profile: str
    players: tuple[str, str]
    names: tuple[str, str] | None
    seed: str | None


def run_play(settings: PlaySettings) -> None:
    """Play a match to its end, or until the person leaves it.

    Raises PlayerNameError before anything is printed, and KeyboardInterrupt after a word of leave.
    """
    made = [None if _is_human(text) else _computer(text) for text in settings.players]
    humans = tuple(seat for seat in (0, 1) if made[seat] is None)
    screen = Screen(settings.t, settings.names or _names(settings), humans)
    one, two = (made[seat] or HumanPlayer(screen, seat) for seat in (0, 1))
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    try:
        _play(settings, screen, (one, two))
    except MatchLeft:
        screen.say(settings.t("play.left"))
    except KeyboardInterrupt:
        screen.say()
        screen.say(settings.t("play.left"))
        raise


def _is_human(text: str) -> bool:
    return text.strip().lower() == HUMAN


def _computer(text: str) -> Player:
    try:
        return make_player(text)
    except PlayerNameError as error:
        params = dict(error.fault.params)
        if error.code == "unknown-player":
            params["allowed"] = f"{HUMAN}, {params['allowed']}"
        raise PlayerNameError(replace(error.fault, params=params)) from None


def _names(settings: PlaySettings) -> tuple[str, str]:
    """The names of players without one: numbered where both are the same."""
    t, kinds = settings.t, [text.partition(":")[0].strip().lower() for text in settings.players]
    if kinds.count(HUMAN) == 1:
        one, two = (t("play.name.you") if kind == HUMAN else kind.capitalize() for kind in kinds)
        return one, two
    one, two = (t("play.name.player") if kind == HUMAN else kind.capitalize() for kind in kinds)
    return (f"{one} 1", f"{two} 2") if one == two else (one, two)


def _play(settings: PlaySettings, screen: Screen, players: tuple[Player, Player]) -> None:
    house = House(settings.seed)
    t = settings.t

    def watch(before: Match, after: Match, _: Seat | None, action: Action | None) -> None:
        if action is None:
            _tell_new_deal(screen, after, house)
        elif not screen.humans and isinstance(action, _TOLD):
            _tell_turn(screen, before, after)
        ended = len(after.lines) > len(before.lines)
        if ended or after.over:
            if len(screen.humans) == 2:
                screen.viewer = None
            screen.clear()
        if ended:
            report(screen, after)
        if ended or after.over:
            screen.hint(t("play.secret", secret=house.shuffle(before.number).secret.hex()))
        if after.over:
            match_end(screen, after)
        elif ended and screen.humans:
            _wait_for_next_deal(screen)

    screen.notices.append(t("play.start", rules=t(f"profile.{settings.profile}")))
    play_match(settings.rules, players, house, watch=watch)


def _tell_new_deal(screen: Screen, match: Match, house: House) -> None:
    """The promise of the shuffle waits for the first table; where nobody plays it is told at once."""
    digits = house.shuffle(match.number).commitment[:_COMMITMENT_DIGITS]
    screen.notices.append(screen.t("play.commitment", digits=digits))
    if not screen.humans:
        screen.say()
        screen.heading(screen.who("screen.deal", match.dealer, number=match.number))
        screen.flush_notices()


def _tell_turn(screen: Screen, before: Match, after: Match) -> None:
    """The turn that has just ended, where nobody at the terminal plays."""
    assert before.deal is not None
    history = after.deal.history if after.deal is not None else after.lines[-1].history
    screen.say(turns(screen, before.deal.upcard, history)[-1].text)


def _wait_for_next_deal(screen: Screen) -> None:
    t = screen.t
    while line := screen.ask(t("play.ask.next_deal")).lower():
        if line in t("play.words.quit").split(", ") and screen.confirm(t("play.ask.leave")):
            raise MatchLeft
