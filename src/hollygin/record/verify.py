"""Verify: compute every stated number of a record again from its actions, and check its shuffles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hollygin.actions import Reshuffle
from hollygin.cards import Card
from hollygin.deal import HAND_SIZE, Deal
from hollygin.errors import RecordFault
from hollygin.match import Match
from hollygin.record.fields import Path
from hollygin.record.model import OLD_WORDS, DealRecord, Record, Stated
from hollygin.record.replay import match_of
from hollygin.record.score import score_of, table_path
from hollygin.score import Score, Worth
from hollygin.settlement import Settlement
from hollygin.shuffle import Shuffle, commitment


def verify_record(record: Record) -> tuple[RecordFault, ...]:
    """Everything that does not hold in a legal record, in the order of the deals; empty if all of it holds.

    Raises RecordError if an action is illegal or a deal impossible.
    """
    if record.sheet_only:
        score = score_of(record)
        return (*_entries(record, score), *_head(record, score))
    match = match_of(record)
    return (*_deals(record, match), *_head(record, match))


def _head(record: Record, match: Match | Score) -> Iterator[RecordFault]:
    sheet = match.sheet
    yield from _compare(("result",), "result-differs", record.result, match.result)
    scores = tuple(column.score for column in sheet.columns)
    yield from _compare(("scores",), "scores-differ", record.scores, scores)
    yield from _compare(("total",), "total-differs", record.total, sheet.total)


def _entries(record: Record, score: Score) -> Iterator[RecordFault]:
    for i, (written, line) in enumerate(zip(record.entries, score.lines, strict=True)):
        for k, (table, stated) in enumerate(zip(line.tables, written.stated, strict=True)):
            if table.worth is not None:
                yield from _stated(
                    table_path(i, k, score.tables), _said(stated, record.version, table.worth), table.worth
                )
        yield from _compare(("deals", i, "written"), "written-differs", written.written, line.points)


def _deals(record: Record, match: Match) -> Iterator[RecordFault]:
    states = match.deals if match.deal is None else (*match.deals, match.deal)
    for i, (written, state) in enumerate(zip(record.deals, states, strict=True)):
        path: Path = ("deals", i)
        worth = match.lines[i].settlement if i < len(match.lines) else None
        yield from _stated(path, _said(written.stated, record.version, worth), worth)
        yield from _shuffle(written, state, path)


def _stated(path: Path, stated: Stated, worth: Settlement | Worth | None) -> Iterator[RecordFault]:
    """The false statements about a deal, or about a table of it. Nothing may be stated of an unfinished deal (None)."""
    outcome, winner, points = (worth.outcome, worth.winner, worth.points) if worth else (None, None, None)
    yield from _compare((*path, "outcome"), "outcome-differs", stated.outcome, outcome)
    yield from _compare((*path, "winner"), "winner-differs", stated.winner, winner)
    yield from _compare((*path, "points"), "points-differ", stated.points, points)


def _said(stated: Stated, version: int, worth: Settlement | Worth | None) -> Stated:
    """The stated outcome in today's words: before version 3 a tie was stated as a knock."""
    tie = worth is not None and worth.outcome == "tie" and version in OLD_WORDS
    return replace(stated, outcome="tie") if tie and stated.outcome == "knock" else stated


def _compare(path: Path, code: str, stated: object, found: object) -> Iterator[RecordFault]:
    """A fault if something is stated and false."""
    if stated is not None and stated != found:
        params = {"stated": _plain(stated), "found": "–" if found is None else _plain(found)}
        yield RecordFault(code, params=params, path=path)


def _plain(value: object) -> str:
    return str(value).replace("(", "[").replace(")", "]").replace(",]", "]")


def _shuffle(written: DealRecord, state: Deal, path: Path) -> Iterator[RecordFault]:
    """The faults of the commitment, the order and the reshuffles of a deal, by its secret."""
    record = written.shuffle
    if record is None or record.secret is None:
        return
    path = (*path, "shuffle")
    if commitment(record.secret) != record.commitment:
        yield RecordFault("commitment-broken", params={"commitment": record.commitment}, path=path)
    shuffle = Shuffle(record.secret, record.nonces)
    order = shuffle.order()
    if _hands_differ(written, order) if written.cards.by_hands else _differs(state.order, order):
        yield RecordFault("order-differs", path=path)
    reshuffles = [k for k, (_, action) in enumerate(written.actions) if isinstance(action, Reshuffle)]
    deal, done = written.start(state.rules), 0
    for number, k in enumerate(reshuffles, 1):
        for seat, action in written.actions[done:k]:
            deal = deal.step(seat, action)
        done = k
        reshuffle = written.actions[k].action
        assert isinstance(reshuffle, Reshuffle)
        if _differs(reshuffle.cards, shuffle.reshuffle(number, deal.pile[:-1])):
            yield RecordFault("reshuffle-differs", "R6.2", path=(*path[:-1], "actions", k))


def _hands_differ(written: DealRecord, order: tuple[Card, ...]) -> bool:
    """Whether an order deals a known card of hands, upcard and stock to another place."""
    dealt = written.cards.order
    return _differs(dealt[2 * HAND_SIZE :], order[2 * HAND_SIZE :]) or any(
        {*dealt[i : 2 * HAND_SIZE : 2]} - {None, *order[i : 2 * HAND_SIZE : 2]} for i in (0, 1)
    )


def _differs(written: tuple[Card | None, ...], true: tuple[Card, ...]) -> bool:
    """Whether a known card is in the place of another."""
    return any(card is not None and card != right for card, right in zip(written, true, strict=True))
