"""What a card is worth with all cards open: the value of a position for each card that the seat on turn may draw.

Two fixed policies play the deal on from there many times, and the mean of what that brings is the value. One roll-out
shuffles the stock once and serves every card: the card that is tried changes places with the top one. So two cards
meet the same rest, and their difference has little noise. The policies and roll-outs only have to be fixed before the
data: luck, the value of the card drawn less the mean over all that could have come, has mean 0 whatever they are.
"""

from __future__ import annotations

from hollygin.engine.numbers.deals import play, spread_out
from hollygin.engine.numbers.layout import (
    DISCARD,
    END,
    HAND,
    NEXT,
    PHASE,
    POINTS,
    POSITION_WIDTH,
    TURN,
    WINNER,
)
from hollygin.engine.numbers.randomness import mix, shuffle
from hollygin.engine.numbers.rollouts import brought


def card_values(
    position: list[int],
    stock: int,
    rules: list[int],
    policies: list[int],
    worth: list[int],
    rolls: int,
    seed: int,
    positions: list[int],
    order: list[int],
    trace: list[int],
    results: list[int],
    values: list[int],
) -> None:
    """Add to ``values[card]``, for each card of ``stock``, what the deal brings seat 0 if the seat on turn draws it.

    ``position`` holds both hands. ``worth`` is a table as for :func:`rollouts.estimate`; each of ``rolls`` roll-outs
    adds one ending. ``positions`` has room for one, ``order`` for 104 cards, ``trace`` is empty, ``results`` takes one.
    """
    half = len(worth) // 2
    hand = HAND + position[TURN]
    for roll in range(rolls):
        sample = mix(seed, roll)
        cards = spread_out(stock, order, 0)
        shuffle(order, 0, cards, sample)
        for i in range(cards):
            card = order[i]
            order[i] = order[0]
            order[0] = card
            for k in range(POSITION_WIDTH):
                positions[k] = position[k]
            positions[hand] |= 1 << card
            positions[NEXT] = 1
            positions[END] = cards
            positions[PHASE] = DISCARD
            play(positions, 0, order, rules, policies, sample, trace, results, 0)
            values[card] += brought(worth, half, results[WINNER], results[POINTS], 0)
            order[0] = order[i]
            order[i] = card


def open_value(
    position: list[int],
    stock: int,
    rules: list[int],
    policies: list[int],
    worth: list[int],
    rolls: int,
    seed: int,
    positions: list[int],
    order: list[int],
    trace: list[int],
    results: list[int],
) -> int:
    """What a deal brings seat 0 from a position with both hands open, summed over ``rolls`` orders of the stock."""
    half = len(worth) // 2
    total = 0
    for roll in range(rolls):
        sample = mix(seed, roll)
        cards = spread_out(stock, order, 0)
        shuffle(order, 0, cards, sample)
        for k in range(POSITION_WIDTH):
            positions[k] = position[k]
        positions[NEXT] = 0
        positions[END] = cards
        play(positions, 0, order, rules, policies, sample, trace, results, 0)
        total += brought(worth, half, results[WINNER], results[POINTS], 0)
    return total
