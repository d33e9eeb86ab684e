"""Many matches: simulation in bulk, an arena for players, and statistics, as a library."""

from hollygin.errors import EngineError
from hollygin.lab.arena import ArenaResult, Conduct, Pairing, arena
from hollygin.lab.engines import Engine, parse_engine
from hollygin.lab.simulation import SimulationResult, simulate
from hollygin.lab.statistics import Estimate

__all__ = [
    "ArenaResult",
    "Conduct",
    "Engine",
    "EngineError",
    "Estimate",
    "Pairing",
    "SimulationResult",
    "arena",
    "parse_engine",
    "simulate",
]
