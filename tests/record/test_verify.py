"""Every number that a record states is computed again, and its shuffles are checked."""

from dataclasses import replace
from typing import Any

import pytest

from hollygin import House, make_rules
from hollygin.actions import Reshuffle
from hollygin.deal import Played
from hollygin.record import (
    DealRecord,
    Record,
    RecordError,
    RecordFault,
    Stated,
    read,
    redact,
    verify_record,
    write,
)
from hollygin.shuffle import Shuffle
from tests.record.corpus.games import game
from tests.record.corpus.valid import Slow, played, two_deals


def found(record: Record) -> list[tuple[str, str]]:
    return [(fault.code, fault.at) for fault in verify_record(record)]


def with_deal(record: Record, i: int, **changes: Any) -> Record:
    deal: DealRecord = replace(record.deals[i], **changes)
    return replace(record, deals=(*record.deals[:i], deal, *record.deals[i + 1 :]))


def stated(record: Record, i: int, **changes: Any) -> Record:
    return with_deal(record, i, stated=replace(record.deals[i].stated, **changes))


@pytest.mark.parametrize("seed", range(6))
def test_each_stated_number_changed_by_one_is_found(seed: int) -> None:
    record = game(seed).record
    assert record.total is not None and record.scores is not None
    for i in range(len(record.deals)):
        points = record.deals[i].stated.points
        if points is not None:
            assert found(stated(record, i, points=points + 1)) == [("points-differ", f"deal {i + 1}")]
    for k in (0, 1):
        total = tuple(value + (j == k) for j, value in enumerate(record.total))
        assert found(replace(record, total=total)) == [("total-differs", "total")]  # type: ignore[arg-type]
        for c, pair in enumerate(record.scores):
            more = (pair[0] + (k == 0), pair[1] + (k == 1))
            scores = (*record.scores[:c], more, *record.scores[c + 1 :])
            assert found(replace(record, scores=scores)) == [("scores-differ", "scores")]
    other = 1 if record.result == 0 else 0
    assert found(replace(record, result=other)) == [("result-differs", "result")]


def test_outcome_and_winner_are_checked() -> None:
    record = two_deals()
    assert found(stated(record, 0, outcome="undercut")) == [("outcome-differs", "deal 1")]
    assert found(stated(record, 1, winner=1)) == [("winner-differs", "deal 2")]
    assert found(replace(record, scores=())) == [("scores-differ", "scores")]
    several = stated(stated(record, 0, points=1, winner=1), 1, outcome="knock")
    assert [code for code, _ in found(several)] == ["winner-differs", "points-differ", "outcome-differs"]


def test_what_is_not_stated_is_not_missed() -> None:
    record = replace(two_deals(), result=None, scores=None, total=None)
    for i in (0, 1):
        record = with_deal(record, i, stated=Stated())
    assert found(record) == []


def test_an_unfinished_deal_has_nothing_to_state() -> None:
    record = two_deals()
    half = with_deal(record, 1, actions=record.deals[1].actions[:2])
    assert [code for code, _ in found(half)] == [
        *("outcome-differs", "winner-differs", "points-differ"),
        *("result-differs", "scores-differ", "total-differs"),
    ]


def test_an_illegal_action_is_not_a_number_that_differs() -> None:
    with pytest.raises(RecordError):
        verify_record(with_deal(two_deals(), 0, actions=two_deals().deals[0].actions[1:]))


def shuffled() -> Record:
    return played(make_rules("single-deal"), 9, Slow(75), Slow(75))


def test_a_broken_commitment_is_found() -> None:
    record = shuffled()
    shuffle = record.deals[0].shuffle
    assert shuffle is not None
    promise = shuffle.commitment
    broken = f"{(int(promise, 16) ^ 1):064x}"
    assert found(with_deal(record, 0, shuffle=replace(shuffle, commitment=broken))) == [
        ("commitment-broken", "deal 1")
    ]
    secret = House(10).shuffle(1).secret
    codes = {code for code, _ in found(with_deal(record, 0, shuffle=replace(shuffle, secret=secret)))}
    assert codes == {"commitment-broken", "order-differs", "reshuffle-differs"}
    nonces = replace(shuffle, nonces=(b"", b"x"))
    assert {code for code, _ in found(with_deal(record, 0, shuffle=nonces))} == {
        "order-differs",
        "reshuffle-differs",
    }
    unpublished = replace(shuffle, secret=None, commitment=broken)
    assert found(with_deal(record, 0, shuffle=unpublished)) == []


def test_a_changed_order_is_found() -> None:
    record = shuffled()
    cards = record.deals[0].cards
    order = (*cards.order[2:3], cards.order[1], cards.order[0], *cards.order[3:])
    changed = with_deal(record, 0, cards=replace(cards, order=order))
    assert found(changed) == [("order-differs", "deal 1")]
    assert found(with_deal(record, 0, cards=replace(cards, order=order, by_hands=True))) == []


def test_hands_are_checked_without_their_order() -> None:
    record = shuffled()
    shuffle = record.deals[0].shuffle
    for seat in (0, 1):
        seen = redact(record, seat)
        known = with_deal(seen, 0, shuffle=shuffle)
        assert read(write(known)) == known
        assert found(known) == []
    order = record.deals[0].cards.order
    last = (*order[:-2], order[-1], order[-2])
    by_hands = replace(record.deals[0].cards, order=order, by_hands=True)
    assert found(with_deal(record, 0, cards=by_hands)) == []
    deal = with_deal(record, 0, cards=replace(by_hands, order=last), actions=record.deals[0].actions[:9])
    bare = replace(deal, result=None, scores=None, total=None)
    assert [code for code, _ in found(with_deal(bare, 0, stated=Stated()))] == ["order-differs"]
    first, other = order[0], order[1]
    swapped = (other, first, *order[2:])
    deal = with_deal(bare, 0, cards=replace(by_hands, order=swapped), actions=(), stated=Stated())
    assert [code for code, _ in found(deal)] == ["order-differs"]


def test_a_reshuffle_that_differs_is_found() -> None:
    record = shuffled()
    actions = record.deals[0].actions
    *_, at = (k for k, (_, action) in enumerate(actions) if isinstance(action, Reshuffle))
    stock = actions[at].action
    assert isinstance(stock, Reshuffle)
    changed = Reshuffle((*stock.cards[:-2], stock.cards[-1], stock.cards[-2]))
    wrong = with_deal(record, 0, actions=(*actions[:at], Played(None, changed), *actions[at + 1 :]))
    (fault,) = verify_record(wrong)
    assert isinstance(fault, RecordFault)
    assert (fault.code, fault.deal, fault.action) == ("reshuffle-differs", 1, at + 1)


def test_secrets_give_the_cards_of_the_record() -> None:
    record = shuffled()
    shuffle = record.deals[0].shuffle
    assert shuffle is not None and shuffle.secret is not None
    assert Shuffle(shuffle.secret, shuffle.nonces).order() == record.deals[0].cards.order
