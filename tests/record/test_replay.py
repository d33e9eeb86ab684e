"""A record and the match it was made of are the same at every step."""

from dataclasses import replace

import pytest

from hollygin import House, Phase
from hollygin.actions import RESIGN
from hollygin.record import (
    Format,
    Record,
    RecordError,
    complete,
    match_of,
    positions,
    read,
    record_of,
    redact,
    verify_record,
    write,
)
from tests.record.corpus.games import game
from tests.record.corpus.valid import PERSPECTIVES, two_deals

SEEDS = range(16)


@pytest.mark.parametrize("seed", SEEDS)
def test_replay_of_a_record_is_the_match_at_every_step(seed: int) -> None:
    states, _, record = game(seed)
    assert tuple(position.match for position in positions(read(write(record)))) == states


@pytest.mark.parametrize("seed", SEEDS)
def test_record_and_match_go_into_each_other_without_loss(seed: int) -> None:
    states, house, record = game(seed)
    match = match_of(record)
    assert match == states[-1]
    assert record_of(match, record, shuffles=house.shuffles) == record
    assert record_of(match, record) == record
    assert verify_record(record) == ()
    for format_ in Format:
        text = write(record, format_)
        assert read(text) == read(text, format=format_) == record
        assert write(read(text), format_) == text


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("perspective", PERSPECTIVES)
def test_a_redacted_record_replays_to_the_same_sheet_and_completes_again(
    seed: int, perspective: int | str
) -> None:
    states, house, record = game(seed)
    seen = redact(record, perspective)  # type: ignore[arg-type]
    assert redact(seen, perspective) == seen  # type: ignore[arg-type]
    assert read(write(seen)) == seen
    match = match_of(seen)
    whole = states[-1]
    assert [line.settlement for line in match.lines] == [line.settlement for line in whole.lines]
    assert (match.sheet, match.result) == (whole.sheet, whole.result)
    assert verify_record(seen) == ()
    deal = whole.deal
    if deal is None or deal.phase not in (Phase.LAYOFF, Phase.DEFENSE):
        assert complete(seen, house.shuffles) == record
    for other in PERSPECTIVES:
        match_of(redact(seen, other))


def test_every_position_is_named_by_deal_and_action() -> None:
    found = [(position.deal, position.action) for position in positions(two_deals())]
    assert found == [(0, 0), *((1, k) for k in range(9)), *((2, k) for k in range(5))]


def test_a_running_match_is_not_recorded_whole() -> None:
    for match in game(1).states[:40]:
        if match.over:
            continue
        head = Record(("Anne", "Bob"), match.rules, match.first_dealer)
        with pytest.raises(RecordError) as error:
            record_of(match, head)
        assert error.value.code == "running-match"
        record_of(match, head, perspective=0)
        record_of(match.step(0, RESIGN), head)


def test_times_and_comments_of_the_head_are_kept() -> None:
    record = two_deals()
    deal = replace(record.deals[0], times=(1, 2, 3, 4, 5, 6, 7, 8.5), extra={"_x": 1})
    record = replace(record, deals=(deal, record.deals[1]), event="Friday", extra={"_y": 2})
    assert record_of(match_of(record), record) == record


def test_replay_names_the_deal_and_action_that_cannot_be() -> None:
    record = two_deals()
    deal = record.deals[0]
    wrong = replace(record, deals=(replace(deal, actions=deal.actions[1:]), record.deals[1]))
    with pytest.raises(RecordError) as error:
        list(positions(wrong))
    fault = error.value.faults[0]
    assert (fault.code, fault.deal, fault.action, fault.at) == ("not-your-turn", 1, 1, "deal 1 action 1")
    with pytest.raises(RecordError) as error:
        redact(wrong, 0)
    assert error.value.faults == (fault,)


def test_completing_with_another_shuffle_is_refused() -> None:
    _, house, record = game(2)
    shuffles = {number: House("another").shuffle(number) for number in house.shuffles}
    with pytest.raises(RecordError) as error:
        complete(redact(record, 0), shuffles)
    assert error.value.code == "order-differs"
