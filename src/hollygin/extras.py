"""How the further packages of an extra are installed here: from a checkout, from a wheel, or by the name of the package."""

from __future__ import annotations

import json
import shlex
import sys
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit


def install_line(extra: str) -> str:
    """The line that brings the packages of an extra, for the Python that runs this."""
    return f"{shlex.quote(sys.executable or 'python')} -m pip install {_source(extra)}"


def _source(extra: str) -> str:
    checkout = Path(__file__).parents[2]
    if (checkout / "pyproject.toml").is_file():
        return f"-e {shlex.quote(f'{checkout}[{extra}]')}"
    found = urlsplit(str(_direct_url().get("url", "")))
    if found.scheme == "file" and Path(unquote(found.path)).exists():
        return shlex.quote(f"{unquote(found.path)}[{extra}]")
    return f'"hollygin[{extra}]"'


def _direct_url() -> dict[str, Any]:
    """Where the installed package came from, as pip has written it down; empty if it has not."""
    try:
        found = json.loads(distribution("hollygin").read_text("direct_url.json") or "{}")
    except (PackageNotFoundError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
