"""Tells what happens at a table on a server: turns, ends of deals, who is here, and the connection."""

from __future__ import annotations

from typing import Final

from hollygin.actions import Draw, Take
from hollygin.cards import parse_card
from hollygin.cli.join.reader import LiveReader
from hollygin.cli.play.screen import Screen
from hollygin.cli.play.story import Turn, match_end, report, turns
from hollygin.client import Lost, News, RemoteTable
from hollygin.due import Seat
from hollygin.wire import Happened, StepMessage, Welcome

_COMMITMENT_DIGITS: Final = 16
_MINUTE: Final = 60
_AWAY_AFTER: Final = 3.0
"""Seconds without a connection after which a player is told to be away."""


class Teller:
    """Prints the news of a table on a screen: to a seat those of its opponent, to a spectator those of both."""

    def __init__(self, screen: Screen, table: RemoteTable, reader: LiveReader) -> None:
        self.screen = screen
        self.table = table
        self.reader = reader
        self.ended = False
        self._told_seq = 0
        self._told_turns = 0
        self._away: list[bool] = [False, False]
        self._claimable = False
        self._lost = False

    def begin(self) -> None:
        """Tell how the table stands, before anything more happens."""
        mirror = self.table.mirror
        self._told_seq = mirror.seq
        if mirror.state.over:
            self.end_match()
        elif mirror.state.deal is not None:
            self._begin_deal()
            if self.table.seat is None:
                self._tell_turns()
        elif mirror.lines:
            self._end_deal()
        self.tell_presence()

    def hear(self, news: News) -> None:
        """Tell one message, after the table has taken it in."""
        t = self.screen.t
        match news:
            case Lost():
                self._lost = True
                self.say(t("join.lost"))
            case Welcome():
                if self._lost:
                    self._lost = False
                    self.say(t("join.mended"))
                self._tell_all(news.missed, news.seq)
            case StepMessage():
                self._tell_all(news.happened, news.seq)
            case _:
                pass
        self.tell_presence()

    def say(self, text: str, style: str = "dim") -> None:
        """Print a paragraph, below a prompt that waits."""
        self.reader.break_line()
        self.screen.say(text, style=style)

    # What happened

    def _tell_all(self, happened: list[Happened], seq: int) -> None:
        new = [event for event in happened if event.seq > self._told_seq]
        self._told_seq = max(seq, self._told_seq)
        played = False
        for event in new:
            match event.kind:
                case "sat" if event.seat is not None and event.seat != self.table.seat:
                    self._rename(event.seat, str(event.text))
                case "ready" if event.seat is not None and self._worth_telling_ready(event.seat):
                    self.say(self.screen.t("join.ready", name=self.screen.names[event.seat]))
                case "dealt":
                    self._begin_deal()
                case "action":
                    played = True
                case "deal_over":
                    self._tell_turns()
                    self._end_deal()
                    played = False
                case "rematch_offered" if event.seat is not None and event.seat != self.table.seat:
                    self.say(self.screen.t("join.offers", name=self.screen.names[event.seat]), style="bold")
        if played:
            self._tell_turns()
        if self.table.over and not self.ended:
            self.end_match()

    def _worth_telling_ready(self, seat: Seat) -> bool:
        """Whether a seat is ready before its opponent. The second to be ready needs no message: the deal begins."""
        state = self.table.mirror.state
        return state.waiting and seat != self.table.seat and state.number > 1 and not state.computers[seat]

    def _rename(self, seat: Seat, name: str) -> None:
        one, two = self.screen.names
        self.screen.names = (name, two) if seat == 0 else (one, name)
        self.say(self.screen.t("join.sat", name=name), style="bold")

    def _begin_deal(self) -> None:
        self._told_turns = 0
        screen, state = self.screen, self.table.mirror.state
        if state.commitment is not None:
            digits = state.commitment[:_COMMITMENT_DIGITS]
            screen.notices.append(screen.t("play.commitment", digits=digits))
        if self.table.seat is None and state.dealer is not None:
            screen.say()
            screen.heading(screen.who("screen.deal", state.dealer, number=state.number))
            screen.flush_notices()

    def _tell_turns(self) -> None:
        """Tell a spectator every turn once it is finished, and a seat how its opponent drew."""
        told = self._turns()
        history = self.table.mirror.history
        open_turn = bool(history) and isinstance(history[-1].action, Draw | Take)
        finished = len(told) - open_turn
        if self.table.seat is None:
            for turn in told[self._told_turns : finished]:
                self.screen.say(turn.text)
        elif open_turn and told[-1].seat != self.table.seat:
            self.say(told[-1].text)
        self._told_turns = max(finished, self._told_turns)

    def _turns(self) -> tuple[Turn, ...]:
        mirror = self.table.mirror
        deal = mirror.state.deal
        upcard = parse_card(deal.upcard) if deal is not None else mirror.lines[-1].upcard
        return turns(self.screen, upcard, mirror.history)

    def _end_deal(self) -> None:
        screen, match = self.screen, self.table.match
        self.reader.break_line()
        screen.clear()
        report(screen, match)
        check = self.table.mirror.checks.get(len(match.lines))
        if check is None:
            return
        if check.fault is not None:
            screen.say(screen.t("join.unfair", fault=screen.t.fault(check.fault)), style="bold red")
        elif not check.witnessed:
            screen.hint(screen.t("join.unwitnessed"))
        elif self.table.seat is None:
            screen.hint(screen.t("join.fair"))
        else:
            screen.hint(screen.t("join.fair_with_own"))

    def end_match(self) -> None:
        """Tell how the match ended."""
        self.ended = True
        self.reader.break_line()
        match_end(self.screen, self.table.match, claimed=self.table.mirror.state.claimed is not None)

    # Who is here

    def tell_presence(self) -> None:
        """Tell who has gone or come back, and that the match can be claimed; to be called now and then."""
        mirror = self.table.mirror
        if mirror.state.over or self.table.lost:
            return
        for seat, name in enumerate(mirror.state.names):
            seconds = None if name is None or seat == mirror.seat else mirror.away_for(seat)
            away = seconds is not None and seconds >= _AWAY_AFTER
            if away != self._away[seat] and (away or seconds is None):
                self._away[seat] = away
                self.say(self.presence(seat), style="yellow")
        may_claim = mirror.may_claim()
        if may_claim and not self._claimable:
            self.say(self.presence(1 - (mirror.seat or 0)), style="yellow")
        self._claimable = may_claim

    def presence(self, seat: Seat) -> str:
        """In words whether a seat is here, and what follows if it is not."""
        t, mirror, name = self.screen.t, self.table.mirror, self.screen.names[seat]
        away = mirror.away_for(seat)
        if away is None:
            return t("join.here", name=name)
        text = t("join.away", name=name, time=self._time(away))
        if mirror.seat is None or mirror.claim_after is None:
            return text
        if mirror.may_claim():
            return f"{text} {t('join.may_claim', claim=t('join.words.claim').split(', ')[0])}"
        return f"{text} {t('join.may_claim_later', time=self._time(mirror.claim_after))}"

    def _time(self, seconds: float) -> str:
        """A time in words: ``40 s``, ``3 min``."""
        whole = round(seconds)
        if whole < _MINUTE or (whole < 2 * _MINUTE and whole % _MINUTE):
            return self.screen.t("join.seconds", n=whole)
        return self.screen.t("join.minutes", n=whole // _MINUTE)
