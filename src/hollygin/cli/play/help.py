"""The help of a match: what each command does, with the rule behind it."""

from __future__ import annotations

from hollygin.cli.play.screen import Screen
from hollygin.cli.play.words import ALWAYS, due_commands, words
from hollygin.due import Due, Phase


def show_help(screen: Screen, due: Due) -> None:
    """Print the commands of this moment, those of every moment, and how to type cards."""
    t = screen.t
    allowed = {"knock": due.limit, "big gin": due.rules.big_gin_bonus}
    commands = [command for command in due_commands(due.phase) if allowed.get(command, True)]
    screen.say()
    screen.say(t("play.help.now"), style="bold")
    if due.phase in (Phase.DEFENSE, Phase.LAYOFF):
        screen.labelled(t("play.help.enter_key"), t("play.help.enter"), _width(screen))
    if due.phase is Phase.DEFENSE and not due.gin:
        screen.labelled(words(t, "layoff"), t("play.help.one_by_one"), _width(screen))
    _list(screen, commands, due)
    screen.say()
    screen.say(t("play.help.always"), style="bold")
    _list(screen, ALWAYS, due)
    screen.say()
    screen.say(t("play.help.cards"))
    screen.say(t("play.help.hand"))


def _list(screen: Screen, commands: tuple[str, ...] | list[str], due: Due) -> None:
    for command in commands:
        text = screen.t(f"play.help.{command.replace(' ', '_')}", limit=due.limit)
        screen.labelled(words(screen.t, command), text, _width(screen))


def _width(screen: Screen) -> int:
    return max(len(words(screen.t, command)) for command in ("big gin", "layoff", "take", "resign"))
