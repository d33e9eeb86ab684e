"""``hollygin convert``: records from any form to any, redacted where asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import click

from hollygin.cli.command import Command
from hollygin.cli.files import cannot_write, free_path, write_whole
from hollygin.cli.records.sources import AT, read_records, record_argument
from hollygin.errors import BadInput, Fault
from hollygin.locale import Translator
from hollygin.record import Format, Perspective, Record, redact, write, write_lines
from hollygin.record.files import format_of

STDOUT: Final = "-"

_PERSPECTIVES: Final[dict[str, Perspective]] = {"0": 0, "1": 1, "spectator": "spectator"}


def command(t: Translator) -> click.Command:
    """The command in a language."""

    def convert(
        record: tuple[str, ...], output: str, to: str | None, seen_by: str | None, force: bool
    ) -> None:
        form = format_of("", output) if to is None else _format(to)
        perspective = None if seen_by is None else _perspective(seen_by)
        path = None if output == STDOUT else free_path(output, "-o", force=force)
        records = [match for file in record for match in read_records(file)]
        if perspective is not None:
            records = [_redacted(match, perspective) for match in records]
        data = _written(records, form).encode()
        if path is None:
            click.echo(data, nl=False)
            return
        try:
            write_whole(path, data)
        except OSError as error:
            raise cannot_write(output, error, "-o") from error

    return Command(
        t,
        "convert",
        convert,
        [
            record_argument(t, many=True),
            click.Option(
                ["-o", "--output", "output"],
                default=STDOUT,
                metavar=t("cli.at.FILE"),
                help=t("cli.option.output"),
            ),
            click.Option(["--to"], metavar="|".join(Format), help=t("cli.option.to")),
            click.Option(["--as", "seen_by"], metavar="|".join(_PERSPECTIVES), help=t("cli.option.seen_by")),
            click.Option(["--force"], is_flag=True, help=t("cli.option.force")),
        ],
    )


def _format(text: str) -> Format:
    try:
        return Format(text.lower())
    except ValueError:
        params = {"value": text[:40], "allowed": ", ".join(Format)}
        raise BadInput(Fault("bad-choice", params=params), at="--to") from None


def _perspective(text: str) -> Perspective:
    if text not in _PERSPECTIVES:
        params = {"value": text[:40], "allowed": ", ".join(_PERSPECTIVES)}
        raise BadInput(Fault("bad-choice", params=params), at="--as")
    return _PERSPECTIVES[text]


def _redacted(record: Record, perspective: Perspective) -> Record:
    """A record as one saw it; whoever has seen less cannot be made to have seen more."""
    if record.perspective not in (None, perspective) and perspective != "spectator":
        params = {"seen": record.perspective, "wanted": perspective}
        raise BadInput(Fault("seen-by-another", params=params), at="--as")
    return redact(record, perspective)


def _written(records: Sequence[Record], form: Format) -> str:
    if form is Format.LINES:
        return write_lines(records)
    if len(records) != 1:
        raise BadInput(
            Fault("several-matches", params={"count": len(records), "allowed": Format.LINES}), at=AT
        )
    return write(records[0], form)
