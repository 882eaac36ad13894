"""Warm processes of this machine. One that dies or takes too long takes nothing with it but its own unit."""

from __future__ import annotations

import multiprocessing
import os
from concurrent.futures import Future, TimeoutError
from typing import Self

from pebble import ProcessPool

from robopitch.jobs.executor import AHEAD
from robopitch.jobs.record import Record, too_long
from robopitch.jobs.unit import Unit
from robopitch.jobs.worker import end_with_parent, work

__all__ = ["LocalExecutor", "processors"]

QUOTA = "/sys/fs/cgroup/cpu.max"  # of the control group, µs of a period


def processors() -> int:
    """How many processes this machine can run at once: by affinity, and by the quota of the control group."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        with open(QUOTA, encoding="ascii") as file:
            quota, period = file.read().split()
        return max(1, min(usable, int(quota) // int(period)))
    except (OSError, ValueError):  # no control group, or no quota
        return usable


class LocalExecutor:
    """Processes that stay while there is work: a unit need not import and compile everything again.

    workers: how many; None: as many as this machine can run at once
    limit:   s after which the process of a unit is killed; None: never
    """

    def __init__(self, workers: int | None = None, limit: float | None = None) -> None:
        self._workers, self._limit = workers or processors(), limit
        self.takes = AHEAD * self._workers
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPool:
        context = multiprocessing.get_context("spawn")  # a fork of a process with threads may hang
        return ProcessPool(self._workers, context=context, initializer=end_with_parent)

    def submit(self, unit: Unit) -> Future[Record]:
        """The record that will come; an exception if the process of the unit died."""
        if not self._pool.active:  # all processes died at once
            self._pool = self._new_pool()
        promised: Future[Record] = Future()
        promised.set_running_or_notify_cancel()

        def on_done(future: Future[Record]) -> None:
            try:
                promised.set_result(future.result())
            except TimeoutError:
                promised.set_result(too_long(unit, self._limit or 0.0))
            except BaseException as error:
                promised.set_exception(error)

        self._pool.schedule(work, args=(unit,), timeout=self._limit).add_done_callback(on_done)
        return promised

    def close(self, wait: bool = True) -> None:
        """End the processes: after the work that was submitted, or at once."""
        if wait:
            self._pool.close()  # type: ignore[no-untyped-call]
        else:
            self._pool.stop()  # type: ignore[no-untyped-call]
        self._pool.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        self.close(wait=kind is None)
