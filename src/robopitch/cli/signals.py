"""Handles the signals that end a program: Ctrl-C, SIGTERM, and SIGHUP of a closed terminal."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

__all__ = ["ending_quietly", "stopped_by_signals"]

NAMES = ("SIGINT", "SIGTERM", "SIGHUP")  # Windows has no SIGHUP
STOPPED = 130  # exit code after Ctrl-C
INSISTING = 1.0  # s; a second signal before that is the same one, from a parent process


@contextmanager
def ending_quietly() -> Iterator[None]:
    """End the program without a traceback if Ctrl-C comes inside the block, with the exit code that shells expect.

    A KeyboardInterrupt can strike anywhere: in the middle of an import it becomes another exception, and in a callback
    Python prints and forgets it. A program that ignores SIGINT goes on doing so.
    """
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    asked = -INSISTING

    def interrupt(number: int, frame: object) -> None:
        nonlocal asked
        if time.monotonic() - asked > INSISTING:
            asked = time.monotonic()
            raise KeyboardInterrupt

    def on_unraisable(failure: Any) -> None:
        if asked < 0:
            sys.__unraisablehook__(failure)
        elif issubclass(failure.exc_type, KeyboardInterrupt):
            os._exit(STOPPED)  # nobody else will hear of it

    signal.signal(signal.SIGINT, interrupt)
    sys.unraisablehook = on_unraisable
    try:
        yield
    except BaseException as error:
        if asked < 0 or (isinstance(error, SystemExit) and error.code in (None, 0, STOPPED)):
            raise
        raise SystemExit(STOPPED) from None
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # while the interpreter ends, nothing can handle it any more


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
