"""Keeps the secrets that prove the user's seats, so that they find the same seat again."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile

from hollygin.client.link import Link


@dataclass(frozen=True, slots=True)
class KeptSeat:
    """The user's seat at a table; ``secret`` is the value of the server's cookie."""

    origin: str
    table: str
    name: str
    secret: str


class SeatFolder:
    """A folder with one file per seat, which nobody else can read; by default in the user's data folder."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or _data_home() / "hollygin" / "seats"

    def find(self, link: Link) -> list[KeptSeat]:
        """The kept seats of a table, by name. Unreadable files are skipped."""
        found: list[KeptSeat] = []
        for file in sorted(self.path.glob(f"{link.table}-*.json")):
            try:
                seat = KeptSeat(**json.loads(file.read_text(encoding="utf-8")))
            except (OSError, ValueError, TypeError):
                continue
            if (seat.origin, seat.table) == (link.origin, link.table):
                found.append(seat)
        return sorted(found, key=lambda seat: seat.name)

    def prepare(self) -> None:
        """Make the folder, before a seat could be lost for want of it. Raises OSError."""
        self.path.mkdir(parents=True, exist_ok=True, mode=0o700)

    def keep(self, seat: KeptSeat) -> None:
        """Write a seat to its file. Raises OSError if it cannot be written."""
        name = hashlib.sha256(f"{seat.origin}\n{seat.name}".encode()).hexdigest()[:12]
        with NamedTemporaryFile("w", dir=self.path, delete=False, encoding="utf-8") as file:
            json.dump(asdict(seat), file)  # a new temporary file is for its owner alone
        Path(file.name).replace(self.path / f"{seat.table}-{name}.json")


def _data_home() -> Path:
    home = os.environ.get("XDG_DATA_HOME", "")
    return Path(home) if Path(home).is_absolute() else Path.home() / ".local" / "share"
