"""The verifiable shuffle against a second writing of its algorithm, and its fairness."""

import hashlib
import struct
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hollygin import CARDS, Deal, House, Match, Shuffle, make_rules
from hollygin.actions import Reshuffle
from hollygin.errors import ShuffleError
from hollygin.players import RandomPlayer
from hollygin.players.driver import advance
from hollygin.shuffle import commitment, new_secret, seeded_secret, verify
from tests.effort import examples
from tests.table import codes

SETTINGS = examples(60)
secrets = st.binary(min_size=32, max_size=32)
nonces = st.tuples(st.binary(max_size=64), st.binary(max_size=64))


def words(secret: bytes, pair: tuple[bytes, bytes], n: int) -> Iterator[int]:
    digest = hashlib.sha256()
    for part in (b"hollygin-shuffle-1", secret, pair[0], pair[1]):
        digest.update(struct.pack(">I", len(part)))
        digest.update(part)
    i = 0
    while True:
        block = hashlib.sha256(digest.digest() + struct.pack(">I", n) + struct.pack(">I", i)).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(block[at : at + 4], "big")
        i += 1


def below(stream: Iterator[int], k: int) -> int:
    for word in stream:
        if word < 2**32 - (2**32 % k):
            return word % k
    raise AssertionError


def shuffled(cards: Sequence[int], secret: bytes, pair: tuple[bytes, bytes], n: int) -> list[int]:
    order, stream = list(cards), words(secret, pair, n)
    for i in reversed(range(1, len(order))):
        j = below(stream, i + 1)
        order[i], order[j] = order[j], order[i]
    return order


@SETTINGS
@given(secrets, nonces)
def test_the_order_is_that_of_the_written_algorithm(secret: bytes, pair: tuple[bytes, bytes]) -> None:
    shuffle = Shuffle(secret, pair)
    assert list(shuffle.order()) == shuffled(range(52), secret, pair, 0)
    assert shuffle.first_dealer() == next(words(secret, pair, 2**32 - 1)) % 2
    assert shuffle.commitment == commitment(secret) == hashlib.sha256(secret).hexdigest()


@SETTINGS
@given(secrets, nonces, st.integers(1, 5), st.permutations(CARDS))
def test_a_reshuffle_is_that_of_the_written_algorithm(
    secret: bytes, pair: tuple[bytes, bytes], number: int, cards: list[int]
) -> None:
    pile = [CARDS[card] for card in cards[:31]]
    stock = Shuffle(secret, pair).reshuffle(number, pile)
    assert list(stock) == shuffled(sorted(pile), secret, pair, number)
    assert stock == Shuffle(secret, pair).reshuffle(number, pile[::-1])


def test_words_past_the_last_whole_multiple_are_skipped() -> None:
    # With this secret the thirteenth word is 4294967282 and the bound 40.
    secret = bytes.fromhex("000000000000000000000000000000000000000000000000000000000039a1a8")
    stream = words(secret, (b"", b""), 0)
    assert [next(stream) for _ in range(13)][-1] == 4294967282 >= 2**32 - 2**32 % 40
    assert list(Shuffle(secret).order()) == shuffled(range(52), secret, (b"", b""), 0)


def test_a_fixed_vector() -> None:
    shuffle = Shuffle(bytes(range(32)), (b"alice", b"bob"))
    assert shuffle.commitment == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert [str(card) for card in Shuffle(bytes(range(32))).order()[:5]] == ["Qd", "5d", "Jd", "4s", "As"]
    assert shuffle.order() != Shuffle(bytes(range(32))).order()
    assert shuffle.order() != Shuffle(bytes(range(32)), (b"aliceb", b"ob")).order()


def test_sizes_are_held() -> None:
    for size in (0, 31, 33):
        assert codes(Shuffle, bytes(size)) == ["bad-secret"]
    for pair in ((bytes(65), b""), (b"", bytes(65))):
        assert codes(Shuffle, bytes(32), pair) == ["bad-nonce"]
    assert Shuffle(bytes(32), (bytes(64), bytes(64))).order()


def test_verify_accepts_what_was_promised_and_nothing_else() -> None:
    shuffle = Shuffle(bytes(range(32)), (b"a", b"b"))
    order = shuffle.order()
    verify(shuffle, shuffle.commitment, order)
    verify(shuffle, shuffle.commitment.upper(), order)
    other = Shuffle(bytes(32), (b"a", b"b"))
    for promised in (other.commitment, "", "é", shuffle.commitment[:-1], shuffle.commitment + "0"):
        with pytest.raises(ShuffleError, match="commitment-broken"):
            verify(shuffle, promised, order)
    for wrong in (order[:51], order[::-1], other.order(), (*order, order[0])):
        with pytest.raises(ShuffleError, match="order-differs"):
            verify(shuffle, shuffle.commitment, wrong)


def test_a_fresh_secret_is_new_and_a_seeded_one_repeats() -> None:
    assert len({new_secret() for _ in range(50)}) == 50 and len(new_secret()) == 32
    assert seeded_secret(5, 1) == seeded_secret("5", 1) == hashlib.sha256(b"hollygin-seed-1 5 1").digest()
    assert len({seeded_secret(seed, deal) for seed in range(12) for deal in range(12)}) == 144


def test_the_house_deals_each_deal_from_its_own_shuffle() -> None:
    house, again, fresh = House("x"), House("x"), House()
    assert house.shuffle(1) is house.shuffle(1)
    assert house.shuffle(1) != house.shuffle(2)
    assert house.shuffle(2) == again.shuffle(2) and list(house.shuffles) == [1, 2]
    assert fresh.shuffle(1) != House().shuffle(1)


def chi_square(counts: Counter[int], size: int, total: int) -> float:
    mean = total / size
    return sum((counts[i] - mean) ** 2 / mean for i in range(size))


def test_every_card_comes_to_every_place_as_often() -> None:
    orders = [Shuffle(seeded_secret("fair", i)).order() for i in range(3000)]
    for place in (0, 1, 19, 20, 21, 50, 51):
        # 51 degrees of freedom: above 95 once in 5,000 fair tries
        assert chi_square(Counter(int(order[place]) for order in orders), 52, 3000) < 95
    for first, second in ((0, 1), (20, 21), (50, 51)):
        neighbours = Counter((order[second] - order[first]) % 52 for order in orders)
        assert chi_square(Counter({k - 1: v for k, v in neighbours.items()}), 51, 3000) < 95


def test_the_first_dealer_is_as_often_one_as_the_other() -> None:
    one = sum(Shuffle(seeded_secret("dealer", i)).first_dealer() for i in range(4000))
    assert abs(one - 2000) < 130


def test_a_deal_is_reshuffled_by_the_next_streams() -> None:
    house, players = House(3), (RandomPlayer(1), RandomPlayer(2))
    match = Match.start(make_rules("single-deal", straight=True), 0)
    while not match.lines:
        match = advance(match, players, house)[2]
    deal, count = Deal.start(match.rules, 0, house.shuffle(1).order()), 0
    for seat, action in match.lines[0].history:
        if isinstance(action, Reshuffle):
            count += 1
            again = shuffled(sorted(deal.pile[:-1]), house.shuffle(1).secret, (b"", b""), count)
            assert list(action.cards) == again
        deal = deal.step(seat, action)
    assert count >= 2 and deal == match.deals[0]
