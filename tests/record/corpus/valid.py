"""The valid records of the corpus: played from seeds, or from cards laid out by hand."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache

from hollygin import PROFILES, Due, House, Match, Phase, Rules, View, make_rules, parse_action, parse_card
from hollygin.actions import DRAW, RESIGN, TAKE, Action, Discard
from hollygin.cards import iter_cards
from hollygin.deal import Deal
from hollygin.players import Player, RandomPlayer, SimplePlayer, play_match
from hollygin.players.driver import advance
from hollygin.record import (
    Cards,
    Comment,
    DealRecord,
    Format,
    Perspective,
    Record,
    match_of,
    read,
    record_of,
    record_of_score,
    redact,
    score_of,
    write,
    write_lines,
)
from tests.record.corpus.valid_score import scores
from tests.table import order_of, play

NAMES = ("Anne", "Bob")
PERSPECTIVES: tuple[Perspective, ...] = (0, 1, "spectator")

LOW = "4h 5h 6h 9c 9d 9s Jc Qc Kc 3s"
HIGH = "7h 8h Ah 8d 8c Td Js Qs Kd 6c"
DRY = "Ah 2h 8d 8c Td Js Qs Kd 6c 7d"
NEAR = "4h 5h 6h 7h 9c 9d 9s Ac 2c Ks"


@dataclass
class Slow:
    """Throws what it draws for a number of turns of each deal up to a number; then plays plainly."""

    turns: int
    deals: int = 99
    name: str = "slow"

    def act(self, view: View, due: Due) -> Action:
        assert view.deal is not None
        if view.deal.turns < self.turns and view.number <= self.deals:
            if due.phase is Phase.DRAW:
                return DRAW
            if due.phase is Phase.DISCARD and view.deal.drawn is not None and view.deal.taken is None:
                return Discard(view.deal.drawn)
        return SimplePlayer().act(view, due)


@dataclass
class Taker:
    """Takes every card from the pile and throws another, in the first deal; then plays plainly."""

    name: str = "taker"

    def act(self, view: View, due: Due) -> Action:
        assert view.deal is not None
        if view.number == 1:
            if due.phase is Phase.DISCARD:
                return Discard(next(iter_cards(due.hand & ~(0 if due.taken is None else due.taken.bit))))
            if TAKE in due.legal_actions():
                return TAKE
        return SimplePlayer().act(view, due)


def played(
    rules: Rules, seed: int, one: Player | None = None, two: Player | None = None, profile: str | None = None
) -> Record:
    """The record of a whole match with its shuffles."""
    house = House(seed)
    match = play_match(rules, (one or SimplePlayer(), two or SimplePlayer()), house)
    version = None if profile is None else PROFILES[profile].version
    head = Record(NAMES, rules, match.first_dealer, profile=profile, profile_version=version)
    return record_of(match, head, shuffles=house.shuffles)


def scripted(rules: Rules, *deals: tuple[object, ...], first_dealer: int = 1, over: bool = True) -> Record:
    """The record of deals laid out by hand: the order of the cards, then every action by whoever is due."""
    match = Match.start(rules, first_dealer)
    for order, *lines in deals:
        assert isinstance(order, list)
        match = match.next_deal(order)
        for line in lines:
            assert match.deal is not None
            match = match.step(match.deal.due.seat, parse_action(str(line)))
    assert match.over == over
    if over:
        return record_of(match, Record(NAMES, rules, first_dealer))
    dealt = (*match.deals, *(() if match.deal is None else (match.deal,)))
    deals_ = tuple(DealRecord(deal.dealer, Cards(deal.order), deal.history) for deal in dealt)
    return Record(NAMES, rules, first_dealer, deals_)


GIN = ("gin Ks: 4h 5h 6h 7h / 9s 9d 9c / Ac 2c 3c", "spread")
GIN_DEAL = (order_of(DRY, NEAR, "3c"), "pass", "take", *GIN)
"""The dealer has gin with the upcard; 97 points."""
KNOCK_DEAL = (
    order_of(LOW, HIGH, "Ks", "2s"),
    *("pass", "pass", "draw", "knock 2s: 4h 5h 6h / 9s 9d 9c / Jc Qc Kc"),
    *("spread", "layoff 7h on 4h 5h 6h", "layoff 8h on 4h 5h 6h", "done"),
)
"""The opener knocks with 3 against 63; 60 points."""


def two_deals() -> Record:
    """The small match that the invalid files and many tests start from."""
    return scripted(make_rules("eaai"), KNOCK_DEAL, GIN_DEAL)


def table() -> Record:
    """Deals at a real table, written down by seat 0 from what was seen there."""
    return read(TABLE_TEXT)


TABLE_TEXT = """\
hollygin = 1
players = ["Anne", "Bob"]
first_dealer = 1
perspective = 0

