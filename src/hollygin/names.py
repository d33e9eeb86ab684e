"""The names of players: what may be in one, and which are the same. The one rule for sheets, records and tables.

A name holds signs that can be seen, single blanks between words, and the two joiners that some scripts and emoji
need inside a word (U+200C, U+200D). Two names are the same if their normalised texts (NFC) are, upper and lower
case apart. Case is folded sign by sign, so ``Weiss`` and ``Weiß`` are two people.

>>> clean_name("  Mary   Ann ")
'Mary Ann'
>>> same_name("ÉMILIE", "émilie"), same_name("Weiss", "Weiß")
(True, False)
"""

from __future__ import annotations

import unicodedata
from typing import Final

from hollygin.errors import Fault

MOST_NAME: Final = 40
"""The characters of a player's name."""

JOINERS: Final = "\u200c\u200d"
"""Signs without a shape that change how their neighbours are drawn: Persian, Indic scripts, emoji families."""

_SHOWN: Final = 40


def clean_name(text: str) -> str:
    """A name in the form in which it is kept: NFC, one blank between words, none around them."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def name_fault(name: str, most: int = MOST_NAME) -> Fault | None:
    """What is wrong with a name in its kept form: ``empty-name``, ``sign-in-name``, ``long-name``; None if nothing is."""
    if not name:
        return Fault("empty-name")
    for i, sign in enumerate(name):
        if not sign.isprintable() and not _joins(name, i):
            seen = "".join(other if other.isprintable() else "�" for other in name[:_SHOWN])
            return Fault("sign-in-name", params={"name": seen, "sign": f"U+{ord(sign):04X}"})
    if len(name) > most:
        return Fault("long-name", params={"name": name[:_SHOWN], "limit": most})
    return None


def same_name(one: str, other: str) -> bool:
    """Whether two names are of one person."""
    return name_key(one) == name_key(other)


def name_key(name: str) -> str:
    """What equal names have in common, to look them up by."""
    return unicodedata.normalize("NFC", "".join(map(_folded, clean_name(name))))


def _folded(sign: str) -> str:
    """The simple case folding of a sign: one sign for one, so no letter turns into two."""
    return next((form for form in (sign.casefold(), sign.lower()) if len(form) == 1), sign)


def _joins(name: str, i: int) -> bool:
    """Whether the sign at a place is a joiner between two signs that can be seen."""
    around = (name[i - 1 : i], name[i + 1 : i + 2])
    return name[i] in JOINERS and all(sign and sign.isprintable() and sign != " " for sign in around)
