"""The situation of one decision, read once."""

from __future__ import annotations

from typing import Final, NamedTuple

from hollygin.due import Due
from hollygin.engine import Position, Sample, Walk
from hollygin.players.strong.discard_history import DiscardHistory
from hollygin.players.strong.outlook import Outlook
from hollygin.view import DealView

_WALK: Final = Walk(25, 150, 6)
_PLAIN_WALK: Final = Walk(10, 40, 3)


class Situation(NamedTuple):
    """The deal as the player sees it, the due decision, and what follows from both. Made once per decision.

    ``history`` is what the player remembers of the opponent's discards. ``outlook`` holds for the whole deal. ``seed`` is that
    of this decision.
    """

    deal: DealView
    due: Due
    position: Position
    history: DiscardHistory
    outlook: Outlook
    seed: int

    @property
    def compiled(self) -> bool:
        """Whether the numbers run compiled."""
        return self.outlook.roll_outs.kernel.compiled

    def draw_hands(self, count: int, seed: int) -> Sample:
        """``count`` sampled hands of the opponent, and the kind of player that holds each."""
        walk = _WALK if self.compiled else _PLAIN_WALK
        return self.outlook.roll_outs.draw_hands(
            self.position, *self.history, self.outlook.shares, walk, count, seed
        )
