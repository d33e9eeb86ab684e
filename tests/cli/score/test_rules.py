"""``hollygin rules``."""

import pytest

from hollygin import PROFILES
from hollygin.locale import LANGUAGES, Translator
from hollygin.options import OPTIONS
from hollygin.rules import options_of
from tests.cli.conftest import Run


def test_all_profiles(run: Run) -> None:
    found = run("rules", "--json").json
    assert [profile["id"] for profile in found] == list(PROFILES)
    for profile in found:
        known = PROFILES[profile["id"]]
        assert profile["version"] == known.version
        assert profile["options"] == options_of(known.rules)
        assert profile["name"] == Translator("en")(f"profile.{known.id}")


@pytest.mark.parametrize("profile", PROFILES)
def test_one_profile(run: Run, profile: str) -> None:
    found = run("rules", profile, "--json", "--lang", "fr").json
    assert found["id"] == profile and found["name"] == Translator("fr")(f"profile.{profile}")
    assert list(found["options"]) == list(OPTIONS)


def test_settings_change_the_options(run: Run) -> None:
    ran = run(
        "rules", "club", "--set", "target=250", "--set", "oklahoma=on", "--set", "tie = nobody", "--json"
    )
    options = options_of(PROFILES["club"].rules)
    assert ran.json["options"] == {**options, "target": 250, "oklahoma": True, "tie": "nobody"}
    shown = run("rules", "club", "--set", "target=250").out
    assert "* 250" in shown and "* changed by --set" in shown


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_option_is_explained(run: Run, lang: str) -> None:
    for profile in PROFILES:
        shown = run("rules", profile, "--lang", lang).out
        assert all(f"\n{option} " in shown for option in OPTIONS)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("columns", ["40", "60", "80", "200"])
def test_side_by_side_in_every_width(
    run: Run, monkeypatch: pytest.MonkeyPatch, lang: str, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    ran = run("rules", "--lang", lang)
    assert ran.status == 0
    assert all(profile in ran.out for profile in PROFILES)
    tables = [line for line in ran.out.splitlines() if line.startswith(("│", "┌", "├", "└"))]
    assert tables and all(len(line) <= int(columns) for line in tables)
