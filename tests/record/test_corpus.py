"""Every file of the corpus: the valid ones hold, the invalid ones have exactly the faults that they announce."""

import json
import re
from pathlib import Path

import pytest

from hollygin.record import (
    Format,
    Reading,
    RecordError,
    RecordFault,
    match_of,
    read,
    read_all,
    read_lenient,
    record_of_score,
    redact,
    score_of,
    verify_record,
    write,
)
from hollygin.record.model import action_line
from tests.record import make
from tests.record.corpus.valid import PERSPECTIVES

RECORDS = make.TESTS / "records"
VALID = sorted((RECORDS / "valid").iterdir())
INVALID = sorted(path for path in (RECORDS / "invalid").iterdir() if path.name != "expectations.json")


def test_what_is_checked_in_is_what_the_command_makes() -> None:
    made = make.files()
    assert {path: (make.TESTS / path).read_bytes() for path in made} == made
    for folder in {path.parent for path in made} - {Path("data")}:
        assert set((make.TESTS / folder).iterdir()) == {
            make.TESTS / path for path in made if path.parent == folder
        }


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.name)
def test_valid_file_holds(path: Path) -> None:
    text = path.read_text()
    for record in (records := read_all(path.read_bytes(), name=path.name)):
        assert verify_record(record) == ()
        for format_ in Format:
            assert read(write(record, format_)) == record
        if record.sheet_only:
            assert record_of_score(score_of(record), record).deals == ()
            continue
        if record.perspective is None:
            for perspective in PERSPECTIVES:
                seen = redact(record, perspective)
                assert match_of(seen).sheet == match_of(record).sheet
                assert verify_record(seen) == ()
    assert "".join(write(record, Format(path.suffix[1:])) for record in records) == text
    assert [found.record for found in read_lenient(text)] == records


def told(path: Path) -> tuple[list[str], str]:
    """The faults that a file announces, and what holds of it."""
    if path.suffix != ".toml":
        entry = json.loads((RECORDS / "invalid" / "expectations.json").read_text())[path.name]
        return entry["expect"], entry["kept"]
    text = path.read_bytes().decode("latin-1")
    (kept,) = re.findall(r"^# kept: (.+)$", text, re.MULTILINE)
    return re.findall(r"^# expect: (.+)$", text, re.MULTILINE), kept


def place(fault: RecordFault) -> str:
    places = {"line": fault.line, "deal": fault.deal, "action": fault.action}
    return " ".join([fault.code, *(f"{name}={value}" for name, value in places.items() if value is not None)])


def kept_of(found: Reading) -> str:
    if found.record is None:
        return "nothing"
    deals = len(found.record.deals) + len(found.record.entries)
    return f"deals={deals} actions={sum(len(deal.actions) for deal in found.record.deals)}"


@pytest.mark.parametrize("path", INVALID, ids=lambda path: path.name)
def test_invalid_file_has_just_the_faults_it_announces(path: Path) -> None:
    expected, kept = told(path)
    with pytest.raises(RecordError) as error:
        read_all(path.read_bytes(), name=path.name)
    assert place(error.value.faults[0]) == expected[0]
    assert error.value.faults[0].at.startswith(path.name)
    found = list(read_lenient(path.read_bytes(), name=path.name))[-1]
    assert [place(fault) for fault in found.faults] == expected
    assert kept_of(found) == kept


@pytest.mark.parametrize("path", INVALID, ids=lambda path: path.name)
def test_the_prefix_that_a_lenient_reader_keeps_is_valid_and_stood_in_the_file(path: Path) -> None:
    for found in read_lenient(path.read_bytes(), name=path.name):
        if found.record is None:
            continue
        score_of(found.record)
        text = write(found.record)
        assert read(text) == found.record
        for deal in found.record.deals:
            for seat, action in deal.actions:
                line = action_line(seat, action)
                lines = line, line.replace("defense", "spread", 1)  # the word of versions 1 and 2
                assert any(f'"{one}"' in path.read_text() for one in lines)


def test_there_is_an_invalid_file_for_every_code_that_a_reader_finds() -> None:
    seen = {line.split()[0] for path in INVALID for line in told(path)[0]}
    assert len(INVALID) >= 60
    assert seen >= {"not-utf8", "bad-syntax", "too-deep", "not-a-record", "unknown-version", "bad-order"}


def test_every_profile_ending_and_perspective_is_there() -> None:
    records = [record for path in VALID for record in read_all(path.read_bytes(), name=path.name)]
    outcomes = {deal.stated.outcome for record in records for deal in record.deals}
    assert outcomes == {"knock", "gin", "big_gin", "undercut", "tie", "void", None}
    assert {record.perspective for record in records} == {0, 1, "spectator", None}
    assert {record.resigned for record in records} == {0, 1, None}
