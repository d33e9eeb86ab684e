"""The training data of the weights of discards and of the belief: deals in which every choice is tried on the true cards."""

from __future__ import annotations

from hollygin.engine.numbers.belief import FEATURES, count_features, draw_hands, last_limit
from hollygin.engine.numbers.deals import play
from hollygin.engine.numbers.discards import count, discard_features, loose_cards, stage
from hollygin.engine.numbers.layout import (
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
from hollygin.engine.numbers.policies import DECK, lowest
from hollygin.engine.numbers.positions import apply, choose, deal_out, fresh_order
from hollygin.engine.numbers.randomness import mix, shuffle


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
    features: list[int],
    gains: list[int],
    groups: list[int],
    stages: list[int],
) -> int:
    """In a random half of the turns of a learner, try every loose card as the discard, each ``rolls`` times with the rest of the stock shuffled anew.

    One seat plays by a random one of the first ``learners`` rows of ``table``, the other by one of the first ``kinds``. One discard in ``stray`` is any loose card. For each trial ``features``
    takes those of :func:`discard_features`, ``gains`` the points won less those lost, and ``groups`` the number of the turn. Returns the
    number of trials. ``positions`` has room for two. Rules with a reshuffled stock are not for this.
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
                        discard_features(
                            hand, loose, card, positions[PILE], known, features, rows * STAGE_WIDTH
                        )
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
                action = _strayed(action, free, random, stray)
            _step(positions, order, rules, action)
    return rows


def _strayed(action: int, free: int, random: int, stray: int) -> int:
    """A discard, or in one case of ``stray`` that of any card in ``free``."""
    if free == 0 or (random >> 8) % stray:
        return action
    skip = (random >> 20) % count(free)
    while skip:
        free &= free - 1
        skip -= 1
    return DISCARD_ACTION | lowest(free)


def _step(positions: list[int], order: list[int], rules: list[int], action: int) -> None:
    card = -1
    if action == DRAW_ACTION:
        card = order[positions[NEXT]]
    apply(positions, 0, rules, action, card)


def teach_belief(
    rules: list[int],
    table: list[int],
    kinds: int,
    weights: list[int],
    seed: int,
    burn_in: int,
    stray: int,
    positions: list[int],
    order: list[int],
    rolled: list[int],
    policies: list[int],
    thrown: list[int],
    passed: list[int],
    spare: list[int],
    share: list[int],
    limit: list[int],
    hands: list[int],
    held: list[int],
    features: list[int],
    threw: list[int],
) -> int:
    """Show true hands of a player of the first row of ``table`` beside as many hands sampled by some ``weights``, at turns of the other seat.

    The other seat plays by any of the first ``kinds`` rows. One discard in ``stray`` is any loose card. Row 2 k of ``features`` has the :func:`count_features` of a true hand,
    row 2 k + 1 those of the hand that :func:`draw_hands` gives after ``burn_in`` steps. ``threw`` is how many cards the player had thrown. Returns the number of rows.
    ``share``, ``limit``, ``hands`` and ``held`` have room for one number, ``spare`` for FEATURES, ``thrown`` and ``passed`` for 64 cards.
    """
    rows = 0
    deal = 0
    share[0] = 1024
    while True:
        deal += 1
        chance = mix(seed, deal)
        fresh_order(order, chance)
        deal_out(order, deal >> 1 & 1, positions, 0)
        you = deal & 1
        kind = mix(chance, 1) % kinds * POLICY_WIDTH
        for k in range(POLICY_WIDTH):
            policies[you * POLICY_WIDTH + k] = table[k]
            policies[(1 - you) * POLICY_WIDTH + k] = table[kind + k]
        many = 0
        step = 2
        while positions[PHASE] < ENDED:
            step += 1
            phase = positions[PHASE]
            turn = positions[TURN]
            random = mix(chance, step)
            if turn != you and (phase in (DRAW, DISCARD)) and random & 3 == 0:
                if rows + 2 > len(threw):
                    return rows
                known = positions[KNOWN + you]
                dead = positions[PILE]
                unseen = DECK & ~(positions[HAND + turn] | dead | known)
                turns = many & 63
                limit[0] = last_limit(policies, you * POLICY_WIDTH, turns)
                draw_hands(
                    unseen,
                    known,
                    dead,
                    thrown,
                    passed,
                    many,
                    weights,
                    share,
                    limit,
                    random,
                    1,
                    burn_in,
                    0,
                    rolled,
                    spare,
                    hands,
                    held,
                )
                at = rows * FEATURES
                count_features(positions[HAND + you], known, dead, thrown, passed, many, features, at)
                count_features(hands[0], known, dead, thrown, passed, many, features, at + FEATURES)
                threw[rows] = turns
                threw[rows + 1] = turns
                rows += 2
            top = positions[TOP]
            action = choose(positions, 0, rules, policies)
            if action & ~63 == DISCARD_ACTION:
                kept = 0 if positions[TAKEN] < 0 else 1 << positions[TAKEN]
                free = loose_cards(positions[HAND + turn]) & ~kept
                action = _strayed(action, free, random, stray)
            if turn == you:
                if (action == DRAW_ACTION and phase == DRAW) or action == PASS_ACTION:
                    passed[many >> 6] = top
                    many += 64
                if action & ~63 == DISCARD_ACTION:
                    thrown[many & 63] = action & 63
                    many += 1
            _step(positions, order, rules, action)
