"""The files that a command line names: read whole, and written whole or not at all."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from hollygin.errors import BadInput, Fault


def file_bytes(file: str, at: str, most: int) -> bytes:
    """The bytes of a file, ``-`` for standard input; of a larger one than ``most`` one byte more than that.

    Raises BadInput (``no-such-file``, ``is-a-directory``, ``cannot-read``) at ``at``.
    """
    try:
        if file == "-":
            return b"" if sys.stdin is None else sys.stdin.buffer.read(most + 1)
        with Path(file).open("rb") as stream:
            return stream.read(most + 1)
    except (FileNotFoundError, ValueError) as error:
        raise BadInput(Fault("no-such-file", params={"file": file}), at=at) from error
    except IsADirectoryError as error:
        raise BadInput(Fault("is-a-directory", params={"file": file}), at=at) from error
    except OSError as error:
        params = {"file": file, "reason": error.strerror}
        raise BadInput(Fault("cannot-read", params=params), at=at) from error


def write_whole(path: Path, data: bytes) -> None:
    """Put a file in the place of what was there; whoever reads it finds the old or the new, never a part.

    Raises OSError, and leaves what was there.
    """
    new = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with new.open("wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise


def write_out(path: Path, data: bytes, at: str) -> None:
    """Write a file that a command line names. Raises BadInput (``cannot-write``) at ``at``."""
    try:
        write_whole(path, data)
    except OSError as error:
        raise cannot_write(str(path), error, at) from error


def free_path(file: str, at: str, *, force: bool | None = None) -> Path:
    """Where a new file can be written, in place of an older one only with ``force``.

    Raises BadInput (``is-a-directory``, ``not-a-file``, ``file-exists``, ``file-taken``, ``cannot-write``) at ``at``.
    """
    path = Path(file)
    try:
        path.lstat()
    except FileNotFoundError:
        return path
    except (OSError, ValueError) as error:
        raise cannot_write(file, error, at) from error
    if path.is_dir():
        raise BadInput(Fault("is-a-directory", params={"file": file}), at=at)
    if not path.is_file():
        raise BadInput(Fault("not-a-file", params={"file": file}), at=at)
    if force is None:
        raise BadInput(Fault("file-taken", params={"file": file}), at=at)
    if not force:
        raise BadInput(Fault("file-exists", params={"file": file}), at=at)
    return path


def cannot_write(file: str, error: OSError | ValueError, at: str) -> BadInput:
    """The error of a file that the system does not let us write."""
    reason = getattr(error, "strerror", None) or str(error)
    return BadInput(Fault("cannot-write", params={"file": file, "reason": reason}), at=at)
