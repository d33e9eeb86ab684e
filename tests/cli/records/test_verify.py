"""``hollygin verify``: a line a file, and the exit status."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from hollygin.locale import LANGUAGES, Language
from hollygin.record import RecordError, read_all, read_lenient
from tests.cli.conftest import Run

RECORDS = Path(__file__).parents[2] / "records"
VALID = sorted(RECORDS.glob("valid/*"))
INVALID = sorted(path for path in RECORDS.glob("invalid/*") if path.name != "expectations.json")
TWO_DEALS = RECORDS / "valid" / "two-deals.toml"
LINES = RECORDS / "valid" / "matches.jsonl"


def test_every_valid_record_is_ok(run: Run) -> None:
    ran = run("verify", *map(str, VALID))
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert len(lines) == len(VALID) > 30
    for path, line in zip(VALID, lines, strict=True):
        records = read_all(path.read_bytes(), name=path.name)
        deals = sum(len(record.deals) + len(record.entries) for record in records)
        assert line.startswith(f"{path}: ok, ") and f"{deals} deal" in line


def test_every_invalid_record_is_refused_with_its_first_fault(run: Run) -> None:
    ran = run("verify", *map(str, INVALID), "--json")
    assert (ran.status, ran.err) == (1, "")
    assert [found["file"] for found in ran.json] == list(map(str, INVALID))
    for path, found in zip(INVALID, ran.json, strict=True):
        with pytest.raises(RecordError) as error:
            read_all(path.read_bytes(), name=path.name)
        first = error.value.faults[0]
        (told,) = found["faults"]
        assert not found["ok"]
        assert (told["code"], told["line"], told["deal"], told["action"]) == (
            first.code,
            first.line,
            first.deal,
            first.action,
        )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_one_line_a_file_in_words(run: Run, lang: Language) -> None:
    ran = run("verify", *map(str, INVALID), "--lang", lang)
    lines = ran.out.splitlines()
    assert len(lines) == len(INVALID)
    for path, line in zip(INVALID, lines, strict=True):
        assert line.startswith(str(path)) and line.replace("\u00a0", " ").isprintable()
        assert not re.search(r"\{\w+\}", line.replace("{at, text}", ""))
    word = "donne" if lang == "fr" else "deal"
    assert any(re.search(rf"\.toml:\d+ {word} 1 action 3\u00a0?: ", line) for line in lines)


def test_every_fault(run: Run) -> None:
    path = RECORDS / "invalid" / "several-in-two-deals.toml"
    (reading,) = read_lenient(path.read_bytes(), name=path.name)
    assert len(reading.faults) > 2
    ran = run("verify", "--all", str(path))
    assert ran.status == 1 and len(ran.out.splitlines()) == len(reading.faults)
    found = run("verify", "--all", "--json", str(path)).json
    assert [fault["code"] for fault in found[0]["faults"]] == [fault.code for fault in reading.faults]


def changed(path: Path, *pairs: tuple[str, str]) -> bytes:
    text = path.read_text()
    for before, after in pairs:
        assert before in text
        text = text.replace(before, after, 1)
    return text.encode()


def test_a_number_that_does_not_hold(run: Run) -> None:
    text = TWO_DEALS.read_text()
    points = re.findall(r"^points = (\d+)$", text, re.MULTILINE)
    wrong = changed(TWO_DEALS, (f"points = {points[0]}\n", f"points = {int(points[0]) + 1}\n"))
    line = wrong.decode()[: wrong.decode().index(f"points = {int(points[0]) + 1}")].count("\n") + 1
    ran = run("verify", "-", stdin=wrong)
    said = f"Points: stated {int(points[0]) + 1}, played {points[0]}"
    assert (ran.status, ran.out) == (1, f"standard input:{line} deal 1: {said}\n")
    ran = run("verify", "-", "--json", stdin=wrong)
    assert ran.json == [
        {
            "file": "-",
            "ok": False,
            "matches": 1,
            "deals": 2,
            "faults": [
                {
                    "match": 1, "code": "points-differ", "clause": "", "message": said,
                    "line": line, "deal": 1, "action": None,
                }
            ],
        }
    ]  # fmt: skip


def test_json_lines_name_the_match(run: Run, tmp_path: Path) -> None:
    lines = LINES.read_text().splitlines()
    assert len(lines) > 1
    ran = run("verify", str(LINES))
    assert ran.status == 0 and re.fullmatch(
        rf".*matches\.jsonl: ok, {len(lines)} matches, \d+ deals\n", ran.out
    )
    spoilt = json.loads(lines[1])
    spoilt["deals"][0]["points"] = 999
    path = tmp_path / "spoilt.jsonl"
    path.write_text("\n".join(["", lines[0], "", json.dumps(spoilt), "{", *lines[2:]]))
    ran = run("verify", str(path))
    assert ran.status == 1
    assert re.fullmatch(rf"{path}:4 match 2 deal 1: Points: stated 999, played \d+\n", ran.out)
    ran = run("verify", "--all", str(path))
    assert [line.partition(" ")[0] for line in ran.out.splitlines()] == [f"{path}:4", f"{path}:5"]
    assert " match 3: The text cannot be read" in ran.out
    ran = run("verify", str(path), "--lang", "fr")
    assert " rencontre 2 donne 1\u00a0: Points" in ran.out


def test_an_empty_file(run: Run, tmp_path: Path) -> None:
    assert run("verify", "-").status == 1
    path = tmp_path / "none.jsonl"
    path.write_text("\n")
    assert run("verify", str(path)).out == f"{path}: ok, 0 matches, 0 deals\n"


# Bad input


@pytest.mark.parametrize(
    ("file", "code"),
    [("nowhere.toml", "no-such-file"), (str(RECORDS), "is-a-directory"), ("no\x00where", "no-such-file")],
)
def test_no_file_is_bad_input(run: Run, file: str, code: str) -> None:
    ran = run("verify", file, "--json")
    assert ran.status == 2 and ran.json["error"]["code"] == code and ran.json["error"]["at"] == "RECORD"
    assert ran.err.count("\n") == 1


def test_the_others_are_checked_all_the_same(run: Run) -> None:
    bad = str(INVALID[0])
    ran = run("verify", "nowhere.toml", bad, str(TWO_DEALS), str(RECORDS))
    assert ran.status == 2
    assert [line.partition(":")[0] for line in ran.out.splitlines()] == [bad, str(TWO_DEALS)]
    assert [("“nowhere.toml”" in line, f"“{RECORDS}”" in line) for line in ran.err.splitlines()] == [
        (True, False),
        (False, True),
    ]


def test_without_a_file(run: Run) -> None:
    error = run("verify", "--json").json["error"]
    assert (error["code"], error["at"]) == ("missing-argument", "RECORD")


def test_a_name_with_control_signs(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a\x1b[31m\nb.toml"
    path.write_bytes(TWO_DEALS.read_bytes())
    ran = run("verify", str(path))
    assert ran.status == 0 and ran.out.count("\n") == 1 and "\x1b" not in ran.out


# As a process of its own


def many(tmp_path: Path, count: int) -> Path:
    path = tmp_path / "many.jsonl"
    path.write_text(LINES.read_text() * count)
    return path


@pytest.mark.slow
def test_progress_on_a_terminal_and_ctrl_c(tmp_path: Path) -> None:
    path = many(tmp_path, 500)
    ours, theirs = pty.openpty()
    line = (sys.executable, "-m", "hollygin", "verify", str(path), str(TWO_DEALS))
    env = {**os.environ, "TERM": "xterm", "LANG": "C.UTF-8"}
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=theirs, env=env) as process:
        os.close(theirs)
        shown = b""
        while b"%" not in shown:
            shown += os.read(ours, 4096)
        process.send_signal(signal.SIGINT)
        try:
            while part := os.read(ours, 4096):
                shown += part
        except OSError:
            pass  # the other end is closed
        assert process.stdout is not None and process.stdout.read() == b""
    os.close(ours)
    assert process.returncode == 130
    assert b"many.jsonl" in shown and b"Traceback" not in shown
    assert shown.rindex(b"\x1b[?25h") > shown.rindex(b"\x1b[?25l")  # the cursor is there again


@pytest.mark.slow
def test_no_progress_on_a_pipe(tmp_path: Path) -> None:
    path = many(tmp_path, 6)
    assert path.stat().st_size > 2**17
    line = (sys.executable, "-m", "hollygin", "--lang", "en", "verify", str(path))
    done = subprocess.run(line, capture_output=True, check=True)
    assert done.stderr == b"" and done.stdout.decode().startswith(f"{path}: ok, ")
