"""Deals between two policies, from the first card or from any position, singly and in bulk.

Theory: a whole deal is one loop over plain integers. :func:`play` reads a position into local variables once, plays to the end, and
writes one row of results. The player on turn is always ``me``; at the end of a turn the two sides swap variables, so no
branch asks whose turn it is. A hand is a set of 52 bits. The stock is an order of cards with two marks: the next card and
its end. A draw only moves a mark. All chance comes from the seed of the deal, and is in that order, so a deal is the same
from any position and in both copies of the code. A reshuffled stock takes the second half of the array. The rules are those of
``hollygin.deal``, written without objects: tests play random deals in both and compare them action by action, by the trace.

A roll-out is the same loop from a position with a sampled hand. All actions that are compared meet the same hands and the same
stocks (common random numbers). Their differences are then far more exact than their means.
"""

from __future__ import annotations

from hollygin.engine.numbers.layout import (
    BIG_GIN_BONUS,
    BIG_GIN_TURNS,
    DEALER,
    DEALT_BY,
    DEFENDER_DEADWOOD,
    DISCARD,
    DISCARD_ACTION,
    DISCARDS,
    DRAW,
    DRAW_ACTION,
    END,
    END_NOW,
    ENDED,
    GIN_BONUS,
    GIN_BOXES,
    HAND,
    KNOCK_ACTION,
    KNOCK_EARLY,
    KNOCK_LATE,
    KNOCK_TURNS,
    KNOCKER,
    KNOCKER_DEADWOOD,
    KNOWN,
    LAST,
    MARKS,
    MUST_DRAW,
    NEXT,
    OKLAHOMA,
    OUTCOME,
    OUTCOME_BIG_GIN,
    OUTCOME_GIN,
    OUTCOME_KNOCK,
    OUTCOME_TIE,
    OUTCOME_UNDERCUT,
    OUTCOME_VOID,
    PASS_ACTION,
    PHASE,
    PILE,
    POINTS,
    POLICY_WIDTH,
    POSITION_WIDTH,
    RESHUFFLE,
    RESHUFFLE_ACTION,
    RESULT_WIDTH,
    SPADES_DOUBLE,
    TAKE_ACTION,
    TAKEN,
    THROWN,
    TIE,
    TIE_NOBODY,
    TIE_UNDERCUT,
    TOP,
    TURN,
    TURNS,
    UNDERCUT_BONUS,
    UNDERCUT_BOXES,
    UPCARD,
    UPCARD_DEALER,
    UPCARD_OPENER,
    VOID,
    WINNER,
)
from hollygin.engine.numbers.policies import lowest
from hollygin.engine.numbers.positions import (
    apply,
    chosen_discard,
    deal_out,
    ends,
    fresh_order,
    knock_limit,
    own_limit,
    phase_after_discard,
    stock_rule,
    wants_top,
)
from hollygin.engine.numbers.randomness import mix, shuffle
from hollygin.engine.numbers.spreads import best_spread, fourths_of
from hollygin.kernel.arithmetic import best_discard, deadwood, deadwood_after_layoff

DECK = (1 << 52) - 1


