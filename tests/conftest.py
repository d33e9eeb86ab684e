"""What holds for every test: its markers, the signals it is born with, and machine code that is made once."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Final

import pytest

from hollygin.engine import needs_warming, warm
from tests import effort as _profiles  # noqa: F401  registers them before the tests are read

_TESTS: Final = Path(__file__).parent

OF_FOLDER: Final = {"browser": "browser"}
"""The marker of every test below a folder."""

OF_NEED: Final = {"postgres": "postgres", "browser": "browser", "chromium": "browser"}
"""The marker of a test that asks for a fixture, or is run for a parameter, of this name."""


def pytest_configure(config: pytest.Config) -> None:
    """Start with the signals of a terminal: a shell that ignores Ctrl-C hands that on to every child."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT, signal.SIGTERM})
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for name in ("SIGTERM", "SIGHUP", "SIGQUIT"):
        number = signal.Signals[name]
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    # Workers would compile the same functions side by side.
    if config.getoption("numprocesses", None) and needs_warming():
        warm()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark each test by its folder and by what it asks for; ``slow`` and ``cluster`` are written at the test."""
    for item in items:
        folders = item.path.relative_to(_TESTS).parts[:-1]
        found = {OF_FOLDER[folder] for folder in folders if folder in OF_FOLDER}
        asked = {*getattr(item, "fixturenames", ())}
        call = getattr(item, "callspec", None)
        if call is not None and call.params.get("database") == "postgresql":
            asked.add("postgres")
        found |= {OF_NEED[name] for name in asked if name in OF_NEED}
        for marker in sorted(found):
            item.add_marker(marker)
