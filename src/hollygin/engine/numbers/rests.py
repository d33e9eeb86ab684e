"""The rest of a match, played out many times from a score sheet without a card being dealt.

A deal is drawn from a list of ways in which deals end between two players. Only three facts of it matter to
the sheet: who won, how, and for how many points. Each list has its ways in the order of what they bring to seat 0,
all equally likely. That order buys antithetic pairs: every second rest takes, for each deal, the way at the same
distance from the other end of the list. Luck for one seat in one rest is luck for the other in the next, and the
error of the mean falls. All sheets of one call meet the same draws (common random numbers), so a difference
between two of them is far more exact than either.
"""

from __future__ import annotations

from hollygin.engine.numbers.deals import boxes_of
from hollygin.engine.numbers.layout import (
    BOXES,
    COLUMN_WIDTH,
    COLUMNS,
    COLUMNS_WON,
    LATE,
    LATE_CARRIES,
    LATE_ENTRY,
    MATCH_RESULT,
    NOWHERE,
    OPENED,
    ROW_WIDTH,
    SCORE,
    SHEET_WIDTH,
    TARGET,
    TOTALS,
    WINS,
    WON,
    WON_POINTS,
)
from hollygin.engine.numbers.matches import TIE_RESULT, add_win, close, dealer_after, is_done
from hollygin.engine.numbers.randomness import WORD, mix, next_state

MOST_DEALS = 1000
"""Deals after which a rest counts as it stands: two players may never win one."""

# A way in which a deal ends: points times WAY_POINTS, the kind, and the winner's seat plus 1 (0: nobody)

WAY_WINNER = 4
WAY_POINTS = 32

# What the rests from one sheet add up to

REST_WON = 0
"""2 for each rest that seat 0 won, 1 for each tie."""
REST_SQUARES = 1
"""The squares of what each antithetic pair adds to REST_WON."""
REST_TOTALS = 2
"""Grand totals of seat 0, then of seat 1."""
REST_SPREAD = 4
"""The squares of the difference of the totals."""
REST_TIES = 5
REST_DEALS = 6
REST_COLUMNS = 7
"""For each of nine columns: how often seat 0 won it, and seat 1."""
REST_RESULTS = 25
"""By columns won: ten times those of seat 0, plus those of seat 1."""
REST_WIDTH = 125


def write_wins(rules: list[int], sheet: list[int], one: int, two: int, rows: list[int], row: int) -> None:
    """Write what two teams won in one deal, in points (-1: it has won nothing), before any column closes (R8.2, R12.1).

    Of two that reach the target in a column at once the greater score wins it; equal scores leave it open.
    """
    columns = rules[COLUMNS]
    for seat in range(2):
        points = two if seat else one
        if points < 0:
            continue
        opens = -1
        if rules[LATE_ENTRY] == LATE_CARRIES:
            for i in range(columns):
                at = i * COLUMN_WIDTH
                if sheet[at + WON] < 0 and sheet[at + OPENED + seat] == 0:
                    opens = i
                    break
        elif rows[row + WINS + seat] < columns:
            opens = rows[row + WINS + seat]
            if sheet[opens * COLUMN_WIDTH + WON] >= 0:
                opens = -1
                rows[row + LATE + seat] += 1
        if opens >= 0:
            sheet[opens * COLUMN_WIDTH + OPENED + seat] = 1
        written = 0
        for i in range(columns):
            at = i * COLUMN_WIDTH
            if sheet[at + WON] < 0 and sheet[at + OPENED + seat]:
                written += 1
                sheet[at + SCORE + seat] += points
                sheet[at + BOXES + seat] += 1
        if written == 0 and columns:
            rows[row + NOWHERE + seat] += 1
        rows[row + WINS + seat] += 1
        rows[row + WON_POINTS + seat] += points
    for i in range(columns):
        at = i * COLUMN_WIDTH
        if sheet[at + WON] < 0:
            ahead = 0 if sheet[at + SCORE] > sheet[at + SCORE + 1] else 1
            best = sheet[at + SCORE + ahead]
            if best >= rules[TARGET] and best > sheet[at + SCORE + 1 - ahead]:
                sheet[at + WON] = ahead
                rows[row + COLUMNS_WON + ahead] += 1


