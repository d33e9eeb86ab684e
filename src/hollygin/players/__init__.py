"""Computer players, and what drives a match between two players."""

from hollygin.players.driver import PlayerFault, play_match
from hollygin.players.policies import POLICIES, PolicyPlayer
from hollygin.players.protocol import Player
from hollygin.players.random import RandomPlayer
from hollygin.players.registry import (
    PLAYERS,
    PlayerNameError,
    make_player,
    make_policy,
    split_players,
    wants_kernel,
)
from hollygin.players.simple import SimplePlayer

__all__ = [
    "PLAYERS",
    "POLICIES",
    "Player",
    "PlayerFault",
    "PlayerNameError",
    "PolicyPlayer",
    "RandomPlayer",
    "SimplePlayer",
    "make_player",
    "make_policy",
    "play_match",
    "split_players",
    "wants_kernel",
]
