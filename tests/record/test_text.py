"""Writing and reading are inverse, in TOML, JSON and JSON lines alike, whatever a record holds."""

import json
import tomllib
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from hollygin.record import Format, Record, read, read_all, write, write_lines
from hollygin.record.files import format_of
from tests.record.corpus.valid import every_field, two_deals
from tests.record.strategies import EXTRAS, records


@settings(max_examples=80, deadline=None)
@given(records())
def test_reading_what_is_written_gives_the_record(record: Record) -> None:
    for format_ in Format:
        text = write(record, format_)
        assert read(text, format=format_) == read(text.encode()) == record
        assert write(read(text), format_) == text
    assert tomllib.loads(write(record)) == with_deals(json.loads(write(record, Format.JSON)))


def with_deals(document: dict[str, Any]) -> dict[str, Any]:
    """A document of JSON as TOML has it: no deals are no list."""
    return {name: value for name, value in document.items() if value or name != "deals"}


@settings(max_examples=15, deadline=None)
@given(st.lists(records(), max_size=3))
def test_many_records_are_lines(many: list[Record]) -> None:
    text = write_lines(many)
    assert read_all(text, format=Format.LINES) == many
    assert text.count("\n") == len(many)
    if many:
        assert read_all(text) == many


@settings(max_examples=40, deadline=None)
@given(EXTRAS, EXTRAS, st.randoms())
def test_user_fields_are_kept_and_written_in_one_order(
    head: dict[str, Any], deal: dict[str, Any], random: Any
) -> None:
    record = two_deals()

    def shuffled(table: dict[str, Any]) -> dict[str, Any]:
        return dict(random.sample([*table.items()], len(table)))

    def having(one: dict[str, Any], two: dict[str, Any]) -> Record:
        return replace(record, extra=one, deals=(replace(record.deals[0], extra=two), record.deals[1]))

    found = read(write(having(head, deal)))
    assert (found.extra, found.deals[0].extra) == (head, deal)
    assert write(having(shuffled(head), shuffled(deal))) == write(having(head, deal))


def test_layout_of_the_text_is_free() -> None:
    """Order, blanks, comments, inline and dotted tables, ends of lines: the record is the same."""
    record = every_field()
    document = tomllib.loads(write(record))
    rules, deals = document.pop("rules"), document.pop("deals")
    lines = [f"rules.{name} = {json.dumps(value)} # {name}" for name, value in reversed(rules.items())]
    deal = json.loads(write(record, Format.JSON))["deals"][0]
    shuffle = deal.pop("shuffle")
    free = [
        *lines,
        *(f"  {json.dumps(name)}={toml(value)}" for name, value in reversed(document.items())),
        "\t[[deals]]",
        *(f"{name} = {toml(value)}" for name, value in reversed(deal.items())),
        "[deals.shuffle]",
        *(f"{name} = {toml(value)}" for name, value in shuffle.items()),
    ]
    assert len(deals) == 1
    assert read("\r\n".join(free)) == record
    assert read(write(record, Format.JSON).replace("\n", "").replace("  ", "\t")) == record
    backwards = dict(reversed(json.loads(write(record, Format.JSON)).items()))
    assert read(json.dumps(backwards), format=Format.JSON) == record


def toml(value: Any) -> str:
    if isinstance(value, list):
        return "[\n" + ",\n".join(map(toml, value)) + "]"
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(name)}={toml(inner)}" for name, inner in value.items()) + "}"
    return json.dumps(value)


def test_whole_seconds_are_written_without_a_point() -> None:
    record = two_deals()
    one, two = (
        replace(record, deals=(replace(record.deals[0], times=times), record.deals[1]))
        for times in ((1, 2, 3, 4, 5, 6, 7, 8), (1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0))
    )
    assert one == two
    assert write(one) == write(two)


def test_formats_are_told_by_name_and_beginning() -> None:
    record = replace(two_deals(), event="a\u2028b\x85c")
    for format_ in Format:
        assert format_of(write(record, format_)) is format_
        assert format_of("", f"match.{format_}") is format_
        assert format_of("", f"MATCH.{format_}".upper()) is format_
    assert read_all(write_lines([record, record])) == [record, record]
