"""Sheets that an older server has stored: migrated, they are what they were."""

import asyncio
import json
from pathlib import Path
from typing import Any

import alembic.command
import alembic.config
import pytest
import sqlalchemy as sa

from hollygin.rules import make_rules, options_of
from hollygin.score import ByCards, ByDeadwood, ByPoints, DealEntry
from hollygin.server.sheets.log import ScoreLog, ScoreStep
from hollygin.server.storage import migrations
from hollygin.server.storage.store import Store, steps
from hollygin.wire import ToldCards, ToldDeadwood, ToldDeal, ToldPoints, entry_of

HANDS = ["4h 5h 6h 9c 9d 9s Jc Qc Kc 3s", "7h 8h Ah 8d 8c Td Js Qs Kd 6c"]
STORED: list[tuple[dict[str, Any], ToldDeal]] = [
    ({"winner": 0, "points": 30}, ToldDeal((ToldPoints(winner=0, points=30),))),
    ({"outcome": "void"}, ToldDeal((ToldPoints(points=0, outcome="void"),))),
    ({"outcome": "knock", "upcard": "7s"}, ToldDeal((ToldPoints(points=0, outcome="tie", upcard="7s"),))),
    (
        {"ending": "knock", "knocker": 1, "deadwood": [25, 4]},
        ToldDeal((ToldDeadwood(ending="knock", knocker=1, deadwood=(25, 4)),)),
    ),
    (
        {"knocker": 0, "hands": HANDS, "spread": "4h 5h 6h / 9s 9d 9c / Jc Qc Kc"},
        ToldDeal(
            (ToldCards(knocker=0, hands=(HANDS[0], HANDS[1]), spread="4h 5h 6h / 9s 9d 9c / Jc Qc Kc"),)
        ),
    ),
    (
        {"tables": [{"outcome": "gin", "winner": 0, "points": 43}, {"outcome": "void"}]},
        ToldDeal((ToldPoints(outcome="gin", winner=0, points=43), ToldPoints(points=0, outcome="void"))),
    ),
]
"""Each form of an entry as it was stored, and as it is told now."""


def old_steps() -> list[dict[str, Any]]:
    options = options_of(make_rules("friendly", tie="nobody"))
    opened = {
        "event": "opened",
        "players": ["A", "B"],
        "options": options,
        "profile": "friendly",
        "version": 1,
    }
    events = [
        opened | {"first_dealer": None},
        *({"event": "added", "entry_id": f"e{i}", "entry": entry} for i, (entry, _) in enumerate(STORED)),
        {"event": "replaced", "entry_id": "e0", "entry": {"winner": 1, "points": 12}},
        {"event": "removed", "entry_id": "e1"},
        {"event": "undone", "change": 9},
    ]
    return [{"seq": seq, "at": 1.0, "event": event} for seq, event in enumerate(events, 1)]


def alembic_at(url: str, revision: str, *, down: bool = False) -> None:
    engine = sa.create_engine(url)
    config = alembic.config.Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        (alembic.command.downgrade if down else alembic.command.upgrade)(config, revision)
    engine.dispose()


def stored(url: str) -> list[Any]:
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        found = [json.loads(row.data) for row in connection.execute(sa.select(steps).order_by(steps.c.seq))]
    engine.dispose()
    return found


@pytest.fixture
def url(tmp_path: Path) -> str:
    """A database of the first revision with an old sheet, and a step of a table, which has nothing to do with it."""
    url = f"sqlite:///{tmp_path / 'old.sqlite'}"
    alembic_at(url, "0001")
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        for step in old_steps():
            row = {
                "table_id": "s-abcdefghijklmn",
                "seq": step["seq"],
                "at": 1.0,
                "data": json.dumps(step).encode(),
            }
            connection.execute(sa.insert(steps).values(row))
        row = {"table_id": "a" * 16, "seq": 100, "at": 1.0, "data": b'{"event":{"entry":1}}'}
        connection.execute(sa.insert(steps).values(row))
    engine.dispose()
    return url


def test_a_stored_sheet_is_what_it_was(url: str) -> None:
    async def story() -> list[ScoreStep]:
        async with Store(url) as store:
            return await store.load("s-abcdefghijklmn", ScoreStep)

    first, *later = asyncio.run(story())
    log = ScoreLog.open("s-abcdefghijklmn", first)
    for step in later:
        log.apply(step)
    assert [step.event.entry for step in later[: len(STORED)]] == [told for _, told in STORED]  # type: ignore[union-attr]
    expected = [entry_of(told) for _, told in STORED]
    expected[0] = DealEntry.of(ByPoints(1, 12))
    assert [kept.entry for kept in log.kept] == expected
    kinds = [type(entry.tables[0]) for entry in expected]
    assert kinds == [ByPoints, ByPoints, ByPoints, ByDeadwood, ByCards, ByPoints]


def test_there_is_a_way_back(url: str) -> None:
    before = stored(url)
    alembic_at(url, "head")
    assert stored(url) != before
    alembic_at(url, "0001", down=True)
    assert [*map(without_nothing, stored(url))] == before


def without_nothing(step: Any) -> Any:
    """A step without the points of deals that have none."""
    entry = step["event"].get("entry")
    for result in entry.get("tables", [entry]) if isinstance(entry, dict) else ():
        if "winner" not in result:
            result.pop("points", None)
    return step
