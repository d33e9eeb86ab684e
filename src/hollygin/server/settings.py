"""How a server is set up: by arguments of ``hollygin serve`` or by the environment."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """All that can be set; times in seconds.

    ``database`` is a URL or a SQLite file. ``origins`` are the origins that browsers may come from besides the
    server's own host. ``trust_proxy`` takes the client's address and scheme from the last proxy's headers.
    ``computer_pause`` is the least time a computer takes over a decision, so that people can follow.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = "hollygin.db"
    origins: tuple[str, ...] = ()
    trust_proxy: bool = False
    computer_pause: float = 0.6
    away_grace: float = 3.0
    idle_connection: float = 75.0
    keep_tables: float = 30 * 86_400.0
    code_lasts: int = 600
    messages_per_second: float = 20.0
    message_burst: int = 60
    connections_per_address: int = 200
    tables_per_hour: int = 60
    guesses_per_hour: int = 60
    outbox: int = 256
    live_tables: int = 20_000
    thinkers: int = 2
