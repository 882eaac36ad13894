"""Ray: the machines of a cluster as one executor of `concurrent.futures`.

Ray starts processes, schedules, ships files, tries again what a dead machine had, and keeps logs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from copy import copy
from pathlib import Path
from platform import node
from tempfile import TemporaryDirectory
from typing import Any

from robopitch.jobs.connection import connected, told
from robopitch.jobs.executor import WorkersError
from robopitch.jobs.node import FOLDER, describe, differences
from robopitch.jobs.shipping import copy_files

__all__ = ["RayExecutor"]

CHECK = 120.0  # s for an answer of a machine


class RayExecutor(Executor):
    """The processors of a cluster. A ValueError if there is none, or one of its machines has another version.

    address: "auto": the cluster that runs here, else a new one; "ray://HOST:PORT"
    files:   of teams and leagues, which are shipped
    """

    def __init__(self, address: str = "auto", files: Sequence[str] = ()) -> None:
        self._folder = TemporaryDirectory(prefix="robopitch-")
        place = copy_files(files, Path(self._folder.name)) if files else Path()
        shipped = {"working_dir": self._folder.name, "env_vars": {FOLDER: str(place)}} if files else {}
        self._ray = connected(address, shipped)
        # Results come in a thread of Ray's, which would wait for itself if it submitted the next task.
        self._thread = ThreadPoolExecutor(1, "ray")
        self._call = self._ray.remote(max_retries=1)(lambda call, args, more: call(*args, **more))
        try:
            self._nodes = self._checked(describe(files))
            self.workers = int(self._ray.cluster_resources()["CPU"])
        except Exception as error:
            self.shutdown()
            raise told(f"--cluster {address}", error) from None

    def submit(self, call: Callable[..., Any], /, *args: Any, **more: Any) -> Future[Any]:
        """Have it done on one of the processors."""
        promised: Future[Any] = Future()
        self._thread.submit(self._begin, promised, call, args, more)
        return promised

    def _begin(self, promised: Future[Any], *task: Any) -> None:
        def on_done(done: Future[Any]) -> None:
            try:
                promised.set_result(done.result())
            except Exception as error:
                gone = isinstance(error, ConnectionError)
                promised.set_exception(told("the cluster is gone", error) if gone else error)

        try:
            self._call.remote(*task).future().add_done_callback(on_done)
        except Exception as error:
            promised.set_exception(told("the cluster is gone", error))

    def at(self, host: str) -> RayExecutor:
        """The same for tasks on one machine, while it lives."""
        there = copy(self)
        there._call = self._on(self._nodes[host], True) if host in self._nodes else self._call
        return there

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let go of the cluster; one that was started here ends."""
        self._thread.shutdown(wait=False, cancel_futures=True)
        self._ray.shutdown()
        self._folder.cleanup()

    def _on(self, number: str, soft: bool, **options: Any) -> Any:
        affinity = self._ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy(number, soft)
        return self._call.options(scheduling_strategy=affinity, **options)

    def _checked(self, wanted: dict[str, str]) -> dict[str, str]:
        """The numbers of the machines by name, when all have what the driver has."""
        alive = [one["NodeID"] for one in self._ray.nodes() if one["Alive"] and one["Resources"].get("CPU")]
        asked = [self._on(number, False, num_cpus=0).remote(_look, [wanted], {}) for number in alive]
        found = {}
        for number, answer in zip(alive, asked, strict=True):
            with suppress(self._ray.exceptions.TaskUnschedulableError):  # it has just died
                host, other = self._ray.get(answer, timeout=CHECK)
                if other:
                    raise WorkersError(f"{host} has {other}")
                found[host] = number
        return found


def _look(wanted: dict[str, str]) -> tuple[str, str]:
    return node(), differences(wanted)
