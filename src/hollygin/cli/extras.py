"""Packages that may not be installed, and a kernel that may not be compiled yet."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import click

from hollygin.engine import load, needs_warming, warm
from hollygin.errors import BadInput, Fault
from hollygin.extras import install_line
from hollygin.locale import Translator

_EXTRAS: Final = {"dask": "dask", "distributed": "dask", "ray": "ray"}
"""The extra that brings a package of work in bulk, if it is not ``lab``."""


@contextmanager
def needs_lab_extra() -> Iterator[None]:
    """Around the use of what the extras ``lab``, ``dask`` and ``ray`` bring. Raises BadInput (``extra-missing``)."""
    try:
        yield
    except ModuleNotFoundError as error:
        name = (error.name or "").partition(".")[0]
        if name == "hollygin":
            raise
        params = {"name": name, "line": install_line(_EXTRAS.get(name, "lab"))}
        raise BadInput(Fault("extra-missing", params=params)) from None


@contextmanager
def needs_server_extra() -> Iterator[None]:
    """Around the imports of what the ``server`` extra brings. Raises BadInput (``extra-missing``)."""
    try:
        yield
    except ModuleNotFoundError as error:
        name = (error.name or "").partition(".")[0]
        if name == "hollygin":
            raise
        raise BadInput(
            Fault("extra-missing", params={"name": name, "line": install_line("server")})
        ) from None


def make_ready(t: Translator) -> None:
    """Compile the kernel if that has not been done, or say that it is slow."""
    if needs_warming():
        click.echo(t("lab.warming"), err=True)
        warm()
    elif not load().compiled:
        click.echo(t("lab.plain"), err=True)
