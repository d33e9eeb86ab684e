"""Match equity held against the library's own sheet, rest by rest, and against what must be true of any such value."""

from collections import Counter
from collections.abc import Iterator
from math import sqrt
from random import Random
from statistics import pstdev
from typing import Any

import pytest

from hollygin.due import Seat
from hollygin.engine import layout, rules_numbers
from hollygin.engine.numbers.randomness import mix, next_state
from hollygin.equity import Deals, EquityError, Standing, Way, equal_players, match_equity, win_table
from hollygin.equity.deals import DEAL_OPTIONS
from hollygin.options import OPTIONS
from hollygin.rules import Rules, make_rules
from hollygin.sheet import Sheet
from tests.engine.copies import COMPILED, PLAIN

MIXES: list[tuple[str, dict[str, Any]]] = [
    ("friendly", {}),
    ("friendly", {"late_entry": "carry", "clinch_stop": True}),
    ("friendly", {"columns": 4, "target": 60}),
    ("totals", {}),
    ("totals", {"shutout": "double_total", "gin_boxes": 3, "undercut_boxes": 0}),
    ("totals", {"shutout": "double_instead", "gin_boxes": 2}),
    ("club", {"shutout": "double_points", "next_dealer": "loser"}),
    ("traditional", {}),
    ("single-game", {"target": 250}),
    ("single-deal", {}),
    ("eaai", {}),
]


def rules_of(of: tuple[str, dict[str, Any]]) -> Rules:
    return make_rules(of[0], **of[1])


OUTCOMES = ("void", "knock", "gin", "big_gin", "undercut", "tie")