[rules]
columns = 3
target = 100
gin_bonus = 25
undercut_bonus = 25
big_gin_bonus = 0
knock_limit = 10
oklahoma = false
oklahoma_ace = "one"
spades_double = true
straight = false
tie = "undercut"
last_discard = "none"
stock_end = "void"
next_dealer = "alternate"
dealer_after_void = "alternate"
late_entry = "lost"
game_bonus = 0
shutout = "none"
shutout_bonus = 0
box_bonus = 0
match_winner = "majority"
clinch_stop = false

[[deals]]
number = 1
dealer = 1
hands = ["4h 5h 6h 9c 9d 9s Jc Qc Kc 3s", "??"]
upcard = "Ks"
stock = "2s ?? Td ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ??"
actions = [
    "0 pass",
    "1 pass",
    "0 draw",
    "0 discard 2s",
    "1 draw",
    "1 discard Kh",
    "0 draw",
    "0 knock Td: 4h 5h 6h / 9s 9d 9c / Jc Qc Kc",
    "1 show Ah 2h 7h 8d 8c Js Qs Kd 6c 7d",
    "1 spread",
    "1 layoff 7h on 4h 5h 6h",
    "1 done",
]
outcome = "knock"
winner = 0
points = 59

[[deals]]
number = 2
dealer = 0
hands = ["2d 4d 6s 8s Tc Jh Qh Kd 5c 7c", "??"]
upcard = "9h"
stock = "??"
actions = [
    "1 take",
    "1 discard 3d",
    "0 take",
    "0 discard Kd",
    "1 draw",
    "1 show As 2s 3s 7h 8h Qs Qd Qc Ac",
    "1 knock ??: As 2s 3s / 7h 8h 9h / Qs Qd Qc",
    "0 spread 2d 3d 4d",
    "0 layoff Qh on Qs Qd Qc",
    "0 done",
]
"""


def running(seed: int, phases: Iterable[Phase]) -> Iterator[tuple[Phase, Match, Record]]:
    """A match at the first moment of its second deal at which each phase is due, with its head."""
    rules, house = make_rules(), House(seed)
    players = (SimplePlayer(), SimplePlayer())
    match = Match.start(rules, house.shuffle(1).first_dealer())
    wanted = set(phases)
    while wanted and not match.over:
        match = advance(match, players, house)[2]
        if match.deal is not None and match.number > 1 and match.deal.phase in wanted:
            wanted.discard(match.deal.phase)
            yield match.deal.phase, match, Record(NAMES, rules, match.first_dealer)


def every_field() -> Record:
    """A record with every field that there is."""
    record = played(make_rules("single-deal", gin_bonus=30), 12, profile="single-deal")
    deal = record.deals[0]
    count = len(deal.actions)
    assert deal.shuffle is not None
    comments = (
        Comment(0, "Both look pleased."),
        Comment(3, 'A "safe" throw?\nPerhaps.'),
        Comment(count, "♠"),
    )
    deal = replace(
        deal,
        times=tuple(round(2.5 * (i + 1), 1) for i in range(count)),
        comments=comments,
        extra={"_table": {"name": "window", "seats": [1, 2]}, "_rating": 4.5},
    )
    return replace(
        record,
        deals=(deal,),
        event="Friday evening",
        site="Café de la Gare, Lyon",
        date="2026-03-06T20:15:00+01:00",
        annotator="Chloé",
        generator="tests.record.make",
        comment="Two lines,\nand a tab\t.",
        extra={"_note": "kept as it is", "_x": {"y z": [1, -2.5, True, "", {"é": {}}]}, "_empty": []},
    )


def endings() -> Iterator[tuple[str, Record]]:
    """One short match for each way a deal ends, and for each option that changes how."""
    to_one = {"columns": 1, "target": 1}
    yield "ending-knock-layoff", scripted(make_rules("eaai", target=50), KNOCK_DEAL)
    yield "ending-gin", scripted(make_rules("eaai", target=50), GIN_DEAL)
    big = ("pass", "take", "big gin: 4h 5h 6h 7h / 9s 9d 9c / Ac 2c 3c 4c", "spread 6c 7c 8c")
    holds = order_of("Ah 2h 8d 8c Td Js Qs Kd 6c 7c", "4h 5h 6h 7h 9c 9d 9s Ac 2c 3c", "4c")
    yield "ending-big-gin", scripted(make_rules("eaai", big_gin_bonus=31, target=50), (holds, *big))
    knock = ("pass", "pass", "draw", "knock 3h: 4h 5h 6h / 9s 9d 9c / Jc Qc Kc")
    laid = ("7h on 4h 5h 6h", "8h on 4h 5h 6h", "9h on 4h 5h 6h")
    defence = ("spread 2d 3d 4d / Ts Js Qs", *(f"layoff {off}" for off in laid), "done")
    less = order_of(LOW, "As 2d 3d 4d 7h 8h Ts Js Qs 9h", "Ks", "3h")
    yield "ending-undercut", scripted(make_rules("eaai", target=25), (less, *knock, *defence))
    equal = order_of(LOW, "3c 2d 3d 4d 7h 8h Ts Js Qs 9h", "Ks", "3h")
    tie = (equal, *knock, *defence)
    yield "ending-tie-undercut", scripted(make_rules("eaai", target=25), tie)
    yield "ending-tie-nobody", scripted(make_rules("eaai", target=50, tie="nobody"), tie, KNOCK_DEAL)
    yield "ending-tie-knocker", scripted(make_rules("eaai", target=50, tie="knocker"), tie, GIN_DEAL)
    yield "void-stock", played(make_rules("eaai", **to_one), 5, Slow(99, 1), Slow(99, 1))
    yield "void-turns", played(make_rules("eaai", **to_one), 6, Taker(), Taker())
    last = make_rules("eaai", last_discard="end", **to_one)
    yield "last-discard-passed", played(last, 7, Slow(99, 1), Slow(99, 1))
    yield "last-discard-taken", last_taken(last)
    yield "reshuffle", played(make_rules("single-deal"), 9, Slow(75), Slow(75), "single-deal")
    ace = order_of(DRY, NEAR.replace("Ac", "3c"), "Ac")
    gin_only = ("pass", "take", "gin Ks: 4h 5h 6h 7h / 9s 9d 9c / Ac 2c 3c", "spread")
    yield (
        "oklahoma-ace-gin-only",
        scripted(make_rules("eaai", oklahoma=True, oklahoma_ace="gin", target=50), (ace, *gin_only)),
    )
    spade = order_of(LOW, HIGH, "7s", "2s")
    doubled = make_rules("eaai", oklahoma=True)
    yield "oklahoma-doubled", scripted(doubled, (spade, *KNOCK_DEAL[1:]))
    yield "straight", played(make_rules("eaai", straight=True, **to_one), 11)
    yield "straight-oklahoma", played(make_rules("eaai", straight=True, oklahoma=True, **to_one), 12)


def last_taken(rules: Rules, holds: str = NEAR, needed: str = "3c", ending: tuple[str, ...] = GIN) -> Record:
    """The last discard of the deal is a card with which the dealer, who ``holds`` ten, ends it."""
    order = order_of(DRY, holds, "Kh")
    card = parse_card(needed)
    order.remove(card)
    order.insert(21 + 28, card)
    deal = play(Deal.start(rules, 1, order), "pass", "pass")
    while deal.phase is not Phase.LAST:
        deal = play(deal, "draw")
        deal = play(deal, f"discard {deal.drawn}")
    return scripted(rules, (order, *(action for _, action in deal.history), "take", *ending))


def resigned() -> Iterator[tuple[str, Record]]:
    """A match given up in a deal, between two, and before the first."""
    whole = match_of(played(make_rules(), 3))
    house, players = House(3), (SimplePlayer(), SimplePlayer())
    match = Match.start(whole.rules, whole.first_dealer)
    head = Record(NAMES, whole.rules, whole.first_dealer)
    yield "resigned-before", record_of(match.step(1, RESIGN), head)
    between = None
    while match.deal is None or match.number < 3 or match.deal.phase is not Phase.DISCARD:
        match = advance(match, players, house)[2]
        if match.deal is None and len(match.lines) == 2:
            between = match
    assert between is not None
    yield "resigned-between", record_of(between.step(0, RESIGN), head, shuffles=house.shuffles)
    yield "resigned-in-deal", record_of(match.step(1, RESIGN), head, shuffles=house.shuffles)


def records() -> Iterator[tuple[str, Record]]:
    """The records of the corpus that are written in versions 1 and 2, by name."""
    for i, profile in enumerate(PROFILES):
        yield f"profile-{profile}", played(make_rules(profile), 20 + i, profile=profile)
    yield from endings()
    yield from resigned()
    yield "random-players", played(make_rules("eaai"), 31, RandomPlayer(1), RandomPlayer(2), "eaai")
    yield "oklahoma", played(make_rules("club", oklahoma=True), 32, profile="club")
    yield "carry-and-clinch", played(make_rules(late_entry="carry", clinch_stop=True, columns=5), 33)
    yield "double-total", played(make_rules("totals", shutout="double_total", next_dealer="loser"), 34)
    yield "every-field", every_field()
    yield "two-deals", two_deals()
    yield "real-table", table()
    yield (
        "unfinished",
        replace(two_deals(), deals=two_deals().deals[:1], result=None, scores=None, total=None),
    )
    match = played(make_rules("single-game"), 25, profile="single-game")
    for perspective in PERSPECTIVES:
        yield f"redacted-{perspective}", redact(match, perspective)
        yield (
            f"redacted-reshuffle-{perspective}",
            redact(played(make_rules("single-deal"), 9, Slow(75), Slow(75), "single-deal"), perspective),
        )
    yield from scores()
    for phase, state, head in running(4, (Phase.DRAW, Phase.DISCARD, Phase.DEFENSE, Phase.LAYOFF)):
        name = "spread" if phase is Phase.DEFENSE else str(phase)  # as versions 1 and 2 call it
        for perspective in PERSPECTIVES:
            yield f"running-{name}-{perspective}", record_of(state, head, perspective=perspective)


def in_old_version(record: Record) -> Record:
    """A record in the first version that can hold it."""
    return replace(record, version=2 if record.sheet_only else 1)


def later() -> Iterator[tuple[str, Record]]:
    """Those of version 3 by name."""
    ties = dict(endings())["ending-tie-nobody"]
    yield "tie", ties
    yield "score-tie", record_of_score(score_of(ties))


@cache
def every_record() -> Mapping[str, Record]:
    """The records of the corpus by name."""
    return {name: in_old_version(record) for name, record in records()} | dict(later())


def files() -> Iterator[tuple[str, str]]:
    """Every valid file of the corpus: its name and text."""
    every = every_record()
    for name, record in every.items():
        yield f"{name}.toml", write(record)
    for name in ("every-field", "two-deals", "real-table", "redacted-0", "reshuffle", "score-every-field"):
        yield f"{name}.json", write(every[name], Format.JSON)
    yield (
        "matches.jsonl",
        write_lines(
            every[name] for name in ("two-deals", "every-field", "real-table", "profile-club", "redacted-1")
        ),
    )
