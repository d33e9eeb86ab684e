"""``hollygin play``: what its line asks for."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click
from click.core import ParameterSource

from hollygin.cli.command import Command, rules_options
from hollygin.cli.faults import shown
from hollygin.cli.files import free_path
from hollygin.cli.play.kept import AT, latest_unfinished, matches_folder, resumed
from hollygin.cli.play.match import PlaySettings, run_play, settings_of
from hollygin.cli.rules_options import chosen_rules
from hollygin.errors import BadInput, Fault
from hollygin.locale import Translator
from hollygin.names import clean_name, name_fault, same_name
from hollygin.players import PlayerNameError, split_players

DEFAULT_PLAYERS: Final = "human,medium"


def command(t: Translator) -> click.Command:
    """The command in a language."""

    def play(
        profile: str,
        settings: tuple[str, ...],
        seed: str | None,
        players: str,
        names: str | None,
        record: str | None,
        no_record: bool,
        resume: str | None,
    ) -> None:
        if resume is not None:
            _resume(resume, t)
            return
        rules = chosen_rules(profile, settings)
        if seed is not None and shown(seed) != seed:
            raise BadInput(Fault("bad-seed", params={"text": seed[:40]}), at="--seed")
        if record is not None and no_record:
            raise BadInput(Fault("record-or-not"), at="--record")
        asked = PlaySettings(
            t=t,
            rules=rules,
            profile=profile,
            players=_players(players),
            names=_names(names),
            seed=seed,
            record=None if record is None else free_path(record, "--record"),
            kept=not no_record,
        )
        try:
            run_play(asked)
        except PlayerNameError as error:
            raise BadInput(*error.faults, at="--players") from error

    return Command(
        t,
        "play",
        play,
        [
            *rules_options(t),
            click.Option(["--seed"], metavar=t("cli.value.seed"), help=t("cli.option.seed")),
            click.Option(
                ["--players"],
                default=DEFAULT_PLAYERS,
                metavar=t("cli.value.pair"),
                help=t("cli.option.players", default=DEFAULT_PLAYERS),
            ),
            click.Option(["--names"], metavar=t("cli.value.pair"), help=t("cli.option.names")),
            click.Option(["--record"], metavar=t("cli.at.FILE"), help=t("cli.option.record")),
            click.Option(["--no-record"], is_flag=True, help=t("cli.option.no_record")),
            click.Option(
                [AT],
                is_flag=False,
                flag_value="",
                metavar=t("cli.value.file_or_not"),
                help=t("cli.option.resume"),
            ),
        ],
    )


def _resume(file: str, t: Translator) -> None:
    """Go on with the match of a record, of the latest that was left where none is named."""
    ctx = click.get_current_context()
    for param in ctx.command.params:
        given = ctx.get_parameter_source(param.name) is ParameterSource.COMMANDLINE
        if given and param.expose_value and param.opts[0] != AT:
            raise BadInput(Fault("resume-alone", params={"option": param.opts[0]}), at=AT)
    path = Path(file) if file else latest_unfinished()
    if path is None:
        raise BadInput(Fault("nothing-to-resume", params={"folder": str(matches_folder())}), at=AT)
    with resumed(path) as unfinished:
        run_play(settings_of(unfinished, t), unfinished)


def _players(text: str) -> tuple[str, str]:
    players = split_players(text)
    if len(players) != 2 or not all(players):
        raise BadInput(Fault("two-players", params={"text": text[:80]}), at="--players")
    return players[0], players[1]


def _names(text: str | None) -> tuple[str, str] | None:
    if text is None:
        return None
    names = list(map(clean_name, text.split(",")))
    if len(names) != 2 or not all(names) or same_name(*names):
        raise BadInput(Fault("two-names", params={"text": text[:80]}), at="--names")
    for name in names:
        if (fault := name_fault(name)) is not None:
            raise BadInput(fault, at="--names")
    return names[0], names[1]
