"""The match record: a match in one text file (docs/record.md).

>>> record = Record(("Anne", "Bob"), make_rules("friendly"), first_dealer=0)
>>> text = write(record)               # the canonical text
>>> read(text) == record               # strict: raises RecordError with the first fault
True
>>> for position in positions(record): # the match at its start and after every action
...     print(position.deal, position.action, position.match.sheet.total)
0 0 (0, 0)
"""

from hollygin.errors import RecordError, RecordFault
from hollygin.record.convert import record_of
from hollygin.record.files import Format, Reading, read, read_all, read_lenient, write, write_lines
from hollygin.record.model import (
    VERSIONS,
    Cards,
    Comment,
    DealRecord,
    EntryRecord,
    Perspective,
    Record,
    ShuffleRecord,
    Stated,
)
from hollygin.record.redaction import complete, redact
from hollygin.record.replay import Position, match_of, positions
from hollygin.record.score import record_of_score, score_of
from hollygin.record.verify import verify_record

__all__ = [
    "VERSIONS",
    "Cards",
    "Comment",
    "DealRecord",
    "EntryRecord",
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
    "record_of_score",
    "redact",
    "score_of",
    "verify_record",
    "write",
    "write_lines",
]
