"""The processes of a batch: they end when the process that started them ends, whatever way that does."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time

__all__ = ["end_with_parent"]

GRACE = 5.0  # s in which a run can end the external programs that it has started


def end_with_parent() -> None:
    """Watch the parent process from a thread. A pool does not do that: its processes would wait for ever."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGINT)  # as Ctrl-C: a run ends its programs
        time.sleep(GRACE)
        os._exit(1)

    threading.Thread(target=watch, name="parent", daemon=True).start()
