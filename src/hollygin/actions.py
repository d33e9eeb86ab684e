"""The actions of a deal, and their one-line text form.

========================  ==============================================================
``draw``                  take the top of the stock
``take``                  take the top of the discard pile, or the upcard
``pass``                  leave the upcard, or the last discard, on the pile
``discard Kc``            throw a card, without ending the deal
``knock Kc: MELDS``       throw a card face down and spread the other ten
``gin Kc: MELDS``         the same with no deadwood
``big gin: MELDS``        spread all eleven
``defense MELDS``         the defender's own melds; ``defense`` alone lays down none
``layoff 7h on 4h 5h 6h`` lay a card off on a meld of the knocker, named as it was spread
``done``                  the defender lays off nothing more
``resign``                give up the match
``show CARDS``            cards of a hand that the writer did not know until now
``reshuffle CARDS``       the house: the new stock from the top down (R6.2)
========================  ==============================================================

In MELDS, blanks separate cards and ``/`` separates melds. A card that the writer
does not know is ``??`` (in ``knock``, ``gin`` and ``reshuffle``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, TypeAlias

from hollygin.cards import (
    CARDS,
    UNKNOWN_TEXT,
    Card,
    card_set,
    card_text,
    parse_card,
    parse_card_list,
    text,
)
from hollygin.errors import Fault, TextError
from hollygin.melds import Melds, melds_text


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the top of the stock."""

    kind: ClassVar = "draw"

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class Take:
    """Take the top of the discard pile."""

    kind: ClassVar = "take"

    def __str__(self) -> str:
        return "take"


@dataclass(frozen=True, slots=True)
class Pass:
    """Leave the upcard, or the last discard of a deal, on the pile."""

    kind: ClassVar = "pass"

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Discard:
    """Throw a card and play on."""

    kind: ClassVar = "discard"

    card: Card

    def __str__(self) -> str:
        return f"discard {self.card!s}"


@dataclass(frozen=True, slots=True)
class Knock:
    """Throw a card face down and spread the rest; ``card`` is None if it is unknown."""

    kind: ClassVar = "knock"

    card: Card | None
    spread: Melds

    def __post_init__(self) -> None:
        object.__setattr__(self, "spread", tuple(sorted(self.spread)))

    def __str__(self) -> str:
        return _with_melds(f"knock {card_text(self.card)}:", self.spread)


@dataclass(frozen=True, slots=True)
class Gin:
    """As :class:`Knock`, without any deadwood."""

    kind: ClassVar = "gin"

    card: Card | None
    spread: Melds

    def __post_init__(self) -> None:
        object.__setattr__(self, "spread", tuple(sorted(self.spread)))

    def __str__(self) -> str:
        return _with_melds(f"gin {card_text(self.card)}:", self.spread)


@dataclass(frozen=True, slots=True)
class BigGin:
    """Melds eleven cards without deadwood and without a discard."""

    kind: ClassVar = "big gin"

    spread: Melds

    def __post_init__(self) -> None:
        object.__setattr__(self, "spread", tuple(sorted(self.spread)))

    def __str__(self) -> str:
        return _with_melds("big gin:", self.spread)


@dataclass(frozen=True, slots=True)
class Defend:
    """The defender's own melds (``defense`` in text)."""

    kind: ClassVar = "defense"

    defense: Melds

    def __post_init__(self) -> None:
        object.__setattr__(self, "defense", tuple(sorted(self.defense)))

    def __str__(self) -> str:
        return _with_melds("defense", self.defense)


@dataclass(frozen=True, slots=True)
class LayOff:
    """Lay a card off on a meld of the knocker, named as it was spread, without later layoffs."""

    kind: ClassVar = "layoff"

    card: Card
    meld: int

    def __str__(self) -> str:
        return f"layoff {self.card} on {text(self.meld)}"


@dataclass(frozen=True, slots=True)
class Done:
    """The defender is done."""

    kind: ClassVar = "done"

    def __str__(self) -> str:
        return "done"


