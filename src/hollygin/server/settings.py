"""How a server is set up: one table of settings, for ``hollygin serve``, the environment and the documentation."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, Final, Literal, TypeVar

T = TypeVar("T")

Kind = Literal["text", "whole", "seconds", "switch", "origins"]

PREFIX: Final = "HOLLYGIN_"
"""How the variables of the environment begin that set a server up."""

_DAY: Final = 86_400


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: what it accepts, and where an operator sets it.

    ``option`` belongs to ``hollygin serve``; ``variable`` of the environment holds if the option is not given. ``low``
    and ``high`` bound numbers. What it means is the text ``cli.serve.option.NAME`` of the catalogues.
    """

    name: str
    kind: Kind
    default: Any
    low: float
    high: float

    @property
    def option(self) -> str:
        """``--trust-proxy``; ``--origin`` names one of several and is repeated."""
        return "--" + (self.name[:-1] if self.kind == "origins" else self.name).replace("_", "-")

    @property
    def variable(self) -> str:
        """``HOLLYGIN_TRUST_PROXY``."""
        return PREFIX + self.name.upper()


def _setting(default: T, kind: Kind, low: float = 0, high: float = 0) -> T:
    result: T = field(default=default, metadata={"kind": kind, "low": low, "high": high})
    return result


@dataclass(frozen=True, slots=True)
class Settings:
    """The values of all settings; times in seconds.

    ``database`` is a URL or a SQLite file. ``origins`` are the origins that browsers may come from besides the
    server's own host. ``trust_proxy`` takes the client's address and scheme from the last proxy's headers.
    ``computer_pause`` is the least time a computer takes over a decision, so that people can follow.
    """

    host: str = _setting("127.0.0.1", "text")
    port: int = _setting(8000, "whole", 0, 65_535)
    database: str = _setting("hollygin.db", "text")
    origins: tuple[str, ...] = _setting((), "origins")
    trust_proxy: bool = _setting(default=False, kind="switch")
    workers: int = _setting(1, "whole", 1, 64)
    computer_pause: float = _setting(0.6, "seconds", 0, 60)
    thinkers: int = _setting(2, "whole", 1, 64)
    away_grace: float = _setting(3.0, "seconds", 0, 600)
    idle_connection: float = _setting(75.0, "seconds", 30, _DAY)
    keep_tables: float = _setting(30.0 * _DAY, "seconds", 3600, 3650 * _DAY)
    code_lasts: int = _setting(600, "whole", 10, _DAY)
    tables_per_hour: int = _setting(60, "whole", 1, 1_000_000)
    guesses_per_hour: int = _setting(60, "whole", 1, 1_000_000)
    connections_per_address: int = _setting(200, "whole", 1, 1_000_000)
    messages_per_second: int = _setting(20, "whole", 1, 10_000)
    message_burst: int = _setting(60, "whole", 1, 100_000)
    outbox: int = _setting(256, "whole", 16, 100_000)
    live_tables: int = _setting(20_000, "whole", 1, 10_000_000)


SETTINGS: Final = tuple(
    Setting(known.name, default=known.default, **known.metadata) for known in fields(Settings)
)
"""All settings, in the order in which they are shown."""
