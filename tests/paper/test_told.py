"""The words that the browser is held to are those of the server side."""

import json

from hollygin.options import OPTIONS
from hollygin.rules import PROFILES
from tests.paper import told


def test_the_file_is_what_is_said_now() -> None:
    """If this fails, ``python -m tests.paper.told`` writes the file anew; then the browser has to follow."""
    assert told.FILE.read_text(encoding="utf-8") == told.text()


def test_the_sheets_are_of_every_kind() -> None:
    sheets = json.loads(told.FILE.read_text(encoding="utf-8"))["sheets"]
    names = {sheet["name"].split(",")[0] for sheet in sheets}
    assert {*PROFILES, *(f"shutout {rule}" for rule in OPTIONS["shutout"].choices), "teams"} <= names
    assert {sheet["sheet"]["result"] for sheet in sheets} == {None, 0, 1, "tie"}
    assert {sheet["viewer"] for sheet in sheets} == {None, 0, 1}
    lines = [line for sheet in sheets for line in sheet["lines"]]
    tables = [table for line in lines for table in line["tables"]]
    entries = [entry for line in lines for entry in line["entries"]]
    assert {len(line["entries"]) for line in lines} == {0, 1, 2}
    assert any(line["fault"] for line in lines)
    assert {table["outcome"] for table in tables} == {
        None,
        "knock",
        "gin",
        "big_gin",
        "undercut",
        "tie",
        "void",
    }
    assert any(entry["passed"] is not None for entry in entries)
    assert any(entry["opens"] not in (None, entry["number"] - 1) for entry in entries)
    assert max(entry["number"] for entry in entries) > 10
    assert max(len(entry["closes"]) for entry in entries) > 1
    assert any(table["doubled"] for table in tables)
