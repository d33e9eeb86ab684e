"""Prints the JSON Schema of the wire, which is docs/wire.schema.json."""

import json
import sys

from hollygin.wire.document import schema

json.dump(schema(), sys.stdout, indent=2, ensure_ascii=False)
sys.stdout.write("\n")
