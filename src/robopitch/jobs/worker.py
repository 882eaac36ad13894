"""The processes that do units: they end when told to, and when the process that started them ends, however it does."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from robopitch.jobs.record import Record, too_long, work_on
from robopitch.jobs.unit import Unit

__all__ = ["end_with_parent", "work"]

GRACE = 5.0  # s in which a unit can end the external programs that it has started


class Stopped(BaseException):
    """This process is told to end."""


class TooLong(BaseException):
    """The time of a unit is over."""


def work(unit: Unit, limit: float | None = None) -> Record:
    """Do a unit. If the process is told to end or the time is over, the unit is unwound: it ends its external programs.

    limit: s; None, or not in the main thread of a process: none
    """
    if threading.current_thread() is not threading.main_thread():  # signals come in the main thread only
        return work_on(unit)
    with _raising(signal.SIGTERM, Stopped), _within(limit):
        try:
            return work_on(unit)
        except TooLong:
            return too_long(unit, limit or 0.0)
        except Stopped:
            os._exit(1)


@contextmanager
def _raising(number: int, error: type[BaseException]) -> Iterator[None]:
    def stop(*_: object) -> None:
        raise error

    before = signal.signal(number, stop)
    try:
        yield
    finally:
        signal.signal(number, before)


@contextmanager
def _within(limit: float | None) -> Iterator[None]:
    if limit is None or not hasattr(signal, "setitimer"):  # Windows has none
        yield
        return
    with _raising(signal.SIGALRM, TooLong):
        signal.setitimer(signal.ITIMER_REAL, limit)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0.0)


def end_with_parent() -> None:
    """Watch the parent process from a thread. A pool does not do that: its processes would wait for ever."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(GRACE)
        os._exit(1)

    threading.Thread(target=watch, name="parent", daemon=True).start()
