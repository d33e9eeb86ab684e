"""Makes the kept deals of two equal strong players, from which match equity plays out the rest of a match.

``python -m hollygin.players.self_play PROFILE DEALS`` plays ``strong`` with few roll-outs against itself under the
scoring of a profile, and puts what came of it into ``hollygin/equity/data/deals.json`` beside the other scorings. Each seat
plays for the points of the deal. The dealer changes from deal to deal; what is kept is relative to the dealer, so every
deal counts for either seat. A thousand deals take about two minutes on one core. The command shows how far it is and can be
interrupted: nothing is written then. The same numbers come out again from the same code and learned weights.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, Final

from hollygin import equity
from hollygin.engine import load, warm
from hollygin.equity.deals import scoring_of
from hollygin.match import Match
from hollygin.players.driver import advance
from hollygin.players.strong import Budget, Skill, StrongPlayer
from hollygin.players.strong.learned import learned
from hollygin.rules import PROFILES, Rules
from hollygin.shuffle import House

ROLLOUTS: Final = 600
DATA: Final = Path(equity.__file__).parent / "data" / "deals.json"
_CHUNK: Final = 200

Ways = Counter[tuple[str, int, int]]
"""How often a deal ended so: the outcome, who won it (0: the dealer, 1: the other, -1: nobody), the points."""


def play_deals(profile: str, first: int, count: int) -> Ways:
    """How ``count`` deals of a profile end between two strong players; deal numbers make the cards."""
    rules = PROFILES[profile].rules
    skill = Skill(Budget(rollouts=ROLLOUTS), sheet=False)
    one, two = (StrongPlayer("strong", skill, seed=seed, kernel=load()) for seed in (1, 2))
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


def fingerprint() -> str:
    """The hash of the learned weights that the player plays by."""
    known = learned()
    return hashlib.sha256(json.dumps([known.patient, known.quick, known.belief]).encode()).hexdigest()[:16]


def sample(rules: Rules, ways: Ways) -> dict[str, Any]:
    """The kept form of the deals of one scoring."""
    return {
        "scoring": dict(scoring_of(rules)),
        "player": f"strong:rollouts={ROLLOUTS},sheet=off",
        "weights": fingerprint(),
        "ways": [
            [outcome, winner, points, count] for (outcome, winner, points), count in sorted(ways.items())
        ],
    }


def main(profile: str, deals: int) -> None:
    """Play the deals of a profile and write them."""
    warm()
    ways: Ways = Counter()
    chunks = [(first, min(_CHUNK, deals - first)) for first in range(0, deals, _CHUNK)]
    firsts, counts = zip(*chunks, strict=True)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        done = 0
        for count, found in zip(
            counts, pool.map(play_deals, [profile] * len(chunks), firsts, counts), strict=True
        ):
            ways += found
            done += count
            print(f"\r{profile}: {done} of {deals} deals", end="", file=sys.stderr)  # noqa: T201
    print(file=sys.stderr)  # noqa: T201
    new = sample(PROFILES[profile].rules, ways)
    kept = [
        one
        for one in json.loads(DATA.read_text(encoding="utf-8"))["samples"]
        if one["scoring"] != new["scoring"]
    ]
    made = {"samples": sorted([*kept, new], key=lambda one: sorted(one["scoring"]))}
    DATA.write_text(json.dumps(made, sort_keys=True, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
