"""``hollygin verify``: whether records hold; every stated number is computed again from what was played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

import click
from rich.console import Console
from rich.progress import Progress

from hollygin.cli.command import Command, json_option
from hollygin.cli.faults import error_line, fault_object, record_place, shown
from hollygin.cli.output import print_json
from hollygin.cli.records.sources import record_argument, record_bytes
from hollygin.errors import BadInput
from hollygin.locale import Translator
from hollygin.record import Format, RecordFault, read_lenient, verify_record
from hollygin.record.files import format_of
from hollygin.record.locate import lines_of

DOES_NOT_HOLD: Final = 1
"""The exit status where a record cannot be read or a number in it does not hold."""

_BAD_INPUT: Final = 2
_LONG: Final = 2**17
"""The bytes of a file from which on progress is shown."""
_MOST_SHOWN: Final = 30


class Checked(NamedTuple):
    """What a file holds: its matches and deals as far as they are valid, and each fault with the match it is in."""

    file: str
    matches: int
    deals: int
    faults: tuple[tuple[int, RecordFault], ...]


def command(t: Translator) -> click.Command:
    """The command in a language."""

    def verify(record: tuple[str, ...], every: bool, as_json: bool) -> None:
        every_file: list[Checked] = []
        bad: list[BadInput] = []
        for file in record:
            try:
                checked = check(file, record_bytes(file), every=every)
            except BadInput as error:
                bad.append(error)
                if not as_json:
                    click.echo(error_line(error, t), err=True)
                continue
            every_file.append(checked)
            if not as_json:
                _tell(checked, t)
        if as_json:
            if bad:
                raise bad[0]
            print_json([_object(checked, t) for checked in every_file])
        if bad or any(checked.faults for checked in every_file):
            click.get_current_context().exit(_BAD_INPUT if bad else DOES_NOT_HOLD)

    every = click.Option(["--all", "every"], is_flag=True, help=t("cli.option.all_faults"))
    return Command(t, "verify", verify, [record_argument(t, many=True), every, json_option(t)])


def check(file: str, data: bytes, *, every: bool) -> Checked:
    """Check all matches of a file, for its first fault or for every one; ``file`` is its name."""
    matches = deals = 0
    faults: list[tuple[int, RecordFault]] = []
    texts = _texts(file, data)
    with _progress(len(data)) as bar:
        readings = bar.track(
            read_lenient(data, name=file),
            total=len(texts) if len(texts) > 1 else None,
            description=shown(Path(file).name[:_MOST_SHOWN]),
        )
        for reading in readings:
            matches += 1
            found = reading.faults
            if reading.record is not None:
                deals += len(reading.record.deals) + len(reading.record.entries)
                if not found:
                    found = tuple(_located(verify_record(reading.record), file, texts[matches - 1]))
            faults += ((matches, fault) for fault in found)
    return Checked(file, matches, deals, tuple(faults if every else faults[:1]))


class _Text(NamedTuple):
    """The text of one match in a file, and the number of lines above it."""

    text: str
    above: int
    toml: bool


def _texts(file: str, data: bytes) -> list[_Text]:
    """The texts of the matches of a file; empty if it is no text at all."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return []
    kind = format_of(text, file)
    if kind is not Format.LINES:
        return [_Text(text, 0, kind is Format.TOML)]
    lines = enumerate(text.split("\n"))
    return [_Text(line, above, toml=False) for above, line in lines if line.strip()]


def _located(faults: tuple[RecordFault, ...], file: str, source: _Text) -> Iterator[RecordFault]:
    """Faults of what is stated, with their file and line."""
    lines = lines_of(source.text, (fault.path for fault in faults), toml=source.toml) if faults else {}
    for fault in faults:
        yield replace(fault, file=file, line=lines[fault.path] + source.above)


def _progress(size: int) -> Progress:
    """A bar on standard error if that is a terminal and the file is long."""
    console = Console(stderr=True)
    shows = size >= _LONG and console.is_terminal
    return Progress(
        console=console, transient=True, redirect_stdout=False, redirect_stderr=False, disable=not shows
    )


def _tell(checked: Checked, t: Translator) -> None:
    for number, fault in checked.faults:
        place = record_place(fault, t, number if checked.matches > 1 else None)
        click.echo(t("verify.fault", place=place, message=shown(t.fault(fault))))
    if not checked.faults:
        file = t("cli.stdin") if checked.file == "-" else shown(checked.file)
        deals = t("verify.deals", n=checked.deals)
        if checked.matches == 1:
            click.echo(t("verify.ok", file=file, deals=deals))
        else:
            click.echo(t("verify.all_ok", n=checked.matches, file=file, deals=deals))


def _object(checked: Checked, t: Translator) -> dict[str, object]:
    return {
        "file": checked.file,
        "ok": not checked.faults,
        "matches": checked.matches,
        "deals": checked.deals,
        "faults": [{"match": number, **fault_object(fault, t)} for number, fault in checked.faults],
    }
