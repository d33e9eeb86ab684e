"""Logs as JSON lines on standard error, without the secrets in links and requests."""

from __future__ import annotations

import json
import logging
import re
import time
from typing import Any, Final

_SECRET: Final = re.compile(r"([?&]key=|hollygin_seat=)[^&\s\"']+")
_OWN: Final = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "color_message"}


class JsonLines(logging.Formatter):
    """One JSON object per line: time, level, logger, message, the extra fields of the call, and a traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record."""
        found: dict[str, object] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{record.msecs:03.0f}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        found |= {name: str(value) for name, value in record.__dict__.items() if name not in _OWN}
        if record.exc_info:
            found["traceback"] = self.formatException(record.exc_info)
        return _SECRET.sub(r"\1…", json.dumps(found, ensure_ascii=False))


LOGGING: Final[dict[str, Any]] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "hollygin.server.logs.JsonLines"}},
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": "json", "stream": "ext://sys.stderr"}
    },
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {"hollygin": {"level": "INFO"}},
}
"""For :func:`logging.config.dictConfig`."""
