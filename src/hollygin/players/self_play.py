"""Makes the kept deals of two equal strong players, from which match equity plays out the rest of a match.

``python -m hollygin.players.self_play`` plays ``strong`` with few roll-outs against itself for each scoring of the named
profiles, and writes ``hollygin/equity/data/deals.json``. Each seat plays for the points of the deal. The dealer changes
from deal to deal; what is kept is relative to the dealer, so every deal counts for either seat. It takes about 40
minutes on two cores, shows how far it is, and can be interrupted: nothing is written then. The same numbers come out
again from the same code and learned weights.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, Final

from hollygin import equity
from hollygin.engine import warm
from hollygin.equity.deals import scoring_of
from hollygin.match import Match
from hollygin.players.driver import advance
from hollygin.players.strong import Budget, Skill, StrongPlayer
from hollygin.players.strong.learned import learned
from hollygin.rules import PROFILES, Rules
from hollygin.shuffle import House

ROLLOUTS: Final = 600
DEALS: Final = 20_000
DATA: Final = Path(equity.__file__).parent / "data" / "deals.json"
_CHUNK: Final = 200

Ways = Counter[tuple[str, int, int]]
"""How often a deal ended so: the outcome, who won it (0: the dealer, 1: the other, -1: nobody), the points."""


def play_deals(profile: str, first: int, count: int) -> Ways:
    """How ``count`` deals of a profile end between two strong players; deal numbers make the cards."""
    rules = PROFILES[profile].rules
    skill = Skill(Budget(rollouts=ROLLOUTS), sheet=False)
    one, two = (StrongPlayer("strong", skill, seed=seed) for seed in (1, 2))
    ways: Ways = Counter()
    for number in range(first, first + count):
        house = House(f"outcomes {profile} {number}")
        dealer = number & 1
        match = Match.start(rules, dealer)
        while not match.lines:
            _, _, match = advance(match, (one, two), house)
        worth = match.lines[0].settlement
        winner = -1 if worth.winner is None else int(worth.winner != dealer)
        ways[worth.outcome, winner, worth.points] += 1
    return ways


def scorings() -> dict[tuple[object, ...], str]:
    """Each scoring of the named profiles, with one profile that deals by it."""
    found: dict[tuple[object, ...], str] = {}
    for profile in sorted(PROFILES):
        found.setdefault(scoring_of(PROFILES[profile].rules), profile)
    return found


def sample(rules: Rules, ways: Ways) -> dict[str, Any]:
    """The kept form of the deals of one scoring."""
    return {
        "scoring": list(scoring_of(rules)),
        "player": f"strong:rollouts={ROLLOUTS},sheet=off",
        "ways": [
            [outcome, winner, points, count] for (outcome, winner, points), count in sorted(ways.items())
        ],
    }


def main() -> None:
    """Play all deals and write them."""
    warm()
    samples = []
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for profile in scorings().values():
            ways: Ways = Counter()
            chunks = range(0, DEALS, _CHUNK)
            size = len(chunks)
            done = pool.map(play_deals, [profile] * size, chunks, [_CHUNK] * size)
            for number, found in enumerate(done, 1):
                ways += found
                print(f"\r{profile}: {number * _CHUNK} of {DEALS} deals", end="", file=sys.stderr)  # noqa: T201
            print(file=sys.stderr)  # noqa: T201
            samples.append(sample(PROFILES[profile].rules, ways))
    made = {"made_from": learned().made_from, "samples": samples}
    DATA.write_text(json.dumps(made, sort_keys=True, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
