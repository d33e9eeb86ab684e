"""What deals between two plain players come to, over 100,000 deals of the compiled kernel.

The kernel plays them as ``SimplePlayer`` would, action by action: ``tests/engine/test_deals.py``.
"""

import numpy as np

from hollygin import make_rules
from hollygin.engine import SIMPLE, Bulk, layout
from tests.engine.copies import COMPILED

MATCHES = 10_000


def test_simple_against_itself() -> None:
    bulk = Bulk(make_rules("eaai"), (SIMPLE, SIMPLE), COMPILED)
    rows = np.asarray(bulk.matches(1, MATCHES)).reshape(MATCHES, layout.ROW_WIDTH)
    deals = rows[:, layout.DEALS].sum()
    rate = {
        name: rows[:, place : place + width].sum() / deals
        for name, place, width in (
            ("knock", layout.KNOCKS, 2),
            ("undercut", layout.UNDERCUTS, 2),
            ("gin", layout.GINS, 2),
            ("void", layout.DEALS_VOID, 1),
        )
    }
    assert abs(rate["knock"] - 0.93) < 0.015
    assert 0.04 < rate["undercut"] < 0.05
    assert 0.018 < rate["gin"] < 0.025
    assert rate["void"] < 0.004
    assert 9.5 < deals / MATCHES < 11
    assert abs((rows[:, layout.MATCH_RESULT] == 0).mean() - 0.5) < 0.02
    results = np.asarray(bulk.deals(2, 10 * MATCHES)).reshape(-1, layout.RESULT_WIDTH)
    assert results[:, layout.DISCARDS].max() < 100
