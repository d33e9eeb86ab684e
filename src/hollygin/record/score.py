"""A kept score as a record, and the score of a record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hollygin.errors import RecordError, RecordFault
from hollygin.match import Match
from hollygin.record.fields import Path, located
from hollygin.record.model import SHEET_VERSION, EntryRecord, Record, Stated
from hollygin.record.replay import match_of
from hollygin.rules import PROFILES
from hollygin.score import ByPoints, DealEntry, DealLine, Score


def score_of(record: Record) -> Score:
    """The score of a record: the kept score, or that of a played match, by points.

    Raises RecordError if a deal is impossible (the fault of its line, ``wrong-dealer``) or illegal.
    """
    if not record.sheet_only:
        match = match_of(record)
        return replace(_empty(record), entries=tuple(_entries_of(match)))
    score = _kept(record)
    for fault in _faults(record, score):
        raise RecordError(fault)
    return score


def record_of_score(score: Score, head: Record | None = None) -> Record:
    """The record of a kept score, with every number stated.

    ``head`` supplies event, site, date, annotator, generator, comment and user fields, those of its deals too. A record leaves out
    no deal. So this raises RecordError with the fault of the first deal that counts in no column, and if somebody has resigned
    after the end (``match-over``).
    """
    known = PROFILES.get(score.profile or "")
    base = head or Record(score.players, score.rules, score.first_dealer)
    extras = [entry.extra for entry in base.entries]
    record = replace(
        base,
        players=score.players,
        rules=score.rules,
        first_dealer=score.first_dealer,
        deals=(),
        profile=score.profile,
        profile_version=known.version if known else None,
        perspective=None,
        sheet_only=True,
        teams=score.teams,
        entries=tuple(
            replace(_entry_of(score, entry, line), extra=extras[i] if i < len(extras) else {})
            for i, (entry, line) in enumerate(zip(score.entries, score.lines, strict=True))
        ),
        resigned=score.resigned,
        result=score.result,
        scores=tuple(column.score for column in score.sheet.columns) if score.over else None,
        total=score.sheet.total if score.over else None,
        version=SHEET_VERSION if base.version == 1 else base.version,
    )
    for fault in _faults(record, score):
        raise RecordError(fault)
    return record


def valid_entries(record: Record) -> tuple[Record, RecordFault | None]:
    """A record of a kept score before its first impossible deal, and the fault of that deal."""
    for fault in _faults(record, _kept(record)):
        kept = len(record.entries) if fault.deal is None else fault.deal - 1
        return replace(record, entries=record.entries[:kept], resigned=None), fault
    return record, None


def table_path(deal: int, table: int, tables: int) -> Path:
    """The path of a table of a deal in a record; numbers count from 0."""
    return ("deals", deal) if tables == 1 else ("deals", deal, "tables", table)


def _empty(record: Record) -> Score:
    return Score(
        record.players,
        record.rules,
        record.first_dealer,
        teams=record.teams,
        profile=record.profile,
        resigned=record.resigned,
    )


def _kept(record: Record) -> Score:
    return replace(_empty(record), entries=tuple(deal.entry for deal in record.entries))


def _faults(record: Record, score: Score) -> Iterator[RecordFault]:
    """The faults of the deals in a record of a kept score, in the order of the deals."""
    for i, (written, line) in enumerate(zip(record.entries, score.lines, strict=True)):
        for k, (dealer, table) in enumerate(zip(written.dealers, line.tables, strict=False)):
            if dealer is not None and dealer != table.dealer:
                allowed = "–" if table.dealer is None else table.dealer
                path = (*table_path(i, k, score.tables), "dealer")
                yield RecordFault("wrong-dealer", "R7.1", {"dealer": dealer, "allowed": allowed}, path)
        if line.fault is not None:
            yield located(line.fault, ("deals", i))
    if score.resigned is not None and score.sheet.done:
        yield RecordFault("match-over", "R8.7", path=("resigned",))


def _entries_of(match: Match) -> Iterator[DealEntry]:
    for line in match.lines:
        worth = line.settlement
        yield DealEntry.of(ByPoints(worth.winner, worth.points, worth.outcome, line.upcard))


def _entry_of(score: Score, entry: DealEntry, line: DealLine) -> EntryRecord:
    stated = tuple(
        Stated()
        if isinstance(result, ByPoints) or table.worth is None
        else Stated(table.worth.outcome, table.worth.winner, table.worth.points)
        for result, table in zip(entry.tables, line.tables, strict=True)
    )
    dealers = tuple(table.dealer for table in line.tables)
    return EntryRecord(entry, dealers, stated, None if score.teams is None else line.points)
