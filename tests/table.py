"""Deals laid out by hand: who holds what, then actions in their text form."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import count
from random import Random
from typing import Any

from hollygin import CARDS, Card, Deal, Match, Phase, Rules, best_discard, make_rules, parse_action
from hollygin.actions import Action, BigGin, Defend, Discard, Gin, Knock, LayOff, Reshuffle
from hollygin.cards import DECK, card_set, iter_cards, parse_card, parse_card_list
from hollygin.errors import Fault, HollyginError
from hollygin.melds import union

GIN_HAND = "4h 5h 6h 7h 9c 9d 9s Ac 2c 3c"
LOW_HAND = "4h 5h 6h 9c 9d 9s Jc Qc Kc 3s"
"""Deadwood 3 in three melds."""
HIGH_HAND = "Ah 2h 8d 8c Td Js Qs Kd 6c 7d"
"""No meld at all, deadwood 62."""


@cache
def rules_of(profile: str = "friendly", **options: Any) -> Rules:
    return make_rules(profile, **options)


def order_of(first: str, second: str, upcard: str, stock: str = "") -> list[Card]:
    """An order of 52 cards in which the non-dealer is dealt ``first`` and the dealer ``second``."""
    one, two, drawn = parse_card_list(first), parse_card_list(second), parse_card_list(stock)
    dealt = [card for pair in zip(one, two, strict=True) for card in pair]
    fixed = [*dealt, parse_card(upcard), *drawn]
    assert len(one) == 10 and len(set(fixed)) == len(fixed)
    return [*fixed, *(card for card in CARDS if card not in set(fixed))]


def deal_of(
    first: str = LOW_HAND,
    second: str = HIGH_HAND,
    upcard: str = "Ks",
    stock: str = "",
    profile: str = "friendly",
    **options: Any,
) -> Deal:
    """A deal of seat 1: seat 0 is the opener and holds ``first``."""
    return Deal.start(rules_of(profile, **options), 1, order_of(first, second, upcard, stock))


def play(deal: Deal, *lines: str) -> Deal:
    """The deal after the actions, each by whoever is due."""
    for line in lines:
        deal = deal.step(deal.due.seat, parse_action(line))
    return deal


def play_match(match: Match, *lines: str) -> Match:
    """The match after the actions of the deal under way, each by whoever is due."""
    for line in lines:
        assert match.due is not None
        match = match.step(match.due.seat, parse_action(line))
    return match


def faults_of(call: Callable[..., object], *args: object, **options: object) -> tuple[Fault, ...]:
    """All faults that a call raises."""
    try:
        call(*args, **options)
    except HollyginError as error:
        return error.faults
    return ()


def codes(call: Callable[..., object], *args: object, **options: object) -> list[str]:
    """The codes of all faults that a call raises."""
    return [one.code for one in faults_of(call, *args, **options)]


def refusal(state: Deal | Match, seat: int | None, action: Action) -> Fault | None:
    """What is wrong with an action, as both ``check`` and ``step`` must say."""
    found = state.check(seat, action)
    raised = faults_of(state.step, seat, action)
    assert [str(one) for one in raised] == ([] if found is None else [str(found)])
    return found


def fault(deal: Deal, line: str) -> tuple[str, str] | None:
    """Clause and code of what is wrong with an action of whoever is due."""
    found = refusal(deal, deal.due.seat, parse_action(line))
    return None if found is None else (found.clause, found.code)


def lines(deal: Deal) -> set[str]:
    """The legal actions of whoever is due, as text."""
    assert deal.due.seat is not None
    return {str(action) for action in deal.legal_actions(deal.due.seat)}


def to_draw(deal: Deal) -> Deal:
    """Both pass; the opener has drawn the top of the stock."""
    return play(deal, "pass", "pass", "draw")


def run_down(deal: Deal, left: int) -> Deal:
    """Both draw and throw what they drew until ``left`` cards are in the stock."""
    while len(deal.stock) > left:
        if deal.phase in (Phase.UPCARD_OPENER, Phase.UPCARD_DEALER):
            deal = play(deal, "pass")
        else:
            deal = play(deal, "draw")
            if len(deal.stock) > left:
                deal = play(deal, f"discard {deal.drawn}")
    return deal


def every_card(deal: Deal) -> list[Card]:
    """All cards of a deal wherever they lie, with repetition."""
    cards = [card for card in (*deal.stock, *deal.pile, deal.face_down) if card is not None]
    table = [*deal.hands, *deal.extended, *deal.defense]
    return [*cards, *(card for part in table for card in iter_cards(part))]


def rich_order(random: Random) -> list[Card]:
    """An order in which both hands are full of melds: each is drawn from neighbouring cards."""
    by_rank = sorted(CARDS, key=lambda card: (card.rank, card.suit))
    line = list(random.choice((CARDS, by_rank)))
    at = random.randrange(52)
    line = line[at:] + line[:at]
    pool = [line[:14], line[26:40]]
    hands = [random.sample(part, 10) for part in pool]
    dealt = [card for pair in zip(*hands, strict=True) for card in pair]
    rest = [card for card in CARDS if card not in set(dealt)]
    random.shuffle(rest)
    return [*dealt, *rest]


def any_order(random: Random) -> list[Card]:
    if random.random() < 0.6:
        return rich_order(random)
    return random.sample(CARDS, 52)


def choose(deal: Deal, random: Random) -> Action:
    """An action of whoever is due: any legal one, endings and good discards more often."""
    seat = deal.due.seat
    if seat is None:
        return Reshuffle(tuple(random.sample(deal.pile[:-1], len(deal.pile) - 1)))
    legal = deal.legal_actions(seat)
    endings = [action for action in legal if isinstance(action, Knock | Gin | BigGin)]
    if endings and random.random() < 0.4:
        return random.choice(endings)
    if deal.phase is Phase.DISCARD and random.random() < 0.7:
        kept = 0 if deal.taken is None else deal.taken.bit
        return Discard(CARDS[best_discard(deal.hands[seat], kept)[1]])
    return random.choice(legal)


def walk(deal: Deal, random: Random) -> Iterator[tuple[Deal, Action, Deal]]:
    """A whole deal as state, action, next state."""
    for turn in count():
        assert turn < 2000
        if deal.phase is Phase.OVER:
            return
        action = choose(deal, random)
        after = deal.step(deal.due.seat, action)
        yield deal, action, after
        deal = after


def near_misses(deal: Deal, random: Random) -> Iterator[Action]:
    """Actions around the legal ones: some legal, most with one thing wrong."""
    for line in ("draw", "take", "pass", "done", "resign", "big gin:", "defense", "reshuffle", "show Kc 2d"):
        yield parse_action(line)
    for card in CARDS:
        yield Discard(card)
    hand = [*iter_cards(deal.hands[deal.turn])]
    spreads: list[tuple[int, ...]] = [(), (0,)]
    for action in deal.legal_actions(deal.turn)[-40:]:
        if isinstance(action, Knock | Gin | BigGin | Defend):
            melds = action.defense if isinstance(action, Defend) else action.spread
            spreads += [melds, *_altered(melds, random)]
    for melds in random.sample(spreads, min(len(spreads), 30)):
        yield Defend(melds)
        yield BigGin(melds)
        for card in random.sample(hand, min(3, len(hand))):
            yield Knock(card, melds)
            yield Gin(card, melds)
        yield Knock(None, melds)
        yield Gin(None, melds)
    for meld in {*deal.spread, *deal.extended, *deal.defense, card_set(hand[:3])}:
        for card in CARDS:
            yield LayOff(card, meld)


def _altered(melds: tuple[int, ...], random: Random) -> Iterator[tuple[int, ...]]:
    """A spread with one card moved, lost, doubled or exchanged."""
    if not melds:
        return
    i = random.randrange(len(melds))
    card = random.choice([*iter_cards(melds[i])]).bit
    rest = [*melds[:i], *melds[i + 1 :]]
    yield (*rest, melds[i] & ~card)
    yield tuple(rest)
    yield (*melds, melds[i])
    other = random.choice([*iter_cards(DECK & ~union(melds))]).bit
    yield (*rest, melds[i] & ~card | other)
    yield (*rest, melds[i] | other)
    if rest:
        yield (*rest[1:], rest[0] | card, melds[i] & ~card)
        yield (*rest[1:], rest[0] | card, melds[i])
