"""The players who search: they sample what the opponent may hold, roll each choice out, and take what brings most.

``player`` makes a decision in one pass. It reads a ``situation`` once, lists ``candidates``, and lets ``search`` roll them out. The
``outlook`` holds for a whole deal: what points are worth (``match_equity``), what the opponent is like (``opponent_model``), and which plan
is the usual one (``plan_outcomes``). ``tuning`` makes the weights that ``learned`` reads.
"""

from hollygin.players.strong.player import Decision, StrongPlayer, kernel_at_hand
from hollygin.players.strong.skill import Budget, Skill

__all__ = ["Budget", "Decision", "Skill", "StrongPlayer", "kernel_at_hand"]
