"""Replay: from a record to the match, position by position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hollygin.actions import RESIGN
from hollygin.errors import HollyginError, RecordError, RecordFault
from hollygin.match import Match
from hollygin.record.fields import Path, located
from hollygin.record.model import DealRecord, Record


class Position(NamedTuple):
    """A match after ``action`` actions of a deal. Deals count from 1; ``action`` 0 is the deal just dealt."""

    deal: int
    action: int
    match: Match


def positions(record: Record) -> Iterator[Position]:
    """The match at its start (deal 0), after each deal is dealt, and after every action.

    Raises RecordError at the first deal that cannot begin or action that is not legal.
    """
    match = record.start()
    yield Position(0, 0, match)
    for i, deal in enumerate(record.deals):
        path: Path = ("deals", i)
        match = begin(match, record, deal, path)
        yield Position(i + 1, 0, match)
        for k, (seat, action) in enumerate(deal.actions):
            here = (*path, "actions", k)
            if match.deal is None:
                raise RecordError(RecordFault("deal-over", "R4.1", path=here))
            try:
                match = match.step(seat, action)
            except HollyginError as error:
                raise RecordError(located(error.fault, here)) from error
            yield Position(i + 1, k + 1, match)
    if record.resigned is not None:
        if match.over:
            raise RecordError(RecordFault("match-over", "R8.7", path=("resigned",)))
        actions = len(record.deals[-1].actions) if record.deals else 0
        yield Position(len(record.deals), actions, match.step(record.resigned, RESIGN))


def begin(match: Match, record: Record, deal: DealRecord, path: Path) -> Match:
    """A match with the next deal of a record dealt. Raises RecordError if it cannot begin."""
    if match.deal is not None:
        raise RecordError(RecordFault("deal-unfinished", "R1.3", path=path))
    if match.over:
        raise RecordError(RecordFault("match-over", "R8.7", path=path))
    if deal.dealer != match.dealer:
        clause = "R7.1" if match.lines else "R1.2"
        raise RecordError(
            RecordFault(
                "wrong-dealer", clause, {"dealer": deal.dealer, "allowed": match.dealer}, (*path, "dealer")
            )
        )
    try:
        return match.next_deal(deal.start(record.rules))
    except HollyginError as error:
        raise RecordError(located(error.fault, path)) from error


def match_of(record: Record) -> Match:
    """The match at the end of a record. Raises RecordError as :func:`positions` does."""
    match = record.start()
    for position in positions(record):
        match = position.match
    return match
