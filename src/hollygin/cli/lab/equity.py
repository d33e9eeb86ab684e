"""``hollygin equity``: what a score sheet is worth to each player, and what the next deal would change."""

from __future__ import annotations

import click

from hollygin.cli.command import Command, json_option
from hollygin.cli.extras import make_ready
from hollygin.cli.faults import reading
from hollygin.cli.lab.options import figure, option, percent
from hollygin.cli.lab.simulate import TwoPolicies
from hollygin.cli.output import print_json
from hollygin.cli.parameters import Whole
from hollygin.cli.rules_options import rules_options
from hollygin.cli.score.sheet import points_option, read_score
from hollygin.equity import MOST_RESTS, Deals, Equity, EquityError, Standing, match_equity, policies
from hollygin.errors import Fault
from hollygin.locale import Translator
from hollygin.paper.words import ROMAN
from hollygin.players import make_policy
from hollygin.rules import Rules
from hollygin.score import Score, TeamPoints

_MOST_SEED = (1 << 62) - 1


def command(t: Translator) -> click.Command:
    """The command in a language."""

    def equity(
        file: str,
        teams: TeamPoints | None,
        players: tuple[str, str] | None,
        rests: int | None,
        seed: int,
        profile: str,
        rules: Rules,
        as_json: bool,
    ) -> None:
        score = read_score(file, profile, rules, teams, t)
        make_ready(t)
        with reading("FILE"):
            found = _equity(score, players, rests, seed)
        if as_json:
            print_json(_object(found, score))
        else:
            _show(found, score, t)

    return Command(
        t,
        "equity",
        equity,
        [
            click.Argument(["file"], metavar=t("cli.at.FILE")),
            points_option(t),
            option(t, "players", TwoPolicies(), t("cli.value.pair"), "cli.equity.option.players"),
            option(t, "rests", Whole(2, MOST_RESTS), t("cli.value.number"), "cli.equity.option.rests"),
            option(t, "seed", Whole(0, _MOST_SEED), t("cli.value.seed"), "cli.equity.option.seed", default=0),
            *rules_options(t),
            json_option(t),
        ],
    )


def _equity(score: Score, players: tuple[str, str] | None, rests: int | None, seed: int) -> Equity:
    """The value of a score. Raises EquityError (``match-over``) after a resignation: the sheet says nothing then."""
    if score.resigned is not None:
        raise EquityError(Fault("match-over", "R13.1"))
    deals: Deals | None = None
    if players is not None:
        one, two = map(make_policy, players)
        deals = policies(score.rules, one, two, ", ".join(players))
    gross = None if score.teams is None else score.teams.points == "gross"
    return match_equity(Standing(score.sheet, score.dealers, gross), deals=deals, rests=rests, seed=seed)


def _object(found: Equity, score: Score) -> dict[str, object]:
    """The answer for other programs; pairs are by seat."""
    return {
        "players": score.players,
        "pair": found.players,
        "source": found.source,
        "rests": found.rests,
        "win": found.win,
        "error": found.error,
        "results": found.results,
        "columns": found.columns,
        "total": found.total,
        "spread": found.spread,
        "point": found.point,
        "deals": found.deals,
        "next": [{"seat": one.seat, "points": one.points, "win": one.win} for one in found.next],
    }


def _show(found: Equity, score: Score, t: Translator) -> None:
    names = score.players
    chances = [t("equity.win", name=names[seat], win=percent(found.win[seat], t)) for seat in (0, 1)]
    click.echo(t("equity.title", one=chances[0], two=chances[1], error=figure(100 * found.error, 2, t)))
    if found.columns and len(found.columns) > 1:
        for i, (one, two) in enumerate(found.columns):
            told = t(
                "equity.column",
                column=ROMAN[i],
                one=names[0],
                two=names[1],
                a=percent(one, t),
                b=percent(two, t),
            )
            click.echo(told)
    if score.sheet.columns:
        totals = [figure(total, 0, t) for total in found.total]
        click.echo(t("equity.total", one=names[0], two=names[1], a=totals[0], b=totals[1]))
    if found.next:
        click.echo(t("equity.point", point=figure(100 * found.point, 2, t)))
    for following in found.next:
        before, after = (percent(win[following.seat or 0], t) for win in (found.win, following.win))
        if following.seat is None:
            click.echo(t("equity.void", name=names[0], before=before, after=after))
        else:
            name = names[following.seat]
            click.echo(t("equity.next", name=name, points=following.points, before=before, after=after))
    key = "equity.equals" if found.players == "equals" else "equity.players"
    click.echo(t(key, players=found.players, rests=found.rests))
