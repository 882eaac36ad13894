"""The connection with a Ray cluster: with one that runs, or with a new one of this machine.

Who reaches a cluster can run anything on it: one that is started here listens on the loopback alone.
"""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from socket import create_connection
from typing import Any
from urllib.parse import urlsplit

from robopitch.jobs.executor import WorkersError
from robopitch.jobs.local import processors

__all__ = ["connected", "told"]

STORE = 100_000_000  # bytes of the object store: records are small
CONNECT = 5.0  # s for an answer
PORT = 10001  # of Ray's client
TOKEN = ".ray/auth_token"  # in the home folder: `ray start` makes clusters ask for it if it is there


def connected(address: str, shipped: dict[str, Any]) -> Any:
    """The package ray, connected; a ValueError says why it is not.

    shipped: the `runtime_env` of Ray
    """
    if address != "auto" and not address.startswith("ray://"):
        raise ValueError(f"--cluster {address}: auto, ray://HOST:PORT, slurm or slurm:PARTITION is possible")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    if (Path.home() / TOKEN).exists():
        os.environ.setdefault("RAY_AUTH_MODE", "token")
    if address == "auto":  # a new cluster is of this machine alone, on every system
        os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
    try:
        import ray
        import ray.util.scheduling_strategies
    except ImportError:
        raise ValueError("--cluster needs Ray: pip install 'robopitch[cluster]'") from None
    connect = partial(ray.init, runtime_env=shipped, log_to_driver=False, logging_level="error")
    try:
        if address != "auto":  # Ray itself would wait long for an answer
            create_connection((urlsplit(address).hostname or "", urlsplit(address).port or PORT), CONNECT).close()
        connect(address)
    except Exception as error:
        if address != "auto" or not isinstance(error, ConnectionError):
            raise told(f"--cluster {address}", error) from None
        connect("local", num_cpus=processors(), object_store_memory=STORE, include_dashboard=False)
    return ray


def told(what: str, error: Exception) -> WorkersError:
    """What is wrong, in a line: Ray's errors begin with tracebacks."""
    return WorkersError(f"{what}: {str(error).strip().rpartition(chr(10))[2]}")
