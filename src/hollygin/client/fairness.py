"""Checks the shuffle of a finished deal against everything that this client saw of it."""

from __future__ import annotations

from typing import NamedTuple

from hollygin.actions import Draw, Gin, Knock, Reshuffle
from hollygin.cards import CARDS, Card, parse_card, parse_cards
from hollygin.deal import Deal, Played
from hollygin.due import Phase, Seat
from hollygin.errors import Fault, HollyginError
from hollygin.melds import union
from hollygin.rules import Rules
from hollygin.shuffle import Shuffle
from hollygin.wire import LineView


class Witness(NamedTuple):
    """What this client itself has seen of a deal.

    ``commitment`` came before the deal; it is None if the client came too late. ``nonce`` is the client's
    part in the shuffle, ``hand`` the ten cards dealt to its seat, and ``drawn`` the cards that it drew from the stock since.
    They are None, or empty, if the client did not see them. ``history`` has all actions of the deal, or is None if some were missed.
    """

    commitment: str | None
    nonce: bytes | None
    hand: int | None
    drawn: tuple[Card, ...]
    history: tuple[Played, ...] | None


class DealCheck(NamedTuple):
    """Whether a deal was shuffled as promised.

    ``fault`` is None if no check fails. ``witnessed`` says that the client saw the commitment before the deal. Without
    it the cards can be checked, but not that they were fixed in time. ``history`` has the actions with everything
    hidden filled in, if the client saw all of them; else it is None.
    """

    number: int
    witnessed: bool
    fault: Fault | None
    history: tuple[Played, ...] | None


def check_deal(
    line: LineView, rules: Rules, seat: Seat | None, witness: Witness, *, dealer_by_chance: bool
) -> DealCheck:
    """Check a finished deal: commitment, own nonce, first dealer (if chance decides), and every card.

    Faults: ``commitment-broken``, ``nonce-missing``, ``dealer-differs``, ``order-differs``.
    """
    witnessed = witness.commitment is not None
    fault = Fault("order-differs")
    history = None
    try:
        shuffle = Shuffle(
            bytes.fromhex(line.secret), (bytes.fromhex(line.nonces[0]), bytes.fromhex(line.nonces[1]))
        )
        found = _promise_fault(line, shuffle, seat, witness, dealer_by_chance)
        if found is None and witness.history is not None:
            history = _replayed(line, rules, shuffle, seat, witness, witness.history)
    except (ValueError, HollyginError):
        return DealCheck(line.number, witnessed, fault, None)
    return DealCheck(line.number, witnessed, found, history)


def _promise_fault(
    line: LineView, shuffle: Shuffle, seat: Seat | None, witness: Witness, dealer_by_chance: bool
) -> Fault | None:
    promised = witness.commitment or line.commitment
    if shuffle.commitment != promised:
        return Fault("commitment-broken", params={"commitment": promised[:64]})
    if seat is not None and witness.nonce is not None and shuffle.nonces[seat] != witness.nonce:
        return Fault("nonce-missing")
    if dealer_by_chance and line.number == 1 and shuffle.first_dealer() != line.dealer:
        return Fault("dealer-differs")
    return None


def _replayed(
    line: LineView,
    rules: Rules,
    shuffle: Shuffle,
    seat: Seat | None,
    witness: Witness,
    history: tuple[Played, ...],
) -> tuple[Played, ...]:
    """The deal played again from the order of the shuffle. Raises ValueError or HollyginError if it differs."""
    deal = Deal.start(rules, line.dealer, shuffle.order())
    if witness.hand is not None and seat is not None:
        _same(deal.hands[seat], witness.hand)
    _same(deal.upcard, parse_card(line.upcard))
    laid = parse_cards(line.hands[0]), parse_cards(line.hands[1])
    drawn = iter(witness.drawn)
    reshuffles = 0
    for who, action in history:
        match action:
            case Knock(None, melds) | Gin(None, melds):
                assert who is not None
                card = _only(deal.hands[who] & ~union(melds) & ~laid[who])
                action = Knock(card, melds) if isinstance(action, Knock) else Gin(card, melds)  # noqa: PLW2901
            case Reshuffle():
                reshuffles += 1
                action = Reshuffle(shuffle.reshuffle(reshuffles, deal.pile[:-1]))  # noqa: PLW2901
        deal = deal.step(who, action)
        if isinstance(action, Draw) and who == seat:
            _same(deal.drawn, next(drawn, None))
    _same(deal.phase, Phase.OVER)
    _same(deal.hands, laid)
    return deal.history


def _only(cards: int) -> Card:
    _same(cards.bit_count(), 1)
    return CARDS[cards.bit_length() - 1]


def _same(one: object, two: object) -> None:
    if one != two:
        raise ValueError
