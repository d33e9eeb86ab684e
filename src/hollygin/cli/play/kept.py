"""The record of a match on disk while it is played, and its companion, which is needed to go on.

Until the match is over, the record holds no more than the persons at the terminal have seen. The companion
has the seed of the shuffles. The last action deletes it.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from hollygin.cli.files import file_bytes, write_whole
from hollygin.cli.records.sources import read_record
from hollygin.errors import BadInput, Fault, HollyginError
from hollygin.match import Match
from hollygin.record import DealRecord, Perspective, Record, complete, match_of, record_of, write
from hollygin.record.files import format_of
from hollygin.shuffle import House

try:
    import fcntl
except ImportError:  # Windows
    HAS_LOCKS = False
else:
    HAS_LOCKS = True

AT: Final = "--resume"
"""The place of the name of a match to resume, in faults."""

_SEAL: Final = "_seal"
"""The user field that shows that a record has not been changed since."""
_MOST_BYTES: Final = 2**16


@dataclass(frozen=True, slots=True)
class Companion:
    """What is needed to resume a match: the seed of its shuffles, its players, and their names if given."""

    seed: str
    players: tuple[str, str]
    names: tuple[str, str] | None


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A match on disk that can be resumed; ``head`` is its record without the deals."""

    path: Path
    companion: Companion
    head: Record
    house: House
    match: Match


@dataclass(slots=True)
class Recorder:
    """Writes the record of a match after each change; ``head`` supplies what the match does not hold.

    ``trouble`` is the system's error of the last attempt; empty if it was written.
    """

    path: Path
    head: Record
    house: House
    perspective: Perspective
    trouble: str = ""
    _ended: list[DealRecord] = field(default_factory=list)

    def keep(self, match: Match) -> None:
        """Replace the record by the match as it is now."""
        try:
            if match.over:
                self._write(record_of(match, self.head, shuffles=self.house.shuffles))
                companion_path(self.path).unlink(missing_ok=True)
            else:
                self._write(self._running(match))
            self.trouble = ""
        except OSError as error:
            self.trouble = error.strerror or str(error)

    def _running(self, match: Match) -> Record:
        """The record of an unfinished match, as it was seen, with its seal."""
        for i in range(len(self._ended), len(match.lines)):
            self._ended.append(self._seen(match, i))
        deals = [*self._ended, *([] if match.deal is None else [self._seen(match, len(match.lines))])]
        record = replace(
            self.head, first_dealer=match.first_dealer, deals=tuple(deals), perspective=self.perspective
        )
        return replace(record, extra={_SEAL: _seal(record, str(self.house.seed))})

    def _seen(self, match: Match, i: int) -> DealRecord:
        """The record of one deal as it was seen. It depends on no other deal, so it is made by itself."""
        running = i == len(match.lines)
        deal = match.deal if running else match.deals[i]
        assert deal is not None
        alone = Match.start(match.rules, deal.dealer)._replace(
            deal=deal if running else None,
            lines=match.lines[i : i + 1],
            deals=match.deals[i : i + 1],
        )
        shuffles = {1: self.house.shuffle(i + 1)}
        return record_of(alone, self.head, shuffles=shuffles, perspective=self.perspective).deals[0]

    def _write(self, record: Record) -> None:
        write_whole(self.path, write(record, format_of("", self.path.name)).encode())


def companion_path(path: Path) -> Path:
    """The path of the companion of a record."""
    return path.with_name(f"{path.name}.house")


