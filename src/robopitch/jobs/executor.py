"""Where units are done: one interface, and what makes any executor of `concurrent.futures` one."""

from __future__ import annotations

from concurrent.futures import Executor, Future
from typing import Protocol

from robopitch.jobs.record import Record, work_on
from robopitch.jobs.unit import Unit

__all__ = ["AHEAD", "Here", "OfFutures", "UnitExecutor"]

AHEAD = 2  # units for each worker: one that it does, and the next one


class UnitExecutor(Protocol):
    """Does units.

    takes: how many units it is given at the same time: some more than it does at once, so that no worker waits
    """

    takes: int

    def submit(self, unit: Unit) -> Future[Record]:
        """The record that will come; an exception says that the unit was lost, and may be submitted again."""
        ...


class Here:
    """This process, one unit after the other."""

    takes = 1

    def submit(self, unit: Unit) -> Future[Record]:
        """Do it now."""
        done: Future[Record] = Future()
        done.set_result(work_on(unit))
        return done


class OfFutures:
    """An executor of `concurrent.futures`, also of joblib's loky, Dask or MPI.

    workers: how many units it does at once
    """

    def __init__(self, executor: Executor, workers: int) -> None:
        self._executor, self.takes = executor, AHEAD * workers

    def submit(self, unit: Unit) -> Future[Record]:
        """Submit it there."""
        return self._executor.submit(work_on, unit)
