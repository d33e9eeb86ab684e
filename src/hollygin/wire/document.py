"""The JSON Schema of the wire."""

from __future__ import annotations

from typing import Any

import msgspec

from hollygin.wire.http import HTTP_BODIES
from hollygin.wire.messages import WIRE_VERSION, ClientMessage, ServerMessage


def schema() -> dict[str, Any]:
    """The JSON Schema: ``client`` and ``server`` are the roots of the socket, the bodies of HTTP are in ``$defs``."""
    (client, server, *_), parts = msgspec.json.schema_components(
        (ClientMessage, ServerMessage, *HTTP_BODIES), ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"hollygin wire, version {WIRE_VERSION}",
        "client": client,
        "server": server,
        "$defs": parts,
    }