def play(  # noqa: PLR0915
    positions: list[int],
    at: int,
    order: list[int],
    rules: list[int],
    policies: list[int],
    seed: int,
    trace: list[int],
    results: list[int],
    row: int,
) -> int:
    """Play the deal at ``positions[at]`` to its end and write how it ended to ``results[row]``.

    ``order`` has 104 places: the first 52 have the stock, the others a reshuffled one, whose order is made
    from ``seed``. ``trace`` takes the actions unless it is empty. Returns how much of it is used.
    """
    phase = positions[at + PHASE]
    turn = positions[at + TURN]
    policy = POLICY_WIDTH * turn
    me = positions[at + HAND + turn]
    you = positions[at + HAND + 1 - turn]
    my_known = positions[at + KNOWN + turn]
    your_known = positions[at + KNOWN + 1 - turn]
    pile = positions[at + PILE]
    top = positions[at + TOP]
    taken = positions[at + TAKEN]
    thrown = positions[at + THROWN]
    drawn = positions[at + NEXT]
    end = positions[at + END]
    turns = positions[at + TURNS]
    limit = knock_limit(rules, positions[at + UPCARD])
    rule = stock_rule(rules)
    big_gin = rules[BIG_GIN_BONUS]
    tracing = len(trace) > 0
    written = 0
    reshuffles = 0
    mine = deadwood(me)
    yours = deadwood(you)
    while phase < ENDED:
        if phase == RESHUFFLE:
            reshuffles += 1
            pile ^= 1 << top
            drawn = 52
            end = spread_out(pile, order, 52)
            shuffle(order, 52, end, mix(seed, reshuffles))
            pile = 1 << top
            if tracing:
                written = _append(trace, written, RESHUFFLE_ACTION | end - 52)
                for i in range(52, end):
                    written = _append(trace, written, order[i])
            phase = DRAW
        own = own_limit(
            limit,
            turns,
            policies[policy + KNOCK_TURNS],
            policies[policy + KNOCK_EARLY],
            policies[policy + KNOCK_LATE],
        )
        if phase < DISCARD:
            if wants_top(phase, me, mine, top, own, policies, policy):
                taken = top
                me |= 1 << top
                my_known |= 1 << top
                pile ^= 1 << top
                if tracing:
                    written = _append(trace, written, TAKE_ACTION | top)
                phase = END_NOW if phase == LAST else DISCARD
            elif phase >= MUST_DRAW:
                me |= 1 << order[drawn]
                if tracing:
                    written = _append(trace, written, DRAW_ACTION | order[drawn])
                drawn += 1
                phase = DISCARD
            else:
                if tracing:
                    written = _append(trace, written, PASS_ACTION)
                phase = VOID if phase == LAST else UPCARD_DEALER if phase == UPCARD_OPENER else MUST_DRAW
        if DISCARD <= phase <= END_NOW:
            if phase == END_NOW:
                own = limit
            kept = 0 if taken < 0 else 1 << taken
            left, card = best_discard(me, kept)
            if left <= own:
                waits = phase == DISCARD and turns >> 1 < policies[policy + BIG_GIN_TURNS]
                ending = ends(me, left, own, big_gin, waits)
                if ending:
                    phase = ENDED
                    mine = left
                    if ending == KNOCK_ACTION:
                        thrown = card
                        me ^= 1 << card
                        ending |= card
                    if tracing:
                        written = _append(trace, written, ending)
                    break
            left, card = chosen_discard(me, kept, left, card, pile, your_known, turns >> 1, policies, policy)
            me ^= 1 << card
            my_known &= ~(1 << card)
            pile |= 1 << card
            top = card
            taken = -1
            mine = left
            turns += 1
            if tracing:
                written = _append(trace, written, DISCARD_ACTION | card)
            phase = phase_after_discard(rule, end - drawn, turns)
        turn = 1 - turn
        policy = POLICY_WIDTH * turn
        me, you = you, me
        my_known, your_known = your_known, my_known
        mine, yours = yours, mine
    results[row + DISCARDS] = turns
    results[row + DEALT_BY] = positions[at + DEALER]
    if phase == VOID:
        _write(results, row, OUTCOME_VOID, -1, 0, -1, 0, 0)
        results[row + MARKS] = 0
        return written
    unseen = DECK & ~me
    if thrown >= 0:
        unseen &= ~(pile | 1 << thrown)
    times = 2 if rules[OKLAHOMA] & rules[SPADES_DOUBLE] and positions[at + UPCARD] < 13 else 1
    sets, runs = _settle(rules, turn, me, you, mine, yours, thrown, unseen, times, results, row)
    if tracing:
        written = _append(trace, written, sets)
        written = _append(trace, written, runs)
    return written


def _settle(
    rules: list[int],
    knocker: int,
    me: int,
    you: int,
    mine: int,
    yours: int,
    thrown: int,
    unseen: int,
    times: int,
    results: list[int],
    row: int,
) -> tuple[int, int]:
    """Write what an ending is worth (R5). Returns the knocker's sets and runs.

    ``mine`` and ``yours`` are both deadwoods before layoffs, ``thrown`` -1 at big gin.
    """
    sets, runs = best_spread(me, unseen)
    winner = knocker
    bonus = 0
    if thrown < 0:
        outcome = OUTCOME_BIG_GIN
        bonus = rules[BIG_GIN_BONUS]
    elif mine == 0:
        outcome = OUTCOME_GIN
        bonus = rules[GIN_BONUS]
    else:
        outcome = OUTCOME_KNOCK
        yours = deadwood_after_layoff(you, runs, fourths_of(sets))
    difference = yours - mine
    if outcome == OUTCOME_KNOCK and difference <= 0:
        if difference < 0 or rules[TIE] == TIE_UNDERCUT:
            outcome = OUTCOME_UNDERCUT
            winner = 1 - knocker
            bonus = rules[UNDERCUT_BONUS]
            difference = -difference
        elif rules[TIE] == TIE_NOBODY:
            outcome = OUTCOME_TIE
            winner = -1
    _write(results, row, outcome, winner, (difference + bonus) * times, knocker, mine, yours)
    results[row + MARKS] = boxes_of(rules, outcome)
    return sets, runs


