"""Invalid files of which only the sheet was kept."""

from collections.abc import Iterator

from tests.record.corpus.cases import FIRST, Case, Expected, one


def score() -> Iterator[Case]:
    """Faults of deals without cards, and of teams."""
    whole = (8, 0)
    every = {"base": "score", "deal": 2, "kept": (1, 0)}
    yield one("score-winner-2", "bad-field", "winner = 2", ("winner = 1\n", "winner = 2\n"), **every)
    yield one("score-points-text", "bad-field", 'points = "43"', ("points = 43", 'points = "43"'), **every)
    yield one(
        "score-outcome", "bad-field", 'outcome = "won"', ('outcome = "gin"', 'outcome = "won"'), **every
    )
    yield one(
        "score-dealer",
        "wrong-dealer",
        "dealer = 1",
        ("number = 2\ndealer = 0", "number = 2\ndealer = 1"),
        **every,
    )
    yield one(
        "score-points", "points-cannot-be", "[[deals]]\nnumber = 2", ("points = 43", "points = 12"), **every
    )
    yield one(
        "score-actions", "unknown-field", "actions", ("points = 43", "points = 43\nactions = []"), **every
    )
    yield one(
        "score-points-missing",
        "missing-field",
        "[[deals]]\nnumber = 2",
        ("winner = 1\npoints = 43\n", "winner = 1\n"),
        **every,
    )
    yield one("score-number", "wrong-number", "number = 7", ("number = 2\n", "number = 7\n"), **every)
    third = {"base": "score", "deal": 3, "kept": (2, 0)}
    yield one(
        "score-ending-missing", "missing-field", "[[deals]]\nnumber = 3", ('ending = "knock"\n', ""), **third
    )
    yield one("score-deadwood", "bad-field", "deadwood = 4", ("deadwood = [4, 23]", "deadwood = 4"), **third)
    yield one(
        "score-over-limit",
        "over-limit",
        "[[deals]]\nnumber = 3",
        ("deadwood = [4, 23]", "deadwood = [14, 23]"),
        **third,
    )
    yield one(
        "score-nothing-said",
        "missing-field",
        "[[deals]]\nnumber = 4",
        ('outcome = "void"\n', ""),
        base="score",
        deal=4,
        kept=(3, 0),
    )
    seventh = {"base": "score", "deal": 7, "kept": (6, 0)}
    yield one("score-hands", "bad-field", "hands =", ("4h 5h", "4h ??"), **seventh)
    yield one(
        "score-hand-short", "hand-size", "[[deals]]\nnumber = 7", ("4h 5h 6h 9d", "4h 5h 6h"), **seventh
    )
    yield one(
        "score-spread",
        "bad-field",
        "spread =",
        ('spread = "4h', 'spread = "Zz'),
        base="score",
        deal=8,
        kept=(7, 0),
    )
    yield one(
        "score-perspective",
        "unknown-field",
        "perspective",
        ("sheet_only", "perspective = 0\nsheet_only"),
        base="score",
        kept=whole,
    )
    yield one(
        "score-sheet-only-text",
        "bad-field",
        'sheet_only = "yes"',
        ("sheet_only = true", 'sheet_only = "yes"'),
        base="empty",
        kept=(0, 0),
    )
    yield one(
        "score-dealer-unknown",
        "wrong-dealer",
        "dealer = 0",
        ("number = 1\n", "number = 1\ndealer = 0\n"),
        base="plain",
        deal=1,
        kept=(0, 0),
    )
    yield Case(
        "score-in-version-1",
        "empty",
        (("hollygin = 2", "hollygin = 1"),),
        (Expected("unknown-field", "sheet_only"),),
        (0, 0),
    )
    yield one("score-team-points", "missing-field", FIRST, ('team_points = "gross"\n', ""), base="gross")
    yield one("score-teams-twice", "same-person", "teams =", ('"Dan"', '"anne"'), base="gross")
    yield one("score-teams-three", "bad-field", "teams =", ('"Dan"', '"Dan", "Eve"'), base="gross")
    yield one(
        "score-one-table",
        "bad-field",
        "tables = [",
        ("    { dealer = 1, winner = 0, points = 30 },\n", ""),
        base="gross",
        deal=1,
        kept=(0, 0),
    )
    yield one(
        "score-table-field",
        "unknown-field",
        "seat = 1",
        ("winner = 0, points", "seat = 1, winner = 0, points"),
        base="gross",
        deal=1,
        kept=(0, 0),
    )
    yield one(
        "score-resigned-after-the-end",
        "match-over",
        "resigned",
        ("result", "resigned = 0\nresult"),
        base="over",
        kept=(7, 0),
    )