@contextmanager
def begun(path: Path, companion: Companion) -> Iterator[None]:
    """Write the companion of a new match, for the owner alone, and hold it. Raises OSError."""
    fd = os.open(companion_path(path), os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
    with _held(fd, path):
        names = companion.names
        text = json.dumps({"seed": companion.seed, "players": companion.players, "names": names})
        os.write(fd, f"{text}\n".encode())
        os.fsync(fd)
        try:
            yield
        finally:
            if not path.exists():  # nothing was played that could go on
                companion_path(path).unlink(missing_ok=True)


@contextmanager
def resumed(path: Path) -> Iterator[Unfinished]:
    """The unfinished match of a record, held so that nobody else resumes it.

    Raises BadInput (``match-over``, ``being-played``, ``no-house``, ``bad-house``, ``record-changed``, or that a file cannot be
    read) and RecordError; nothing has changed then.
    """
    companion = companion_path(path)
    try:
        fd = os.open(companion, os.O_RDWR)
    except (OSError, ValueError) as error:
        if is_over(path):
            raise BadInput(Fault("match-over", "R8.7"), at=AT) from error
        if isinstance(error, FileNotFoundError):
            raise BadInput(Fault("no-house", params={"file": str(companion)}), at=AT) from error
        params = {"file": str(companion), "reason": getattr(error, "strerror", None) or str(error)}
        raise BadInput(Fault("cannot-read", params=params), at=AT) from error
    with _held(fd, path):
        yield _unfinished(path)


@contextmanager
def _held(fd: int, path: Path) -> Iterator[None]:
    """Lock the match whose companion is open, until the process ends at the latest."""
    try:
        if HAS_LOCKS:
            try:
                fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise BadInput(Fault("being-played", params={"file": str(path)}), at=AT) from error
        yield
    finally:
        os.close(fd)


def is_over(path: Path) -> bool:
    """Whether the match of a record is over; raises as :func:`read_record` does."""
    return match_of(read_record(str(path), AT)).over


def _unfinished(path: Path) -> Unfinished:
    record = read_record(str(path), AT)
    if match_of(record).over:
        raise BadInput(Fault("match-over", "R8.7"), at=AT)
    companion = _companion(companion_path(path))
    changed = BadInput(Fault("record-changed", params={"file": str(path)}), at=AT)
    bare = replace(record, extra={})
    if not hmac.compare_digest(str(record.extra.get(_SEAL)).encode(), _seal(bare, companion.seed).encode()):
        raise changed
    house = House(companion.seed)
    shuffles = {number: house.shuffle(number) for number in range(1, len(record.deals) + 1)}
    try:
        match = match_of(complete(bare, shuffles))
    except HollyginError as error:
        raise changed from error
    return Unfinished(path, companion, replace(bare, deals=(), perspective=None), house, match)


def _seal(record: Record, seed: str) -> str:
    return hmac.new(seed.encode(), write(record).encode(), hashlib.sha256).hexdigest()


def _companion(path: Path) -> Companion:
    try:
        found = json.loads(file_bytes(str(path), AT, _MOST_BYTES))
        match found:
            case {"seed": str(seed), "players": [str(one), str(two)], "names": None}:
                return Companion(seed, (one, two), None)
            case {"seed": str(seed), "players": [str(one), str(two)], "names": [str(first), str(second)]}:
                return Companion(seed, (one, two), (first, second))
    except (ValueError, RecursionError):
        pass
    raise BadInput(Fault("bad-house", params={"file": str(path)}), at=AT)


# The matches among the user's data


def matches_folder() -> Path:
    """The default folder of records. Raises OSError if the user has no home."""
    base = Path(os.environ.get("XDG_DATA_HOME", ""))
    if not base.is_absolute():
        try:
            base = Path.home() / ".local" / "share"
        except RuntimeError as error:
            raise FileNotFoundError(str(error)) from error
    return base / "hollygin" / "matches"


def free_name(date: str, players: tuple[str, str]) -> Path:
    """A new record in the user's data, named by its date and its players. Raises OSError."""
    words = (date[:16].replace("T", "-"), *players)
    name = "-".join("".join(sign if sign.isalnum() else "-" for sign in word.lower()) for word in words)
    folder, number = matches_folder(), 1
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.toml"
    while path.exists() or companion_path(path).exists():
        number += 1
        path = folder / f"{name}-{number}.toml"
    return path


def latest_unfinished() -> Path | None:
    """The record of the last unfinished match in the user's data; None if there is none."""
    records = [path.with_name(path.stem) for path in matches_folder().glob("*.house")]
    found = sorted((path for path in records if path.exists()), key=lambda path: path.stat().st_mtime_ns)
    for path in reversed(found):
        with suppress(HollyginError):  # the last unfinished match, even if it cannot be read
            if is_over(path):
                continue
        return path
    return None
