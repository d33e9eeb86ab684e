"""Whole matches between two policies: deals in sequence, who deals, the sheet (R7, R8).

The rules are those of ``hollygin.match`` and ``hollygin.sheet``; tests hold them together deal by deal.
"""

from __future__ import annotations

from hollygin.engine.numbers.deals import play
from hollygin.engine.numbers.layout import (
    ALL_DISCARDS,
    BIG_GINS,
    BOX_BONUS,
    BOXES,
    CLINCH_STOP,
    COLUMN_WIDTH,
    COLUMNS,
    COLUMNS_WON,
    DEALER_AFTER_VOID,
    DEALER_ALTERNATES,
    DEALER_POINTS,
    DEALER_WINNER,
    DEALER_WINS,
    DEALS,
    DEALS_TIED,
    DEALS_VOID,
    DISCARDS,
    FIRST_DEALER,
    GAME_BONUS,
    GINS,
    KNOCKS,
    LATE,
    LATE_CARRIES,
    LATE_ENTRY,
    MARKS,
    MATCH_RESULT,
    MATCH_WINNER,
    NEXT_DEALER,
    NOWHERE,
    OPENED,
    OUTCOME,
    OUTCOME_BIG_GIN,
    OUTCOME_GIN,
    OUTCOME_KNOCK,
    OUTCOME_VOID,
    POINTS,
    ROW_WIDTH,
    SCORE,
    SHEET_WIDTH,
    SHUTOUT,
    SHUTOUT_BONUS,
    SHUTOUT_FLAT,
    SHUTOUT_INSTEAD,
    SHUTOUT_NONE,
    SHUTOUT_TOTAL,
    SHUTOUTS,
    TARGET,
    TOTALS,
    UNDERCUTS,
    VOID_ALTERNATES,
    WINNER,
    WINS,
    WON,
    WON_BY_TOTAL,
    WON_POINTS,
)
from hollygin.engine.numbers.positions import deal_out, fresh_order
from hollygin.engine.numbers.randomness import mix

TIE_RESULT = 2


def clear_sheet(sheet: list[int]) -> None:
    """Empty a sheet."""
    for at in range(0, SHEET_WIDTH, COLUMN_WIDTH):
        for i in range(COLUMN_WIDTH):
            sheet[at + i] = 0
        sheet[at + WON] = -1


def add_win(
    rules: list[int], sheet: list[int], winner: int, points: int, boxes: int, rows: list[int], row: int
) -> None:
    """Write a won deal on the sheet with the boxes that it marks, and count it on the match's row (R8.2 to R8.4, R8.9)."""
    columns = rules[COLUMNS]
    opens = -1
    if rules[LATE_ENTRY] == LATE_CARRIES:
        for i in range(columns):
            at = i * COLUMN_WIDTH
            if sheet[at + WON] < 0 and sheet[at + OPENED + winner] == 0:
                opens = i
                break
    elif rows[row + WINS + winner] < columns:
        opens = rows[row + WINS + winner]
        if sheet[opens * COLUMN_WIDTH + WON] >= 0:
            opens = -1
            rows[row + LATE + winner] += 1
    if opens >= 0:
        sheet[opens * COLUMN_WIDTH + OPENED + winner] = 1
    written = 0
    for i in range(columns):
        at = i * COLUMN_WIDTH
        if sheet[at + WON] < 0 and sheet[at + OPENED + winner]:
            written += 1
            sheet[at + SCORE + winner] += points
            sheet[at + BOXES + winner] += boxes
            if sheet[at + SCORE + winner] >= rules[TARGET]:
                sheet[at + WON] = winner
                rows[row + COLUMNS_WON + winner] += 1
    if written == 0 and columns:
        rows[row + NOWHERE + winner] += 1
    rows[row + WINS + winner] += 1
    rows[row + WON_POINTS + winner] += points


def is_done(rules: list[int], rows: list[int], row: int) -> bool:
    """Whether a match is over (R8.7, R11.2)."""
    if rules[COLUMNS] == 0:
        return rows[row + WINS] + rows[row + WINS + 1] > 0
    one = rows[row + COLUMNS_WON]
    two = rows[row + COLUMNS_WON + 1]
    left = rules[COLUMNS] - one - two
    return left == 0 or (rules[CLINCH_STOP] != 0 and abs(one - two) > left)


