"""The texts of the product: one catalogue per language, for command line, server and browser.

A catalogue maps a key to a text with ``{named}`` places, or to texts by CLDR plural form, chosen by the
parameter ``n``. The rooms below know no texts. They return codes and parameters.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final, Literal, get_args

from hollygin.cards import RANKS, SUITS, SYMBOLS, iter_cards
from hollygin.errors import Fault

Language = Literal["en", "fr"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)

Text = str | Mapping[str, str]

_PLACE: Final = re.compile(r"\{(\w+)\}")
_CARD: Final = re.compile(rf"\b([{RANKS}])([{SUITS}])\b")
_FRENCH_RANKS: Final = {"J": "V", "Q": "D", "K": "R"}


@cache
def catalogue(language: Language) -> Mapping[str, Text]:
    """All texts of a language, by key."""
    source = files(__package__).joinpath(f"{language}.json").read_text(encoding="utf-8")
    texts: dict[str, Text] = json.loads(source)
    return texts


def language_of_environment() -> Language:
    """The language of the user's locale: French or else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return "fr" if value.lower().startswith("fr") else "en"
    return "en"


class Translator:
    """Gives the texts of one language: ``t("deal.void")``, ``t("points", n=12)``."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self._texts = catalogue(language)

    def __call__(self, key: str, **params: object) -> str:
        """The text of a key with its places filled. Raises KeyError if the key or a place is missing."""
        text = self._texts[key]
        if not isinstance(text, str):
            text = text[self._plural(params["n"])]
        return _PLACE.sub(lambda place: str(params[place[1]]), text)

    def has(self, key: str) -> bool:
        """Whether the catalogue has a key."""
        return key in self._texts

    def fault(self, fault: Fault) -> str:
        """A fault in words: the text ``error.CODE``, then its clause."""
        text = self.sentence(fault)
        return f"{text} [{fault.clause}]" if fault.clause.startswith("R") else text

    def sentence(self, fault: Fault) -> str:
        """The text ``error.CODE`` of a fault, filled in."""
        params = dict(fault.params)
        for name in ("card", "cards", "top"):
            if name in params:
                params[name] = self.cards_in(str(params[name]))
        if "options" in params and isinstance(params["options"], tuple):
            params["options"] = ", ".join(params["options"])
        for name in ("action", "phase", "allowed"):
            if name in params and self.has(f"{name}.{params[name]}"):
                params[name] = self(f"{name}.{params[name]}")
        return self(f"error.{fault.code}", **params)

    def card(self, card: int) -> str:
        """A card with its suit sign: ``K♥``, in French ``R♥``; the ten is ``10``."""
        return self._sign(RANKS[card % 13], SUITS[card // 13])

    def cards(self, mask: int) -> str:
        """A set of cards with suit signs, by suit, then rank."""
        return " ".join(map(self.card, iter_cards(mask)))

    def cards_in(self, text: str) -> str:
        """A text with every card (``Kh``) written with its suit sign."""
        return _CARD.sub(lambda found: self._sign(found[1], found[2]), text)

    def _sign(self, rank: str, suit: str) -> str:
        if self.language == "fr":
            rank = _FRENCH_RANKS.get(rank, rank)
        return ("10" if rank == "T" else rank) + SYMBOLS[SUITS.index(suit)]

    def _plural(self, n: object) -> str:
        """The CLDR plural form of a whole number: in French 0 is singular."""
        if self.language == "fr":
            return "one" if n in (0, 1) else "other"
        return "one" if n == 1 else "other"


def english(fault: Fault) -> str:
    """A fault in English; its parameters where the catalogue does not have its text, as of a newer server."""
    t = Translator("en")
    try:
        return t.sentence(fault)
    except KeyError:
        return ", ".join(f"{name}: {value}" for name, value in fault.params.items()) or fault.code
