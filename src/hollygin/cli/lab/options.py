"""What ``simulate`` and ``arena`` share: their options, progress on a terminal, and numbers in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Final

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskProgressColumn, TimeRemainingColumn

from hollygin.cli.parameters import Seed, Value, Whole
from hollygin.lab.engines import Engine, parse_engine
from hollygin.lab.statistics import Estimate
from hollygin.locale import Translator

INTERRUPTED: Final = 130
"""The exit status where Ctrl-C has left only a result so far."""

_MOST_JOBS: Final = 1024


class EngineName(Value[Engine]):
    """Where the work is done (``bad-engine``)."""

    def read(self, text: str, ctx: click.Context | None) -> Engine:  # noqa: ARG002
        """The engine."""
        return parse_engine(text)


def option(
    t: Translator,
    name: str,
    kind: click.ParamType[Any],
    metavar: str,
    help_key: str,
    default: object = None,
) -> click.Option:
    """An option ``--name`` with a value."""
    words = t(help_key) if default is None else t(help_key, default=default)
    return click.Option([f"--{name}"], type=kind, metavar=metavar, help=words, default=default)


def work_options(t: Translator) -> list[click.Parameter]:
    """``--seed``, ``--jobs`` and ``--engine``."""
    return [
        option(t, "seed", Seed(), t("cli.value.seed"), "cli.lab.option.seed", default="1"),
        option(t, "jobs", Whole(1, _MOST_JOBS), t("cli.value.number"), "cli.lab.option.jobs"),
        option(
            t, "engine", EngineName(), t("cli.lab.value.engine"), "cli.lab.option.engine", default="local"
        ),
    ]


def needed(engine: Engine, jobs: int | None, *more: str) -> None:
    """Find out before the work whether its packages are there. Raises ModuleNotFoundError."""
    packages = {
        "local": () if jobs == 1 else ("joblib",),
        "dask": ("joblib", "distributed"),
        "ray": ("joblib", "ray"),
    }
    for package in (*packages[engine.kind], *more):
        import_module(package)


def leave_interrupted(t: Translator) -> None:
    """Say that the result is one so far, and leave as after Ctrl-C."""
    click.echo(t("lab.interrupted"), err=True)
    click.get_current_context().exit(INTERRUPTED)


@contextmanager
def progress_bar(words: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on standard error, where that is a terminal; gives what moves it."""
    console = Console(stderr=True)
    bar = Progress(
        "{task.description}",
        BarColumn(),
        TaskProgressColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
        disable=not console.is_terminal,
    )
    with bar:
        task = bar.add_task(words, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def figure(value: float, digits: int, t: Translator) -> str:
    """A number as the language writes it."""
    text = f"{value:.{digits}f}"
    return text.replace(".", ",") if t.language == "fr" else text


def percent(value: float | None, t: Translator) -> str:
    """A share in per cent."""
    return "–" if value is None else t("lab.percent", value=figure(100 * value, 1, t))


def share(found: Estimate | None, t: Translator) -> str:
    """A share in per cent with its interval."""
    if found is None:
        return "–"
    low, high = (figure(100 * bound, 1, t) for bound in (found.low, found.high))
    return t("lab.estimate", value=percent(found.value, t), low=low, high=high)


def amount(found: Estimate | None, t: Translator) -> str:
    """A mean with its interval."""
    if found is None:
        return "–"
    value, low, high = (figure(part, 2, t) for part in (found.value, found.low, found.high))
    return t("lab.estimate", value=value, low=low, high=high)
