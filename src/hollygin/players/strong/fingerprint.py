"""A hash of the code that something was made from: the same while only comments, docstrings and types change.

It covers exactly the definitions that matter. From some functions it follows every name, within a module and through its imports
from other modules of the package, and takes the syntax tree of each definition that it reaches. A name leads nowhere if its
module is not among those followed.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

_PACKAGE: Final = Path(__file__).parents[2]
_TYPES: Final = frozenset({"annotation", "returns"})
"""Fields of a syntax tree that change no result."""


def fingerprint(names: Sequence[str], followed: tuple[str, ...], data: object = None) -> str:
    """The hash of some functions and all that they use, and of the ``repr`` of some data.

    ``names`` are like ``engine.numbers.training.teach_belief``. ``followed`` says how the names of modules begin whose definitions
    count. Both are without the name of the package.
    """
    modules: dict[str, _Module] = {}
    reached: dict[str, str] = {}
    waiting = [name.rpartition(".")[::2] for name in names]
    while waiting:
        module, name = waiting.pop()
        if not module.startswith(followed) or f"{module}.{name}" in reached:
            continue
        if module not in modules:
            modules[module] = _Module(module)
        origin = modules[module].imported.get(name)
        if origin is not None:
            waiting.append(origin)
            continue
        definition = modules[module].defined[name]
        reached[f"{module}.{name}"] = form(definition)
        waiting += [(module, one) for one in modules[module].names_in(definition)]
    told = hashlib.sha256(repr(data).encode())
    for place, text in sorted(reached.items()):
        told.update(f"{place}\0{text}\0".encode())
    return told.hexdigest()


class _Module:
    """The definitions of a module by name, and where each imported name comes from."""

    def __init__(self, name: str) -> None:
        tree = ast.parse((_PACKAGE / f"{name.replace('.', '/')}.py").read_text(encoding="utf-8"))
        self.defined: dict[str, ast.stmt] = {}
        self.imported: dict[str, tuple[str, str]] = {}
        for statement in tree.body:
            match statement:
                case ast.FunctionDef(name=defined) | ast.ClassDef(name=defined):
                    self.defined[defined] = statement
                case ast.Assign(targets=[ast.Name(id=defined)]) | ast.AnnAssign(target=ast.Name(id=defined)):
                    self.defined[defined] = statement
                case ast.ImportFrom(module=str(origin), names=names) if origin.startswith("hollygin."):
                    place = origin.removeprefix("hollygin.")
                    self.imported |= {one.asname or one.name: (place, one.name) for one in names}

    def names_in(self, definition: ast.stmt) -> Iterator[str]:
        """The names in a definition that lead to another."""
        for node in ast.walk(definition):
            if isinstance(node, ast.Name) and (node.id in self.defined or node.id in self.imported):
                yield node.id


def form(node: Any) -> str:
    """A syntax tree as text: no comments, no docstrings, no types, no places in the file.

    ``ast.dump`` would not do, since versions of Python differ in the empty fields that it shows.
    """
    if isinstance(node, ast.AST):
        fields = ((name, getattr(node, name)) for name in node._fields if name not in _TYPES)
        told = [f"{name}={form(value)}" for name, value in fields if value is not None and value != []]
        return f"{type(node).__name__}({', '.join(told)})"
    if isinstance(node, list):
        return f"[{', '.join(form(one) for one in node if not _is_docstring(one))}]"
    return repr(node)


def _is_docstring(node: object) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )
