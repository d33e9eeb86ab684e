"""Teams (R12): four players at two tables share one sheet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from hollygin.due import Seat

TeamPoints = Literal["gross", "net"]
"""What a side writes of a deal: all that its players have won, or the difference as one win (R12.1)."""


@dataclass(frozen=True, slots=True)
class Teams:
    """Who plays for which side, and whether the sides write the difference ("net") or each its own points ("gross") (R12.1)."""

    players: tuple[tuple[str, str], tuple[str, str]]
    points: TeamPoints = "gross"

    def seating(self, number: int) -> tuple[tuple[str, str], tuple[str, str]]:
        """Who sits with whom in deal ``number``, from 1: for each table its players by side.

        The players of side 1 change tables after each deal. Those of side 0 stay seated.
        """
        (one, two), others = self.players
        here = (number - 1) % 2
        return (one, others[here]), (two, others[1 - here])

    def written(self, results: Iterable[tuple[Seat | None, int]]) -> tuple[int, int]:
        """The points that each side writes for a deal, from the winner and the points at each table."""
        sums = [0, 0]
        for winner, points in results:
            if winner is not None:
                sums[winner] += points
        if self.points == "gross":
            return sums[0], sums[1]
        return max(0, sums[0] - sums[1]), max(0, sums[1] - sums[0])
