"""A person's turn in a deal laid out by hand: what was typed, and the action it became."""

import io
import sys
from typing import Any, TypeAlias

import pytest

from hollygin import Deal, Match
from hollygin.cli.play.human import HumanPlayer
from hollygin.cli.play.screen import MatchLeft, Screen
from hollygin.locale import Language, Translator
from hollygin.view import view_match
from tests.table import GIN_HAND, deal_of, play, run_down

MP: TypeAlias = pytest.MonkeyPatch
Capsys: TypeAlias = pytest.CaptureFixture[str]

KNOCKER = "4h 5h 6h 7s 7d 7c Jc Qc Kc 3s"
OTHER = "Ah 2h 8d 8c Td Js Qs Kd 6c 5d"
RUN_OF_SIX = "4h 5h 6h 7h 8h 9h Jc Qc Kc 3s"


class Person:
    """Sits at whichever seat is due; the lines are what is typed."""

    def __init__(self, monkeypatch: MP, capsys: Capsys, language: Language = "en") -> None:
        monkeypatch.setenv("COLUMNS", "200")
        self._monkeypatch = monkeypatch
        self._capsys = capsys
        self._screen = Screen(Translator(language), ("Anne", "Bob"), (0, 1))
        self._players = tuple(HumanPlayer(self._screen, seat) for seat in (0, 1))
        self.said = ""

    def types(self, deal: Deal, *lines: str, steps: int = 1) -> list[str]:
        """The actions of some steps, in text form."""
        assert deal.due.seat is not None
        self._screen.viewer = deal.due.seat
        self._monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        match = Match.start(deal.rules, deal.dealer)._replace(deal=deal)
        done = []
        for _ in range(steps):
            assert match.due is not None and match.due.seat is not None
            seat = match.due.seat
            view = view_match(match, seat)
            assert view.deal is not None and view.deal.due is not None
            action = self._players[seat].act(view, view.deal.due)
            done.append(str(action))
            match = match.step(seat, action)
        assert sys.stdin.read() == ""
        self.said = self._capsys.readouterr().out
        return done


@pytest.fixture
def person(monkeypatch: MP, capsys: Capsys) -> Person:
    return Person(monkeypatch, capsys)


@pytest.fixture
def french(monkeypatch: MP, capsys: Capsys) -> Person:
    return Person(monkeypatch, capsys, "fr")


def drawn(first: str, card: str, **options: Any) -> Deal:
    """The opener has drawn a card."""
    return play(deal_of(first, OTHER, stock=card, **options), "pass", "pass", "draw")


def knocked(defender: str, first: str = KNOCKER) -> Deal:
    """The defender is on turn after a knock with 3."""
    deal = play(deal_of(first, defender, "Qd", stock="Kh"), "pass", "pass", "draw")
    return play(deal, "knock Kh: 4h 5h 6h / 7s 7d 7c / Jc Qc Kc")


@pytest.mark.parametrize("line", ["Kh", "kH", "K♥", "discard Kh", "dis K♥", "d Kh"])
def test_ways_to_discard(person: Person, line: str) -> None:
    assert person.types(drawn(KNOCKER, "Kh"), line) == ["discard Kh"]


@pytest.mark.parametrize("line", ["Rh", "R♥", "Kh", "jeter Rh", "j R♥", "discard Kh"])
def test_ways_to_discard_in_french(french: Person, line: str) -> None:
    assert french.types(drawn(KNOCKER, "Kh"), line) == ["discard Kh"]


@pytest.mark.parametrize(
    ("before", "line", "action"),
    [
        ([], "prendre", "take"), ([], "pr", "take"), ([], "t", "take"), ([], "passer", "pass"),
        ([], "pa", "pass"), ([], "p", "pass"), (["pass", "pass"], "piocher", "draw"),
        (["pass", "pass"], "p", "draw"), (["pass", "pass"], "pi", "draw"), (["pass", "pass"], "draw", "draw"),
    ],
)  # fmt: skip
def test_french_words(french: Person, before: list[str], line: str, action: str) -> None:
    assert french.types(play(deal_of(KNOCKER, OTHER), *before), line) == [action]


def test_a_word_that_may_be_two_is_not_guessed(french: Person) -> None:
    deal = play(drawn(KNOCKER, "Kh"), "discard Kh")
    assert french.types(deal, "p", "pr") == ["take"]
    assert "« p » ne se comprend pas ici.\nPossible maintenant : pi, pr." in french.said.replace("\xa0", " ")


# Knock and gin


