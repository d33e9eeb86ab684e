"""The lines of a sheet: wins, or more of what happened, as people type them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, get_args

from hollygin.cards import Card, parse_card
from hollygin.cli.faults import reading
from hollygin.due import Seat
from hollygin.errors import BadInput, Fault, SheetError, TextError
from hollygin.locale import LANGUAGES, Translator
from hollygin.names import clean_name, name_fault, name_key, same_name
from hollygin.rules import Rules
from hollygin.score import ByDeadwood, ByPoints, DealEntry, Score, TableResult, TeamPoints, Teams
from hollygin.settlement import Ending, Outcome
from hollygin.sheet import MOST_POINTS

_DEADWOODS: Final = re.compile(r"(\d{1,3})-(\d{1,3})", re.ASCII)
_OUTCOMES: Final[tuple[Outcome, ...]] = get_args(Outcome)
_ENDINGS: Final[tuple[Ending, ...]] = get_args(Ending)


def read_lines(
    text: str, rules: Rules, source: str, t: Translator, *, profile: str, teams: TeamPoints | None
) -> Score:
    """The score that lines make; ``source`` names the file in faults.

    A line is ``NAME POINTS``, with ``gin`` and the like and the upcard before or behind the points if you like;
    ``NAME knock 4-23`` with the knocker's deadwood first; ``void`` or ``tie``. The first line may be ``dealer NAME``.
    With ``teams`` a line holds both tables, a ``/`` between them. Players are in the order in which they are named, a
    name not seen is ``A`` or ``B``. A word of the game is never part of a name, in whichever language.

    Raises BadInput with the line (``nothing-read``, ``bad-line``, ``bad-points``, ``word-in-name``, ``sign-in-name``, ``long-name``,
    ``third-name``, ``same-person``, ``sheet-done``, ``wrong-tables``, and whatever cannot be of a deal).
    """
    names = _Names(teams=teams is not None)
    score = Score(("A", "B"), rules, profile=profile)
    if teams is not None:
        score = replace(score, teams=Teams((("A", "A"), ("B", "B")), teams))
    number = 0
    for number, line in _lines(text):
        with reading(source, number):
            first, *rest = line.split()
            if rest and not names.named and _meaning(first) == "dealer":
                score = replace(score, first_dealer=names.seat(rest, t))
                continue
            parts = [line] if teams is None else line.split(" / ")
            entry = DealEntry(tuple(_result(part.split(), names, t) for part in parts))
            if score.sheet.done:
                raise SheetError(Fault("sheet-done", "R8.7"))
            score = score.add(entry)
    if not number:
        raise BadInput(Fault("nothing-read"), at="FILE")
    players = names.both()
    if score.teams is not None:
        score = replace(score, teams=Teams((_members(players[0]), _members(players[1])), score.teams.points))
    return replace(score, players=players)


class _Names:
    """The players by seat as they are named."""

    def __init__(self, *, teams: bool) -> None:
        self._names: list[str] = []
        self._teams = teams

    @property
    def named(self) -> bool:
        """Whether anybody has been named."""
        return bool(self._names)

    def seat(self, words: list[str], t: Translator) -> Seat:
        """The seat of a name, which is the next free one if it is new."""
        for i, word in enumerate(words):
            if _meaning(word) or _DEADWOODS.fullmatch(word) or (i and _upcard(word, t) is not None):
                raise TextError(Fault("word-in-name", params={"word": word[:40]}))
        name = " ".join(words)
        known = list(map(name_key, self._names))
        if name_key(name) in known:
            return known.index(name_key(name))
        if len(known) == 2:
            params = {"name": name[:40], "one": self._names[0], "two": self._names[1]}
            raise TextError(Fault("third-name", params=params))
        self._check(name)
        self._names.append(name)
        return len(known)

    def _check(self, name: str) -> None:
        """What is against a name that is new."""
        own = _members(name) if self._teams else (name,)
        for one in own:
            if (fault := name_fault(one)) is not None:
                raise TextError(fault)
        if self._teams:
            taken = [other for team in self._names for other in _members(team)]
            for person in own:
                if any(same_name(person, other) for other in taken):
                    raise TextError(Fault("same-person", "R12.1", {"name": person}))
                taken.append(person)

    def both(self) -> tuple[str, str]:
        """Both names."""
        one = self._names[0] if self._names else "A"
        other = "A" if same_name(one, "B") else "B"
        return one, self._names[1] if len(self._names) > 1 else other


def _members(team: str) -> tuple[str, str]:
    """The players of a team: ``Anne & Bea``, or by number."""
    one, _, two = (part.strip() for part in team.partition(" & "))
    return (one, two) if one and two else (f"{team} 1", f"{team} 2")


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that say something, with their numbers; a comment starts with ``#`` after a blank."""
    for number, line in enumerate(text.replace("\r", "\n").split("\n"), 1):
        words = clean_name(line).split(" ")
        comment = next((i for i, word in enumerate(words) if word.startswith("#")), len(words))
        if said := " ".join(words[:comment]):
            yield number, said


