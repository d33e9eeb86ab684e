"""The table as one person sees it: the opponent's card count, stock, pile, and their own hand."""

from __future__ import annotations

from typing import Final, Literal

from hollygin import kernel
from hollygin.cards import Card, iter_cards
from hollygin.cli.play.screen import GLUE, Screen
from hollygin.cli.play.story import tell_latest, turns
from hollygin.due import Due, Phase
from hollygin.melds import best_arrangement, discards
from hollygin.view import DealView, View

Order = Literal["melds", "rank", "suit"]
ORDERS: Final[tuple[Order, ...]] = ("melds", "rank", "suit")


def best_way_out(due: Due) -> tuple[Card, int]:
    """The card of eleven to throw for the least deadwood, and that deadwood."""
    return discards(due.hand, 0 if due.taken is None else due.taken.bit)[0]


def show_table(screen: Screen, view: View, due: Due, order: Order) -> None:
    """Print everything that a person on turn needs to see."""
    t, deal = screen.t, view.deal
    assert deal is not None and deal.seat is not None
    mine, theirs = deal.seat, 1 - deal.seat
    screen.clear()
    screen.heading(screen.who("screen.deal", deal.dealer, number=view.number))
    screen.flush_notices()
    drawn = {} if deal.drawn is None else {len(deal.history) - 1: deal.drawn}
    tell_latest(screen, turns(screen, deal.upcard, deal.history, drawn))
    screen.say()
    labels = (screen.names[theirs], t("screen.table"), screen.names[mine])
    width = max(map(len, labels))
    if deal.knocker is None:
        screen.labelled(labels[0], t("screen.cards", n=deal.sizes[theirs]), width)
        screen.labelled(labels[1], middle(screen, deal), width)
        screen.labelled(labels[2], _own_hand(screen, deal, due, order), width)
        screen.labelled("", _own_deadwood(screen, deal, due), width)
    else:
        screen.labelled(labels[0], screen.hand(deal.extended, deal.deadwood), width)
        if due.phase is Phase.LAYOFF:
            screen.labelled(labels[2], screen.hand(deal.defense, due.hand), width)
        else:
            screen.labelled(labels[2], _own_hand(screen, deal, due, order), width)
    screen.say()


def middle(screen: Screen, deal: DealView) -> str:
    """The stock and pile between the players, and the conditions of this deal."""
    t = screen.t
    parts = [
        t("screen.pile", card=t.card(deal.pile[-1])) if deal.pile else t("screen.no_pile"),
        t("screen.stock", n=deal.stock),
        t("screen.limit", n=deal.limit) if deal.limit else t("screen.gin_only"),
    ]
    if deal.rules.oklahoma:
        parts.append(t("screen.upcard", card=t.card(deal.upcard)))
    if deal.doubled:
        parts.append(t("screen.doubled"))
    return f"{GLUE}· ".join(part.replace(" ", GLUE) for part in parts)


def _own_hand(screen: Screen, deal: DealView, due: Due, order: Order) -> str:
    if order == "melds":
        best = best_arrangement(due.hand)
        parts = (screen.melds(best.melds, deal.drawn), screen.loose(best.deadwood_cards, deal.drawn))
        return " ".join(part for part in parts if part)
    if order == "rank":
        return screen.loose(due.hand, deal.drawn)
    return " ".join(screen.marked(card, deal.drawn) for card in iter_cards(due.hand))


def _own_deadwood(screen: Screen, deal: DealView, due: Due) -> str:
    """The live deadwood; of eleven cards also what the best discard leaves, and the star explained."""
    t = screen.t
    text = t("screen.deadwood", points=kernel.deadwood(due.hand))
    if deal.drawn is None:
        return text
    card, left = best_way_out(due)
    best = t("screen.without", card=t.card(card), points=left)
    return f"{text}, {best}{GLUE * 3}*{GLUE}{t('screen.new')}"
