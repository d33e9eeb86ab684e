"""``hollygin simulate``: matches in bulk between two policies, and what they come to."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import click
from rich.table import Table

from hollygin.cli.command import Command, json_option
from hollygin.cli.extras import make_ready, needs_lab_extra
from hollygin.cli.faults import reading, shown
from hollygin.cli.files import write_out
from hollygin.cli.lab.options import (
    amount,
    leave_interrupted,
    needed,
    option,
    progress_bar,
    share,
    work_options,
)
from hollygin.cli.output import print_json, print_table
from hollygin.cli.parameters import NewFile, Value, Whole, ending_of, force_option
from hollygin.cli.rules_options import rules_options
from hollygin.errors import Fault, TextError
from hollygin.lab import SimulationResult
from hollygin.lab import simulate as play_in_bulk
from hollygin.lab.engines import Engine
from hollygin.lab.plots import KINDS, figure_bytes
from hollygin.locale import Translator
from hollygin.players import make_policy, split_players
from hollygin.rules import Rules

_MOST_MATCHES: Final = 2**32 - 1
_TABLES: Final = ("parquet", "csv")

_DEALS: Final = (
    *("knock", "undercut", "gin", "big_gin", "tie", "void"),
    *("deals_to_a", "deals_to_dealer", "deals_to_opener"),
)
_MATCHES: Final = ("a_wins", "b_wins", "ties", "first_dealer_wins")
_SHEET: Final = (
    *("clean_sheets", "columns_shut_out", "matches_with_shutout"),
    *("wins_nowhere", "wins_late", "matches_with_late_win", "majority_and_total_disagree"),
)
_DEAL_MEANS: Final = (
    *("points_per_win", "points_per_win_a", "points_per_win_b", "points_per_win_dealer"),
    "discards_per_deal",
)


def command(t: Translator) -> click.Command:
    """The command in a language."""

    def simulate(
        players: tuple[str, str],
        matches: int,
        profile: str,
        rules: Rules,
        seed: str,
        jobs: int | None,
        engine: Engine,
        out: Path | None,
        plot: Path | None,
        force: bool,  # noqa: ARG001 - the types of --out and --plot ask for it
        as_json: bool,
    ) -> None:
        a, b = players
        with needs_lab_extra():
            needed(engine, jobs, *(["polars"] if out else []), *(["matplotlib"] if plot else []))
            if engine.kind == "local":
                make_ready(t)
            with reading("--engine"), progress_bar(t("simulate.progress")) as progress:
                result = play_in_bulk(
                    a,
                    b,
                    rules,
                    matches=matches,
                    seed=seed,
                    jobs=jobs,
                    engine=engine,
                    keep=out is not None,
                    progress=progress,
                )
        if out is not None:
            write_out(out, _table_bytes(result, out), "--out")
        if plot is not None:
            write_out(plot, figure_bytes(result, ending_of(plot), t), "--plot")
        if as_json:
            print_json({"profile": profile, **result.to_dict()})
        else:
            _show(result, t)
        if result.interrupted:
            leave_interrupted(t)

    return Command(
        t,
        "simulate",
        simulate,
        [
            click.Option(
                ["--players"],
                type=TwoPolicies(),
                required=True,
                metavar=t("cli.value.pair"),
                help=t("cli.simulate.option.players"),
            ),
            option(
                t,
                "matches",
                Whole(1, _MOST_MATCHES),
                t("cli.value.number"),
                "cli.simulate.option.matches",
                10_000,
            ),
            *rules_options(t),
            *work_options(t),
            option(t, "out", NewFile(_TABLES), t("cli.at.FILE"), "cli.simulate.option.out"),
            option(t, "plot", NewFile(KINDS), t("cli.at.FILE"), "cli.simulate.option.plot"),
            force_option(t),
            json_option(t),
        ],
    )


class TwoPolicies(Value[tuple[str, str]]):
    """Two players for work in bulk, a comma between them (``two-policies``, ``not-a-policy``, ``bad-parameter``)."""

    def read(self, text: str, ctx: click.Context | None) -> tuple[str, str]:  # noqa: ARG002
        """Their names."""
        players = split_players(text)
        if len(players) != 2 or not all(players):
            raise TextError(Fault("two-policies", params={"text": text[:80]}))
        for player in players:
            make_policy(player)
        return players[0], players[1]


def _table_bytes(result: SimulationResult, path: Path) -> bytes:
    frame = result.matches_frame()
    if ending_of(path) == "csv":
        return frame.write_csv().encode()
    file = io.BytesIO()
    frame.write_parquet(file)
    return file.getvalue()


def _show(result: SimulationResult, t: Translator) -> None:
    a, b = map(shown, result.players)
    click.echo(t("simulate.title", a=a, b=b, matches=result.matches, deals=result.counts["deals"]))
    if result.counts["unfinished"]:
        click.echo(t("simulate.unfinished", n=result.counts["unfinished"]))
    table = Table("", t("simulate.value"), box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading, rows in (
        ("simulate.matches", _match_rows(result, t)),
        ("simulate.deals", _deal_rows(result, t)),
        ("simulate.sheet", _sheet_rows(result, t)),
    ):
        found = list(rows)
        if found:
            table.add_row(t(heading), "", style="bold")
        for name, value in found:
            table.add_row(f"  {name}", value)
    print_table(table)


Rows = Iterator[tuple[str, str]]


def _shares(result: SimulationResult, names: Sequence[str], t: Translator) -> Rows:
    for name in names:
        found = result.shares[name]
        if found is not None:
            yield t(f"simulate.share.{name}"), share(found, t)


def _means(result: SimulationResult, names: Sequence[str], t: Translator) -> Rows:
    for name in names:
        found = result.means[name]
        if found is not None:
            yield t(f"simulate.mean.{name}"), amount(found, t)


def _match_rows(result: SimulationResult, t: Translator) -> Rows:
    yield from _shares(result, _MATCHES, t)
    yield from _means(result, ["deals_per_match"], t)


def _deal_rows(result: SimulationResult, t: Translator) -> Rows:
    yield from _shares(result, _DEALS, t)
    yield from _means(result, _DEAL_MEANS, t)


def _sheet_rows(result: SimulationResult, t: Translator) -> Rows:
    if not result.rules.columns:
        return
    for won, found in result.columns.items():
        yield t("simulate.columns", won=won.replace("-", "–")), share(found, t)
    yield from _shares(result, _SHEET, t)
    yield from _means(result, ["total_per_win"], t)
