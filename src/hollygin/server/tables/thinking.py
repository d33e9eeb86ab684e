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
"""The computer players that a visitor may choose, with the parameters that they may set: none that costs the server."""

ANSWER: Final = 0.4
"""The seconds within which everyone who waits should be answered."""
LEAST: Final = 0.01
"""The least seconds per decision, however many wait."""
_PLAIN_ROLLOUT: Final = 0.001
"""The seconds of a roll-out on the plain kernel."""


def read_computer(text: str) -> tuple[str, dict[str, Any]]:
    """The name and the parameters of a computer player that a visitor chooses: one of OPPONENTS.

    Raises PlayerNameError (``unknown-player``, ``bad-parameter``).
    """
    return read_player(text, OPPONENTS)


def time_to_think(waited: Sequence[float], thinkers: int) -> float:
    """The seconds for the next decision. ``waited`` are the seconds that each waiting table has waited, the next one first.

    If every table got this much time, ``thinkers`` of them at a time, each would be answered within ANSWER. It is at least LEAST.
    """
    rounds = (-(-place // thinkers) for place in range(1, len(waited) + 1))
    return max(LEAST, min((ANSWER - seconds) / turn for seconds, turn in zip(waited, rounds, strict=True)))


def shortened(budget: Budget, seconds: float, *, compiled: bool) -> Budget:
    """A budget that takes no longer than ``seconds``.

    The compiled kernel makes the roll-outs of any level in a few thousandths of a second; the plain kernel does not.
    """
    if budget.rollouts is None:
        return replace(budget, seconds=min(budget.seconds, seconds))
    if compiled or budget.rollouts * _PLAIN_ROLLOUT <= seconds:
        return budget
    return Budget(seconds)


class Computer:
    """A computer player for the match of one table. It makes one decision at a time."""

    def __init__(self, text: str) -> None:
        """Make the player that a text names. Raises PlayerNameError as :func:`read_computer` does."""
        self.name, values = read_computer(text)
        self.player: Player = PLAYERS[self.name](**values)
        self._skill = self.player.skill if isinstance(self.player, StrongPlayer) else None

    @property
    def cold(self) -> bool:
        """Whether it plays on the plain kernel although the compiled one would make it stronger."""
        return isinstance(self.player, StrongPlayer) and not self.player.kernel.compiled

    def replies(self, match: Match) -> bool:
        """Whether the due decision takes no search, and so need not queue.

        That holds after an ending, since the best melds and layoffs are exact, and always for players that never search.
        """
        assert match.deal is not None
        return self._skill is None or match.deal.knocker is not None

    def think(self, match: Match, seat: Seat, seconds: float) -> str:
        """Its action as text, found within ``seconds``. ``resign`` if the action breaks a rule, which is logged."""
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
