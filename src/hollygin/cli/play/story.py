"""Tells a match: what the players did, how a deal ended and what it was worth, who has won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from hollygin.actions import BigGin, Discard, Draw, Gin, Knock, Pass, Reshuffle, Take
from hollygin.cards import Card
from hollygin.cli.play.screen import Screen
from hollygin.deal import TURN_LIMIT, VOID_STOCK, Played
from hollygin.due import Seat
from hollygin.match import Line, Match
from hollygin.melds import best_arrangement
from hollygin.paper import entry_reason, outcome_text, result_text, sheet_table, sum_text
from hollygin.settlement import Showdown, Void

_TAIL_FOR_ALL = 2
_LEAST_DEALS = 4
"""The deals that the sheet shows in any case."""
_LINES_OF_A_REPORT = 27
"""What a report takes with its sheet, the deals of that apart."""


class Turn(NamedTuple):
    """One turn in a sentence; ``seat`` is None for the house, ``actions`` how many of the deal it ends with."""

    seat: Seat | None
    text: str
    actions: int


def turns(
    screen: Screen, upcard: Card, history: Sequence[Played], drawn: Mapping[int, Card] | None = None
) -> tuple[Turn, ...]:
    """The turns of a deal in words, but for what a defender lays down.

    ``drawn`` are the cards drawn from the stock that may be told, by their place in the history.
    """
    t = screen.t
    told: list[Turn] = []
    pile = [upcard]
    begun: list[str] = []
    drawing = 0
    for i, (seat, action) in enumerate(history):
        if isinstance(action, Reshuffle):
            del pile[:-1]
            told.append(Turn(None, t("play.reshuffled"), i + 1))
        if seat is None:
            continue
        if isinstance(action, Draw | Take):
            card = pile.pop() if isinstance(action, Take) else (drawn or {}).get(i)
            key = f"play.did.{action.kind}"
            if isinstance(action, Draw) and card is not None:
                key = "play.did.draw_card"
            begun = [screen.who(key, seat, card="" if card is None else t.card(card))]
            drawing = seat
            continue
        if isinstance(action, Pass | Discard | Knock | Gin | BigGin):
            thrown = action.card if isinstance(action, Discard) else None
            if thrown is not None:
                pile.append(thrown)
            key = f"play.did.{action.kind.replace(' ', '_')}"
            begun.append(screen.who(key, seat, card="" if thrown is None else t.card(thrown)))
            told.append(Turn(seat, _sentence(screen, seat, begun), i + 1))
            begun = []
    if begun:
        told.append(Turn(drawing, _sentence(screen, drawing, begun), len(history)))
    return tuple(told)


def _sentence(screen: Screen, seat: Seat, parts: list[str]) -> str:
    if len(parts) == 1:
        return screen.who("play.did.one", seat, did=parts[0])
    return screen.who("play.did.two", seat, first=parts[0], then=parts[1])


def tell_latest(screen: Screen, told: Sequence[Turn]) -> None:
    """Print the turns since the viewer's last finished one, with it; the last two for two viewers."""
    start = max(0, len(told) - _TAIL_FOR_ALL)
    if screen.viewer is not None:
        own = [i for i, turn in enumerate(told[:-1]) if turn.seat == screen.viewer]
        start = own[-1] if own else 0
    for turn in told[start:]:
        screen.say(turn.text)


# The end of a deal


def report(screen: Screen, match: Match) -> None:
    """Print the last finished deal of a match: both hands, the last deals and sums of the sheet, then the result."""
    line, number = match.lines[-1], len(match.lines)
    screen.flush_notices()
    screen.heading(screen.t("play.deal_over", number=number))
    if screen.humans:
        tell_latest(screen, turns(screen, line.upcard, line.history))
        screen.say()
    _show_hands(screen, line, match.deals[-1].unknown if match.deals else (0, 0))
    if not match.over and match.sheet.columns:
        deals = max(_LEAST_DEALS, screen.console.height - _LINES_OF_A_REPORT)
        screen.console.print(sheet_table(match.sheet, screen.names, screen.t, deals))
    else:
        screen.say()
    screen.say(_outcome(screen, line), style="bold")
    if isinstance(line.facts, Showdown) and (figures := sum_text(line.settlement, line.facts, screen.t)):
        screen.say(screen.t("play.points", sum=figures))
    if line.entry is not None:
        screen.say(entry_reason(line.entry, match.sheet, screen.names, screen.t, screen.viewer))
    if not match.over:
        screen.say(screen.who("play.deals_next", match.dealer))


def _show_hands(screen: Screen, line: Line, unknown: tuple[int, int]) -> None:
    """Both hands as they lie open: the knocker's first, layoffs apart from melds."""
    t, facts = screen.t, line.facts
    rows: list[tuple[str, str]] = []
    if isinstance(facts, Void):
        for seat in (0, 1):
            best = best_arrangement(line.hands[seat])
            rows.append((screen.names[seat], screen.hand(best.melds, best.deadwood_cards, unknown[seat])))
    else:
        knocker, defender = facts.knocker, 1 - facts.knocker
        rows.append((screen.names[knocker], screen.hand(facts.spread, line.hands[knocker])))
        rows.append((screen.names[defender], screen.hand(facts.defense, line.hands[defender])))
        if facts.layoffs:
            rows.append(("", t("play.layoffs", layoffs=screen.laid_off(facts.layoffs))))
    width = max(len(label) for label, _ in rows)
    for label, text in rows:
        screen.labelled(label, text, width)


def _outcome(screen: Screen, line: Line) -> str:
    if isinstance(line.facts, Void):
        return screen.t(f"play.void.{line.facts.reason}", stock=VOID_STOCK, turns=TURN_LIMIT)
    return outcome_text(line.settlement, screen.names, screen.t, screen.viewer)


# The end of a match


def match_end(screen: Screen, match: Match, *, claimed: bool = False) -> None:
    """Print how a match ended: the sheet with its bonuses, and the winner.

    ``claimed`` says that who resigned has not said so, but was away for too long.
    """
    t = screen.t
    screen.say()
    screen.heading(t("play.match_over"))
    if match.sheet.columns:
        screen.console.print(sheet_table(match.sheet, screen.names, t))
    if match.resigned is None:
        screen.say(result_text(match.sheet, screen.names, t, screen.viewer), style="bold")
        return
    winner = 1 - match.resigned
    if claimed:
        screen.say(screen.who("join.claimed", winner, other=screen.names[match.resigned]), style="bold")
    else:
        screen.say(screen.who("play.gave_up", match.resigned), style="bold")
    key = "sheet.you_win" if winner == screen.viewer else "sheet.wins"
    screen.say(t(key, name=screen.names[winner]), style="bold")
