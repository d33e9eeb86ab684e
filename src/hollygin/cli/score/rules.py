"""``hollygin rules``: the profiles side by side, or one of them in words."""

from __future__ import annotations

from collections.abc import Iterator

import click
from rich import box
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from hollygin.cli.command import Command, json_option
from hollygin.cli.output import print_json, print_table
from hollygin.cli.rules_options import RulesOption, rules_object
from hollygin.locale import Translator
from hollygin.options import OPTIONS
from hollygin.paper.words import value_text
from hollygin.rules import DEFAULT_PROFILE, PROFILES, Rules, options_of


def command(t: Translator) -> click.Command:
    """The command in a language."""

    def run(profile: str | None, rules: Rules | None, as_json: bool) -> None:
        if rules is not None:
            chosen = profile or DEFAULT_PROFILE
            if as_json:
                print_json(rules_object(chosen, rules, t))
            else:
                _show_one(chosen, rules, t)
        elif as_json:
            print_json([rules_object(known.id, known.rules, t) for known in PROFILES.values()])
        else:
            _show_all(t)

    argument = click.Argument(["profile"], required=False, is_eager=True, metavar=f"[{t('cli.at.PROFILE')}]")
    return Command(t, "rules", run, [argument, RulesOption(t), json_option(t)])


def _show_one(profile: str, rules: Rules, t: Translator) -> None:
    known = PROFILES[profile]
    name = t(f"profile.{profile}")
    click.echo(t("rules.title", name=name, id=profile, version=known.version))
    if rules == known.rules:
        click.echo(t(f"profile.{profile}.help"))
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(max_width=18)
    table.add_column()
    base = options_of(known.rules)
    for option, value in options_of(rules).items():
        style = "" if value == base[option] else "bold"
        mark = "" if value == base[option] else "* "
        words = mark + value_text(option, value, t)
        meaning = t("rules.help", help=t(f"option.{option}.help"), allowed=OPTIONS[option].allowed)
        table.add_row(option, Text(words, style=style), meaning)
    print_table(table)
    if rules != known.rules:
        click.echo(t("rules.changed"))


def _show_all(t: Translator) -> None:
    for known in PROFILES.values():
        name = t(f"profile.{known.id}")
        click.echo(t("rules.about", name=name, id=known.id, about=t(f"profile.{known.id}.help")))
    side_by_side = _SideBySide(t)
    print_table(side_by_side)
    click.echo(t("rules.same"))
    for line in side_by_side.same():
        click.echo(line)
    click.echo(t("rules.more"))


class _SideBySide:
    """The profiles as columns, as many in a table as the terminal is wide."""

    def __init__(self, t: Translator) -> None:
        self._t = t
        values = {known.id: options_of(known.rules) for known in PROFILES.values()}
        self._values = values
        self._differ = [o for o in OPTIONS if len({values[profile][o] for profile in values}) > 1]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        at_once = max(1, (options.max_width - 22) // 14)
        profiles = list(PROFILES)
        for first in range(0, len(profiles), at_once):
            yield self._table(profiles[first : first + at_once])

    def _table(self, profiles: list[str]) -> Table:
        t = self._t
        table = Table(box=box.SQUARE, show_lines=False)
        table.add_column(t("rules.option"), width=19)
        for profile in profiles:
            table.add_column(profile, width=11, overflow="fold")
        for option in self._differ:
            values = (value_text(option, self._values[profile][option], t) for profile in profiles)
            table.add_row(t(f"option.{option}"), *values)
        return table

    def same(self) -> Iterator[str]:
        """The options that every profile sets alike, a line each."""
        first = next(iter(self._values.values()))
        for option in OPTIONS:
            if option not in self._differ:
                label, value = self._t(f"option.{option}"), value_text(option, first[option], self._t)
                yield self._t("rules.is", option=label, value=value)
