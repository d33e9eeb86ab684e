"""Two options that do not exist are written into the table; everything that reads the table must know them.

Run as a program, so that the package is imported anew. Only the rule of such an option would be missing.
"""

import asyncio
import json
import sys
from contextlib import redirect_stdout
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from io import StringIO
from types import CodeType
from typing import Any

LAST = "    clinch_stop: bool = False\n"
NEW = '    jokers: Annotated[int, Range(0, 4, offered=(2,)), Since(3)] = 0\n    weather: Annotated[Literal["dry", "wet"], Since(3)] = "dry"\n'


class Loader(SourceFileLoader):
    def get_code(self, fullname: str) -> CodeType:
        source = self.get_data(self.path).decode()
        assert source.count(LAST) == 1
        return compile(source.replace(LAST, LAST + NEW), self.path, "exec")


class Finder(MetaPathFinder):
    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        if fullname != "hollygin.options":
            return None
        spec = PathFinder.find_spec(fullname, path)
        assert spec is not None and spec.origin is not None
        spec.loader = Loader(fullname, spec.origin)
        return spec


sys.meta_path.insert(0, Finder())

import pytest  # noqa: E402
from hypothesis import find, settings  # noqa: E402

from hollygin import House, Match, make_rules  # noqa: E402
from hollygin.cli import main  # noqa: E402
from hollygin.engine import Bulk, rules_numbers  # noqa: E402
from hollygin.errors import RulesError  # noqa: E402
from hollygin.locale import LANGUAGES, Translator, catalogue  # noqa: E402
from hollygin.options import OPTIONS, place  # noqa: E402
from hollygin.paper.words import rules_text  # noqa: E402
from hollygin.players import SimplePlayer, play_match  # noqa: E402
from hollygin.record import Record, RecordError, read, record_of, write  # noqa: E402
from hollygin.rules import options_of, parse_options  # noqa: E402
from tests.strategies import any_rules  # noqa: E402

CHOSEN: dict[str, Any] = {"jokers": 2, "weather": "wet"}
TEXTS = {
    "jokers": "Jokers",
    "jokers.help": "how many",
    "weather": "Weather",
    "weather.help": "outside",
    "weather.dry": "dry",
    "weather.wet": "wet",
}


def refused(**options: object) -> tuple[str, object]:
    with pytest.raises(RulesError) as error:
        make_rules("club", **options)
    return error.value.code, error.value.fault.params["allowed"]


def test_values() -> None:
    rules: Any = make_rules("club", **CHOSEN)
    assert (rules.jokers, rules.weather) == (2, "wet")
    assert {**options_of(make_rules("club")), **CHOSEN} == options_of(rules)
    assert refused(jokers=5) == ("out-of-range", "0–4")
    assert refused(jokers="2") == ("bad-value", "0–4")
    assert refused(weather="fog") == ("bad-value", "dry, wet")
    assert parse_options(["jokers=2", "weather=WET"]) == CHOSEN


def printed(*argv: str) -> str:
    with redirect_stdout(StringIO()) as out:
        assert main([*argv, "--set", "jokers=2", "--set", "weather=wet"]) == 0
    return out.getvalue()


def test_texts() -> None:
    for language in LANGUAGES:
        dict.update(catalogue(language), {f"option.{key}": text for key, text in TEXTS.items()})
    assert CHOSEN.items() <= json.loads(printed("rules", "club", "--json"))["options"].items()
    told = printed("rules", "club")
    assert "how many" in told and "0–4" in told and "* wet" in told
    assert "Jokers: 2; Weather: wet" in rules_text(make_rules("club", **CHOSEN), "club", Translator("en"))


def test_record() -> None:
    rules = make_rules("single-deal", **CHOSEN)
    match = play_match(rules, (SimplePlayer(), SimplePlayer()), House(3))
    for version in (1, 2, 3):
        record = record_of(match, Record(("Anne", "Bob"), rules, match.first_dealer, version=version))
        assert record.version == 3
        text = write(record)
        assert "jokers = 2\n" in text and 'weather = "wet"\n' in text
        assert read(text) == record
    usual = Match.start(make_rules("single-deal"), 0)
    for version in (1, 2, 3):
        record = record_of(usual, Record(("Anne", "Bob"), usual.rules, 0, version=version), perspective=0)
        text = write(record)
        assert (record.version, read(text)) == (version, record)
        assert "jokers" not in text and "weather" not in text
        later = text.replace("clinch_stop = false", "clinch_stop = false\njokers = 0")
        if version == 3:
            assert read(later) == record
        else:
            with pytest.raises(RecordError) as error:
                read(later)
            assert error.value.code == "unknown-option"
            assert error.value.fault.params["option"] == "jokers"


def test_engine() -> None:
    rules = make_rules("friendly", **CHOSEN)
    line = rules_numbers(rules)
    assert len(line) == len(OPTIONS)
    assert (line[place("jokers")], line[place("weather")]) == (2, 1)
    usual = Bulk(make_rules("friendly")).matches(1, 3)
    assert list(Bulk(rules).matches(1, 3)) == list(usual)


def test_server() -> None:
    from hollygin.server.about import About

    body = asyncio.run(About(None).options(None)).body  # type: ignore[arg-type]
    assert json.loads(bytes(body))[-2:] == [
        {"name": "jokers", "low": 0, "high": 4, "choices": [], "offered": [2]},
        {"name": "weather", "low": None, "high": None, "choices": ["dry", "wet"], "offered": []},
    ]


def test_strategies() -> None:
    found: Any = find(
        any_rules(),
        lambda rules: options_of(rules).items() >= CHOSEN.items(),
        settings=settings(database=None),
    )
    assert found.jokers == 2


for name, test in list(globals().items()):
    if name.startswith("test_"):
        test()
        sys.stdout.write(f"{name}\n")
