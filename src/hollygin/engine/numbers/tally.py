"""Sums over the rows of many matches.

There is one line per match: its row, then the numbers that follow from it. Estimates need only sums of lines, and of products
of two of their numbers.
"""

from __future__ import annotations

from hollygin.engine.numbers.layout import (
    COLUMNS_WON,
    FIRST_DEALER,
    LATE,
    MATCH_RESULT,
    ROW_WIDTH,
    SHUTOUTS,
    TOTALS,
    WINS,
    WON_POINTS,
)

MATCHES = ROW_WIDTH
"""1 for every match."""
WON_BY_A = ROW_WIDTH + 1
WON_BY_B = ROW_WIDTH + 2
TIED = ROW_WIDTH + 3
UNFINISHED = ROW_WIDTH + 4
WON_BY_FIRST_DEALER = ROW_WIDTH + 5
ALL_WINS = ROW_WIDTH + 6
ALL_POINTS = ROW_WIDTH + 7
ALL_TOTALS = ROW_WIDTH + 8
CLEAN = ROW_WIDTH + 9
"""Whether one player has won every column that was won."""
WITH_SHUTOUT = ROW_WIDTH + 10
WITH_LATE = ROW_WIDTH + 11
DISAGREE = ROW_WIDTH + 12
"""Whether one player has more columns and the other the greater total."""
LINE_WIDTH = ROW_WIDTH + 13


def tally(rows: list[int], pairs: list[int], line: list[int], sums: list[int], products: list[int]) -> None:
    """Add the lines of all ``rows`` to ``sums``, and to ``products`` three numbers for each two places in ``pairs``.

    These are the square of the first, the product of both and the square of the second.
    """
    for row in range(0, len(rows), ROW_WIDTH):
        _fill(rows, row, line)
        for k in range(LINE_WIDTH):
            sums[k] += line[k]
        for k in range(len(pairs) // 2):
            one = line[pairs[2 * k]]
            two = line[pairs[2 * k + 1]]
            products[3 * k] += one * one
            products[3 * k + 1] += one * two
            products[3 * k + 2] += two * two


def _fill(rows: list[int], row: int, line: list[int]) -> None:
    """The line of one match."""
    for k in range(ROW_WIDTH):
        line[k] = rows[row + k]
    result = line[MATCH_RESULT]
    line[MATCHES] = 1
    line[WON_BY_A] = int(result == 0)
    line[WON_BY_B] = int(result == 1)
    line[TIED] = int(result == 2)
    line[UNFINISHED] = int(result < 0)
    line[WON_BY_FIRST_DEALER] = int(result == line[FIRST_DEALER])
    line[ALL_WINS] = line[WINS] + line[WINS + 1]
    line[ALL_POINTS] = line[WON_POINTS] + line[WON_POINTS + 1]
    line[ALL_TOTALS] = line[TOTALS] + line[TOTALS + 1]
    one = line[COLUMNS_WON]
    two = line[COLUMNS_WON + 1]
    line[CLEAN] = int(one + two > 0 and (one == 0 or two == 0))
    line[WITH_SHUTOUT] = int(line[SHUTOUTS] + line[SHUTOUTS + 1] > 0)
    line[WITH_LATE] = int(line[LATE] + line[LATE + 1] > 0)
    line[DISAGREE] = int((one - two) * (line[TOTALS] - line[TOTALS + 1]) < 0)
