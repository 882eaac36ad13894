"""The page on a recording: serves it, opens the browser, and waits for Ctrl-C."""

from __future__ import annotations

import time
from pathlib import Path

import typer

from robopitch.cli.browser import open_in_browser, page_to_open
from robopitch.cli.signals import stopped_by_signals

__all__ = ["show_recording"]

HOST = "127.0.0.1"
OFTEN = 0.2  # s between two looks whether somebody wants it to stop


def show_recording(file: Path, start: float | None, port_offset: int, browser: bool) -> None:
    """Serve the page on a recording from the second *start* on, until Ctrl-C; a ValueError if it cannot be opened."""
    from robopitch.leagues.network import Network
    from robopitch.web.http import Page
    from robopitch.web.library.source import open_source

    source = open_source(file, file.name)
    source.close()
    if file.name.lower().endswith(".mcap"):
        from robopitch.cli.opening import tell_problems
        from robopitch.recording.reader import Recording

        with Recording(file) as recording:
            tell_problems(file, recording.problems)
    if start is not None and not source.first <= start <= source.last:
        raise ValueError(f"--from {start:g}: {file} runs from {source.first:.3f} to {source.last:.3f} s")
    stopping = False

    def stop(*_: object) -> None:
        nonlocal stopping
        stopping = True

    port = Network(offset=port_offset).port("page")
    with Page(None, HOST, port, recording=file, begin=start) as page, stopped_by_signals(stop):
        typer.echo(f"{file}: {source.first:.3f} s to {source.last:.3f} s")
        if not page.built:
            typer.echo("The page is not built yet: make page")
        url = page_to_open(page)
        if browser and not open_in_browser(url):
            typer.echo("No browser could be opened here; open this address in yours. Ctrl-C stops.")
        else:
            typer.echo("Ctrl-C stops.")
        typer.secho(f"Open {url}", bold=True)
        while not stopping:
            time.sleep(OFTEN)
