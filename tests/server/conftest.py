"""Servers, visitors and databases for the tests of the server."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.client import Visitor
from tests.server.launch import Process, Site

MISSING = "PostgreSQL is needed: no initdb found; on Debian: apt-get update && apt-get install -y postgresql"


def _program(name: str) -> str:
    """A program of PostgreSQL, where Debian puts it or on the path."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    path = str(found[-1]) if found else shutil.which(name)
    if path is None:
        pytest.fail(MISSING, pytrace=False)
    return path


class Postgres:
    """A private cluster, on a Unix socket in its own directory."""

    def __init__(self) -> None:
        self.home = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))
        self.user = pwd.getpwuid(os.getuid()).pw_name
        self.prefix: list[str] = []
        if os.getuid() == 0:  # which PostgreSQL refuses
            names = {entry.pw_name for entry in pwd.getpwall()}
            self.user = "postgres" if "postgres" in names else "nobody"
            shutil.chown(self.home, self.user)
            self.prefix = ["runuser", "-u", self.user, "--"]
        self.databases = 0

    def run(self, name: str, *arguments: str) -> None:
        subprocess.run(
            [*self.prefix, _program(name), *arguments],
            check=True,
            capture_output=True,
            cwd=self.home,
            timeout=60,
        )

    def start(self) -> None:
        self.run("initdb", "-D", f"{self.home}/data", "-A", "trust", "-U", "hollygin", "-N", "-E", "UTF8")
        options = f"-c listen_addresses='' -c unix_socket_directories={self.home} -c fsync=off -c max_connections=200"
        self.run("pg_ctl", "-D", f"{self.home}/data", "-w", "-l", f"{self.home}/log", "-o", options, "start")

    def stop(self) -> None:
        self.run("pg_ctl", "-D", f"{self.home}/data", "-m", "immediate", "stop")
        shutil.rmtree(self.home)

    def database(self) -> str:
        """The URL of a fresh database."""
        self.databases += 1
        name = f"t{self.databases}"
        self.run("psql", "-h", str(self.home), "-U", "hollygin", "-c", f"CREATE DATABASE {name}", "postgres")
        return f"postgresql://hollygin@/{name}?host={self.home}"

    def ask(self, database: str, query: str) -> None:
        """Run a statement in a database of the cluster."""
        name = database.partition("@/")[2].partition("?")[0]
        self.run("psql", "-h", str(self.home), "-U", "hollygin", "-c", query, name)

    def end_links(self, database: str) -> None:
        """Cut the connections by which the workers of a database listen to each other."""
        self.ask(
            database,
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
            " AND (query LIKE 'LISTEN%' OR query LIKE '%pg_notify($1, $2)')",
        )


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    cluster = Postgres()
    cluster.start()
    yield cluster
    cluster.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A fresh database of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "tables.db")
    cluster: Postgres = request.getfixturevalue("postgres")
    return cluster.database()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One server for all tests that need nothing special."""
    database = tmp_path_factory.mktemp("site") / "tables.db"
    with Site(database=str(database), connections_per_address=5000, guesses_per_hour=10_000) as site:
        yield site


@pytest.fixture
def own_site(tmp_path: Path) -> Iterator[Callable[..., Site]]:
    """Servers with settings of their own."""
    sites: list[Site] = []

    def start(**settings: Any) -> Site:
        site = Site(**{"database": str(tmp_path / f"{len(sites)}.db"), **settings})
        site.__enter__()
        sites.append(site)
        return site

    yield start
    for site in sites:
        site.__exit__()


@pytest.fixture
def visitor() -> Iterator[Callable[..., Visitor]]:
    """Browsers, closed at the end."""
    visitors: list[Visitor] = []

    def arrive(site: Site | Process, cookie: str | None = None) -> Visitor:
        visitors.append(Visitor(site.url, cookie))
        return visitors[-1]

    yield arrive
    for one in visitors:
        one.http.close()


class Pair:
    """A host and a guest who sit at a table."""

    def __init__(self, visitor: Callable[..., Visitor], site: Site | Process, **options: Any) -> None:
        self.host, self.guest, self.anyone = visitor(site), visitor(site), visitor(site)
        self.made = self.host.create(**options)
        self.table: str = self.made["table"]
        self.guest.sit(self.made).raise_for_status()

    @property
    def both(self) -> tuple[Visitor, Visitor]:
        return self.host, self.guest


@pytest.fixture
def pair(visitor: Callable[..., Visitor]) -> Callable[..., Pair]:
    return lambda site, **options: Pair(visitor, site, **options)
