"""A recorded match in words: what it is, each position of it, and the whole as a story."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, takewhile
from typing import Final

from hollygin.actions import Defend, Draw, LayOff, Reshuffle, Show
from hollygin.cards import Card
from hollygin.cli.faults import shown
from hollygin.cli.play.board import middle
from hollygin.cli.play.screen import Screen
from hollygin.cli.play.story import match_end, report, turns
from hollygin.deal import HAND_SIZE, Deal, Played
from hollygin.due import Phase, Seat
from hollygin.melds import Layoff, best_arrangement
from hollygin.paper import result_text, rules_text, sheet_table
from hollygin.record import Perspective, Record, positions
from hollygin.view import view_deal

_LATEST: Final = 2
_DEFENDING: Final = (Phase.DEFENSE, Phase.LAYOFF)


class Story:
    """A record with every position of it. ``starts`` are the places in ``positions`` at which its deals begin."""

    def __init__(self, screen: Screen, record: Record) -> None:
        self.screen = screen
        self.record = record
        self.positions = list(positions(record))
        lengths = [1, *(1 + len(deal.actions) for deal in record.deals)]
        self.starts = list(accumulate(lengths))[:-1]

    def title(self) -> None:
        """Print what the match is: who played, when, by which rules."""
        screen, record, t = self.screen, self.record, self.screen.t
        screen.heading(t("replay.title", one=record.players[0], two=record.players[1]))
        rows = [
            (t("replay.event"), record.event),
            (t("replay.site"), record.site),
            (t("replay.date"), record.date),
            (t("replay.rules"), rules_text(record.rules, record.profile, t)),
            (t("replay.annotator"), record.annotator),
            (t("replay.generator"), record.generator),
            (t("replay.deals"), str(len(record.deals))),
            (t("replay.seen"), self._seen(record.perspective)),
        ]
        rows = [(label, text) for label, text in rows if text is not None]
        width = max(len(label) for label, _ in rows)
        for label, text in rows:
            screen.labelled(label, shown(text or ""), width)
        if record.comment is not None:
            self._quote(record.comment)

    def _seen(self, perspective: Perspective | None) -> str | None:
        if perspective is None:
            return None
        if perspective == "spectator":
            return self.screen.t("replay.by_spectator")
        return self.record.players[perspective]

    # One position

    def show(self, i: int) -> None:
        """Print all that there is to see at position ``i``."""
        number, action, match = self.positions[i]
        if number == 0:
            self.title()
        elif match.deal is None:
            report(self.screen, match)
            self._comments(number, action, action)
        else:
            self._show_deal(number, match.deal)
        if match.over:
            match_end(self.screen, match)

    def show_sheet(self, i: int) -> None:
        """Print the sheet as it stands at position ``i``, and what it says."""
        sheet = self.positions[i].match.sheet
        self.screen.console.print(sheet_table(sheet, self.screen.names, self.screen.t))
        self.screen.say(result_text(sheet, self.screen.names, self.screen.t))

    def _show_deal(self, number: int, deal: Deal) -> None:
        screen, done = self.screen, len(deal.history)
        of = len(self.record.deals[number - 1].actions)
        dealer = screen.who("screen.deal", deal.dealer, number=f"{number}/{len(self.record.deals)}")
        screen.heading(f"{dealer} · {done}/{of}")
        for turn in turns(screen, deal.upcard, deal.history, _drawn(deal))[-_LATEST:]:
            screen.say(turn.text)
        self._laid_open(deal)
        self._comments(number, done, done)
        screen.say()
        self._table(deal)

    def _table(self, deal: Deal) -> None:
        """Both hands as far as they are known, and what lies between them."""
        screen = self.screen
        table = screen.t("screen.table")
        width = max(map(len, (*screen.names, table)))
        screen.labelled(screen.names[0], self._hand(deal, 0), width)
        screen.labelled(table, middle(screen, view_deal(deal, None)), width)
        screen.labelled(screen.names[1], self._hand(deal, 1), width)

    def _hand(self, deal: Deal, seat: Seat) -> str:
        screen, cards, unknown = self.screen, deal.hands[seat], deal.unknown[seat]
        if deal.phase in _DEFENDING and seat == deal.knocker:
            return screen.hand(deal.extended, cards, unknown)
        if deal.phase is Phase.LAYOFF:
            return screen.hand(deal.defense, cards, unknown)
        best = best_arrangement(cards)
        return screen.hand(
            best.melds, best.deadwood_cards, unknown, deal.drawn if seat == deal.turn else None
        )

    def _laid_open(self, deal: Deal) -> None:
        """Print what has been shown, laid down and laid off last."""
        screen = self.screen
        for seat, action in _laid_open(deal.history):
            match action:
                case Defend(()):
                    screen.say(screen.who("replay.defense_none", seat))
                case Defend(melds):
                    screen.say(screen.who("replay.defense", seat, melds=screen.melds(melds)))
                case LayOff(card, meld):
                    laid = screen.laid_off((Layoff(card, meld),))
                    screen.say(screen.who("replay.layoff", seat, layoff=laid))
                case Show(cards):
                    screen.say(screen.who("replay.show", seat, cards=screen.loose(cards)))

    def _comments(self, number: int, first: int, last: int) -> None:
        """Print the comments that stand behind ``first`` to ``last`` actions of a deal."""
        for comment in self.record.deals[number - 1].comments:
            if first <= comment.at <= last:
                self._quote(comment.text)

    def _quote(self, text: str) -> None:
        for line in text.splitlines():
            self.screen.say(f"│ {shown(line)}", style="italic")

    # The whole

    def tell(self) -> None:
        """Print the whole match, turn by turn."""
        self.title()
        for number in range(1, len(self.record.deals) + 1):
            self.screen.say()
            self._tell_deal(number)
        match = self.positions[-1].match
        if match.over:
            match_end(self.screen, match)
        else:
            self.screen.say()
            self.screen.say(result_text(match.sheet, self.screen.names, self.screen.t), style="bold")

    def _tell_deal(self, number: int) -> None:
        screen, start = self.screen, self.starts[number - 1]
        dealt = self.positions[start].match.deal
        assert dealt is not None
        screen.heading(screen.who("screen.deal", dealt.dealer, number=number))
        self._table(dealt)
        screen.say()
        self._comments(number, 0, 0)
        actions = len(self.record.deals[number - 1].actions)
        match = self.positions[start + actions].match
        deal = match.deals[-1] if match.deal is None else match.deal
        told = 0
        for turn in turns(screen, deal.upcard, deal.history, _drawn(deal)):
            screen.say(turn.text)
            self._comments(number, told + 1, turn.actions)
            told = turn.actions
        if match.deal is None:
            report(screen, match)
        else:
            self._laid_open(deal)
            screen.say()
            self._table(deal)
        self._comments(number, told + 1, actions)


def _drawn(deal: Deal) -> dict[int, Card]:
    """The cards drawn in a deal as far as they are known, by their place in its history."""
    found: dict[int, Card] = {}
    stock = iter(deal.order[2 * HAND_SIZE + 1 :])
    for i, (_, action) in enumerate(deal.history):
        if isinstance(action, Reshuffle):
            stock = iter(action.cards)
        elif isinstance(action, Draw) and (card := next(stock)) is not None:
            found[i] = card
    return found


def _laid_open(history: tuple[Played, ...]) -> Iterator[tuple[Seat, Defend | LayOff | Show]]:
    """The actions at the end of a history that lay cards open, in their order."""
    last = takewhile(lambda played: isinstance(played.action, Defend | LayOff | Show), reversed(history))
    for seat, action in reversed(list(last)):
        assert seat is not None and isinstance(action, Defend | LayOff | Show)
        yield seat, action
