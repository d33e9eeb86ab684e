"""Rules and wins as Hypothesis draws them."""

from typing import Any

from hypothesis import strategies as st

from hollygin import Rules
from hollygin.rules import contradictions

ENDS = [("void", "none"), ("void", "end"), ("reshuffle", "none")]


@st.composite
def any_rules(draw: st.DrawFn, /, **fixed: Any) -> Rules:
    """Rules of any options that stand together, but for those given."""
    pick = st.sampled_from
    stock_end, last_discard = draw(pick(ENDS))
    oklahoma = draw(st.booleans())
    game, extra = draw(pick([0, 100])), draw(pick([0, 100]))
    winner = draw(pick(["majority", "total"]))
    options: dict[str, Any] = {
        "columns": draw(st.integers(1, 9)),
        "target": draw(pick([1, 30, 60, 100, 250])),
        "gin_bonus": draw(pick([0, 20, 25])),
        "undercut_bonus": draw(pick([0, 10, 25])),
        "big_gin_bonus": draw(pick([0, 31])),
        "knock_limit": 10 if oklahoma else draw(pick([0, 1, 5, 10, 10, 10])),
        "oklahoma": oklahoma,
        "oklahoma_ace": draw(pick(["one", "gin"])),
        "spades_double": draw(st.booleans()),
        "straight": draw(pick([False, False, False, True])),
        "tie": draw(pick(["undercut", "nobody", "knocker"])),
        "last_discard": last_discard,
        "stock_end": stock_end,
        "next_dealer": draw(pick(["alternate", "winner", "loser"])),
        "dealer_after_void": draw(pick(["same", "alternate"])),
        "late_entry": draw(pick(["lost", "carry"])),
        "game_bonus": game,
        "shutout": draw(pick(["none", "flat", "double_points", "double_total"])),
        "shutout_bonus": game + extra,
        "box_bonus": draw(pick([0, 20, 25])),
        "match_winner": winner,
        "clinch_stop": winner == "majority" and draw(st.booleans()),
    }
    rules = Rules(**{**options, **fixed})
    assert not contradictions(rules)
    return rules


seeds = st.integers(0, 2**32)
