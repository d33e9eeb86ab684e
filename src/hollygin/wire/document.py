"""The JSON Schema of the wire."""

from __future__ import annotations

from typing import Any

import msgspec

from hollygin.wire.http import HTTP_BODIES
from hollygin.wire.messages import WIRE_VERSION, ClientMessage, ServerMessage
from hollygin.wire.score import SCORE_BODIES, ScoreClientMessage, ScoreServerMessage


def schema() -> dict[str, Any]:
    """The JSON Schema: the roots are what each side of a socket says, the bodies of HTTP are in ``$defs``."""
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
        **dict(zip(roots, found, strict=False)),
        "$defs": parts,
    }
