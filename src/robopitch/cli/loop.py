"""Starts, shows and stops a server's loop in a separate thread."""

from __future__ import annotations

import math
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from robopitch.cli.browser import open_in_browser
from robopitch.cli.compiling import show_compiling
from robopitch.cli.signals import stopped_by_signals

if TYPE_CHECKING:
    from robopitch.server import Server

__all__ = ["Loop"]

COMPILING = 300.0  # s: the very first start compiles the physics
INSISTING = 1.0  # s after the first signal to stop, another one ends the program at once
JOINING = 0.25  # s, longest wait for the loop without running signal handlers: see `Loop._wait`


class Loop:
    """The server's loop in a separate thread, so that signals and the view never make a frame late.

    until:   tick at which it ends; None: never
    summary: returns the statistics of the match, which are printed at its end
    """

    def __init__(self, server: Server, until: int | None, summary: Callable[[], str] | None = None) -> None:
        self._server, self._until, self._summary = server, until, summary
        self._failure: BaseException | None = None
        self._told_at: float | None = None
        self._thread = threading.Thread(target=self._run, name="server", daemon=True)

    def watch(self, headless: bool, page: str | None = None, browser: str | None = None) -> None:
        """Run the loop and show its status until it ends.

        page:    URL of the page, shown instead of the traffic on the ports
        browser: URL to open in a browser, if there is one
        """
        from robopitch.cli.live import rehearse, watch

        rehearse(self._server.status(), page)
        with stopped_by_signals(self._told_to_stop), self._stopping_when_the_view_ends():
            self._thread.start()
            # The page is served already and shows that the physics is being compiled.
            opened = browser is None or open_in_browser(browser)
            with show_compiling():
                self._wait_until_ready()
            if self._told_at is None and self._failure is None:
                typer.echo("ready; Ctrl-C stops")
                if not opened:
                    typer.echo("No browser could be opened here; open the page yourself:")
                watch(self._status, self._wait, headless, page)
        if self._failure is not None:
            self._save_what_led_to_it()
            raise self._failure
        with suppress(OSError):  # the terminal may be closed
            self._say_goodbye()

    def _wait_until_ready(self) -> None:
        """Wait until the loop answers or has ended: a loop stopped before it starts never answers."""
        ready = threading.Event()

        def ask() -> None:
            self._status(COMPILING)
            ready.set()

        threading.Thread(target=ask, name="ready", daemon=True).start()
        while not ready.wait(0.1) and self._thread.is_alive():
            if self._told_at is not None:
                typer.echo("\nstopping as soon as the physics is compiled; Ctrl-C once more stops at once")
                self._wait(math.inf)

    @contextmanager
    def _stopping_when_the_view_ends(self) -> Iterator[None]:
        """Stop the loop when the view ends, also by an OSError: writing to a closed terminal fails."""
        try:
            yield
        except OSError:
            if self._told_at is None:
                raise
        finally:
            self._server.stop()
            if self._thread.ident is not None:
                self._wait(math.inf)

    def _save_what_led_to_it(self) -> None:
        """Save the last minute before a failure as a recording."""
        path = Path(f"robopitch-failure-{os.getpid()}.mcap")
        try:
            self._server.history.save(path)
            typer.echo(f"something failed; what led to it is in {path}", err=True)
        except ValueError:
            return  # nothing is kept in memory

    def _run(self) -> None:
        try:
            self._server.run(self._until)
        except BaseException as failure:  # shown by the main thread
            self._failure = failure

    def _told_to_stop(self, number: int, frame: object) -> None:
        now = time.monotonic()
        if self._told_at is None:
            self._told_at = now
            self._server.stop()
        elif now - self._told_at > INSISTING:  # not a duplicate of the signal from a parent process
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)

    def _wait(self, seconds: float) -> bool:
        """Wait for the loop to end, in short pieces.

        A signal that arrives while this thread gives up the interpreter lock to wait does not interrupt the wait: its
        handler would run only after all the seconds.
        """
        end = time.monotonic() + seconds
        while self._thread.is_alive() and (left := end - time.monotonic()) > 0:
            self._thread.join(min(left, JOINING))
        return not self._thread.is_alive()

    def _status(self, patience: float = 0.5) -> dict[str, Any] | None:
        """The status, requested over the console: only the loop's own thread may read the state it changes."""
        from robopitch.net import NetError, ask

        if not self._thread.is_alive():
            return None
        network = self._server.network
        host = "127.0.0.1" if network.host == "0.0.0.0" else network.host
        try:
            return ask(host, network.port("console"), {"ask": "status"}, patience)
        except NetError:
            return None  # busy: the view asks again

    def _say_goodbye(self) -> None:
        status = self._server.status()
        score = "{blue} : {yellow}".format(**status["score"])
        typer.echo(f"stopped after {status['time']:.3f} s, {score}")
        if self._summary is not None and status["time"] > 0:
            typer.echo(self._summary())
        for text in status["warnings"]:
            typer.echo(f"warning: {text}")
