"""A record as one seat saw the match, and the whole record again from the shuffles of the house.

Theory: a redacted record is a record in its own right. Every reader can replay it by the ordinary rules, which play
with unknown cards (``hollygin.deal``). So hiding a card means to replace it by one that the writer does not know, not to
blank it in the output. The deal is replayed twice side by side: in full, and as the perspective sees it. The order
keeps only the cards that the perspective was dealt or has drawn. Each action is written as it looked: a knock shows its
melds and deadwood, but not the card put down, unless no unknown card is left. A ``show`` names the cards that an action
opens, right before it: so every later action uses cards that the hand is known to hold, or may hold. An unfinished
deal ends at the knock, because nobody else sees what a defender does.

Going back needs no more than the secrets: the order comes from the shuffle, each ``show`` is dropped, and each unknown
card is the only one that fits. ``complete(redact(record))`` is the record but for what :func:`redact` leaves out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from hollygin.actions import Action, BigGin, Defend, Draw, Gin, Knock, Reshuffle, Show
from hollygin.cards import CARDS, Card
from hollygin.deal import HAND_SIZE, Deal, Played
from hollygin.due import Phase, Seat
from hollygin.errors import HollyginError, RecordError, RecordFault
from hollygin.melds import union
from hollygin.record.fields import Path, located
from hollygin.record.model import Cards, DealRecord, Perspective, Record
from hollygin.record.replay import begin
from hollygin.shuffle import Shuffle

_STOCK_START = 2 * HAND_SIZE + 1


def redact(record: Record, perspective: Perspective) -> Record:
    """A record as a seat, or a spectator, saw the match: cards that it did not see are ``??``.

    Hands laid open at the end of a deal come in by ``show``. Left out are what the defender of an unfinished deal
    has laid down, and the secrets of shuffles, comments, times and user fields, since these could reveal hidden
    cards. Raises RecordError if an action is illegal, or if the record has no actions (``sheet-only``).
    """
    deals: list[DealRecord] = []
    match = record.start()
    for i, written in enumerate(record.deals):
        path: Path = ("deals", i)
        match = begin(match, record, written, path)
        assert match.deal is not None
        states = list(_states(match.deal, written, path))
        deals.append(_redact_deal(record, written, states, perspective))
        for seat, action in written.actions:
            match = match.step(seat, action)
    return replace(record, perspective=perspective, deals=tuple(deals), comment=None, extra={})


def _states(deal: Deal, written: DealRecord, path: Path) -> Iterator[Deal]:
    """A deal before its first action and after each."""
    yield deal
    for k, (seat, action) in enumerate(written.actions):
        try:
            deal = deal.step(seat, action)
        except HollyginError as error:
            raise RecordError(located(error.fault, (*path, "actions", k))) from error
        yield deal


def _redact_deal(
    record: Record, written: DealRecord, states: list[Deal], perspective: Perspective
) -> DealRecord:
    order, stocks = _known_cards(written, perspective)
    deal = Deal.start(record.rules, written.dealer, order)
    over = states[-1].phase is Phase.OVER
    actions: list[Played] = []
    for before, after, (seat, action) in zip(states[:-1], states[1:], written.actions, strict=True):
        if isinstance(action, Defend) and seat != perspective and not over:
            break
        for seen in _as_seen(deal, before, after, seat, action, perspective, stocks):
            deal = deal.step(seat, seen)
            actions.append(Played(seat, seen))
    shuffle = None if written.shuffle is None else replace(written.shuffle, secret=None)
    cards = Cards(order, by_hands=None in order)
    return replace(
        written, cards=cards, actions=tuple(actions), shuffle=shuffle, times=(), comments=(), extra={}
    )


def _known_cards(
    written: DealRecord, perspective: Perspective
) -> tuple[tuple[Card | None, ...], list[tuple[Card | None, ...]]]:
    """The order of a deal and of each reshuffle, with only the upcard and the cards that a seat was dealt or has drawn."""
    order = written.cards.order
    own = (*(int(seat == written.dealer) for seat in (0, 1)),)
    keep = {2 * HAND_SIZE}
    if perspective != "spectator":
        keep.update(range(own[perspective], 2 * HAND_SIZE, 2))
    stocks: list[tuple[tuple[Card | None, ...], set[int]]] = [(order, keep)]
    top = _STOCK_START
    for seat, action in written.actions:
        if isinstance(action, Reshuffle):
            stocks.append((action.cards, set()))
            top = 0
        elif isinstance(action, Draw):
            if seat == perspective:
                stocks[-1][1].add(top)
            top += 1
    first, *later = (
        tuple(card if i in kept else None for i, card in enumerate(cards)) for cards, kept in stocks
    )
    return first, later


def _as_seen(
    deal: Deal,
    before: Deal,
    after: Deal,
    seat: Seat | None,
    action: Action,
    perspective: Perspective,
    stocks: list[tuple[Card | None, ...]],
) -> Iterator[Action]:
    """An action as a perspective saw it, after a ``show`` of the cards that it laid open.

    ``deal`` is the deal as seen so far; ``before`` and ``after`` are the full deal before and after the action.
    """
    if seat is None or seat == perspective:
        yield Reshuffle(stocks.pop(0)) if isinstance(action, Reshuffle) else action
        return
    shown = 0
    match action:
        case Knock() | Gin() | BigGin():
            shown = union(after.spread) | after.hands[seat]
        case Defend():
            shown = before.hands[seat]
        case Show(cards) if before.phase is Phase.LAYOFF:
            shown = cards
        case Show():
            return
    new = shown & ~deal.hands[seat]
    if new:
        yield Show(new)
    unknown = deal.unknown[seat] > new.bit_count()
    match action:
        case Show():
            return
        case Knock(_, melds) if unknown:
            yield Knock(None, melds)
        case Gin(_, melds) if unknown:
            yield Gin(None, melds)
        case _:
            yield action


def complete(record: Record, shuffles: Mapping[int, Shuffle]) -> Record:
    """The whole record from a redacted one, given the shuffles by deal number.

    What the defender of an unfinished deal had laid down stays lost. Raises RecordError
    (``order-differs``, or the fault of an action).
    """
    deals = tuple(
        _complete_deal(record, written, shuffles[i + 1], ("deals", i))
        for i, written in enumerate(record.deals)
    )
    return replace(record, perspective=None, deals=deals)


def _complete_deal(record: Record, written: DealRecord, shuffle: Shuffle, path: Path) -> DealRecord:
    order = shuffle.order()
    for seen, card in zip(written.cards.order, order, strict=True):
        if seen is not None and seen != card:
            raise RecordError(RecordFault("order-differs", path=path))
    states = list(_states(written.start(record.rules), written, path))
    deal = Deal.start(record.rules, written.dealer, order)
    actions: list[Played] = []
    reshuffles = 0
    for after, (seat, action) in zip(states[1:], written.actions, strict=True):
        whole = action
        match action:
            case Show():
                continue
            case Knock(None, melds) | Gin(None, melds) if seat is not None:
                down = deal.hands[seat] & ~(union(melds) | after.hands[seat])
                whole = type(action)(CARDS[down.bit_length() - 1], melds)
            case Reshuffle():
                reshuffles += 1
                whole = Reshuffle(shuffle.reshuffle(reshuffles, deal.pile[:-1]))
        try:
            deal = deal.step(seat, whole)
        except HollyginError as error:
            raise RecordError(located(error.fault, path)) from error
        actions.append(Played(seat, whole))
    secret = None if written.shuffle is None else replace(written.shuffle, secret=shuffle.secret)
    return replace(written, cards=Cards(order), actions=tuple(actions), shuffle=secret)
