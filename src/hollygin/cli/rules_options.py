"""The rules that a command line asks for: ``--profile`` and ``--set``, which together make one value."""

from __future__ import annotations

import click

from hollygin.errors import BadInput, RulesError
from hollygin.locale import Translator
from hollygin.rules import DEFAULT_PROFILE, PROFILES, Rules, make_rules, options_of, parse_options


class RulesOption(click.Option):
    """``--set``, which may be repeated. Its value are the rules: the profile with the settings changed.

    The profile is the parameter ``profile`` of the context, which is eager. Without one the settings change the
    default profile. Without either the value is None.

    Raises BadInput with all faults of the rules.
    """

    def __init__(self, t: Translator) -> None:
        super().__init__(
            ["--set", "rules"],
            multiple=True,
            metavar=t("cli.value.setting"),
            help=t("cli.option.set"),
            callback=self._rules,
        )

    def _rules(self, ctx: click.Context, _: click.Parameter, settings: tuple[str, ...]) -> Rules | None:
        profile = ctx.params.get("profile")
        if profile is None:
            if not settings:
                return None
            profile = DEFAULT_PROFILE
        try:
            return make_rules(profile, **parse_options(settings))
        except RulesError as error:
            at = _place_of_profile(ctx) if error.code == "unknown-profile" else "--set"
            raise BadInput(*error.faults, at=at) from error


def _place_of_profile(ctx: click.Context) -> str:
    named = any(isinstance(param, click.Argument) and param.name == "profile" for param in ctx.command.params)
    return "PROFILE" if named else "--profile"


def rules_options(t: Translator) -> list[click.Parameter]:
    """``--profile`` and ``--set``."""
    profile = click.Option(
        ["--profile"],
        default=DEFAULT_PROFILE,
        is_eager=True,
        metavar=t("cli.at.PROFILE"),
        help=t("cli.option.profile", default=DEFAULT_PROFILE),
    )
    return [profile, RulesOption(t)]


def rules_object(profile: str, rules: Rules, t: Translator) -> dict[str, object]:
    """Rules for other programs; ``name`` is in the language of ``t``."""
    known = PROFILES[profile]
    return {
        "id": known.id,
        "version": known.version,
        "name": t(f"profile.{known.id}"),
        "options": options_of(rules),
    }
