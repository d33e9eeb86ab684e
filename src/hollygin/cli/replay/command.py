"""``hollygin replay``: a recorded match again, step by step, as a story, or as JSON."""

from __future__ import annotations

import sys

import click

from hollygin.cli.command import Command, json_option
from hollygin.cli.output import print_json
from hollygin.cli.play.screen import Screen
from hollygin.cli.records.sources import AT, read_record, record_argument
from hollygin.cli.replay.keys import keyboard
from hollygin.cli.replay.steps import Stepper
from hollygin.cli.replay.story import Story
from hollygin.cli.score.sheet import sheet_object
from hollygin.deal import Deal
from hollygin.errors import BadInput, Fault
from hollygin.locale import Translator
from hollygin.match import Match
from hollygin.record import Record, match_of
from hollygin.record.model import action_line
from hollygin.rules import options_of


def command(t: Translator) -> click.Command:
    """The command in a language."""

    def replay(record: str, as_json: bool) -> None:
        match = read_record(record)
        if match.sheet_only:
            raise BadInput(Fault("sheet-only"), at=AT)
        if as_json:
            print_json(replay_object(match))
            return
        screen = Screen(t, match.players, ())
        story = Story(screen, match)
        if sys.stdin is not None and sys.stdin.isatty() and screen.console.is_terminal:
            with keyboard() as keys:
                Stepper(story, keys).run()
        else:
            story.tell()

    return Command(t, "replay", replay, [record_argument(t), json_option(t)])


def replay_object(record: Record) -> dict[str, object]:
    """A record played again, for other programs; seats are 0 and 1 in the order of ``players``.

    A deal under way has None for what it is not known to be yet, and so has the result of a match.
    """
    match = match_of(record)
    states = match.deals if match.deal is None else (*match.deals, match.deal)
    rules = {**options_of(record.rules), "profile": record.profile, "version": record.profile_version}
    return {
        "players": record.players,
        "rules": rules,
        "deals": [_deal(match, i, state) for i, state in enumerate(states)],
        "sheet": sheet_object(match.sheet, record.players),
        "result": match.result,
    }


def _deal(match: Match, i: int, state: Deal) -> dict[str, object]:
    worth = match.lines[i].settlement if i < len(match.lines) else None
    return {
        "number": i + 1,
        "dealer": state.dealer,
        "outcome": worth and worth.outcome,
        "winner": worth and worth.winner,
        "points": worth and worth.points,
        "difference": worth and worth.difference,
        "bonus": worth and worth.bonus,
        "doubled": worth and worth.doubled,
        "knocker": state.knocker,
        "upcard": str(state.upcard),
        "actions": [action_line(seat, action) for seat, action in state.history],
    }
