"""The layout of rules, policies, positions and results in flat arrays: the index of each number.

Every array is one line of whole numbers. Several of a kind follow one another, each ``…_WIDTH``
long. A card is its index, a set of cards 52 bits, a seat 0 or 1, and -1 is none. ``hollygin.engine`` fills and reads them.
"""

from __future__ import annotations

from hollygin.options import OPTIONS, choice, place

# Rules: each option in its place of the table (``hollygin.options``), words as their number among the choices

COLUMNS = place("columns")
TARGET = place("target")
GIN_BONUS = place("gin_bonus")
UNDERCUT_BONUS = place("undercut_bonus")
BIG_GIN_BONUS = place("big_gin_bonus")
KNOCK_LIMIT = place("knock_limit")
OKLAHOMA = place("oklahoma")
OKLAHOMA_ACE = place("oklahoma_ace")
SPADES_DOUBLE = place("spades_double")
STRAIGHT = place("straight")
TIE = place("tie")
LAST_DISCARD = place("last_discard")
STOCK_END = place("stock_end")
NEXT_DEALER = place("next_dealer")
DEALER_AFTER_VOID = place("dealer_after_void")
LATE_ENTRY = place("late_entry")
GAME_BONUS = place("game_bonus")
SHUTOUT = place("shutout")
SHUTOUT_BONUS = place("shutout_bonus")
BOX_BONUS = place("box_bonus")
GIN_BOXES = place("gin_boxes")
UNDERCUT_BOXES = place("undercut_boxes")
MATCH_WINNER = place("match_winner")
CLINCH_STOP = place("clinch_stop")
RULES_WIDTH = len(OPTIONS)

ACE_ONE = choice("oklahoma_ace", "one")
TIE_UNDERCUT = choice("tie", "undercut")
TIE_NOBODY = choice("tie", "nobody")
LAST_ENDS = choice("last_discard", "end")
STOCK_RESHUFFLED = choice("stock_end", "reshuffle")
DEALER_ALTERNATES = choice("next_dealer", "alternate")
DEALER_WINNER = choice("next_dealer", "winner")
VOID_ALTERNATES = choice("dealer_after_void", "alternate")
LATE_CARRIES = choice("late_entry", "carry")
SHUTOUT_NONE = choice("shutout", "none")
SHUTOUT_FLAT = choice("shutout", "flat")
SHUTOUT_TOTAL = choice("shutout", "double_total")
SHUTOUT_INSTEAD = choice("shutout", "double_instead")
WON_BY_TOTAL = choice("match_winner", "total")

# What happens when the stock runs low (R6), from two options: see ``positions.stock_rule``

STOCK_VOID = 0
STOCK_LAST = 1
"""Void at two, the last discard may be taken to end the deal (R6.1)."""
STOCK_RESHUFFLE = 2

# A policy: what `hollygin.engine.Policy` says in words; that of seat 1 stands POLICY_WIDTH after that of seat 0

TAKE_MELD = 0
TAKE_DROP = 1
TAKE_WITHIN = 2
KNOCK_TURNS = 3
KNOCK_EARLY = 4
KNOCK_LATE = 5
BIG_GIN_TURNS = 6
SLACK = 7
DEADWOOD_WEIGHT = 8
POTENTIAL_WEIGHT = 9
DANGER_WEIGHT = 10
WEIGHED = 11
"""1 if the weights that follow choose the discards (see ``discards``)."""
WEIGHTS = 12
"""Three stages of a deal, STAGE_WIDTH numbers each."""
POLICY_WIDTH = 66

# The weights of a stage, for throwing a card: by its rank, then for each of what is counted

BY_RANK = 0
LOOSE_OUTS = 13
"""Live cards that would form a meld with two of the loose cards left."""
ALL_OUTS = 14
"""The same with two of all cards left."""
NEAR_LIVE = 15
"""Live cards that could lie in one meld with the card thrown."""
NEAR_PAIRS = 16
"""Pairs of unseen cards that would form a meld with it."""
NEAR_KNOWN = 17
"""Cards known to be in the opponent's hand that could lie in one meld with it."""
STAGE_WIDTH = 18

