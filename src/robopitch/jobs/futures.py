"""Any executor of `concurrent.futures` does units: short ones in bundles, those of a lost bundle again one by one."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Executor, Future
from threading import Lock
from typing import NamedTuple, Self

from robopitch.jobs.executor import AHEAD, WorkersError
from robopitch.jobs.node import describe, work_on_all
from robopitch.jobs.record import Record
from robopitch.jobs.unit import Unit

__all__ = ["BUNDLE", "OfFutures"]

BUNDLE = 10.0  # s of wall-clock time: shorter units go together, so that sending them costs little
MOST = 1000  # units of a bundle


class Submitted(NamedTuple):
    """A unit that waits. alone: not in a bundle, as it or another one of its bundle may have killed the process."""

    unit: Unit
    future: Future[Record]
    alone: bool = False


class OfFutures:
    """An executor of `concurrent.futures`, also of joblib's loky, Dask, MPI, Ray or Slurm.

    workers: how many units it does at once
    limit:   s after which a unit has failed; None: never. Only where units run in the main thread of a process
    files:   of teams and leagues, which all machines must have as they are here
    bundle:  s: units that are shorter go together
    at:      the executor for one machine, by its name; None: this one, for all
    """

    def __init__(
        self,
        executor: Executor,
        workers: int,
        limit: float | None = None,
        files: Sequence[str] = (),
        bundle: float = BUNDLE,
        at: Callable[[str], Executor] | None = None,
    ) -> None:
        self._executor, self._workers, self._limit, self._bundle, self._at = executor, workers, limit, bundle, at
        self._wanted = describe(files)
        self._waiting: deque[Submitted] = deque()
        self._under_way, self._size = 0, 1  # bundles; units of a bundle
        self._changing, self._sending = Lock(), Lock()  # results come in the executor's threads

    @property
    def takes(self) -> int:
        """So many that a bundle waits here for each worker."""
        return (AHEAD + 1) * self._workers * self._size

    def submit(self, unit: Unit) -> Future[Record]:
        """Submit it there, with others if they are short."""
        one = Submitted(unit, Future(), bool(unit.host))
        with self._changing:
            self._waiting.append(one)
        self._send()
        return one.future

    def _send(self) -> None:
        """Send what there is place for. A result that comes at once must not send from within: others may wait."""
        while self._has_place() and self._sending.acquire(blocking=False):
            try:
                while bundle := self._next():
                    self._send_one(bundle)
            finally:
                self._sending.release()

    def _has_place(self) -> bool:
        return bool(self._waiting) and self._under_way < AHEAD * self._workers

    def _next(self) -> list[Submitted]:
        """The units that go now: so many that the last ones of all are shared evenly."""
        found: list[Submitted] = []
        with self._changing:
            most = min(self._size, -(-len(self._waiting) // self._workers)) if self._has_place() else 0
            while self._waiting and len(found) < most:
                if found and self._waiting[0].alone:
                    break
                one = self._waiting.popleft()
                if one.future.running() or one.future.set_running_or_notify_cancel():
                    found.append(one)
                if one.alone:
                    break
            self._under_way += bool(found)
        return found

    def _send_one(self, bundle: Sequence[Submitted]) -> None:
        units = [one.unit for one in bundle]
        host = units[0].host
        try:
            executor = self._at(host) if self._at is not None and host else self._executor
            future = executor.submit(work_on_all, units, self._wanted, self._limit)
        except Exception as error:  # it has ended, or lost its connection
            future = Future()
            future.set_exception(WorkersError(f"no more units are taken there: {error}"))
        future.add_done_callback(lambda future: self._on_done(bundle, future))

    def _on_done(self, bundle: Sequence[Submitted], future: Future[list[Record]]) -> None:
        error = CancelledError() if future.cancelled() else future.exception()
        records = [] if error else future.result()
        again = error is not None and len(bundle) > 1 and not isinstance(error, WorkersError)
        with self._changing:
            self._under_way -= 1
            if again:
                self._waiting.extendleft(one._replace(alone=True) for one in reversed(bundle))
            elif error is None:
                mean = sum(record.seconds for record in records) / len(records)
                self._size = max(1, min(MOST, int(self._bundle / max(mean, 1e-9))))
        for one, record in zip(bundle, records, strict=False):
            one.future.set_result(record)
        if error is not None and not again:
            for one in bundle:
                one.future.set_exception(error)
        self._send()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        with self._changing:
            self._waiting.clear()
        self._executor.shutdown(wait=kind is None, cancel_futures=True)
