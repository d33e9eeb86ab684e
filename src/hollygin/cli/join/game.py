"""Plays, or watches, a match at a table on a server."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from hollygin.cli.files import write_whole
from hollygin.cli.join.reader import LiveReader, TableMoved
from hollygin.cli.join.teller import Teller
from hollygin.cli.play.human import HumanPlayer
from hollygin.cli.play.screen import MatchLeft, Screen
from hollygin.client import ClientError, RemoteTable, ServerRefusal
from hollygin.due import Due, Seat
from hollygin.locale import Translator
from hollygin.paper import sheet_table


def follow(table: RemoteTable, t: Translator) -> RemoteTable | None:
    """Follow a table until its match is over, or left; the table of the rematch, if there is one.

    Raises ClientError if the table is lost, and KeyboardInterrupt.
    """
    with table:
        seat, names = table.seat, table.mirror.state.names
        one, two = (name or t("join.nobody") for name in names)
        screen = Screen(t, (one, two), () if seat is None else (seat,))
        screen.kept = True
        game = _Watch(table, screen) if seat is None else _Play(table, screen, seat)
        try:
            return game.run()
        except MatchLeft:
            pass
        except KeyboardInterrupt:
            screen.say()
            game.tell_left()
            raise
        game.tell_left()
        return None


class _Watch:
    """A spectator: everything is told, nothing is asked."""

    def __init__(self, table: RemoteTable, screen: Screen) -> None:
        self.table = table
        self.screen = screen
        self.reader = LiveReader(table)
        self.teller = Teller(screen, table, self.reader)

    def run(self) -> RemoteTable | None:
        """Watch until the match is over."""
        self.screen.say(self.screen.t("join.watching"))
        self.begin()
        while not self.table.over:
            line = self._line_or_news()
            if line is not None and self._means(line, "play.words.quit"):
                raise MatchLeft
            self.teller.tell_presence()
        return None

    def begin(self) -> None:
        """Tell what has been so far, and listen from now on."""
        self.table.listener = self.teller.hear
        self.teller.begin()

    def tell_left(self) -> None:
        """The last word to who leaves."""

    def _line_or_news(self) -> str | None:
        try:
            return self.reader.line_or_news()
        except EOFError:
            raise MatchLeft from None

    def _means(self, line: str, key: str) -> bool:
        return line.strip().lower() in self.screen.t(key).split(", ")


class _Play(_Watch):
    """A seat."""

    def __init__(self, table: RemoteTable, screen: Screen, seat: Seat) -> None:
        super().__init__(table, screen)
        self.seat = seat
        self.human = HumanPlayer(screen, seat)
        self.reader.idle = self.teller.tell_presence
        screen.read = self._read
        self._waiting_for = ""

    @property
    def other(self) -> str:
        """The other player's name."""
        return self.screen.names[1 - self.seat]

    def run(self) -> RemoteTable | None:
        """Play until the match is over and the person has had enough of this table."""
        self.begin()
        while not self.table.over:
            try:
                self._go_on()
            except TableMoved:
                self.human = HumanPlayer(self.screen, self.seat)  # what it had planned is of no use now
        return self._after()

    def _read(self, prompt: str) -> str:
        """What answers a prompt; that the match is claimed can be typed at any."""
        line = self.reader.read(prompt)
        if self.table.mirror.may_claim() and self._means(line, "join.words.claim"):
            self._command(self.table.claim)
            raise TableMoved
        return line

    def _go_on(self) -> None:
        """Whatever is next: a word to say, a move to make, or to wait."""
        due, state = self.table.due, self.table.mirror.state
        if due is not None:
            self._move(due)
        elif self.table.asks_ready:
            self._get_ready()
        elif state.names[1 - self.seat] is None:
            self._wait(self.screen.t("join.waiting.guest"))
        elif state.waiting:
            self._wait(self.screen.t("join.waiting.ready", name=self.other))
        elif state.deal is not None:
            self._wait(self.screen.t("join.waiting.turn", name=self.other))
        else:
            self.table.wait()

    def _move(self, due: Due) -> None:
        self._waiting_for = ""
        action = self.human.act(self.table.view, due)
        self._command(lambda: self.table.act(action))

    def _get_ready(self) -> None:
        self._waiting_for = ""
        if self.table.mirror.state.number > 1:
            t = self.screen.t
            while line := self.screen.ask(t("join.ask.next_deal")):
                if self._means(line, "play.words.quit") and self.screen.confirm_leaving():
                    raise MatchLeft
        self._command(self.table.ready)

    def _command(self, command: Callable[[], None]) -> None:
        """Carry out a command. If it is refused, say so and ask again for whatever is due now."""
        if self.table.lost:
            self.teller.say(self.screen.t("join.will_be_sent"))
        try:
            command()
        except ServerRefusal as error:
            self.teller.say(self.screen.t.fault(error.fault))
            raise TableMoved from error

    # While the other is due

    def _announce(self, text: str) -> None:
        """Say what is waited for, once."""
        if text != self._waiting_for:
            self._waiting_for = text
            self.teller.say(text)

    def _wait(self, text: str) -> None:
        self._announce(text)
        line = self._line_or_news()
        if line is not None:
            self._typed(line)
        self.teller.tell_presence()

    def _typed(self, line: str) -> None:
        """The commands while the opponent is on turn."""
        screen, t = self.screen, self.screen.t
        if self._means(line, "play.words.sheet"):
            screen.console.print(sheet_table(self.table.match.sheet, screen.names, t))
        elif self._means(line, "play.words.resign"):
            if screen.confirm(t("play.ask.resign", other=self.other)):
                self._command(self.table.resign)
        elif self._means(line, "join.words.claim"):
            self._command(self.table.claim)
        elif self._means(line, "join.words.code"):
            self._show_code()
        elif self._means(line, "play.words.quit"):
            if screen.confirm_leaving():
                raise MatchLeft
        else:
            screen.say(self.teller.presence(1 - self.seat))
            screen.hint(t("join.help", **self._keys()))

    def _keys(self) -> dict[str, str]:
        words = {
            "sheet": "play.words.sheet",
            "resign": "play.words.resign",
            "claim": "join.words.claim",
            "code": "join.words.code",
            "quit": "play.words.quit",
        }
        return {name: self.screen.t(key).split(", ")[0] for name, key in words.items()}

    def _show_code(self) -> None:
        t = self.screen.t
        answer = self.table.http.make_code(self.table.link)
        link = f"{self.table.link.origin}/t/{self.table.link.table}"
        command = f"hollygin join {link} --code {answer.code}"
        self.screen.say(t("join.code", code=answer.code, minutes=answer.seconds // 60))
        self.screen.say(command)

    # After the match

    def _after(self) -> RemoteTable | None:
        offered = False
        while True:
            try:
                state = self.table.mirror.state
                if state.next_table is not None:
                    return self._next()
                if offered or state.offers[self.seat]:
                    self._announce(self.screen.t("join.waiting.rematch", name=self.other))
                    line = self._line_or_news() or ""
                    if self._means(line, "play.words.quit"):
                        raise MatchLeft
                    continue
                line = self.screen.ask(self.screen.t("join.ask.after", **self._after_keys()))
                if not line or self._means(line, "play.words.quit"):
                    raise MatchLeft
                if self._means(line, "join.words.rematch"):
                    self._command(self.table.offer_rematch)
                    offered = True
                elif self._means(line, "join.words.record"):
                    self._save_record()
            except TableMoved:
                continue

    def _after_keys(self) -> dict[str, str]:
        return {name: self.screen.t(f"join.words.{name}").split(", ")[0] for name in ("rematch", "record")}

    def _next(self) -> RemoteTable:
        table = self.table.next_table()
        self.screen.say(self.screen.t("join.rematch"), style="bold")
        return table

    def _save_record(self) -> None:
        path = Path(f"hollygin-{self.table.link.table}.toml")
        t = self.screen.t
        try:
            write_whole(path, self.table.http.record(self.table.link).encode())
        except ClientError as error:
            self.screen.say(t.fault(error.fault))
        except OSError as error:
            self.screen.say(t("error.cannot-write", file=path, reason=error.strerror))
        else:
            self.screen.say(t("play.record", file=path))

    def tell_left(self) -> None:
        """How to come back."""
        if not self.table.over:
            link = f"{self.table.link.origin}/t/{self.table.link.table}"
            self.screen.say(self.screen.t("join.left", command=f"hollygin join {link}"))