# A position: one moment of a deal

PHASE = 0
TURN = 1
"""The seat on turn; once a deal is ended, the knocker."""
DEALER = 2
HAND = 3
"""The hand of seat 0; that of seat 1 follows."""
KNOWN = 5
"""The cards in the hand of seat 0 that the opponent has seen it take; then those of seat 1."""
PILE = 7
"""The cards of the discard pile."""
TOP = 8
"""The card on top of it, -1 after it was taken."""
TAKEN = 9
"""The card that the seat on turn has just taken from the pile (R3.2), or -1."""
NEXT = 10
"""The place of the top of the stock in the order."""
END = 11
"""The place after the last card of the stock."""
TURNS = 12
"""Discards so far."""
UPCARD = 13
THROWN = 14
"""The card that a knocker has put face down, -1 before and at big gin."""
POSITION_WIDTH = 16

UPCARD_OPENER = 0
UPCARD_DEALER = 1
LAST = 2
MUST_DRAW = 3
DRAW = 4
DISCARD = 5
END_NOW = 6
"""The last discard was taken: only an ending is legal (R6.1)."""
RESHUFFLE = 7
ENDED = 8
"""The seat on turn has knocked or gone gin; the hands decide the rest."""
VOID = 9

# An action: the kind times 64, plus the card where it has one

PASS_ACTION = 0 << 6
DRAW_ACTION = 1 << 6
TAKE_ACTION = 2 << 6
DISCARD_ACTION = 3 << 6
KNOCK_ACTION = 4 << 6
"""Throw the card face down and spread the rest: a knock, or gin."""
BIG_GIN_ACTION = 5 << 6
RESHUFFLE_ACTION = 6 << 6
"""With the number of cards; in a trace they follow, top first."""

TRACE_LENGTH = 1024

# A result: how a deal ended

OUTCOME = 0
WINNER = 1
"""-1 if the deal is void, or a tie that nobody scores."""
POINTS = 2
KNOCKER = 3
KNOCKER_DEADWOOD = 4
DEFENDER_DEADWOOD = 5
"""After melds and layoffs."""
DISCARDS = 6
DEALT_BY = 7
MARKS = 8
"""The boxes that the win marks in every column it is written in (R8.9)."""
RESULT_WIDTH = 9

OUTCOME_VOID = 0
OUTCOME_KNOCK = 1
OUTCOME_GIN = 2
OUTCOME_BIG_GIN = 3
OUTCOME_UNDERCUT = 4
OUTCOME_TIE = 5

# A row: how a match ended. What has a seat stands for seat 0, and behind it for seat 1

MATCH_RESULT = 0
"""The winner's seat, 2 for a tie, -1 if the limit of deals was reached first."""
FIRST_DEALER = 1
DEALS = 2
DEALS_VOID = 3
DEALS_TIED = 4
"""Ties that nobody scores."""
DEALER_WINS = 5
"""Deals won by their dealer."""
DEALER_POINTS = 6
ALL_DISCARDS = 7
KNOCKS = 8
"""Knocks that won."""
GINS = 10
BIG_GINS = 12
UNDERCUTS = 14
"""By the seat that scored them."""
WINS = 16
WON_POINTS = 18
COLUMNS_WON = 20
TOTALS = 22
"""Grand totals, bonuses included (R8.7)."""
SHUTOUTS = 24
"""Columns closed with the other at 0."""
NOWHERE = 26
"""Wins that count in no column."""
LATE = 28
"""Wins that came too late for the column that they would have opened (R8.2)."""
ROW_WIDTH = 30

# A sheet: nine columns one after the other. What has a seat stands for seat 0, and behind it for seat 1

SCORE = 0
BOXES = 2
OPENED = 4
WON = 6
"""Who has closed the column, -1 while it is open."""
COLUMN_WIDTH = 7
SHEET_WIDTH = 63
