"""The rules of a match as one value: the house options, and the named profiles.

>>> rules = make_rules("club", target=250, oklahoma=True)
>>> rules.limit(parse_card("7s")), rules.doubles(parse_card("7s"))
(7, True)

Nothing here knows how a deal or a sheet works. Every price and every choice that
they need is a field or a method of :class:`Rules`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from hollygin.cards import Card
from hollygin.errors import Fault, RulesError
from hollygin.options import MOST_NUMBER, OPTIONS, Options


@dataclass(frozen=True, slots=True)
class Rules(Options):
    """Every option of the house, and what follows from them. Made by :func:`make_rules`, which checks it."""

    def limit(self, upcard: Card) -> int:
        """The most deadwood to knock with in a deal, in points (R4.1, R9.1, R10.1); 0 is gin only."""
        if self.straight:
            return 0
        if not self.oklahoma:
            return self.knock_limit
        if upcard.rank == 0 and self.oklahoma_ace == "gin":
            return 0
        return upcard.points

    def doubles(self, upcard: Card) -> bool:
        """Whether the points of a deal count twice (R9.2)."""
        return self.oklahoma and self.spades_double and upcard.suit == 0

    def dealer_after(self, dealer: int, winner: int | None) -> int:
        """The seat that deals next, after a deal that ``winner`` has won (None: nobody) (R7.1, R7.2)."""
        if winner is None:
            return dealer if self.dealer_after_void == "same" else 1 - dealer
        match self.next_dealer:
            case "winner":
                return winner
            case "loser":
                return 1 - winner
            case "alternate":
                return 1 - dealer

    def boxes(self, outcome: str) -> int:
        """How many boxes a won deal marks in every column that it is written in, by its outcome (R8.9)."""
        if outcome in ("gin", "big_gin"):
            return self.gin_boxes
        return self.undercut_boxes if outcome == "undercut" else 1

    @property
    def has_bonuses(self) -> bool:
        """Whether closing a column adds anything to it (R8.5)."""
        return bool(self.game_bonus or self.box_bonus or self.shutout != "none")


_MOST_TEXT: Final = 40


@dataclass(frozen=True, slots=True)
class Profile:
    """A named set of options. ``version`` rises when an option of it changes."""

    id: str
    version: int
    rules: Rules


_TOTALS = Rules(
    next_dealer="winner",
    dealer_after_void="same",
    game_bonus=100,
    shutout="flat",
    shutout_bonus=200,
    box_bonus=20,
    match_winner="total",
)

PROFILES: Final[Mapping[str, Profile]] = {
    profile.id: profile
    for profile in (
        Profile("friendly", 1, Rules()),
        Profile("totals", 1, _TOTALS),
        Profile("club", 1, replace(_TOTALS, box_bonus=25, match_winner="majority")),
        Profile("traditional", 1, replace(_TOTALS, columns=1, gin_bonus=20, undercut_bonus=10)),
        Profile("single-game", 1, replace(_TOTALS, columns=1, box_bonus=25, match_winner="majority")),
        Profile(
            "single-deal",
            1,
            Rules(
                columns=0,
                target=0,
                stock_end="reshuffle",
                next_dealer="winner",
                dealer_after_void="same",
                match_winner="deal",
            ),
        ),
        Profile("eaai", 1, Rules(columns=1, dealer_after_void="same")),
    )
}
"""The seven profiles, by id."""

DEFAULT_PROFILE: Final = "friendly"


def make_rules(profile: str = DEFAULT_PROFILE, /, **options: object) -> Rules:
    """A profile with some options changed.

    Raises RulesError with every fault: ``unknown-profile``, ``unknown-option``, ``bad-value``,
    ``out-of-range``, and the contradictions that :func:`contradictions` lists among the options that are well set.
    """
    faults: list[Fault] = []
    base = PROFILES.get(profile)
    if base is None:
        allowed = ", ".join(PROFILES)
        faults.append(Fault("unknown-profile", params={"profile": profile[:_MOST_TEXT], "allowed": allowed}))
    good: dict[str, Any] = {}
    bad: set[str] = set()
    for name, value in options.items():
        fault = _value_fault(name, value)
        if fault is None:
            good[name] = value
        else:
            bad.add(name)
            faults.append(fault)
    rules = replace(base.rules if base else Rules(), **good)
    if base is not None:
        found = contradictions(rules)
        faults.extend(fault for fault in found if bad.isdisjoint(CONTRADICTIONS[fault.code]))
    if faults:
        raise RulesError(*faults)
    return rules


def as_rules(rules: Rules | str) -> Rules:
    """Rules, or those of the profile of that name. Raises RulesError (``unknown-profile``, ``not-rules``)."""
    if isinstance(rules, str):
        return make_rules(rules)
    if not isinstance(rules, Rules):
        raise RulesError(
            Fault("not-rules", params={"text": repr(rules)[:_MOST_TEXT], "allowed": ", ".join(PROFILES)})
        )
    return rules


def parse_options(settings: Iterable[str]) -> dict[str, object]:
    """Read settings of the form ``option=value``; ``on`` and ``off`` for options that are on or off.

    This checks only the form; :func:`make_rules` checks the values. Raises RulesError
    (``bad-setting``, ``option-twice``, all of them together).
    """
    options: dict[str, object] = {}
    faults: list[Fault] = []
    for setting in settings:
        name, equals, value = (part.strip() for part in setting.partition("="))
        name = name.replace("-", "_")
        if not equals or not name:
            faults.append(Fault("bad-setting", params={"text": setting[:_MOST_TEXT]}))
        elif name in options:
            faults.append(Fault("option-twice", params={"option": name[:_MOST_TEXT]}))
        else:
            option, text = OPTIONS.get(name), value.lower()
            options[name] = text if option is None else option.read(text)
    if faults:
        raise RulesError(*faults)
    return options


def _value_fault(name: str, value: object) -> Fault | None:
    option = OPTIONS.get(name)
    if option is None:
        return Fault("unknown-option", "O", {"option": name[:_MOST_TEXT], "allowed": ", ".join(OPTIONS)})
    code = option.wrong(value)
    if code is None:
        return None
    huge = isinstance(value, int) and abs(value) > MOST_NUMBER  # too long a number has no text
    shown = f"±{MOST_NUMBER + 1}…" if huge else str(value)[:_MOST_TEXT]
    return Fault(code, "O", {"option": name, "value": shown, "allowed": option.allowed})


def contradictions(rules: Rules) -> tuple[Fault, ...]:
    """Every contradiction between options, as faults of section O.

    ``params`` name the options at fault, so that each can be shown beside its option.
    """
    sheet = rules.columns > 0
    found = {
        "shutout-below-game": rules.shutout == "flat" and rules.shutout_bonus < rules.game_bonus,
        "clinch-not-majority": rules.clinch_stop and rules.match_winner != "majority",
        "last-discard-reshuffled": rules.last_discard == "end" and rules.stock_end == "reshuffle",
        "deal-with-sheet": rules.match_winner == "deal" and sheet,
        "sheet-missing": rules.match_winner != "deal" and not sheet,
        "target-missing": sheet and rules.target == 0,
        "target-without-sheet": not sheet and rules.target > 0,
        "bonus-without-sheet": not sheet and rules.has_bonuses,
        "limit-with-oklahoma": rules.oklahoma and rules.knock_limit != 10 and not rules.straight,
    }
    return tuple(
        Fault(code, "O", {"options": CONTRADICTIONS[code]}) for code, is_so in found.items() if is_so
    )


CONTRADICTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "shutout-below-game": ("shutout_bonus", "game_bonus"),
    "clinch-not-majority": ("clinch_stop", "match_winner"),
    "last-discard-reshuffled": ("last_discard", "stock_end"),
    "deal-with-sheet": ("match_winner", "columns"),
    "sheet-missing": ("columns", "match_winner"),
    "target-missing": ("target", "columns"),
    "target-without-sheet": ("target", "columns"),
    "bonus-without-sheet": ("game_bonus", "shutout", "box_bonus", "columns"),
    "limit-with-oklahoma": ("knock_limit", "oklahoma"),
}
"""The code of each contradiction, and the options that cause it."""


def options_of(rules: Rules) -> dict[str, object]:
    """All options by name, as plain values."""
    return {name: getattr(rules, name) for name in OPTIONS}
