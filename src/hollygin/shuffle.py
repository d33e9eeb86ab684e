"""Verifiable shuffles: the only randomness of a real game.

Theory. Commit and reveal: before a deal the house draws a secret of 32 bytes and publishes its SHA-256, the
commitment. Then each player may add a nonce. The order of the cards follows from secret and nonces by the algorithm
below. After the deal the house publishes the secret. The commitment stops the house from changing its secret once it
knows the nonces. The hidden secret stops a player from choosing a nonce for its cards. So neither can steer the cards
alone. House and player together can: whoever gives the last nonce must not know the secret. Without a nonce the check
shows only that the house kept to its commitment. Words that would favour some cards are skipped, so no order is
favoured. docs/shuffle.md says the same for other languages, with test vectors.

The algorithm:

- *key* = SHA-256 of the bytes ``hollygin-shuffle-1``, then the secret, the nonce of seat 0 and the nonce of seat 1,
  each of the four preceded by its length in bytes as 4 bytes, big-endian.
- *block(n, i)* = SHA-256 of the key, then n and i as 4 bytes each, big-endian. Stream n is block(n, 0),
  block(n, 1), … read as 32-bit big-endian words.
- *below(k)*: the next word w of the stream with w < 2**32 - 2**32 mod k, modulo k. Other words are skipped.
- *shuffle n* of a list: for i from its last index down to 1, swap items i and below(i + 1).
- Stream 0 shuffles the 52 cards, which start in the order of their indices (As … Ks, hearts, diamonds, clubs).
  Stream r, from 1, shuffles the cards of the r-th reshuffle of the deal (R6.2), which start in the same order.
- The first dealer of a match (R1.2) is below(2) of stream 2**32 - 1 of the first deal.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from struct import Struct
from typing import Final

from hollygin.actions import Reshuffle
from hollygin.cards import CARDS, Card
from hollygin.due import Phase, Seat
from hollygin.errors import Fault, ShuffleError
from hollygin.match import Match

SECRET_BYTES: Final = 32
MOST_NONCE_BYTES: Final = 64

_LABEL: Final = b"hollygin-shuffle-1"
_DEALER_STREAM: Final = 2**32 - 1
_EIGHT_WORDS: Final = Struct(">8I")
_TWO_WORDS: Final = Struct(">2I")


@dataclass(frozen=True, slots=True)
class Shuffle:
    """One deal's shuffle: the secret and the nonce of each seat (empty if it gave none).

    Raises ShuffleError (``bad-secret``, ``bad-nonce``).
    """

    secret: bytes = field(repr=False)
    nonces: tuple[bytes, bytes] = (b"", b"")

    def __post_init__(self) -> None:
        if len(self.secret) != SECRET_BYTES:
            raise ShuffleError(Fault("bad-secret", params={"bytes": SECRET_BYTES}))
        if any(len(nonce) > MOST_NONCE_BYTES for nonce in self.nonces):
            raise ShuffleError(Fault("bad-nonce", params={"bytes": MOST_NONCE_BYTES}))

    @property
    def commitment(self) -> str:
        """SHA-256 of the secret, in lower-case hexadecimal; published before the deal."""
        return commitment(self.secret)

    def order(self) -> tuple[Card, ...]:
        """The order of the 52 cards, as :meth:`Deal.start` deals them."""
        return self._shuffled(CARDS, 0)

    def reshuffle(self, number: int, pile: Sequence[Card]) -> tuple[Card, ...]:
        """The new stock of the deal's reshuffle ``number`` (from 1), top first (R6.2)."""
        return self._shuffled(sorted(pile), number)

    def first_dealer(self) -> Seat:
        """The seat that deals first in a match whose first deal this is (R1.2)."""
        words = self._words(_DEALER_STREAM)
        return next(words) % 2

    def _shuffled(self, cards: Sequence[Card], stream: int) -> tuple[Card, ...]:
        order = list(cards)
        words = self._words(stream)
        for i in range(len(order) - 1, 0, -1):
            bound = i + 1
            word = next(words)
            while word >= 2**32 - 2**32 % bound:
                word = next(words)
            j = word % bound
            order[i], order[j] = order[j], order[i]
        return tuple(order)

    def _words(self, stream: int) -> Iterator[int]:
        parts = (_LABEL, self.secret, *self.nonces)
        key = hashlib.sha256(b"".join(len(part).to_bytes(4, "big") + part for part in parts)).digest()
        for block in count():
            yield from _EIGHT_WORDS.unpack(hashlib.sha256(key + _TWO_WORDS.pack(stream, block)).digest())


def new_secret() -> bytes:
    """A fresh secret from the system's source of randomness."""
    return secrets.token_bytes(SECRET_BYTES)


def seeded_secret(seed: int | str, deal: int) -> bytes:
    """The secret of deal ``deal`` (from 1) in a match that is repeatable, not fair."""
    return hashlib.sha256(f"hollygin-seed-1 {seed} {deal}".encode(errors="surrogatepass")).digest()


def commitment(secret: bytes) -> str:
    """SHA-256 of a secret, in lower-case hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


class House:
    """Deals a match: one secret per deal, fresh from the system or repeatable from a seed.

    :meth:`serve` does all that is due from the house while a match is played step by step.

    ``shuffles`` are those used so far, by deal number. They let anyone check the match.
    """

    def __init__(self, seed: int | str | None = None) -> None:
        self.seed = seed
        self.shuffles: dict[int, Shuffle] = {}

    def shuffle(self, deal: int) -> Shuffle:
        """The shuffle of a deal (numbers from 1)."""
        if deal not in self.shuffles:
            secret = new_secret() if self.seed is None else seeded_secret(self.seed, deal)
            self.shuffles[deal] = Shuffle(secret)
        return self.shuffles[deal]

    def order(self, deal: int) -> tuple[Card, ...]:
        """The order of the 52 cards in a deal (numbers from 1)."""
        return self.shuffle(deal).order()

    def serve(self, match: Match) -> Match:
        """The match after what is due from the house: the cards of the next deal, or a new stock (R6.2).

        The same match if a player is due, or nobody is.
        """
        if match.needs_deal:
            return match.next_deal(self.order(match.number))
        deal = match.deal
        if match.over or deal is None or deal.phase is not Phase.RESHUFFLE:
            return match
        number = 1 + sum(isinstance(played.action, Reshuffle) for played in deal.history)
        stock = self.shuffle(match.number).reshuffle(number, deal.pile[:-1])
        return match.step(None, Reshuffle(stock))


def verify(shuffle: Shuffle, promised: str, order: Sequence[int]) -> None:
    """Check that a shuffle keeps its commitment ``promised`` and gives this order of cards.

    Raises ShuffleError (``commitment-broken``, ``order-differs``).
    """
    if shuffle.commitment != promised.lower():
        raise ShuffleError(Fault("commitment-broken", params={"commitment": promised[:64]}))
    if tuple(order) != shuffle.order():
        raise ShuffleError(Fault("order-differs"))