@dataclass(frozen=True, slots=True)
class Resign:
    """Give up the match (R13.1)."""

    kind: ClassVar = "resign"

    def __str__(self) -> str:
        return "resign"


@dataclass(frozen=True, slots=True)
class Show:
    """Name cards of the hand on turn that were unknown until now.

    Only for deals written down by someone who did not see every card.
    """

    kind: ClassVar = "show"

    cards: int

    def __str__(self) -> str:
        return f"show {text(self.cards)}"


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """The house lays a new stock from the discard pile, top first (R6.2).

    None is a card that the writer does not know. In a view all of them are None.
    """

    kind: ClassVar = "reshuffle"

    cards: tuple[Card | None, ...]

    def __str__(self) -> str:
        return " ".join(["reshuffle", *map(card_text, self.cards)])


Action: TypeAlias = (
    Draw | Take | Pass | Discard | Knock | Gin | BigGin | Defend | LayOff | Done | Resign | Show | Reshuffle
)

DRAW: Final = Draw()
TAKE: Final = Take()
PASS: Final = Pass()
DISCARDS: Final = tuple(map(Discard, CARDS))
"""The discard of each card, by its index."""
DONE: Final = Done()
RESIGN: Final = Resign()

_PLAIN: Final[dict[str, Action]] = {str(action): action for action in (DRAW, TAKE, PASS, DONE, RESIGN)}


def _with_melds(head: str, melds: Melds) -> str:
    return f"{head} {melds_text(melds)}" if melds else head


def parse_melds(line: str, *, french: bool = False) -> Melds:
    """Read melds separated by ``/``, in the order written; an empty text has none.

    This checks only the text. The rules check whether the cards are melds. Raises TextError
    (``bad-card``, ``card-twice``, ``empty-meld``).
    """
    if not line.strip():
        return ()
    parts = line.split("/")
    cards = parse_card_list(" ".join(parts), french=french)
    if not all(part.strip(" ,") for part in parts):
        raise TextError(Fault("empty-meld", params={"text": line.strip()[:80]}))
    melds: list[int] = []
    for part in parts:
        own = len(part.replace(",", " ").split())
        melds.append(card_set(cards[:own]))
        cards = cards[own:]
    return tuple(melds)


def _unknown_or_card(word: str, french: bool, among: str) -> Card | None:
    return None if word == UNKNOWN_TEXT else parse_card(word, french=french, among=among)


def as_action(action: Action | str) -> Action:
    """An action, or the one of a text. Raises TextError as :func:`parse_action`."""
    return parse_action(action) if isinstance(action, str) else action


def parse_action(line: str, *, french: bool = False) -> Action:
    """Read the text form of one action; the inverse of ``str``.

    Raises TextError (``bad-action``, or the fault of its cards).
    """
    words = line.split()
    head, rest = (words[0].lower(), words[1:]) if words else ("", [])
    if not rest and head in _PLAIN:
        return _PLAIN[head]
    before, colon, after = " ".join(rest).partition(":")
    match head:
        case "discard" if len(rest) == 1:
            return DISCARDS[parse_card(rest[0], french=french)]
        case "knock" | "gin" if colon and len(before.split()) == 1:
            card = _unknown_or_card(before.strip(), french, f"{before} {after}")
            melds = parse_melds(after, french=french)
            return Knock(card, melds) if head == "knock" else Gin(card, melds)
        case "big" if colon and before.strip().lower() == "gin":
            return BigGin(parse_melds(after, french=french))
        case "defense" | "spread":  # the word of the first versions
            return Defend(parse_melds(" ".join(rest), french=french))
        case "layoff" if len(rest) > 2 and rest[1].lower() == "on":
            meld = parse_card_list(" ".join(rest[2:]), french=french)
            return LayOff(parse_card(rest[0], french=french, among=" ".join(rest)), card_set(meld))
        case "show" if rest:
            return Show(card_set(parse_card_list(" ".join(rest), french=french)))
        case "reshuffle":
            return Reshuffle(tuple(_unknown_or_card(word, french, before) for word in rest))
    raise TextError(Fault("bad-action", params={"text": line.strip()[:80]}))
