"""Ray: the machines of a cluster as one executor of `concurrent.futures`.

Ray starts processes, schedules, ships files, tries again what a dead machine had, and keeps logs. Who reaches a cluster
can run anything on it: one that is started here listens on the loopback alone.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
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

STORE = 100_000_000  # bytes: least of the object store, as records are small
CONNECT, CHECK = 5.0, 120.0  # s for an answer of the cluster, and of each of its machines
PORT = 10001  # of Ray's client
RETRIES = 1  # of a task by Ray itself
TOKEN = ".ray/auth_token"  # in the home folder: `ray start` makes clusters ask for it if it is there
LOOPBACK = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"  # "0": a new cluster is of this machine alone, on every system


class RayExecutor(Executor):
    """The processors of a cluster. A ValueError if there is none, or one of its machines has another version.

    address: "auto": the cluster that runs here, else a new one; "ray://HOST:PORT"
    files:   of teams and leagues, which are shipped

    workers: how many tasks it does at once
    """

    def __init__(self, address: str = "auto", files: Sequence[str] = ()) -> None:
        self._folder = TemporaryDirectory(prefix="robopitch-")
        place = copy_files(files, Path(self._folder.name)) if files else Path()
        shipped = {"working_dir": self._folder.name, "env_vars": {FOLDER: str(place)}} if files else {}
        self._thread = ThreadPoolExecutor(1, "ray")
        self._ray = _connected(address, shipped)
        try:
            self._call = self._ray.remote(max_retries=RETRIES)(_call)
            self._nodes = self._checked(describe(files))
            self.workers = int(self._ray.cluster_resources().get("CPU", 0))
        except BaseException as error:
            self.shutdown()
            if isinstance(error, self._ray.exceptions.RayError):
                raise WorkersError(f"--cluster {address}: {_first_line(error)}") from None
            raise

    def submit(self, call: Callable[..., Any], /, *args: Any, **more: Any) -> Future[Any]:
        """Have it done on one of the processors."""
        promised: Future[Any] = Future()
        # In a thread of its own: results come in Ray's, which would wait for itself if it submitted the next task.
        self._thread.submit(self._begin, promised, call, args, more)
        return promised

    def _begin(self, promised: Future[Any], *task: Any) -> None:
        def on_done(done: Future[Any]) -> None:
            if (error := done.exception()) is None:
                promised.set_result(done.result())
            else:
                promised.set_exception(
                    WorkersError(_first_line(error)) if isinstance(error, ConnectionError) else error
                )

        try:
            self._call.remote(*task).future().add_done_callback(on_done)
        except Exception as error:
            promised.set_exception(WorkersError(f"the cluster takes no more: {_first_line(error)}"))

    def at(self, host: str) -> RayExecutor:
        """The same for tasks on one machine only, while it lives."""
        there = copy(self)
        if host in self._nodes:
            there._call = self._call.options(scheduling_strategy=self._on(self._nodes[host], soft=True))
        return there

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let go of the cluster; one that was started here ends."""
        self._thread.shutdown(wait=False, cancel_futures=True)
        self._ray.shutdown()
        self._folder.cleanup()

    def _on(self, number: str, soft: bool) -> Any:
        return self._ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy(number, soft)

    def _checked(self, wanted: dict[str, str]) -> dict[str, str]:
        """The numbers of the machines by name, when all have what the driver has."""
        alive = [one for one in self._ray.nodes() if one["Alive"] and one["Resources"].get("CPU", 0) >= 1]
        if not alive:
            raise WorkersError("the cluster has no processor")
        asked = [
            self._call.options(num_cpus=0, scheduling_strategy=self._on(one["NodeID"], soft=False)).remote(
                _look, (wanted,), {}
            )
            for one in alive
        ]
        found = {}
        for one, (host, told) in zip(alive, self._ray.get(asked, timeout=CHECK), strict=True):
            if told:
                raise WorkersError(f"{host} ({one['NodeManagerAddress']}) has {told}")
            found[host] = one["NodeID"]
        return found


def _connected(address: str, shipped: dict[str, Any]) -> Any:
    """Ray, connected."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    if (Path.home() / TOKEN).exists():
        os.environ.setdefault("RAY_AUTH_MODE", "token")
    if address == "auto":
        os.environ.setdefault(LOOPBACK, "0")
    try:
        import ray
        import ray.util.scheduling_strategies
    except ImportError:
        raise ValueError("--cluster needs Ray: pip install 'robopitch[cluster]'") from None
    usual = {"runtime_env": shipped, "log_to_driver": False, "logging_level": "error"}
    try:
        if address.startswith("ray://"):
            place = urlsplit(address)
            create_connection((place.hostname or "", place.port or PORT), CONNECT).close()  # Ray itself waits long
            ray.init(address, **usual)
        elif address == "auto":
            try:
                ray.init("auto", **usual)
            except ConnectionError:
                ray.init("local", num_cpus=processors(), object_store_memory=STORE, include_dashboard=False, **usual)
        else:
            raise ValueError("auto or ray://HOST:PORT is possible")
    except (OSError, RuntimeError, ValueError) as error:
        raise ValueError(f"--cluster {address}: {_first_line(error)}") from None
    return ray


def _first_line(error: BaseException) -> str:
    return str(error).strip().partition("\n")[0]


def _call(call: Callable[..., Any], args: Sequence[Any], more: dict[str, Any]) -> Any:
    return call(*args, **more)


def _look(wanted: dict[str, str]) -> tuple[str, str]:
    return node(), differences(wanted)
