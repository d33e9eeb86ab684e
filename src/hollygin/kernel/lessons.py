"""What the weights of discards and of the belief are learned from: deals in which every choice is tried on the cards as they truly lie."""

from __future__ import annotations

from hollygin.kernel.belief import SIGNS, count_signs
from hollygin.kernel.deals import play, spread_out
from hollygin.kernel.layout import (
    DISCARD,
    DISCARD_ACTION,
    DRAW,
    DRAW_ACTION,
    END,
    ENDED,
    HAND,
    KNOWN,
    NEXT,
    PASS_ACTION,
    PHASE,
    PILE,
    POINTS,
    POLICY_WIDTH,
    POSITION_WIDTH,
    STAGE_WIDTH,
    TAKEN,
    TOP,
    TURN,
    TURNS,
    WINNER,
)
from hollygin.kernel.policies import DECK, lowest
from hollygin.kernel.positions import apply, choose, deal_out, fresh_order
from hollygin.kernel.randomness import mix, shuffle
from hollygin.kernel.weighing import count, loose_cards, sights, stage


def teach_discards(  # noqa: PLR0915
    rules: list[int],
    table: list[int],
    learners: int,
    kinds: int,
    seed: int,
    rolls: int,
    stray: int,
    positions: list[int],
    order: list[int],
    rolled: list[int],
    policies: list[int],
    trace: list[int],
    results: list[int],
    counts: list[int],
    gains: list[int],
    groups: list[int],
    stages: list[int],
) -> int:
    """Try every loose card as a discard in one turn of two of a learner, each ``rolls`` times with the rest of the stock shuffled anew.

    One seat plays by one of the first ``learners`` rows of ``table``, by chance, the other by one of the first ``kinds``; one discard of ``stray`` is any loose card. Of each trial ``counts``
    takes what :func:`sights` counts, ``gains`` the points won less those lost, ``groups`` the number of the turn; returns how
    many there are. ``positions`` has room for two. Rules with a reshuffled stock are not for this.
    """
    rows = 0
    group = 0
    deal = 0
    room = len(gains) - 11
    while rows < room:
        deal += 1
        chance = mix(seed, deal)
        fresh_order(order, chance)
        deal_out(order, deal >> 1 & 1, positions, 0)
        for seat in range(2):
            of = learners if seat == deal & 1 else kinds
            kind = mix(chance, 1 + seat) % of * POLICY_WIDTH
            for k in range(POLICY_WIDTH):
                policies[seat * POLICY_WIDTH + k] = table[kind + k]
        step = 2
        while positions[PHASE] < ENDED:
            step += 1
            action = choose(positions, 0, rules, policies)
            if positions[PHASE] == DISCARD and action & ~63 == DISCARD_ACTION:
                turn = positions[TURN]
                hand = positions[HAND + turn]
                kept = 0 if positions[TAKEN] < 0 else 1 << positions[TAKEN]
                loose = loose_cards(hand)
                free = loose & ~kept
                random = mix(chance, step)
                if turn == deal & 1 and count(free) > 1 and random & 1 and rows < room:
                    known = positions[KNOWN + 1 - turn]
                    before = rows
                    rest = free
                    while rest:
                        card = lowest(rest)
                        rest &= rest - 1
                        sights(hand, loose, card, positions[PILE], known, counts, rows * STAGE_WIDTH)
                        gains[rows] = 0
                        groups[rows] = group
                        stages[rows] = stage(positions[TURNS] >> 1)
                        rows += 1
                    group += 1
                    for roll in range(rolls):
                        for k in range(positions[END]):
                            rolled[k] = order[k]
                        again = mix(random, roll)
                        shuffle(rolled, positions[NEXT], positions[END], again)
                        rest = free
                        row = before
                        while rest:
                            card = lowest(rest)
                            rest &= rest - 1
                            for k in range(POSITION_WIDTH):
                                positions[POSITION_WIDTH + k] = positions[k]
                            apply(positions, POSITION_WIDTH, rules, DISCARD_ACTION | card, -1)
                            play(positions, POSITION_WIDTH, rolled, rules, policies, again, trace, results, 0)
                            if results[WINNER] == turn:
                                gains[row] += results[POINTS]
                            elif results[WINNER] >= 0:
                                gains[row] -= results[POINTS]
                            row += 1
                if free and (random >> 8) % stray == 0:
                    skip = (random >> 20) % count(free)
                    while skip:
                        free &= free - 1
                        skip -= 1
                    action = DISCARD_ACTION | lowest(free)
            _step(positions, order, rules, action)
    return rows


def _step(positions: list[int], order: list[int], rules: list[int], action: int) -> None:
    card = -1
    if action == DRAW_ACTION:
        card = order[positions[NEXT]]
    apply(positions, 0, rules, action, card)


def teach_belief(  # noqa: PLR0915
    rules: list[int],
    table: list[int],
    kinds: int,
    seed: int,
    positions: list[int],
    order: list[int],
    rolled: list[int],
    policies: list[int],
    thrown: list[int],
    passed: list[int],
    signs: list[int],
    stages: list[int],
) -> int:
    """Show true hands of the other seat beside as many others, at draws and discards of deals by the first ``kinds`` rows of ``table``.

    Row 2 k of ``signs`` is what :func:`count_signs` counts of a true hand, row 2 k + 1 of another that could have been; returns the number
    of rows. ``thrown`` and ``passed`` have room for 64 cards a seat.
    """
    rows = 0
    deal = 0
    while True:
        deal += 1
        chance = mix(seed, deal)
        fresh_order(order, chance)
        deal_out(order, deal & 1, positions, 0)
        for seat in range(2):
            kind = mix(chance, 1 + seat) % kinds * POLICY_WIDTH
            for k in range(POLICY_WIDTH):
                policies[seat * POLICY_WIDTH + k] = table[kind + k]
        many_0 = 0
        many_1 = 0
        step = 2
        while positions[PHASE] < ENDED:
            step += 1
            phase = positions[PHASE]
            turn = positions[TURN]
            random = mix(chance, step)
            if (phase in (DRAW, DISCARD)) and random & 3 == 0:
                if (rows + 2) * SIGNS > len(signs):
                    return rows
                you = 1 - turn
                known = positions[KNOWN + you]
                unseen = DECK & ~(positions[HAND + turn] | positions[PILE] | known)
                end = spread_out(unseen, rolled, 0)
                shuffle(rolled, 0, end, random)
                hand = known
                for k in range(10 - count(known)):
                    hand |= 1 << rolled[k]
                many = many_1 if you else many_0
                dead = positions[PILE]
                true = positions[HAND + you]
                base = 64 * you
                at = rows * SIGNS
                count_signs(true, known, dead, thrown, passed, base, many, signs, at)
                count_signs(hand, known, dead, thrown, passed, base, many, signs, at + SIGNS)
                stages[rows] = stage(many & 63)
                stages[rows + 1] = stages[rows]
                rows += 2
            top = positions[TOP]
            action = choose(positions, 0, rules, policies)
            if (action == DRAW_ACTION and phase == DRAW) or action == PASS_ACTION:
                if turn:
                    passed[64 + (many_1 >> 6)] = top
                    many_1 += 64
                else:
                    passed[many_0 >> 6] = top
                    many_0 += 64
            if action & ~63 == DISCARD_ACTION:
                if turn:
                    thrown[64 + (many_1 & 63)] = action & 63
                    many_1 += 1
                else:
                    thrown[many_0 & 63] = action & 63
                    many_0 += 1
            _step(positions, order, rules, action)
    return rows