@pytest.mark.parametrize("line", ["k Kh", "knock K♥", "k", "knock Kh: 4h 5h 6h / 7s 7d 7c / Jc Qc Kc"])
def test_a_knock_is_shown_first(person: Person, line: str) -> None:
    deal = drawn(KNOCKER, "Kh")
    assert person.types(deal, line, "y") == ["knock Kh: 4h 5h 6h / 7s 7d 7c / Jc Qc Kc"]
    assert "Knock, K♥ face down:" in person.said
    assert "[4♥ 5♥ 6♥] [7♠ 7♦ 7♣] [J♣ Q♣ K♣] deadwood 3♠ = 3" in person.said
    assert "y = knock with 3, n = back" in person.said


def test_a_knock_in_french(french: Person) -> None:
    deal = drawn(KNOCKER, "Kh")
    assert french.types(deal, "f Rh", "o") == ["knock Kh: 4h 5h 6h / 7s 7d 7c / Jc Qc Kc"]
    assert "o = frapper à 3, n = retour" in french.said


def test_a_knock_taken_back(person: Person) -> None:
    assert person.types(drawn(KNOCKER, "Kh"), "k Kh", "n", "3s") == ["discard 3s"]
    assert "Nothing has changed." in person.said


def test_another_spread_by_its_number(person: Person) -> None:
    deal = drawn(RUN_OF_SIX, "Kh")
    (chosen,) = person.types(deal, "k Kh", "77", "2", "y")
    assert chosen == "knock Kh: 4h 5h 6h / 7h 8h 9h / Jc Qc Kc"
    assert "› 2  [4♥ 5♥ 6♥] [7♥ 8♥ 9♥]" in person.said


def test_another_spread_by_its_melds(person: Person) -> None:
    deal = drawn(RUN_OF_SIX, "Kh")
    lines = ["k Kh", "4h 5h 6h 7h 8h / Jc Qc Kc", "5h 6h 7h 8h 9h / Jc Qc Kc", "y"]
    assert person.types(deal, *lines) == ["knock Kh: 5h 6h 7h 8h 9h / Jc Qc Kc"]
    assert "The deadwood is 12; one may knock with at most 10" in person.said


def test_a_knock_that_is_gin_says_so(person: Person) -> None:
    (action,) = person.types(drawn(GIN_HAND, "Kh"), "k Kh", "y")
    assert action == "gin Kh: 4h 5h 6h 7h / Ac 2c 3c / 9s 9d 9c"
    assert "That leaves no deadwood: it is gin" in person.said and "g = gin!" in person.said


def test_gin_alone_finds_its_discard(person: Person) -> None:
    assert person.types(drawn(GIN_HAND, "Kh"), "g", "y")[0].startswith("gin Kh:")
    assert "deadwood" not in person.said.partition("face down:")[2].replace("no deadwood", "")


def test_gin_is_not_declared_for_the_player(person: Person) -> None:
    assert person.types(drawn(GIN_HAND, "Kh"), "g", "n", "Kh") == ["discard Kh"]


@pytest.mark.parametrize("line", ["bg", "big gin", "big gin: 4h 5h 6h 7h 8h / Ac 2c 3c / 9s 9d 9c"])
def test_big_gin(person: Person, line: str) -> None:
    deal = drawn(GIN_HAND, "8h", big_gin_bonus=50)
    assert person.types(deal, line, "y") == ["big gin: 4h 5h 6h 7h 8h / Ac 2c 3c / 9s 9d 9c"]
    assert "bg = big gin!" in person.said and "y = big gin, n = back" in person.said


def test_straight_gin_offers_no_knock(person: Person) -> None:
    deal = drawn(KNOCKER, "Kh", straight=True)
    assert person.types(deal, "k Kh", "Kh") == ["discard Kh"]
    assert "= knock" not in person.said and "[R10.1]" in person.said


def last_discard(first: str, second: str) -> Deal:
    """The dealer is due with the last discard, which may end the deal."""
    deal = run_down(deal_of(first, second, last_discard="end"), 2)
    return play(deal, f"discard {deal.drawn}")


def test_the_last_discard_is_refused_where_it_ends_nothing(person: Person) -> None:
    assert person.types(last_discard(KNOCKER, OTHER), "t", "p") == ["pass"]
    assert "[R6.1]" in person.said


def test_the_last_discard_is_taken_to_end_the_deal(person: Person) -> None:
    deal = last_discard(OTHER, KNOCKER)
    taken, knock = person.types(deal, "t", str(deal.pile[-1]), "k 3s", "n", "k 3s", "y", steps=2)
    assert (taken, knock) == ("take", "knock 3s: 4h 5h 6h / 7s 7d 7c / Jc Qc Kc")
    assert "and end the deal with it" in person.said and "One cannot discard" in person.said


