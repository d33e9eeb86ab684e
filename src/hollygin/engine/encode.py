"""Policies, rules and sheets as the numbers that the kernel reads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from hollygin.engine.numbers import layout
from hollygin.options import OPTIONS
from hollygin.rules import Rules
from hollygin.sheet import Sheet

NEVER: Final = 1000
"""As ``take_drop``: deadwood never falls that far."""
ALWAYS: Final = -1000
"""As ``take_drop``: the deadwood does not matter."""


@dataclass(frozen=True, slots=True)
class Policy:
    """A player given by a few numbers. The defaults play exactly as ``SimplePlayer``.

    Points are deadwood. Turns are the player's own, from 1.

    - ``take``: take the pile card if it goes into a meld of a best arrangement (``meld``); if it does and the discard
      then leaves less deadwood than before (``lower``); or not for that reason (``no``).
    - ``take_drop``: take it also if the discard leaves less deadwood by this many points, or more.
    - ``take_within``: take it also if the discard leaves no more than the player's limit of the turn.
    - ``knock_early``: the player's limit in turns 1 to ``knock_turns``; ``knock_late`` afterwards. 0 is gin only, -1
      never ends a deal. The knock limit of the deal also holds.
    - ``big_gin_turns``: hold gin back in turns 1 to this one for a big gin, if the rules have it.
    - ``slack``, ``deadwood``, ``potential``, ``danger``: consider the discards that leave at most ``slack`` points more than the best.
      Choose the one with the least ``deadwood`` × points left − ``potential`` × cards that would still form a meld with two of the hand
      + ``danger`` × dangerous cards. Cards that would form a meld are neither in the pile nor known to be in the opponent's hand. Dangerous
      cards are those known to be in the opponent's hand that share the rank of the discard, or are at most two away in its suit. If ``potential``
      and ``danger`` are 0, choose the discard that leaves least. Among equals the highest rank goes, then the first suit.
    - ``weights``: if given, they choose the discard instead, in three stages as ``hollygin.engine.numbers.discards`` reads them.
    """

    take: Literal["no", "meld", "lower"] = "meld"
    take_drop: int = NEVER
    take_within: bool = False
    knock_turns: int = 0
    knock_early: int = 10
    knock_late: int = 10
    big_gin_turns: int = 0
    slack: int = 0
    deadwood: int = 1
    potential: int = 0
    danger: int = 0
    weights: tuple[int, ...] = ()

    def numbers(self) -> list[int]:
        """The policy as the kernel reads it."""
        line = [0] * layout.POLICY_WIDTH
        line[layout.TAKE_MELD] = ("no", "meld", "lower").index(self.take)
        line[layout.TAKE_DROP] = self.take_drop
        line[layout.TAKE_WITHIN] = int(self.take_within)
        line[layout.KNOCK_TURNS] = self.knock_turns
        line[layout.KNOCK_EARLY] = self.knock_early
        line[layout.KNOCK_LATE] = self.knock_late
        line[layout.BIG_GIN_TURNS] = self.big_gin_turns
        line[layout.SLACK] = self.slack
        line[layout.DEADWOOD_WEIGHT] = self.deadwood
        line[layout.POTENTIAL_WEIGHT] = self.potential
        line[layout.DANGER_WEIGHT] = self.danger
        if self.weights:
            line[layout.WEIGHED] = 1
            line[layout.WEIGHTS :] = self.weights
        return line


SIMPLE: Final = Policy()
"""Decides as ``hollygin.players.SimplePlayer``, spreads included."""
FLOOR: Final = Policy(knock_turns=3, knock_late=0, slack=8, deadwood=2, potential=1, danger=3)
"""Knocks in its first three turns, then waits for gin. Keeps cards that can still become melds, and minds what the opponent took."""


def rules_numbers(rules: Rules) -> list[int]:
    """Rules as the engine reads them: every option in its place of the table."""
    return [option.number(getattr(rules, name)) for name, option in OPTIONS.items()]


def sheet_numbers(sheet: Sheet) -> tuple[list[int], list[int]]:
    """A sheet as the kernel reads it: its columns, and the row of the match as far as the sheet gives it."""
    columns = [0] * layout.SHEET_WIDTH
    for at in range(layout.WON, layout.SHEET_WIDTH, layout.COLUMN_WIDTH):
        columns[at] = -1
    for i, column in enumerate(sheet.columns):
        at = i * layout.COLUMN_WIDTH
        for seat in (0, 1):
            columns[at + layout.SCORE + seat] = column.score[seat]
            columns[at + layout.BOXES + seat] = column.boxes[seat]
            columns[at + layout.OPENED + seat] = int(column.opened[seat])
        columns[at + layout.WON] = -1 if column.won is None else column.won
    row = [0] * layout.ROW_WIDTH
    for seat in (0, 1):
        row[layout.WINS + seat] = sheet.count[seat]
        row[layout.COLUMNS_WON + seat] = sheet.columns_won[seat]
    return columns, row
