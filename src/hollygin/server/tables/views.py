"""Everything that leaves the server about a match: built from the views of the library, for one reader at a time.

Theory: the chronicle. A table has one log of steps, but three readers with different knowledge: seat 0, seat 1 and the
spectators. :class:`Chronicle` keeps a log of its own for each. A reader's log has what the step made public to that
reader, and nothing if it made nothing public. Two things could leak although every card is hidden. An empty message
would tell that something happened; so a reader is sent nothing then. The number of a step would tell how many steps
came between; so a reader learns only the numbers of steps that told them something. While a defender lays off, the
others therefore hear nothing at all and see no gap until the deal is over. What becomes public late, such as the
defender's layoffs, enters the log of the step that made it public: each step compares the public history before it with
the one after it. The state in a message needs no log, since it is built from the reader's view alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from hollygin import kernel
from hollygin.actions import BigGin, Defend, Discard, Draw, Gin, Knock, LayOff, Pass, Take
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
from hollygin.server.tables.events import (
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
from hollygin.server.tables.table import Table
from hollygin.server.views import entry_view, layoff_views, sheet_view
from hollygin.settlement import Showdown
from hollygin.sheet import Sheet
from hollygin.shuffle import commitment
from hollygin.view import DealView, public_history, view_deal
from hollygin.wire import (
    DealStateView,
    DueView,
    EndingView,
    Happened,
    LineView,
    StateView,
)

# A hand is shown again and again while the opponent plays: caches of what follows from it alone.
_text = lru_cache(maxsize=20_000)(text)
_best_arrangement = lru_cache(maxsize=10_000)(best_arrangement)
_commitment = lru_cache(maxsize=5_000)(commitment)

_THROWING: Final = (Phase.DISCARD, Phase.END)


@lru_cache(maxsize=5_000)
def _pile_text(pile: tuple[Card, ...]) -> str:
    return " ".join(map(str, pile))


def _texts(melds: Iterable[int]) -> list[str]:
    return [_text(meld) for meld in melds]


def state_view(table: Table, seat: Seat | None) -> StateView:
    """A table as a seat, or a spectator (None), may see it."""
    return state_views(table, (seat,))[seat]


def state_views(table: Table, readers: Iterable[Seat | None]) -> dict[Seat | None, StateView]:
    """The same for several readers; the part that is the same for all is built once."""
    state = _without_deal(table)
    if table.match is None or table.match.deal is None:
        return dict.fromkeys(readers, state)
    deal = table.match.deal._replace(history=())  # which is long, and told step by step
    return {
        reader: replace(state, deal=_deal_view(view_deal(deal, reader), state.number)) for reader in readers
    }


def _without_deal(table: Table) -> StateView:
    """The state of a table without the deal under way, the same for everyone."""
    match, number = table.match, table.deal_number
    secret = table.secrets.get(number)
    one, two = table.chairs
    return StateView(
        names=(None if one is None else one.name, None if two is None else two.name),
        computers=(one is not None and one.computer, two is not None and two.computer),
        first_dealer=None if match is None else match.first_dealer,
        dealer=None if match is None else match.dealer,
        number=number,
        commitment=None if secret is None else _commitment(secret),
        ready=(0 in table.ready, 1 in table.ready),
        waiting=table.waits_for_ready and secret is not None,
        deal=None,
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
        # Nobody hears what the defender does before they are done, not even that they have begun.
        phase=str(Phase.DEFENSE if deal.phase is Phase.LAYOFF and deal.due is None else deal.phase),
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
        ending=deal.ending,
        spread=_texts(deal.spread),
        knocker_deadwood=_text(deal.deadwood),
        extended=_texts(deal.extended),
        defense=_texts(deal.defense),
        due=None if deal.due is None else _due_view(deal.due),
    )


def _due_view(due: Due) -> DueView:
    legal = list(map(str, due.legal_actions()))
    if due.phase in _THROWING:
        kept = 0 if due.taken is None else due.taken.bit
        left = {card: kernel.deadwood(due.hand ^ card.bit) for card in iter_cards(due.hand & ~kept)}
        discards = {str(card): points for card, points in left.items()} if due.phase is Phase.DISCARD else {}
        return DueView(legal, discards, list(_endings(due, left)), None, None)
    if due.phase is Phase.DEFENSE:
        reply = best_defense(due.hand, () if due.gin else due.spread)
        return DueView(legal, {}, [], _texts(reply.melds), layoff_views(reply.layoffs))
    layoffs = None
    if due.phase is Phase.LAYOFF:
        laid = lay_off_all(due.hand, due.extended)
        layoffs = layoff_views(Layoff(card, due.spread[due.extended.index(meld)]) for card, meld in laid)
    return DueView(legal, {}, [], None, layoffs)


def _endings(due: Due, left: Mapping[Card, int]) -> Iterator[EndingView]:
    """The best spread for each card that can be thrown to end the deal; ``left`` is the deadwood that each card leaves."""
    if due.rules.big_gin_bonus and kernel.deadwood(due.hand) == 0:
        big = BigGin(_best_arrangement(due.hand).melds)
        yield EndingView(str(big), None, _texts(big.spread), 0)
    for card, points in left.items():
        if points > due.limit:
            continue
        spread = best_spread(due.hand & ~card.bit, 0 if due.top is None else due.top.bit)
        action = Knock(card, spread.melds) if spread.points else Gin(card, spread.melds)
        yield EndingView(str(action), str(card), _texts(spread.melds), spread.points)


def line_view(table: Table, number: int) -> LineView:
    """A finished deal, laid open, with the proof of its shuffle."""
    assert table.match is not None
    line = table.match.lines[number - 1]
    shuffle = table.shuffle(number)
    assert shuffle is not None
    worth = line.settlement
    facts = line.facts if isinstance(line.facts, Showdown) else None
    deadwood = None
    if facts is not None:
        both = facts.knocker_deadwood, facts.defender_deadwood
        deadwood = both if facts.knocker == 0 else (both[1], both[0])
    return LineView(
        number=number,
        dealer=line.dealer,
        upcard=str(line.upcard),
        outcome=worth.outcome,
        void=None if isinstance(line.facts, Showdown) else line.facts.reason,
        winner=worth.winner,
        points=worth.points,
        difference=worth.difference,
        bonus=worth.bonus,
        doubled=worth.doubled,
        knocker=None if facts is None else facts.knocker,
        spread=[] if facts is None else _texts(facts.spread),
        defense=[] if facts is None else _texts(facts.defense),
        layoffs=[] if facts is None else layoff_views(facts.layoffs),
        deadwood=deadwood,
        hands=(text(line.hands[0]), text(line.hands[1])),
        entry=None if line.entry is None else entry_view(line.entry),
        commitment=shuffle.commitment,
        secret=shuffle.secret.hex(),
        nonces=(shuffle.nonces[0].hex(), shuffle.nonces[1].hex()),
    )


# What happened


def _last_open(deal: Deal) -> int:
    """The number of actions of a deal before the hidden actions of a defender at its end."""
    count = len(deal.history)
    while count and isinstance(deal.history[count - 1].action, Defend | LayOff):
        count -= 1
    return count


READERS: tuple[Seat | None, ...] = (0, 1, None)
_IN_TURN: Final = frozenset((Draw, Take, Pass, Discard))


def _in_turn(event: AnyEvent, after: Match | None, seq: int) -> dict[Seat | None, Happened] | None:
    """What an ordinary action within a deal tells each reader: the same to all, and a drawn card to its seat alone.

    None for all other events, and for actions that end a deal or are hidden.
    """
    if not isinstance(event, Acted) or after is None or after.deal is None or after.over:
        return None
    deal, seat = after.deal, event.seat
    last = deal.history[-1].action
    if type(last) not in _IN_TURN:
        return None
    told = dict.fromkeys(READERS, Happened("action", seq, seat, str(last)))
    if isinstance(last, Draw):
        told[seat] = Happened("action", seq, seat, str(last), card_text(deal.drawn))
    return told


class Chronicle:
    """What each reader may know of the steps of a table, for the deal under way and the end of the one before.

    ``seen`` is the last step that told each reader something. It is the only number of the table that this reader may
    learn; see the module.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.log: dict[Seat | None, list[Happened]] = {reader: [] for reader in READERS}
        self.seen: dict[Seat | None, int] = dict.fromkeys(READERS, table.seq)
        self.since = 1
        """The first step that is still in the log."""

    def apply(self, step: Step) -> dict[Seat | None, list[Happened]]:
        """Apply a step to the table. Returns what each reader may know of it; empty if nothing."""
        news: dict[Seat | None, list[Happened]] = {reader: [] for reader in READERS}

        def witness(event: AnyEvent, before: Match | None) -> None:
            each = _in_turn(event, self.table.match, step.seq)
            for reader in READERS:
                if each is not None:
                    news[reader].append(each[reader])
                else:
                    news[reader].extend(self._told(event, before, reader, step.seq))

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
        """What a reader who has seen step ``seen`` has missed; the whole deal if that was too long ago."""
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
        """The actions that this one makes public to a reader, and the end of deal or match if it is one."""
        if after.resigned is not None:
            yield Happened("action", seq, seat, "resign")
        else:
            assert before.deal is not None
            start = _last_open(before.deal)
            known = len(public_history(before.deal, reader, start))
            now = after.deal
            if now is not None:
                latest = public_history(now, reader, start)
            else:
                latest = after.lines[-1].history[start:]
            for who, action in latest[known:]:
                yield Happened("action", seq, who, str(action))
            if now is None:
                yield Happened("deal_over", seq, line=line_view(self.table, len(after.lines)))
        if after.over:
            yield Happened("match_over", seq)
