"""Where work is done: every task once, whatever happens to the workers. The clusters are real ones, on this machine."""

import json
import os
import secrets
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from hollygin.errors import EngineError
from hollygin.lab.engines import Engine, parse_engine, run
from tests.lab.work import broken, deadly, ignores_ctrl_c, slow_square
from tests.table import codes

LOCAL = Engine("local")
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("text", "engine"),
    [
        ("local", LOCAL),
        ("dask://10.0.0.1:8786", Engine("dask", "10.0.0.1:8786")),
        ("ray://head:6379", Engine("ray", "head:6379")),
        ("dask://[::1]:8786", Engine("dask", "[::1]:8786")),
    ],
)
def test_engines_by_name(text: str, engine: Engine) -> None:
    assert parse_engine(text) == engine and str(engine) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "spark://a:1",
        "dask",
        "dask://",
        "dask://host",
        "ray://:6379",
        "ray://a:0",
        "ray://a:99999",
        "dask://a:b",
    ],
)
def test_no_engine(text: str) -> None:
    assert codes(parse_engine, text) == ["bad-engine"]


def test_ctrl_c_is_not_for_the_workers() -> None:
    before = signal.getsignal(signal.SIGINT)
    assert dict(run(ignores_ctrl_c, range(4), LOCAL, 2)) == dict.fromkeys(range(4), True)
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.parametrize(("jobs", "threads"), [(1, False), (2, False), (2, True)])
def test_every_task_once(jobs: int, threads: bool) -> None:
    found = list(run(slow_square, range(9), LOCAL, jobs, threads=threads))
    assert sorted((number, done.square) for number, done in found) == [(x, x * x) for x in range(9)]
    assert {done.process == os.getpid() for _, done in found} == {jobs == 1 or threads}


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_of_a_task_is_told(jobs: int) -> None:
    with pytest.raises(ZeroDivisionError):
        list(run(broken, range(9), LOCAL, jobs))


def test_a_worker_that_is_killed_costs_only_time() -> None:
    found: dict[int, int] = {}
    killed: list[int] = []
    for number, done in run(slow_square, range(16), LOCAL, 2):
        assert number not in found
        found[number] = done.square
        if len(found) == 5:
            killed.append(done.process)
            os.kill(done.process, signal.SIGKILL)
    assert killed and found == {x: x * x for x in range(16)}


def test_a_task_that_kills_every_worker_is_given_up() -> None:
    assert codes(lambda: list(run(deadly, range(6), LOCAL, 2))) == ["workers-lost"]


def test_what_is_not_wanted_is_left() -> None:
    with closing(run(slow_square, range(1000), LOCAL, 2)) as results:
        assert next(results)[1].process != os.getpid()


@pytest.mark.cluster
@pytest.mark.parametrize("kind", ["dask", "ray"])
def test_a_cluster_that_is_not_there(kind: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"
    with pytest.raises(EngineError) as error:
        list(run(slow_square, range(3), parse_engine(f"{kind}://{address}")))
    assert error.value.code == "engine-unreachable"
    assert error.value.fault.params["engine"] == f"{kind}://{address}"


# Real clusters


def environment() -> dict[str, str]:
    """A token of our own: this cluster is nobody else's."""
    token = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
    return {**os.environ, **token, "PYTHONPATH": str(ROOT), "RAY_USAGE_STATS_ENABLED": "0"}


@contextmanager
def cluster(kind: str, env: dict[str, str]) -> Iterator[str]:
    with subprocess.Popen(
        (sys.executable, "-m", "tests.lab.cluster", kind),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=ROOT,
        env=env,
    ) as process:
        assert process.stdout is not None and process.stdin is not None
        address = process.stdout.readline().strip()
        assert address
        yield f"{kind}://{address}"
        process.stdin.close()
        process.wait(60)


@pytest.mark.cluster
@pytest.mark.parametrize("kind", ["dask", "ray"])
def test_a_cluster_and_a_worker_killed_in_mid_run(kind: str) -> None:
    env = environment()
    with cluster(kind, env) as engine:
        ran = subprocess.run(
            (sys.executable, "-m", "tests.lab.on_cluster", engine),
            capture_output=True,
            text=True,
            cwd=ROOT,
            env=env,
            timeout=120,
            check=False,
        )
    assert ran.returncode == 0, ran.stderr[-2000:]
    found = json.loads(ran.stdout.splitlines()[-1])
    assert found.pop("workers") >= 2
    assert found == {"right": True, "elsewhere": True, "arena": True, "simulation": True}
