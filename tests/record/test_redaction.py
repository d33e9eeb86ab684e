"""Nothing that a seat has not seen is in a record that is written for it."""

import re
from dataclasses import replace
from random import Random

import pytest

from hollygin import Card, Deal, Match, Phase, parse_action, parse_card
from hollygin.actions import Draw
from hollygin.cards import card_set, iter_cards
from hollygin.deal import Played
from hollygin.due import Seat
from hollygin.melds import union
from hollygin.record import (
    Cards,
    Comment,
    DealRecord,
    Perspective,
    Record,
    RecordError,
    match_of,
    read,
    record_of,
    redact,
    verify_record,
    write,
)
from hollygin.settlement import Void
from tests.record.corpus.games import game
from tests.record.corpus.valid import NAMES, PERSPECTIVES, TABLE_TEXT, running, table

SEEDS = range(14)


def seen_by(deal: Deal, seat: Perspective) -> int:
    """The cards of a deal that a seat has seen, from the whole deal."""
    state = Deal.start(deal.rules, deal.dealer, deal.order)
    seen = card_set(state.pile) | (0 if seat == "spectator" else state.hands[seat])
    for who, action in deal.history:
        state = state.step(who, action)
        seen |= card_set(state.pile)
        if isinstance(action, Draw) and who == seat and state.drawn is not None:
            seen |= state.drawn.bit
    if deal.knocker is not None:
        seen |= union(deal.spread) | deal.hands[deal.knocker]
    if deal.phase is Phase.OVER and not isinstance(deal.facts, Void):
        seen |= deal.hands[0] | deal.hands[1] | union(deal.defense) | union(deal.extended)
    return seen


def cards_in(text: str) -> int:
    return card_set(parse_card(word) for word in re.findall(r"\b[A2-9TJQK][shdc]\b", text))


def deal_texts(record: Record) -> list[str]:
    return write(record).split("[[deals]]")[1:]


def deals_of(match: Match) -> list[Deal]:
    return [*match.deals, *([] if match.deal is None else [match.deal])]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("seat", PERSPECTIVES)
def test_a_record_shows_no_card_that_its_seat_has_not_seen(seed: int, seat: Perspective) -> None:
    states = game(seed).states
    phases: dict[Phase, Match] = {}
    for match in states:
        if match.deal is not None:
            phases[match.deal.phase] = match
    for match in (*phases.values(), states[-1]):
        head = Record(NAMES, match.rules, match.first_dealer)
        texts = deal_texts(record_of(match, head, perspective=seat))
        for deal, text in zip(deals_of(match), texts, strict=True):
            assert cards_in(text) & ~seen_by(deal, seat) == 0, match.deal
            assert "secret" not in text


def transposed(record: Record, one: Card, two: Card) -> Record:
    """A record of one deal with two cards exchanged throughout."""
    exchange = {one: two, two: one}
    (deal,) = record.deals
    order = tuple(card if card is None else exchange.get(card, card) for card in deal.cards.order)
    names = {str(one): str(two), str(two): str(one)}
    actions = tuple(
        Played(seat, parse_action(re.sub(r"[A2-9TJQK][shdc]", lambda m: names.get(m[0], m[0]), str(action))))
        for seat, action in deal.actions
    )
    return replace(record, deals=(replace(deal, cards=Cards(order), actions=actions),))


@pytest.mark.parametrize("seed", SEEDS)
def test_records_that_differ_in_hidden_cards_only_are_written_alike(seed: int) -> None:
    random, compared = Random(seed), 0
    states = [match for match in game(seed).states if match.deal is not None or match.over]
    for match in random.sample(states, min(len(states), 12)):
        deal = deals_of(match)[-1]
        whole = Record(
            NAMES, match.rules, deal.dealer, (DealRecord(deal.dealer, Cards(deal.order), deal.history),)
        )
        for seat in PERSPECTIVES:
            hidden = [*iter_cards(((1 << 52) - 1) & ~seen_by(deal, seat))]
            text = write(redact(whole, seat))
            for _ in range(6):
                other = transposed(whole, *random.sample(hidden, 2))
                try:
                    match_of(other)
                except RecordError:
                    continue
                compared += other != whole
                assert write(redact(other, seat)) == text
    assert compared > 5


@pytest.mark.parametrize("phase", [Phase.DRAW, Phase.DISCARD, Phase.DEFENSE, Phase.LAYOFF])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_running_record_can_be_read_and_holds(phase: Phase, seat: Seat) -> None:
    ((_, match, head),) = running(4, [phase])
    record = record_of(match, head, perspective=seat)
    assert read(write(record)) == record
    assert verify_record(record) == ()
    again = match_of(record)
    assert match.deal is not None and again.deal is not None
    assert again.deal.pile == match.deal.pile
    if seat == match.deal.turn or match.deal.phase is not Phase.LAYOFF:
        assert again.deal.hands[seat] == match.deal.hands[seat]
        assert again.deal.phase == match.deal.phase


def test_what_could_tell_more_than_its_seat_knows_is_left_out() -> None:
    record = game(0).record
    deal = replace(
        record.deals[0],
        times=tuple(range(len(record.deals[0].actions))),
        comments=(Comment(0, "Bob has two aces"),),
        extra={"_bob": "As Ah"},
    )
    seen = redact(replace(record, deals=(deal,), resigned=None, comment="x", extra={"_y": 1}), 0)
    assert (seen.comment, seen.extra, seen.perspective) == (None, {}, 0)
    kept = seen.deals[0]
    assert (kept.times, kept.comments, kept.extra) == ((), (), {})
    assert kept.shuffle is not None and kept.shuffle.secret is None and kept.shuffle.commitment


def test_cards_shown_to_the_writer_only_stay_hidden_from_others() -> None:
    """A ``show`` in the middle of a deal is the writer's knowledge, not the table's."""
    text = TABLE_TEXT.replace(
        '    "1 draw",\n    "1 discard Kh",', '    "1 show Ah 2h",\n    "1 draw",\n    "1 discard Kh",'
    )
    text = text.replace("show Ah 2h 7h", "show 7h")
    record = read(text)
    assert match_of(record).sheet == match_of(table()).sheet
    first = replace(record, deals=(replace(record.deals[0], actions=record.deals[0].actions[:7]),))
    for seat in (0, "spectator"):
        assert cards_in(deal_texts(redact(first, seat))[0]) & parse_card("Ah").bit == 0
    assert cards_in(deal_texts(redact(first, 1))[0]) & parse_card("Ah").bit
    for seat in PERSPECTIVES:
        assert match_of(redact(record, seat)).sheet == match_of(record).sheet
