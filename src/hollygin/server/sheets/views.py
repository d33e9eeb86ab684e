"""Everything that leaves the server about a score sheet. Nothing on it is hidden from anyone with the link."""

from __future__ import annotations

from hollygin.cards import CARDS, text
from hollygin.score import DealEntry, DealLine, TableLine
from hollygin.server.sheets.log import Change, ScoreLog
from hollygin.server.views import entry_view, fault_view, layoff_views, sheet_view
from hollygin.settlement import Showdown
from hollygin.wire import (
    ChangeView,
    ScoreLineView,
    ScoreTeams,
    ScoreView,
    SeatingView,
    ShownCards,
    TableLineView,
    told_of,
)


def score_view(log: ScoreLog) -> ScoreView:
    """A sheet with everything that follows from its entries."""
    score, opened = log.score, log.opened
    upcards = CARDS if log.rules.oklahoma else ()
    return ScoreView(
        players=score.players,
        teams=None if opened.teams is None else ScoreTeams(opened.teams, opened.team_points),
        profile=opened.profile,
        profile_version=opened.version,
        options=opened.options,
        started=log.started,
        lines=[
            line_view(kept.id, kept.changed, kept.entry, line)
            for kept, line in zip(log.kept, score.lines, strict=True)
        ],
        sheet=sheet_view(score.sheet),
        over=score.over,
        result=score.result,
        number=score.number,
        tables=[
            SeatingView(dealer, players) for dealer, players in zip(score.dealers, score.seating, strict=True)
        ],
        limits={str(card): log.rules.limit(card) for card in upcards},
        doubling=[str(card) for card in upcards if log.rules.doubles(card)],
        undo=_change_view(log.done[-1]) if log.done else None,
        redo=_change_view(log.undone[-1]) if log.undone else None,
    )


def line_view(name: str, changed: int, entry: DealEntry, line: DealLine) -> ScoreLineView:
    """A deal of a sheet with everything that follows from it."""
    return ScoreLineView(
        id=name,
        changed=changed,
        entry=told_of(entry),
        number=line.number,
        tables=[_table_view(table) for table in line.tables],
        points=line.points,
        entries=[entry_view(one) for one in line.entries],
        fault=None if line.fault is None else fault_view(line.fault),
    )


def _table_view(table: TableLine) -> TableLineView:
    worth = table.worth
    settled = None if worth is None else worth.settlement
    return TableLineView(
        dealer=table.dealer,
        players=table.players,
        outcome=None if worth is None else worth.outcome,
        winner=None if worth is None else worth.winner,
        points=0 if worth is None else worth.points,
        sum=None if settled is None else (settled.difference, settled.bonus),
        doubled=settled is not None and settled.doubled,
        shown=None if worth is None or worth.showdown is None else _shown_view(worth.showdown),
    )


def _shown_view(facts: Showdown) -> ShownCards:
    both = facts.knocker_deadwood, facts.defender_deadwood
    return ShownCards(
        knocker=facts.knocker,
        spread=[text(meld) for meld in facts.spread],
        defense=[text(meld) for meld in facts.defense],
        layoffs=layoff_views(facts.layoffs),
        deadwood=both if facts.knocker == 0 else (both[1], both[0]),
    )


def _change_view(change: Change) -> ChangeView:
    return ChangeView(change.step, change.kind, change.number)
