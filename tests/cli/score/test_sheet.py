"""``hollygin sheet``."""

import json
from pathlib import Path
from typing import Any

import pytest

from hollygin.record import read
from hollygin.rules import options_of
from tests.cli.conftest import Run

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "data" / "sheets.json").read_text(encoding="utf-8")
)


def lines(case: dict[str, Any], wins: int) -> bytes:
    return "".join(f"{name} {points}\n" for name, points in case["wins"][:wins]).encode()


def options(case: dict[str, Any]) -> list[str]:
    return ["--profile", case["profile"], *(f"--set={key}={value}" for key, value in case["options"].items())]


@pytest.mark.parametrize("case", CASES)
def test_conformance(run: Run, case: dict[str, Any]) -> None:
    """The oracle stops at the end of the match; one more win is refused at its line."""
    count = sum(case["sheet"]["count"])
    ran = run("sheet", "-", *options(case), "--json", stdin=lines(case, count))
    found = ran.json
    swap = case["wins"][0][0] == "B"
    assert (ran.status, ran.err, found["players"]) == (0, "", ["B", "A"] if swap else ["A", "B"])
    assert found["rules"]["id"] == case["profile"]
    assert found["rules"]["options"].items() >= case["options"].items()
    assert found.items() >= (swapped(case["sheet"]) if swap else case["sheet"]).items()
    assert [deal["points"][deal["tables"][0]["winner"]] for deal in found["deals"]] == [
        points for _, points in case["wins"][:count]
    ]
    if count < len(case["wins"]):
        ran = run("sheet", "-", *options(case), "--json", stdin=lines(case, count + 1))
        assert (ran.json["error"]["code"], ran.json["error"]["at"]) == ("sheet-done", f"line {count + 1}")


def swapped(sheet: dict[str, Any]) -> dict[str, Any]:
    other = {0: 1, 1: 0}
    pairs = ("score", "boxes", "opened", "column_total")
    return {
        **sheet,
        **{name: [pair[::-1] for pair in sheet[name]] for name in pairs},
        "won": [other.get(won) for won in sheet["won"]],
        "count": sheet["count"][::-1],
        "total": sheet["total"][::-1],
        "result": other.get(sheet["result"], sheet["result"]),
    }


def test_lines_of_a_file(run: Run, tmp_path: Path) -> None:
    """Comments, blank lines, names with blanks, upper and lower case, line ends of both kinds."""
    file = tmp_path / "evening.txt"
    text = (
        "\ufeff# an evening\r\nMary Ann  30\r\n\r\n  Bob\t20 # a knock\r\nmary ann 43\r\nbob 0\r\nMary Ann 35"
    )
    file.write_bytes(text.encode())
    found = run("sheet", str(file), "--json").json
    assert found["players"] == ["Mary Ann", "Bob"]
    assert found["score"] == [[108, 20], [78, 0], [35, 0]]
    assert found["opened"] == [[True, True], [True, True], [True, False]]


@pytest.mark.parametrize(
    ("text", "players"),
    [("void", ["A", "B"]), ("Anne 5", ["Anne", "B"]), ("b 5", ["b", "A"]), ("# nothing\n\nvoid", ["A", "B"])],
)
def test_players_that_have_not_won_yet(run: Run, text: str, players: list[str]) -> None:
    assert run("sheet", "-", "--json", stdin=text.encode()).json["players"] == players
    assert run("sheet", "-", stdin=text.encode()).status == 0


def test_a_single_deal_has_no_sheet(run: Run) -> None:
    ran = run("sheet", "-", "--profile", "single-deal", stdin=b"Anne 30")
    assert "There is no sheet" in ran.out and "Anne wins the match." in ran.out
    found = run("sheet", "-", "--profile", "single-deal", "--json", stdin=b"Anne 30").json
    assert (found["score"], found["done"], found["result"]) == ([], True, 0)


def test_in_words(run: Run) -> None:
    wins = b"Anne 30\nAnne 43\nAnne 35\nBob 20"
    out = run("sheet", "-", stdin=wins).out
    assert "third win: columns I, II and III; closes I at 108." in out
    assert "Bob’s first win: I is closed already, written nowhere." in out
    assert out.endswith(
        "The match goes on. Columns won: Anne 1, Bob 0.\n"
        "Anne’s next win: columns II and III; closes II with 22 and III with 65\n"
        "Bob’s next win: column II; closes II with 100\n"
    )
    out = run("sheet", "-", "--lang", "fr", stdin=wins).out
    assert "Anne, troisième victoire\u00a0: colonnes I, II et III\u00a0; ferme I à 108" in out
    assert "La rencontre continue." in out
    assert "Bob, prochaine victoire\u00a0: colonne II\u00a0; ferme II avec 100" in out


