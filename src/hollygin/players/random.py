"""A player that picks any legal action, each as likely as the next."""

from __future__ import annotations

from random import Random

from hollygin.actions import Action
from hollygin.due import Due
from hollygin.view import View


class RandomPlayer:
    """Uniform over the legal actions; never resigns. ``seed`` makes it repeatable."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    def act(self, view: View, due: Due) -> Action:  # noqa: ARG002
        """Any legal action."""
        return self._random.choice(due.legal_actions())
