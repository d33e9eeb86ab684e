"""What the command prints: JSON for programs, tables for people."""

from __future__ import annotations

import codecs
import json
import sys
import unicodedata
from collections.abc import Mapping
from io import TextIOWrapper
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from rich.console import RenderableType

from hollygin.locale import Language

_ASCII: Final = "hollygin_ascii"
_SUITS: Final[Mapping[Language, str]] = {"en": "shdc", "fr": "PCKT"}
_PLAIN: Final = str.maketrans(
    {
        **dict.fromkeys("│┃║", "|"),
        **dict.fromkeys("─━–—−‑", "-"),
        **dict.fromkeys("═", "="),
        **dict.fromkeys("┌┐└┘├┤┬┴┼╇╈", "+"),
        **dict.fromkeys("“”«»", '"'),
        **dict.fromkeys("‘’", "'"),
        **dict.fromkeys("\u00a0\u202f\u2009", " "),
        "★": "*",
        "□": "#",
        "›": ">",
        "·": ".",
        "…": "~",
        "×": "x",
        "✗": "x",
        "→": ">",
        "≤": "<",
        "≥": ">",
        "œ": "oe",
        "Œ": "OE",
    }
)
"""What stands for a sign of the catalogues, in one column where the sign takes one."""


def take_every_sign(language: Language) -> None:
    """Let the standard streams write any text: what an encoding lacks is written plainly, suits as their letters."""
    suits = str.maketrans("♠♥♦♣", _SUITS[language])

    def plain(error: UnicodeError) -> tuple[str | bytes, int]:
        assert isinstance(error, UnicodeEncodeError)
        text = error.object[error.start : error.end].translate(suits).translate(_PLAIN)
        return "".join(_without_marks(sign) for sign in text), error.end

    codecs.register_error("hollygin", plain)
    codecs.register({_ASCII: _ascii()}.get)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            if codecs.lookup(stream.encoding).name == "ascii":
                stream.reconfigure(encoding=_ASCII)
            stream.reconfigure(errors="hollygin")


def _ascii() -> codecs.CodecInfo:
    """ASCII under another name: Click takes a stream of the usual name for one of Unicode that was not set up."""
    known = codecs.lookup("ascii")
    return codecs.CodecInfo(
        known.encode,
        known.decode,
        known.streamreader,
        known.streamwriter,
        known.incrementalencoder,
        known.incrementaldecoder,
        name=_ASCII,
    )


def _without_marks(sign: str) -> str:
    """A letter without its accents; what is no letter by its code."""
    if sign.isascii():
        return sign
    bare = unicodedata.normalize("NFKD", sign)[:1]
    return bare if bare.isascii() and bare else sign.encode("ascii", "backslashreplace").decode()


def print_json(value: object) -> None:
    """Print a value as JSON; beyond ASCII only where standard output takes all of Unicode."""
    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower()
    click.echo(json.dumps(value, ensure_ascii=not encoding.startswith("utf"), indent=2))


def print_table(table: RenderableType) -> None:
    """Print a table in the width of the terminal, in colours where it has them."""
    from rich.console import Console  # noqa: PLC0415 - not for those who print no table

    Console(highlight=False).print(table)
