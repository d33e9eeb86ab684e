"""A deal at one moment as numbers: dealing it out, an action by hand, a policy's choice (see ``layout``).

The rules are those of ``hollygin.deal``, without its objects; tests hold the two together action by action.
"""

from __future__ import annotations

from hollygin.engine.numbers.discards import weighs
from hollygin.engine.numbers.layout import (
    ACE_ONE,
    BIG_GIN_ACTION,
    BIG_GIN_BONUS,
    BIG_GIN_TURNS,
    DANGER_WEIGHT,
    DEADWOOD_WEIGHT,
    DEALER,
    DISCARD,
    DISCARD_ACTION,
    DRAW,
    DRAW_ACTION,
    END,
    END_NOW,
    ENDED,
    HAND,
    KNOCK_ACTION,
    KNOCK_EARLY,
    KNOCK_LATE,
    KNOCK_LIMIT,
    KNOCK_TURNS,
    KNOWN,
    LAST,
    LAST_DISCARD,
    LAST_ENDS,
    MUST_DRAW,
    NEXT,
    OKLAHOMA,
    OKLAHOMA_ACE,
    PASS_ACTION,
    PHASE,
    PILE,
    POLICY_WIDTH,
    POTENTIAL_WEIGHT,
    RESHUFFLE,
    SLACK,
    STOCK_END,
    STOCK_LAST,
    STOCK_RESHUFFLE,
    STOCK_RESHUFFLED,
    STOCK_VOID,
    STRAIGHT,
    TAKE_ACTION,
    TAKE_DROP,
    TAKE_MELD,
    TAKE_WITHIN,
    TAKEN,
    THROWN,
    TOP,
    TURN,
    TURNS,
    UPCARD,
    UPCARD_DEALER,
    UPCARD_OPENER,
    VOID,
    WEIGHED,
    WEIGHTS,
)
from hollygin.engine.numbers.lookup import CARD_POINTS
from hollygin.engine.numbers.policies import takes, throws
from hollygin.engine.numbers.randomness import shuffle
from hollygin.kernel.arithmetic import best_discard, deadwood

VOID_STOCK = 2
TURN_LIMIT = 200
"""Both as in ``hollygin.deal``."""


def knock_limit(rules: list[int], upcard: int) -> int:
    """The knock limit of a deal (R4.1, R9.1, R10.1)."""
    if rules[STRAIGHT]:
        return 0
    if rules[OKLAHOMA] == 0:
        return rules[KNOCK_LIMIT]
    if CARD_POINTS[upcard] == 1:
        return 1 if rules[OKLAHOMA_ACE] == ACE_ONE else 0
    return CARD_POINTS[upcard]


def stock_rule(rules: list[int]) -> int:
    """What happens when the stock runs low (R6): STOCK_VOID, STOCK_LAST or STOCK_RESHUFFLE."""
    if rules[STOCK_END] == STOCK_RESHUFFLED:
        return STOCK_RESHUFFLE
    return STOCK_LAST if rules[LAST_DISCARD] == LAST_ENDS else STOCK_VOID


def fresh_order(order: list[int], seed: int) -> None:
    """Put the 52 cards of the deal with a seed into ``order[:52]``, as ``Deal.start`` deals them."""
    for card in range(52):
        order[card] = card
    shuffle(order, 0, 52, seed)


def deal_out(order: list[int], dealer: int, positions: list[int], at: int) -> None:
    """Deal an order of 52 cards into a position (R1.3)."""
    opener = 0
    other = 0
    for i in range(0, 20, 2):
        opener |= 1 << order[i]
        other |= 1 << order[i + 1]
    positions[at + PHASE] = UPCARD_OPENER
    positions[at + TURN] = 1 - dealer
    positions[at + DEALER] = dealer
    positions[at + HAND + 1 - dealer] = opener
    positions[at + HAND + dealer] = other
    positions[at + KNOWN] = 0
    positions[at + KNOWN + 1] = 0
    positions[at + PILE] = 1 << order[20]
    positions[at + TOP] = order[20]
    positions[at + TAKEN] = -1
    positions[at + NEXT] = 21
    positions[at + END] = 52
    positions[at + TURNS] = 0
    positions[at + UPCARD] = order[20]
    positions[at + THROWN] = -1


def phase_after_discard(rule: int, stock: int, turns: int) -> int:
    """The phase after a discard without a knock that leaves ``stock`` cards (R6)."""
    if rule == STOCK_RESHUFFLE:
        if turns == TURN_LIMIT:
            return VOID
        return RESHUFFLE if stock == 0 else DRAW
    if stock == VOID_STOCK:
        return LAST if rule == STOCK_LAST else VOID
    return VOID if turns == TURN_LIMIT else DRAW


