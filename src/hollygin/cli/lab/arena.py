"""``hollygin arena``: players against each other in mirrored matches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import click
from rich import box
from rich.table import Table
from rich.text import Text

from hollygin.cli.command import Command, json_option
from hollygin.cli.extras import make_ready, needs_lab_extra
from hollygin.cli.faults import reading, shown
from hollygin.cli.lab.options import (
    figure,
    leave_interrupted,
    needed,
    option,
    percent,
    progress_bar,
    share,
    work_options,
)
from hollygin.cli.output import print_json, print_table
from hollygin.cli.parameters import Seconds, Value, Whole
from hollygin.cli.rules_options import rules_options
from hollygin.errors import BadInput, Fault
from hollygin.lab import ArenaResult, Conduct, Pairing
from hollygin.lab import arena as play_arena
from hollygin.lab.engines import Engine
from hollygin.locale import Translator
from hollygin.players import make_player, wants_kernel
from hollygin.players.external import TIME_LIMIT
from hollygin.rules import Rules

AT: Final = "PLAYER"
_MOST_PAIRS: Final = 10_000_000
_LEAST_SECONDS: Final = 0.001
_MOST_SECONDS: Final = 3600.0
_MOST_NAME: Final = 40


def command(t: Translator) -> click.Command:
    """The command in a language."""

    def arena(
        player: tuple[str, ...],
        profile: str,
        rules: Rules,
        pairs: int,
        seed: str,
        jobs: int | None,
        engine: Engine,
        time_limit: float,
        as_json: bool,
    ) -> None:
        if len(player) < 2:
            raise BadInput(Fault("too-few-players", params={"count": len(player)}), at=AT)
        with needs_lab_extra():
            needed(engine, jobs)
        if engine.kind == "local" and any(map(wants_kernel, player)):
            make_ready(t)
        with reading("--engine"), needs_lab_extra(), progress_bar(t("arena.progress")) as progress:
            result = play_arena(
                player,
                rules,
                pairs=pairs,
                seed=seed,
                jobs=jobs,
                engine=engine,
                time_limit=time_limit,
                progress=progress,
            )
        if as_json:
            print_json({"profile": profile, **result.to_dict()})
        else:
            _show(result, t)
        if result.interrupted:
            leave_interrupted(t)

    return Command(
        t,
        "arena",
        arena,
        [
            click.Argument(["player"], nargs=-1, type=PlayerName(), metavar=f"{t(f'cli.at.{AT}')}…"),
            *rules_options(t),
            option(t, "pairs", Whole(1, _MOST_PAIRS), t("cli.value.number"), "cli.arena.option.pairs", 100),
            *work_options(t),
            option(
                t,
                "time-limit",
                Seconds(_LEAST_SECONDS, _MOST_SECONDS),
                t("cli.value.seconds"),
                "cli.arena.option.time_limit",
                f"{TIME_LIMIT:g}",
            ),
            json_option(t),
        ],
    )


class PlayerName(Value[str]):
    """The name of a player that can be made (``unknown-player``, ``bad-parameter``, ``no-such-program``)."""

    def read(self, text: str, ctx: click.Context | None) -> str:  # noqa: ARG002
        """The name."""
        make_player(text, programs=True)
        return text


def _show(result: ArenaResult, t: Translator) -> None:
    names = [_short(conduct.name) for conduct in result.players]
    if len(names) > 2:
        print_table(_cross_table(result, names, t))
    for pairing in result.pairings:
        _show_pairing(pairing, [names[i] for i in pairing.players], t)
    print_table(_players_table(result.players, names, t))


def _short(name: str) -> str:
    text = shown(name)
    return text if len(text) <= _MOST_NAME else f"{text[: _MOST_NAME - 1]}…"


def _show_pairing(pairing: Pairing, names: Sequence[str], t: Translator) -> None:
    one, two = names
    click.echo(t("arena.pairing", one=one, two=two, share=share(pairing.share, t)))
    told = t(
        "arena.matches",
        n=pairing.matches,
        wins=pairing.wins[0],
        losses=pairing.wins[1],
        ties=pairing.ties,
        deals=pairing.deals,
    )
    click.echo(f"  {told}")
    if pairing.unfinished:
        click.echo(f"  {t('arena.unfinished', n=pairing.unfinished)}")


def _cross_table(result: ArenaResult, names: Sequence[str], t: Translator) -> Table:
    """The share of each player (row) against each other (column)."""
    table = Table(box=box.SQUARE)
    table.add_column(t("arena.against"))
    for i, _ in enumerate(names, 1):
        table.add_column(str(i), justify="right")
    table.add_column(t("arena.all"), justify="right")
    shares: dict[tuple[int, int], float] = {}
    for pairing in result.pairings:
        if pairing.share is not None:
            one, two = pairing.players
            shares[one, two], shares[two, one] = pairing.share.value, 1 - pairing.share.value
    for i, name in enumerate(names):
        cells = [percent(shares.get((i, j)), t) if i != j else "" for j, _ in enumerate(names)]
        table.add_row(Text(f"{i + 1} {name}"), *cells, percent(result.players[i].share, t))
    return table


def _players_table(players: Sequence[Conduct], names: Sequence[str], t: Translator) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(t("arena.player"))
    for key in ("decisions", "mean", "slowest"):
        table.add_column(t(f"arena.{key}"), justify="right")
    table.add_column(t("arena.faults"))
    for conduct, name in zip(players, names, strict=True):
        mean = conduct.seconds_per_decision
        faults = ", ".join(f"{code} {count}" for code, count in sorted(conduct.faults.items()))
        table.add_row(
            Text(name),
            str(conduct.decisions),
            "–" if mean is None else t("arena.ms", value=figure(1000 * mean, 2, t)),
            t("arena.ms", value=figure(1000 * conduct.slowest, 1, t)),
            faults or "–",
        )
    return table
