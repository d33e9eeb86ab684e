"""The records that a command line names."""

from __future__ import annotations

import click

from hollygin.cli.files import file_bytes
from hollygin.locale import Translator
from hollygin.record import Record, read, read_all
from hollygin.record.files import MOST_BYTES

AT = "RECORD"
"""Where a record is named."""


def record_argument(t: Translator, *, many: bool = False) -> click.Argument:
    """``RECORD``, or with ``many`` one and more of them."""
    if many:
        return click.Argument(["record"], nargs=-1, required=True, metavar=f"{t('cli.at.RECORD')}…")
    return click.Argument(["record"], metavar=t("cli.at.RECORD"))


def record_bytes(file: str, at: str = AT) -> bytes:
    """The bytes of a record, ``-`` for standard input. Raises BadInput as :func:`file_bytes` does."""
    return file_bytes(file, at, MOST_BYTES)


def read_record(file: str, at: str = AT) -> Record:
    """The one record of a file. Raises BadInput if there is no file, RecordError with the first fault."""
    return read(record_bytes(file, at), name=file)


def read_records(file: str) -> list[Record]:
    """All records of a file; raises as :func:`read_record` does."""
    return read_all(record_bytes(file), name=file)
