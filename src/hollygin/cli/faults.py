"""Bad input on the command line: what is wrong, where, and how it is reported."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager

from hollygin.errors import BadInput, Fault, HollyginError, RecordError, RecordFault
from hollygin.locale import Translator
from hollygin.names import JOINERS


@contextmanager
def reading(at: str, line: int | None = None) -> Iterator[None]:
    """Give every error of the library that is raised inside its place."""
    try:
        yield
    except BadInput:
        raise
    except HollyginError as error:
        raise BadInput(*error.faults, at=at, line=line) from error


def place(error: HollyginError) -> str | None:
    """Where an error is, the same in every language: ``--set``, ``CARDS``, ``line 3``; None without a place.

    In a record it is ``match.toml:31 deal 2 action 5``.
    """
    if isinstance(error, RecordError):
        return shown(error.faults[0].at) or None
    if not isinstance(error, BadInput):
        return None
    return f"line {error.line}" if error.line else error.at


def message(error: HollyginError, t: Translator) -> str:
    """All faults of an error in words, on one line."""
    text, *rest = (t.fault(fault) for fault in error.faults)
    for more in rest:
        text = t("cli.join", first=text, rest=more)
    return shown(text)


def error_line(error: HollyginError, t: Translator) -> str:
    """The one line for standard error: where, unless the text says it, and what."""
    text = message(error, t)
    if isinstance(error, RecordError) and error.faults[0].file is not None:
        return t("cli.error_at", at=record_place(error.faults[0], t), message=text)
    if not isinstance(error, BadInput) or error.at is None:
        return t("cli.error", message=text)
    key = f"cli.at.{error.at}"
    at = t(key) if t.has(key) else shown(error.at)
    if error.line:
        at = t("cli.line", file=at, number=error.line)
    elif at in text:
        return t("cli.error", message=text)
    return t("cli.error_at", at=at, message=text)


def record_place(fault: RecordFault, t: Translator, match: int | None = None) -> str:
    """Where a fault of a record is, in words; ``match`` is the number of the match in a file of several."""
    file = t("cli.stdin") if fault.file == "-" else shown(fault.file or "")
    parts = [f"{file}:{fault.line}" if fault.line else file]
    for kind, number in (("match", match), ("deal", fault.deal), ("action", fault.action)):
        if number is not None:
            parts.append(t(f"cli.place.{kind}", number=number))
    return " ".join(parts)


def error_object(error: HollyginError, t: Translator) -> dict[str, object]:
    """The error for other programs; ``faults`` lists all that ``message`` joins."""
    return {
        "error": {
            "code": error.code,
            "message": message(error, t),
            "at": place(error),
            "faults": [fault_object(fault, t) for fault in error.faults],
        }
    }


def fault_object(fault: Fault, t: Translator) -> dict[str, object]:
    """One fault for other programs."""
    found: dict[str, object] = {
        "code": fault.code,
        "clause": fault.clause,
        "message": shown(t.fault(fault)),
    }
    if isinstance(fault, RecordFault):
        found.update(line=fault.line, deal=fault.deal, action=fault.action)
    options = fault.params.get("options")
    if isinstance(options, tuple):
        found["options"] = list(options)
    elif "option" in fault.params:
        found["options"] = [shown(str(fault.params["option"]))]
    return found


def shown(text: str) -> str:
    """A text that may hold anything, on one line and without signs that a terminal would obey."""
    return "".join(_escaped(sign) if _hidden(sign) else sign for sign in text)


def _hidden(sign: str) -> bool:
    return unicodedata.category(sign) in _HIDDEN and sign not in JOINERS


_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def _escaped(sign: str) -> str:
    code = ord(sign)
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}"
