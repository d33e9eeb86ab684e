"""An entry and its form on the wire are one thing in two shapes."""

import msgspec
from hypothesis import given

from hollygin.score import Score
from hollygin.wire import ToldDeal, entry_of, told_of
from tests.effort import examples
from tests.score.strategies import scores


@examples(100)
@given(scores(most=3))
def test_an_entry_comes_back_from_the_wire(score: Score) -> None:
    for entry in score.entries:
        told = msgspec.json.decode(msgspec.json.encode(told_of(entry)), type=ToldDeal)
        assert entry_of(told) == entry
        assert told == told_of(entry)
