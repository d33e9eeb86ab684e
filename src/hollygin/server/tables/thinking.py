"""A computer player at one table, and how long it may think while others wait."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from hollygin.actions import RESIGN
from hollygin.due import Seat
from hollygin.errors import HollyginError
from hollygin.match import Match
from hollygin.players import PARAMETERS, PLAYERS, Player, StrongPlayer, read_player
from hollygin.players.registry import Parameters
from hollygin.players.strong import Budget
from hollygin.view import view_match

log = logging.getLogger("hollygin.server")

OPPONENTS: Final[Mapping[str, Parameters]] = {
    name: {key: read for key, read in PARAMETERS[name].items() if key == "seed"}
    for name in ("easy", "medium", "strong", "simple", "random")
}
"""The computer players whom a visitor may ask to the table, with what he may say of them: nothing that costs the server."""

ANSWER: Final = 0.4
"""Seconds within which all who wait shall be answered."""
LEAST: Final = 0.01
"""Seconds that a thought has, however many wait."""
_PLAIN_ROLLOUT: Final = 0.001
"""Seconds that a roll-out takes on the plain kernel."""


def read_computer(text: str) -> tuple[str, dict[str, Any]]:
    """The name and the parameters of a computer player whom a visitor asks to the table: one of OPPONENTS.

    Raises PlayerNameError (``unknown-player``, ``bad-parameter``).
    """
    return read_player(text, OPPONENTS)


def time_to_think(waited: Sequence[float], thinkers: int) -> float:
    """Seconds for the next thought, where tables have ``waited`` so many seconds; the first is the one to think about now.

    As many as would leave each of them answered within ANSWER, if all had as many and ``thinkers`` of them at a time; at least LEAST.
    """
    rounds = (-(-place // thinkers) for place in range(1, len(waited) + 1))
    return max(LEAST, min((ANSWER - seconds) / turn for seconds, turn in zip(waited, rounds, strict=True)))


def shortened(budget: Budget, seconds: float, *, compiled: bool) -> Budget:
    """A budget that takes no longer than some seconds.

    The compiled kernel makes any number of roll-outs that a level has in a few thousandths of a second; the plain one does not.
    """
    if budget.rollouts is None:
        return replace(budget, seconds=min(budget.seconds, seconds))
    if compiled or budget.rollouts * _PLAIN_ROLLOUT <= seconds:
        return budget
    return Budget(seconds)


class Computer:
    """A computer player for the match of one table; it thinks about one thing at a time."""

    def __init__(self, text: str) -> None:
        """Make the player of a text. Raises PlayerNameError as :func:`read_computer` does."""
        self.name, values = read_computer(text)
        self.player: Player = PLAYERS[self.name](**values)
        self._skill = self.player.skill if isinstance(self.player, StrongPlayer) else None

    @property
    def cold(self) -> bool:
        """Whether it plays on the plain kernel though the compiled one would make it stronger."""
        return isinstance(self.player, StrongPlayer) and not self.player.kernel.compiled

    def replies(self, match: Match) -> bool:
        """Whether what is due takes no thought, and need not wait for others who think.

        So it is after an ending, where the best melds and layoffs are exact, and always for players who do not search.
        """
        assert match.deal is not None
        return self._skill is None or match.deal.knocker is not None

    def think(self, match: Match, seat: Seat, seconds: float) -> str:
        """Its action as text, found within some seconds; ``resign`` where it breaks a rule, which is logged."""
        view = view_match(match, seat)
        assert view.deal is not None and view.deal.due is not None
        if self._skill is not None and isinstance(self.player, StrongPlayer):
            budget = shortened(self._skill.budget, seconds, compiled=not self.cold)
            self.player.skill = replace(self._skill, budget=budget)
        try:
            action = self.player.act(view, view.deal.due)
            match.step(seat, action)
        except HollyginError as error:
            code = error.code  # and not the error itself, which names cards
        else:
            return str(action)
        log.error("computer player broke a rule", extra={"player": self.name, "fault": code})
        return str(RESIGN)
