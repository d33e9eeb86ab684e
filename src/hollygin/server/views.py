"""All that leaves the server about a match: built from the views of the library, for one reader at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from hollygin import kernel
from hollygin.actions import BigGin, Discard, Draw, Gin, Knock, LayDown, LayOff, Pass, Take
from hollygin.cards import Card, card_text, iter_cards, text
from hollygin.deal import Deal
from hollygin.due import Due, Phase, Seat
from hollygin.match import Match
from hollygin.melds import (
    Layoff,
    best_arrangement,
    best_defense,
    best_spread,
    lay_off_all,
)
from hollygin.server.events import (
    Acted,
    AnyEvent,
    Claimed,
    Committed,
    Ready,
    RematchMade,
    RematchOffered,
    Sat,
    Step,
)
from hollygin.server.table import Table
from hollygin.settlement import Showdown
from hollygin.sheet import Entry, Sheet
from hollygin.shuffle import commitment
from hollygin.view import DealView, public_history, view_deal
from hollygin.wire import (
    ClosingView,
    ColumnView,
    DealStateView,
    DueView,
    EntryView,
    Happened,
    KnockView,
    LayoffView,
    LineView,
    SheetView,
    StateView,
)

# A hand is shown again and again while the other plays: what follows from it alone is kept.
_text = lru_cache(maxsize=20_000)(text)
_best_arrangement = lru_cache(maxsize=10_000)(best_arrangement)


@lru_cache(maxsize=5_000)
def _pile_text(pile: tuple[Card, ...]) -> str:
    return " ".join(map(str, pile))


def _texts(melds: Iterable[int]) -> list[str]:
    return [_text(meld) for meld in melds]


def _layoffs(layoffs: Iterable[Layoff]) -> list[LayoffView]:
    return [LayoffView(str(layoff.card), text(layoff.meld)) for layoff in layoffs]


def state_view(table: Table, seat: Seat | None) -> StateView:
    """A table as a seat, or a spectator (None), may see it."""
    match, number = table.match, table.deal_number
    secret = table.secrets.get(number)
    names = tuple(None if chair is None else chair.name for chair in table.chairs)
    computers = tuple(chair is not None and chair.computer for chair in table.chairs)
    # Without its history, which is long, and told step by step.
    deal = None if match is None or match.deal is None else view_deal(match.deal._replace(history=()), seat)
    return StateView(
        names=(names[0], names[1]),
        computers=(computers[0], computers[1]),
        first_dealer=None if match is None else match.first_dealer,
        dealer=None if match is None else match.dealer,
        number=number,
        commitment=None if secret is None else commitment(secret),
        ready=(0 in table.ready, 1 in table.ready),
        waiting=table.waits_for_ready and secret is not None,
        deal=None if deal is None else _deal_view(deal, number),
        sheet=sheet_view(Sheet.of(table.rules) if match is None else match.sheet),
        over=table.over,
        result=match.result if match is not None else table.claimed,
        resigned=None if match is None or table.claimed is not None else match.resigned,
        claimed=table.claimed,
        offers=(0 in table.offers, 1 in table.offers),
        next_table=table.next_table,
    )


def _deal_view(deal: DealView, number: int) -> DealStateView:
    best = None if deal.hand is None else _best_arrangement(deal.hand)
    return DealStateView(
        number=number,
        dealer=deal.dealer,
        # What the defender does before he is done is not told, not even that he has begun.
        phase=str(Phase.SPREAD if deal.phase is Phase.LAYOFF and deal.due is None else deal.phase),
        turn=deal.turn,
        hand=None if deal.hand is None else _text(deal.hand),
        melds=None if best is None else _texts(best.melds),
        deadwood=None if best is None else best.points,
        sizes=deal.sizes,
        stock=deal.stock,
        pile=_pile_text(deal.pile),
        upcard=str(deal.upcard),
        limit=deal.limit,
        doubled=deal.doubled,
        drawn=None if deal.drawn is None else str(deal.drawn),
        taken=None if deal.taken is None else str(deal.taken),
        turns=deal.turns,
        knocker=deal.knocker,
        ending=deal.kind,
        spread=_texts(deal.melds),
        knocker_deadwood=_text(deal.deadwood),
        lying=_texts(deal.lying),
        own_melds=_texts(deal.own_melds),
        due=None if deal.due is None else _due_view(deal.due),
    )


def _due_view(due: Due) -> DueView:
    legal = due.legal_actions()
    defense = layoffs = None
    if due.phase is Phase.SPREAD:
        reply = best_defense(due.hand, () if due.gin else due.melds)
        defense, layoffs = _texts(reply.melds), _layoffs(reply.layoffs)
    elif due.phase is Phase.LAYOFF:
        laid = lay_off_all(due.hand, due.lying)
        layoffs = _layoffs(Layoff(card, due.melds[due.lying.index(meld)]) for card, meld in laid)
    left: dict[Card, int] = {}
    if due.phase in (Phase.DISCARD, Phase.END):
        left = {
            card: kernel.deadwood(due.hand & ~card.bit) for card in iter_cards(due.hand) if card != due.taken
        }
    discards = {str(card): points for card, points in left.items()} if due.phase is Phase.DISCARD else {}
    return DueView(list(map(str, legal)), discards, list(_endings(due, left)), defense, layoffs)


def _endings(due: Due, left: Mapping[Card, int]) -> Iterator[KnockView]:
    """The best spread for each card that may be thrown to end the deal; ``left`` is the deadwood it leaves."""
    if not left:
        return
    if due.rules.big_gin_bonus and kernel.deadwood(due.hand) == 0:
        big = BigGin(_best_arrangement(due.hand).melds)
        yield KnockView(str(big), None, _texts(big.melds), 0)
    for card, points in left.items():
        if points > due.limit:
            continue
        spread = best_spread(due.hand & ~card.bit, 0 if due.top is None else due.top.bit)
        action = Knock(card, spread.melds) if spread.points else Gin(card, spread.melds)
        yield KnockView(str(action), str(card), _texts(spread.melds), spread.points)


@lru_cache(maxsize=5_000)
def sheet_view(sheet: Sheet) -> SheetView:
    """The score sheet as anyone may see it, with where the next wins would go."""
    columns = [_column_view(sheet, i) for i in range(len(sheet.columns))]
    after = None if sheet.done else (_entry_view(sheet.next_win(0)), _entry_view(sheet.next_win(1)))
    return SheetView(
        columns=columns,
        count=sheet.count,
        columns_won=sheet.columns_won,
        total=sheet.total,
        shows_total=bool(columns) and sheet.shows_total,
        next=after,
        done=sheet.done,
        result=sheet.result,
    )


def _column_view(sheet: Sheet, i: int) -> ColumnView:
    column, closing = sheet.columns[i], sheet.closing(i)
    one, two = sheet.to_close(0, i), sheet.to_close(1, i)
    return ColumnView(
        score=column.score,
        boxes=column.boxes,
        opened=column.opened,
        won=column.won,
        total=sheet.column_total(i),
        to_close=None if one is None or two is None else (one, two),
        closing=None
        if closing is None
        else ClosingView(closing.shutout, closing.game_bonus, closing.box_bonus, closing.doubled),
    )


def line_view(table: Table, number: int) -> LineView:
    """A finished deal, laid open, with the proof of its shuffle."""
    assert table.match is not None
    line = table.match.lines[number - 1]
    shuffle = table.shuffle(number)
    assert shuffle is not None
    ending, worth = line.ending, line.settlement
    facts = ending if isinstance(ending, Showdown) else None
    deadwood = None
    if facts is not None:
        both = facts.knocker_deadwood, facts.defender_deadwood
        deadwood = both if facts.knocker == 0 else (both[1], both[0])
    return LineView(
        number=number,
        dealer=line.dealer,
        upcard=str(line.upcard),
        outcome=worth.outcome,
        void=None if isinstance(ending, Showdown) else ending.reason,
        winner=worth.winner,
        points=worth.points,
        difference=worth.difference,
        bonus=worth.bonus,
        doubled=worth.doubled,
        knocker=None if facts is None else facts.knocker,
        spread=[] if facts is None else _texts(facts.spread),
        melds=[] if facts is None else _texts(facts.melds),
        layoffs=[] if facts is None else _layoffs(facts.layoffs),
        deadwood=deadwood,
        hands=(text(line.hands[0]), text(line.hands[1])),
        entry=None if line.entry is None else _entry_view(line.entry),
        commitment=shuffle.commitment,
        secret=shuffle.secret.hex(),
        nonces=(shuffle.nonces[0].hex(), shuffle.nonces[1].hex()),
    )


def _entry_view(entry: Entry) -> EntryView:
    return EntryView(
        entry.winner,
        entry.points,
        entry.number,
        entry.opens,
        entry.passed,
        list(entry.written),
        list(entry.closes),
    )


# What happened


def _last_open(deal: Deal) -> int:
    """How many actions of a deal come before the last that the defender may have made in hiding."""
    count = len(deal.history)
    while count and isinstance(deal.history[count - 1].action, LayDown | LayOff):
        count -= 1
    return count


def _open_to_all(event: AnyEvent, after: Match | None, seq: int) -> list[Happened]:
    """What an action that hides nothing and ends nothing tells every reader alike, as most do."""
    if isinstance(event, Acted) and after is not None and after.deal is not None and not after.over:
        last = after.deal.history[-1].action
        if isinstance(last, Discard | Take | Pass):
            return [Happened("action", seq, event.seat, str(last))]
    return []


READERS: tuple[Seat | None, ...] = (0, 1, None)


class Chronicle:
    """What each reader may know of the steps of a table, of the deal under way and the one before.

    ``seen`` is the last step that told each reader something: the only number of the table that he may learn, as
    the steps between would tell him how many cards a defender has laid off.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.log: dict[Seat | None, list[Happened]] = {reader: [] for reader in READERS}
        self.seen: dict[Seat | None, int] = dict.fromkeys(READERS, table.seq)
        self.since = 1
        """The first step that is still in the log."""

    def apply(self, step: Step) -> dict[Seat | None, list[Happened]]:
        """Apply a step to the table, and tell what each reader may know of it; empty where that is nothing."""
        news: dict[Seat | None, list[Happened]] = {reader: [] for reader in READERS}

        def witness(event: AnyEvent, before: Match | None) -> None:
            everyone = _open_to_all(event, self.table.match, step.seq)
            for reader in READERS:
                news[reader].extend(everyone or self._told(event, before, reader, step.seq))

        self.table.apply(step, witness)
        if any(isinstance(event, Ready) for event in step.events) and any(
            happened.kind == "dealt" for happened in news[None]
        ):
            self.log = {reader: [] for reader in READERS}
            self.since = step.seq
        for reader in READERS:
            self.log[reader].extend(news[reader])
            if news[reader]:
                self.seen[reader] = step.seq
        return news

    def missed(self, reader: Seat | None, seen: int) -> list[Happened]:
        """What a reader who has seen step ``seen`` has missed; all of the deal where that is too long ago."""
        log = self.log[reader]
        return log if seen + 1 < self.since else [happened for happened in log if happened.seq > seen]

    def _told(
        self, event: AnyEvent, before: Match | None, reader: Seat | None, seq: int
    ) -> Iterator[Happened]:
        table = self.table
        match event:
            case Sat(seat, name):
                yield Happened("sat", seq, seat, text=name)
            case Committed(_, secret):
                yield Happened("commitment", seq, text=commitment(bytes.fromhex(secret)))
            case Ready(seat):
                yield Happened("ready", seq, seat)
                if table.match is not None and table.match is not before:
                    yield Happened("dealt", seq, table.match.dealer)
            case Acted(seat):
                assert before is not None and table.match is not None
                yield from self._acted(before, table.match, seat, reader, seq)
            case Claimed(seat):
                yield Happened("claimed", seq, seat)
            case RematchOffered(seat):
                yield Happened("rematch_offered", seq, seat)
            case RematchMade(next_table):
                yield Happened("rematch", seq, text=next_table)

    def _acted(
        self, before: Match, after: Match, seat: Seat | None, reader: Seat | None, seq: int
    ) -> Iterator[Happened]:
        """The actions that have become public to a reader with this one, and what they ended."""
        if after.resigned is not None:
            yield Happened("action", seq, seat, "resign")
        else:
            assert before.deal is not None
            start = _last_open(before.deal)
            known = len(public_history(before.deal._replace(history=before.deal.history[start:]), reader))
            now = after.deal
            if now is not None:
                latest = public_history(now._replace(history=now.history[start:]), reader)
            else:
                latest = after.lines[-1].history[start:]
            for who, action in latest[known:]:
                drew = now is not None and isinstance(action, Draw) and who == reader
                card = card_text(now.drawn) if now is not None and drew else None
                yield Happened("action", seq, who, str(action), card)
            if now is None:
                yield Happened("deal_over", seq, line=line_view(self.table, len(after.lines)))
        if after.over:
            yield Happened("match_over", seq)
