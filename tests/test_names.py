"""The names of players: one rule for what may be in one, and for which are the same."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hollygin.names import JOINERS, clean_name, name_fault, name_key, same_name


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Zoe\u0301", "Zo\u00e9", True),
        ("ANNE", " anne ", True),
        ("ΣΟΦΟΣ", "σοφος", True),
        ("Weiss", "Weiß", False),
        ("WEIẞ", "weiß", True),
        ("ﬁ", "fi", False),
        ("İ", "i", False),
        ("Anne", "Ann", False),
        ("Mary  Ann", "mary ann", True),
    ],
)
def test_which_names_are_the_same(one: str, other: str, same: bool) -> None:
    assert same_name(one, other) == same == same_name(other, one)


@pytest.mark.parametrize(
    "name", ["می\u200cخواهم", "👨\u200d👩\u200d👧", "क्\u200dष", "N" * 40, "O’Neil", "Anne 2"]
)
def test_what_a_name_holds(name: str) -> None:
    assert clean_name(name) == name and name_fault(name) is None


@pytest.mark.parametrize(
    ("name", "code", "sign"),
    [
        ("", "empty-name", None),
        ("N" * 41, "long-name", None),
        ("An\x00ne", "sign-in-name", "U+0000"),
        ("Anne\u202eboB", "sign-in-name", "U+202E"),
        ("\u200dAnne", "sign-in-name", "U+200D"),
        ("Anne\u200c", "sign-in-name", "U+200C"),
        ("An\u200d\u200dne", "sign-in-name", "U+200D"),
        ("Anne \u200dBo", "sign-in-name", "U+200D"),
        ("\udcff", "sign-in-name", "U+DCFF"),
    ],
)
def test_what_is_refused_is_told_by_sign(name: str, code: str, sign: str | None) -> None:
    fault = name_fault(name)
    assert fault is not None and (fault.code, fault.params.get("sign")) == (code, sign)
    assert str(fault.params.get("name", "")).isprintable()


@given(st.text(), st.text())
def test_one_name_is_equal_to_itself_however_it_is_written(one: str, other: str) -> None:
    assert same_name(one, clean_name(one)) and clean_name(clean_name(one)) == clean_name(one)
    assert same_name(one, unicodedata.normalize("NFD", one))
    assert same_name(one, other) == (name_key(one) == name_key(other))
    if unicodedata.normalize("NFC", one) == unicodedata.normalize("NFC", other):
        assert same_name(one, other)


@given(st.text(st.characters(exclude_categories=["C", "Z"]) | st.sampled_from(JOINERS), max_size=20))
def test_a_kept_name_is_seen(name: str) -> None:
    if name_fault(clean_name(name)) is None:
        assert all(sign.isprintable() or sign in JOINERS for sign in clean_name(name))
