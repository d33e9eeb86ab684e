"""What the command prints: JSON for programs, tables for people."""

from __future__ import annotations

import json
import sys

import click
from rich.console import Console, RenderableType


def print_json(value: object) -> None:
    """Print a value as JSON; beyond ASCII only where standard output takes all of Unicode."""
    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower()
    click.echo(json.dumps(value, ensure_ascii=not encoding.startswith("utf"), indent=2))


def print_table(table: RenderableType) -> None:
    """Print a table in the width of the terminal, in colours where it has them."""
    Console(highlight=False).print(table)
