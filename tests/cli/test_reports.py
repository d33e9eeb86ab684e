"""Small inputs that failed once, in the words of those who reported them; each is one case of a kind."""

import io
import os
import shlex
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console, RenderableType

from hollygin import CARDS, Card, Sheet, extras, parse_card
from hollygin.cli import serve
from hollygin.cli.play.screen import Screen
from hollygin.locale import Translator
from hollygin.paper import sheet_table
from tests.cli.conftest import Run


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(
    ("line", "outcome", "points"),
    [
        ("Anne gin 43", "gin", 43),
        ("Anne 43 gin", "gin", 43),
        ("Anne contre 27", "undercut", 27),
        ("Anne CONTRE 27", "undercut", 27),
        ("Anne undercut 27 7s", "undercut", 27),
        ("Anne 7s knock 12", "knock", 12),
        ("Anne big gin 60", "big_gin", 60),
        ("Anne 60 grand gin", "big_gin", 60),
    ],
)
def test_words_of_the_game_stand_where_they_like(
    run: Run, line: str, outcome: str, points: int, lang: str
) -> None:
    argv = ("sheet", "-", "--json", "--lang", lang, "--set=big_gin_bonus=31")
    found = run(*argv, stdin=f"Anne 30\n{line}".encode()).json
    assert found["players"] == ["Anne", "B"]
    (table,) = found["deals"][1]["tables"]
    assert (table["outcome"], table["winner"], table["points"]) == (outcome, 0, points)


@pytest.mark.parametrize(
    "line",
    [
        "gin 43",
        "gin Anne 43",
        "Anne gin knock 43",
        "Anne 4-23 knock 12",
        "Anne 7s 8s 43",
        "knock Anne 4 gin",
        "tie 3",
    ],
)
def test_a_word_of_the_game_is_never_part_of_a_name(run: Run, line: str) -> None:
    ran = run("sheet", "-", "--json", stdin=f"Anne 30\n{line}".encode())
    assert (ran.status, ran.json["error"]["code"], ran.json["error"]["at"]) == (2, "word-in-name", "line 2")


def test_names_are_equal_when_their_text_is(run: Run) -> None:
    found = run("sheet", "-", "--json", stdin="Weiss 10\nWeiß 20\nWEISS 1\n".encode()).json
    assert (found["players"], found["score"][0]) == (["Weiss", "Weiß"], [11, 20])


@pytest.mark.parametrize("name", ["می\u200cخواهم", "👨\u200d👩\u200d👧"])
def test_names_of_every_script(run: Run, name: str, tmp_path: Path) -> None:
    line = f"{name} 10\nBob 20\n".encode()
    record = str(tmp_path / "evening.toml")
    assert run("sheet", "-", "--json", "--out", record, stdin=line).json["players"] == [name, "Bob"]
    assert run("sheet", record, "--json").json["players"] == [name, "Bob"]
    assert run("verify", record).status == 0


def test_one_person_is_not_in_both_teams(run: Run) -> None:
    ran = run("sheet", "-", "--teams", "net", "--json", stdin=b"A & B 30 / a & C 12\n")
    assert (ran.status, ran.json["error"]["code"]) == (2, "same-person")


def test_nothing_read_is_told(run: Run) -> None:
    ran = run("sheet", "-", stdin=b"")
    assert (ran.status, ran.out) == (2, "") and "Nothing was read" in ran.err


@pytest.mark.parametrize(
    ("options", "text", "dealers"),
    [
        ((), "dealer Bob\nAnne 30", "A"),
        ((), "donneur Bob\nAnne 30\nAnne 10", "B"),
        ((), "Anne 30", "?"),
        (("--profile", "totals"), "Anne 30", "A"),
        (("--profile", "totals"), "void", "?"),
        (("--profile", "totals"), "dealer Bob\nvoid", "B"),
        (("--set", "next_dealer=loser"), "Anne 30", "B"),
        (("--profile", "totals", "--teams", "net"), "Anne 30 / Bob 12", "AB"),
    ],
)
def test_who_deals_next(run: Run, options: tuple[str, ...], text: str, dealers: str) -> None:
    found = run("sheet", "-", "--json", *options, stdin=text.encode()).json
    names = [name[0] for name in found["players"]]
    assert "".join("?" if seat is None else names[seat] for seat in found["dealers"]) == dealers
    out = run("sheet", "-", *options, stdin=text.encode()).out
    assert ("deals next" in out) == (dealers != "?")


RECORDS = Path(__file__).parents[1] / "records" / "valid"


@pytest.mark.parametrize("name", ["two-deals.toml", "two-deals.json", "score-deals.toml"])
@pytest.mark.parametrize("command", ["verify", "replay", "sheet", "convert"])
def test_a_byte_order_mark_before_a_record(run: Run, tmp_path: Path, name: str, command: str) -> None:
    marked = tmp_path / name
    marked.write_bytes(b"\xef\xbb\xbf" + (RECORDS / name).read_bytes())
    plain, found = run(command, str(RECORDS / name)), run(command, str(marked))
    assert found.status == plain.status
    assert found.out.replace(str(marked), "") == plain.out.replace(str(RECORDS / name), "")


