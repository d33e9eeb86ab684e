"""Invalid files whose play the rules refuse, and those with several faults."""

from collections.abc import Iterator

from hollygin.record import Record
from tests.record.corpus.cases import Case, Expected, one


def play(reshuffled: Record) -> Iterator[Case]:
    """Actions and deals that the rules refuse."""
    at = [str(action)[:9] for _, action in reshuffled.deals[0].actions].index("reshuffle")
    draw, knock = '"0 draw"', "0 knock 2s: 4h 5h 6h / 9s 9d 9c / Jc Qc Kc"
    for name, code, line in (
        ("wrong-seat", "not-your-turn", "1 draw"),
        ("not-due", "not-due", "0 take"),
        ("house-draws", "not-your-turn", "house draw"),
        ("nothing-to-show", "nothing-to-show", "0 show 4h"),
    ):
        yield one(f"play-{name}", code, f'"{line}"', (draw, f'"{line}"'), deal=1, action=3, kept=(1, 2))
    for name, code, line in (
        ("card-not-held", "card-not-held", "0 discard Ah"),
        ("not-a-meld", "not-a-meld", "0 knock 2s: 4h 5h 9c"),
        ("card-in-hand-not-meld", "card-not-held", "0 knock 2s: 4h 5h 6h 7h"),
        ("over-limit", "over-limit", "0 knock 2s: 4h 5h 6h / 9s 9d 9c"),
        ("not-gin", "not-gin", "0 gin 2s: 4h 5h 6h / 9s 9d 9c / Jc Qc Kc"),
        ("big-gin-off", "big-gin-off", "0 big gin: 4h 5h 6h / 9s 9d 9c / Jc Qc Kc"),
    ):
        yield one(f"play-{name}", code, f'"{line}"', (knock, line), deal=1, action=4, kept=(1, 3))
    lay = "1 layoff 7h on 4h 5h 6h"
    for name, code, line in (
        ("no-such-meld", "no-such-meld", "1 layoff 7h on 4h 5h"),
        ("does-not-fit", "does-not-fit", "1 layoff Td on 9s 9d 9c"),
        ("layoff-not-held", "card-not-held", "1 layoff 3h on 4h 5h 6h"),
    ):
        yield one(f"play-{name}", code, f'"{line}"', (lay, line), deal=1, action=6, kept=(1, 5))
    yield one(
        "play-taken-card",
        "taken-card",
        "3c: 4h",
        ("0 gin Ks: 4h", "0 gin 3c: 4h"),
        deal=2,
        action=3,
        kept=(2, 10),
    )
    yield one(
        "play-is-gin", "is-gin", "0 knock Ks", ("0 gin Ks", "0 knock Ks"), deal=2, action=3, kept=(2, 10)
    )
    yield one(
        "play-deal-over",
        "deal-over",
        '"0 done"',
        ('    "0 spread",\n]', '    "0 spread",\n    "0 done",\n]'),
        base="gin",
        deal=1,
        action=5,
        kept=(1, 4),
    )
    yield one(
        "play-layoff-on-gin",
        "no-layoff-on-gin",
        "layoff",
        ('"0 spread"', '"0 layoff 8h on 4h 5h 6h 7h"'),
        base="gin",
        deal=1,
        action=4,
        kept=(1, 3),
    )
    yield one(
        "play-unfinished",
        "deal-unfinished",
        "[[deals]]\nnumber = 2",
        ('    "1 done",\n', ""),
        deal=2,
        kept=(1, 7),
    )
    yield one(
        "play-wrong-dealer",
        "wrong-dealer",
        "# not he",
        ("number = 2\ndealer = 0", "number = 2\ndealer = 1 # not he"),
        deal=2,
        kept=(1, 8),
    )
    yield one(
        "play-match-over",
        "match-over",
        "[[deals]]\nnumber = 2",
        ("target = 100", "target = 50"),
        deal=2,
        kept=(1, 8),
    )
    yield one(
        "play-resigned-after-the-end",
        "match-over",
        "resigned =",
        ("result", "resigned = 1\nresult"),
        kept=(2, 12),
    )
    yield one(
        "play-gin-only",
        "gin-only",
        "1 knock",
        ("1 gin Ks: 4h 5h 6h 7h /", "1 knock 4h: 5h 6h 7h /"),
        base="straight",
        deal=1,
        action=3,
        kept=(1, 2),
    )
    yield one(
        "play-oklahoma-limit",
        "over-limit",
        "0 knock",
        ("0 discard 3s", "0 knock Kh: 4h 5h 6h / 9s 9d 9c / Jc Qc Kc"),
        base="oklahoma",
        deal=1,
        action=4,
        kept=(1, 3),
    )
    yield one(
        "play-cannot-end",
        "cannot-end",
        '"1 take"',
        ("Ac", "XX"),
        ("8c", "Ac"),
        ("XX", "8c"),
        base="last",
        deal=1,
        action=61,
        kept=(1, 60),
    )
    yield one(
        "play-hand-not-shown",
        "hand-not-shown",
        '"1 done"',
        ('"1 show Js', '"1 show'),
        base="table",
        deal=1,
        action=12,
        kept=(1, 11),
    )
    yield one(
        "play-cannot-show",
        "cannot-show",
        '"1 show 4h',
        ('"1 show Js', '"1 show 4h'),
        base="table",
        deal=1,
        action=9,
        kept=(1, 8),
    )
    yield one(
        "play-bad-reshuffle",
        "bad-reshuffle",
        "house reshuffle",
        ("house reshuffle ", "house reshuffle ?? "),
        base="reshuffle",
        deal=1,
        action=at + 1,
        kept=(1, at),
    )


def several() -> Iterator[Case]:
    """Files with more than one fault: all are found, the play is judged up to the first only."""
    yield Case(
        "several-in-the-head",
        "two",
        (
            ("first_dealer = 1", "first_dealer = 7"),
            ("target = 100", "target = -1"),
            ("result = 0", "result = 3"),
            ("total", "totals"),
        ),
        (
            Expected("bad-field", "first_dealer ="),
            Expected("bad-field", "result ="),
            Expected("out-of-range", "target ="),
            Expected("unknown-field", "totals ="),
        ),
    )
    yield Case(
        "several-in-two-deals",
        "two",
        (
            ('"0 draw"', '"0 drow"'),
            ('"1 done"', '"1 dine"'),
            ('"1 pass",\n    "0 take"', '"pass",\n    "0 take"'),
            ("points = 97", "points = true"),
        ),
        (
            Expected("bad-action", "drow", 1, 3),
            Expected("bad-action", "dine", 1, 8),
            Expected("bad-field", "points = true", 2),
            Expected("bad-seat", '"pass"', 2, 1),
        ),
        (1, 2),
    )
    yield Case(
        "play-before-form",
        "two",
        (('"0 draw"', '"0 take"'), ('"1 done"', '"1 dine"')),
        (Expected("not-due", "0 take", 1, 3), Expected("bad-action", "dine", 1, 8)),
        (1, 2),
    )
    yield Case(
        "resigned-after-a-fault",
        "two",
        (('"0 draw"', '"0 drow"'), ("result", "resigned = 0\nresult")),
        (Expected("bad-action", "drow", 1, 3),),
        (1, 2),
    )
