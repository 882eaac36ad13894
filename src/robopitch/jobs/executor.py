"""Where units are done: one interface; and this process, which is the simplest."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Protocol

from robopitch.jobs.record import Record, work_on
from robopitch.jobs.unit import Unit

__all__ = ["AHEAD", "Here", "UnitExecutor", "WorkersError"]

AHEAD = 2  # units for each worker: one that it does, and the next one


class WorkersError(ValueError):
    """The workers have another version, or are gone: no unit is done, and none has failed."""


class UnitExecutor(Protocol):
    """Does units.

    takes: how many units it is given at the same time: some more than it does at once, so that no worker waits
    """

    @property
    def takes(self) -> int: ...  # noqa: D102

    def submit(self, unit: Unit) -> Future[Record]:
        """The record that will come; an exception says that the unit was lost, and may be submitted again.

        WorkersError: it is of no use to submit any.
        """
        ...


class Here:
    """This process, one unit after the other."""

    takes = 1

    def submit(self, unit: Unit) -> Future[Record]:
        """Do it now."""
        done: Future[Record] = Future()
        done.set_result(work_on(unit))
        return done
