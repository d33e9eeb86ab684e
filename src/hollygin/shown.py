"""Values that draw themselves in a terminal and in a notebook.

The core knows no language and no drawing library. It imports the code that draws by name, when it is first needed.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


class Shown:
    """A score sheet, or what holds one, as ``rich`` prints it and as a notebook shows it.

    Both speak the language of the user's locale.
    """

    __slots__ = ()

    def __rich__(self) -> Any:
        """The sheet for a terminal of any width, as a renderable of ``rich``."""
        return import_module("hollygin.paper").drawn(self)

    def _repr_html_(self) -> str:
        """The sheet as a piece of HTML."""
        return str(import_module("hollygin.paper").notebook_html(self))


def board(source: object) -> str:
    """A match or a view as a board in text."""
    return str(import_module("hollygin.paper").board(source))
