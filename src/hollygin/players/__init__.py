"""Computer players, and what drives a match between two players."""

from hollygin.players.driver import PlayerFault, play_match
from hollygin.players.protocol import Player
from hollygin.players.random import RandomPlayer
from hollygin.players.registry import PLAYERS, PlayerNameError, make_player
from hollygin.players.simple import SimplePlayer

__all__ = [
    "PLAYERS",
    "Player",
    "PlayerFault",
    "PlayerNameError",
    "RandomPlayer",
    "SimplePlayer",
    "make_player",
    "play_match",
]
