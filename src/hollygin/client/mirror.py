"""What a client knows of a table: the messages of the server, folded into the library's own values."""

from __future__ import annotations

import time
from typing import cast

from hollygin.actions import parse_action
from hollygin.cards import Card, parse_card, parse_card_list, parse_cards
from hollygin.client.fairness import DealCheck, Witness, check_deal
from hollygin.deal import Played
from hollygin.due import Due, Phase, Seat
from hollygin.match import Line, Match
from hollygin.melds import Layoff, Melds
from hollygin.rules import Rules, make_rules
from hollygin.settlement import Ending, Facts, Outcome, Settlement, Showdown, Void
from hollygin.sheet import Entry, Sheet
from hollygin.view import DealView, View
from hollygin.wire import (
    DealStateView,
    EntryView,
    Happened,
    LineView,
    Presence,
    SeatPresence,
    ServerMessage,
    StateView,
    StepMessage,
    Welcome,
)


class Mirror:
    """A table as its messages tell it; starts with a ``welcome``.

    ``seat`` is the client's own, or None for a spectator. ``state`` is the last state from the server. ``history`` has the actions of the
    deal under way or just over. ``checks`` has the result of each shuffle check, by number of the deal. A finished deal whose
    actions the client did not hear has an empty history.
    """

    def __init__(self, welcome: Welcome, *, dealer_by_chance: bool) -> None:
        self.seat: Seat | None = welcome.seat
        self.rules: Rules = make_rules(**welcome.options)
        self.profile = welcome.profile
        self.claim_after = welcome.claim_after
        self.seq = 0
        self.state: StateView = welcome.state
        self.history: list[Played] = []
        self.checks: dict[int, DealCheck] = {}
        self._dealer_by_chance = dealer_by_chance
        self._presence = welcome.presence
        self._clock = 0.0
        self._lines: list[LineView] = []
        self._drawn: list[Card] = []
        self._complete = False
        self._promised: dict[int, str] = {}
        self._nonces: dict[int, bytes] = {}
        self._dealt: dict[int, int] = {}
        self.apply(welcome)

    def apply(self, message: ServerMessage) -> None:
        """Take the next message, and skip what is known already."""
        match message:
            case Welcome():
                self._lines = list(message.lines)
                self._presence = message.presence
                self._arrive(message.missed, message.seq, message.now, message.state)
            case StepMessage() if message.seq > self.seq:
                self._arrive(message.happened, message.seq, message.now, message.state)
            case Presence():
                self._clock = message.now - time.time()
                self._presence = message.presence

    def contribute(self, deal: int, nonce: bytes) -> None:
        """Remember the client's own nonce in the shuffle of a deal."""
        self._nonces[deal] = nonce

    def _arrive(self, happened: list[Happened], seq: int, now: float, state: StateView) -> None:
        for event in happened:
            if event.seq > self.seq:
                self._take(event)
        self.seq, self.state = seq, state
        self._clock = now - time.time()
        if state.waiting and state.commitment is not None:
            self._promised.setdefault(state.number, state.commitment)
        if state.deal is not None and state.deal.hand is not None and self._complete and not self.history:
            self._dealt[state.number] = parse_cards(state.deal.hand)

    def _take(self, event: Happened) -> None:
        if event.kind == "dealt":
            self.history, self._drawn, self._complete = [], [], True
        elif event.kind == "action" and event.action not in (None, "resign"):
            self.history.append(Played(event.seat, parse_action(str(event.action))))
            if event.card is not None:
                self._drawn.append(parse_card(event.card))
        elif event.kind == "deal_over" and event.line is not None:
            self._close(event.line)

    def _close(self, line: LineView) -> None:
        number = line.number
        witness = Witness(
            commitment=self._promised.get(number),
            nonce=self._nonces.get(number),
            hand=self._dealt.get(number),
            drawn=tuple(self._drawn),
            history=tuple(self.history) if self._complete else None,
        )
        self.checks[number] = check_deal(
            line, self.rules, self.seat, witness, dealer_by_chance=self._dealer_by_chance
        )
        if number > len(self._lines):
            self._lines.append(line)

    # Who is here

    def away_for(self, seat: Seat) -> float | None:
        """The seconds for which a seat has had no connection; None while it has one."""
        presence: SeatPresence = self._presence[seat]
        if presence.here or presence.away_since is None:
            return None
        return max(0.0, time.time() + self._clock - presence.away_since)

    def may_claim(self) -> bool:
        """Whether the opponent has been away for long enough to claim the match."""
        if self.seat is None or self.claim_after is None or self.state.over:
            return False
        away = self.away_for(1 - self.seat)
        return away is not None and away >= self.claim_after

    # In the library's own values

    @property
    def lines(self) -> tuple[Line, ...]:
        """The finished deals."""
        return tuple(_line(line, self._history_of(line.number)) for line in self._lines)

    def _history_of(self, number: int) -> tuple[Played, ...]:
        check = self.checks.get(number)
        return () if check is None or check.history is None else check.history

    @property
    def sheet(self) -> Sheet:
        """The score sheet, built from the finished deals."""
        wins = ((line.winner, line.points) for line in self._lines if line.winner is not None)
        return Sheet.of(self.rules, wins)

    @property
    def resigned(self) -> Seat | None:
        """The seat that gave up the match, or lost it by being away for too long."""
        claimed = self.state.claimed
        return self.state.resigned if claimed is None else 1 - claimed

    @property
    def due(self) -> Due | None:
        """The decision that is due from the client's own seat; None if none is."""
        deal = self.state.deal
        if deal is None or self.seat is None or deal.turn != self.seat or self.state.over:
            return None
        pile = parse_card_list(deal.pile)
        return Due(
            seat=self.seat,
            phase=Phase(deal.phase),
            rules=self.rules,
            hand=parse_cards(deal.hand or ""),
            top=pile[-1] if pile else None,
            taken=_card(deal.taken),
            limit=deal.limit,
            spread=_melds(deal.spread),
            extended=_melds(deal.extended),
            gin=deal.ending in ("gin", "big_gin"),
        )

    @property
    def view(self) -> View:
        """The match as the client's seat may see it, for a :class:`~hollygin.players.Player`."""
        match, state = self.match, self.state
        deal = None if state.deal is None else self._deal(state.deal)
        return View(
            self.seat,
            match.rules,
            state.number,
            match.dealer,
            match.sheet,
            match.lines,
            deal,
            match.resigned,
            match.result,
        )

    @property
    def match(self) -> Match:
        """The match without the deal under way: its finished deals, its sheet, and how it ended."""
        state = self.state
        return Match(
            rules=self.rules,
            first_dealer=state.first_dealer or 0,
            dealer=state.dealer or 0,
            sheet=self.sheet,
            lines=self.lines,
            resigned=self.resigned,
        )

    def _deal(self, deal: DealStateView) -> DealView:
        return DealView(
            seat=self.seat,
            rules=self.rules,
            dealer=deal.dealer,
            phase=Phase(deal.phase),
            turn=deal.turn,
            hand=None if deal.hand is None else parse_cards(deal.hand),
            sizes=deal.sizes,
            stock=deal.stock,
            pile=parse_card_list(deal.pile),
            upcard=parse_card(deal.upcard),
            limit=deal.limit,
            doubled=deal.doubled,
            drawn=_card(deal.drawn),
            taken=_card(deal.taken),
            turns=deal.turns,
            knocker=deal.knocker,
            ending=cast("Ending | None", deal.ending),
            spread=_melds(deal.spread),
            deadwood=parse_cards(deal.knocker_deadwood),
            extended=_melds(deal.extended),
            defense=_melds(deal.defense),
            history=tuple(self.history),
            due=self.due,
        )


