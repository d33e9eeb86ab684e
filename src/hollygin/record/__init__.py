"""The match record: a match in one text file (docs/record.md).

>>> record = read(text)                     # strict: raises RecordError with the first fault
>>> for position in positions(record):      # the match after every action
...     print(position.match.sheet.total)
>>> write(record)                           # the canonical text
"""

from hollygin.record.convert import record_of
from hollygin.record.files import Format, Reading, read, read_all, read_lenient, write, write_lines
from hollygin.record.model import (
    Cards,
    Comment,
    DealRecord,
    Perspective,
    Record,
    RecordError,
    RecordFault,
    ShuffleRecord,
    Stated,
)
from hollygin.record.redaction import complete, redact
from hollygin.record.replay import Position, match_of, positions
from hollygin.record.verify import verify_record

__all__ = [
    "Cards",
    "Comment",
    "DealRecord",
    "Format",
    "Perspective",
    "Position",
    "Reading",
    "Record",
    "RecordError",
    "RecordFault",
    "ShuffleRecord",
    "Stated",
    "complete",
    "match_of",
    "positions",
    "read",
    "read_all",
    "read_lenient",
    "record_of",
    "redact",
    "verify_record",
    "write",
    "write_lines",
]
