"""``hollygin serve``: the table server, set up by options or by the environment."""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Sequence
from dataclasses import replace
from typing import Final
from urllib.parse import urlsplit

import click

from hollygin.cli.command import Command
from hollygin.cli.extras import needs_server_extra
from hollygin.errors import BadInput, Fault
from hollygin.locale import Translator
from hollygin.server.settings import Settings

_DEFAULTS: Final = Settings()
_MOST_PORT: Final = 65_535
_MORE_PORTS: Final = 20
"""How many ports are tried where none was asked for."""
_MOST_WORKERS: Final = 64
_SWITCH: Final = {"1": True, "on": True, "true": True, "0": False, "off": False, "false": False}


def command(t: Translator) -> click.Command:
    """The command in a language."""

    def serve(
        host: str | None,
        port: str | None,
        database: str | None,
        origins: tuple[str, ...],
        trust_proxy: bool,
        workers: str | None,
    ) -> None:
        settings = Settings(
            host=_value(host, "HOLLYGIN_HOST", _DEFAULTS.host),
            port=_number(port, "--port", "HOLLYGIN_PORT", _DEFAULTS.port, range(_MOST_PORT + 1)),
            database=_value(database, "HOLLYGIN_DATABASE", _DEFAULTS.database),
            origins=_origins(origins),
            trust_proxy=trust_proxy or _switch("HOLLYGIN_TRUST_PROXY"),
        )
        if port is None and not os.environ.get("HOLLYGIN_PORT"):
            free = _free_port(settings.host, settings.port)
            if free != settings.port:
                click.echo(t("serve.port_taken", port=settings.port, free=free), err=True)
                settings = replace(settings, port=free)
        count = _number(workers, "--workers", "HOLLYGIN_WORKERS", 1, range(1, _MOST_WORKERS + 1))
        with needs_server_extra():
            from hollygin.server.run import run  # noqa: PLC0415 - only this command needs it

        run(settings, count, click.echo)

    return Command(
        t,
        "serve",
        serve,
        [
            _option(t, "host", t("cli.value.address"), default=_DEFAULTS.host),
            _option(t, "port", t("cli.value.number"), default=_DEFAULTS.port),
            _option(t, "database", t("cli.value.database"), default=_DEFAULTS.database),
            click.Option(
                ["--origin", "origins"],
                multiple=True,
                metavar=t("cli.value.server"),
                help=t("cli.serve.option.origin"),
            ),
            click.Option(["--trust-proxy"], is_flag=True, help=t("cli.serve.option.trust_proxy")),
            _option(t, "workers", t("cli.value.number"), default=1),
        ],
    )


def _option(t: Translator, name: str, metavar: str, *, default: object) -> click.Option:
    return click.Option([f"--{name}"], metavar=metavar, help=t(f"cli.serve.option.{name}", default=default))


def _value(given: str | None, variable: str, default: str) -> str:
    """What the line says, else the environment, else the default."""
    return given or os.environ.get(variable) or default


def _number(given: str | None, option: str, variable: str, default: int, allowed: range) -> int:
    text = _value(given, variable, str(default))
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) in allowed):
        params = {"text": text[:40], "allowed": f"{allowed.start}–{allowed.stop - 1}"}
        raise BadInput(Fault("bad-number", params=params), at=variable if given is None else option)
    return int(text)


def _free_port(host: str, port: int) -> int:
    """The port, or the next one that nobody listens on; the port itself where that is not what is wrong."""
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


def _switch(variable: str) -> bool:
    text = os.environ.get(variable) or "off"
    if text.lower() not in _SWITCH:
        params = {"text": text[:40], "allowed": ", ".join(_SWITCH)}
        raise BadInput(Fault("bad-switch", params=params), at=variable)
    return _SWITCH[text.lower()]


def _origins(given: Sequence[str]) -> tuple[str, ...]:
    variable = "HOLLYGIN_ORIGINS"
    for origin in given or os.environ.get(variable, "").split():
        parts = urlsplit(origin)
        if (
            parts.scheme not in ("http", "https")
            or not parts.netloc
            or f"{parts.scheme}://{parts.netloc}" != origin
        ):
            raise BadInput(
                Fault("not-an-origin", params={"text": origin[:80]}), at="--origin" if given else variable
            )
    return tuple(given) or tuple(os.environ.get(variable, "").split())
