from collections.abc import Iterator
from pathlib import Path

import pytest

from hollygin.client import SeatFolder, connection
from tests.server.launch import Site


@pytest.fixture(scope="package")
def site() -> Iterator[Site]:
    with Site(database="sqlite://") as site:
        yield site


@pytest.fixture
def seats(tmp_path: Path) -> SeatFolder:
    return SeatFolder(tmp_path / "seats")


@pytest.fixture(autouse=True)
def in_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The servers of the tests take any number of commands a second."""
    monkeypatch.setattr(connection, "RATE", 1e6)