def close(rules: list[int], sheet: list[int], rows: list[int], row: int) -> None:
    """Add up the bonuses of the closed columns (R8.5, R8.6) and decide the winner (R8.7)."""
    for i in range(rules[COLUMNS]):
        at = i * COLUMN_WIDTH
        won = sheet[at + WON]
        for seat in range(2):
            rows[row + TOTALS + seat] += sheet[at + SCORE + seat]
        if won < 0:
            continue
        for seat in range(2):
            rows[row + TOTALS + seat] += sheet[at + BOXES + seat] * rules[BOX_BONUS]
        game = rules[GAME_BONUS]
        more = 0
        if sheet[at + SCORE + 1 - won] == 0:
            rows[row + SHUTOUTS + won] += 1
            if rules[SHUTOUT] == SHUTOUT_FLAT:
                game = rules[SHUTOUT_BONUS]
            elif rules[SHUTOUT] != SHUTOUT_NONE:
                more = sheet[at + SCORE + won]
                if rules[SHUTOUT] == SHUTOUT_INSTEAD:
                    game = 0
                    more += sheet[at + BOXES + won] * rules[BOX_BONUS]
                elif rules[SHUTOUT] == SHUTOUT_TOTAL:
                    more += game + sheet[at + BOXES + won] * rules[BOX_BONUS]
        rows[row + TOTALS + won] += game + more
    if rules[COLUMNS] == 0:
        one = rows[row + WINS]
        two = rows[row + WINS + 1]
    elif rules[MATCH_WINNER] == WON_BY_TOTAL:
        one = rows[row + TOTALS]
        two = rows[row + TOTALS + 1]
    else:
        one = rows[row + COLUMNS_WON]
        two = rows[row + COLUMNS_WON + 1]
    rows[row + MATCH_RESULT] = TIE_RESULT if one == two else 0 if one > two else 1


def dealer_after(rules: list[int], dealer: int, winner: int) -> int:
    """Who deals next (R7)."""
    if winner < 0:
        return 1 - dealer if rules[DEALER_AFTER_VOID] == VOID_ALTERNATES else dealer
    if rules[NEXT_DEALER] == DEALER_ALTERNATES:
        return 1 - dealer
    return winner if rules[NEXT_DEALER] == DEALER_WINNER else 1 - winner


def first_dealer(match_seed: int) -> int:
    """The first dealer of a match by chance (R1.2)."""
    return mix(match_seed, 0) & 1


def _count(rows: list[int], row: int, results: list[int], dealer: int) -> None:
    """Count one deal on the match's row."""
    outcome = results[OUTCOME]
    winner = results[WINNER]
    rows[row + DEALS] += 1
    rows[row + ALL_DISCARDS] += results[DISCARDS]
    if winner < 0:
        rows[row + (DEALS_VOID if outcome == OUTCOME_VOID else DEALS_TIED)] += 1
        return
    if winner == dealer:
        rows[row + DEALER_WINS] += 1
        rows[row + DEALER_POINTS] += results[POINTS]
    if outcome == OUTCOME_KNOCK:
        rows[row + KNOCKS + winner] += 1
    elif outcome == OUTCOME_GIN:
        rows[row + GINS + winner] += 1
    elif outcome == OUTCOME_BIG_GIN:
        rows[row + BIG_GINS + winner] += 1
    else:
        rows[row + UNDERCUTS + winner] += 1


def play_matches(
    rules: list[int],
    policies: list[int],
    seed: int,
    first: int,
    swapped: int,
    most: int,
    positions: list[int],
    order: list[int],
    trace: list[int],
    results: list[int],
    sheet: list[int],
    rows: list[int],
) -> None:
    """Play matches ``first``, ``first`` + 1, … of the run of ``seed``, as many as ``rows`` has room for.

    With ``swapped`` 1 the other seat deals first, so that the seats change cards. A match that
    is not over after ``most`` deals is left there (result -1).
    """
    for i in range(len(rows) // ROW_WIDTH):
        row = i * ROW_WIDTH
        for k in range(ROW_WIDTH):
            rows[row + k] = 0
        clear_sheet(sheet)
        match = mix(seed, first + i)
        dealer = first_dealer(match) ^ swapped
        rows[row + FIRST_DEALER] = dealer
        rows[row + MATCH_RESULT] = -1
        while rows[row + DEALS] < most:
            deal = mix(match, rows[row + DEALS] + 1)
            fresh_order(order, deal)
            deal_out(order, dealer, positions, 0)
            play(positions, 0, order, rules, policies, deal, trace, results, 0)
            winner = results[WINNER]
            _count(rows, row, results, dealer)
            if winner >= 0:
                add_win(rules, sheet, winner, results[POINTS], results[MARKS], rows, row)
                if is_done(rules, rows, row):
                    close(rules, sheet, rows, row)
                    break
            dealer = dealer_after(rules, dealer, winner)
