"""``hollygin play``: what its line asks for."""

from __future__ import annotations

from typing import Final

import click

from hollygin.cli.command import Command, rules_options
from hollygin.cli.faults import BadInput, shown
from hollygin.cli.play import PlaySettings, run_play
from hollygin.cli.settings import chosen_rules
from hollygin.errors import Fault
from hollygin.locale import Translator
from hollygin.players import PlayerNameError

DEFAULT_PLAYERS: Final = "human,simple"


def command(t: Translator) -> click.Command:
    """The command in a language."""

    def play(
        profile: str, settings: tuple[str, ...], seed: str | None, players: str, names: str | None
    ) -> None:
        rules = chosen_rules(profile, settings)
        if seed is not None and shown(seed) != seed:
            raise BadInput(Fault("bad-seed", params={"text": seed[:40]}), at="--seed")
        asked = PlaySettings(
            t=t, rules=rules, profile=profile, players=_players(players), names=_names(names), seed=seed
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
        ],
    )


def _players(text: str) -> tuple[str, str]:
    """Two players; a comma before ``key=value`` belongs to the player before it."""
    players: list[str] = []
    for part in text.split(","):
        if players and "=" in part and ":" not in part:
            players[-1] += f",{part}"
        else:
            players.append(part.strip())
    if len(players) != 2 or not all(players):
        raise BadInput(Fault("two-players", params={"text": text[:80]}), at="--players")
    return players[0], players[1]


def _names(text: str | None) -> tuple[str, str] | None:
    if text is None:
        return None
    names = [" ".join(name.split()) for name in text.split(",")]
    if len(names) != 2 or not all(names) or names[0].casefold() == names[1].casefold():
        raise BadInput(Fault("two-names", params={"text": text[:80]}), at="--names")
    for name in names:
        if not name.isprintable():
            raise BadInput(Fault("unprintable-name", params={"name": name[:40]}), at="--names")
    return names[0], names[1]
