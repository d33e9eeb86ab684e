"""``hollygin serve``: the real command in a process of its own."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hollygin.client import SeatFolder, create_table, play_at
from hollygin.locale import LANGUAGES
from hollygin.players import SimplePlayer
from hollygin.server.settings import SETTINGS, Setting, Settings
from tests.cli.conftest import Run
from tests.server.conftest import Postgres
from tests.server.launch import listen

pytestmark = pytest.mark.slow


@contextmanager
def serving(folder: Path, *options: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "hollygin", "--lang", "en", "serve", *options]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        env={**os.environ, **environment},
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def address(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def test_it_says_where_it_listens_and_leaves_on_ctrl_c(tmp_path: Path) -> None:
    with serving(tmp_path, "--port", "0", "--database", "here/tables.db") as process:
        url = address(process)
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+", url)
        with urllib.request.urlopen(f"{url}/api/health") as answer:
            assert json.load(answer)["store"] is True
            assert "server" not in {name.lower() for name in answer.headers}
        with create_table(url, "Anne", opponent="simple", seats=SeatFolder(tmp_path)) as table:
            table.ready()
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=20)
        assert (process.returncode, out) == (130, "")
        assert "Traceback" not in err and (tmp_path / "here" / "tables.db").exists()


def test_it_is_set_up_by_the_environment(tmp_path: Path) -> None:
    with listen() as free:
        port = str(free.getsockname()[1])
    environment = {"HOLLYGIN_PORT": port, "HOLLYGIN_HOST": "localhost", "HOLLYGIN_DATABASE": "other.db"}
    environment |= {"HOLLYGIN_TRUST_PROXY": "on", "HOLLYGIN_ORIGINS": "https://a.example https://b.example"}
    with serving(tmp_path, **environment) as process:
        assert address(process) == f"http://127.0.0.1:{port}"
        for origin, status in (("https://b.example", 422), ("https://c.example", 403)):
            request = urllib.request.Request(f"http://127.0.0.1:{port}/api/tables", b"{}", {"Origin": origin})
            with pytest.raises(urllib.error.HTTPError, match=str(status)) as caught:
                urllib.request.urlopen(request)
            caught.value.close()
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=20)
        assert process.returncode == -signal.SIGTERM
    assert (tmp_path / "other.db").exists()


def test_its_logs_are_lines_of_json_without_secrets(tmp_path: Path) -> None:
    """The database is taken away while it serves: what fails is logged, and what proves a seat is not."""
    with serving(tmp_path, "--port", "0", "--database", "tables.db") as process:
        url = address(process)
        table = create_table(url, "Anne", opponent="simple", seats=SeatFolder(tmp_path / "seats"))
        with table:
            for file in tmp_path.glob("tables.db*"):
                file.write_bytes(b"nothing" * 4096)
            with pytest.raises(Exception, match="try-again"):
                play_at(table, SimplePlayer())
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=20)
    lines = [json.loads(line) for line in err.splitlines()]
    assert lines and all({"time", "level", "logger", "message"} <= line.keys() for line in lines)
    secret = str(table.http.secret)
    key = str(table.info.watch).partition("key=")[2]
    assert secret not in err and key not in err


@pytest.fixture
def postgres() -> Iterator[Postgres]:
    cluster = Postgres()
    cluster.start()
    yield cluster
    cluster.stop()


def test_two_workers_on_postgresql(tmp_path: Path, postgres: Postgres) -> None:
    environment = {"HOLLYGIN_DATABASE": postgres.database(), "HOLLYGIN_WORKERS": "2"}
    with serving(tmp_path, "--port", "0", **environment) as process:
        url = address(process)
        seats = SeatFolder(tmp_path)
        with create_table(url, "Anne", opponent="simple", seats=seats) as table:
            table.ready()
            table.resign()
            assert table.over
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
        assert (process.returncode, out) == (130, "")
        assert "Traceback" not in err


def test_a_database_of_a_newer_version(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    with serving(tmp_path, "--port", "0", "--database", str(file)) as process:
        assert address(process)
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    ran = run("--lang", "en", "serve", "--database", str(file))
    assert ran.status == 2 and "last used by a newer hollygin" in ran.err


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (("--port", "65536"), "--port: “65536” is not possible here; allowed: a whole number, 0–65535"),
        (("--workers", "0"), "allowed: a whole number, 1–64"),
        (("--workers", "2", "--database", "{folder}/a.db"), "Several workers need PostgreSQL"),
        (("--database", "mysql://u:secret@h/d"), "neither a SQLite file nor a postgresql:// URL"),
        (("--database", "postgresql://u:secret@127.0.0.1:1/d"), "The database cannot be used: "),
        (("--database", "{folder}"), "The database cannot be used: unable to open database file"),
        (("--database", "/dev/null/x/a.db"), "The database cannot be used: Not a directory"),
        (("--database", "{folder}/no.db"), "The database cannot be used: file is not a database"),
        (
            ("--origin", "gin.example.org", "--database", "{folder}/a.db"),
            "“gin.example.org” is not an origin",
        ),
        (("--port", "{taken}", "--database", "{folder}/a.db"), "Address already in use"),
        (("--host", "192.0.2.1", "--database", "{folder}/a.db"), "Cannot assign requested address"),
    ],
)
def test_refused(run: Run, tmp_path: Path, line: tuple[str, ...], said: str) -> None:
    (tmp_path / "no.db").write_text("nothing " * 100)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        words = [word.format(folder=tmp_path, taken=taken.getsockname()[1]) for word in line]
        ran = run("--lang", "en", "serve", *words)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err and ran.err.count("\n") == 1 and "secret" not in ran.err


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("HOLLYGIN_PORT", "x"),
        ("HOLLYGIN_WORKERS", "-1"),
        ("HOLLYGIN_TRUST_PROXY", "maybe"),
        ("HOLLYGIN_ORIGINS", "x"),
    ],
)
def test_refused_in_the_environment(run: Run, monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    ran = run("--lang", "en", "serve")
    assert ran.status == 2 and ran.err.startswith(f"hollygin: {name}: “{value}” ")


ELSEWHERE = {
    "text": "elsewhere",
    "whole": "11",
    "seconds": "3601",
    "switch": "on",
    "origins": "https://a.example",
}
"""A value of each kind that is nobody's default."""


