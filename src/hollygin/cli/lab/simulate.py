"""``hollygin simulate``: matches in bulk between two policies, and what they come to."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import click
from rich.table import Table

from hollygin.cli.command import Command, json_option, rules_options
from hollygin.cli.extras import make_ready, needs_lab_extra
from hollygin.cli.faults import reading, shown
from hollygin.cli.files import cannot_write, free_path, write_whole
from hollygin.cli.lab.options import (
    amount,
    engine_of,
    jobs_of,
    leave_interrupted,
    needed,
    number,
    option,
    progress_bar,
    seed_of,
    share,
    work_options,
)
from hollygin.cli.output import print_json, print_table
from hollygin.cli.rules_options import chosen_rules
from hollygin.errors import BadInput, Fault
from hollygin.lab import SimulationResult
from hollygin.lab import simulate as play_in_bulk
from hollygin.lab.plots import KINDS, figure_bytes
from hollygin.locale import Translator
from hollygin.players import make_policy, split_players

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
        players: str,
        matches: str,
        profile: str,
        settings: tuple[str, ...],
        seed: str,
        jobs: str | None,
        engine: str,
        out: str | None,
        plot: str | None,
        force: bool,
        as_json: bool,
    ) -> None:
        a, b = _policies(players)
        wanted = number(matches, "--matches", _MOST_MATCHES)
        rules = chosen_rules(profile, settings)
        seeded, processes, place = seed_of(seed), jobs_of(jobs), engine_of(engine)
        table = _file(out, "--out", _TABLES, force=force)
        picture = _file(plot, "--plot", KINDS, force=force)
        with needs_lab_extra():
            needed(place, processes, *(["polars"] if table else []), *(["matplotlib"] if picture else []))
            if place.kind == "local":
                make_ready(t)
            with reading("--engine"), progress_bar(t("simulate.progress")) as progress:
                result = play_in_bulk(
                    a,
                    b,
                    rules,
                    matches=wanted,
                    seed=seeded,
                    jobs=processes,
                    engine=place,
                    keep=table is not None,
                    progress=progress,
                )
        if table is not None:
            _write(table, _table_bytes(result, table), "--out")
        if picture is not None:
            _write(picture, figure_bytes(result, _kind(picture), t), "--plot")
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
                required=True,
                metavar=t("cli.value.pair"),
                help=t("cli.simulate.option.players"),
            ),
            option(t, "matches", t("cli.value.number"), "cli.simulate.option.matches", default="10000"),
            *rules_options(t),
            *work_options(t),
            option(t, "out", t("cli.at.FILE"), "cli.simulate.option.out"),
            option(t, "plot", t("cli.at.FILE"), "cli.simulate.option.plot"),
            click.Option(["--force"], is_flag=True, help=t("cli.option.force")),
            json_option(t),
        ],
    )


def _policies(text: str) -> tuple[str, str]:
    players = split_players(text)
    if len(players) != 2 or not all(players):
        raise BadInput(Fault("two-policies", params={"text": text[:80]}), at="--players")
    with reading("--players"):
        for player in players:
            make_policy(player)
    return players[0], players[1]


def _file(name: str | None, at: str, kinds: Sequence[str], *, force: bool) -> Path | None:
    """A new file of one of some kinds, by its ending."""
    if name is None:
        return None
    if _kind(Path(name)) not in kinds:
        allowed = ", ".join(f".{kind}" for kind in kinds)
        raise BadInput(Fault("bad-ending", params={"file": name[:80], "allowed": allowed}), at=at)
    return free_path(name, at, force=force)


def _kind(path: Path) -> str:
    return path.suffix[1:].lower()


def _table_bytes(result: SimulationResult, path: Path) -> bytes:
    frame = result.matches_frame()
    if _kind(path) == "csv":
        return frame.write_csv().encode()
    file = io.BytesIO()
    frame.write_parquet(file)
    return file.getvalue()


def _write(path: Path, data: bytes, at: str) -> None:
    try:
        write_whole(path, data)
    except OSError as error:
        raise cannot_write(str(path), error, at) from error


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
