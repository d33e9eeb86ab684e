"""What is needed for playing on the web may not be installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from hollygin.cli.faults import BadInput
from hollygin.errors import Fault


@contextmanager
def needs_server_extra() -> Iterator[None]:
    """Around the imports of what the ``server`` extra brings. Raises BadInput (``server-extra-missing``)."""
    try:
        yield
    except ModuleNotFoundError as error:
        name = (error.name or "").partition(".")[0]
        if name == "hollygin":
            raise
        raise BadInput(Fault("server-extra-missing", params={"name": name})) from None
