"""``hollygin serve``: the table server, set up by options or by the environment.

Options, variables and their help come from the one table of settings in ``server/settings.py``.
"""

from __future__ import annotations

import errno
import socket
from dataclasses import replace
from typing import Any, Final
from urllib.parse import urlsplit

import click
from click.core import ParameterSource

from hollygin.cli.command import Command
from hollygin.cli.extras import needs_server_extra
from hollygin.cli.parameters import Seconds, Switch, Value, Whole
from hollygin.errors import Fault, TextError
from hollygin.locale import Translator
from hollygin.server.settings import SETTINGS, Kind, Setting, Settings

_MORE_PORTS: Final = 20
"""How many ports are tried if none was asked for."""


def command(t: Translator) -> click.Command:
    """The command in a language."""

    def serve(**values: Any) -> None:
        with needs_server_extra():
            from hollygin.server.run import run  # noqa: PLC0415 - only this command needs it

        settings = Settings(**values)
        if click.get_current_context().get_parameter_source("port") is ParameterSource.DEFAULT:
            free = _free_port(settings.host, settings.port)
            if free != settings.port:
                click.echo(t("serve.port_taken", port=settings.port, free=free), err=True)
                settings = replace(settings, port=free)
        run(settings, click.echo)

    return Command(t, "serve", serve, [_option(setting, t) for setting in SETTINGS])


def _free_port(host: str, port: int) -> int:
    """The port, or the next one that nobody listens on; the port itself if something else is wrong with it."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for free in range(port, port + _MORE_PORTS):
        try:
            socket.create_server((host, free), family=family).close()
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                break
        else:
            return free
    return port


class Origin(Value[str]):
    """The origin of pages, ``https://gin.example.org`` (``not-an-origin``)."""

    def read(self, text: str, ctx: click.Context | None) -> str:  # noqa: ARG002
        """The origin as it is written, which is its only form."""
        parts = urlsplit(text)
        web = parts.scheme in ("http", "https") and bool(parts.netloc)
        if not web or f"{parts.scheme}://{parts.netloc}" != text:
            raise TextError(Fault("not-an-origin", params={"text": text[:80]}))
        return text


def _option(setting: Setting, t: Translator) -> click.Option:
    return click.Option(
        [setting.option, setting.name],
        type=_type(setting),
        is_flag=setting.kind == "switch",
        multiple=setting.kind == "origins",
        default=None if setting.kind == "origins" else setting.default,
        envvar=setting.variable,
        metavar=_metavar(setting, t),
        help=help_of(setting, t),
    )


def _type(setting: Setting) -> click.ParamType[Any]:
    kinds: dict[Kind, click.ParamType[Any]] = {
        "text": click.STRING,
        "whole": Whole(int(setting.low), int(setting.high)),
        "seconds": Seconds(setting.low, setting.high),
        "switch": Switch(),
        "origins": Origin(),
    }
    return kinds[setting.kind]


def _metavar(setting: Setting, t: Translator) -> str | None:
    words = {"whole": "number", "seconds": "seconds", "origins": "server"}
    word = {"host": "address", "database": "database"}.get(setting.name, words.get(setting.kind))
    return None if word is None else t(f"cli.value.{word}")


def help_of(setting: Setting, t: Translator) -> str:
    """What a setting means, with its range and its default."""
    words = t(f"cli.serve.option.{setting.name}")
    if setting.kind in ("switch", "origins"):
        return words
    key = "cli.serve.default" if setting.kind == "text" else "cli.serve.range"
    return t(key, help=words, default=shown_value(setting), allowed=allowed_of(setting))


def shown_value(setting: Setting) -> str:
    """The default of a setting as the documentation writes it; empty for none."""
    match setting.kind:
        case "switch":
            return "on" if setting.default else "off"
        case "origins":
            return " ".join(setting.default)
        case "seconds":
            return f"{setting.default:.10g}"
    return str(setting.default)


def allowed_of(setting: Setting) -> str:
    """The range of a number; empty for what is no number."""
    return f"{setting.low:.10g}–{setting.high:.10g}" if setting.kind in ("whole", "seconds") else ""
