"""Shows progress while Numba compiles the physics, which takes half a minute at the very first start."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import Any

import typer

__all__ = ["show_compiling"]

EXPECTED = 150  # approximate number of functions compiled at the first start
EVENT = "numba:compile"
QUIET = 4.0  # s: a start from Numba's cache is faster, and prints nothing
PERIOD = 10.0  # s between two lines without a terminal
WORDS = "compiling the physics (only once)"


@contextmanager
def show_compiling() -> Iterator[None]:
    """Show the progress of compilation inside the block: a bar on a terminal, else a line every PERIOD."""
    count = _Count()
    try:
        with _bar(count) if sys.stderr.isatty() else _lines(count):
            yield
    finally:
        count.end()


class _Count:
    """Counts compiled functions; Numba calls `on_end` in the thread that compiles."""

    def __init__(self) -> None:
        from numba.core import event

        class Listener(event.Listener):
            """Increments the count for each compiled function."""

            def on_start(listener, found: Any) -> None:  # noqa: N805
                """Numba starts to compile a function."""

            def on_end(listener, found: Any) -> None:  # noqa: N805
                """Numba has compiled a function."""
                self.done += 1

        self.done = 0
        self._event: Any = event
        self._listener = Listener()
        self._event.register(EVENT, self._listener)

    def end(self) -> None:
        """Stop counting."""
        self._event.unregister(EVENT, self._listener)


@contextmanager
def _bar(count: _Count) -> Iterator[None]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = TextColumn("{task.description}"), BarColumn(20), MofNCompleteColumn(), TimeElapsedColumn()
    progress = Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False)
    task = progress.add_task(WORDS, total=EXPECTED)

    def show() -> None:
        if count.done:
            progress.start()
            progress.update(task, completed=min(count.done, EXPECTED), refresh=True)

    with _repeating(show, 0.25, 0.25):
        yield
    progress.stop()


@contextmanager
def _lines(count: _Count) -> Iterator[None]:
    begin = time.monotonic()

    def show() -> None:
        if count.done:
            seconds = time.monotonic() - begin
            typer.echo(f"{WORDS}: {count.done} of about {EXPECTED} functions after {seconds:.0f} s", err=True)

    with _repeating(show, QUIET, PERIOD):
        yield


@contextmanager
def _repeating(show: Any, first: float, period: float) -> Iterator[None]:
    """Call *show* periodically in a separate thread."""
    over = Event()

    def repeat() -> None:
        wait = first
        while not over.wait(wait):
            show()
            wait = period

    thread = Thread(target=repeat, name="progress", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
