"""Ray: the machines of a cluster as one executor of `concurrent.futures`.

Ray starts processes, schedules, ships files, tries again what a dead machine had, and keeps logs. Who reaches a cluster
can run anything on it: one that is started here listens on the loopback alone.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from copy import copy
from pathlib import Path
from platform import node
from socket import create_connection
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

from robopitch.jobs.executor import WorkersError
from robopitch.jobs.local import processors
from robopitch.jobs.node import FOLDER, describe, differences
from robopitch.jobs.shipping import copy_files

__all__ = ["RayExecutor"]

STORE = 100_000_000  # bytes of the object store: records are small
CONNECT, CHECK = 5.0, 120.0  # s for an answer of the cluster, and of its machines
PORT = 10001  # of Ray's client
TOKEN = ".ray/auth_token"  # in the home folder: `ray start` makes clusters ask for it if it is there
LOOPBACK = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"  # "0": a new cluster is of this machine alone, on every system


class RayExecutor(Executor):
    """The processors of a cluster. A ValueError if there is none, or one of its machines has another version.

    address: "auto": the cluster that runs here, else a new one; "ray://HOST:PORT"
    files:   of teams and leagues, which are shipped
    """

    def __init__(self, address: str = "auto", files: Sequence[str] = ()) -> None:
        self._folder = TemporaryDirectory(prefix="robopitch-")
        place = copy_files(files, Path(self._folder.name)) if files else Path()
        shipped = {"working_dir": self._folder.name, "env_vars": {FOLDER: str(place)}} if files else {}
        self._thread = ThreadPoolExecutor(1, "ray")
        self._ray = _connected(address, shipped)
        try:
            self._call = self._ray.remote(max_retries=1)(_call)
            self._nodes = self._checked(describe(files))
            self.workers = int(self._ray.cluster_resources()["CPU"])
        except Exception as error:
            self.shutdown()
            raise WorkersError(f"--cluster {address}: {_last_line(error)}") from None

    def submit(self, call: Callable[..., Any], /, *args: Any, **more: Any) -> Future[Any]:
        """Have it done on one of the processors."""
        promised: Future[Any] = Future()
        # In a thread of its own: results come in Ray's, which would wait for itself if it submitted the next task.
        self._thread.submit(self._begin, promised, call, args, more)
        return promised

    def _begin(self, promised: Future[Any], *task: Any) -> None:
        def on_done(done: Future[Any]) -> None:
            error = done.exception()
            if isinstance(error, ConnectionError):
                error = WorkersError(f"the cluster is gone: {_last_line(error)}")
            promised.set_result(done.result()) if error is None else promised.set_exception(error)

        try:
            self._call.remote(*task).future().add_done_callback(on_done)
        except Exception as error:
            promised.set_exception(WorkersError(f"the cluster is gone: {_last_line(error)}"))

    def at(self, host: str) -> RayExecutor:
        """The same for tasks on one machine, while it lives."""
        there = copy(self)
        there._call = self._on(self._nodes.get(host, ""), soft=True)
        return there

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let go of the cluster; one that was started here ends."""
        self._thread.shutdown(wait=False, cancel_futures=True)
        self._ray.shutdown()
        self._folder.cleanup()

    def _on(self, number: str, **options: Any) -> Any:
        affinity = self._ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy
        return self._call.options(scheduling_strategy=affinity(number, soft=options.pop("soft", False)), **options)

    def _checked(self, wanted: dict[str, str]) -> dict[str, str]:
        """The numbers of the machines by name, when all have what the driver has."""
        alive = [one["NodeID"] for one in self._ray.nodes() if one["Alive"] and one["Resources"].get("CPU")]
        asked = [self._on(number, num_cpus=0).remote(_look, (wanted,), {}) for number in alive]
        found, told = {}, []
        for number, answer in zip(alive, asked, strict=True):
            with suppress(self._ray.exceptions.TaskUnschedulableError):  # it has just died
                host, other = self._ray.get(answer, timeout=CHECK)
                found[host] = number
                told += [f"{host} has {other}"] if other else []
        if told:
            raise WorkersError("; ".join(told))
        return found


def _connected(address: str, shipped: dict[str, Any]) -> Any:
    """Ray, connected."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    if (Path.home() / TOKEN).exists():
        os.environ.setdefault("RAY_AUTH_MODE", "token")
    if address == "auto":
        os.environ.setdefault(LOOPBACK, "0")
    elif not address.startswith("ray://"):
        raise ValueError(f"--cluster {address}: auto, ray://HOST:PORT, slurm or slurm:PARTITION is possible")
    try:
        import ray
        import ray.util.scheduling_strategies
    except ImportError:
        raise ValueError("--cluster needs Ray: pip install 'robopitch[cluster]'") from None
    usual = {"runtime_env": shipped, "log_to_driver": False, "logging_level": "error"}
    try:
        if address != "auto":  # Ray itself would wait long for an answer
            create_connection((urlsplit(address).hostname or "", urlsplit(address).port or PORT), CONNECT).close()
        ray.init(address, **usual)
    except (OSError, RuntimeError, ValueError) as error:
        if address != "auto" or not isinstance(error, ConnectionError):
            raise ValueError(f"--cluster {address}: {_last_line(error)}") from None
        ray.init("local", num_cpus=processors(), object_store_memory=STORE, include_dashboard=False, **usual)
    return ray


def _last_line(error: BaseException) -> str:
    return str(error).strip().rpartition("\n")[2]  # Ray's errors begin with tracebacks


def _call(call: Callable[..., Any], args: Sequence[Any], more: dict[str, Any]) -> Any:
    return call(*args, **more)


def _look(wanted: dict[str, str]) -> tuple[str, str]:
    return node(), differences(wanted)
