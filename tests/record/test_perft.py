"""Legal action sequences counted again by an enumerator that knows only tests/oracle.py."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

import pytest

from tests import oracle
from tests.oracle import Cards, Melds
from tests.record.make import TESTS

TABLE: list[dict[str, Any]] = json.loads((TESTS / "data" / "perft.json").read_text())


class State(NamedTuple):
    """A deal in texts: what is due from whom, hands by seat, stock and pile with the next card first."""

    due: str
    turn: int
    hands: tuple[Cards, Cards]
    stock: tuple[str, ...]
    pile: tuple[str, ...]
    taken: str | None = None
    gin: bool = False
    spread: tuple[Cards, ...] = ()
    extended: tuple[Cards, ...] = ()


Options = Mapping[str, Any]


def start(entry: Mapping[str, Any]) -> State:
    first, second = oracle.cards(entry["first"]), oracle.cards(entry["second"])
    dealt = {*first, *second, entry["upcard"], *entry["stock"].split()}
    rest = (card for card in oracle.DECK if card not in dealt)
    return State("opener", 0, (first, second), (*entry["stock"].split(), *rest), (entry["upcard"],))


def limit(options: Options, upcard: str) -> int:
    if options.get("straight"):
        return 0
    if options.get("oklahoma"):
        gin_only = upcard[0] == "A" and options.get("oklahoma_ace") == "gin"
        return 0 if gin_only else oracle.value(upcard)
    return int(options.get("knock_limit", 10))


def held(state: State, hand: Cards) -> tuple[Cards, Cards]:
    return (hand, state.hands[1]) if state.turn == 0 else (state.hands[0], hand)


def endings(state: State, options: Options, most: int) -> list[tuple[str | None, Melds]]:
    hand = state.hands[state.turn]
    found: list[tuple[str | None, Melds]] = [
        (card, spread)
        for card in hand
        if card != state.taken
        for spread in oracle.spreads_within(hand - {card}, most)
    ]
    if options.get("big_gin_bonus"):
        found += [(None, spread) for spread in oracle.spreads_within(hand, 0)]
    return found


def after_ending(state: State, card: str | None, spread: Melds) -> State:
    hand = state.hands[state.turn] - {card}
    gin = not oracle.loose(frozenset(hand), spread)
    knocked = tuple(sorted(spread, key=sorted))
    hands = held(state, oracle.loose(frozenset(hand), spread))
    return State("defense", 1 - state.turn, hands, state.stock, state.pile, None, gin, knocked, knocked)


def moves(state: State, options: Options, most: int) -> list[State]:
    """The state after each legal action."""
    turn, hand = state.turn, state.hands[state.turn]

    def took() -> State:
        more = held(state, hand | {state.pile[0]})
        return State("discard", turn, more, state.stock, state.pile[1:], state.pile[0])

    drew = State("discard", turn, held(state, hand | {state.stock[0]}), state.stock[1:], state.pile)
    match state.due:
        case "opener":
            return [took(), state._replace(due="dealer", turn=1 - turn)]
        case "dealer":
            return [took(), state._replace(due="draw only", turn=1 - turn)]
        case "draw only":
            return [drew]
        case "draw":
            return [drew, took()]
        case "discard":
            due = "draw"
            if len(state.stock) == 2:
                due = "last" if options.get("last_discard") == "end" else "over"
            thrown = [
                State(due, 1 - turn, held(state, hand - {card}), state.stock, (card, *state.pile))
                for card in hand
                if card != state.taken
            ]
            return [*thrown, *(after_ending(state, *ending) for ending in endings(state, options, most))]
        case "last":
            after = took()._replace(due="end")
            over = state._replace(due="over")
            return [after, over] if endings(after, options, most) else [over]
        case "end":
            return [after_ending(state, *ending) for ending in endings(state, options, most)]
        case "defense":
            due = "over" if state.gin else "layoff"
            return [
                state._replace(due=due, hands=held(state, oracle.loose(hand, own)))
                for own in oracle.spreads(hand)
            ]
        case "layoff":
            laid = [
                state._replace(
                    hands=held(state, hand - {card}),
                    extended=(*state.extended[:i], meld | {card}, *state.extended[i + 1 :]),
                )
                for card in hand
                for i, meld in enumerate(state.extended)
                if oracle.fits(meld, card)
            ]
            return [*laid, state._replace(due="over")]
    return []


def count(state: State, options: Options, most: int, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(count(after, options, most, depth - 1) for after in moves(state, options, most))


def follow(state: State, line: str, options: Options, most: int) -> State:
    """The state after an action of the table, found among the legal ones by what it does."""
    head, *rest = line.split()
    after = moves(state, options, most)
    match head:
        case "draw":
            return after[0]
        case "take":
            return after[0] if state.due in ("opener", "dealer") else after[1]
        case "pass":
            return after[1]
        case "discard":
            (found,) = (one for one in after if one.pile[:1] == (rest[0],) and one.due != "defense")
            return found
    wanted = {oracle.cards(part) for part in line.partition(":")[2].split("/")}
    gone = rest[0].rstrip(":")
    (found,) = (
        one
        for one in after
        if one.due == "defense" and {*one.spread} == wanted and gone not in one.hands[state.turn]
    )
    return found


@pytest.mark.parametrize("entry", TABLE, ids=lambda entry: entry["name"])
def test_counts_of_legal_sequences(entry: dict[str, Any]) -> None:
    options, most = entry["options"], limit(entry["options"], entry["upcard"])
    state = start(entry)
    for line in entry["lines"]:
        state = follow(state, line, options, most)
    assert [count(state, options, most, depth + 1) for depth in range(len(entry["counts"]))] == entry[
        "counts"
    ]


def test_the_counts_are_of_more_than_a_few_sequences() -> None:
    assert sum(max(entry["counts"]) for entry in TABLE) > 20_000
