"""Rules and wins as Hypothesis draws them."""

from typing import Any, Final

from hypothesis import strategies as st

from hollygin import Rules
from hollygin.options import OPTIONS, Option
from hollygin.rules import CONTRADICTIONS, contradictions

LIKELY: Final[dict[str, list[int | str]]] = {
    "target": [1, 30, 60, 100, 250],
    "gin_bonus": [0, 20, 25],
    "undercut_bonus": [0, 10, 25],
    "big_gin_bonus": [0, 31],
    "knock_limit": [0, 1, 5, 10, 10, 10],
    "straight": [False, False, False, True],
    "game_bonus": [0, 0, 100],
    "shutout_bonus": [0, 100, 200],
    "box_bonus": [0, 20, 25],
}
"""Values that make a difference in a short match, or are common. Any other option has every value that it accepts."""


def values(option: Option) -> list[int | str]:
    """What is drawn of an option; of a number without a limit a few."""
    if option.name in LIKELY:
        return LIKELY[option.name]
    if option.span is not None:
        high = option.span.low + 9 if option.span.high is None else option.span.high
        return list(range(option.span.low, high + 1))
    return [*option.choices] or [False, True]


@st.composite
def any_rules(draw: st.DrawFn, /, **fixed: Any) -> Rules:
    """Rules with a sheet, of any options that do not contradict each other, but for those given.

    Of options that contradict each other, those that are not given get their defaults.
    """
    options: dict[str, Any] = {
        name: draw(st.sampled_from(values(option))) for name, option in OPTIONS.items()
    }
    options |= {"columns": draw(st.integers(1, 9)), **fixed}
    while found := contradictions(Rules(**options)):
        named = {name for fault in found for name in CONTRADICTIONS[fault.code]} - fixed.keys()
        assert any(options[name] != OPTIONS[name].default for name in named), found
        options |= {name: OPTIONS[name].default for name in named - {"columns"}}
    return Rules(**options)


seeds = st.integers(0, 2**32)
