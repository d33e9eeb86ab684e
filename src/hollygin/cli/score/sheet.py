"""``hollygin sheet``: the score sheet of lines in a file, or of a record."""

from __future__ import annotations

import re
from typing import Final, get_args

import click
from click.core import ParameterSource

from hollygin.cli.command import Command, json_option, rules_options
from hollygin.cli.files import cannot_write, file_bytes, free_path, write_whole
from hollygin.cli.output import print_json, print_table
from hollygin.cli.rules_options import chosen_rules, rules_object
from hollygin.cli.score.sheet_lines import read_lines
from hollygin.errors import BadInput, Fault
from hollygin.locale import Translator
from hollygin.paper import (
    head_lines,
    line_reason,
    next_text,
    next_win_text,
    sheet_csv,
    sheet_html,
    sheet_svg,
    sheet_table,
    standing_text,
)
from hollygin.record import Format, read, record_of_score, score_of, write
from hollygin.record.files import MOST_BYTES as MOST_RECORD
from hollygin.rules import options_of
from hollygin.score import DealLine, Score, TeamPoints
from hollygin.sheet import Sheet

MOST_BYTES: Final = 2**20
"""The largest file that is read as lines of a sheet."""

_RECORD: Final = re.compile(r"\s*(?:#[^\n]*\n\s*)*(?:\{|hollygin\s*=\s*\d+\s*(?:#|\n|$))")
"""How a record begins that is not known by the ending of its name."""
_DRAWN: Final = ("svg", "html", "csv", *(form for form in Format if form is not Format.LINES))


def command(t: Translator) -> click.Command:
    """The command in a language."""

    def run(
        file: str,
        teams: str | None,
        out: str | None,
        force: bool,
        profile: str,
        settings: tuple[str, ...],
        as_json: bool,
    ) -> None:
        form = None if out is None else _form(out)
        path = None if out is None else free_path(out, "--out", force=force)
        score = _read(file, profile, settings, teams, t)
        if path is not None and form is not None:
            try:
                write_whole(path, _drawn(score, form, t).encode())
            except OSError as error:
                raise cannot_write(str(out), error, "--out") from error
        if as_json:
            print_json(score_object(score, t))
        elif path is None:
            _show(score, t)

    return Command(
        t,
        "sheet",
        run,
        [
            click.Argument(["file"], metavar=t("cli.at.FILE")),
            click.Option(
                ["--teams"],
                is_flag=False,
                flag_value=get_args(TeamPoints)[0],
                metavar=f"[{'|'.join(get_args(TeamPoints))}]",
                help=t("cli.option.teams"),
            ),
            click.Option(["--out"], metavar=t("cli.at.FILE"), help=t("cli.option.sheet_out")),
            click.Option(["--force"], is_flag=True, help=t("cli.option.force")),
            *rules_options(t),
            json_option(t),
        ],
    )


def _read(file: str, profile: str, settings: tuple[str, ...], teams: str | None, t: Translator) -> Score:
    """The score of a file: that of its lines by the rules of the command line, or of a record by its own."""
    data = file_bytes(file, "FILE", MOST_RECORD)
    source = t("cli.stdin") if file == "-" else file
    ending = file.rpartition(".")[2].lower()
    text = _text(data, source)
    if ending in [*Format] or _RECORD.match(text):
        for name, at in (("profile", "--profile"), ("settings", "--set"), ("teams", "--teams")):
            given = click.get_current_context().get_parameter_source(name)
            if given is ParameterSource.COMMANDLINE:
                raise BadInput(Fault("record-has-rules", params={"option": at}), at=at)
        return score_of(read(text, name=file))
    if len(data) > MOST_BYTES:
        raise BadInput(Fault("too-large", params={"limit": MOST_BYTES // 2**20}), at="FILE")
    points = None if teams is None else _team_points(teams)
    rules = chosen_rules(profile, settings)
    return read_lines(text, rules, source, t, profile=profile, teams=points)


def _team_points(text: str) -> TeamPoints:
    for points in get_args(TeamPoints):
        if text == points:
            return points  # type: ignore[no-any-return]
    params = {"value": text[:40], "allowed": ", ".join(get_args(TeamPoints))}
    raise BadInput(Fault("bad-choice", params=params), at="--teams")


def _form(out: str) -> str:
    ending = out.rpartition(".")[2].lower()
    if ending not in _DRAWN:
        params = {"value": out[-40:], "allowed": ", ".join(f".{form}" for form in _DRAWN)}
        raise BadInput(Fault("bad-choice", params=params), at="--out")
    return ending


def _drawn(score: Score, form: str, t: Translator) -> str:
    match form:
        case "svg":
            return sheet_svg(score, t)
        case "html":
            return sheet_html(score, t)
        case "csv":
            return sheet_csv(score)
    return write(record_of_score(score), Format(form))


def _text(data: bytes, source: str) -> str:
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadInput(Fault("not-utf8"), at=source, line=line) from error


def sheet_object(sheet: Sheet, names: tuple[str, str]) -> dict[str, object]:
    """A sheet for other programs; pairs are by seat."""
    columns = sheet.columns
    return {
        "players": names,
        "score": [column.score for column in columns],
        "boxes": [column.boxes for column in columns],
        "opened": [column.opened for column in columns],
        "won": [column.won for column in columns],
        "count": sheet.count,
        "column_total": [sheet.column_total(i) for i in range(len(columns))],
        "total": sheet.total,
        "done": sheet.done,
        "result": sheet.result,
    }


def score_object(score: Score, t: Translator) -> dict[str, object]:
    """A score for other programs: the sheet, the rules, the deals, and what is next."""
    known = score.profile or ""
    rules = {"id": score.profile, "options": options_of(score.rules)}
    return {
        **sheet_object(score.sheet, score.players),
        "result": score.result,
        "rules": rules_object(known, score.rules, t) if t.has(f"profile.{known}") else rules,
        "deals": [_deal_object(line) for line in score.lines],
        "dealers": score.dealers,
        "seating": score.seating,
        "next": None if score.over else [_next_object(score.sheet, seat) for seat in (0, 1)],
    }


def _deal_object(line: DealLine) -> dict[str, object]:
    return {
        "number": line.number,
        "tables": [
            {
                "dealer": table.dealer,
                "players": table.players,
                "outcome": table.worth and table.worth.outcome,
                "winner": table.worth and table.worth.winner,
                "points": table.worth and table.worth.points,
            }
            for table in line.tables
        ],
        "points": line.points,
    }


def _next_object(sheet: Sheet, seat: int) -> dict[str, object]:
    entry = sheet.next_win(seat)
    return {
        "number": entry.number,
        "opens": entry.opens,
        "passed": entry.passed,
        "written": entry.written,
        "to_close": [sheet.to_close(seat, i) for i in entry.written],
    }


def _show(score: Score, t: Translator) -> None:
    for text in head_lines(score, t):
        click.echo(text)
    print_table(sheet_table(score, score.players, t))
    for line in score.lines:
        click.echo(t("sheet.line", number=line.number, reason=line_reason(line, score, t)))
    click.echo(standing_text(score, t))
    if not score.over:
        for seat in (0, 1):
            if score.sheet.columns:
                click.echo(next_win_text(score.sheet, seat, score.players, t))
        for text in next_text(score, t):
            click.echo(text)
