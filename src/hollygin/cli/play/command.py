"""``hollygin play``: what its line asks for."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click
from click.core import ParameterSource

from hollygin.cli.command import Command
from hollygin.cli.parameters import NewFile, Seed, TwoNames, Value
from hollygin.cli.play.kept import AT, latest_unfinished, matches_folder, resumed
from hollygin.cli.play.match import PlaySettings, run_play, settings_of
from hollygin.cli.rules_options import rules_options
from hollygin.errors import BadInput, Fault, TextError
from hollygin.locale import Translator
from hollygin.players import PlayerNameError, split_players
from hollygin.rules import Rules

DEFAULT_PLAYERS: Final = "human,medium"


def command(t: Translator) -> click.Command:
    """The command in a language."""

    def play(
        profile: str,
        rules: Rules,
        seed: str | None,
        players: tuple[str, str],
        names: tuple[str, str] | None,
        record: Path | None,
        no_record: bool,
        resume: str | None,
    ) -> None:
        if resume is not None:
            _resume(resume, t)
            return
        if record is not None and no_record:
            raise BadInput(Fault("record-or-not"), at="--record")
        asked = PlaySettings(
            t=t,
            rules=rules,
            profile=profile,
            players=players,
            names=names,
            seed=seed,
            record=record,
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
            click.Option(["--seed"], type=Seed(), metavar=t("cli.value.seed"), help=t("cli.option.seed")),
            click.Option(
                ["--players"],
                type=TwoPlayers(),
                default=DEFAULT_PLAYERS,
                metavar=t("cli.value.pair"),
                help=t("cli.option.players", default=DEFAULT_PLAYERS),
            ),
            click.Option(
                ["--names"], type=TwoNames(), metavar=t("cli.value.pair"), help=t("cli.option.names")
            ),
            click.Option(["--record"], type=NewFile(), metavar=t("cli.at.FILE"), help=t("cli.option.record")),
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


class TwoPlayers(Value[tuple[str, str]]):
    """Two players, a comma between them (``two-players``)."""

    def read(self, text: str, ctx: click.Context | None) -> tuple[str, str]:  # noqa: ARG002
        """Their names; who they are is found out when they are made."""
        players = split_players(text)
        if len(players) != 2 or not all(players):
            raise TextError(Fault("two-players", params={"text": text[:80]}))
        return players[0], players[1]


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
