"""``hollygin hand``: the best arrangements of a hand, and what to discard."""

from __future__ import annotations

import click

from hollygin import kernel
from hollygin.cards import Card, iter_cards
from hollygin.cli.command import Command, json_option
from hollygin.cli.output import print_json
from hollygin.cli.parameters import Hand, OneCard, Words
from hollygin.errors import BadInput, Fault
from hollygin.locale import Translator
from hollygin.melds import Arrangement, Melds, arrangements, discards


def command(t: Translator) -> click.Command:
    """The command in a language."""

    def hand(cards: int, taken: Card | None, as_json: bool) -> None:
        kept = 0 if taken is None else _taken(taken, cards).bit
        if as_json:
            print_json(_hand_object(cards, kept))
        else:
            _show(cards, kept, t)

    return Command(
        t,
        "hand",
        hand,
        [
            Words("cards", Hand(t, 10, 11), t("cli.at.CARDS")),
            click.Option(
                ["--taken"], type=OneCard(t), metavar=t("cli.value.card"), help=t("cli.option.taken")
            ),
            json_option(t),
        ],
    )


def cards_list(cards: int) -> list[str]:
    """The cards of a set for JSON."""
    return list(map(str, iter_cards(cards)))


def melds_text(melds: Melds, t: Translator) -> str:
    """Melds with their signs, or that there are none."""
    return " / ".join(map(t.cards, melds)) or t("hand.no_melds")


def _taken(card: Card, hand: int) -> Card:
    if not hand & card.bit:
        params = {"card": str(card), "cards": " ".join(cards_list(hand))}
        raise BadInput(Fault("taken-not-held", params=params), at="--taken")
    if hand.bit_count() == 10:
        raise BadInput(Fault("taken-with-ten"), at="--taken")
    return card


def _hand_object(hand: int, kept: int) -> dict[str, object]:
    found: dict[str, object] = {
        "deadwood": kernel.deadwood(hand),
        "arrangements": [
            {
                "melds": list(map(cards_list, way.melds)),
                "deadwood_cards": cards_list(way.deadwood_cards),
                "points": way.points,
            }
            for way in arrangements(hand)
        ],
    }
    if hand.bit_count() == 11:
        found["discards"] = [{"card": str(card), "deadwood": left} for card, left in discards(hand, kept)]
    return found


def _show(hand: int, kept: int, t: Translator) -> None:
    ways = arrangements(hand)
    points = ways[0].points
    click.echo(t("hand.deadwood", points=points) if points else t("hand.gin"))
    click.echo(t("hand.ways", n=len(ways)))
    for way in ways:
        click.echo(_way(way, t))
    if hand.bit_count() == 11:
        click.echo(t("hand.discards"))
        for card, left in discards(hand, kept):
            key = "hand.discard" if left else "hand.discard_gin"
            click.echo(t(key, card=t.card(card), deadwood=left))


def _way(way: Arrangement, t: Translator) -> str:
    melds = melds_text(way.melds, t)
    if not way.deadwood_cards:
        return t("hand.way", melds=melds)
    return t("hand.way_deadwood", melds=melds, cards=t.cards(way.deadwood_cards), points=way.points)