def ends(deals: Deals, dealer: Seat) -> list[tuple[Seat | None, int, str]]:
    """Winner, points and outcome of every way, read back from the numbers without the engine."""
    found: list[tuple[Seat | None, int, str]] = []
    for number in deals.by_dealer[dealer]:
        winner = number % 4 - 1
        found.append((None if winner < 0 else winner, number // 32, OUTCOMES[number % 32 // 4]))
    return found


def a_sheet(rules: Rules, random: Random) -> Sheet:
    """A sheet on the way."""
    sheet = Sheet.of(rules)
    for _ in range(random.randrange(7)):
        after = sheet.add(random.randrange(2), random.randrange(1, 70))
        if after.done:
            break
        sheet = after
    return sheet


def draws(seed: int, rest: int) -> Iterator[tuple[int, bool]]:
    """The draws of a rest as words of 32 bits, and whether they count from the other end."""
    state = mix(seed, rest >> 1) + 1
    while True:
        state = next_state(state)
        yield (state ^ state >> 32) & 0xFFFFFFFF, bool(rest & 1)


def play_on(
    sheet: Sheet, dealers: list[Seat], deals: Deals, gross: bool | None, words: Iterator[tuple[int, bool]]
) -> Sheet:
    """One rest by the library's own sheet."""
    lists = [ends(deals, 0), ends(deals, 1)]
    rules = sheet.rules
    while not sheet.done:
        sums = [0, 0]
        won = [False, False]
        for i, dealer in enumerate(dealers):
            ways = lists[dealer]
            word, mirrored = next(words)
            place = word * len(ways) >> 32
            winner, points, outcome = ways[-1 - place if mirrored else place]
            dealers[i] = rules.dealer_after(dealer, winner)
            if winner is not None:
                sums[winner] += points
                won[winner] = True
        if gross is None:
            if any(won):
                sheet = sheet.add(won.index(True), max(sums), rules.boxes(outcome))
        elif gross:
            if sums[0] and sums[1]:
                sheet = sheet.add_both((sums[0], sums[1]))
            elif any(sums):
                sheet = sheet.add(0 if sums[0] else 1, max(sums))
        elif sums[0] != sums[1]:
            sheet = sheet.add(0 if sums[0] > sums[1] else 1, abs(sums[0] - sums[1]))
    return sheet


@pytest.mark.parametrize("of", MIXES)
@pytest.mark.parametrize("gross", [None, False, True])
def test_rests_end_as_those_of_the_sheet(of: tuple[str, dict[str, Any]], gross: bool | None) -> None:
    """The same draws on ``Sheet`` give the same values, rest by rest."""
    rules = rules_of(of)
    sheet = a_sheet(rules, Random(f"{of} {gross}"))
    deals = equal_players(rules, COMPILED)
    standing = Standing(sheet, (0, 1) if gross is not None else (0,), gross)
    many, seed = 40, 7
    found = match_equity(standing, deals=deals, rests=many, seed=seed, kernel=COMPILED)
    finals = [
        play_on(sheet, [0, 1] if gross is not None else [0], deals, gross, draws(seed, rest))
        for rest in range(many)
    ]
    worth = [0.5 if end.result == "tie" else float(end.result == 0) for end in finals]
    pairs = [(one + two) / 2 for one, two in zip(worth[::2], worth[1::2], strict=True)]
    assert found.win[0] == pytest.approx(sum(worth) / many)
    assert found.error == pytest.approx(pstdev(pairs) / sqrt(len(pairs)))
    for seat in (0, 1):
        assert found.total[seat] == pytest.approx(sum(end.total[seat] for end in finals) / many)
        for i, shares in enumerate(found.columns):
            assert shares[seat] == sum(end.columns[i].won == seat for end in finals) / many
    assert found.spread == pytest.approx(pstdev(end.total[0] - end.total[1] for end in finals))
    splits = Counter(f"{end.columns_won[0]}-{end.columns_won[1]}" for end in finals if end.columns)
    assert {name: share for name, share in found.results.items() if share and name != "tie"} == {
        name: count / many for name, count in splits.items()
    }
    assert found.results["tie"] == sum(end.result == "tie" for end in finals) / many


@pytest.mark.parametrize("of", MIXES)
def test_plain_and_compiled_give_the_same(of: tuple[str, dict[str, Any]]) -> None:
    rules = rules_of(of)
    deals = Deals.of(
        "two", "", [Way(0, 1, 20), Way(1, 2, 31), Way(None, 0, 0)], [Way(1, 4, 25), Way(0, 1, 3)]
    )
    for gross in (None, False, True):
        standing = Standing(a_sheet(rules, Random(3)), (None,), gross)
        one, two = (
            match_equity(standing, deals=deals, rests=50, kernel=kernel) for kernel in (PLAIN, COMPILED)
        )
        assert one == two


@pytest.mark.parametrize("of", MIXES)
def test_win_after_a_deal_is_win_before_it_on_average(of: tuple[str, dict[str, Any]]) -> None:
    """W is a martingale: the mean over the ways of a deal of W after it is W before it."""
    rules = rules_of(of)
    sheet = a_sheet(rules, Random(f"martingale {of}"))
    ways = [Way(0, 1, 12), Way(0, 2, 44), Way(1, 1, 7), Way(1, 4, 30), Way(None, 0, 0)]
    deals = Deals.of("two", "", ways, [way.mirrored() for way in ways])
    rests = 10_000
    before = match_equity(Standing(sheet, (0,)), deals=deals, rests=rests, kernel=COMPILED)
    after = [
        match_equity(
            Standing(sheet, (0,)).after(way.winner, way.points),
            deals=deals,
            rests=rests,
            seed=9,
            kernel=COMPILED,
        )
        for way in ways
    ]
    mean = sum(one.win[0] for one in after) / len(after)
    error = sqrt(before.error**2 + sum(one.error**2 for one in after) / len(after) ** 2)
    assert abs(mean - before.win[0]) <= 4 * error + 1e-12
    total = sum(one.total[0] - one.total[1] for one in after) / len(after)
    assert total == pytest.approx(
        before.total[0] - before.total[1], abs=5 * before.spread / sqrt(rests) + 1e-9
    )


def mirrored(sheet: Sheet) -> Sheet:
    return Sheet.of(sheet.rules, [(1 - entry.winner, entry.points) for entry in sheet.entries])


@pytest.mark.parametrize("of", MIXES)
def test_the_seats_are_alike(of: tuple[str, dict[str, Any]]) -> None:
    """With the seats changed everywhere each antithetic pair changes its places: the values change sides exactly."""
    sheet = a_sheet(rules_of(of), Random(f"mirror {of}"))
    one = match_equity(Standing(sheet, (0,)), rests=2000, kernel=COMPILED)
    two = match_equity(Standing(mirrored(sheet), (1,)), rests=2000, kernel=COMPILED)
    assert one.win == pytest.approx(two.win[::-1], abs=1e-12) and one.error == pytest.approx(two.error)
    assert one.total == pytest.approx(two.total[::-1]) and one.point == pytest.approx(two.point)
    assert sum(share for name, share in one.results.items() if name != "tie") == pytest.approx(
        1.0 if sheet.columns else 0.0
    )
    assert one.win[0] + one.win[1] == 1


@pytest.mark.parametrize(("wins", "win"), [([(0, 100)], (1.0, 0.0)), ([(1, 130)], (0.0, 1.0))])
def test_a_match_that_is_over(wins: list[tuple[Seat, int]], win: tuple[float, float]) -> None:
    found = match_equity(Sheet.of(make_rules("eaai"), wins), rests=10, kernel=PLAIN)
    assert (found.win, found.error, found.next, found.point, found.deals) == (win, 0.0, (), 0.0, 0.0)


def test_a_tie_counts_half() -> None:
    rules = make_rules("eaai", columns=2)
    sheet = Sheet.of(rules, [(0, 100), (1, 1), (1, 100)])
    assert sheet.result == "tie"
    found = match_equity(sheet, rests=10, kernel=PLAIN)
    assert found.win == (0.5, 0.5) and found.results == {"1-1": 1.0, "2-0": 0.0, "0-2": 0.0, "tie": 1.0}


def test_what_the_next_deal_changes() -> None:
    sheet = Sheet.of(make_rules("friendly"), [(0, 30)])
    found = match_equity(Standing(sheet, (1,)), rests=20_000, points=(10, 60), kernel=COMPILED)
    assert [(one.seat, one.points) for one in found.next] == [(None, 0), (0, 10), (1, 10), (0, 60), (1, 60)]
    void, low, lost, high, worst = (one.win[0] for one in found.next)
    assert worst < lost < void < low < high
    asked = match_equity(Standing(sheet, (1,)).after(0, 60), rests=20_000, kernel=COMPILED)
    assert asked.win[0] == high  # the same rests answer both questions


def test_more_rests_and_another_seed_agree() -> None:
    sheet = Sheet.of(make_rules("club"), [(0, 30), (1, 22), (1, 41)])
    found = [match_equity(sheet, rests=4000, seed=seed, kernel=COMPILED) for seed in range(30)]
    wins = [one.win[0] for one in found]
    mean = sum(wins) / len(wins)
    spread = sqrt(sum((one - mean) ** 2 for one in wins) / (len(wins) - 1))
    assert spread == pytest.approx(found[0].error, rel=0.5)  # the error says how far answers differ
    assert abs(match_equity(sheet, rests=80_000, seed=77, kernel=COMPILED).win[0] - mean) < 4 * spread / sqrt(
        20
    )


def test_unequal_players() -> None:
    """Who wins every deal wins the match; nothing else is assumed of the seats."""
    strong = Deals.of("two", "", [Way(0, 1, 20)], [Way(0, 1, 20)])
    found = match_equity(Sheet.of(make_rules("friendly")), deals=strong, rests=10, kernel=PLAIN)
    assert found.win == (1.0, 0.0) and found.results["3-0"] == 1.0 and found.total == (300.0, 0.0)


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"rests": 0}, "bad-rests"),
        ({"rests": 10**9}, "bad-rests"),
        ({"seed": -1}, "bad-seed"),
        ({"points": (-1,)}, "bad-points"),
    ],
)
def test_refused(asked: dict[str, Any], code: str) -> None:
    with pytest.raises(EquityError) as refused:
        match_equity(Sheet.of(make_rules("eaai")), kernel=PLAIN, **asked)
    assert refused.value.code == code


