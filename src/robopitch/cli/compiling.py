"""Shows progress while Numba compiles the physics, which takes half a minute at the very first start."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from robopitch.elementary.compile_count import CompileCount

__all__ = ["show_compiling"]

QUIET = 4.0  # s: a start from Numba's cache is faster, and prints nothing
PERIOD = 10.0  # s between two lines without a terminal
WORDS = "compiling the physics (only once)"


@contextmanager
def show_compiling() -> Iterator[None]:
    """Show the progress of compilation inside the block: a bar on a terminal, else a line every PERIOD."""
    from robopitch.elementary.compile_count import CompileCount

    count = CompileCount()
    try:
        with _bar(count) if sys.stderr.isatty() else _lines(count):
            yield
    finally:
        count.end()


@contextmanager
def _bar(count: CompileCount) -> Iterator[None]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from robopitch.elementary.compile_count import EXPECTED

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
def _lines(count: CompileCount) -> Iterator[None]:
    from robopitch.elementary.compile_count import EXPECTED

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
