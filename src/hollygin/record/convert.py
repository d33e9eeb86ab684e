"""The record of a match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from hollygin.deal import Deal
from hollygin.errors import RecordError, RecordFault
from hollygin.match import Match
from hollygin.record.model import Cards, DealRecord, Perspective, Record, ShuffleRecord, Stated
from hollygin.record.redaction import redact
from hollygin.shuffle import Shuffle


def record_of(
    match: Match,
    head: Record,
    *,
    shuffles: Mapping[int, Shuffle] | None = None,
    perspective: Perspective | None = None,
) -> Record:
    """The record of a match, with every number stated.

    ``head`` supplies what a match does not hold: players, event, profile, user fields, and the times and
    comments of its deals. ``shuffles`` are those of the house by deal number. An unfinished match needs a
    ``perspective``: its record never holds cards that this perspective has not seen. Raises
    RecordError (``running-match``) without one.
    """
    if not match.over and perspective is None:
        raise RecordError(RecordFault("running-match", "R4.6"))
    states = match.deals if match.deal is None else (*match.deals, match.deal)
    record = replace(
        head,
        rules=match.rules,
        first_dealer=match.first_dealer,
        deals=tuple(_deal_of(match, state, i, head, shuffles or {}) for i, state in enumerate(states)),
        resigned=match.resigned,
        result=match.result,
        scores=tuple(column.score for column in match.sheet.columns) if match.over else None,
        total=match.sheet.total if match.over else None,
    )
    return record if perspective is None else redact(record, perspective)


def _deal_of(match: Match, state: Deal, i: int, head: Record, shuffles: Mapping[int, Shuffle]) -> DealRecord:
    deal = head.deals[i] if i < len(head.deals) else DealRecord(state.dealer, Cards(state.order))
    worth = match.lines[i].settlement if i < len(match.lines) else None
    shuffle = shuffles.get(i + 1)
    return replace(
        deal,
        cards=Cards(state.order, deal.cards.by_hands),
        actions=state.history,
        times=deal.times if len(deal.times) == len(state.history) else (),
        shuffle=ShuffleRecord(shuffle.commitment, shuffle.secret, shuffle.nonces)
        if shuffle
        else deal.shuffle,
        stated=Stated(worth.outcome, worth.winner, worth.points) if worth else Stated(),
    )
