"""Hollywood gin: rules, score sheet and computer players, as a library.

>>> import hollygin as hg
>>> hand = hg.Hand("4h 5h 6h 7h 9c 9d 9s Ac 2c 3c")
>>> hg.deadwood(hand)
0
>>> hg.melds_text(hg.best_arrangement(hand).melds)
'4h 5h 6h 7h / Ac 2c 3c / 9s 9d 9c'
"""

from hollygin.actions import Action, parse_action, parse_melds
from hollygin.cards import CARDS, Card, Hand, card_set, parse_card, parse_card_list, parse_cards
from hollygin.deal import Deal
from hollygin.door import (
    arrangements,
    best_arrangement,
    best_defense,
    best_discard,
    best_spread,
    deadwood,
    discards,
    iter_cards,
    text,
)
from hollygin.due import Due, Phase
from hollygin.errors import DealError, Fault, HollyginError, IllegalAction, RulesError, SheetError, TextError
from hollygin.match import Line, Match
from hollygin.melds import Arrangement, Defense, Layoff, melds_text
from hollygin.rules import PROFILES, Profile, Rules, make_rules
from hollygin.settlement import Settlement, Showdown, Void, settle
from hollygin.sheet import Column, Entry, Sheet
from hollygin.shuffle import House, Shuffle
from hollygin.view import DealView, View, view_deal, view_match

__version__ = "0.1.0"

__all__ = [
    "CARDS",
    "PROFILES",
    "Action",
    "Arrangement",
    "Card",
    "Column",
    "Deal",
    "DealError",
    "DealView",
    "Defense",
    "Due",
    "Entry",
    "Fault",
    "Hand",
    "HollyginError",
    "House",
    "IllegalAction",
    "Layoff",
    "Line",
    "Match",
    "Phase",
    "Profile",
    "Rules",
    "RulesError",
    "Settlement",
    "Sheet",
    "SheetError",
    "Showdown",
    "Shuffle",
    "TextError",
    "View",
    "Void",
    "arrangements",
    "best_arrangement",
    "best_defense",
    "best_discard",
    "best_spread",
    "card_set",
    "deadwood",
    "discards",
    "iter_cards",
    "make_rules",
    "melds_text",
    "parse_action",
    "parse_card",
    "parse_card_list",
    "parse_cards",
    "parse_melds",
    "settle",
    "text",
    "view_deal",
    "view_match",
]
