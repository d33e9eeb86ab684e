"""The ``hollygin`` command."""

from hollygin.cli.app import main

__all__ = ["main"]
