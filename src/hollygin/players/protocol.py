"""The protocol of a player: a view and the due decision go in, an action comes out."""

from __future__ import annotations

from typing import Protocol

from hollygin.actions import Action
from hollygin.due import Due
from hollygin.view import View


class Player(Protocol):
    """Chooses for one seat. It gets what the seat may know, and nothing else."""

    name: str

    def act(self, view: View, due: Due) -> Action:
        """The action to take; ``due`` is ``view.deal.due``.

        A player may resign at any of its turns. Whatever it returns is checked.
        """
        ...