@dataclass(slots=True)
class _Details:
    """What a line says behind the name."""

    points: int | None = None
    deadwood: tuple[int, int] | None = None
    outcome: Outcome | None = None
    upcard: Card | None = None

    def take(self, words: list[str], t: Translator) -> bool:
        """Take the last word of some if it says something new; the words that are left begin with the name."""
        last = words[-1]
        valued = self.points is not None or self.deadwood is not None
        if not valued and last.isascii() and last.isdigit():
            self.points = _points(words.pop())
            return True
        if not valued and (found := _DEADWOODS.fullmatch(last)):
            self.deadwood = int(found[1]), int(found[2])
            words.pop()
            return True
        for count in (2, 1):
            outcome = _meaning("-".join(words[-count:]))
            if self.outcome is None and len(words) > count and outcome in _OUTCOMES:
                self.outcome = outcome
                del words[-count:]
                return True
        if self.upcard is None and (card := _upcard(last, t)) is not None:
            self.upcard = card
            words.pop()
            return True
        return False


def _result(words: list[str], names: _Names, t: Translator) -> TableResult:
    """What a line, or a part of it, says of a table."""
    whole = " ".join(words)
    if _meaning(whole) == "void":
        return ByPoints(None, 0, "void")
    if _meaning(whole) == "tie":
        return ByPoints(None, 0, "tie")
    said = _Details()
    while len(words) > 1 and said.take(words, t):
        pass
    if said.points is not None:
        return ByPoints(names.seat(words, t), said.points, said.outcome, said.upcard)
    if said.deadwood is not None:
        own, other = said.deadwood
        for kind in _ENDINGS:
            if kind == said.outcome:
                seat = names.seat(words, t)
                return ByDeadwood(kind, seat, (own, other) if seat == 0 else (other, own), said.upcard)
        raise TextError(Fault("bad-points", "R8.2", {"points": f"{own}-{other}"}))
    if len(words) < 2:
        raise TextError(Fault("bad-line", params={"text": whole[:40]}))
    raise TextError(Fault("bad-points", "R8.2", {"points": words[-1][:40]}))


def _points(digits: str) -> int:
    """The points that digits mean. Raises TextError (``out-of-range``), however many there are."""
    digits = digits.lstrip("0") or "0"
    if len(digits) > len(str(MOST_POINTS)):
        params = {"option": "points", "value": f"{digits[:12]}…", "allowed": f"0–{MOST_POINTS}"}
        raise TextError(Fault("out-of-range", "R8.2", params))
    return int(digits)


def _upcard(word: str, t: Translator) -> Card | None:
    try:
        return parse_card(word, french=t.language == "fr")
    except TextError as error:
        if error.code == "ambiguous-card":
            raise
        return None


def _meaning(word: str) -> str | None:
    """What a word of the game means, whatever the language of the command; None for any other word."""
    return _vocabulary().get(name_key(word))


@cache
def _vocabulary() -> dict[str, str]:
    """Every word of the game that a line may hold, in every language, with its meaning."""
    return {
        name_key(Translator(language)(f"sheet.word.{meaning}")): meaning
        for language in LANGUAGES
        for meaning in (*_OUTCOMES, "dealer")
    }
