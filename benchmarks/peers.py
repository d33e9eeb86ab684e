"""The kernel and whole deals beside OpenSpiel's gin rummy, in one run.

``make bench`` installs what it needs and prints the table of benchmarks/README.md.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

import pyspiel
from pairs import pair

from hollygin import kernel
from hollygin.cards import card_set
from hollygin.match import Match
from hollygin.players import SimplePlayer
from hollygin.players.driver import advance
from hollygin.rules import make_rules
from hollygin.shuffle import House

HANDS = 20_000
DEALS = 100


def over(call: Callable[..., object], hands: Iterable[object], *more: object) -> Callable[[], int]:
    """A run that calls a function on every hand."""
    every = list(hands)

    def run() -> int:
        for hand in every:
            call(hand, *more)
        return len(every)

    return run


def our_deals() -> int:
    """Whole deals of ``simple`` through views, checks and the real deal, each a fresh match's first."""
    players = (SimplePlayer(), SimplePlayer())
    rules = make_rules("eaai", dealer_after_void="alternate")
    order = list(range(52))
    for _ in range(DEALS):
        random.shuffle(order)
        match = Match.start(rules, 0).next_deal(order)
        while match.deal is not None:
            _, _, match = advance(match, players, HOUSE)
    return DEALS


HOUSE = House(1)
GAME = pyspiel.load_game("gin_rummy")
BOTS = [pyspiel.make_simple_gin_rummy_bot(GAME.get_parameters(), seat) for seat in (0, 1)]


def their_deals() -> int:
    """Whole deals of OpenSpiel's simple bot, driven by its own loop in C++."""
    for _ in range(DEALS):
        for bot in BOTS:
            bot.restart()
        pyspiel.evaluate_bots(GAME.new_initial_state(), BOTS, random.randrange(2**31))
    return DEALS


def main() -> None:
    """Print the table."""
    random.seed(20)
    ten = [random.sample(range(52), 10) for _ in range(HANDS)]
    eleven = [random.sample(range(52), 11) for _ in range(HANDS)]
    utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
    print("| | hollygin | OpenSpiel | times as fast (least–most of 15 rounds) |")
    print("| --- | --- | --- | --- |")
    found = pair(
        "deadwood of a random ten-card hand",
        over(kernel.deadwood, map(card_set, ten)),
        over(utils.min_deadwood, ten),
    )
    print(found.row("µs", 1e6), flush=True)

    def their_discard(hand: list[int]) -> tuple[int, int]:
        return min((utils.min_deadwood([c for c in hand if c != card]), card) for card in hand)

    def their_greedy_discard(hand: list[int]) -> int:
        melded = {card for meld in utils.best_meld_group(hand) for card in meld}
        return max((card for card in hand if card not in melded), key=utils.card_value, default=hand[0])

    ours = over(kernel.best_discard, map(card_set, eleven), 0)
    found = pair("best discard of eleven random cards", ours, over(their_discard, eleven))
    print(found.row("µs", 1e6), flush=True)
    found = pair(
        "the same against its best melds, highest loose card", ours, over(their_greedy_discard, eleven)
    )
    print(found.row("µs", 1e6), flush=True)
    print(pair("a whole deal of two simple players", our_deals, their_deals).row("ms", 1e3))


if __name__ == "__main__":
    main()