def play_rests(
    rules: list[int],
    sheets: list[int],
    starts: list[int],
    dealers: list[int],
    tables: int,
    gross: int,
    ways: list[int],
    count: int,
    seed: int,
    sheet: list[int],
    row: list[int],
    sums: list[int],
) -> None:
    """Play ``count`` rests (an even number) of a match from each of some sheets and add up how they end.

    ``sheets`` holds SHEET_WIDTH numbers a start, ``starts`` the ROW_WIDTH numbers of the match so far, ``dealers`` who
    deals next at each of two tables (-1: by chance). ``ways`` are the ends of a deal that seat 0 deals, then as many
    of one that seat 1 deals. With two ``tables`` teams write the difference, or each its own points with ``gross``
    (R12.1). ``sheet`` and ``row`` are room for one. ``sums`` takes REST_WIDTH numbers a start.
    """
    many = len(ways) // 2
    for start in range(len(sums) // REST_WIDTH):
        out = start * REST_WIDTH
        for k in range(REST_WIDTH):
            sums[out + k] = 0
        before = 0
        for i in range(count):
            for k in range(SHEET_WIDTH):
                sheet[k] = sheets[start * SHEET_WIDTH + k]
            for k in range(ROW_WIDTH):
                row[k] = starts[start * ROW_WIDTH + k]
            state = mix(seed, i >> 1) + 1
            odd = i & 1
            deals = _play_rest(
                rules,
                sheet,
                row,
                dealers[2 * start],
                dealers[2 * start + 1],
                tables,
                gross,
                ways,
                many,
                state,
                odd,
            )
            close(rules, sheet, row, 0)
            if rules[COLUMNS] == 0 and row[WINS] and row[WINS + 1]:
                # Without a sheet two teams may both have won the deal; their points decide (R11.2, R12.1).
                ahead = row[WON_POINTS] - row[WON_POINTS + 1]
                row[MATCH_RESULT] = TIE_RESULT if ahead == 0 else 0 if ahead > 0 else 1
            won = 2 if row[MATCH_RESULT] == 0 else 0
            if row[MATCH_RESULT] == TIE_RESULT:
                won = 1
                sums[out + REST_TIES] += 1
            sums[out + REST_WON] += won
            if odd:
                sums[out + REST_SQUARES] += (won + before) * (won + before)
            before = won
            one = row[TOTALS]
            two = row[TOTALS + 1]
            sums[out + REST_TOTALS] += one
            sums[out + REST_TOTALS + 1] += two
            sums[out + REST_SPREAD] += (one - two) * (one - two)
            sums[out + REST_DEALS] += deals
            sums[out + REST_RESULTS + 10 * row[COLUMNS_WON] + row[COLUMNS_WON + 1]] += 1
            for c in range(rules[COLUMNS]):
                by = sheet[c * COLUMN_WIDTH + WON]
                if by >= 0:
                    sums[out + REST_COLUMNS + 2 * c + by] += 1


def _play_rest(
    rules: list[int],
    sheet: list[int],
    row: list[int],
    here: int,
    there: int,
    tables: int,
    gross: int,
    ways: list[int],
    many: int,
    state: int,
    odd: int,
) -> int:
    """Play one rest to its end on ``sheet`` and ``row``; returns how many deals it took."""
    if here < 0:
        here = state >> 8 & 1 ^ odd
    if there < 0:
        there = state >> 9 & 1 ^ odd
    deals = 0
    while deals < MOST_DEALS and not is_done(rules, row, 0):
        deals += 1
        one = -1
        two = -1
        boxes = 1
        for table in range(tables):
            state = next_state(state)
            place = ((state ^ state >> 32) & WORD) * many >> 32
            if odd:
                place = many - 1 - place
            dealer = there if table else here
            way = ways[many * dealer + place]
            winner = way % WAY_WINNER - 1
            if winner == 0:
                one = max(one, 0) + way // WAY_POINTS
            elif winner == 1:
                two = max(two, 0) + way // WAY_POINTS
            if tables == 1:  # a side of teams marks one box per win (R8.9)
                boxes = boxes_of(rules, way % WAY_POINTS // WAY_WINNER)
            dealer = dealer_after(rules, dealer, winner)
            if table:
                there = dealer
            else:
                here = dealer
        if tables == 2 and not gross:
            difference = max(one, 0) - max(two, 0)
            one = difference if difference > 0 else -1
            two = -difference if difference < 0 else -1
        if tables == 2 and gross:
            # A team with no points writes nothing, even if it won a table with 0 (R12.1).
            one = one if one > 0 else -1
            two = two if two > 0 else -1
        if tables == 2 and gross:
            if one >= 0 or two >= 0:
                write_wins(rules, sheet, one, two, row, 0)
        elif one >= 0:
            add_win(rules, sheet, 0, one, boxes, row, 0)
        elif two >= 0:
            add_win(rules, sheet, 1, two, boxes, row, 0)
    return deals
