"""The pages that people read say what the code does."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from hollygin import Phase, Shuffle, make_rules, parse_card_list, settle
from hollygin.cards import parse_cards
from hollygin.due import TRANSITIONS
from hollygin.kernel import deadwood, points
from hollygin.locale import Language, Translator
from hollygin.melds import best_defense, union
from hollygin.options import OPTIONS
from hollygin.players import PLAYERS
from hollygin.rules import CONTRADICTIONS, PROFILES, Rules, options_of
from hollygin.settlement import showdown
from hollygin.sheet import Sheet

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])


def test_the_sheet_of_the_readme_is_what_is_printed() -> None:
    text = (ROOT / "README.md").read_text()
    entries, stated = re.findall(r"\$ printf '(.*?)' \| hollygin sheet -\n(.*?)```", text, flags=re.DOTALL)[0]
    command = [sys.executable, "-m", "hollygin", "sheet", "-", "--lang", "en"]
    ran = subprocess.run(
        command, input=entries.replace("\\n", "\n"), capture_output=True, text=True, timeout=60, check=False
    )
    assert (ran.stderr, ran.stdout) == ("", stated)


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text()):
        if target.startswith(("http://", "https://")):
            continue
        path, _, anchor = target.partition("#")
        other = page.parent / path if path else page
        assert other.exists(), target
        if anchor:
            assert anchor in anchors(other), target


def anchors(page: Path) -> set[str]:
    titles = re.findall(r"^#+ (.+)$", page.read_text(), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


# The shuffle


def test_shuffle_vectors() -> None:
    page = (ROOT / "docs" / "shuffle.md").read_text()
    vectors = json.loads(block(page, "json"))
    assert len(vectors) == 3
    for vector in vectors:
        one, two = (bytes.fromhex(nonce) for nonce in vector["nonces"])
        shuffle = Shuffle(bytes.fromhex(vector["secret"]), (one, two))
        order = shuffle.order()
        assert vector == {
            "secret": shuffle.secret.hex(),
            "nonces": [one.hex(), two.hex()],
            "commitment": shuffle.commitment,
            "first_dealer": shuffle.first_dealer(),
            "first_ten": " ".join(map(str, order[:10])),
            "order": " ".join(map(str, order)),
            "stock": " ".join(map(str, shuffle.reshuffle(1, order[21:]))),
        }


def block(page: str, language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", page, flags=re.DOTALL)
    assert found is not None
    return found[1]


# The players


def test_players_page_names_every_player_and_phase() -> None:
    page = (ROOT / "docs" / "players.md").read_text()
    table = {row[0]: row[2] for row in rows(page) if row[0].startswith("`") and len(row) == 3}
    told = {phase: answers for cell, answers in table.items() for phase in re.findall(r"`(\w+)`", cell)}
    due = {phase for phase, actions in TRANSITIONS.items() if actions and phase is not Phase.RESHUFFLE}
    assert told.keys() == set(map(str, due))
    for phase in due:
        assert set(re.findall(r"`(\w+)\(", told[str(phase)])) == {
            kind.__name__ for kind in TRANSITIONS[phase]
        }
    assert all(f"`{name}`" in page for name in PLAYERS)


# The rules, in both languages

PAGE = (ROOT / "docs" / "rules.md").read_text()
ENGLISH, FRENCH = re.split(r"^## (?:English|Français)$", PAGE, flags=re.MULTILINE)[1:]
HALVES = pytest.mark.parametrize("half", [ENGLISH, FRENCH], ids=["en", "fr"])
LANGUAGES = pytest.mark.parametrize(("half", "language"), [(ENGLISH, "en"), (FRENCH, "fr")], ids=["en", "fr"])
SAME_IN_ALL = re.compile(r"(?:in every\s+profile|dans\s+tous\s+les\s+profils)\s*:\s+`(\w+)`")
SHEET_OPTIONS = ("columns", "target", "game_bonus", "shutout", "shutout_bonus", "box_bonus")
CLAUSES = [
    f"R{chapter}.{number}"
    for chapter, last in enumerate((3, 2, 2, 6, 4, 2, 2, 9, 2, 1, 2), start=1)
    for number in range(1, last + 1)
] + ["R12.1", "R13.1"]


def rows(text: str) -> list[list[str]]:
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def items(half: str) -> dict[str, str]:
    """The house options of a half: the name, and the sentence about it."""
    found = re.findall(r"^- \*\*`(\w+)`\*\*\s?: (.*?)(?=\n\n|\n- )", half, flags=re.MULTILINE | re.DOTALL)
    return {name: re.sub(r"\s+", " ", sentence) for name, sentence in found}


def profile_table(half: str) -> tuple[list[str], dict[str, list[str]]]:
    every = rows(half)
    head = next(row for row in every if row[1:2] == ["`friendly`"])
    named = {found[1]: row for row in every if (found := re.search(r"\(`(\w+)`\)", row[0]))}
    return [cell.strip("`") for cell in head[1:]], named


@HALVES
def test_every_clause_is_told_once(half: str) -> None:
    between_introduction_and_options = half.partition("\n### ")[2].rpartition("\n### ")[0]
    assert sorted(re.findall(r"\((R\d+\.\d+)\)", between_introduction_and_options)) == sorted(CLAUSES)


@HALVES
def test_every_option_is_told_with_its_values(half: str) -> None:
    told = items(half)
    assert sorted(told) == sorted(OPTIONS)
    for name, sentence in told.items():
        values = set(re.findall(r"`(\w+)`", sentence))
        span = OPTIONS[name].span
        if span is not None:
            limits = {str(span.low)} | ({str(span.high)} if span.high is not None else set())
            assert limits | set(map(str, span.offered)) <= values, name
        else:
            assert set(OPTIONS[name].choices or ("on", "off")) == values, name
    assert "`999999999`" in half


@LANGUAGES
def test_profile_table_is_the_code(half: str, language: Language) -> None:
    t = Translator(language)
    profiles, table = profile_table(half)
    assert profiles == list(PROFILES)
    assert set(re.findall(r"^- `([\w-]+)`\s?:", half, flags=re.MULTILINE)) == set(PROFILES)

    def cell(name: str, rules: Rules) -> str:
        value = options_of(rules)[name]
        if name in SHEET_OPTIONS and not rules.columns:
            return "–"
        if name == "shutout_bonus" and rules.shutout != "flat":
            return "–"
        return str(value) if OPTIONS[name].span else t(f"option.{name}.{value}")

    for name, (label, *cells) in table.items():
        assert label == f"{t(f'option.{name}')} (`{name}`)"
        assert cells == [cell(name, profile.rules) for profile in PROFILES.values()], name
    for name in set(OPTIONS) - set(table):
        same = SAME_IN_ALL.search(items(half)[name])
        assert same is not None, name
        assert {same[1]} == {shown(options_of(profile.rules)[name]) for profile in PROFILES.values()}, name


@LANGUAGES
def test_values_are_called_as_in_the_program(half: str, language: Language) -> None:
    t = Translator(language)
    told = items(half)
    for name, option in OPTIONS.items():
        for value in option.choices:
            assert f"`{value}` ({t(f'option.{name}.{value}')})" in told[name]


def shown(value: object) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


@HALVES
def test_every_contradiction_is_told(half: str) -> None:
    told = [
        set(re.findall(r"`(\w+)`", item))
        for item in re.findall(r"^- .*?[;.]$", half, flags=re.MULTILINE | re.DOTALL)
    ]
    for options in CONTRADICTIONS.values():
        assert set(options) in told


@HALVES
def test_sheets_of_the_page(half: str) -> None:
    """The deal-by-deal tables, worked again from winners and points."""
    sheet = Sheet.of(make_rules("friendly"))
    checked = 0
    for row in rows(half):
        if len(row) != 9 or not row[0].isdigit():
            continue
        if row[0] == "1":
            sheet = Sheet.of(make_rules("friendly"))
        sheet = sheet.add("AB".index(row[1]), int(row[2]))
        assert row[3:] == [
            str(column.score[seat]) if column.opened[seat] else "–"
            for seat in (0, 1)
            for column in sheet.columns
        ]
        checked += 1
    assert checked == 7


@HALVES
def test_numbers_of_the_page(half: str) -> None:
    flat = re.sub(r"\s+", " ", half)
    three = [(0, 30), (0, 43), (0, 35)]
    assert Sheet.of(make_rules("friendly"), three).column_total(0)[0] == 108
    assert "108 + 200 + 3 × 20 = 368" in flat
    assert Sheet.of(make_rules("totals"), three).column_total(0)[0] == 368

    for shutout, told in (
        ("flat", "410"),
        ("double_points", "420"),
        ("double_total", "620"),
        ("double_instead", "420"),
    ):
        rules = make_rules("club", shutout=shutout)
        sheet = Sheet.of(rules, [(0, 25), (0, 25), (0, 25), (0, 35)])
        assert str(sheet.column_total(0)[0]) == told
        assert f"= {told}" in flat

    late = [(0, 60), (0, 45), (1, 20), (1, 22), (1, 24)]
    for rule, two, three_points in (("lost", 46, 24), ("carry", 66, 46)):
        sheet = Sheet.of(make_rules("friendly", late_entry=rule), late)
        assert [column.score[1] for column in sheet.columns] == [0, two, three_points]
        assert re.search(rf"{two} (in|en) II (and|et) {three_points} (in|en) III", flat)


@HALVES
def test_deal_of_the_page(half: str) -> None:
    """The knock that goes wrong, settled again from its cards."""
    table = [row for row in rows(half) if " / " in row[1]]
    french = half is FRENCH
    (knocker_melds, knocker_loose), (melds, loose) = (
        (
            tuple(parse_cards(part, french=french) for part in row[1].split("/")),
            parse_cards(row[2], french=french),
        )
        for row in table
    )
    hand = union(knocker_melds) | knocker_loose
    defender = union(melds) | loose
    assert (points(knocker_loose), deadwood(hand), points(loose), deadwood(defender)) == (7, 7, 20, 20)
    assert best_defense(defender, knocker_melds).deadwood == 5
    assert [str(layoff.card) for layoff in best_defense(defender, knocker_melds).layoffs] == ["7h", "8h"]
    (upcard,) = parse_card_list("Tc")
    facts = showdown("knock", 0, upcard, hand, knocker_melds, defender)
    for profile, worth in (("friendly", 27), ("traditional", 12)):
        settled = settle(make_rules(profile), facts)
        assert (settled.outcome, settled.winner, settled.points) == ("undercut", 1, worth)
        assert re.search(rf"\b{worth}\b", half)


def test_breaking_up_a_meld_as_the_page_says() -> None:
    assert best_defense(parse_cards("7s 7h 7d 7c 8h"), (parse_cards("4h 5h 6h"),)).deadwood == 0


def test_both_halves_are_built_alike() -> None:
    def shape(half: str) -> list[str]:
        return re.findall(r"^(#+ |- |\| |```|\*\*|\d\. )", half, flags=re.MULTILINE)

    assert shape(ENGLISH) == shape(FRENCH)


def test_french_typography() -> None:
    prose = re.sub(r"```.*?```|`[^`\n]*`|\]\([^)]*\)|^\|[ \-|]+$", "", FRENCH, flags=re.DOTALL | re.MULTILINE)
    assert not re.findall(r"[^\u00a0][:;!?]|'", prose)
