"""``hollygin settle``: what a deal is worth that a player has ended."""

from __future__ import annotations

from typing import Final

import click

from hollygin.actions import parse_melds
from hollygin.cards import CARDS, Card, text
from hollygin.cli.command import Command, json_option, rules_options
from hollygin.cli.faults import reading
from hollygin.cli.output import print_json
from hollygin.cli.rules_options import chosen_rules
from hollygin.cli.score.hand import cards_list, melds_text, read_card, read_hand
from hollygin.errors import BadInput, Fault
from hollygin.locale import Translator
from hollygin.melds import Melds, union
from hollygin.rules import Rules
from hollygin.score import ByCards, shown
from hollygin.settlement import Settlement, Showdown, settle

_KNOCKER: Final = 0
_WORDS: Final = ("knocker", "defender")


def command(t: Translator) -> click.Command:
    """The command in a language."""

    def run(
        knocker: str,
        defender: str,
        spread: str | None,
        upcard: str | None,
        profile: str,
        settings: tuple[str, ...],
        as_json: bool,
    ) -> None:
        rules = chosen_rules(profile, settings)
        hand = read_hand(knocker, "--knocker", (10, 11), t)
        other = read_hand(defender, "--defender", (10,), t)
        if shared := hand & other:
            raise BadInput(Fault("hands-share", params={"cards": text(shared)}), at="--defender")
        melds = None if spread is None else _read_melds(spread, t)
        facts = _showdown(rules, _upcard(upcard, rules, t), hand, melds, other)
        worth = settle(rules, facts)
        if as_json:
            print_json(_object(facts, worth, other))
        else:
            _show(facts, worth, hand, other, t)

    cards = t("cli.at.CARDS")
    return Command(
        t,
        "settle",
        run,
        [
            click.Option(["--knocker"], required=True, metavar=cards, help=t("cli.option.knocker")),
            click.Option(["--spread"], metavar=t("cli.value.melds"), help=t("cli.option.spread")),
            click.Option(["--defender"], required=True, metavar=cards, help=t("cli.option.defender")),
            click.Option(["--upcard"], metavar=t("cli.value.card"), help=t("cli.option.upcard")),
            *rules_options(t),
            json_option(t),
        ],
    )


def _read_melds(text: str, t: Translator) -> Melds:
    with reading("--spread"):
        return parse_melds(text, french=t.language == "fr")


def _upcard(text: str | None, rules: Rules, t: Translator) -> Card:
    """The upcard; any card if it decides nothing."""
    if text is not None:
        return read_card(text, "--upcard", t)
    if rules.oklahoma:
        raise BadInput(Fault("upcard-needed", "R9.1"), at="--upcard")
    return CARDS[0]


def _showdown(rules: Rules, upcard: Card, hand: int, spread: Melds | None, other: int) -> Showdown:
    """The facts of the deal, with the knocker's spread, or the best one.

    Raises BadInput with the fault of a spread that the rules do not allow.
    """
    with reading("--knocker" if spread is None else "--spread"):
        return shown(rules, ByCards(_KNOCKER, (hand, other), spread, upcard))


def _object(facts: Showdown, worth: Settlement, other: int) -> dict[str, object]:
    return {
        "outcome": worth.outcome,
        "winner": None if worth.winner is None else _WORDS[worth.winner],
        "points": worth.points,
        "difference": worth.difference,
        "bonus": worth.bonus,
        "doubled": worth.doubled,
        "spread": list(map(cards_list, facts.spread)),
        "knocker_deadwood": facts.knocker_deadwood,
        "defender_melds": list(map(cards_list, facts.defense)),
        "layoffs": [
            {"card": str(layoff.card), "meld": facts.spread.index(layoff.meld)} for layoff in facts.layoffs
        ],
        "defender_deadwood_cards": cards_list(_left(facts, other)),
        "defender_deadwood": facts.defender_deadwood,
    }


def _left(facts: Showdown, other: int) -> int:
    """The defender's cards in no meld and not laid off."""
    return other & ~union(facts.defense) & ~union(layoff.card.bit for layoff in facts.layoffs)


def _show(facts: Showdown, worth: Settlement, hand: int, other: int, t: Translator) -> None:
    def side(who: str, melds: Melds, cards: int, points: int) -> str:
        key = f"settle.{who}" if cards else f"settle.{who}_out"
        return t(key, melds=melds_text(melds, t), cards=t.cards(cards), points=points)

    loose = hand & ~union(facts.spread)
    click.echo(side("knocker", facts.spread, loose, facts.knocker_deadwood))
    click.echo(side("defender", facts.defense, _left(facts, other), facts.defender_deadwood))
    for layoff in facts.layoffs:
        click.echo(t("settle.layoff", card=t.card(layoff.card), cards=t.cards(layoff.meld)))
    outcome = t(f"settle.outcome.{worth.outcome}")
    if worth.winner is None:
        click.echo(t("settle.result_nobody", outcome=outcome))
    else:
        key = f"settle.result_{_WORDS[worth.winner]}"
        click.echo(t(key, n=worth.points, outcome=outcome, sum=_sum(facts, worth, t)))


def _sum(facts: Showdown, worth: Settlement, t: Translator) -> str:
    """How the points come about, in figures."""
    less, more = sorted((facts.knocker_deadwood, facts.defender_deadwood))
    plain = worth.difference + worth.bonus
    key = "settle.sum_bonus" if worth.bonus else "settle.sum"
    figures = t(key, more=more, less=less, bonus=worth.bonus, difference=worth.difference, points=plain)
    return t("settle.doubled", sum=figures, points=worth.points) if worth.doubled else figures
