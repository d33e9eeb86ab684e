"""Records with anything in them that a record may hold; their play is that of a small match or of none."""

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from hollygin.actions import parse_action
from hollygin.deal import Played
from hollygin.record import Cards, Comment, DealRecord, Record, ShuffleRecord, Stated
from hollygin.rules import PROFILES
from tests.record.corpus.valid import two_deals

STRANGE = (
    '"',
    "'",
    "\\",
    "\n",
    "\r",
    "\t",
    "\0",
    "\x07",
    "\x1b",
    "\x7f",
    "\x85",
    "\u2028",
    "\ufeff",
    "😀",
    "'''",
    '"""',
    "#",
    "=",
    "]",
    "é",
    "[[deals]]",
)
TEXTS = st.lists(
    st.sampled_from(STRANGE) | st.text(st.characters(exclude_categories=["Cs"]), max_size=8), max_size=5
).map("".join)
NAMES = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=40).filter(str.isprintable)
NUMBERS = st.integers(-(2**63) + 1, 2**63 - 1) | st.floats(allow_nan=False, allow_infinity=False)
PLAIN: st.SearchStrategy[Any] = st.recursive(
    st.booleans() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)
EXTRAS = st.dictionaries(TEXTS.map("_{}".format), PLAIN, max_size=3)
COUNTS = st.integers(0, 2**63 - 1)
DATES = st.datetimes(timezones=st.timezones()).map(
    lambda at: at.replace(tzinfo=None).isoformat()[:19] + "+01:00"
)
SEATS = st.sampled_from((0, 1))


def maybe(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | strategy


SHUFFLES = st.builds(
    ShuffleRecord,
    st.binary(min_size=32, max_size=32).map(bytes.hex),
    maybe(st.binary(min_size=32, max_size=32)),
    st.tuples(st.binary(max_size=64), st.binary(max_size=64)),
)


@st.composite
def deals(draw: st.DrawFn, deal: DealRecord) -> DealRecord:
    """A deal with the same play and anything beside it."""
    count = len(deal.actions)
    times = st.lists(st.floats(0, 1e9) | st.integers(0, 10**9), min_size=count, max_size=count)
    comments = st.lists(st.builds(Comment, st.integers(0, count), TEXTS), max_size=3)
    return replace(
        deal,
        shuffle=draw(maybe(SHUFFLES)),
        times=tuple(sorted(draw(st.just([]) | times))),
        comments=tuple(draw(comments)),
        stated=Stated(
            draw(maybe(st.sampled_from(("knock", "void")))), draw(maybe(SEATS)), draw(maybe(COUNTS))
        ),
        extra=draw(EXTRAS),
    )


@st.composite
def unknown_deals(draw: st.DrawFn) -> DealRecord:
    """The first deal of a match with some cards unknown, and a few actions."""
    order = list(draw(st.permutations(range(52))))
    hidden = draw(st.sets(st.integers(0, 51)))
    whole = Cards(two_deals().deals[0].cards.order).order
    by_number = sorted(card for card in whole if card is not None)
    cards = tuple(None if i in hidden and i != 20 else by_number[card] for i, card in enumerate(order))
    lines = draw(st.sampled_from(((), ((0, "pass"),), ((0, "pass"), (1, "pass"), (0, "draw")))))
    actions = tuple(Played(seat, parse_action(line)) for seat, line in lines)
    return DealRecord(1, Cards(cards, draw(st.booleans())), actions)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Any record whose play is legal."""
    base = two_deals()
    played = tuple(draw(deals(deal)) for deal in base.deals[: draw(st.integers(0, 2))])
    if not played:
        played = tuple(draw(st.lists(unknown_deals(), max_size=1)))
    return replace(
        base,
        players=(draw(NAMES), draw(NAMES)),
        deals=played,
        profile=draw(maybe(st.sampled_from([*PROFILES]) | TEXTS)),
        profile_version=draw(maybe(COUNTS)),
        event=draw(maybe(TEXTS)),
        site=draw(maybe(TEXTS)),
        date=draw(maybe(DATES)),
        annotator=draw(maybe(TEXTS)),
        generator=draw(maybe(TEXTS)),
        comment=draw(maybe(TEXTS)),
        perspective=draw(maybe(st.sampled_from((0, 1, "spectator")))),
        resigned=draw(maybe(SEATS)) if len(played) < 2 else None,
        result=draw(maybe(st.sampled_from((0, 1, "tie")))),
        scores=draw(maybe(st.lists(st.tuples(COUNTS, COUNTS), max_size=3).map(tuple))),
        total=draw(maybe(st.tuples(COUNTS, COUNTS))),
        extra=draw(EXTRAS),
    )