@pytest.mark.parametrize("of", MIXES[:-3])
def test_wins_of_both_seats_are_written_as_on_the_sheet(of: tuple[str, dict[str, Any]]) -> None:
    rules = rules_of(of)
    numbers = rules_numbers(rules)
    random = Random(5)
    for _ in range(60):
        sheet = Sheet.of(rules)
        line, row = [0] * layout.SHEET_WIDTH, [0] * layout.ROW_WIDTH
        PLAIN.numbers.matches.clear_sheet(line)
        while not sheet.done:
            points = [random.choice((-1, random.randrange(50))) for _ in range(2)]
            PLAIN.numbers.rests.write_wins(numbers, line, *points, row, 0)
            if min(points) >= 0:
                sheet = sheet.add_both((points[0], points[1]))
            elif max(points) >= 0:
                sheet = sheet.add(points.index(max(points)), max(points))
            for i, column in enumerate(sheet.columns):
                at = i * layout.COLUMN_WIDTH
                assert line[at : at + 6] == [*column.score, *column.boxes, *map(int, column.opened)]
                assert line[at + layout.WON] == (-1 if column.won is None else column.won)
            assert row[layout.WINS : layout.WINS + 2] == [*sheet.count]


def test_the_table_of_a_deal() -> None:
    """At the points of the grid the table is W after that win less W after a void deal; between them it rises."""
    standing = Standing(Sheet.of(make_rules("friendly"), [(0, 80), (1, 30)]), (0,))
    table = win_table(standing, rests=2000, kernel=COMPILED)
    half = len(table) // 2
    void = match_equity(standing.after(None, 0), rests=2000, kernel=COMPILED).win[0]
    for seat, points in ((0, 0), (0, 20), (1, 40), (1, 124)):
        win = match_equity(standing.after(seat, points), rests=2000, kernel=COMPILED).win[0]
        assert table[seat * half + points] == round(100_000 * win) - round(100_000 * void)
    assert table[:half] == sorted(table[:half]) and table[half:] == sorted(table[half:], reverse=True)


def test_a_value_says_what_it_stands_on() -> None:
    found = match_equity(Sheet.of(make_rules("friendly")), rests=10, kernel=PLAIN)
    assert found.players == "equals" and "strong" in found.source
    other = match_equity(Sheet.of(make_rules("friendly", gin_bonus=40)), rests=10, kernel=COMPILED)
    assert "policies" in other.source


def test_every_option_is_of_the_deal_or_of_the_sheet() -> None:
    """A new option has to say which: deals that differ in it must not share a sample."""
    of_the_sheet = {
        *("columns", "target", "next_dealer", "dealer_after_void", "late_entry", "game_bonus", "shutout"),
        *("shutout_bonus", "box_bonus", "match_winner", "clinch_stop", "gin_boxes", "undercut_boxes"),
        "pile_visible",
    }
    assert set(OPTIONS) - of_the_sheet == set(DEAL_OPTIONS) & set(OPTIONS)
