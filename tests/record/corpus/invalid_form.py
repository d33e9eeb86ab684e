"""Invalid files whose text, or the form of a field, is wrong."""

from collections.abc import Iterator

from tests.record.corpus.cases import FIRST, Case, one


def form() -> Iterator[Case]:
    """Faults of syntax and of the fields."""
    whole = (2, 12)
    yield one("not-a-record", "not-a-record", FIRST, ("hollygin = 1\n", ""))
    yield one("not-a-record-version-text", "not-a-record", FIRST, ("hollygin = 1\n", 'hollygin = "1"\n'))
    yield one("unknown-version", "unknown-version", "hollygin = 999", ("hollygin = 1\n", "hollygin = 999\n"))
    yield one("syntax", "bad-syntax", "first_dealer =", ('"Bob"]', '"Bob"'))
    yield one("syntax-key-twice", "bad-syntax", "first_dealer = 0", ("result = 0", "first_dealer = 0"))
    yield one("syntax-open-text", "bad-syntax", '"0 pass', ('"0 pass",', '"0 pass,'))
    yield one("key-too-deep", "too-deep", "a.a.a", ("result = 0", "a" + ".a" * 60 + " = 0"))
    yield one("lists-too-deep", "too-deep", None, ("result = 0", "_x = " + "[" * 2000 + "]" * 2000))
    yield one("missing-players", "missing-field", FIRST, ('players = ["Anne", "Bob"]\n', ""))
    yield one("missing-first-dealer", "missing-field", FIRST, ("first_dealer = 1\n", ""))
    yield one("missing-option", "missing-field", "[rules]", ("target = 100\n", ""))
    yield one(
        "missing-dealer",
        "missing-field",
        "[[deals]]",
        ("number = 1\ndealer = 1\n", "number = 1\n"),
        deal=1,
        kept=(0, 0),
    )
    yield one("missing-number", "missing-field", "[[deals]]", ("number = 1\n", ""), deal=1, kept=whole)
    yield one("one-player", "bad-field", "players =", ('"Anne", "Bob"', '"Anne"'))
    yield one("player-without-name", "bad-field", "players =", ("Bob", ""))
    yield one("player-with-blanks", "bad-field", "players =", ("Bob", " Bob"))
    yield one("player-with-tab", "sign-in-name", "players =", ("Bob", "B\\tob"))
    yield one("first-dealer-2", "bad-field", "first_dealer =", ("first_dealer = 1", "first_dealer = 2"))
    yield one("first-dealer-true", "bad-field", "first_dealer =", ("first_dealer = 1", "first_dealer = true"))
    yield one(
        "date-without-zone",
        "bad-field",
        "date =",
        ("result", 'date = "2026-03-01T20:15:00"\nresult'),
        kept=whole,
    )
    yield one(
        "date-of-toml", "bad-field", "date =", ("result", "date = 2026-03-01 20:15:00\nresult"), kept=whole
    )
    yield one(
        "perspective", "bad-field", "perspective =", ("result", 'perspective = "Anne"\nresult'), kept=whole
    )
    yield one("result", "bad-field", "result =", ("result = 0", 'result = "draw"'), kept=whole)
    yield one("scores", "bad-field", "scores =", ("[[157, 0]]", "[157, 0]"), kept=whole)
    yield one("total-negative", "bad-field", "total =", ("total = [157, 0]", "total = [157, -1]"), kept=whole)


