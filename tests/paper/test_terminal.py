"""The score sheet on the terminal."""

import io

import pytest
from rich.cells import cell_len
from rich.console import Console

from hollygin import Sheet, make_rules
from hollygin.locale import Translator
from hollygin.paper import entry_reason, result_text, sheet_table

EN, FR = Translator("en"), Translator("fr")
NAMES = ("Anne", "Bob")


def drawn(sheet: Sheet, names: tuple[str, str] = NAMES, width: int = 80, t: Translator = EN) -> str:
    out = io.StringIO()
    Console(file=out, width=width, color_system=None).print(sheet_table(sheet, names, t))
    return out.getvalue()


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.split("│")[1:-1]]


def row(text: str, label: str) -> list[str]:
    return next(found[2:] for found in map(cells, text.splitlines()) if found and found[0] == label)


def test_a_line_a_win_with_running_scores() -> None:
    sheet = Sheet.of(make_rules(), [(0, 30), (1, 18), (0, 43), (0, 35)])
    text = drawn(sheet)
    assert row(text, "1 Anne") == ["30", "", "", "", "", ""]
    assert row(text, "2 Bob") == ["", "18", "", "", "", ""]
    assert row(text, "3 Anne") == ["73", "", "43", "", "", ""]
    assert row(text, "4 Anne") == ["108", "", "78", "", "35", ""]
    assert row(text, "Score") == ["108", "18", "78", "–", "35", "–"]
    assert row(text, "Boxes") == ["□□□", "□", "□□", "", "□", ""]
    assert row(text, "Won") == ["★", "", "", "", "", ""]
    ruled = next(line for line in text.splitlines() if "═" in line)
    assert cells(ruled)[2:] == ["═" * 9, "", ""]


def test_bonuses_stand_below_closed_columns() -> None:
    sheet = Sheet.of(make_rules("club"), [(0, 110), (1, 20), (0, 10)])
    text = drawn(sheet)
    assert row(text, "Game bonus") == [""] * 6
    assert row(text, "Shutout bonus") == ["+200", "", "", "", "", ""]
    assert row(text, "Box bonus") == ["+25", "", "", "", "", ""]
    assert row(text, "Total") == ["335", "0", "", "", "", ""]
    doubled = Sheet.of(make_rules("club", shutout="double_total"), [(1, 110)])
    assert row(drawn(doubled), "Shutout bonus")[:2] == ["", "+235"]
    assert row(drawn(doubled), "Game bonus")[:2] == ["", "+100"]
    assert not any(label in drawn(Sheet.of(make_rules())) for label in ("Game bonus", "Total"))


@pytest.mark.parametrize("columns", range(1, 10))
@pytest.mark.parametrize("width", [40, 60, 80, 200])
def test_every_number_of_columns_fits_every_width(columns: int, width: int) -> None:
    rules = make_rules("totals", columns=columns, target=1000)
    sheet = Sheet.of(rules, [(i % 2, 95) for i in range(20)])
    text = drawn(sheet, ("Bartholomew", "Anne-Sophie"), width)
    assert all(cell_len(line) <= width for line in text.splitlines())
    totals = [
        number
        for line in text.splitlines()
        if (found := cells(line)) and found[0] == "Score"
        for number in found[2:]
    ]
    assert totals == [str(score) for column in sheet.columns for score in column.score]


def test_names_that_begin_alike_stay_apart() -> None:
    text = drawn(Sheet.of(make_rules(columns=9)), ("Player 1", "Player 2"), 80)
    assert "Pl…1│Pl…2" in text


def test_wide_and_marked_up_names_are_shown_as_they_are() -> None:
    text = drawn(Sheet.of(make_rules(), [(0, 5)]), ("[red]x", "花子"), 100)
    assert "[red]x" in text and "花子" in text
    assert len({cell_len(line) for line in text.splitlines()}) == 1


def test_the_empty_sheet() -> None:
    assert row(drawn(Sheet.of(make_rules())), "Score") == ["–"] * 6
    assert drawn(Sheet.of(make_rules("single-deal"))) == f"{EN('sheet.none')}\n"


def test_reasons() -> None:
    wins = [(0, 60), (0, 45), (1, 20), (1, 22), (1, 24)]
    lost = Sheet.of(make_rules(), wins)
    assert [entry_reason(entry, lost, NAMES, EN) for entry in lost.entries] == [
        "Anne’s first win: column I",
        "Anne’s second win: columns I and II; closes I at 105",
        "Bob’s first win: I is closed already, written nowhere",
        "Bob’s second win: column II",
        "Bob’s third win: columns II and III",
    ]
    carry = Sheet.of(make_rules(late_entry="carry"), wins)
    assert [entry_reason(entry, carry, NAMES, EN) for entry in carry.entries[2:4]] == [
        "Bob’s first win: column II; opens II",
        "Bob’s second win: columns II and III; opens III",
    ]
    assert entry_reason(lost.entries[2], lost, NAMES, FR) == (
        "Bob, première victoire\u00a0: la colonne I est déjà fermée, inscrite nulle part"
    )


def test_reasons_with_closings_many_wins_and_a_viewer() -> None:
    sheet = Sheet.of(make_rules(), [(0, 5)] * 10 + [(0, 50)])
    assert entry_reason(sheet.entries[10], sheet, NAMES, EN) == (
        "Anne’s win number 11: columns I, II and III; closes I at 100"
    )
    two = Sheet.of(make_rules(), [(0, 5), (0, 5), (0, 200)])
    assert entry_reason(two.entries[2], two, NAMES, EN, 0) == (
        "Your third win: columns I, II and III; closes I at 210, II at 205 and III at 200"
    )
    assert entry_reason(two.entries[2], two, NAMES, EN, 1).startswith("Anne’s third win")
    passed = Sheet.of(make_rules(), [(1, 50), (0, 60), (0, 60), (1, 5), (0, 50), (1, 9)])
    assert entry_reason(passed.entries[-1], passed, NAMES, EN) == "Bob’s third win: column III"
    deal = Sheet.of(make_rules("single-deal"), [(1, 7)])
    assert entry_reason(deal.entries[0], deal, NAMES, EN) == "Bob’s first win: decides the match"


def test_results() -> None:
    assert result_text(Sheet.of(make_rules()), NAMES, EN) == "The match goes on."
    friendly = Sheet.of(make_rules(), [(0, 100), (0, 100)])
    assert result_text(friendly, NAMES, EN) == "The match goes on. Columns won: Anne 2, Bob 0."
    clinched = Sheet.of(make_rules(clinch_stop=True), [(0, 100), (0, 100)])
    assert result_text(clinched, NAMES, EN) == "Anne wins the match. Columns won: Anne 2, Bob 0."
    assert result_text(clinched, NAMES, EN, 0).startswith("You win the match.")
    tied = Sheet.of(make_rules(columns=2), [(0, 100), (1, 50), (1, 100)])
    assert result_text(tied, NAMES, EN) == "The match ends in a tie. Columns won: Anne 1, Bob 1."
    totals = Sheet.of(make_rules("eaai", match_winner="total"), [(1, 100)])
    assert result_text(totals, NAMES, EN).endswith("Grand total: Anne 0, Bob 100.")
