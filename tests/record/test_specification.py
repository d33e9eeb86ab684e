"""The specification says what the code does: its records can be read, its tables are whole."""

import json
import re
from collections.abc import Iterator
from dataclasses import fields

import pytest

from hollygin import parse_action
from hollygin.options import OPTIONS
from hollygin.record import DealRecord, Format, Record, read, record_of_score, score_of, verify_record, write
from hollygin.record.encode import to_document
from hollygin.rules import CONTRADICTIONS
from tests.record.corpus.valid import every_field, table
from tests.record.corpus.valid_score import every_score_field
from tests.record.make import TESTS
from tests.record.test_fuzz import known_codes

PAGE = (TESTS.parent / "docs" / "record.md").read_text()
SOURCES = TESTS.parent / "src" / "hollygin"
RECORDS = re.findall(r"```(toml|json)\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize(("language", "text"), RECORDS)
def test_records_of_the_page_are_read_hold_and_are_canonical(language: str, text: str) -> None:
    record = read(text)
    assert verify_record(record) == ()
    if record.sheet_only:
        assert record_of_score(score_of(record)) == record
    if text != write(table()):
        assert write(record, Format(language)) in (text, write(record))
    assert read(write(record)) == record


def test_the_page_has_an_example_of_each_kind() -> None:
    assert [language for language, _ in RECORDS] == ["toml", "toml", "toml", "json"]


def rows(title: str) -> Iterator[list[str]]:
    """The cells of the tables of a section."""
    section = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert section is not None
    for line in section[1].splitlines():
        if line.startswith("| `"):
            yield [cell.strip() for cell in line.strip("|").split(" | ")]


def test_every_field_is_in_the_tables_and_in_their_order() -> None:
    document = to_document(every_field())
    kept = to_document(every_score_field())
    head = [row[0].strip("` ") for row in rows("The head")]
    for found in (document, kept):
        assert [name for name in head if name in found] == [name for name in found if name[0] != "_"]
    names = {field.name for field in fields(Record)} | {"team_points"}
    assert {*head} - {"_…", "hollygin", "deals", "rules"} == names - {
        "deals",
        "entries",
        "rules",
        "extra",
        "profile",
        "profile_version",
        "version",
    }
    assert [row[0].strip("` ") for row in rows("The rules")] == ["profile", "version", *OPTIONS]
    deal = [row[0].strip("` ") for row in rows("A deal")]
    known = {field.name for field in fields(DealRecord)} - {"cards", "stated", "extra"}
    assert {*deal} == known | {
        "number",
        "order",
        "hands",
        "upcard",
        "stock",
        "outcome",
        "winner",
        "points",
        "_…",
    }
    written = document["deals"][0]
    assert [name for name in deal if name in written] == [name for name in written if name[0] != "_"]


def test_the_table_of_options_is_the_code() -> None:
    told = {row[0].strip("` "): row for row in rows("The rules")}
    for name, option in OPTIONS.items():
        _, need, kind, meaning = told[name]
        assert need == ("required" if option.since == 1 else "optional")
        if option.choices:
            assert kind == ", ".join(f'`"{value}"`' for value in option.choices)
        elif option.span is None:
            assert kind == "true, false"
        else:
            assert kind == ("number" if option.span.high is None else f"{option.span.low}–{option.span.high}")
        if option.since > 1:
            usual = json.dumps(option.default)
            assert meaning.startswith(f"version {option.since}, default `{usual}`: ")


def test_every_field_of_a_kept_score_is_in_its_table_and_in_its_order() -> None:
    names = [row[0].strip("` ") for row in rows("A match of which only the sheet was kept")]
    document = to_document(every_score_field())
    for deal in document["deals"]:
        assert [name for name in names if name in deal] == [name for name in deal if name[0] != "_"]
        for part in deal["tables"]:
            assert [name for name in names if name in part] == list(part)
    seen = {name for deal in document["deals"] for part in (deal, *deal["tables"]) for name in part}
    assert {*names} - {"_…"} == {name for name in seen if name[0] != "_"}


def test_every_action_of_the_table_is_one() -> None:
    actions = [row[0].strip("` ").replace(" / …", "").replace(" …", "") for row in rows("Actions")]
    kinds = {parse_action(line).kind for line in actions}
    assert kinds == {
        *("pass", "take", "draw", "discard", "knock", "gin", "big gin", "defense", "layoff", "done", "show"),
        "reshuffle",
    }


def test_every_code_is_in_the_tables() -> None:
    named = {code for row in rows("Faults") for code in re.findall(r"`([a-z0-9-]+)`", row[0])}
    written: set[str] = set()
    for path in [
        *(SOURCES / "record").glob("*.py"),
        SOURCES / "due.py",
        SOURCES / "deal.py",
        SOURCES / "actions.py",
        *(SOURCES / "score").glob("*.py"),
    ]:
        source = path.read_text()
        written |= set(re.findall(r'(?:Fault|fault|_compare)\(\s*(?:\(.*?\), )?"([a-z0-9-]+)"', source))
    elsewhere = {
        "bad-value",
        "out-of-range",
        "bad-card",
        "card-twice",
        "sheet-done",
        "sign-in-name",
        *CONTRADICTIONS,
    }
    unseen = {
        "no-such-entry",
        "wrong-tables",
        "bad-points",
        "bad-choice",
    }  # of whoever edits a score; a record cannot have them
    assert named == written - unseen | elsewhere
    assert known_codes() >= named
