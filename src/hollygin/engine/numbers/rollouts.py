"""Roll-outs against many kinds of player, and match equity: the engine of the strong player."""

from __future__ import annotations

from hollygin.engine.numbers.deals import play, spread_out
from hollygin.engine.numbers.layout import (
    HAND,
    MATCH_RESULT,
    PILE,
    POINTS,
    POLICY_WIDTH,
    POSITION_WIDTH,
    ROW_WIDTH,
    SHEET_WIDTH,
    TURN,
    WINNER,
)
from hollygin.engine.numbers.matches import TIE_RESULT, add_win, close, is_done
from hollygin.engine.numbers.policies import DECK
from hollygin.engine.numbers.positions import apply, choose
from hollygin.engine.numbers.randomness import mix, shuffle

MOST_DEALS = 1000


def estimate(
    position: list[int],
    actions: list[int],
    plans: list[int],
    hands: list[int],
    kinds: list[int],
    first: int,
    end: int,
    rules: list[int],
    table: list[int],
    worth: list[int],
    seed: int,
    positions: list[int],
    order: list[int],
    policies: list[int],
    trace: list[int],
    results: list[int],
    sums: list[int],
    squares: list[int],
) -> None:
    """Play a deal to its end after each of some actions of the seat on turn, against hands ``first`` to ``end`` of the other (round and round).

    After action a the seat plays on by row ``plans[a]`` of ``table``, the other seat by row ``kinds[i]`` with hand i. Every action meets the
    same hands and orders of the stock. ``worth`` says what an ending is worth to the seat: its first half by the points won,
    its second half by the points lost. A deal that nobody wins is worth nothing. ``sums`` adds up the value of each action,
    and ``squares`` the square of its difference from the first action's value.
    """
    turn = position[TURN]
    other = HAND + 1 - turn
    half = len(worth) // 2
    for a in range(len(actions)):
        for k in range(POSITION_WIDTH):
            positions[a * POSITION_WIDTH + k] = position[k]
        apply(positions, a * POSITION_WIDTH, rules, actions[a], -1)
    rest = DECK & ~(position[HAND + turn] | position[PILE])
    mine = POLICY_WIDTH * turn
    yours = POLICY_WIDTH * (1 - turn)
    for i in range(first, end):
        sample = mix(seed, i)
        at = i % len(hands)
        cards = spread_out(rest & ~hands[at], order, 0)
        shuffle(order, 0, cards, sample)
        kind = kinds[at] * POLICY_WIDTH
        for k in range(POLICY_WIDTH):
            policies[yours + k] = table[kind + k]
        base = 0
        for a in range(len(actions)):
            plan = plans[a] * POLICY_WIDTH
            for k in range(POLICY_WIDTH):
                policies[mine + k] = table[plan + k]
            positions[a * POSITION_WIDTH + other] = hands[at]
            play(positions, a * POSITION_WIDTH, order, rules, policies, sample, trace, results, 0)
            value = brought(worth, half, results[WINNER], results[POINTS], turn)
            if a == 0:
                base = value
            sums[a] += value
            squares[a] += (value - base) * (value - base)


def brought(worth: list[int], half: int, winner: int, points: int, seat: int) -> int:
    """What an ending is worth to a seat, by a table as for :func:`estimate`; ``half`` is half its length."""
    if winner < 0:
        return 0
    return worth[min(points, half - 1) + (0 if winner == seat else half)]


def choices(
    positions: list[int], rules: list[int], table: list[int], policies: list[int], chosen: list[int]
) -> None:
    """Fill ``chosen`` with what each row of ``table`` chooses in each of some positions, row by row."""
    count = len(positions) // POSITION_WIDTH
    for row in range(len(table) // POLICY_WIDTH):
        for k in range(POLICY_WIDTH):
            policies[k] = table[row * POLICY_WIDTH + k]
            policies[POLICY_WIDTH + k] = policies[k]
        for i in range(count):
            chosen[row * count + i] = choose(positions, i * POSITION_WIDTH, rules, policies)


def match_equity(
    rules: list[int],
    sheet: list[int],
    row: list[int],
    winners: list[int],
    points: list[int],
    deal_winners: list[int],
    deal_points: list[int],
    deal_boxes: list[int],
    count: int,
    seed: int,
    columns: list[int],
    rows: list[int],
    won: list[int],
) -> None:
    """Match equity: how often seat 0 wins the match from a sheet after each of some endings, a win counting two and a tie one.

    ``sheet`` and ``row`` are the match so far. The other deals are drawn from ``deal_winners`` (-1: nobody),
    ``deal_points`` and ``deal_boxes``, all equally likely, and the same for all endings. Playouts come in antithetic pairs: every second one is the one
    before with the winners swapped, so that luck evens out. ``won[e]`` is out of twice ``count``. ``columns`` and ``rows`` are room for one sheet and one row.
    """
    kinds = len(deal_winners)
    for e in range(len(winners)):
        won[e] = 0
        for i in range(count):
            for k in range(SHEET_WIDTH):
                columns[k] = sheet[k]
            for k in range(ROW_WIDTH):
                rows[k] = row[k]
            winner = winners[e]
            scored = points[e]
            boxes = 1
            deals = 0
            state = mix(seed, i >> 1)
            while deals < MOST_DEALS:
                if winner >= 0:
                    add_win(rules, columns, winner, scored, boxes, rows, 0)
                    if is_done(rules, rows, 0):
                        break
                deals += 1
                pick = mix(state, deals) % kinds
                winner = deal_winners[pick]
                if winner >= 0:
                    winner ^= i & 1
                scored = deal_points[pick]
                boxes = deal_boxes[pick]
            close(rules, columns, rows, 0)
            if rows[MATCH_RESULT] == 0:
                won[e] += 2
            elif rows[MATCH_RESULT] == TIE_RESULT:
                won[e] += 1
