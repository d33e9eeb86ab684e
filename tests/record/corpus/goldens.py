"""Play-through transcripts: every profile and every path through the phases, as text that a person can check.

A line for each action, with what the two seats see after it; of the later deals of a match only how they ended.
"""

from collections.abc import Iterator

from hollygin import DealView, Match, Phase, make_rules, text, view_deal
from hollygin.cards import card_text
from hollygin.deal import Played
from hollygin.melds import melds_text
from hollygin.record import Record, positions
from hollygin.record.model import action_line
from tests.record.corpus import valid
from tests.table import order_of


def games() -> Iterator[tuple[str, Record]]:
    """The records that are written out, by name."""
    every = valid.every_record()
    yield from ((name, record) for name, record in every.items() if name.startswith("profile-"))
    for name in ("ending-big-gin", "ending-undercut", "ending-tie-nobody", "void-stock", "reshuffle"):
        yield name, every[name]
    taken = (order_of(valid.NEAR, valid.DRY, "3c"), "take", *valid.GIN)
    yield "opener-takes", valid.scripted(make_rules("eaai", target=50), taken)
    yield "last-discard-passed", every["last-discard-passed"]
    yield "last-discard-gin", every["last-discard-taken"]
    last = make_rules("eaai", last_discard="end", big_gin_bonus=31, target=20)
    knock = "knock Ks: 4h 5h 6h 7h / 9s 9d 9c"
    yield "last-discard-knock", valid.last_taken(last, ending=(knock, "spread", "done"))
    big = ("big gin: 4h 5h 6h 7h / 9s 9d 9c / Ac 2c 3c 4c", "spread")
    holds = valid.NEAR.replace("Ks", "3c")
    yield "last-discard-big-gin", valid.last_taken(last, holds=holds, needed="4c", ending=big)


def deal_view(view: DealView) -> str:
    """What a seat sees, in one line."""
    assert view.seat is not None and view.hand is not None
    parts = [f"{text(view.hand) or '–'} ({view.sizes[1 - view.seat]})"]
    if view.drawn is not None:
        parts.append(f"drawn {card_text(view.drawn)}")
    if view.taken is not None:
        parts.append(f"taken {card_text(view.taken)}")
    if view.knocker is not None:
        parts.append(f"table {melds_text(view.extended)} + {text(view.deadwood) or '–'}")
    if view.defense:
        parts.append(f"own {melds_text(view.defense)}")
    if view.history:
        parts.append(f"last {action_line(*view.history[-1])}")
    if view.due is not None:
        parts.append("due")
    return "; ".join(parts)


def ended(match: Match) -> Iterator[str]:
    """How the deal that has just ended went onto the sheet."""
    line = match.lines[-1]
    worth, entry = line.settlement, line.entry
    winner = "nobody" if worth.winner is None else f"seat {worth.winner}"
    yield f"= {worth.outcome}: {winner}, {worth.points} points"
    if entry is not None:
        columns = ", ".join(str(i + 1) for i in entry.written) or "none"
        closes = "".join(f", closes {i + 1}" for i in entry.closes)
        scores = " ".join(f"{one}:{two}" for one, two in (column.score for column in match.sheet.columns))
        yield f"  written in {columns}{closes}; sheet {scores}"


def transcript(record: Record) -> Iterator[str]:
    """The lines of a play-through."""
    before: Match | None = None
    for number, action, match in positions(record):
        if action == 0 and match.deal is not None:
            deal = match.deal
            yield ""
            yield f"deal {number}: dealer {deal.dealer}, upcard {deal.upcard}, limit {deal.limit}"
        elif action:
            assert before is not None and before.deal is not None
            played: Played = record.deals[number - 1].actions[action - 1]
            if number == 1:
                after = Phase.OVER if match.deal is None else match.deal.phase
                yield f"{before.deal.phase} → {after}: {action_line(*played)}"
            if match.deal is None:
                yield from ended(match)
        if number == 1 and match.deal is not None:
            yield f"    stock {len(match.deal.stock)}, pile {card_text(match.deal.pile[-1]) if match.deal.pile else '–'}"
            yield from (f"    {seat}: {deal_view(view_deal(match.deal, seat))}" for seat in (0, 1))
        before = match
    assert before is not None
    yield ""
    yield f"result {before.result}, total {before.sheet.total[0]}:{before.sheet.total[1]}"


def files() -> Iterator[tuple[str, str]]:
    """Every transcript: its name and text."""
    for name, record in games():
        head = f"{name}: {' and '.join(record.players)}"
        yield f"{name}.txt", "\n".join([head, *transcript(record)]) + "\n"
