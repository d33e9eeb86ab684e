"""What an invalid file of the corpus is: a record, what is changed in its text, and the faults of that."""

from typing import Any, NamedTuple

FIRST = "# expect"
"""The mark of the first line of a file."""


class Expected(NamedTuple):
    """A fault: its code, a piece of the line on which it stands (None: no line), deal and action."""

    code: str
    mark: str | None
    deal: int | None = None
    action: int | None = None


class Case(NamedTuple):
    """A file: what is changed in the text of a record, the faults in their order, and the deals and actions that hold."""

    name: str
    base: str
    edits: tuple[tuple[str, str], ...]
    faults: tuple[Expected, ...]
    kept: tuple[int, int] | None = None


def one(name: str, code: str, mark: str | None, *edits: tuple[str, str], **more: Any) -> Case:
    """A case with one fault."""
    expected = Expected(code, mark, more.get("deal"), more.get("action"))
    return Case(name, more.get("base", "two"), edits, (expected,), more.get("kept"))
