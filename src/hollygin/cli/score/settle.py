"""``hollygin settle``: what a deal is worth that a player has ended."""

from __future__ import annotations

from typing import Final

import click

from hollygin.cards import CARDS, Card, text
from hollygin.cli.command import Command, json_option
from hollygin.cli.faults import reading
from hollygin.cli.output import print_json
from hollygin.cli.parameters import Hand, MeldList, OneCard
from hollygin.cli.rules_options import rules_options
from hollygin.cli.score.hand import cards_list, melds_text
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
        knocker: int,
        defender: int,
        spread: Melds | None,
        upcard: Card | None,
        profile: str,  # noqa: ARG001 - the rules hold it
        rules: Rules,
        as_json: bool,
    ) -> None:
        if shared := knocker & defender:
            raise BadInput(Fault("hands-share", params={"cards": text(shared)}), at="--defender")
        facts = _showdown(rules, _upcard(upcard, rules), knocker, spread, defender)
        worth = settle(rules, facts)
        if as_json:
            print_json(_object(facts, worth, defender))
        else:
            _show(facts, worth, knocker, defender, t)

    cards = t("cli.at.CARDS")
    return Command(
        t,
        "settle",
        run,
        [
            click.Option(
                ["--knocker"],
                required=True,
                type=Hand(t, 10, 11),
                metavar=cards,
                help=t("cli.option.knocker"),
            ),
            click.Option(
                ["--spread"], type=MeldList(t), metavar=t("cli.value.melds"), help=t("cli.option.spread")
            ),
            click.Option(
                ["--defender"], required=True, type=Hand(t, 10), metavar=cards, help=t("cli.option.defender")
            ),
            click.Option(
                ["--upcard"], type=OneCard(t), metavar=t("cli.value.card"), help=t("cli.option.upcard")
            ),
            *rules_options(t),
            json_option(t),
        ],
    )


def _upcard(upcard: Card | None, rules: Rules) -> Card:
    """The upcard; any card if it decides nothing."""
    if upcard is not None:
        return upcard
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