def test_a_date_of_toml_without_quotes(run: Run, tmp_path: Path) -> None:
    text = (RECORDS / "two-deals.toml").read_text()
    record = tmp_path / "evening.toml"
    record.write_text(text.replace("result =", "date = 2026-03-06T20:15:00Z\nresult =", 1))
    assert run("verify", str(record)).status == 0
    assert 'date = "2026-03-06T20:15:00+00:00"' in run("convert", str(record), "--to", "toml").out


def test_a_number_of_5000_digits(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "evening.toml"
    record.write_text(
        (RECORDS / "score-deals.toml").read_text().replace("points = 43", "points = " + "9" * 5000, 1)
    )
    for command in ("verify", "sheet"):
        ran = run(command, str(record), "--json")
        assert '"out-of-range"' in ran.out and "limit" not in ran.err.lower()
    ran = run("sheet", "-", "--json", stdin=b"Anne " + b"9" * 5000)
    assert ran.json["error"]["code"] == "out-of-range" and "5000" not in ran.err


HAND = "4h 5h 6h 7h 9c 9d 9s Ac 2c Kc"
SHEET = b"Anne 30\nBob 43 gin\nAnne 130\n"


def process(*argv: str, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own."""
    env = {**os.environ, "COLUMNS": "80", **environment}
    return subprocess.run(
        (sys.executable, "-m", "hollygin", *argv),
        input=stdin,
        capture_output=True,
        check=False,
        env=env,
        timeout=60,
    )


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "cp437", "latin-1"])
def test_what_the_output_cannot_show_is_shown_plainly(encoding: str) -> None:
    ran = process("hand", *HAND.split(), "--lang", "en", PYTHONIOENCODING=encoding)
    text = ran.stdout.decode(encoding)
    assert ran.returncode == 0 and "4h 5h 6h 7h" in text and "Kc" in text and "\\u" not in text
    ran = process("sheet", "-", "--lang", "en", stdin=SHEET, PYTHONIOENCODING=encoding)
    text = ran.stdout.decode(encoding)
    assert ran.returncode == 0 and "\\" not in text and "Anne" in text
    if encoding != "cp437":
        assert "Anne|" in text.replace(" ", "") or "Anne|Bob" in text.replace(" ", "")
    lines = [line for line in text.splitlines() if line[:1] in "|│"]
    assert len({len(line) for line in lines}) == 1  # the table stays in line


def test_what_the_output_cannot_show_in_french() -> None:
    ran = process("hand", *HAND.split(), "--lang", "fr", PYTHONIOENCODING="ascii")
    text = ran.stdout.decode("ascii")
    assert "4C 5C 6C 7C" in text and "RT" in text
    wrong = process("hand", "é♥", "--lang", "fr", PYTHONIOENCODING="ascii")
    assert wrong.returncode == 2 and b"\\" not in wrong.stderr


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("profile", ["single-game", "traditional", "eaai"])
def test_a_game_of_one_column_speaks_of_points(run: Run, profile: str, lang: str) -> None:
    out = run("sheet", "-", "--profile", profile, "--lang", lang, stdin=b"A 30\nB 12\nA 10").out
    assert {"en": "Points: A 40, B 12.", "fr": "Points\u00a0: A 40, B 12."}[lang] in out
    assert {"en": "A wins the game with 60 points more", "fr": "Il manque 60 points à A"}[lang] in out
    assert "olumn" not in out.split("Boxes")[-1] and "olonne" not in out
    won = run("sheet", "-", "--profile", profile, "--lang", lang, stdin=b"A 30\nA 80").out
    assert {"en": "80 points for the game; wins the game at 110", "fr": "gagne la partie à 110"}[lang] in won


CHANGED = ("--profile", "club", "--set", "target=250", "--set", "undercut_bonus=10")


@pytest.mark.parametrize("ending", ["txt", "svg", "html", "csv"])
def test_changed_options_at_the_head_of_every_sheet(run: Run, tmp_path: Path, ending: str) -> None:
    if ending == "txt":
        text = run("sheet", "-", *CHANGED, stdin=SHEET).out
    else:
        file = tmp_path / f"sheet.{ending}"
        assert run("sheet", "-", *CHANGED, "--out", str(file), stdin=SHEET).status == 0
        text = file.read_text()
    head = text.partition("Anne 30")[0] if ending == "csv" else text
    assert "250" in head and "10" in head
    if ending == "csv":
        assert text.splitlines()[0] == "rules,club,target=250,undercut_bonus=10"
    if ending == "txt":
        assert text.splitlines()[0].startswith("Club; ") and text.index("250") < text.index("Anne")


def test_rules_of_the_default_profile(run: Run) -> None:
    ran = run("rules", "--set", "target=250", "--json")
    assert (ran.status, ran.json["id"], ran.json["options"]["target"]) == (0, "friendly", 250)


@pytest.mark.parametrize("command", [("simulate", "--players", "simple,gin"), ("arena", "strong", "simple")])
def test_missing_packages_are_told_at_once(
    run: Run, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    monkeypatch.setitem(sys.modules, "joblib", None)
    ran = run(*command)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "-m pip install" in ran.err and "[lab]" in ran.err and "Preparing" not in ran.err


def test_the_install_line_is_one_that_works_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = Path(__file__).parents[2]
    assert (
        extras.install_line("lab")
        == f"{shlex.quote(sys.executable)} -m pip install -e {shlex.quote(f'{root}[lab]')}"
    )
    monkeypatch.setattr(extras, "__file__", str(tmp_path / "lib" / "hollygin" / "extras.py"))
    wheel = tmp_path / "hollygin 1.whl"
    wheel.touch()
    monkeypatch.setattr(extras, "_direct_url", lambda: {"url": wheel.as_uri()})
    assert extras.install_line("lab").endswith(f"install {shlex.quote(f'{wheel}[lab]')}")
    monkeypatch.setattr(extras, "_direct_url", dict)
    assert extras.install_line("lab").endswith('install "hollygin[lab]"')


def test_the_client_names_its_extra() -> None:
    code = "import sys; sys.modules['websockets'] = None\nimport hollygin.client"
    ran = subprocess.run((sys.executable, "-c", code), capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    last = ran.stderr.splitlines()[-1]
    assert "hollygin.client needs the extra 'server'" in last and "pip install" in last and "[server]" in last


def test_french_cards_in_every_command(run: Run) -> None:
    plain = run("hand", HAND, "--json").json
    for hand in ("4C 5C 6C 7C 9T 9K 9P AT 2T RT", HAND, "4h 5h 6h 7h 9T 9K 9P AT 2T RT"):
        assert run("hand", hand, "--lang", "fr", "--json").json == plain
    ran = run("hand", "7C", "--lang", "fr", "--json")
    assert (ran.status, ran.json["error"]["code"]) == (2, "ambiguous-card")
    assert "7h" in ran.err and "7T" in ran.err
    english = (
        "settle",
        "--knocker",
        "4h 5h 6h 9c 9d 9s Ac 2c 3c 7d",
        "--defender",
        "7h 8h Ks Kd Kc 2s 5d Jc Ah 4s",
    )
    french = (
        "settle",
        "--knocker",
        "4C 5C 6C 9T 9K 9P AT 2T 3T 7K",
        "--defender",
        "7C 8C RP RK RT 2P 5K VT AC 4P",
    )
    assert run(*english, "--json").json == run(*french, "--json", "--lang", "fr").json
    lines = ("--set", "oklahoma=on", "--lang", "fr", "--json")
    assert run("sheet", "-", *lines, stdin=b"Anne frappe 7-20 7P").json["deals"][0]["points"] == [26, 0]
    assert run("sheet", "-", *lines, stdin=b"Anne frappe 7-20 7C").json["error"]["code"] == "ambiguous-card"
    assert run("sheet", "-", *lines, stdin=b"Anne frappe 7-20 7t").json["deals"][0]["points"] == [13, 0]


@pytest.mark.parametrize("card", CARDS)
def test_a_card_as_the_french_prompt_shows_it_is_read(card: Card) -> None:
    screen = Screen(Translator("fr"), ("A", "B"), (0,))
    assert parse_card(screen.typed(card), french=True) is card
    assert parse_card(Translator("fr").card(card), french=True) is card


def test_force_is_named_where_a_file_exists(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "sheet.svg"
    file.touch()
    ran = run("sheet", "-", "--out", str(file), stdin=SHEET)
    assert ran.status == 2 and "--force" in ran.err
    assert run("sheet", "-", "--out", str(file), "--force", stdin=SHEET).status == 0
    ran = run("play", "--record", str(file), "--json")
    assert ran.status == 2 and "--force" not in ran.err  # which there is not


def test_the_sheet_of_a_long_match_shows_its_last_deals_and_all_its_sums() -> None:
    sheet = Sheet.of("friendly", [(i % 2, 10) for i in range(13)])
    t = Translator("en")
    whole, short = (_printed(sheet_table(sheet, ("Anne", "Bob"), t, deals)) for deals in (None, 5))
    assert "13 Anne" in short and " 9 Anne" in short and "│  8 Bob" not in short and " 1–8 … " in short
    assert short.splitlines()[-5:] == whole.splitlines()[-5:] and "…" not in whole
    assert len(whole.splitlines()) - len(short.splitlines()) == 7
    assert _printed(sheet_table(sheet, ("Anne", "Bob"), t, 13)) == whole


def _printed(table: RenderableType) -> str:
    console = Console(file=io.StringIO(), width=80)
    console.print(table)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_a_port_that_is_taken_is_passed_over() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert port < serve._free_port("127.0.0.1", port) < port + 20
    assert serve._free_port("127.0.0.1", port) == port
    assert serve._free_port("256.0.0.1", port) == port  # told by the server itself
