"""Where tasks run: in processes of this machine, or on an existing Dask or Ray cluster, all through joblib.

A worker that dies costs only time: its unfinished tasks are done again.
"""

from __future__ import annotations

import logging
import signal
import socket
import threading
import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final, Literal, TypeVar

from hollygin.errors import EngineError, Fault

Task = TypeVar("Task")
Result = TypeVar("Result")

LOCAL: Final = "local"
_PATIENCE: Final = 10.0
"""The seconds that a cluster has for an answer."""
_MOST_LOSSES: Final = 3
"""We give up after this many losses of workers in a row with no task done between them."""


@dataclass(frozen=True, slots=True)
class Engine:
    """``local``, or a cluster at an address."""

    kind: Literal["local", "dask", "ray"]
    address: str = ""

    def __str__(self) -> str:
        return self.kind if self.kind == "local" else f"{self.kind}://{self.address}"


def parse_engine(text: str) -> Engine:
    """The engine of a text: ``local``, ``dask://HOST:PORT`` or ``ray://HOST:PORT``.

    Raises EngineError (``bad-engine``).
    """
    if text == LOCAL:
        return Engine("local")
    kind, _, address = text.partition("://")
    host, colon, port = address.rpartition(":")
    if host and colon and port.isascii() and port.isdigit() and 0 < int(port[:6]) < 2**16:
        if kind == "dask":
            return Engine("dask", address)
        if kind == "ray":
            return Engine("ray", address)
    allowed = "local, dask://HOST:PORT, ray://HOST:PORT"
    raise EngineError(Fault("bad-engine", params={"text": text[:80], "allowed": allowed}))


def workers(engine: Engine, jobs: int | None) -> int:
    """How many tasks run at once on this machine: ``jobs``, by default all its processors. 0 if a cluster decides."""
    if engine.kind != "local":
        return 0
    if jobs is not None:
        return jobs
    import joblib  # noqa: PLC0415

    return int(joblib.cpu_count())


def run(
    function: Callable[[Task], Result],
    tasks: Sequence[Task],
    engine: Engine,
    jobs: int | None = None,
    *,
    threads: bool = False,
) -> Generator[tuple[int, Result]]:
    """Do every task once, and yield each result with the number of its task, in the order of completion.

    A worker must be able to import ``function``. ``jobs`` is the number of processes on this machine, or the most tasks
    at a time on a cluster. A single process on this machine is our own. With ``threads`` they are threads: they start at once, but
    only compiled work then runs on several processors.

    Raises EngineError (``engine-unreachable``, ``workers-lost``), ModuleNotFoundError if a package of the engine is missing, and what a task raises.
    """
    if engine.kind == "local":
        jobs = min(workers(engine, jobs), len(tasks))
        if jobs <= 1:
            for number, task in enumerate(tasks):
                yield number, function(task)
            return
    with _backend(engine, threads=threads) as (options, lost):
        yield from _retrying(
            function, dict(enumerate(tasks)), {"n_jobs": jobs or -1, **options}, engine, lost
        )


def _retrying(
    function: Callable[[Task], Result],
    left: dict[int, Task],
    options: dict[str, Any],
    engine: Engine,
    lost: tuple[type[BaseException], ...],
) -> Generator[tuple[int, Result]]:
    losses = 0
    while left:
        before = len(left)
        results = _parallel(function, list(left.items()), options)
        try:
            for number, result in results:
                del left[number]
                yield number, result
        except lost as error:
            losses = 1 if len(left) < before else losses + 1
            if losses == _MOST_LOSSES:
                params = {"engine": str(engine), "reason": type(error).__name__}
                raise EngineError(Fault("workers-lost", params=params)) from error
        finally:
            with warnings.catch_warnings():  # that not all of it was wanted is no news
                warnings.simplefilter("ignore")
                results.close()


def _parallel(
    function: Callable[[Task], Result], tasks: list[tuple[int, Task]], options: dict[str, Any]
) -> Generator[tuple[int, Result]]:
    import joblib  # noqa: PLC0415

    calls = [joblib.delayed(_numbered)(function, number, task) for number, task in tasks]
    if "wave" in options:
        rest = {name: value for name, value in options.items() if name != "wave"}
        with joblib.parallel_config(**rest), joblib.Parallel(batch_size=1) as parallel:
            for first in range(0, len(calls), options["wave"]):
                yield from parallel(calls[first : first + options["wave"]])
        return
    with joblib.parallel_config(**options):
        parallel = joblib.Parallel(return_as="generator_unordered", batch_size=1)
        with _interrupts_ignored():
            found = parallel(calls)
    yield from found


def _numbered(function: Callable[[Task], Result], number: int, task: Task) -> tuple[int, Result]:
    return number, function(task)


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Keep Ctrl-C from the processes started inside: we end their work ourselves.

    An ignored signal stays ignored in a new process. A blocked one would not, since the code that starts them unblocks it.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


Backend = tuple[dict[str, Any], tuple[type[BaseException], ...]]
"""The options of joblib for a backend, and the errors that mean that it has lost a worker."""


@contextmanager
def _backend(engine: Engine, *, threads: bool) -> Iterator[Backend]:
    if engine.kind == "local" and threads:
        yield {"backend": "threading"}, ()
        return
    if engine.kind == "local":
        from joblib.externals.loky.process_executor import BrokenProcessPool  # noqa: PLC0415

        yield {"backend": "loky"}, (BrokenProcessPool,)
        return
    host, _, port = engine.address.rpartition(":")
    try:
        socket.create_connection((host.strip("[]"), int(port)), _PATIENCE).close()
    except OSError as error:
        raise _unreachable(engine, error) from error
    with _dask(engine) if engine.kind == "dask" else _ray(engine) as backend:
        yield backend


@contextmanager
def _dask(engine: Engine) -> Iterator[Backend]:
    distributed: Any = import_module("distributed")
    try:
        client = distributed.Client(f"tcp://{engine.address}", timeout=_PATIENCE, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise _unreachable(engine, error) from error
    with client:
        yield {"backend": "dask", "client": client}, (distributed.KilledWorker, OSError)


@contextmanager
def _ray(engine: Engine) -> Iterator[Backend]:
    ray: Any = import_module("ray")
    backend: Any = import_module("ray.util.joblib")
    mine = not ray.is_initialized()
    if mine:
        try:
            ray.init(engine.address, logging_level=logging.ERROR, log_to_driver=False)
        except (OSError, RuntimeError, ValueError) as error:
            raise _unreachable(engine, error) from error
    backend.register_ray()
    try:
        processors = int(ray.cluster_resources().get("CPU", 1))
        yield {"backend": "ray", "wave": 4 * processors}, (ray.exceptions.RayError,)
    finally:
        if mine:
            ray.shutdown()


def _unreachable(engine: Engine, error: Exception) -> EngineError:
    reason = getattr(error, "strerror", None) or type(error).__name__
    return EngineError(Fault("engine-unreachable", params={"engine": str(engine), "reason": reason}))
