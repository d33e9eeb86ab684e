"""The terminal of a match: it prints, draws cards and asks."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable
from typing import Final

from rich.console import Console
from rich.text import Text

from hollygin import kernel
from hollygin.cards import SUITS, UNKNOWN_TEXT, Card, iter_cards
from hollygin.due import Seat
from hollygin.locale import Translator
from hollygin.melds import Layoff, Melds

GLUE: Final = "\x1f"
"""A placeholder for a blank at which no line breaks."""

_COLOURS: Final = {"♥": "red", "♦": "bright_blue", "♣": "green"}
"""Spades keep the colour of the terminal, so that they are readable on light and dark."""

_ERASE_SCROLLBACK: Final = "\x1b[3J"
_MOST_ECHO: Final = 60


class MatchLeft(Exception):
    """The person has left the match, or the input has ended."""


class Screen:
    """Prints for the persons at one terminal and asks them.

    ``names`` are by seat, ``humans`` the seats of persons. ``viewer`` is the seat that the texts speak to and
    whose hand may be shown; None if two persons, or nobody, are spoken to. ``notices`` wait for the
    next table. ``kept`` says that an unfinished match can be resumed. ``read`` gets the line that answers a prompt, as ``input`` does.
    """

    def __init__(self, t: Translator, names: tuple[str, str], humans: tuple[Seat, ...]) -> None:
        self.t = t
        self.names = names
        self.humans = humans
        self.viewer: Seat | None = humans[0] if len(humans) == 1 else None
        self.notices: list[str] = []
        self.kept = False
        self._leaving = False
        self.read: Callable[[str], str] = input
        self._console = Console(highlight=False, markup=False, emoji=False)

    # What is printed

    @property
    def console(self) -> Console:
        """Where tables are printed."""
        return self._console

    def say(self, text: str = "", *, style: str = "", indent: int = 0) -> None:
        """Print a paragraph, broken at blanks to the width of the terminal."""
        for line in self._broken(text, indent) or [""]:
            self._print(line, style)

    def unbroken(self, text: str) -> None:
        """Print a line that can be copied whole, however long it is."""
        self._print(text)

    def hint(self, text: str) -> None:
        """Print a paragraph that may be overlooked."""
        self.say(text, style="dim")

    def labelled(self, label: str, text: str, width: int) -> None:
        """Print a paragraph beside a label of at most ``width`` cells."""
        lines = self._broken(text, width + 2) or [""]
        self._print(label.ljust(width + 2) + lines[0].strip(" "))
        for line in lines[1:]:
            self._print(line)

    def heading(self, text: str) -> None:
        """Print a line across the terminal with a text in it."""
        self._console.rule(Text(f" {text} ", style="bold"), style="dim")

    def clear(self, *, secret: bool = False) -> None:
        """Clear the terminal, with ``secret`` also what has scrolled away; on a pipe nothing happens."""
        if not self._console.is_terminal or self._console.is_dumb_terminal:
            return
        self._console.clear()
        if secret:
            self._console.file.write(_ERASE_SCROLLBACK)
            self._console.file.flush()

    def flush_notices(self) -> None:
        """Print the notices that wait."""
        for notice in self.notices:
            self.hint(notice)
        self.notices.clear()

    def _broken(self, text: str, indent: int) -> list[str]:
        return textwrap.wrap(
            text,
            max(20, self._console.width),
            initial_indent=" " * indent,
            subsequent_indent=" " * indent,
            break_on_hyphens=False,
        )

    def _print(self, line: str, style: str = "") -> None:
        text = Text(line.replace(GLUE, " "), style=style)
        for sign, colour in _COLOURS.items():
            text.highlight_regex(rf"(?:10|[2-9AJQKVDR])?{sign}\*?", colour)
        self._console.print(text, soft_wrap=True)

    # What is asked

    def ask(self, prompt: str) -> str:
        """Ask with one prompt line. Returns the typed line, without blanks around it.

        Raises MatchLeft at the end of the input.
        """
        whole = prompt.replace(" = ", f"{GLUE}={GLUE}")
        *above, last = self._broken(f"{whole}{GLUE}>", 0)
        for line in above:
            self._print(line)
        try:
            line = self.read(last.replace(GLUE, " ") + " ")
        except EOFError:
            self._console.print()
            raise MatchLeft from None
        except KeyboardInterrupt:
            if self._leaving or self.read is not input or not sys.stdin.isatty():
                raise
            return self._ask_again(prompt)
        if not sys.stdin.isatty():
            self._print(printable(line))
        return line.strip()

    def _ask_again(self, prompt: str) -> str:
        """After Ctrl-C, ask once whether to leave. Raises MatchLeft for a yes, KeyboardInterrupt for another Ctrl-C."""
        self._leaving = True
        try:
            self._console.print()
            if self.confirm_leaving():
                raise MatchLeft
        finally:
            self._leaving = False
        return self.ask(prompt)

    def confirm(self, question: str) -> bool:
        """Ask for a yes or a no until one of them is typed."""
        while True:
            answer = self.answer(self.ask(f"{question} {self.t('play.ask.yes_no')}"))
            if answer is not None:
                return answer
            self.say(self.t("play.yes_or_no"))

    def confirm_leaving(self) -> bool:
        """Ask whether the match is to be left."""
        return self.confirm(self.t("play.ask.leave_kept" if self.kept else "play.ask.leave"))

    def answer(self, line: str) -> bool | None:
        """Whether a line is a yes (True), a no (False) or neither (None)."""
        if line.lower() in self.t("play.yes").split():
            return True
        return False if line.lower() in self.t("play.no").split() else None

    # Words for players and cards

    def who(self, key: str, seat: Seat, **params: object) -> str:
        """A text about a player: ``KEY.you`` if it addresses that player, else ``KEY.other``."""
        person = "you" if seat == self.viewer else "other"
        return self.t(f"{key}.{person}", name=self.names[seat], **params)

    def loose(self, cards: int, new: Card | None = None) -> str:
        """The cards of a set by rank, each a word of its own; the new card has a star."""
        order = sorted(iter_cards(cards), key=lambda card: (card.rank, card.suit))
        return " ".join(self.marked(card, new) for card in order)

    def meld(self, meld: int, new: Card | None = None) -> str:
        """A meld in brackets."""
        return f"[{GLUE.join(self.marked(card, new) for card in iter_cards(meld))}]"

    def melds(self, spread: Melds, new: Card | None = None) -> str:
        """The melds of a spread."""
        return " ".join(self.meld(meld, new) for meld in spread)

    def marked(self, card: Card, new: Card | None = None) -> str:
        """A card, with a star if it is the new one."""
        return self.t.card(card) + ("*" if card == new else "")

    def hand(self, spread: Melds, loose: int, unknown: int = 0, new: Card | None = None) -> str:
        """An open hand: its melds, and its deadwood with the points; no points if cards are unknown."""
        melds = self.melds(spread, new)
        if unknown:
            cards = self.loose(loose, new)
            return " ".join(part for part in (melds, cards, " ".join([UNKNOWN_TEXT] * unknown)) if part)
        points = kernel.points(loose)
        if not loose:
            return f"{melds} {self.t('screen.no_deadwood')}"
        deadwood = self.t("screen.deadwood_cards", cards=self.loose(loose, new), points=points)
        return f"{melds} {deadwood}" if spread else deadwood

    def laid_off(self, layoffs: tuple[Layoff, ...]) -> str:
        """Layoffs in words: ``7♥ on [4♥ 5♥ 6♥]``."""
        t = self.t
        return ", ".join(t("screen.on", card=t.card(card), meld=self.meld(meld)) for card, meld in layoffs)

    def typed(self, card: Card) -> str:
        """A card as it can be typed: ``Kc``, the ten ``10c``; in French ``RT``, ``10P``, and hearts as ``7h``."""
        letters = "PhKT" if self.t.language == "fr" else SUITS
        return self.t.card(card)[:-1] + letters[card.suit]


def printable(line: str) -> str:
    """What was typed, short and without control characters."""
    return "".join(sign if sign.isprintable() else "?" for sign in line)[:_MOST_ECHO]
