"""How hard the tests try: every property in full, or a part of its examples in the quick loop."""

from __future__ import annotations

from typing import Final

from hypothesis import settings

QUICK: Final = "quick"
"""The Hypothesis profile of ``make quick``."""

settings.register_profile(QUICK)


def examples(count: int) -> settings:
    """Settings of a property: the same ``count`` examples in every run, a fifth of them in the quick loop."""
    if settings.get_current_profile_name() == QUICK:
        count = max(count // 5, 3)
    return settings(deadline=None, derandomize=True, max_examples=count)
