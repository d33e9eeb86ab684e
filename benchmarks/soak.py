"""Deals of the players who search, under rules of any options: is every action legal, and does every deal end?

    python benchmarks/soak.py [--deals 100000] [--jobs 2] [--seed 1]

Each match has options of its own, by chance, and two players who think briefly, against each other or against one who plays at random. A broken
rule stops the run with the match's seed, so does a deal of more than 2,000 actions.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any

from hollygin.actions import Action
from hollygin.due import Seat
from hollygin.engine import warm
from hollygin.errors import HollyginError
from hollygin.match import Match
from hollygin.options import OPTIONS
from hollygin.players import make_player, play_match
from hollygin.rules import Rules, contradictions
from hollygin.shuffle import House

MATCHES = 20
MOST_ACTIONS = 2000
NUMBERS = {
    "columns": range(10),
    "target": (0, 1, 30, 60, 100, 250),
    "gin_bonus": (0, 10, 20, 25, 100),
    "undercut_bonus": (0, 10, 20, 25),
    "big_gin_bonus": (0, 0, 31, 50),
    "knock_limit": range(11),
    "game_bonus": (0, 100),
    "shutout_bonus": (0, 100, 200),
    "box_bonus": (0, 20, 25),
}
LEVELS = ("strong", "strong", "medium", "easy")


def any_rules(random: Random) -> Rules:
    """Rules of any options that stand together."""
    while True:
        values: dict[str, Any] = {
            name: random.choice(option.choices or (False, True)) for name, option in OPTIONS.items()
        }
        values |= {name: random.choice(choices) for name, choices in NUMBERS.items()}
        rules = Rules(**values)
        if not contradictions(rules):
            return rules


def watch(_: Match, after: Match, __: Seat | None, ___: Action | None) -> None:
    """Stop where a deal does not end."""
    if after.deal is not None and len(after.deal.history) > MOST_ACTIONS:
        raise RuntimeError("a deal that does not end")


def play(seed: int) -> Counter[str]:
    """Some matches; how many deals they had and how each ended."""
    random = Random(seed)
    found: Counter[str] = Counter()
    for number in range(MATCHES):
        rules = any_rules(random)
        names = [f"{random.choice(LEVELS)}:rollouts={random.choice((1, 4, 16))},seed={seed}" for _ in "12"]
        if random.random() < 0.3:
            names[random.randrange(2)] = f"random:seed={seed}"
        players = make_player(names[0]), make_player(names[1])
        try:
            match = play_match(rules, players, House(seed=seed * MATCHES + number), watch=watch)
        except (HollyginError, RuntimeError) as error:
            raise SystemExit(
                f"{error} (seed {seed}, match {number}: {names[0]} against {names[1]}, {rules})"
            ) from error
        found["deals"] += len(match.lines)
        found["longest"] = max([found["longest"], *(len(line.history) for line in match.lines)])
        found.update(str(line.settlement.outcome) for line in match.lines)
    return found


def main() -> None:
    """Play until there are enough deals, and print what came of them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=100_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    warm()
    every: Counter[str] = Counter()
    seeds = itertools.count(options.seed)
    with ProcessPoolExecutor(options.jobs) as pool:
        while every["deals"] < options.deals:
            for found in pool.map(play, [*itertools.islice(seeds, 4 * options.jobs)]):
                longest = max(every["longest"], found["longest"])
                every += found
                every["longest"] = longest
            print(f"\r{every['deals']:,} deals", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    for name, count in every.most_common():
        print(f"{name}: {count:,}")


if __name__ == "__main__":
    main()