def more_form() -> Iterator[Case]:
    """Faults of user fields, rules and deals."""
    whole = (2, 12)
    yield one("unknown-field", "unknown-field", "winer", ("result", "winer = 0\nresult"), kept=whole)
    yield one(
        "unknown-field-in-deal",
        "unknown-field",
        "score = 3",
        ('outcome = "gin"', "score = 3"),
        deal=2,
        kept=whole,
    )
    yield one(
        "unknown-field-in-rules", "unknown-field", "_house", ("columns", "_house = 1\ncolumns"), kept=whole
    )
    yield one("user-field-not-a-number", "bad-field", "_x = nan", ("result", "_x = nan\nresult"), kept=whole)
    yield one("user-field-infinite", "bad-field", "_x = inf", ("result", "_x = inf\nresult"), kept=whole)
    yield one(
        "total-too-large", "out-of-range", "total =", ("[157, 0]\n\n", f"[157, {2**63}]\n\n"), kept=whole
    )
    yield one(
        "rules-a-list", "bad-field", "rules =", ("result", "rules = []\nresult"), ("[rules]", "[_rules]")
    )
    yield one("option-word", "bad-value", "shutout =", ('shutout = "none"', 'shutout = "some"'))
    yield one("option-kind", "bad-value", "straight =", ("straight = false", "straight = 0"))
    yield one("option-range", "out-of-range", "columns =", ("columns = 1", "columns = 10"))
    yield one("option-list", "bad-field", "target =", ("target = 100", "target = [100]"))
    yield one(
        "contradiction",
        "clinch-not-majority",
        "[rules]",
        ('"majority"', '"total"'),
        ("clinch_stop = false", "clinch_stop = true"),
    )
    yield one(
        "deals-a-table",
        "bad-field",
        "[deals]",
        ("[[deals]]\nnumber = 1", "[deals]\nnumber = 1"),
        ("[[deals]]", "[[_deals]]"),
        kept=(0, 0),
    )
    yield one("number", "wrong-number", "number = 3", ("number = 2", "number = 3"), deal=2, kept=whole)
    yield one("order-short", "bad-field", "order =", ('order = "4h', 'order = "'), deal=1, kept=(0, 0))
    yield one("order-bad-card", "bad-field", "order =", ('order = "4h', 'order = "1h'), deal=1, kept=(0, 0))
    yield one(
        "order-and-hands",
        "order-and-hands",
        "upcard =",
        ("order =", 'upcard = "Ks"\norder ='),
        deal=1,
        kept=whole,
    )
    yield one(
        "order-card-twice",
        "bad-order",
        "[[deals]]",
        ('order = "4h 7h', 'order = "4h 4h'),
        deal=1,
        kept=(0, 0),
    )
    yield one(
        "hands-short",
        "bad-field",
        "hands =",
        ('4h 5h 6h 9c 9d 9s Jc Qc Kc 3s", ', '4h 5h", '),
        base="table",
        deal=1,
        kept=(0, 0),
    )
    yield one(
        "hands-share-a-card",
        "bad-order",
        "[[deals]]",
        ('upcard = "Ks"', 'upcard = "4h"'),
        base="table",
        deal=1,
        kept=(0, 0),
    )
    yield one(
        "upcard-unknown",
        "bad-order",
        "[[deals]]",
        ('upcard = "Ks"', 'upcard = "??"'),
        base="table",
        deal=1,
        kept=(0, 0),
    )
    yield one(
        "stock-short",
        "bad-field",
        "stock =",
        ('stock = "2s ?? ', 'stock = "2s '),
        base="table",
        deal=1,
        kept=(0, 0),
    )
    yield one(
        "commitment-short",
        "bad-field",
        "shuffle =",
        ("actions", 'shuffle = { commitment = "00" }\nactions'),
        deal=1,
        kept=whole,
    )
    yield one(
        "shuffle-without-commitment",
        "missing-field",
        "shuffle =",
        ("actions", "shuffle = {}\nactions"),
        deal=1,
        kept=whole,
    )
    yield one(
        "times-too-few", "bad-times", "times =", ("outcome", "times = [1, 2]\noutcome"), deal=1, kept=whole
    )
    yield one(
        "times-backwards",
        "bad-times",
        "times =",
        ("outcome", "times = [1, 2, 3, 4, 5, 7, 6, 8]\noutcome"),
        deal=1,
        kept=whole,
    )
    yield one(
        "comment-too-late",
        "bad-comment",
        "comments =",
        ("outcome", 'comments = [{ at = 9, text = "Ah." }]\noutcome'),
        deal=1,
        kept=whole,
    )
    yield one(
        "comment-without-place",
        "bad-field",
        "comments =",
        ("outcome", 'comments = [{ text = "Ah." }]\noutcome'),
        deal=1,
        kept=whole,
    )
    yield one(
        "outcome", "bad-field", 'outcome = "Gin"', ('outcome = "gin"', 'outcome = "Gin"'), deal=2, kept=whole
    )
    yield one("actions-missing", "missing-field", "[[deals]]", ("actions", "_actions"), deal=1, kept=(1, 0))


def text() -> Iterator[Case]:
    """Faults in the text of an action."""
    for name, code, line in (
        ("action-unknown", "bad-action", "0 drow"),
        ("action-empty", "bad-action", "0 "),
        ("action-without-card", "bad-action", "0 discard"),
        ("action-bad-card", "bad-card", "0 discard 1h"),
        ("action-card-twice", "card-twice", "0 knock 2s: 4h 5h 4h"),
        ("action-empty-meld", "empty-meld", "0 knock 2s: 4h 5h 6h / / 9c 9d 9s"),
        ("action-without-seat", "bad-seat", "draw"),
        ("action-seat-2", "bad-seat", "2 draw"),
        ("action-resign", "resign-in-deal", "0 resign"),
    ):
        yield one(name, code, f'"{line}"', ('"0 draw"', f'"{line}"'), deal=1, action=3, kept=(1, 2))
    yield one("action-a-number", "bad-field", "    7,", ('"0 draw"', "7"), deal=1, action=3, kept=(1, 2))


def json_cases() -> Iterator[Case]:
    """Faults of files in JSON."""
    yield one("json-syntax", "bad-syntax", '"first_dealer"', ('"Bob"\n  ],', '"Bob"\n  ]'))
    yield one("json-name-twice", "bad-syntax", None, ('"result": 0', '"first_dealer": 1'))
    yield one("json-nan", "bad-syntax", None, ('"result": 0', '"_x": NaN'))
    yield one("json-too-deep", "too-deep", None, ('"result": 0', '"_x": ' + "[" * 5000 + "]" * 5000))
    yield one("json-surrogate", "bad-field", '"players"', ('"Bob"', '"\\ud800"'))
    yield one("json-null", "bad-field", '"result"', ('"result": 0', '"result": null'), kept=(2, 12))
    yield one("json-action", "not-due", '"0 take"', ('"0 draw"', '"0 take"'), deal=1, action=3, kept=(1, 2))
