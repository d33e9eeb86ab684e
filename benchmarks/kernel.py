"""The kernel in bulk beside plain C and OpenSpiel, in one run: ``python benchmarks/kernel.py``.

Prints the table of benchmarks/README.md, then the memory held while many deals are played (``--deals``).
Without a C compiler, or without OpenSpiel, their lines are left out.
"""

from __future__ import annotations

import argparse
import random
import resource
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from hollygin.engine import Bulk, Kernel, Policy, load
from hollygin.rules import make_rules

SEED = 12345
ROUNDS = 9
PLAIN_DEALS = 300
RULES = make_rules("eaai")

Run = Callable[[], float]
"""Does its work once and returns the processor's seconds for one unit of it."""


def compare(name: str, ours: Run, theirs: Run) -> str:
    """A line of the table: the best of both, and their ratio round by round, each run after the other."""
    took = [(ours(), theirs()) for _ in range(ROUNDS)]
    ratios = sorted(two / one for one, two in took)
    one, two = (min(column) for column in zip(*took, strict=True))
    return (
        f"| {name} | {unit(one)} | {unit(two)} | {two / one:,.2f} "
        f"| {ratios[0]:,.2f} / {ratios[len(ratios) // 2]:,.2f} / {ratios[-1]:,.2f} |"
    )


def unit(seconds: float) -> str:
    """A time in nano- or microseconds."""
    return f"{seconds * 1e9:.1f} ns" if seconds < 1e-7 else f"{seconds * 1e6:,.2f} µs"


def greedy(limit: int) -> tuple[Policy, Policy]:
    """Two players that knock at once within a limit, as in kernel.c."""
    one = Policy(take="lower", take_within=True, knock_late=limit)
    return one, one


def deals(kernel: Kernel, limit: int, count: int) -> Run:
    """Whole deals of two greedy players."""
    bulk = Bulk(RULES, greedy(limit), kernel)
    bulk.deals(SEED, 1)

    def run() -> float:
        start = time.process_time()
        bulk.deals(SEED, count)
        return (time.process_time() - start) / count

    return run


def c_program(folder: str) -> str | None:
    """The plain C version, compiled; None without a compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    program = f"{folder}/kernel"
    source = Path(__file__).with_suffix(".c")
    subprocess.run([compiler, "-O3", "-march=native", "-o", program, source], check=True)
    return program


def in_c(*command: str) -> Run:
    """A run of the C program, which times itself; the number of its units is its second argument."""

    def run() -> float:
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        return float(done.stdout.split()[0]) / int(command[2])

    return run


def hands(kernel: Kernel, count: int) -> Run:
    """The deadwood of random hands, the loop compiled too."""
    from numba import njit  # noqa: PLC0415

    deadwood = kernel.numbers.arithmetic.deadwood

    def total(hands: object, count: int) -> int:
        found = 0
        for i in range(count):
            found += deadwood(hands[i & 65535])  # type: ignore[index]
        return found

    chance = np.random.default_rng(SEED)
    dealt = np.array([sum(1 << int(c) for c in chance.permutation(52)[:10]) for _ in range(65536)], np.int64)
    compiled: Any = njit(total)
    compiled(dealt, 1)

    def run() -> float:
        start = time.process_time()
        compiled(dealt, count)
        return (time.process_time() - start) / count

    return run


def openspiel() -> Run | None:
    """Whole deals of OpenSpiel's simple bot, driven by its own loop in C++; None if it is not installed."""
    try:
        import pyspiel  # noqa: PLC0415
    except ModuleNotFoundError:
        return None
    game = pyspiel.load_game("gin_rummy")
    bots = [pyspiel.make_simple_gin_rummy_bot(game.get_parameters(), seat) for seat in (0, 1)]

    def run() -> float:
        start = time.process_time()
        for _ in range(100):
            for bot in bots:
                bot.restart()
            pyspiel.evaluate_bots(game.new_initial_state(), bots, random.randrange(2**31))
        return (time.process_time() - start) / 100

    return run


def memory(kernel: Kernel, count: int) -> None:
    """Play many deals in pieces and print what the process holds as it goes."""
    bulk = Bulk(RULES, greedy(10), kernel)
    piece = 100_000
    for first in range(0, count, piece):
        if first % (count // 5) == 0:
            print(f"{first:>12,} deals: {resident():.1f} MiB")
        bulk.deals(SEED, piece, first=first)
    print(f"{count:>12,} deals: {resident():.1f} MiB, most {most():.1f} MiB")


def resident() -> float:
    """What the process holds now, in MiB (Linux)."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 2**20


def most() -> float:
    """The most that it has held, in MiB (Linux)."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10


def main() -> None:
    """Print the table and the memory."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--deals", type=int, default=20_000_000)
    count = parser.parse_args().deals
    compiled, plain = load(compiled=True), load(compiled=False)
    print("| one core | hollygin | other | times as fast | least / median / most of the rounds |")
    print("| --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        program = c_program(folder)
        if program is not None:
            for limit in (10, 0):
                theirs = in_c(program, "deals", "200000", str(SEED), str(limit))
                print(
                    compare(f"deal, limit {limit}, against C", deals(compiled, limit, 200_000), theirs),
                    flush=True,
                )
            theirs = in_c(program, "hands", "20000000")
            print(
                compare("deadwood of ten cards, against C", hands(compiled, 20_000_000), theirs), flush=True
            )
    bots = openspiel()
    if bots is not None:
        print(
            compare("deal, against OpenSpiel's simple bots", deals(compiled, 10, 200_000), bots), flush=True
        )
        print(compare("the same in plain Python", deals(plain, 10, PLAIN_DEALS), bots), flush=True)
    if count:
        memory(compiled, count)


if __name__ == "__main__":
    main()
