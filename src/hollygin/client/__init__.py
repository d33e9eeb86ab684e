"""A client of the table server for programs: create a table, sit down by a link, follow, play.

For instance::

    from hollygin.client import play

    match = play("https://example.org/t/0123456789abcdef?key=…", make_player("simple"), "Robot")

Needs the ``server`` extra of the package.
"""

from hollygin.errors import ClientError, ServerRefusal
from hollygin.extras import install_line

try:
    from hollygin.client.connection import Lost
    from hollygin.client.fairness import DealCheck
    from hollygin.client.link import Link, parse_link, parse_server
    from hollygin.client.mirror import Mirror
    from hollygin.client.play import play, play_at
    from hollygin.client.seats import KeptSeat, SeatFolder
    from hollygin.client.table import News, RemoteTable
    from hollygin.client.visit import Visit, create_table, join_table, watch_table
except ModuleNotFoundError as error:
    if str(error.name).partition(".")[0] == "hollygin":
        raise
    raise ModuleNotFoundError(
        f"hollygin.client needs the extra 'server' ({error.name} is missing): {install_line('server')}",
        name=error.name,
    ) from None


__all__ = [
    "ClientError",
    "DealCheck",
    "KeptSeat",
    "Link",
    "Lost",
    "Mirror",
    "News",
    "RemoteTable",
    "SeatFolder",
    "ServerRefusal",
    "Visit",
    "create_table",
    "join_table",
    "parse_link",
    "parse_server",
    "play",
    "play_at",
    "watch_table",
]