def test_lines_that_say_more(run: Run) -> None:
    text = b"Anne 30 knock\nMary Ann gin 0-18\nvoid\nanne knock 10-4\n Anne 25 7s \nMary Ann 21 knock Kd"
    found = run("sheet", "-", "--json", stdin=text).json
    assert found["players"] == ["Anne", "Mary Ann"]
    tables = [deal["tables"] for deal in found["deals"]]
    assert [[table[key] for key in ("outcome", "winner", "points")] for (table,) in tables] == [
        ["knock", 0, 30],
        ["gin", 1, 43],
        ["void", None, 0],
        ["undercut", 1, 31],
        [None, 0, 25],
        ["knock", 1, 21],
    ]
    out = run("sheet", "-", stdin=text).out
    assert "1. Anne wins the knock: 30 points. Anne’s first win: column I." in out
    assert (
        "2. Gin! Mary Ann scores 43 points. 18 + 25 (gin bonus) = 43. Mary Ann’s first win: column I." in out
    )
    assert "3. The deal is void: nobody scores.\n" in out
    assert "6 + 25 (undercut bonus) = 31. Mary Ann’s second win: columns I and II." in out
    oklahoma = run("sheet", "-", "--set", "oklahoma=on", stdin=b"Anne knock 7-20 7s").out
    assert "26 points. 13 × 2 (spade upcard) = 26. Anne’s first win: column I." in oklahoma
    tie = run("sheet", "-", "--set", "tie=nobody", stdin=b"Anne 5\ntie").out
    assert "2. Both have the same deadwood: nobody scores." in tie
    french = run("sheet", "-", "--lang", "fr", stdin="Anne frappe 4-23\nannulée\nAnne 30 contre".encode())
    assert "19 points. Anne, première victoire" in french.out
    assert "5 + 25 (prime de contre) = 30." in french.out


@pytest.mark.parametrize(
    ("line", "code", "options"),
    [
        ("Anne", "bad-line", ""),
        ("Anne x gin", "bad-points", ""),
        ("N" * 41 + " 30", "long-name", ""),
        ("gin 30 gin", "word-in-name", ""),
        ("dealer Anne", "ok", ""),
        ("Anne 0 knock", "points-cannot-be", ""),
        ("Anne 24 gin", "points-cannot-be", ""),
        ("Anne 30 big-gin", "big-gin-off", ""),
        ("Anne knock 11-20", "over-limit", ""),
        ("Anne knock 0-20", "is-gin", ""),
        ("Anne gin 1-20", "gin-has-none", ""),
        ("Anne knock 4-200", "deadwood-range", ""),
        ("Anne knock 4-20", "upcard-needed", "oklahoma=on"),
        ("Anne 61 gin 7s", "points-not-doubled", "oklahoma=on"),
        ("Anne 5 knock", "gin-only", "straight=on"),
        ("tie", "tie-has-winner", ""),
    ],
)
def test_lines_that_cannot_be(run: Run, line: str, code: str, options: str) -> None:
    ran = run(
        "sheet", "-", "--json", *(f"--set={options}" if options else "").split(), stdin=b"\n" + line.encode()
    )
    if code == "ok":
        assert ran.json["players"][0] == "Anne"
        return
    assert (ran.status, ran.json["error"]["code"], ran.json["error"]["at"]) == (2, code, "line 2")
    assert ran.err.count("\n") == 1


def test_teams(run: Run) -> None:
    text = (
        b"Anne & Bea 30 / South 12\nSouth 30 gin / South 30 gin\nvoid / Anne & Bea 5\nSouth 9 / Anne & Bea 9"
    )
    net = run("sheet", "-", "--teams", "net", "--set", "target=125", "--json", stdin=text).json
    assert [deal["points"] for deal in net["deals"]] == [[18, 0], [0, 60], [5, 0], [0, 0]]
    assert net["rules"]["options"]["target"] == 125 and net["score"][0] == [23, 60]
    assert net["seating"] == [["Anne", "South 1"], ["Bea", "South 2"]]
    gross = run("sheet", "-", "--teams", "gross", "--json", stdin=text).json
    assert gross == run("sheet", "-", "--json", "--teams", stdin=text).json
    assert [deal["points"] for deal in gross["deals"]] == [[30, 12], [0, 60], [5, 0], [9, 9]]
    assert gross["score"] == [[44, 81], [14, 69], [9, 9]] and gross["rules"]["options"]["target"] == 100
    out = run("sheet", "-", "--teams", "net", stdin=text).out
    assert "Anne won the deal: 30 points. Bea against South 2: South 2 won the deal: 12 points." in out
    assert "The tables are level: nothing is written" in out
    assert "Table 1: Anne against South 1." in out
    one = run("sheet", "-", "--teams", "net", "--json", stdin=b"Anne 5")
    assert (one.json["error"]["code"], one.json["error"]["at"]) == ("wrong-tables", "line 1")
    assert run("sheet", "-", "--teams", "both", "--json").json["error"]["code"] == "bad-choice"


