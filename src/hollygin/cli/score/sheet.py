"""``hollygin sheet``: the score sheet of lines in a file, or of a record."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, get_args

import click
from click.core import ParameterSource

from hollygin.cli.command import Command, json_option
from hollygin.cli.files import file_bytes, write_out
from hollygin.cli.output import print_json, print_table
from hollygin.cli.parameters import NewFile, OneOf, ending_of, force_option
from hollygin.cli.rules_options import rules_object, rules_options
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
from hollygin.rules import Rules, options_of
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
        teams: TeamPoints | None,
        out: Path | None,
        force: bool,  # noqa: ARG001 - the type of --out asks for it
        profile: str,
        rules: Rules,
        as_json: bool,
    ) -> None:
        score = read_score(file, profile, rules, teams, t)
        if out is not None:
            write_out(out, _drawn(score, ending_of(out), t).encode(), "--out")
        if as_json:
            print_json(score_object(score, t))
        elif out is None:
            _show(score, t)

    return Command(
        t,
        "sheet",
        run,
        [
            click.Argument(["file"], metavar=t("cli.at.FILE")),
            points_option(t),
            click.Option(
                ["--out"], type=NewFile(_DRAWN), metavar=t("cli.at.FILE"), help=t("cli.option.sheet_out")
            ),
            force_option(t),
            *rules_options(t),
            json_option(t),
        ],
    )


def points_option(t: Translator) -> click.Option:
    """``--teams``: two teams play, and what each writes."""
    points: OneOf[TeamPoints] = OneOf({points: points for points in get_args(TeamPoints)})
    return click.Option(
        ["--teams"],
        type=points,
        is_flag=False,
        flag_value=get_args(TeamPoints)[0],
        metavar=f"[{points.metavar}]",
        help=t("cli.option.teams"),
    )


def read_score(file: str, profile: str, rules: Rules, teams: TeamPoints | None, t: Translator) -> Score:
    """The score of a file: that of its lines by the rules of the command line, or of a record by its own."""
    data = file_bytes(file, "FILE", MOST_RECORD)
    source = t("cli.stdin") if file == "-" else file
    ending = file.rpartition(".")[2].lower()
    text = _text(data, source)
    if ending in [*Format] or _RECORD.match(text):
        for name, at in (("profile", "--profile"), ("rules", "--set"), ("teams", "--teams")):
            given = click.get_current_context().get_parameter_source(name)
            if given is ParameterSource.COMMANDLINE:
                raise BadInput(Fault("record-has-rules", params={"option": at}), at=at)
        return score_of(read(text, name=file))
    if len(data) > MOST_BYTES:
        raise BadInput(Fault("too-large", params={"limit": MOST_BYTES // 2**20}), at="FILE")
    return read_lines(text, rules, source, t, profile=profile, teams=teams)


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
