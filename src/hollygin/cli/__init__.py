"""The ``hollygin`` command."""


def main() -> None:
    """Run the command."""
