"""The rules that a command line asks for."""

from __future__ import annotations

from collections.abc import Sequence

from hollygin.errors import BadInput, RulesError
from hollygin.locale import Translator
from hollygin.rules import PROFILES, Rules, make_rules, options_of, parse_options


def chosen_rules(profile: str, settings: Sequence[str], at: str = "--profile") -> Rules:
    """The rules of a profile with settings ``option=value``; ``at`` is where the profile is named.

    Raises BadInput with all faults of the rules.
    """
    try:
        return make_rules(profile, **parse_options(settings))
    except RulesError as error:
        place = at if error.code == "unknown-profile" else "--set"
        raise BadInput(*error.faults, at=place) from error


def rules_object(profile: str, rules: Rules, t: Translator) -> dict[str, object]:
    """Rules for other programs; ``name`` is in the language of ``t``."""
    known = PROFILES[profile]
    return {
        "id": known.id,
        "version": known.version,
        "name": t(f"profile.{known.id}"),
        "options": options_of(rules),
    }
