"""Computer players, and what drives a match between two players."""

from hollygin.errors import PlayerFault, PlayerNameError
from hollygin.players.driver import play_match
from hollygin.players.levels import LEVELS, make_level
from hollygin.players.policy_player import POLICIES, PolicyPlayer
from hollygin.players.protocol import Player
from hollygin.players.random import RandomPlayer
from hollygin.players.reasons import Reason, reason_for
from hollygin.players.registry import (
    PARAMETERS,
    PLAYERS,
    make_player,
    make_policy,
    read_player,
    split_players,
    wants_kernel,
)
from hollygin.players.simple import SimplePlayer
from hollygin.players.strong import Decision, Skill, StrongPlayer

__all__ = [
    "LEVELS",
    "PARAMETERS",
    "PLAYERS",
    "POLICIES",
    "Decision",
    "Player",
    "PlayerFault",
    "PlayerNameError",
    "PolicyPlayer",
    "RandomPlayer",
    "Reason",
    "SimplePlayer",
    "Skill",
    "StrongPlayer",
    "make_level",
    "make_player",
    "make_policy",
    "play_match",
    "read_player",
    "reason_for",
    "split_players",
    "wants_kernel",
]