def choose(positions: list[int], at: int, rules: list[int], policies: list[int]) -> int:
    """The action of the policy of the seat on turn, before a deal is ended."""
    phase = positions[at + PHASE]
    turn = positions[at + TURN]
    policy = POLICY_WIDTH * turn
    hand = positions[at + HAND + turn]
    top = positions[at + TOP]
    turns = positions[at + TURNS]
    limit = knock_limit(rules, positions[at + UPCARD])
    own = own_limit(
        limit,
        turns,
        policies[policy + KNOCK_TURNS],
        policies[policy + KNOCK_EARLY],
        policies[policy + KNOCK_LATE],
    )
    waits = phase == DISCARD and turns >> 1 < policies[policy + BIG_GIN_TURNS]
    if phase == MUST_DRAW:
        return DRAW_ACTION
    if phase < DISCARD:
        if wants_top(phase, hand, deadwood(hand), top, own, policies, policy):
            return TAKE_ACTION
        return DRAW_ACTION if phase == DRAW else PASS_ACTION
    kept = 0 if positions[at + TAKEN] < 0 else 1 << positions[at + TAKEN]
    least, card = best_discard(hand, kept)
    if phase == END_NOW:
        own = limit
    ending = ends(hand, least, own, rules[BIG_GIN_BONUS], waits)
    if ending:
        return ending if ending == BIG_GIN_ACTION else KNOCK_ACTION | card
    dead, known = positions[at + PILE], positions[at + KNOWN + 1 - turn]
    _, card = chosen_discard(hand, kept, least, card, dead, known, turns >> 1, policies, policy)
    return DISCARD_ACTION | card


def wants_top(phase: int, hand: int, held: int, top: int, own: int, policies: list[int], policy: int) -> bool:
    """Whether the policy at ``policies[policy]`` takes the card on the pile into ten cards of deadwood ``held``.

    ``own`` is its knock limit in this turn. Before the last card it takes only to end the deal (R6.1).
    """
    if phase == MUST_DRAW:
        return False
    if phase == LAST:
        return best_discard(hand | 1 << top, 1 << top)[0] <= own
    return takes(
        hand,
        held,
        top,
        own,
        policies[policy + TAKE_MELD],
        policies[policy + TAKE_DROP],
        policies[policy + TAKE_WITHIN],
    )


def chosen_discard(
    hand: int,
    kept: int,
    least: int,
    card: int,
    dead: int,
    known: int,
    turn: int,
    policies: list[int],
    policy: int,
) -> tuple[int, int]:
    """The discard of the policy at ``policies[policy]`` if it does not end the deal: the deadwood left and the card.

    ``least`` and ``card`` are the discard that leaves least; the others as for :func:`weighs`.
    """
    potential = policies[policy + POTENTIAL_WEIGHT]
    danger = policies[policy + DANGER_WEIGHT]
    if policies[policy + WEIGHED]:
        return weighs(hand, kept, least, card, dead, known, turn, policies, policy + WEIGHTS)
    if potential | danger:
        slack = policies[policy + SLACK]
        weight = policies[policy + DEADWOOD_WEIGHT]
        return throws(hand, kept, least, dead, known, slack, weight, potential, danger)
    return least, card


def own_limit(limit: int, turns: int, knock_turns: int, early: int, late: int) -> int:
    """The deadwood at which a policy knocks in the turn after ``turns`` discards, in a deal with a limit (R4.1)."""
    return min(limit, early if turns >> 1 < knock_turns else late)


def ends(hand: int, least: int, own: int, big_gin: int, waits: bool) -> int:
    """How a policy with eleven cards ends the deal: KNOCK_ACTION, BIG_GIN_ACTION, or 0 if it plays on.

    ``least`` is what its best discard leaves, and ``own`` its limit. ``big_gin`` is the bonus of big gin, and ``waits`` says whether it holds gin back for that.
    """
    if least > own:
        return 0
    if least == 0 and big_gin:
        if deadwood(hand) == 0:
            return BIG_GIN_ACTION
        if waits:
            return 0
    return KNOCK_ACTION


def apply(positions: list[int], at: int, rules: list[int], action: int, card: int) -> None:
    """Change a position by an action of the seat on turn; ``card`` is the one drawn, or -1.

    A draw of no named card leaves it to be drawn (``MUST_DRAW``). The action is not checked.
    """
    turn = positions[at + TURN]
    kind = action & ~63
    if kind == PASS_ACTION:
        if positions[at + PHASE] == LAST:
            positions[at + PHASE] = VOID
            return
        positions[at + PHASE] = UPCARD_DEALER if positions[at + PHASE] == UPCARD_OPENER else MUST_DRAW
        positions[at + TURN] = 1 - turn
    elif kind == DRAW_ACTION:
        if card < 0:
            positions[at + PHASE] = MUST_DRAW
            return
        positions[at + HAND + turn] |= 1 << card
        positions[at + NEXT] += 1
        positions[at + PHASE] = DISCARD
    elif kind == TAKE_ACTION:
        top = positions[at + TOP]
        positions[at + HAND + turn] |= 1 << top
        positions[at + KNOWN + turn] |= 1 << top
        positions[at + PILE] ^= 1 << top
        positions[at + TAKEN] = top
        positions[at + TOP] = -1
        positions[at + PHASE] = END_NOW if positions[at + PHASE] == LAST else DISCARD
    elif kind == DISCARD_ACTION:
        _put_down(positions, at, action & 63)
        positions[at + PILE] |= 1 << (action & 63)
        positions[at + TOP] = action & 63
        positions[at + TAKEN] = -1
        positions[at + TURNS] += 1
        stock = positions[at + END] - positions[at + NEXT]
        positions[at + PHASE] = phase_after_discard(stock_rule(rules), stock, positions[at + TURNS])
        positions[at + TURN] = 1 - turn
    else:
        if kind == KNOCK_ACTION:
            _put_down(positions, at, action & 63)
            positions[at + THROWN] = action & 63
        positions[at + PHASE] = ENDED


def _put_down(positions: list[int], at: int, card: int) -> None:
    turn = positions[at + TURN]
    positions[at + HAND + turn] &= ~(1 << card)
    positions[at + KNOWN + turn] &= ~(1 << card)
