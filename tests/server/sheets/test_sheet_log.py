"""The state of a score sheet: whatever is done to it, it is what its deals make it, and what its steps make it."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hollygin.errors import HollyginError
from hollygin.rules import make_rules, options_of
from hollygin.score import Score
from hollygin.server.sheets.log import (
    MOST_ENTRIES,
    REMEMBERED,
    AnyScoreEvent,
    Opened,
    ScoreLog,
    ScoreStep,
)
from hollygin.server.sheets.views import score_view
from hollygin.wire import ToldDeadwood, ToldDeal, ToldPoints, ToldTable, entry_of

RULES = make_rules("club")
VOID = ToldDeal((ToldPoints(points=0, outcome="void"),))


def tell(told: ToldTable) -> ToldDeal:
    return ToldDeal((told,))


def opened(**options: Any) -> Opened:
    rules = make_rules("club", **options)
    values: dict[str, Any] = options_of(rules)
    return Opened(("Anne", "Bob"), values, "club", 1, 0)


class Written:
    """A sheet, and the steps that made it."""

    def __init__(self, **options: Any) -> None:
        self.steps = [ScoreStep(1, 1.0, opened(**options))]
        self.log = ScoreLog.open("s-test", self.steps[0])

    def do(self, event: AnyScoreEvent, command: str = "") -> int:
        step = ScoreStep(self.log.seq + 1, 1.0, event, command)
        self.steps.append(step)
        self.log.apply(step)
        return step.seq


ENTRIES = st.one_of(
    st.builds(
        lambda seat, points: tell(ToldPoints(winner=seat, points=points)),
        st.integers(0, 1),
        st.integers(1, 130),
    ),
    st.builds(
        lambda seat, points: tell(ToldPoints(outcome="gin", winner=seat, points=25 + points)),
        st.integers(0, 1),
        st.integers(0, 90),
    ),
    st.builds(
        lambda knocker, own, other: tell(
            ToldDeadwood(
                ending="knock", knocker=knocker, deadwood=(own, other) if knocker == 0 else (other, own)
            )
        ),
        st.integers(0, 1),
        st.integers(1, 10),
        st.integers(0, 90),
    ),
    st.just(VOID),
)
ACTS = st.lists(
    st.tuples(
        st.sampled_from(("add", "add", "add", "insert", "replace", "remove", "undo", "undo", "redo")),
        st.integers(0, 30),
        ENTRIES,
    ),
    max_size=30,
)


@settings(max_examples=150, deadline=None)
@given(ACTS)
def test_whatever_is_done_the_sheet_is_what_its_deals_make_it(acts: list[tuple[str, int, ToldDeal]]) -> None:
    """Against a list and two stacks of lists."""
    sheet = Written()
    now: list[tuple[str, ToldDeal]] = []
    past: list[tuple[int, list[tuple[str, ToldDeal]]]] = []
    future: list[tuple[int, list[tuple[str, ToldDeal]]]] = []
    for number, (act, at, entry) in enumerate(acts):
        log, name = sheet.log, f"e{number}"
        before = list(now)
        place = at % len(now) if now else 0
        if act == "undo":
            if not past:
                continue
            change, older = past.pop()
            future.append((change, before))
            sheet.do(log.undo(change))
            now = older
        elif act == "redo":
            if not future:
                continue
            change, newer = future.pop()
            past.append((change, before))
            sheet.do(log.redo(change))
            now = newer
        else:
            if act == "add" or not now:
                change = sheet.do(log.add(name, entry, None))
                now = [*now, (name, entry)]
            elif act == "insert":
                change = sheet.do(log.add(name, entry, now[place][0]))
                now = [*now[:place], (name, entry), *now[place:]]
            elif act == "replace":
                old, kept = now[place][0], log.kept[place]
                change = sheet.do(log.replace(old, kept.changed, entry))
                now = [*now[:place], (old, entry), *now[place + 1 :]]
            else:
                kept = log.kept[place]
                change = sheet.do(log.remove(kept.id, kept.changed))
                now = [*now[:place], *now[place + 1 :]]
            past.append((change, before))
            future = []
        assert [kept.id for kept in log.kept] == [ident for ident, _ in now]
    anew = Score(("Anne", "Bob"), RULES, 0, tuple(entry_of(entry) for _, entry in now))
    assert (sheet.log.score.lines, sheet.log.score.sheet) == (anew.lines, anew.sheet)
    assert sheet.log.score.dealers == anew.dealers
    again = ScoreLog.open("s-test", sheet.steps[0])
    for step in sheet.steps[1:]:
        again.apply(msgspec.json.decode(msgspec.json.encode(step), type=ScoreStep))
    assert score_view(again) == score_view(sheet.log)


def test_a_full_sheet_says_so_and_can_still_be_corrected() -> None:
    sheet = Written()
    for number in range(MOST_ENTRIES):
        sheet.do(sheet.log.add(f"e{number}", VOID, None))
    with pytest.raises(HollyginError) as refused:
        sheet.log.add("more", VOID, None)
    assert refused.value.code == "sheet-full"
    sheet.do(sheet.log.remove("e7", 9))
    sheet.do(sheet.log.add("more", tell(ToldPoints(winner=0, points=5)), None))
    assert len(sheet.log.score.lines) == MOST_ENTRIES


def test_commands_are_remembered_for_long() -> None:
    sheet = Written()
    for number in range(REMEMBERED + 5):
        change = sheet.do(sheet.log.add(f"e{number}", VOID, None), f"a{number}")
        sheet.do(sheet.log.undo(change), f"u{number}")
    assert len(sheet.log.commands) == REMEMBERED
    assert sheet.log.commands[f"u{REMEMBERED + 4}"] == sheet.log.seq


def test_a_step_out_of_order_is_no_step() -> None:
    sheet = Written()
    for seq in (1, 3):
        with pytest.raises(ValueError, match="after 1"):
            sheet.log.apply(ScoreStep(seq, 1.0, sheet.log.add("a", VOID, None)))
