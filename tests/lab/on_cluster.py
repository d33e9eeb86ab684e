"""Works on a cluster, kills a worker in mid-run, and holds what comes out against this machine.

``python -m tests.lab.on_cluster ENGINE`` prints what it has found as JSON.
"""

import json
import os
import signal
import sys

from hollygin import make_rules
from hollygin.lab import arena, parse_engine, simulate
from hollygin.lab.engines import run
from tests.lab.work import slow_square

TASKS = 24


def main(address: str) -> None:
    engine = parse_engine(address)
    squares: dict[int, int] = {}
    processes = set()
    killed = None
    for number, done in run(slow_square, range(TASKS), engine):
        assert number not in squares
        squares[number] = done.square
        processes.add(done.process)
        if killed is None and len(squares) >= TASKS // 3:
            killed = done.process
            os.kill(killed, signal.SIGKILL)
    rules = make_rules("eaai")
    there, here = (arena(["simple", "random"], rules, pairs=6, jobs=1, engine=e) for e in (engine, "local"))
    many, few = (simulate("simple", "gin", rules, matches=300, jobs=1, engine=e) for e in (engine, "local"))
    found = {
        "right": squares == {x: x * x for x in range(TASKS)},
        "elsewhere": os.getpid() not in processes and killed is not None,
        "workers": len(processes),
        "arena": there.pairings == here.pairings,
        "simulation": many.rows() == few.rows() and many.counts == few.counts,
    }
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
