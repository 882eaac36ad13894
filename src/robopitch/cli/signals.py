"""Handles the signals that end a program: Ctrl-C, SIGTERM, and SIGHUP of a closed terminal."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

__all__ = ["stopped_by_signals"]

NAMES = ("SIGINT", "SIGTERM", "SIGHUP")  # Windows has no SIGHUP


@contextmanager
def stopped_by_signals(stop: Callable[[int, object], None]) -> Iterator[None]:
    """Call *stop* for SIGINT, SIGTERM and SIGHUP inside the block.

    An ignored SIGTERM or SIGHUP stays ignored: a program started with nohup survives its terminal.
    """
    numbers = [getattr(signal, name) for name in NAMES if hasattr(signal, name)]
    taken = [one for one in numbers if one == signal.SIGINT or signal.getsignal(one) is not signal.SIG_IGN]
    before = {number: signal.signal(number, stop) for number in taken}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
