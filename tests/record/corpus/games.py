"""Matches of random players under random rules, with every state on the way."""

from functools import cache
from random import Random
from typing import NamedTuple

from hollygin import House, Match, Rules, RulesError, make_rules
from hollygin.options import OPTIONS
from hollygin.players import RandomPlayer, SimplePlayer
from hollygin.players.driver import advance
from hollygin.record import Record, record_of
from hollygin.rules import PROFILES
from tests.record.corpus.valid import NAMES, Slow


class Game(NamedTuple):
    """A match as it was played: every state from the start on, the house, the record at its end."""

    states: tuple[Match, ...]
    house: House
    record: Record


def any_rules(random: Random) -> Rules:
    """A profile with a few options changed, whatever holds together."""
    while True:
        options: dict[str, object] = {
            name: random.choice(option.choices)
            for name, option in OPTIONS.items()
            if option.choices and random.random() < 0.25
        }
        options |= {
            name: random.choice(values)
            for name, values in (
                ("target", (1, 40, 100)),
                ("columns", (1, 2, 3)),
                ("big_gin_bonus", (0, 31)),
                ("knock_limit", (0, 5, 10)),
                ("oklahoma", (False, True)),
                ("straight", (False, True)),
                ("clinch_stop", (False, True)),
            )
            if random.random() < 0.25
        }
        try:
            return make_rules(random.choice([*PROFILES]), **options)
        except RulesError:
            continue


@cache
def game(seed: int) -> Game:
    """A whole match that a seed decides."""
    random = Random(seed)
    rules, house = any_rules(random), House(seed)
    kinds = (SimplePlayer(), SimplePlayer(), RandomPlayer(seed), Slow(random.choice((5, 60, 99)), 1))
    players = (random.choice(kinds), random.choice(kinds))
    match = Match.start(rules, random.randrange(2))
    states = [match]
    while not match.over and len(match.lines) < 12:
        match = advance(match, players, house)[2]
        states.append(match)
    if not match.over:
        match = match.step(random.randrange(2), match.legal_actions(0)[-1])
        states.append(match)
    record = record_of(match, Record(NAMES, rules, match.first_dealer), shuffles=house.shuffles)
    return Game(tuple(states), house, record)
