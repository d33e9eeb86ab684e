"""The figure of a simulation, in the language of a translator."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from hollygin.lab.simulation import SimulationResult
from hollygin.lab.statistics import Estimate
from hollygin.locale import Translator

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

KINDS: Final = ("png", "svg", "pdf")
"""The kinds of file that a figure can be."""

_ENDINGS: Final = ("knock", "undercut", "gin", "big_gin", "tie", "void")
_RESULTS: Final = ("a_wins", "b_wins", "ties")
_BLUE: Final = "#3465a4"
_TAIL: Final = 0.001
"""The share of the longest matches that the figure leaves out."""


def draw(result: SimulationResult, t: Translator) -> Figure:
    """How deals end, how long matches are, and how they end; bars with their 95 % intervals."""
    from matplotlib.figure import Figure  # noqa: PLC0415

    figure = Figure(figsize=(13, 4), layout="constrained")
    endings, lengths, results = figure.subplots(1, 3)
    _bars(endings, {t(f"simulate.share.{name}"): result.shares[name] for name in _ENDINGS})
    endings.set_title(t("simulate.plot.endings"))
    endings.set_xlabel(t("simulate.plot.share"))
    _lengths(lengths, result)
    lengths.set_title(t("simulate.plot.lengths"))
    lengths.set_ylabel(t("simulate.plot.matches"))
    shares: dict[str, Estimate | None] = {
        t(f"simulate.share.{name}"): result.shares[name] for name in _RESULTS
    }
    shares |= {
        t("simulate.columns", won=won.replace("-", "–")): found for won, found in result.columns.items()
    }
    _bars(results, shares)
    results.set_title(t("simulate.plot.results"))
    results.set_xlabel(t("simulate.plot.matches"))
    a, b = result.players
    figure.suptitle(
        t("simulate.title", a=a, b=b, matches=result.matches, deals=result.counts["deals"]), fontsize="medium"
    )
    return figure


def figure_bytes(result: SimulationResult, kind: str, t: Translator) -> bytes:
    """The figure as a file of one of ``KINDS``."""
    file = io.BytesIO()
    draw(result, t).savefig(file, format=kind, dpi=150)
    return file.getvalue()


def _bars(axes: Axes, shares: Mapping[str, Estimate | None]) -> None:
    """Shares from top to bottom, without those that never happened."""
    found = [(name, share) for name, share in shares.items() if share is not None and share.value > 0]
    values = [100 * share.value for _, share in found]
    errors = [
        [100 * (share.value - share.low) for _, share in found],
        [100 * (share.high - share.value) for _, share in found],
    ]
    axes.barh([name for name, _ in found], values, xerr=errors, color=_BLUE, ecolor="black", capsize=3)
    axes.invert_yaxis()
    axes.set_xlim(0, 100)


def _lengths(axes: Axes, result: SimulationResult) -> None:
    """The matches by their number of deals."""
    shown, left = {}, result.matches
    for deals, count in result.lengths.items():
        if left <= _TAIL * result.matches:
            break
        shown[deals] = 100 * count / result.matches
        left -= count
    axes.bar(list(shown), list(shown.values()), width=0.9, color=_BLUE)
