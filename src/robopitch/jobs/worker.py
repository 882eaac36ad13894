"""The processes that do units: they end when told to, and when the process that started them ends, however it does."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time

from robopitch.jobs.record import Record, work_on
from robopitch.jobs.unit import Unit

__all__ = ["end_with_parent", "work"]

GRACE = 5.0  # s in which a unit can end the external programs that it has started


class Stopped(BaseException):
    """This process is told to end."""


def work(unit: Unit) -> Record:
    """Do a unit. If the process is told to end, the unit is unwound, so that it ends its external programs."""

    def stop(*_: object) -> None:
        raise Stopped

    before = signal.signal(signal.SIGTERM, stop)
    try:
        return work_on(unit)
    except Stopped:
        os._exit(1)
    finally:
        signal.signal(signal.SIGTERM, before)


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
