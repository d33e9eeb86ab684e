"""The invalid files of the corpus: a valid record with something changed, and the faults that a reader must find."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from hollygin import make_rules
from hollygin.record import Format, Record, write
from tests.record.corpus import valid
from tests.record.corpus.cases import FIRST, Case, Expected
from tests.record.corpus.invalid_form import form, json_cases, more_form, text
from tests.record.corpus.invalid_play import play, several
from tests.record.corpus.invalid_score import score
from tests.table import order_of


def bases() -> Mapping[str, Record]:
    """The records that the files start from."""
    gin = valid.GIN_DEAL
    last = valid.last_taken(make_rules("eaai", last_discard="end", target=50))
    reshuffled = valid.every_record()["reshuffle"]
    oklahoma = make_rules("eaai", oklahoma=True, target=50)
    twos = order_of(valid.LOW, valid.HIGH, "2h", "Kh")
    knocked = ("pass", "pass", "draw", "discard 3s")
    records = {
        "two": valid.two_deals(),
        "table": valid.table(),
        "last": last,
        "reshuffle": reshuffled,
        "straight": valid.scripted(make_rules("eaai", straight=True, target=50), gin),
        "oklahoma": valid.scripted(oklahoma, (twos, *knocked), over=False),
        "gin": valid.scripted(make_rules("eaai", target=50), gin),
        **{
            name: valid.every_record()[f"score-{record}"]
            for name, record in (
                ("score", "deals"),
                ("plain", "plain"),
                ("empty", "empty"),
                ("gross", "gross"),
                ("over", "plain"),
            )
        },
    }
    return {name: valid.in_old_version(record) for name, record in records.items()}


def _change(base: str, case: Case) -> str:
    for old, new in case.edits:
        assert old in base, (case.name, old)
        base = base.replace(old, new, 1)
    return base


def _line(text_: str, mark: str | None) -> int | None:
    return None if mark is None else text_.count("\n", 0, text_.index(mark)) + 1


def _place(fault: Expected, line: int | None) -> str:
    places = {"line": line, "deal": fault.deal, "action": fault.action}
    return " ".join([fault.code, *(f"{name}={value}" for name, value in places.items() if value is not None)])


def _kept(case: Case) -> str:
    return "nothing" if case.kept is None else f"deals={case.kept[0]} actions={case.kept[1]}"


def files() -> Iterator[tuple[str, str | bytes]]:
    """Every invalid file. TOML says in its first lines what is expected, JSON in expectations.json."""
    records = bases()
    for case in (*form(), *more_form(), *text(), *play(records["reshuffle"]), *several(), *score()):
        body = _change(write(records[case.base]), case)
        above = len(case.faults) + 1
        places = [
            _place(fault, 1 if fault.mark == FIRST else line and line + above)
            for fault in case.faults
            for line in [None if fault.mark == FIRST else _line(body, fault.mark)]
        ]
        head = "".join(f"# expect: {place}\n" for place in places)
        yield f"{case.name}.toml", f"{head}# kept: {_kept(case)}\n{body}"
    latin = "# expect: not-utf8 line=4\n# kept: nothing\n" + write(records["two"]).replace("Bob", "Jos\xe9")
    yield "not-utf8.toml", latin.encode("latin-1")
    expected: dict[str, Any] = {}
    for case in json_cases():
        body = _change(write(records[case.base], Format.JSON), case)
        places = [_place(fault, _line(body, fault.mark)) for fault in case.faults]
        expected[f"{case.name}.json"] = {"expect": places, "kept": _kept(case)}
        yield f"{case.name}.json", body
    lines = write(records["two"], Format.LINES)
    bad = lines.replace("0 draw", "0 take")
    expected["second-of-two.jsonl"] = {
        "expect": ["not-due line=2 deal=1 action=3"],
        "kept": "deals=1 actions=2",
    }
    yield "second-of-two.jsonl", lines + bad
    yield "expectations.json", json.dumps(expected, indent=2) + "\n"
