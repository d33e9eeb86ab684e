"""The tests do not depend on who started them."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEST = "tests/cli/test_command.py::test_ctrl_c_is_silent"
"""A test that interrupts a process that it has started."""


@pytest.mark.slow
def test_signals_that_the_starter_ignores_reach_what_the_tests_start() -> None:
    shell = ["sh", "-c", 'trap "" INT TERM HUP; exec "$@"', "sh"]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", TEST]
    ran = subprocess.run(
        [*shell, *command], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert ran.returncode == 0, ran.stdout
