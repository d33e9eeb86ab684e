"""Runs a local cluster of two workers until its standard input ends: ``python -m tests.lab.cluster dask|ray``.

It prints the address of the cluster.
"""

import logging
import sys
from importlib import import_module
from typing import Any


def main(kind: str) -> None:
    if kind == "ray":
        ray: Any = import_module("ray")
        context = ray.init(
            num_cpus=2,
            include_dashboard=False,
            object_store_memory=80_000_000,
            logging_level=logging.ERROR,
            log_to_driver=False,
        )
        sys.stdout.write(context.address_info["gcs_address"] + "\n")
        sys.stdout.flush()
        sys.stdin.read()
        ray.shutdown()
    else:
        distributed: Any = import_module("distributed")
        with distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
        ) as cluster:
            sys.stdout.write(cluster.scheduler_address.removeprefix("tcp://") + "\n")
            sys.stdout.flush()
            sys.stdin.read()


if __name__ == "__main__":
    main(sys.argv[1])
