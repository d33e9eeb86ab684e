"""``hollygin convert``: records from any form to any, redacted where asked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import click

from hollygin.cli.command import Command
from hollygin.cli.files import write_out
from hollygin.cli.parameters import NewFile, OneOf, force_option
from hollygin.cli.records.sources import AT, read_records, record_argument
from hollygin.errors import BadInput, Fault
from hollygin.locale import Translator
from hollygin.record import Format, Perspective, Record, redact, write, write_lines
from hollygin.record.files import format_of

STDOUT: Final = "-"

_FORMS: Final = {str(form): form for form in Format}
_PERSPECTIVES: Final[dict[str, Perspective]] = {"0": 0, "1": 1, "spectator": "spectator"}


def command(t: Translator) -> click.Command:
    """The command in a language."""

    def convert(
        record: tuple[str, ...],
        output: Path | None,
        to: Format | None,
        seen_by: Perspective | None,
        force: bool,  # noqa: ARG001 - the type of -o asks for it
    ) -> None:
        form = format_of("", str(output or STDOUT)) if to is None else to
        records = [match for file in record for match in read_records(file)]
        if seen_by is not None:
            records = [_redacted(match, seen_by) for match in records]
        data = _written(records, form).encode()
        if output is None:
            click.echo(data, nl=False)
        else:
            write_out(output, data, "-o")

    form, reader = OneOf(_FORMS), OneOf(_PERSPECTIVES)
    return Command(
        t,
        "convert",
        convert,
        [
            record_argument(t, many=True),
            click.Option(
                ["-o", "--output", "output"],
                type=_Output(),
                metavar=t("cli.at.FILE"),
                help=t("cli.option.output"),
            ),
            click.Option(["--to"], type=form, metavar=form.metavar, help=t("cli.option.to")),
            click.Option(
                ["--as", "seen_by"], type=reader, metavar=reader.metavar, help=t("cli.option.seen_by")
            ),
            force_option(t),
        ],
    )


class _Output(NewFile):
    """A new file, or ``-`` for standard output, which is None."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The free path."""
        return None if value == STDOUT else super().convert(value, param, ctx)


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