def test_the_help_names_what_the_rules_allow(person: Person) -> None:
    person.types(drawn(KNOCKER, "Kh"), "?", "Kh")
    assert "at most 10 points of deadwood" in person.said and "big gin" not in person.said
    person.types(drawn(KNOCKER, "Kh", straight=True, big_gin_bonus=50), "?", "Kh")
    assert "k, knock" not in person.said and "bg, big gin" in person.said
    person.types(knocked(LAYS_OFF), "?", "", steps=4)
    assert "Enter " in person.said and "l, layoff" in person.said
    person.types(knocked(LAYS_OFF), "l", "?", "done", steps=2)
    assert "layoff 7h on 4h 5h 6h" in person.said


# The defender

LAYS_OFF = "7h 8h Th Js Qs Kd 6c 2d 8d Ac"
"""The 7 of hearts fits the run and the set, the 8 only the run."""


def test_the_best_defense_with_one_enter(person: Person) -> None:
    done = person.types(knocked(LAYS_OFF), "", steps=4)
    assert done == ["defense", "layoff 7h on 4h 5h 6h", "layoff 8h on 4h 5h 6h", "done"]
    assert "laid off  7♥ on [4♥ 5♥ 6♥], 8♥ on [4♥ 5♥ 6♥]" in person.said


def test_a_card_that_fits_twice_is_asked_for(person: Person) -> None:
    done = person.types(knocked(LAYS_OFF), "l", "7h", "5", "", "7h", "2", "8h", "done", steps=3)
    assert done == ["defense", "layoff 7h on 7s 7d 7c", "done"]
    assert "8♥ fits none of these melds as they lie now." in person.said


def test_layoffs_one_by_one(person: Person) -> None:
    lines = ["l", "layoff 7h on 4h 5h 6h", "Th", "layoff 8h on 4h 5h 6h 7h", ""]
    done = person.types(knocked(LAYS_OFF), *lines, steps=4)
    assert done == ["defense", "layoff 7h on 4h 5h 6h", "layoff 8h on 4h 5h 6h", "done"]
    assert "You can lay off 8♥ on [4♥ 5♥ 6♥]." in person.said


def test_enter_lays_off_all_the_rest(person: Person) -> None:
    done = person.types(knocked(LAYS_OFF), "l", "", steps=4)
    assert done == ["defense", "layoff 7h on 4h 5h 6h", "layoff 8h on 4h 5h 6h", "done"]


def test_layoffs_in_french(french: Person) -> None:
    lines = ["ra", "rattacher 7h sur 7s 7d 7c", "layoff 8h on 4h 5h 6h", "Rh", "fini"]
    assert french.types(knocked(LAYS_OFF), *lines, steps=3) == ["defense", "layoff 7h on 7s 7d 7c", "done"]
    assert "[R4.4]" in french.said


@pytest.mark.parametrize("line", ["-", "spread"])
def test_melds_given_up_to_lay_off_more(person: Person, line: str) -> None:
    done = person.types(knocked("7h 8h 9h Js Qs Kd 6c 2d 8d Ac"), line, "", steps=5)
    assert done == ["defense", *(f"layoff {card} on 4h 5h 6h" for card in ("7h", "8h", "9h")), "done"]
    assert "Your answer:\n  melds     none" in person.said


@pytest.mark.parametrize("line", ["7h 8h 9h", "spread 7h 8h 9h", "7h, 8h, 9h"])
def test_other_melds(person: Person, line: str) -> None:
    done = person.types(knocked("7h 8h 9h Js Qs Kd 6c 2d 8d Ac"), "7h 8h", "-", line, "", steps=2)
    assert done == ["defense 7h 8h 9h", "done"]
    assert "7♥ 8♥" in person.said and "[R4.3]" in person.said


def test_nothing_is_laid_off_on_gin(person: Person) -> None:
    deal = play(drawn(GIN_HAND, "Kh"), "gin Kh: 4h 5h 6h 7h / Ac 2c 3c / 9s 9d 9c")
    assert person.types(deal, "l", "layoff 8d on 9s 9d 9c", "") == ["defense"]
    assert person.said.count("[R5.3]") == 2 and "nothing goes on gin" in person.said


# The other person at the terminal


def test_the_screen_is_handed_over(monkeypatch: MP, capsys: Capsys) -> None:
    screen = Screen(Translator("en"), ("Anne", "Bob"), (0, 1))
    match = Match.start(deal_of().rules, 1)._replace(deal=deal_of())
    view = view_match(match, 0)
    assert view.deal is not None and view.deal.due is not None
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    with pytest.raises(MatchLeft):
        HumanPlayer(screen, 0).act(view, view.deal.due)
    said = capsys.readouterr().out
    assert said.startswith("Anne, it is your turn. Bob, please look away.")
    assert "♥" not in said and "♠" not in said