def boxes_of(rules: list[int], outcome: int) -> int:
    """The boxes that a deal marks (R8.9); 0 if nobody has won it."""
    if outcome in (OUTCOME_GIN, OUTCOME_BIG_GIN):
        return rules[GIN_BOXES]
    if outcome == OUTCOME_UNDERCUT:
        return rules[UNDERCUT_BOXES]
    return 1 if outcome == OUTCOME_KNOCK else 0


def _write(
    results: list[int], row: int, outcome: int, winner: int, points: int, knocker: int, mine: int, yours: int
) -> None:
    results[row + OUTCOME] = outcome
    results[row + WINNER] = winner
    results[row + POINTS] = points
    results[row + KNOCKER] = knocker
    results[row + KNOCKER_DEADWOOD] = mine
    results[row + DEFENDER_DEADWOOD] = yours


def _append(trace: list[int], written: int, number: int) -> int:
    trace[written] = number
    return written + 1


def spread_out(cards: int, order: list[int], first: int) -> int:
    """Put a set of cards, ascending, into ``order`` from ``first`` on. Returns where it ends."""
    while cards:
        order[first] = lowest(cards)
        cards &= cards - 1
        first += 1
    return first


def deal_seed(seed: int, match: int, deal: int) -> int:
    """The seed of a deal (from 1) of a match (from 0) of the run that ``seed`` (below 2**62) stands for."""
    return mix(mix(seed, match), deal)


def play_deals(
    rules: list[int],
    policies: list[int],
    seed: int,
    first: int,
    number: int,
    dealer: int,
    positions: list[int],
    order: list[int],
    trace: list[int],
    results: list[int],
) -> int:
    """Play deal ``number`` of matches ``first``, ``first`` + 1 and so on, as many as ``results`` has room for.

    ``dealer`` deals in the first of them, then the seats take turns. ``positions`` has room for one. ``trace`` takes the actions of the last
    deal unless it is empty. Returns how much of it is used.
    """
    used = 0
    for i in range(len(results) // RESULT_WIDTH):
        deal = deal_seed(seed, first + i, number)
        fresh_order(order, deal)
        deal_out(order, dealer + i & 1, positions, 0)
        used = play(positions, 0, order, rules, policies, deal, trace, results, i * RESULT_WIDTH)
    return used


def sample_hands(unseen: int, held: int, count: int, seed: int, order: list[int], hands: list[int]) -> None:
    """Fill ``hands`` with hands of ``count`` cards from ``unseen`` beside those ``held``, all equally likely."""
    for i in range(len(hands)):
        end = spread_out(unseen, order, 0)
        shuffle(order, 0, end, mix(seed, i))
        hand = held
        for j in range(end - count, end):
            hand |= 1 << order[j]
        hands[i] = hand


def roll_out(
    position: list[int],
    actions: list[int],
    hands: list[int],
    rules: list[int],
    policies: list[int],
    seed: int,
    positions: list[int],
    order: list[int],
    trace: list[int],
    results: list[int],
    scores: list[int],
) -> None:
    """Play a deal to its end after each of some actions of the seat on turn, against each of some hands.

    Every action meets the same hands and the same orders of the stock. ``scores[a * len(hands) + i]`` is for action a
    against hand i: the points won by the seat on turn plus 1, the same below 0 if the other seat won,
    and 0 if nobody has. ``positions`` has room for one per action, ``trace`` is empty, ``results`` takes one.
    """
    turn = position[TURN]
    other = HAND + 1 - turn
    for a in range(len(actions)):
        for k in range(POSITION_WIDTH):
            positions[a * POSITION_WIDTH + k] = position[k]
        apply(positions, a * POSITION_WIDTH, rules, actions[a], -1)
    rest = DECK & ~(position[HAND + turn] | position[PILE])
    for i in range(len(hands)):
        sample = mix(seed, i)
        end = spread_out(rest & ~hands[i], order, 0)
        shuffle(order, 0, end, sample)
        for a in range(len(actions)):
            at = a * POSITION_WIDTH
            positions[at + other] = hands[i]
            play(positions, at, order, rules, policies, sample, trace, results, 0)
            points = results[POINTS] + 1
            scores[a * len(hands) + i] = (
                0 if results[WINNER] < 0 else points if results[WINNER] == turn else -points
            )
