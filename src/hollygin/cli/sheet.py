"""``hollygin sheet``: the score sheet of the wins that stand in a file."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Final

import click

from hollygin.cli.command import Command, json_option, rules_options
from hollygin.cli.faults import BadInput, reading
from hollygin.cli.files import file_bytes
from hollygin.cli.output import print_json, print_table
from hollygin.cli.settings import chosen_rules, rules_object
from hollygin.cli.sheet_table import entry_reason, result_text, sheet_table
from hollygin.due import Seat
from hollygin.errors import Fault, TextError
from hollygin.locale import Translator
from hollygin.rules import Rules
from hollygin.sheet import Sheet

MOST_BYTES: Final = 2**20
"""The largest file that is read as a sheet."""

_MOST_DIGITS: Final = 9


def command(t: Translator) -> click.Command:
    """The command in a language."""

    def run(file: str, profile: str, settings: tuple[str, ...], as_json: bool) -> None:
        rules = chosen_rules(profile, settings)
        source = t("cli.stdin") if file == "-" else file
        sheet, names = read_sheet(_text(file, source), rules, source)
        if as_json:
            print_json({**sheet_object(sheet, names), "rules": rules_object(profile, rules, t)})
        else:
            _show(sheet, names, t)

    file = click.Argument(["file"], metavar=t("cli.at.FILE"))
    return Command(t, "sheet", run, [file, *rules_options(t), json_option(t)])


def read_sheet(text: str, rules: Rules, source: str) -> tuple[Sheet, tuple[str, str]]:
    """The sheet that lines ``NAME POINTS`` make, and the players in the order in which they are named.

    A name not seen is ``A`` or ``B``. Raises BadInput with the line (``bad-line``, ``bad-points``, ``unprintable-name``,
    ``third-name``, ``sheet-done``); ``source`` names the file in it.
    """
    sheet = Sheet.of(rules)
    names: list[str] = []
    for number, line in _lines(text):
        with reading(source, number):
            name, points = _win(line)
            sheet = sheet.add(_seat(names, name), points)
    return sheet, _both(names)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that say something, with their numbers; a comment starts with ``#`` after a blank."""
    for number, line in enumerate(text.split("\n"), 1):
        words = line.split()
        comment = next((i for i, word in enumerate(words) if word.startswith("#")), len(words))
        if comment:
            yield number, " ".join(words[:comment])


def _win(line: str) -> tuple[str, int]:
    name, _, points = line.rpartition(" ")
    if not name:
        raise TextError(Fault("bad-line", params={"text": line[:40]}))
    if not name.isprintable():
        raise TextError(Fault("unprintable-name", params={"name": name[:40]}))
    if not (points.isascii() and points.isdigit() and len(points) <= _MOST_DIGITS):
        raise TextError(Fault("bad-points", "R8.2", {"points": points[:40]}))
    return unicodedata.normalize("NFC", name), int(points)


def _seat(names: list[str], name: str) -> Seat:
    """The seat of a name, which is the next free one where it is new; upper and lower case are the same."""
    known = [other.casefold() for other in names]
    if name.casefold() in known:
        return known.index(name.casefold())
    if len(names) == 2:
        raise TextError(Fault("third-name", params={"name": name[:40], "one": names[0], "two": names[1]}))
    names.append(name)
    return len(names) - 1


def _both(names: list[str]) -> tuple[str, str]:
    one = names[0] if names else "A"
    other = "A" if one.casefold() == "b" else "B"
    return one, names[1] if len(names) > 1 else other


def _text(file: str, source: str) -> str:
    data = file_bytes(file, "FILE", MOST_BYTES)
    if len(data) > MOST_BYTES:
        raise BadInput(Fault("too-large", params={"limit": MOST_BYTES // 2**20}), at="FILE")
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


def _show(sheet: Sheet, names: tuple[str, str], t: Translator) -> None:
    print_table(sheet_table(sheet, names, t))
    for number, entry in enumerate(sheet.entries, 1):
        click.echo(t("sheet.line", number=number, reason=entry_reason(entry, sheet, names, t)))
    click.echo(result_text(sheet, names, t))
