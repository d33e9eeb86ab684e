"""The hot arithmetic of the game: plain integers, flat tables, no objects."""

from hollygin.kernel.arithmetic import best_discard, deadwood, deadwood_after_layoff, points

__all__ = ["best_discard", "deadwood", "deadwood_after_layoff", "points"]
