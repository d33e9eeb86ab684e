"""What can be typed in a match, in the words of both languages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from hollygin.due import TRANSITIONS, Phase
from hollygin.locale import Translator

ALWAYS: Final = ("help", "sheet", "sort", "resign", "quit")
"""The commands that are there at every turn."""

COMMANDS: Final = (
    *("draw", "take", "pass", "discard", "knock", "gin", "big gin", "defense", "layoff", "done"),
    *ALWAYS,
)

_WITH_CARDS: Final = ("discard", "knock", "gin", "big gin", "defense", "layoff")
"""The commands behind which something may be typed."""


class Typed(NamedTuple):
    """A command, and what was typed behind it."""

    command: str
    rest: str


class Vocabulary:
    """Finds the command that a line means; the English words are known in every language."""

    def __init__(self, t: Translator) -> None:
        english = Translator("en")
        self._words = {command: {*_words(t, command), *_words(english, command)} for command in COMMANDS}
        self._on = t("play.words.on").split()

    def read(self, line: str, phase: Phase) -> Typed | None:
        """The command of a line: what is due goes before what is not, whole words before beginnings.

        None if no command, or more than one, is meant.
        """
        words = line.replace(":", " : ").split()
        due = due_commands(phase)
        possible = (*due, *ALWAYS)
        for count in (2, 1):
            head, rest = " ".join(words[:count]).lower(), " ".join(words[count:])
            for commands, find in (
                (possible, self._whole),
                (due, self._beginning),
                (COMMANDS, self._whole),
                (possible, self._beginning),
                (COMMANDS, self._beginning),
            ):
                found = [command for command in find(head, commands) if not rest or command in _WITH_CARDS]
                if found:
                    return Typed(found[0], rest) if len(found) == 1 else None
        return None

    def _whole(self, head: str, commands: Iterable[str]) -> list[str]:
        return [command for command in commands if head in self._words[command]]

    def _beginning(self, head: str, commands: Iterable[str]) -> list[str]:
        return [
            command for command in commands if any(word.startswith(head) for word in self._words[command])
        ]

    def on(self, rest: str) -> str:
        """The rest of a layoff with the word between card and meld in its library form."""
        return " ".join("on" if word.lower() in self._on else word for word in rest.split())


def key(t: Translator, command: str) -> str:
    """The shortest thing to type for a command."""
    return _words(t, command)[0]


def words(t: Translator, command: str) -> str:
    """All that can be typed for a command, as a list."""
    return ", ".join(_words(t, command))


def due_commands(phase: Phase) -> tuple[str, ...]:
    """The commands that stand for the actions due in a phase."""
    return tuple(action.kind for action in TRANSITIONS[phase])


def _words(t: Translator, command: str) -> list[str]:
    return t(f"play.words.{command.replace(' ', '_')}").split(", ")
