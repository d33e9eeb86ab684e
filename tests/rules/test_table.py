"""The table of options: a line in it is all that values, texts, records, engine, server and tests need."""

import os
import subprocess
import sys
from pathlib import Path

from hollygin.options import OPTIONS, Options
from hollygin.rules import PROFILES, options_of

ROOT = Path(__file__).parents[2]


def test_a_made_up_option_is_known_everywhere() -> None:
    program = [sys.executable, "-m", "tests.rules.made_up_option"]
    paths = os.pathsep.join([str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", "")])
    variables = {**os.environ, "PYTHONPATH": paths, "COLUMNS": "100", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}
    ran = subprocess.run(
        program, cwd=ROOT, env=variables, capture_output=True, text=True, timeout=120, check=False
    )
    assert (ran.stderr, ran.returncode) == ("", 0)
    assert ran.stdout.split() == [
        *("test_values", "test_texts", "test_record", "test_engine", "test_server", "test_strategies")
    ]


def test_every_default_is_accepted_and_read_back() -> None:
    for option in OPTIONS.values():
        assert option.wrong(option.default) is None
        words = {True: "on", False: "off"}
        text = words[option.default] if isinstance(option.default, bool) else str(option.default)
        assert option.read(text) == option.default
    assert [option.place for option in OPTIONS.values()] == list(range(len(OPTIONS)))
    assert [getattr(Options(), name) for name in OPTIONS] == [option.default for option in OPTIONS.values()]


def test_no_profile_changes_an_option_that_came_later() -> None:
    """Otherwise a record that names the profile and lacks the option would mean something else."""
    for profile in PROFILES.values():
        values = options_of(profile.rules)
        assert all(values[one.name] == one.default for one in OPTIONS.values() if one.since > 1)
