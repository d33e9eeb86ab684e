"""``hollygin convert``: any form to any, redacted where asked, written whole or not at all."""

import re
from pathlib import Path

import pytest

from hollygin.locale import LANGUAGES
from hollygin.record import Format, Perspective, read, read_all, redact, write, write_lines
from tests.cli.conftest import Run

RECORDS = Path(__file__).parents[2] / "records" / "valid"
INVALID = Path(__file__).parents[2] / "records" / "invalid" / "action-bad-card.toml"
TWO_DEALS = RECORDS / "two-deals.toml"
LINES = RECORDS / "matches.jsonl"


@pytest.mark.parametrize(
    "source", ["two-deals.toml", "every-field.toml", "real-table.json", "redacted-0.toml"]
)
@pytest.mark.parametrize("form", Format)
def test_any_form_to_any(run: Run, tmp_path: Path, source: str, form: Format) -> None:
    record = read((RECORDS / source).read_bytes(), name=source)
    path = tmp_path / f"new.{form}"
    ran = run("convert", str(RECORDS / source), "-o", str(path))
    assert ran == (0, "", "") and path.read_bytes() == write(record, form).encode()
    ran = run("convert", str(path), "--to", "toml")
    assert (ran.status, ran.out) == (0, write(record))
    assert [*tmp_path.iterdir()] == [path]


def test_standard_input_and_output(run: Run) -> None:
    text = TWO_DEALS.read_bytes()
    ran = run("convert", "-", "--to", "JSON", stdin=text)
    assert ran.status == 0 and run("convert", "-", "-o", "-", stdin=ran.out.encode()).out.encode() == text


def test_several_go_into_json_lines(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "all.jsonl"
    assert run("convert", str(TWO_DEALS), str(LINES), "-o", str(path)).status == 0
    records = [read(TWO_DEALS.read_bytes()), *read_all(LINES.read_bytes(), name=LINES.name)]
    assert path.read_text() == write_lines(records)
    ran = run("convert", str(path), "--to", "toml")
    assert ran.status == 2 and f"Number of matches: {len(records)}; only jsonl" in ran.err
    assert run("convert", str(TWO_DEALS), str(TWO_DEALS)).status == 2


@pytest.mark.parametrize("seen", [0, 1, "spectator"])
def test_as_one_saw_it(run: Run, seen: Perspective) -> None:
    ran = run("convert", str(TWO_DEALS), "--as", str(seen))
    record = read(TWO_DEALS.read_bytes())
    assert ran.status == 0 and ran.out == write(redact(record, seen)) != write(record)
    again = run("convert", "-", "--as", str(seen), stdin=ran.out.encode())
    assert again.out == ran.out


def test_nobody_sees_more_than_they_saw(run: Run) -> None:
    spectator = run("convert", str(TWO_DEALS), "--as", "spectator").out.encode()
    ran = run("convert", str(TWO_DEALS), "--as", "0")
    assert run("convert", "-", "--as", "spectator", stdin=ran.out.encode()).out.encode() == spectator
    ran = run("convert", "-", "--as", "1", stdin=ran.out.encode())
    assert (ran.status, ran.out) == (2, "") and "what 0 has seen" in ran.err
    assert run("convert", "-", "--as", "1", stdin=spectator).status == 2


# Files


def test_nothing_is_replaced_by_chance(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "there.toml"
    path.write_text("mine")
    ran = run("convert", str(TWO_DEALS), "-o", str(path))
    assert ran.status == 2 and "already exists" in ran.err and path.read_text() == "mine"
    assert run("convert", str(TWO_DEALS), "-o", str(path), "--force").status == 0
    assert path.read_bytes() == TWO_DEALS.read_bytes()


def test_a_fault_writes_nothing(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "there.jsonl"
    path.write_text("mine")
    for new in (path, tmp_path / "new.jsonl"):
        ran = run("convert", str(TWO_DEALS), str(INVALID), "-o", str(new), "--force")
        assert ran.status == 2 and re.search(rf": {INVALID}:\d+ deal 1 action 3: ", ran.err)
    assert path.read_text() == "mine" and [*tmp_path.iterdir()] == [path]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("code", "at", "argv"),
    [
        ("bad-choice", "--to", ("--to", "xml")),
        ("bad-choice", "--as", ("--as", "2")),
        ("is-a-directory", "-o", ("-o", str(RECORDS), "--force")),
        ("not-a-file", "-o", ("-o", "/dev/null", "--force")),
        ("cannot-write", "-o", ("-o", "no/such/folder.toml")),
        ("cannot-write", "-o", ("-o", f"{TWO_DEALS}/x.toml")),
        ("cannot-write", "-o", ("-o", "no\x00where")),
    ],
)
def test_bad_input(run: Run, code: str, at: str, argv: tuple[str, ...], lang: str) -> None:
    ran = run("convert", str(TWO_DEALS), *argv, "--lang", lang)
    assert (ran.status, ran.out) == (2, "")
    assert (
        ran.err.startswith("hollygin") and ran.err.count("\n") == 1 and at in ran.err and "{" not in ran.err
    )


def test_no_record_to_read(run: Run, tmp_path: Path) -> None:
    for file in ("nowhere.toml", str(tmp_path)):
        ran = run("convert", file, "-o", str(tmp_path / "new.toml"))
        assert ran.status == 2 and file in ran.err and not [*tmp_path.iterdir()]


def test_a_system_that_refuses(run: Run) -> None:
    ran = run("convert", str(TWO_DEALS), "-o", "/proc/there.toml")
    assert ran.status == 2 and "cannot be written" in ran.err
