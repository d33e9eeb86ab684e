"""The catalogues: the same texts in both languages, one for every code, none that nobody uses."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

import hollygin
from hollygin import CARDS, Fault, parse_cards
from hollygin.actions import Action
from hollygin.due import Phase
from hollygin.locale import LANGUAGES, Text, Translator, catalogue, language_of_environment
from hollygin.options import OPTIONS
from hollygin.rules import CONTRADICTIONS, PROFILES

SOURCES = sorted(Path(hollygin.__file__).parent.rglob("*.py"))
PLACE = re.compile(r"\{(\w+)\}")
FAULTS = {"Fault", "RecordFault", "fault", "_fault", "refuse"}
"""The names of what makes a fault, its code first."""


def forms(text: Text) -> dict[str, str]:
    return {"": text} if isinstance(text, str) else dict(text)


def places(text: Text) -> set[str]:
    return {place for form in forms(text).values() for place in PLACE.findall(form)}


def nodes() -> Iterator[ast.AST]:
    for source in SOURCES:
        yield from ast.walk(ast.parse(source.read_text(encoding="utf-8")))


def called(node: ast.Call) -> str:
    function = node.func
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


def literal_faults() -> Iterator[tuple[str, ast.Call]]:
    for node in nodes():
        if isinstance(node, ast.Call) and called(node) in FAULTS and node.args:
            code = node.args[0]
            if isinstance(code, ast.Constant) and isinstance(code.value, str):
                yield code.value, node


CODES = {code for code, _ in literal_faults()} | set(CONTRADICTIONS)
STRINGS = {node.value for node in nodes() if isinstance(node, ast.Constant) and isinstance(node.value, str)}
PATTERNS = {
    re.compile(
        "".join(
            re.escape(str(part.value)) if isinstance(part, ast.Constant) else "(.+)" for part in node.values
        )
    )
    for node in nodes()
    if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant)
}


def test_the_same_keys_places_and_plural_forms() -> None:
    english, french = catalogue("en"), catalogue("fr")
    assert english.keys() == french.keys()
    for key, text in english.items():
        assert places(text) == places(french[key]), key
        assert forms(text).keys() == forms(french[key]).keys() in ({""}, {"one", "other"}), key
        assert all(form.strip() or key == "sheet.comma" for form in forms(text).values()), key


def test_every_plural_form_has_the_same_places() -> None:
    for language in LANGUAGES:
        for key, text in catalogue(language).items():
            assert len({frozenset(PLACE.findall(form)) - {"n"} for form in forms(text).values()}) == 1, key


def test_every_code_has_a_text() -> None:
    assert len(CODES) > 50
    assert {f"error.{code}" for code in CODES} <= catalogue("en").keys()


def test_every_text_of_an_error_has_a_code() -> None:
    codes = {key.removeprefix("error.") for key in catalogue("en") if key.startswith("error.")}
    assert codes <= CODES | STRINGS


def test_the_text_of_a_fault_asks_only_for_its_parameters() -> None:
    for code, node in literal_faults():
        given = [*node.args[1:], *(word.value for word in node.keywords if word.arg == "params")]
        if called(node) != "Fault" or any(not isinstance(part, ast.Constant | ast.Dict) for part in given):
            continue
        names = {
            key.value
            for part in given
            if isinstance(part, ast.Dict)
            for key in part.keys
            if isinstance(key, ast.Constant)
        }
        assert places(catalogue("en")[f"error.{code}"]) <= names, code


def test_every_text_is_used() -> None:
    for key in catalogue("en"):
        if key.startswith(("action.", "phase.")):  # parameters of a fault, held against the game below
            continue
        if key.startswith("web."):  # the browser's own, held against its sources by the tests of web/
            continue
        if key.startswith("allowed."):
            assert key.removeprefix("allowed.") in STRINGS, key
            continue
        stem = re.sub(r"\.(you|other)$", "", key)  # who is spoken to, or of
        assert {key, stem} & STRINGS or any(pattern.fullmatch(key) for pattern in PATTERNS), key


def test_every_text_that_is_asked_for_is_there() -> None:
    for node in nodes():
        if isinstance(node, ast.Call) and called(node) == "t" and node.args:
            asked = node.args[0]
            for part in (asked.body, asked.orelse) if isinstance(asked, ast.IfExp) else (asked,):
                if isinstance(part, ast.Constant):
                    assert part.value in catalogue("en")


def test_what_a_field_of_a_record_may_hold_has_words() -> None:
    for node in nodes():
        if isinstance(node, ast.Call) and called(node) == "take" and len(node.args) == 3:
            allowed = node.args[2]
            word = allowed.value if isinstance(allowed, ast.Constant) else None
            if isinstance(word, str) and re.search(r"[a-z]{3}", word):
                assert f"allowed.{word}" in catalogue("en") or ", " in word


def test_action_and_phase_texts_are_those_of_the_game() -> None:
    found = {key for key in catalogue("en") if key.startswith(("action.", "phase."))}
    assert found == {f"action.{kind.kind}" for kind in get_args(Action)} | {
        f"phase.{phase}" for phase in Phase
    }


def test_every_option_and_profile_has_its_words() -> None:
    keys = catalogue("en").keys()
    for option, known in OPTIONS.items():
        assert {f"option.{option}", f"option.{option}.help"} <= keys
        assert {f"option.{option}.{value}" for value in known.choices} <= keys
    assert {key for profile in PROFILES for key in (f"profile.{profile}", f"profile.{profile}.help")} <= keys


def test_typography() -> None:
    """French signs stand behind a no-break space; no typewriter apostrophe in either language."""
    for key, text in catalogue("fr").items():
        for form in forms(text).values():
            assert not re.search(r" [;:!?»]|« |\w[;!?»]", form), key
    for language in LANGUAGES:
        for key, text in catalogue(language).items():
            assert not any(
                "'" in form or form != form.strip(" ") for form in forms(text).values()
            ) or key.startswith(("hand.", "sheet.comma", "rules.is")), key


def test_cards_in_words() -> None:
    english, french = Translator("en"), Translator("fr")
    assert english.cards(parse_cards("Th Jh Qd Kc As 2s")) == "A♠ 2♠ 10♥ J♥ Q♦ K♣"
    assert french.cards(parse_cards("Th Jh Qd Kc As 2s")) == "A♠ 2♠ 10♥ V♥ D♦ R♣"
    assert french.cards_in("Kc ?? 4h 5h / Th") == "R♣ ?? 4♥ 5♥ / 10♥"
    assert len({french.card(card) for card in CARDS}) == 52


def test_faults_in_words() -> None:
    fault = Fault("taken-card", "R3.2", {"card": "Kc"})
    assert Translator("en").fault(fault).startswith("K♣ was just taken")
    assert Translator("fr").fault(fault).startswith("R♣ vient d’être prise")
    assert Translator("fr").fault(fault).endswith(" [R3.2]")
    due = Fault("not-due", "R2.1", {"action": "big gin", "phase": "must_draw"})
    assert Translator("en").fault(due) == (
        "One cannot go big gin now; what is due: draw from the stock [R2.1]"
    )
    options = Fault("deal-with-sheet", "O", {"options": CONTRADICTIONS["deal-with-sheet"]})
    assert Translator("en").fault(options).endswith("(match_winner, columns)")


@pytest.mark.parametrize(
    ("n", "english", "french"), [(0, "other", "one"), (1, "one", "one"), (2, "other", "other")]
)
def test_plurals(n: int, english: str, french: str) -> None:
    for language, form in (("en", english), ("fr", french)):
        text = catalogue("en" if language == "en" else "fr")["sheet.written"]
        assert not isinstance(text, str)
        found = Translator("en" if language == "en" else "fr")("sheet.written", n=n, columns="I")
        assert found == text[form].replace("{columns}", "I")


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "de_DE"}, "en"),
        ({"LANG": "en_GB", "LC_ALL": "FR"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": ""}, "fr"),
    ],
)
def test_language_of_the_environment(
    environment: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert language_of_environment() == language
