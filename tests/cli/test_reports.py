"""Small inputs that failed once, in the words of those who reported them; each is one case of a kind."""

from pathlib import Path

import pytest

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
