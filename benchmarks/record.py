"""The match record: deals replayed and verified per second, and the time for large files of nasty shapes.

``python benchmarks/record.py`` prints the speeds of benchmarks/record.md, ``python benchmarks/record.py 1 5 10`` the
times for files of 1, 5 and 10 megabytes. Both count processor time.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator

from hollygin.match import Match
from hollygin.players import SimplePlayer, play_match
from hollygin.record import Record, positions, read, read_lenient, record_of, verify_record, write
from hollygin.rules import make_rules
from hollygin.shuffle import House

MATCHES = 20


def matches() -> list[Record]:
    """Whole matches of two simple players with their shuffles."""
    rules, players = make_rules(), (SimplePlayer(), SimplePlayer())
    found: list[Record] = []
    for seed in range(MATCHES):
        house = House(seed)
        match = play_match(rules, players, house)
        found.append(
            record_of(match, Record(("Anne", "Bob"), rules, match.first_dealer), shuffles=house.shuffles)
        )
    return found


def speed(run: Callable[[], int], seconds: float = 3.0) -> float:
    """Deals a processor second of this process; the best of three runs of some seconds each."""
    best = 0.0
    for _ in range(3):
        start, deals = time.process_time(), 0
        while time.process_time() - start < seconds:
            deals += run()
        best = max(best, deals / (time.process_time() - start))
    return best


def deals() -> None:
    """Print the speeds."""
    records = matches()
    texts = [write(record) for record in records]

    def replayed() -> int:
        for record in records:
            for position in positions(record):
                assert isinstance(position.match, Match)
        return sum(len(record.deals) for record in records)

    def verified() -> int:
        assert not any(verify_record(record) for record in records)
        return sum(len(record.deals) for record in records)

    def whole() -> int:
        return sum(len(record.deals) for record in map(read, texts) if verify_record(record) == ())

    print("| what | deals per second and core |\n| --- | --- |")
    for name, run in (
        ("replay every position", replayed),
        ("verify, shuffles included", verified),
        ("read the text strictly (which replays) and verify", whole),
    ):
        print(f"| {name} | {speed(run):,.0f} |", flush=True)


def shapes(size: int) -> Iterator[tuple[str, str]]:
    """Files of ``size`` bytes, each bad in its own way."""
    house, players, rules = House(1), (SimplePlayer(), SimplePlayer()), make_rules("single-deal")
    match = play_match(rules, players, house)
    good = write(record_of(match, Record(("Anne", "Bob"), rules, match.first_dealer)))
    head, deal = good.split("[[deals]]\n")
    upper = head.partition("[rules]")[0]
    lower = head[len(upper) :] + "[[deals]]\n" + deal

    def filled(part: str, before: str = "", after: str = "") -> str:
        times = (size - len(before) - len(after)) // len(part)
        return before + part * times + after

    yield "one list of actions", good.replace("actions = [", "actions = [" + filled('"1 drow",'), 1)
    yield "one text with escapes", upper + filled("x\\n", '_x = "', '"\nwrong = 1\n') + lower
    yield "one line of text", upper + filled("x ", '_x = "', '"\nwrong = 1\n') + lower
    yield "lines of text", upper + filled('"quoted"\n', '_x = """', '"""\nwrong = 1\n') + lower
    yield "many deals with faults", head + filled("[[deals]]\n" + deal.replace("dealer", "daeler"))
    yield "many deals after the end", head + filled("[[deals]]\n" + deal)
    yield "comments", filled("# a comment, not more\n") + "wrong = 1\n" + good
    yield "lists in lists", upper + filled("[" * 10 + "]" * 10 + ",", "_x = [", "]\nwrong = 1\n") + lower
    yield "numbers", upper + filled("12345678,", "_x = [", "]\nwrong = 1\n") + lower
    keys = "".join(f"_key{i} = 1\n" for i in range(size // 14))
    yield "user fields", upper + keys + "wrong = 1\n" + lower
    yield "unknown fields", upper + keys.replace("_", "") + lower
    tables = "".join(f"[_t{i}.a.b.c]\n" for i in range(size // 16))
    yield "tables", good + tables + "wrong = 1\n"
    yield "a key of many parts", "a" + filled(".a") + " = 1\n" + good
    yield "text that never ends", filled('\\"', '_x = """')
    yield "brackets that never end", "_x = " + filled("[")
    yield "braces in JSON", filled('{"a":')


def large(sizes: list[int]) -> None:
    """Print the times, size by size."""
    for size in sizes:
        print(f"\n| shape, {size} MB | time | faults |\n| --- | --- | --- |")
        for name, text in shapes(size * 10**6):
            start = time.process_time()
            (reading,) = read_lenient(text)
            print(f"| {name} | {time.process_time() - start:.1f} s | {len(reading.faults)} |", flush=True)


if __name__ == "__main__":
    if sys.argv[1:]:
        large([int(size) for size in sys.argv[1:]])
    else:
        deals()
