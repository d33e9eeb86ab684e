"""The score in words, in both languages."""

from dataclasses import replace

import pytest
from hypothesis import given

from hollygin import Sheet, make_rules
from hollygin.locale import LANGUAGES, Translator
from hollygin.paper import head_lines, line_reason, next_text, next_win_text, rules_text, standing_text
from hollygin.score import ByPoints, DealEntry, Score, Teams
from tests.effort import examples
from tests.record.corpus.valid_score import TEAMS, VOID, deals, team_score
from tests.score.strategies import scores

EN, FR = Translator("en"), Translator("fr")
NAMES = ("Anne", "Bob")
SETTINGS = examples(40)


def reasons(score: Score, t: Translator = EN) -> list[str]:
    return [line_reason(line, score, t) for line in score.lines]


def test_each_kind_of_deal() -> None:
    assert reasons(deals()) == [
        "Anne won the deal: 30 points. Anne’s first win: column I.",
        "Gin! Bob scores 43 points. 18 + 25 (gin bonus) = 43. Bob’s first win: column I.",
        "Anne wins the knock: 19 points. Anne’s second win: columns I and II.",
        "The deal is void: nobody scores.",
        "Both have the same deadwood: nobody scores.",
        (
            "Undercut! Anne scores 27 points. 2 + 25 (undercut bonus) = 27. "
            "Anne’s third win: columns I, II and III."
        ),
        (
            "Anne wins the knock: 44 points. 47 − 3 = 44. "
            "Anne’s fourth win: columns I, II and III; closes I at 120."
        ),
        (
            "Anne wins the knock: 44 points. 47 − 3 = 44. "
            "Anne’s fifth win: columns II and III; closes II at 134 and III at 115."
        ),
    ]
    assert reasons(deals(), FR)[1] == (
        "Gin\u00a0! Bob marque 43 points. 18 + 25 (prime de gin) = 43. Bob, première victoire\u00a0: colonne I."
    )
    late = deals().add(DealEntry.of(ByPoints(1, 9)))
    assert reasons(late)[-1] == "Not written: The match is over; no further win can be written [R8.7]"


def test_the_next_win() -> None:
    sheet = Sheet.of(make_rules(), [(0, 60), (0, 26)])
    assert next_win_text(sheet, 0, NAMES, EN) == (
        "Anne’s next win: columns I, II and III; closes I with 14, II with 74 and III with 100"
    )
    assert next_win_text(sheet, 0, NAMES, EN, 0).startswith("Your next win: columns I, II and III")
    late = Sheet.of(make_rules(), [(0, 100)])
    assert next_win_text(late, 1, NAMES, EN) == "Bob’s next win: I is closed already, written nowhere"


@SETTINGS
@given(scores())
def test_the_next_win_closes_with_just_the_points_that_it_names(score: Score) -> None:
    sheet = score.sheet
    if sheet.done:
        return
    for seat in (0, 1):
        entry = sheet.next_win(seat)
        for i in entry.written:
            needed = sheet.to_close(seat, i)
            assert needed is not None
            assert sheet.add(seat, needed).columns[i].won == seat
            assert needed == 0 or sheet.add(seat, needed - 1).columns[i].won is None


def test_teams() -> None:
    score = team_score(make_rules("club", target=125), (ByPoints(0, 30), ByPoints(1, 12)), (VOID, VOID))
    assert reasons(score) == [
        (
            "Anne against Cléo: Anne won the deal: 30 points. Bea against Dan: Dan won the deal: 12 points. "
            "The difference, 18 points, goes to North. North’s first win: column I."
        ),
        (
            "Anne against Dan: The deal is void: nobody scores. Bea against Cléo: The deal is void: nobody scores. "
            "The tables are level: nothing is written."
        ),
    ]
    assert next_text(score, EN) == [
        "Table 1: Anne against Cléo. Anne deals next.",
        "Table 2: Bea against Dan. Dan deals next.",
    ]
    assert head_lines(replace(score, profile="club"), EN) == [
        "Club; Target: 125",
        "North: Anne and Bea",
        "South: Cléo and Dan",
        "The winning team writes the difference of both tables",
    ]
    assert (
        rules_text(make_rules(gin_bonus=20, oklahoma=True), None, EN)
        == "Friendly; Gin bonus: 20; Oklahoma: on"
    )
    gross = replace(score, teams=Teams(TEAMS, "gross"))
    assert reasons(gross)[0].endswith("North’s first win: column I. South’s first win: column I.")


def test_who_deals_next_and_who_has_won() -> None:
    score = deals()
    assert next_text(score, EN) == [] and standing_text(score, EN).startswith("Anne wins the match.")
    open_ = score.remove(7)
    assert next_text(open_, EN) == ["Anne deals next."]
    assert next_text(replace(open_, first_dealer=None), EN) == ["Anne deals next."]  # who won the last deal
    assert next_text(replace(open_, first_dealer=None, entries=()), EN) == []
    given_up = replace(open_, resigned=0)
    assert (
        standing_text(given_up, EN) == "Anne gives the match up; Bob wins it."
        and next_text(given_up, EN) == []
    )


@pytest.mark.parametrize("language", LANGUAGES)
@SETTINGS
@given(score=scores())
def test_every_score_has_words(language: str, score: Score) -> None:
    t = Translator("fr" if language == "fr" else "en")
    told = [*reasons(score, t), *head_lines(score, t), standing_text(score, t), *next_text(score, t)]
    assert all(text.strip() and "{" not in text for text in told)
