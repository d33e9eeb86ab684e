"""The valid records of the corpus of which only the sheet was kept."""

from collections.abc import Iterator
from dataclasses import replace

from hollygin import Rules, make_rules, parse_card, parse_cards
from hollygin.actions import parse_melds
from hollygin.record import EntryRecord, Record, Stated, record_of_score
from hollygin.score import ByCards, ByDeadwood, ByPoints, DealEntry, Score, TableResult, Teams

TEAMS = (("Anne", "Bea"), ("Cléo", "Dan"))
VOID = ByPoints(None, 0, "void")
HANDS = (parse_cards("4h 5h 6h 9c 9d 9s Jc Qc Kc 3s"), parse_cards("7h 8h Ah 8d 8c Td Js Qs Kd 6c"))


def kept(rules: Rules, *results: TableResult, first: int | None = 0, profile: str | None = None) -> Score:
    return Score(("Anne", "Bob"), rules, first, tuple(map(DealEntry.of, results)), profile=profile)


def team_score(rules: Rules, *deals: tuple[TableResult, TableResult], first: int | None = 1) -> Score:
    return Score(("North", "South"), rules, first, tuple(map(DealEntry, deals)), Teams(TEAMS, "net"))


def deals() -> Score:
    """A score with a deal of each kind."""
    return kept(
        make_rules("club", tie="nobody"),
        ByPoints(0, 30),
        ByPoints(1, 43, "gin"),
        ByDeadwood("knock", 0, (4, 23)),
        VOID,
        ByPoints(None, 0, "tie"),
        ByDeadwood("knock", 1, (5, 7)),
        ByCards(0, HANDS),
        ByCards(0, HANDS, parse_melds("4h 5h 6h / 9s 9d 9c / Jc Qc Kc")),
        profile="club",
    )


def every_score_field() -> Record:
    """A record of a kept score with every field that there is, its entries among them."""
    rules = make_rules(oklahoma=True, big_gin_bonus=31)
    upcard = parse_card("7s")
    record = record_of_score(
        team_score(
            rules,
            (ByPoints(0, 86, "gin", upcard), ByDeadwood("knock", 1, (20, 7), upcard)),
            (ByCards(0, HANDS, parse_melds("4h 5h 6h / 9s 9d 9c / Jc Qc Kc"), upcard), VOID),
        )
    )
    entries = (replace(record.entries[0], extra={"_note": "late"}), *record.entries[1:])
    return replace(record, entries=entries, event="Club night", comment="By hand.", extra={"_x": [1]})


def scores() -> Iterator[tuple[str, Record]]:
    """Every record by name."""
    yield "score-deals", record_of_score(deals())
    yield "score-every-field", every_score_field()
    plain = kept(make_rules("friendly", target=50), *(ByPoints(i % 2, 30) for i in range(9)), first=None)
    while plain.faults:
        plain = plain.remove(len(plain.entries) - 1)
    yield "score-plain", record_of_score(plain)
    yield "score-resigned", record_of_score(replace(deals().remove(7), resigned=1))
    gross = team_score(make_rules("totals", target=125), (ByPoints(0, 30), ByPoints(1, 12)), (VOID, VOID))
    yield "score-gross", record_of_score(replace(gross, teams=Teams(TEAMS, "gross")))
    yield "score-empty", record_of_score(kept(make_rules()))
    bare = record_of_score(deals())
    unstated = tuple(EntryRecord(deal.entry, (None,), (Stated(),)) for deal in bare.entries)
    yield "score-unstated", replace(bare, entries=unstated)
