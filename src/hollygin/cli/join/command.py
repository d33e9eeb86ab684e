"""``hollygin join``: a seat, or a place to watch, at a table on a server."""

from __future__ import annotations

import getpass
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import click
from click.core import ParameterSource

from hollygin.cli.command import Command
from hollygin.cli.extras import needs_server_extra
from hollygin.cli.faults import shown
from hollygin.cli.parameters import Value
from hollygin.cli.rules_options import rules_options
from hollygin.errors import BadInput, Fault
from hollygin.locale import Translator
from hollygin.paper.words import value_text
from hollygin.rules import PROFILES, Rules, options_of

if TYPE_CHECKING:
    from hollygin.client import Link, RemoteTable
    from hollygin.wire import TableInfo

_ONLY_WITH_NEW: Final = ("profile", "rules", "opponent")
_ONLY_WITHOUT_NEW: Final = ("watch", "code")


def command(t: Translator) -> click.Command:
    """The command in a language."""

    def join(
        link: Link | str,
        new: bool,
        name: str | None,
        watch: bool,
        code: str | None,
        profile: str,
        rules: Rules,
        opponent: str,
    ) -> None:
        _refuse_misplaced(new)
        with needs_server_extra():
            from hollygin.cli.join.game import follow  # noqa: PLC0415 - only this command needs it
            from hollygin.client import watch_table  # noqa: PLC0415
        table: RemoteTable | None
        if isinstance(link, str):
            table = _create(link, name, profile, options_of(rules), opponent, t)
        elif watch:
            table = watch_table(link)
        else:
            table = _sit(link, name, code, t)
        click.echo(t("play.start", rules=_rules(table.info, t)))
        while table is not None:
            table = follow(table, t)

    return Command(
        t,
        "join",
        join,
        [
            click.Argument(["link"], type=TableOrServer(), metavar=t("cli.at.LINK")),
            click.Option(["--name"], metavar=t("cli.value.name"), help=t("cli.join.option.name")),
            click.Option(["--watch"], is_flag=True, help=t("cli.join.option.watch")),
            click.Option(["--code"], metavar=t("cli.value.code"), help=t("cli.join.option.code")),
            click.Option(["--new"], is_flag=True, is_eager=True, help=t("cli.join.option.new")),
            click.Option(
                ["--opponent"],
                default="friend",
                metavar=t("cli.value.opponent"),
                help=t("cli.join.option.opponent"),
            ),
            *rules_options(t),
        ],
    )


def _refuse_misplaced(new: bool) -> None:
    """Options of a new table need ``--new``, those of one that exists go without."""
    ctx = click.get_current_context()
    for param in ctx.command.params:
        given = ctx.get_parameter_source(str(param.name)) is ParameterSource.COMMANDLINE
        if given and param.name in (_ONLY_WITHOUT_NEW if new else _ONLY_WITH_NEW):
            code = "only-without-new" if new else "only-with-new"
            raise BadInput(Fault(code, params={"name": param.opts[0]}), at=param.opts[0])


class TableOrServer(Value["Link | str"]):
    """The link of a table (``bad-link``); with ``--new`` the address of a server (``bad-server``)."""

    def read(self, text: str, ctx: click.Context | None) -> Link | str:
        """The link, or the address."""
        with needs_server_extra():
            from hollygin.client import parse_link, parse_server  # noqa: PLC0415 - what only this command needs
        return parse_server(text) if ctx is not None and ctx.params["new"] else parse_link(text)


def _sit(link: Link, name: str | None, code: str | None, t: Translator) -> RemoteTable:
    """The person's seat: a kept one, the one of a code, or the free one; else a place to watch."""
    from hollygin.client import Visit  # noqa: PLC0415

    visit = Visit(link, name)
    if code is not None:
        return visit.use_code(code)
    info = visit.info
    if info.seat is not None:
        return visit.come_back()
    if info.may == "sit":
        _show_invitation(info, t)
        return visit.sit(name or _ask_name(t))
    one, two = info.names
    if one is not None and two is not None:
        click.echo(t("join.only_watch", one=shown(one), two=shown(two)))
    return visit.watch()


def _create(
    server: str, name: str | None, profile: str, options: dict[str, object], opponent: str, t: Translator
) -> RemoteTable:
    from hollygin.client import create_table  # noqa: PLC0415

    plain = {key: value for key, value in options.items() if isinstance(value, int | str)}
    table = create_table(server, name or _ask_name(t), profile=profile, options=plain, opponent=opponent)
    info = table.info
    if info.invite is not None:
        click.echo(t("join.invitation"))
        click.echo(f"{server}{info.invite}")
    if info.watch is not None:
        click.echo(t("join.spectators", link=f"{server}{info.watch}"))
    return table


def _show_invitation(info: TableInfo, t: Translator) -> None:
    """What is played here, before the guest sits down."""
    host = shown(info.names[0] or t("join.nobody"))
    click.echo(t("join.invites", name=host, rules=_profile(info, t)))
    for option, value in _changed(info, t):
        click.echo(t("rules.is", option=option, value=value))


def _profile(info: TableInfo, t: Translator) -> str:
    return t(f"profile.{info.profile}") if info.profile in PROFILES else shown(info.profile)


def _changed(info: TableInfo, t: Translator) -> Iterator[tuple[str, str]]:
    """Every option that differs from the profile, with its value, in words."""
    known = PROFILES.get(info.profile)
    base = {} if known is None else options_of(known.rules)
    for option, value in info.options.items():
        if value != base.get(option) and t.has(f"option.{option}"):
            yield t(f"option.{option}"), value_text(option, value, t)


def _rules(info: TableInfo, t: Translator) -> str:
    """What is played, in one line: the profile and every option that differs from it."""
    changed = (t("replay.option", option=option, value=value) for option, value in _changed(info, t))
    return "; ".join([_profile(info, t), *changed])


def _ask_name(t: Translator) -> str:
    try:
        user = getpass.getuser()
    except (KeyError, OSError):
        user = ""
    try:
        return input(t("join.ask.name", user=user) + " ").strip() or user
    except EOFError:
        raise BadInput(
            Fault("missing-option", params={"name": "--name", "help": "hollygin join --help"}), at="--name"
        ) from None