@pytest.mark.parametrize(
    "name", ["profile-club.toml", "two-deals.json", "resigned-in-deal.toml", "score-deals.toml"]
)
def test_records(run: Run, name: str) -> None:
    file = Path(__file__).parents[2] / "records" / "valid" / name
    record = read(file.read_text())
    found = run("sheet", str(file), "--json").json
    assert found["players"] == list(record.players)
    assert found["result"] == record.result
    assert found["rules"]["options"] == options_of(record.rules)
    assert [tuple(pair) for pair in found["score"]] == list(record.scores or ())
    assert run("sheet", "-", "--json", stdin=file.read_bytes()).json == found
    assert run("sheet", str(file)).out


@pytest.mark.parametrize(
    ("name", "teams", "status"),
    [
        ("N" * 40, False, 0),
        ("A" * 40 + " & " + "B" * 40, True, 0),
        ("A" * 41 + " & B", True, 2),
        ("A & " + "B" * 41, True, 2),
        ("A" * 38, True, 0),
        ("A" * 39, True, 2),
    ],
)
def test_a_record_that_is_written_can_be_read(
    run: Run, tmp_path: Path, name: str, teams: bool, status: int
) -> None:
    record = str(tmp_path / "evening.toml")
    line = f"{name} 30 / void" if teams else f"{name} 30"
    ran = run("sheet", "-", *(["--teams=net"] if teams else []), "--out", record, stdin=line.encode())
    assert (ran.status, "longer than 40" in ran.err) == (status, status == 2)
    if not status:
        assert run("sheet", record, "--json").json["players"][0] == name


def test_letters_and_line_ends_of_every_system(run: Run) -> None:
    text = "Zoe\u0301 30\rBob 12\rannule\u0301e\rZo\u00e9 5".encode()
    found = run("sheet", "-", "--lang", "fr", "--json", stdin=text).json
    assert (found["players"], found["score"][0]) == (["Zo\u00e9", "Bob"], [35, 12])
    assert [deal["points"] for deal in found["deals"]] == [[30, 0], [0, 12], [0, 0], [5, 0]]


def test_a_record_has_its_own_rules(run: Run) -> None:
    file = str(Path(__file__).parents[2] / "records" / "valid" / "profile-club.toml")
    for option in (["--profile", "club"], ["--set", "target=50"], ["--teams", "net"]):
        error = run("sheet", file, *option, "--json").json["error"]
        assert (error["code"], error["at"]) == ("record-has-rules", option[0])


@pytest.mark.parametrize("ending", ["svg", "html", "csv", "toml", "json"])
def test_files(run: Run, tmp_path: Path, ending: str) -> None:
    out = tmp_path / f"sheet.{ending}"
    text = b"Anne 30 knock\nAnne gin 0-18\nvoid\nBob 35"
    ran = run("sheet", "-", "--out", str(out), stdin=text)
    assert (ran.status, ran.out) == (0, "")
    written = out.read_text(encoding="utf-8")
    assert {"svg": "<svg", "html": "<!DOCTYPE html>", "csv": "deal,", "toml": "hollygin = 3"}.get(
        ending, "{"
    ) in written
    again = run("sheet", "-", "--out", str(out), "--json", stdin=text)
    assert (again.status, again.json["error"]["code"], again.json["error"]["at"]) == (
        2,
        "file-exists",
        "--out",
    )
    assert run("sheet", "-", "--out", str(out), "--force", "--json", stdin=text).json["count"] == [2, 1]
    if ending in ("toml", "json"):
        assert run("verify", str(out)).out.endswith("ok, 4 deals\n")
        assert run("sheet", str(out)).out == run("sheet", "-", stdin=text).out
        assert run("replay", str(out), "--json").json["error"]["code"] == "sheet-only"
        assert run("convert", str(out), "--as", "0").status == 2
        assert run("convert", str(out), "--to", "toml").out.startswith("hollygin = 3\n")


def test_a_file_of_another_kind(run: Run, tmp_path: Path) -> None:
    error = run("sheet", "-", "--out", str(tmp_path / "sheet.docx"), "--json").json["error"]
    assert (error["code"], error["at"]) == ("bad-ending", "--out")