def _card(text: str | None) -> Card | None:
    return None if text is None else parse_card(text)


def _melds(melds: list[str]) -> Melds:
    return tuple(map(parse_cards, melds))


def _line(line: LineView, history: tuple[Played, ...]) -> Line:
    settlement = Settlement(
        cast("Outcome", line.outcome), line.winner, line.points, line.difference, line.bonus, line.doubled
    )
    hands = parse_cards(line.hands[0]), parse_cards(line.hands[1])
    entry = None if line.entry is None else _entry(line.entry)
    return Line(line.dealer, parse_card(line.upcard), history, hands, _facts(line), settlement, entry)


def _facts(line: LineView) -> Facts:
    if line.knocker is None or line.deadwood is None:
        return Void(line.void or "stock")
    ending = "knock" if line.outcome in ("undercut", "tie") else line.outcome
    return Showdown(
        ending=cast("Ending", ending),
        knocker=line.knocker,
        upcard=parse_card(line.upcard),
        spread=_melds(line.spread),
        knocker_deadwood=line.deadwood[line.knocker],
        defense=_melds(line.defense),
        layoffs=tuple(Layoff(parse_card(one.card), parse_cards(one.meld)) for one in line.layoffs),
        defender_deadwood=line.deadwood[1 - line.knocker],
    )


def _entry(entry: EntryView) -> Entry:
    return Entry(
        entry.winner,
        entry.points,
        entry.number,
        entry.opens,
        entry.passed,
        tuple(entry.written),
        tuple(entry.closes),
    )
