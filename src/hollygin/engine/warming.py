"""Compiling before the first use: every call of the door once, on one deal."""

from __future__ import annotations

from hollygin.deal import Deal
from hollygin.engine.calls import Bulk, RollOuts, Walk
from hollygin.engine.compiling import keep_warm
from hollygin.engine.encode import SIMPLE
from hollygin.engine.numbers import belief, layout
from hollygin.engine.position import position_of
from hollygin.engine.valuation import OpenCards, Rests, Start
from hollygin.rules import make_rules
from hollygin.sheet import Sheet
from hollygin.view import view_deal


def warm() -> None:
    """Compile all that players and the lab call, and keep it. Half a minute if :func:`needs_warming`, else a moment."""
    bulk = Bulk(make_rules("eaai"))
    bulk.deals(0, 1)
    bulk.tally(bulk.matches(0, 1), (0, 1))
    deal, _ = bulk.one_deal(0, 0, 1, 0)
    position = position_of(view_deal(Deal.start(bulk.rules, 0, deal.order), 1))
    bulk.roll_out(position, [bulk.choose(position)], bulk.sample_hands(position, 1, 0), 0)
    bulk.choices([bulk.apply(bulk.deal_out(range(52), 0), layout.PASS_ACTION)], [SIMPLE])
    bulk.match_equity(Sheet.of(bulk.rules), [(0, 1)], [(0, bulk.rules.target, 1)], 1, 0)
    worth, weights = [0, 0], [0] * belief.KIND_WIDTH
    roll_outs = RollOuts(bulk.rules, [SIMPLE], [SIMPLE], worth, weights, bulk.kernel)
    sample = roll_outs.draw_hands(position, (), (), [1024], Walk(1, 1, 1), 1, 0)
    roll_outs.estimate(position, [layout.PASS_ACTION], [0], sample, 0, 1, 0)
    Rests(bulk.rules, [0, 0], bulk.kernel).play(
        [Start(Sheet.of(bulk.rules), (0, 0))], gross=None, rests_each=0, seed=0
    )
    cards = OpenCards(bulk.rules, (SIMPLE, SIMPLE), bulk.kernel)
    cards.open_value(position, 0, worth, 0, 0)
    cards.card_values(position, 0, worth, 0, 0)
    if bulk.kernel.compiled:
        keep_warm()
