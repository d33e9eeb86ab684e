"""The lines of a sheet: wins, or more of what happened, as people type them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, TypeVar, get_args

from hollygin.cards import Card, parse_card
from hollygin.cli.faults import reading
from hollygin.due import Seat
from hollygin.errors import Fault, TextError
from hollygin.locale import Translator
from hollygin.record.fields import MOST_NAME
from hollygin.rules import Rules
from hollygin.score import ByDeadwood, ByPoints, DealEntry, Score, TableResult, TeamPoints, Teams
from hollygin.settlement import Kind, Outcome
from hollygin.sheet import SheetError

K = TypeVar("K", bound=Outcome)

_MOST_DIGITS: Final = 9
_DEADWOODS: Final = re.compile(r"(\d{1,3})-(\d{1,3})", re.ASCII)
_OUTCOMES: Final[tuple[Outcome, ...]] = get_args(Outcome)
_KINDS: Final[tuple[Kind, ...]] = get_args(Kind)


def read_lines(
    text: str, rules: Rules, source: str, t: Translator, *, profile: str, teams: TeamPoints | None
) -> Score:
    """The score that lines make; ``source`` names the file in faults.

    A line is ``NAME POINTS``, with ``gin`` and the like and the upcard behind it if you like; ``NAME knock 4-23`` with the
    knocker's deadwood first; ``void`` or ``tie``. With ``teams`` it holds both tables, a ``/`` between them. Players are in the order
    in which they are named, a name not seen is ``A`` or ``B``. Raises BadInput with the line (``bad-line``, ``bad-points``,
    ``unprintable-name``, ``long-name``, ``third-name``, ``sheet-done``, ``wrong-tables``, and whatever cannot be of a deal).
    """
    names = _Names(teams=teams is not None)
    score = Score(("A", "B"), rules, profile=profile)
    if teams is not None:
        score = replace(score, teams=Teams((("A", "A"), ("B", "B")), teams))
    for number, line in _lines(text):
        with reading(source, number):
            parts = [line] if teams is None else line.split(" / ")
            entry = DealEntry(tuple(_result(part.split(), names, t) for part in parts))
            if score.sheet.done:
                raise SheetError(Fault("sheet-done", "R8.7"))
            score = score.add(entry)
    players = names.both()
    if score.teams is not None:
        score = replace(score, teams=Teams((_members(players[0]), _members(players[1])), score.teams.points))
    return replace(score, players=players)


class _Names:
    """The players by seat as they are named; upper and lower case are the same."""

    def __init__(self, *, teams: bool) -> None:
        self._names: list[str] = []
        self._teams = teams

    def seat(self, words: Sequence[str]) -> Seat:
        """The seat of a name, which is the next free one where it is new."""
        name = " ".join(words)
        if not name.isprintable():
            raise TextError(Fault("unprintable-name", params={"name": name[:40]}))
        known = [other.casefold() for other in self._names]
        if name.casefold() in known:
            return known.index(name.casefold())
        if len(known) == 2:
            params = {"name": name[:40], "one": self._names[0], "two": self._names[1]}
            raise TextError(Fault("third-name", params=params))
        if any(len(own) > MOST_NAME for own in (_members(name) if self._teams else (name,))):
            raise TextError(Fault("long-name", params={"name": name[:40], "limit": MOST_NAME}))
        self._names.append(name)
        return len(known)

    def both(self) -> tuple[str, str]:
        """Both names."""
        one = self._names[0] if self._names else "A"
        other = "A" if one.casefold() == "b" else "B"
        return one, self._names[1] if len(self._names) > 1 else other


def _members(team: str) -> tuple[str, str]:
    """The players of a team: ``Anne & Bea``, or by number."""
    one, _, two = (part.strip() for part in team.partition(" & "))
    return (one, two) if one and two else (f"{team} 1", f"{team} 2")


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that say something, with their numbers; a comment starts with ``#`` after a blank."""
    text = unicodedata.normalize("NFC", text.replace("\r", "\n"))
    for number, line in enumerate(text.split("\n"), 1):
        words = line.split()
        comment = next((i for i, word in enumerate(words) if word.startswith("#")), len(words))
        if comment:
            yield number, " ".join(words[:comment])


def _result(words: list[str], names: _Names, t: Translator) -> TableResult:
    """What a line, or a part of it, says of a table."""
    whole = " ".join(words)
    if len(words) == 1 and words[0].casefold() in ("void", t("sheet.word.void")):
        return ByPoints(None, 0, "void")
    if len(words) == 1 and words[0].casefold() in ("tie", t("sheet.word.tie")):
        return ByPoints(None, 0, "knock")
    upcard = _upcard(words[-1], t) if len(words) > 2 else None
    if upcard is not None:
        words = words[:-1]
    deadwood = _DEADWOODS.fullmatch(words[-1]) if len(words) > 2 else None
    kind = _word(words[-2], _KINDS, t) if deadwood else None
    if deadwood is not None and kind is not None:
        seat = names.seat(words[:-2])
        own, other = int(deadwood[1]), int(deadwood[2])
        return ByDeadwood(kind, seat, (own, other) if seat == 0 else (other, own), upcard)
    outcome = _word(words[-1], _OUTCOMES, t) if len(words) > 2 else None
    if outcome is not None:
        words = words[:-1]
    if len(words) < 2:
        raise TextError(Fault("bad-line", params={"text": whole[:40]}))
    points = words[-1]
    if not (points.isascii() and points.isdigit() and len(points) <= _MOST_DIGITS):
        raise TextError(Fault("bad-points", "R8.2", {"points": points[:40]}))
    return ByPoints(names.seat(words[:-1]), int(points), outcome, upcard)


def _upcard(word: str, t: Translator) -> Card | None:
    try:
        return parse_card(word, french=t.language == "fr")
    except TextError:
        return None


def _word(word: str, known: Sequence[K], t: Translator) -> K | None:
    """The outcome that a word stands for, in English or in the language of the command."""
    for outcome in known:
        if word.casefold() in (outcome.replace("_", "-"), t(f"sheet.word.{outcome}")):
            return outcome
    return None
