"""The ``hollygin`` command: its commands, its language, and how it ends."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence
from typing import Final

import click

from hollygin import __version__
from hollygin.cli.command import Group
from hollygin.cli.faults import error_line, error_object
from hollygin.cli.output import print_json, take_every_sign
from hollygin.errors import BadInput, Fault, HollyginError
from hollygin.locale import LANGUAGES, Translator, language_of_environment

BAD_INPUT = 2
INTERRUPTED = 130
BROKEN_PIPE = 141


COMMANDS: Final = {
    "play": "hollygin.cli.play.command",
    "join": "hollygin.cli.join.command",
    "serve": "hollygin.cli.serve",
    "replay": "hollygin.cli.replay.command",
    "verify": "hollygin.cli.records.verify",
    "convert": "hollygin.cli.records.convert",
    "hand": "hollygin.cli.score.hand",
    "settle": "hollygin.cli.score.settle",
    "sheet": "hollygin.cli.score.sheet",
    "rules": "hollygin.cli.score.rules",
    "simulate": "hollygin.cli.lab.simulate",
    "arena": "hollygin.cli.lab.arena",
    "equity": "hollygin.cli.lab.equity",
}
"""The module of each command, in the order of the help."""


def build(t: Translator) -> Group:
    """The command with all its commands, in the language of ``t``."""
    return Group(t, [_version_option(t)], COMMANDS)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status: 0, 2 on bad input, 130 on Ctrl-C.

    ``argv`` are the words after ``hollygin``, those of the process by default.
    """
    args = list(sys.argv[1:] if argv is None else argv)
    take_every_sign(language_of_environment())
    try:
        status = _run(args)
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _close_output()
        return BROKEN_PIPE
    except OSError as error:
        _close_output()
        t = Translator(language_of_environment())
        fault = Fault("system", params={"reason": error.strerror or type(error).__name__})
        with contextlib.suppress(OSError):
            click.echo(error_line(BadInput(fault), t), err=True)
        return BAD_INPUT
    return status


def _run(args: list[str]) -> int:
    t = Translator(language_of_environment())
    try:
        t = _translator(args, t)
        take_every_sign(t.language)
        group = build(t)
        with group.make_context("hollygin", list(args)) as ctx:
            group.invoke(ctx)
    except click.exceptions.Exit as end:
        return end.exit_code
    except HollyginError as error:
        if "--json" in args:
            print_json(error_object(error, t))
        click.echo(error_line(error, t), err=True)
        return BAD_INPUT
    return 0


def _translator(args: Sequence[str], default: Translator) -> Translator:
    """The language that ``--lang`` names anywhere on the line, or the default; the last one holds."""
    found = None
    for i, word in enumerate(args):
        if word == "--":
            break
        if word == "--lang" and i + 1 < len(args):
            found = args[i + 1]
        elif word.startswith("--lang="):
            found = word.partition("=")[2]
    if found is None:
        return default
    for language in LANGUAGES:
        if found == language:
            return Translator(language)
    params = {"value": found[:40], "allowed": ", ".join(LANGUAGES)}
    raise BadInput(Fault("bad-language", params=params), at="--lang")


def _version_option(t: Translator) -> click.Option:
    def show(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
        if value:
            click.echo(f"hollygin {__version__}")
            ctx.exit()

    return click.Option(
        ["--version"],
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=show,
        help=t("cli.option.version"),
    )


def _close_output() -> None:
    """Point standard output nowhere, so that nothing more is said about it when the process ends."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
