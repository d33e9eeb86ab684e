"""A recorded match step by step, at the keys of a person."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hollygin.cli.replay.keys import Keys
from hollygin.cli.replay.story import Story

COMMANDS: Final = {
    "right": "next", "n": "next", " ": "next", "enter": "next",
    "left": "back", "b": "back",
    "down": "next_deal", "N": "next_deal",
    "up": "previous_deal", "B": "previous_deal",
    "home": "first", "h": "first",
    "end": "last", "e": "last",
    "c": "comment", "g": "deal", "s": "sheet", "?": "help", "q": "quit", "": "quit",
}  # fmt: skip
"""What each key does."""

_HELP: Final = (
    ("→ n", "next"),
    ("← b", "back"),
    ("↓ N", "next_deal"),
    ("↑ B", "previous_deal"),
    ("g", "deal"),
    ("c", "comment"),
    ("s", "sheet"),
    ("h", "first"),
    ("e", "last"),
    ("q", "quit"),
)


class Stepper:
    """Shows one position of a story at a time; ``at`` is its place."""

    def __init__(self, story: Story, keys: Keys) -> None:
        self._story = story
        self._screen = story.screen
        self._keys = keys
        self._note = ""
        self.at = 0

    def run(self) -> None:
        """Show positions until the person quits or the input ends."""
        while True:
            self._show()
            command = COMMANDS.get(self._keys.key())
            while command is None:
                command = COMMANDS.get(self._keys.key())
            if command == "quit":
                return
            self._do(command)

    def _show(self) -> None:
        screen, t = self._screen, self._screen.t
        screen.clear()
        self._story.show(self.at)
        screen.say()
        if self._note:
            screen.say(self._note)
            self._note = ""
        screen.hint(t("replay.keys" if self._keys.single else "replay.letters"))

    def _do(self, command: str) -> None:
        starts, last = self._story.starts, len(self._story.positions) - 1
        match command:
            case "next":
                self._go(self.at + 1)
            case "back":
                self._go(self.at - 1)
            case "next_deal":
                self._go(next((start for start in starts if start > self.at), last + (self.at == last)))
            case "previous_deal":
                self._go(next((start for start in reversed(starts) if start < self.at), -(self.at == 0)))
            case "first":
                self.at = 0
            case "last":
                self.at = last
            case "comment":
                self._go_to_comment()
            case "deal":
                self._go_to_deal()
            case "sheet":
                self._beside(lambda: self._story.show_sheet(self.at))
            case "help":
                self._beside(self._show_help)

    def _go(self, at: int) -> None:
        """Go to a place, or say why not."""
        if at < 0:
            self._note = self._screen.t("replay.at_start")
        elif at >= len(self._story.positions):
            self._note = self._screen.t("replay.at_end")
        else:
            self.at = at

    def _go_to_comment(self) -> None:
        places = (
            start + comment.at
            for start, deal in zip(self._story.starts, self._story.record.deals, strict=True)
            for comment in deal.comments
        )
        found = min((place for place in places if place > self.at), default=None)
        if found is None:
            self._note = self._screen.t("replay.no_comment")
        else:
            self.at = found

    def _go_to_deal(self) -> None:
        t, most = self._screen.t, len(self._story.starts)
        text = self._keys.line(f"{t('replay.ask_deal', most=most)} ").strip()
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0
        if 1 <= number <= most:
            self.at = self._story.starts[number - 1]
        elif text:
            self._note = t("replay.no_deal", most=most)

    def _beside(self, show: Callable[[], None]) -> None:
        """Show something else until a key is pressed."""
        self._screen.clear()
        show()
        self._screen.say()
        self._screen.hint(self._screen.t("replay.any_key"))
        self._keys.key()

    def _show_help(self) -> None:
        t = self._screen.t
        width = max(len(keys) for keys, _ in _HELP)
        for keys, command in _HELP:
            self._screen.labelled(keys, t(f"replay.help.{command}"), width)
        self._screen.say()
        self._screen.say(t("replay.help.cards"))
