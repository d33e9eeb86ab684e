"""Knock, gin and big gin by a person: offered in words, previewed, and never done by mistake."""

from __future__ import annotations

from typing import Final

from hollygin import kernel
from hollygin.actions import Action, BigGin, Gin, Knock, parse_melds
from hollygin.cards import card_set, parse_card
from hollygin.cli.play.board import best_way_out
from hollygin.cli.play.screen import Screen
from hollygin.cli.play.words import Typed, key
from hollygin.due import TRANSITIONS, Due
from hollygin.errors import TextError
from hollygin.melds import Melds, best_spread, union
from hollygin.view import DealView

Ending = Knock | Gin | BigGin

_MOST_LISTED: Final = 9


def offered_endings(screen: Screen, due: Due) -> list[str]:
    """The ending that the prompt offers: gin if possible, else the knock that leaves least."""
    t = screen.t
    kinds = {type(action) for action in due.legal_actions()}
    offers = []
    if BigGin in kinds:
        offers.append(t("play.ask.big_gin", short=key(t, "big gin")))
    if Gin in kinds:
        offers.append(t("play.ask.gin", short=key(t, "gin")))
    elif Knock in kinds:
        card, left = best_way_out(due)
        offers.append(t("play.ask.knock", short=key(t, "knock"), typed=screen.typed(card), points=left))
    return offers


def choose_ending(screen: Screen, deal: DealView, due: Due, typed: Typed) -> Action | None:
    """The ending that was typed, once previewed and confirmed; None to go back.

    An illegal one is returned without a preview, to be refused with its reason. Raises TextError.
    """
    ending = _typed_ending(screen, deal, due, typed)
    if due.check(ending) is not None:
        return ending
    every = _alternatives(due, ending, gin_only=typed.command == "gin")
    if isinstance(ending, Gin) and typed.command == "knock":
        screen.say(screen.t("play.is_gin"))
    while True:
        _preview(screen, due, ending, every)
        line = screen.ask(_question(screen, due, ending, every))
        answer = screen.answer(line)
        if answer:
            return ending
        if answer is False:
            screen.say(screen.t("play.unchanged"))
            return None
        ending = _other(screen, due, ending, every, line)


def _typed_ending(screen: Screen, deal: DealView, due: Due, typed: Typed) -> Ending:
    french = screen.t.language == "fr"
    before, _, after = typed.rest.partition(":")
    melds = parse_melds(after, french=french) if after.strip() else None
    if Knock not in TRANSITIONS[due.phase]:
        kinds: dict[str, Ending] = {"knock": Knock(None, ()), "gin": Gin(None, ()), "big gin": BigGin(())}
        return kinds[typed.command]
    seen = card_set(deal.pile)
    if typed.command == "big gin":
        return BigGin(best_spread(due.hand, seen).melds if melds is None else melds)
    card = parse_card(before.strip(), french=french) if before.strip() else best_way_out(due)[0]
    hand = due.hand & ~card.bit
    melds = best_spread(hand, seen | card.bit).melds if melds is None else melds
    if typed.command == "gin" or union(melds) == hand:
        return Gin(card, melds)
    return Knock(card, melds)


def _alternatives(due: Due, ending: Ending, *, gin_only: bool) -> list[Ending]:
    """Every legal ending with the same discard, this one first."""
    rest: list[Ending] = []
    for action in due.legal_actions():
        if isinstance(ending, BigGin):
            same = isinstance(action, BigGin)
        else:
            kind = Gin if gin_only else Knock | Gin
            same = isinstance(action, kind) and action.card == ending.card
        if same and action != ending:
            assert isinstance(action, Knock | Gin | BigGin)
            rest.append(action)
    return [ending, *rest][:_MOST_LISTED]


def _left(due: Due, ending: Ending) -> int:
    """The deadwood cards that an ending leaves."""
    thrown = 0 if isinstance(ending, BigGin) or ending.card is None else ending.card.bit
    return due.hand & ~thrown & ~union(ending.spread)


def _preview(screen: Screen, due: Due, ending: Ending, every: list[Ending]) -> None:
    t = screen.t
    kind = ending.kind.replace(" ", "_")
    card = "" if isinstance(ending, BigGin) or ending.card is None else t.card(ending.card)
    screen.say()
    screen.say(t(f"play.preview.{kind}", card=card), style="bold")
    for number, one in enumerate(every, 1):
        mark = "›" if one == ending and len(every) > 1 else " "
        number_text = f"{mark} {number}" if len(every) > 1 else " "
        screen.labelled(number_text, screen.hand(one.spread, _left(due, one)), 3)
    if ending not in every:
        screen.labelled("›", screen.hand(ending.spread, _left(due, ending)), 3)


def _question(screen: Screen, due: Due, ending: Ending, every: list[Ending]) -> str:
    t = screen.t
    points = kernel.points(_left(due, ending))
    kind = ending.kind.replace(" ", "_")
    parts = [t(f"play.ask.yes_{kind}", points=points), t("play.ask.back")]
    if len(every) > 1:
        parts.append(t("play.ask.other_spread", most=len(every)))
    return ", ".join(parts)


def _other(screen: Screen, due: Due, ending: Ending, every: list[Ending], line: str) -> Ending:
    """The ending with another spread, by its number or by its melds; the same one if neither is legal."""
    if line.isascii() and line.isdigit() and 1 <= int(line[:3]) <= len(every):
        return every[int(line) - 1]
    try:
        melds = parse_melds(line, french=screen.t.language == "fr")
    except TextError:
        melds = ()
    if not melds:
        screen.say(screen.t("play.yes_or_no"))
        return ending
    new = _with_spread(due, ending, melds)
    fault = due.check(new)
    if fault is None:
        return new
    screen.say(screen.t.fault(fault))
    return ending


def _with_spread(due: Due, ending: Ending, melds: Melds) -> Ending:
    if isinstance(ending, BigGin):
        return BigGin(melds)
    assert ending.card is not None
    whole = union(melds) == due.hand & ~ending.card.bit
    return Gin(ending.card, melds) if whole else Knock(ending.card, melds)
