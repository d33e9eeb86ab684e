"""The JSON Schema of the wire, and the numbers of the game that a client needs without asking."""

from __future__ import annotations

from typing import Any

import msgspec

from hollygin.cards import RANKS, SUITS, Card
from hollygin.deal import HAND_SIZE, TURN_LIMIT, VOID_STOCK
from hollygin.rules import DEFAULT_PROFILE
from hollygin.wire.http import HTTP_BODIES, MOST_TABLE_NAME
from hollygin.wire.messages import WIRE_VERSION, ClientMessage, ServerMessage
from hollygin.wire.score import SCORE_BODIES, ScoreClientMessage, ScoreServerMessage


def constants() -> dict[str, Any]:
    """The numbers and names that rules and server share with the browser: it has them from here, at build time.

    ``card_points`` are the points of a card as deadwood, by rank (R1.1). ``void_stock`` and ``turn_limit`` are the
    cards of the stock and the discards at which a deal is void (R6.1).
    """
    return {
        "wire_version": WIRE_VERSION,
        "ranks": list(RANKS),
        "suits": list(SUITS),
        "card_points": [Card(rank).points for rank in range(len(RANKS))],
        "hand_size": HAND_SIZE,
        "void_stock": VOID_STOCK,
        "turn_limit": TURN_LIMIT,
        "default_profile": DEFAULT_PROFILE,
        "most_table_name": MOST_TABLE_NAME,
    }


def schema() -> dict[str, Any]:
    """The JSON Schema: the roots are what each side of a socket says, the bodies of HTTP are in ``$defs``.

    ``constants`` is no part of a message: see :func:`constants`.
    """
    roots = {
        "client": ClientMessage,
        "server": ServerMessage,
        "score_client": ScoreClientMessage,
        "score_server": ScoreServerMessage,
    }
    found, parts = msgspec.json.schema_components(
        (*roots.values(), *HTTP_BODIES, *SCORE_BODIES), ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"hollygin wire, version {WIRE_VERSION}",
        "constants": constants(),
        **dict(zip(roots, found, strict=False)),
        "$defs": parts,
    }
