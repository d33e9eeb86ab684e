"""Tables that stand where a test needs them: played up to there by simple players, and put into the store."""

import asyncio
import itertools
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Self

from hollygin.actions import Action
from hollygin.due import Seat
from hollygin.match import Match
from hollygin.players import make_player
from hollygin.players.driver import advance
from hollygin.rules import make_rules, options_of
from hollygin.server.tables.events import Acted, AnyEvent, Created, Sat, Step
from hollygin.server.tables.table import Table, before_deal, digest
from hollygin.shuffle import House, Shuffle, seeded_secret
from tests.server.launch import Site

MOST_SEEDS = 400
KEYS = ("anne".ljust(32, "0"), "bob".ljust(32, "0"))
"""What the cookies of Anne and Bob hold, at every table that is prepared."""

_numbers = itertools.count(1)


class _Script:
    """The steps of a table, as commands would have made them."""

    def __init__(
        self, name: str, profile: str, *, claim_after: int = 180, age: float = 0.0, **options: Any
    ) -> None:
        self.at = time.time() - age
        rules = make_rules(profile, **options)
        created = Created(
            options={key: value for key, value in options_of(rules).items() if isinstance(value, int | str)},
            profile=profile,
            version=1,
            opponent=None,
            first_dealer=0,
            claim_after=claim_after,
            invite=f"invite-{name}",
            watch=f"watch-{name}",
        )
        people = [
            Sat(seat, one, digest(key)) for seat, one, key in zip((0, 1), ("Anne", "Bob"), KEYS, strict=True)
        ]
        self.steps = [Step(1, self.at, [created, *people])]
        self.table = Table.create(name, self.steps[0])

    def do(self, events: list[AnyEvent]) -> None:
        step = Step(self.table.seq + 1, self.at, events)
        self.steps.append(step)
        self.table.apply(step)

    def play(self, house: "_House", played: Iterable[tuple[int, Seat | None, Action | None]]) -> None:
        """Deals and actions, each with the number of its deal; no action is the next deal, no seat the house."""
        self.do(before_deal(1, house.secret(1)))
        for number, seat, action in played:
            if action is None:
                self.do(self.table.say_ready(0, number, ""))
                self.do(self.table.say_ready(1, number, ""))
            elif seat is None:
                self.do([Acted(None, str(action))])
            else:
                self.do(self.table.act(seat, str(action), partial(house.secret, number + 1)))


class Prepared:
    """A table at a moment of its match."""

    def __init__(self, script: _Script, match: Match) -> None:
        self.steps, self.match = script.steps, match
        self.table = script.table.id
        self.path = f"/t/{self.table}"
        self.watch = f"{self.path}?key=watch-{self.table}"
        self.invite = f"{self.path}?key=invite-{self.table}"

    def store(self, site: Site) -> Self:
        """Put it into a server that has never heard of it."""

        async def append() -> None:
            store = site.hub.store  # which commits together what is asked for together
            assert all(await asyncio.gather(*(store.append(self.table, step) for step in self.steps)))

        site.call(append())
        return self


class _House(House):
    """Deals by the secrets of a seed, to which nobody adds a nonce."""

    def shuffle(self, deal: int) -> Shuffle:
        return Shuffle(self.secret(deal))

    def secret(self, deal: int) -> bytes:
        return seeded_secret(str(self.seed), deal)


def prepare(
    wanted: Callable[[Match], bool],
    profile: str = "friendly",
    *,
    claim_after: int = 180,
    age: float = 0.0,
    **options: Any,
) -> Prepared:
    """A table of Anne and Bob whose match has just come to what is wanted, from the first seed that gets there.

    ``age`` is how long ago all of it happened, in seconds.
    """
    players = (make_player("simple"), make_player("simple"))
    for seed in range(MOST_SEEDS):
        match, house = Match.start(make_rules(profile, **options), 0), _House(seed)
        played = []
        while not match.over:
            number = match.number
            seat, action, match = advance(match, players, house)
            played.append((number, seat, action))
            if wanted(match):
                script = _Script(
                    f"{next(_numbers):016x}", profile, claim_after=claim_after, age=age, **options
                )
                script.play(house, played)
                assert script.table.match == match
                return Prepared(script, match)
    raise AssertionError("no seed gets there")
