"""A person at the terminal as a player: sees the view of the seat, types what to do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hollygin.actions import (
    DONE,
    DRAW,
    PASS,
    RESIGN,
    TAKE,
    Action,
    BigGin,
    Defend,
    Discard,
    Gin,
    LayOff,
    parse_action,
)
from hollygin.cards import Card, parse_card
from hollygin.cli.play.board import ORDERS, best_way_out, show_table
from hollygin.cli.play.help import show_help
from hollygin.cli.play.human_defense import Defender
from hollygin.cli.play.human_ending import choose_ending, offered_endings
from hollygin.cli.play.screen import MatchLeft, Screen, printable
from hollygin.cli.play.words import Typed, Vocabulary, due_commands, key
from hollygin.due import Due, Phase, Seat
from hollygin.errors import TextError
from hollygin.paper import sheet_table
from hollygin.view import View

_PLAIN: Final[Mapping[str, Action]] = {"draw": DRAW, "take": TAKE, "pass": PASS, "done": DONE}
_DEFENDING: Final = (Phase.DEFENSE, Phase.LAYOFF)


class HumanPlayer:
    """Asks until a legal action is typed. Looking at the sheet, the help or the hand costs nothing."""

    def __init__(self, screen: Screen, seat: Seat) -> None:
        self.name = screen.names[seat]
        self._screen = screen
        self._seat = seat
        self._order = ORDERS[0]
        self._vocabulary = Vocabulary(screen.t)
        self._french = screen.t.language == "fr"
        self._defender = Defender(screen)

    def act(self, view: View, due: Due) -> Action:
        """The action that the person chooses. Raises MatchLeft if they leave."""
        if (planned := self._defender.next_planned()) is not None:
            return planned
        self._take_the_screen()
        self._defender.begin(due)
        self._show(view, due)
        while True:
            line = self._screen.ask(self._prompt(due))
            try:
                action = self._read(line, view, due)
            except TextError as error:
                self._screen.say(self._screen.t.fault(error.fault))
                continue
            if action is None:
                continue
            fault = None if action == RESIGN else due.check(action)
            if fault is None:
                return action
            self._screen.say(self._screen.t.fault(fault))

    def _take_the_screen(self) -> None:
        """If two persons share the terminal, hide the opponent's hand first."""
        screen = self._screen
        if screen.viewer == self._seat:
            return
        screen.clear(secret=True)
        screen.viewer = self._seat
        screen.ask(screen.t("play.ask.hand_over", name=self.name, other=screen.names[1 - self._seat]))

    def _show(self, view: View, due: Due) -> None:
        show_table(self._screen, view, due, self._order)
        self._defender.show(due)

    # What can be typed now

    def _prompt(self, due: Due) -> str:
        t, screen = self._screen.t, self._screen
        top = "" if due.top is None else t.card(due.top)
        match due.phase:
            case Phase.DISCARD | Phase.END:
                return self._ending_prompt(due)
            case Phase.DEFENSE | Phase.LAYOFF:
                return self._defender.prompt(due)
            case _:
                keys = {command: key(t, command) for command in ("draw", "take", "pass")}
                return t(f"play.ask.{due.phase}", top=top, other=screen.names[1 - self._seat], **keys)

    def _ending_prompt(self, due: Due) -> str:
        t, screen = self._screen.t, self._screen
        best, _ = best_way_out(due)
        parts = []
        offered = offered_endings(screen, due)
        if due.phase is Phase.DISCARD:
            key_ = "play.ask.discard_card" if _offers_gin(due) else "play.ask.discard_enter"
            parts.append(t(key_, typed=screen.typed(best), card=t.card(best)))
        parts += offered
        return t("play.ask.turn", what=", ".join(parts))

    # What was typed

    def _read(self, line: str, view: View, due: Due) -> Action | None:
        """The action that a line means; None if it means no action."""
        if due.phase in _DEFENDING and not line:
            return self._defender.accept(due)
        if due.phase is Phase.DISCARD and not line and not _offers_gin(due):
            return Discard(best_way_out(due)[0])
        card = self._card(line)
        if card is not None and due.phase is Phase.LAYOFF:
            return self._defender.lay_off(card, due)
        if card is not None and due.phase is not Phase.DEFENSE:
            return Discard(card)
        if due.phase is Phase.DEFENSE and (melds := self._defender.typed_melds(line)) is not None:
            return self._defender.choose(Defend(melds), due)
        typed = self._vocabulary.read(line, due.phase)
        if typed is None:
            self._unknown(line, due)
            return None
        return self._command(typed, view, due)

    def _card(self, text: str) -> Card | None:
        try:
            return parse_card(text, french=self._french)
        except TextError as error:
            if error.code == "ambiguous-card":
                raise
            return None

    def _command(self, typed: Typed, view: View, due: Due) -> Action | None:
        screen, t = self._screen, self._screen.t
        command, rest = typed
        match command:
            case "help":
                show_help(screen, due)
            case "sheet":
                screen.console.print(sheet_table(view.sheet, screen.names, t))
            case "sort":
                self._order = ORDERS[(ORDERS.index(self._order) + 1) % len(ORDERS)]
                self._show(view, due)
                screen.hint(t(f"play.sorted.{self._order}"))
            case "resign":
                other = screen.names[1 - self._seat]
                if screen.confirm(t("play.ask.resign", other=other)):
                    return RESIGN
                self._unchanged()
            case "quit":
                if screen.confirm_leaving():
                    raise MatchLeft
                self._unchanged()
            case "knock" | "gin" | "big gin":
                assert view.deal is not None
                return choose_ending(screen, view.deal, due, typed)
            case "discard":
                return self._discard(rest)
            case "defense":
                return self._defender.choose(parse_action(f"defense {rest}", french=self._french), due)
            case "layoff":
                return self._lay_off(rest, due)
            case _:
                return _PLAIN[command]
        return None

    def _discard(self, rest: str) -> Action | None:
        if not rest:
            self._screen.say(self._screen.t("play.which_card"))
            return None
        return Discard(parse_card(rest, french=self._french))

    def _lay_off(self, rest: str, due: Due) -> Action | None:
        if due.phase is not Phase.LAYOFF:
            return self._defender.one_by_one(due)
        if not rest:
            self._screen.say(self._screen.t("play.which_card"))
            return None
        if (card := self._card(rest)) is not None:
            return self._defender.lay_off(card, due)
        action = parse_action(f"layoff {self._vocabulary.on(rest)}", french=self._french)
        assert isinstance(action, LayOff)
        return self._defender.named(action, due)

    def _unchanged(self) -> None:
        self._screen.say(self._screen.t("play.unchanged"))

    def _unknown(self, line: str, due: Due) -> None:
        t = self._screen.t
        if line:
            self._screen.say(t("play.unknown", text=printable(line)))
        legal = {action.kind for action in due.legal_actions()}
        possible = ", ".join(key(t, command) for command in due_commands(due.phase) if command in legal)
        self._screen.say(t("play.possible", possible=possible, help=key(t, "help")))


def _offers_gin(due: Due) -> bool:
    """Whether the hand is gin: nothing is thrown then by pressing Enter."""
    return any(isinstance(action, Gin | BigGin) for action in due.legal_actions())
