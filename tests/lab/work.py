"""Work that workers can import."""

import os
import signal
import time
from typing import NamedTuple


class Done(NamedTuple):
    square: int
    process: int


def slow_square(x: int) -> Done:
    time.sleep(0.1)
    return Done(x * x, os.getpid())


def broken(x: int) -> int:
    if x == 3:
        raise ZeroDivisionError
    return x


def deadly(x: int) -> int:
    """Kills its worker."""
    if x == 3:
        os._exit(1)
    return x


def ignores_ctrl_c(task: int) -> bool:
    return signal.getsignal(signal.SIGINT) is signal.SIG_IGN