def value_of(setting: Setting) -> Any:
    text = ELSEWHERE[setting.kind]
    wide = setting.low <= 3601 <= setting.high
    kinds: dict[str, Any] = {"text": text, "whole": 17, "switch": True, "origins": (text,)}
    return kinds.get(setting.kind, 3601.0 if wide else setting.high)


def test_every_setting_has_an_option_and_a_variable(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is given on the line, or in the environment, is what the server is set up with."""
    given: list[Settings] = []
    monkeypatch.setattr("hollygin.server.run.run", lambda settings, _: given.append(settings))
    assert run("serve") == (0, "", "") and given.pop() == Settings()
    for setting in SETTINGS:
        value = value_of(setting)
        wanted = replace(Settings(), **{setting.name: value})
        word = " ".join(value) if setting.kind == "origins" else "on" if value is True else str(value)
        assert wanted != Settings()
        line = (setting.option,) if setting.kind == "switch" else (setting.option, word)
        assert run("serve", *line) == (0, "", "") and given.pop() == wanted
        with monkeypatch.context() as patched:
            patched.setenv(setting.variable, word)
            assert run("serve") == (0, "", "") and given.pop() == wanted
            patched.setenv(setting.variable, "")
            assert run("serve") == (0, "", "") and given.pop() == Settings()


def test_an_option_goes_before_its_variable(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Settings] = []
    monkeypatch.setattr("hollygin.server.run.run", lambda settings, _: given.append(settings))
    monkeypatch.setenv("HOLLYGIN_OUTBOX", "17")
    assert run("serve", "--outbox", "18").status == 0
    assert given.pop().outbox == 18


@pytest.mark.parametrize("setting", [one for one in SETTINGS if one.kind in ("whole", "seconds")], ids=str)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_numbers_keep_to_their_range(
    run: Run, monkeypatch: pytest.MonkeyPatch, setting: Setting, lang: str
) -> None:
    for text in (f"{setting.low - 1:.10g}", f"{setting.high + 1:.10g}", "nan", "1e999", "", "٣"):
        ran = run("serve", setting.option, text, "--lang", lang)
        assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
        assert setting.option in ran.err and f"{setting.low:.10g}–{setting.high:.10g}" in ran.err
    monkeypatch.setenv(setting.variable, "many")
    assert setting.variable in run("serve", "--lang", lang).err


@pytest.mark.parametrize("command", [("serve",), ("join", "http://127.0.0.1:1/t/0123456789abcdef")])
def test_the_extra_is_missing(run: Run, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]) -> None:
    for name in list(sys.modules):
        if name.startswith(("hollygin.server.", "hollygin.client", "hollygin.wire", "hollygin.cli.join.")):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "msgspec", None)
    ran = run("--lang", "en", *command)
    assert ran.status == 2 and "pip install" in ran.err and "[server]" in ran.err


NOT_FOR_A_HAND = (
    *("starlette", "sqlalchemy", "msgspec", "uvicorn", "websockets", "alembic", "numpy", "rich"),
    *("hollygin.lab", "hollygin.players", "hollygin.engine", "hollygin.record", "hollygin.server"),
)


@pytest.mark.parametrize("line", [["hand", "As Ah Ad 2c 3c 4c 5c 9d 9h 9s"], ["--help"], ["hand", "4h"]])
def test_a_command_imports_what_it_needs(line: list[str]) -> None:
    code = (
        f"import sys; from hollygin.cli import main; main({line});"
        f"bad = set({NOT_FOR_A_HAND}) & set(sys.modules);"
        "print(bad); sys.exit(bool(bad))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout
