"""Click commands that speak the language of the catalogue, and the options that several share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module

import click

from hollygin.errors import BadInput, Fault
from hollygin.locale import LANGUAGES, Translator


class _Worded(click.Command):
    """A command whose help and usage errors are texts of the catalogue.

    Its own texts are ``cli.NAME.help``, ``.short`` and ``.examples``.
    """

    t: Translator

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = self.t("cli.option.help")
        return option

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, prefix=f"{self.t('cli.usage')} ")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        options = [param for param in self.get_params(ctx) if isinstance(param, click.Option)]
        with formatter.section(self.t("cli.options")):
            formatter.write_dl([(_label(option), option.help or "") for option in options])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section(self.t("cli.examples")):
            for example in (self.epilog or "").splitlines():
                formatter.write(f"{'':{formatter.current_indent}}{example}\n")

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.allow_extra_args = True
        try:
            rest = super().parse_args(ctx, args)
        except click.UsageError as error:
            raise self._bad_use(error, ctx) from error
        if rest and not isinstance(self, click.Group):
            raise BadInput(self._fault("extra-argument", ctx, text=rest[0][:40]), at=rest[0][:40])
        return rest

    def _bad_use(self, error: click.UsageError, ctx: click.Context) -> BadInput:
        match error:
            case click.NoSuchOption(option_name=name):
                options = [
                    option
                    for param in self.get_params(ctx)
                    if isinstance(param, click.Option)
                    for option in param.opts
                ]
                return BadInput(
                    Fault("no-such-option", params={"name": name[:40], "allowed": ", ".join(options)}),
                    at=name[:40],
                )
            case click.MissingParameter(param=click.Argument() as argument):
                at = str(argument.name).upper()
                return BadInput(self._fault("missing-argument", ctx, name=self.t(f"cli.at.{at}")), at=at)
            case click.MissingParameter(param=click.Option() as option):
                at = option.opts[0]
                return BadInput(self._fault("missing-option", ctx, name=at), at=at)
            case click.BadOptionUsage(option_name=at):
                flag = any(
                    at in param.opts and isinstance(param, click.Option) and param.is_flag
                    for param in self.get_params(ctx)
                )
                code = "flag-with-value" if flag else "option-without-value"
                return BadInput(self._fault(code, ctx, name=at), at=at)
        raise AssertionError(error)  # the types of values raise BadInput themselves

    @staticmethod
    def _fault(code: str, ctx: click.Context, **params: object) -> Fault:
        return Fault(code, params={**params, "help": f"{ctx.command_path} --help"})


class Command(_Worded):
    """One command of the group."""

    def __init__(
        self, t: Translator, name: str, callback: Callable[..., None], params: Sequence[click.Parameter]
    ) -> None:
        self.t = t
        super().__init__(
            name,
            callback=callback,
            params=[*params, lang_option(t)],
            help=t(f"cli.{name}.help"),
            short_help=t(f"cli.{name}.short"),
            epilog=t(f"cli.{name}.examples"),
            options_metavar=t("cli.options_metavar"),
        )


class Group(_Worded, click.Group):
    """The ``hollygin`` command itself; alone it prints its help.

    ``modules`` are the modules of the commands by name. Each has a function ``command(t)``, and is imported when its
    command is asked for: nobody waits for the laboratory who asks about a hand.
    """

    def __init__(self, t: Translator, params: Sequence[click.Parameter], modules: Mapping[str, str]) -> None:
        self.t = t
        self._modules = modules
        super().__init__(
            "hollygin",
            callback=self._alone,
            params=[*params, lang_option(t)],
            help=t("cli.about"),
            epilog=t("cli.about.examples"),
            options_metavar=t("cli.options_metavar"),
            subcommand_metavar=t("cli.command_metavar"),
            invoke_without_command=True,
        )

    @staticmethod
    def _alone() -> None:
        ctx = click.get_current_context()
        if ctx.invoked_subcommand is None:
            click.echo(ctx.get_help())

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The names of the commands, in the order in which they are shown."""
        return list(self._modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command of a name."""
        module = self._modules.get(cmd_name)
        if module is None:
            return None
        command: click.Command = import_module(module).command(self.t)
        return command

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options, then the commands."""
        super().format_options(ctx, formatter)
        with formatter.section(self.t("cli.commands")):
            formatter.write_dl([(name, self.t(f"cli.{name}.short")) for name in self._modules])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the line names. Raises BadInput (``no-such-command``)."""
        if args[0] not in self._modules:
            params = {"name": args[0][:40], "allowed": ", ".join(self._modules)}
            raise BadInput(Fault("no-such-command", params=params), at="COMMAND")
        return super().resolve_command(ctx, args)


def _label(option: click.Option) -> str:
    names = ", ".join(option.opts)
    return f"{names} {option.metavar}" if option.metavar else names


# Options that several commands share


def lang_option(t: Translator) -> click.Option:
    """``--lang``; its value has been read before the line is parsed, wherever it stands."""
    return click.Option(
        ["--lang"], metavar="|".join(LANGUAGES), expose_value=False, help=t("cli.option.lang")
    )


def json_option(t: Translator) -> click.Option:
    """``--json``."""
    return click.Option(["--json", "as_json"], is_flag=True, help=t("cli.option.json"))
