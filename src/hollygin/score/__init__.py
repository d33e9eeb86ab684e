"""Keeping score for real cards: what two players, or two teams, report of each deal, and everything that follows from it.

>>> from hollygin.score import ByDeadwood, ByPoints, DealEntry, Score
>>> score = Score(("Anne", "Bob"), make_rules("friendly"), first_dealer=0)
>>> score = score.add(DealEntry.of(ByPoints(0, 43, "gin"))).add(DealEntry.of(ByDeadwood("knock", 1, (25, 4))))
>>> [line.points for line in score.lines], score.dealers
([(43, 0), (0, 21)], (0,))
>>> score.replace(0, DealEntry.of(ByPoints(1, 43, "gin"))).sheet.columns[0].score
(0, 64)
"""

from hollygin.errors import ScoreError
from hollygin.score.entry import MOST_DEADWOOD, ByCards, ByDeadwood, ByPoints, DealEntry, TableResult, Worth
from hollygin.score.kept import DealLine, Score, TableLine
from hollygin.score.pricing import shown, worth_of
from hollygin.score.teams import TeamPoints, Teams

__all__ = [
    "MOST_DEADWOOD",
    "ByCards",
    "ByDeadwood",
    "ByPoints",
    "DealEntry",
    "DealLine",
    "Score",
    "ScoreError",
    "TableLine",
    "TableResult",
    "TeamPoints",
    "Teams",
    "Worth",
    "shown",
    "worth_of",
]
