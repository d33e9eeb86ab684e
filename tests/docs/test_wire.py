"""The page about the wire names what the server does, and its messages are real ones."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import hollygin
from hollygin.server.run import MESSAGE_BYTES
from hollygin.server.settings import Settings
from hollygin.server.sheets.log import MOST_ENTRIES, MOST_STEPS
from hollygin.wire import HTTP_BODIES, SCORE_BODIES, Command, Message, schema

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "wire.md").read_text(encoding="utf-8")
DEPLOYMENT = (ROOT / "docs" / "deployment.md").read_text(encoding="utf-8")
SERVER = Path(hollygin.__file__).parent / "server"
SCHEMA = schema()
ROOTS = ("client", "server", "score_client", "score_server")


def rows(title: str) -> list[list[str]]:
    section = PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def codes() -> Iterator[str]:
    """What the server refuses with: ``refuse("…")``, ``Fault("…")``, ``cut("…")``, and what a reader's end returns."""
    for source in (*SERVER.rglob("*.py"), SERVER.parent / "names.py"):
        if source.name == "run.py":  # what keeps the server from starting is no refusal
            continue
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            value: ast.expr | None = None
            if isinstance(node, ast.Call) and node.args:
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                value = node.args[0] if name in ("refuse", "Fault", "cut", "Bye") else None
            elif isinstance(node, ast.Return) and source.name == "connection.py":
                value = node.value
            if isinstance(value, ast.Constant) and isinstance(value.value, str) and value.value:
                yield value.value


def test_every_refusal_is_told_and_no_other() -> None:
    told = [row[0].strip("`") for row in rows("Refusals") if row[0].startswith("`")]
    assert told == sorted(set(codes()))


def test_every_message_is_told() -> None:
    cells = [row[0] for title in ("The socket", "Score sheets") for row in rows(title)]
    told = {cell.strip("`") for cell in cells if re.fullmatch(r"`\w+`", cell)}
    kinds = {str(kind.__struct_config__.tag) for base in (Command, Message) for kind in base.__subclasses__()}
    assert told == kinds


@pytest.mark.parametrize("block", re.findall(r"```json\n(.*?)```", PAGE, flags=re.DOTALL))
def test_the_examples_keep_to_the_schema(block: str) -> None:
    value = json.loads(block)
    names = [SCHEMA[root] for root in ROOTS] if "type" in value else []
    names += [] if names else [{"$ref": f"#/$defs/{kind.__name__}"} for kind in (*HTTP_BODIES, *SCORE_BODIES)]
    assert any(Draft202012Validator({"$defs": SCHEMA["$defs"], **root}).is_valid(value) for root in names)


def test_the_limits_are_those_of_the_server() -> None:
    settings = Settings()
    told = {row[0]: row[1] for row in rows("Limits")}
    assert told["a message from the client"] == f"{MESSAGE_BYTES} bytes"
    assert told["messages on a connection"] == (
        f"{settings.messages_per_second:.0f} a second, {settings.message_burst} at once"
    )
    assert told["connections from an address"] == str(settings.connections_per_address)
    assert told["tables from an address"] == f"{settings.tables_per_hour} an hour"
    assert told["one-time codes tried from an address"] == f"{settings.guesses_per_hour} an hour"
    assert told["messages that wait for a slow reader"].startswith(f"{settings.outbox},")
    assert told["silence on a connection"] == f"{settings.idle_connection:.0f} s"
    assert told["deals on a score sheet"] == f"{MOST_ENTRIES}, with at most {MOST_STEPS} changes in all"
    assert told["a score sheet without a change"] == told["a table without a move"]
    assert told["a table without a move"] == f"{settings.keep_tables / 86_400:.0f} days"
