"""Computes the tables of docs/lab.md and draws its figures: python docs/pictures/lab.py [MATCHES].

With the default of 100,000 matches a line it takes some minutes on two cores. The seed is fixed.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

from hollygin import Rules, make_rules
from hollygin.lab import Estimate, SimulationResult, simulate

HERE = Path(__file__).parent
POLICIES = ("knock:limit=10", "knock:limit=6", "knock:limit=4", "knock:limit=2", "gin", "early:turns=3")
SHEETS = {
    "one column to 100": make_rules("eaai"),
    "Hollywood (friendly)": make_rules("friendly"),
    "the same, larger total wins": make_rules("friendly", match_winner="total"),
}
COLOURS = ("#888888", "#3465a4", "#cc6600")


def share(found: Estimate | None) -> str:
    """A share in per cent with its interval."""
    assert found is not None
    return f"{100 * found.value:.1f} ({100 * found.low:.1f}–{100 * found.high:.1f})"


def mean(found: Estimate | None, digits: int = 2) -> str:
    """A mean with half its interval."""
    assert found is not None
    return f"{found.value:.{digits}f} ± {found.high - found.value:.{digits}f}"


def row(*cells: object) -> None:
    """A row of a Markdown table."""
    sys.stdout.write(f"| {' | '.join(map(str, cells))} |\n")


def heading(*cells: str) -> None:
    """The head of a Markdown table."""
    sys.stdout.write("\n")
    row(*cells)
    row(*("---" for _ in cells))


def knocking(matches: int) -> None:
    """What waiting is worth on each sheet."""
    found: dict[str, list[SimulationResult]] = {
        sheet: [simulate(policy, "simple", rules, matches=matches) for policy in POLICIES]
        for sheet, rules in SHEETS.items()
    }
    heading("A against `simple`: matches won by A, %", *SHEETS)
    for i, policy in enumerate(POLICIES):
        row(f"`{policy}`", *(share(found[sheet][i].shares["a_wins"]) for sheet in SHEETS))
    heading("both players `simple`", *SHEETS)
    same = [found[sheet][0] for sheet in SHEETS]
    row("deals per match", *(mean(result.means["deals_per_match"]) for result in same))
    row("points of a won deal", *(mean(result.means["points_per_win"]) for result in same))
    row("points on the sheet for a won deal", *(mean(result.means["total_per_win"]) for result in same))
    figure = Figure(figsize=(9, 4), layout="constrained")
    axes = figure.subplots()
    width = 0.8 / len(SHEETS)
    for k, (sheet, colour) in enumerate(zip(SHEETS, COLOURS, strict=True)):
        bars(axes, [result.shares["a_wins"] for result in found[sheet]], k * width, width, sheet, colour)
    axes.set_xticks([i + width for i in range(len(POLICIES))], POLICIES)
    axes.axhline(50, color="black", linewidth=0.8)
    axes.set_ylim(40, 75)
    axes.set_ylabel("matches won against simple, %")
    axes.legend()
    figure.savefig(HERE / "lab-knocking.png", dpi=110)


def bars(
    axes: Any, found: Sequence[Estimate | None], shift: float, width: float, label: str, colour: str
) -> None:
    """Bars of shares in per cent with their intervals."""
    shares = [estimate for estimate in found if estimate is not None]
    errors = [
        [100 * (estimate.value - estimate.low) for estimate in shares],
        [100 * (estimate.high - estimate.value) for estimate in shares],
    ]
    places = [i + shift for i, _ in enumerate(shares)]
    values = [100 * estimate.value for estimate in shares]
    axes.bar(places, values, width * 0.9, yerr=errors, label=label, color=colour, capsize=2)


def late_entry(matches: int) -> None:
    """How often a win comes too late for its column, and how often that decides."""
    heading(
        "both players",
        "target",
        "late wins, %",
        "matches with a late win, %",
        "another winner under `late_entry=carry`, %",
    )
    drawn = []
    for policy in ("simple", "gin"):
        for target in (100, 250):
            lost, carry = (
                simulate(
                    policy,
                    policy,
                    make_rules("friendly", target=target, late_entry=entry),
                    matches=matches,
                    keep=True,
                )
                for entry in ("lost", "carry")
            )
            differ = int((lost.matches_frame()["result"] != carry.matches_frame()["result"]).sum())
            row(
                f"`{policy}`",
                target,
                share(lost.shares["wins_late"]),
                share(lost.shares["matches_with_late_win"]),
                f"{100 * differ / matches:.2f}",
            )
            drawn.append(
                (f"{policy}\nto {target}", lost.shares["matches_with_late_win"], 100 * differ / matches)
            )
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    bars(axes, [found for _, found, _ in drawn], 0, 0.4, "a win comes too late", COLOURS[1])
    axes.bar(
        [i + 0.4 for i, _ in enumerate(drawn)],
        [changed for *_, changed in drawn],
        0.36,
        label="another winner under carry",
        color=COLOURS[2],
    )
    axes.set_xticks([i + 0.2 for i, _ in enumerate(drawn)], [name for name, *_ in drawn])
    axes.set_ylabel("share of the matches, %")
    axes.legend()
    figure.savefig(HERE / "lab-late-entry.png", dpi=110)


def dealer(matches: int) -> None:
    """What the dealer rule changes."""
    heading(
        "next dealer",
        "A against B",
        "deals won by the dealer, %",
        "matches won by the first dealer, %",
        "matches won by A, %",
        "deals per match",
    )
    drawn: list[tuple[str, Estimate | None]] = []
    for a, b in (("simple", "simple"), ("gin", "gin"), ("gin", "simple")):
        for rule in ("alternate", "winner", "loser"):
            rules: Rules = make_rules("friendly", next_dealer=rule)
            result = simulate(a, b, rules, matches=matches)
            row(
                f"`{rule}`",
                f"`{a}` – `{b}`",
                share(result.shares["deals_to_dealer"]),
                share(result.shares["first_dealer_wins"]),
                share(result.shares["a_wins"]),
                mean(result.means["deals_per_match"]),
            )
            if a == b:
                drawn.append((f"{a}\n{rule}", result.shares["first_dealer_wins"]))
    figure = Figure(figsize=(8, 4), layout="constrained")
    axes = figure.subplots()
    bars(axes, [found for _, found in drawn], 0, 0.6, "", COLOURS[1])
    axes.set_xticks(range(len(drawn)), [name for name, _ in drawn])
    axes.axhline(50, color="black", linewidth=0.8)
    axes.set_ylim(47, 53)
    axes.set_ylabel("matches won by the first dealer, %")
    figure.savefig(HERE / "lab-dealer.png", dpi=110)


if __name__ == "__main__":
    COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    for question in (knocking, late_entry, dealer):
        question(COUNT)
