"""The live view of a server in the terminal, drawn four times a second."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import typer

from robopitch.cli.summary import COLUMNS, headlines, in_a_line, remarks, traffic

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

__all__ = ["picture", "rehearse", "watch"]

REFRESH = 0.25  # s
SUMMARY = 10.0  # s between two lines without a terminal
SWITCH = 0.0005  # s, thread switch interval: Python's default of 5 ms would make frames late

Status = dict[str, Any]


def watch(
    status: Callable[[], Status | None], wait: Callable[[float], bool], headless: bool, page: str | None = None
) -> None:
    """Show a server until it ends.

    status: returns the server's status, None if it did not answer in time
    wait:   waits for so many seconds; returns True once the server has ended
    page:   URL of the page, shown in the last line; the view then omits the traffic of the ports
    """
    with _giving_way():
        if headless or not sys.stdout.isatty():
            if page is not None:
                typer.echo(f"Open {page}")
            _lines(status, wait)
        else:
            _view(status, wait, page)


def rehearse(status: Status, page: str | None = None) -> None:
    """Import and call everything that drawing needs, before the loop starts and could be delayed by it."""
    import io

    import rich.live
    from rich.console import Console

    console = Console(file=io.StringIO())
    with rich.live.Live(console=console, auto_refresh=False) as live:
        live.update(picture(status, console, page), refresh=True)


def _lines(status: Callable[[], Status | None], wait: Callable[[float], bool]) -> None:
    """Print a line every SUMMARY seconds; warnings go to the log."""
    while not wait(SUMMARY):
        now = status()
        if now is not None:
            typer.echo(in_a_line(now))


def _view(status: Callable[[], Status | None], wait: Callable[[float], bool], page: str | None) -> None:
    from rich.console import Console
    from rich.live import Live

    console = Console()
    with Live(console=console, auto_refresh=False, transient=True) as live:
        while True:
            began = time.monotonic()
            now = status()
            if now is not None:
                live.update(picture(now, console, page), refresh=True)
            if wait(max(REFRESH - (time.monotonic() - began), 0.01)):
                return


def picture(status: Status, console: Console, page: str | None = None) -> RenderableType:
    """The status as a renderable for the terminal; the URL of the page, if given, is the last line."""
    from rich.console import Group
    from rich.text import Text

    title, score, clock = headlines(status)
    slow = status["mode"] == "real time" and status["slip"] > 0.005
    lines: list[RenderableType] = [
        Text(title, style="bold" if page is None else "", no_wrap=True, overflow="ellipsis"),
        Text(score, no_wrap=True, overflow="ellipsis"),
        Text(clock, style="yellow" if slow else "", no_wrap=True, overflow="ellipsis"),
        Text(),
    ]
    rows = traffic(status) if page is None else []
    if page is None:
        lines += [_table(rows, console), Text()]
    room = console.height - len(rows) - 10
    for text in remarks(status)[: max(room, 1)]:
        style = "yellow" if text.startswith("warning") else "dim"
        lines.append(Text(text, style=style, no_wrap=True, overflow="ellipsis"))
    if page is None:
        lines.append(Text("Ctrl-C stops", style="dim"))
    else:
        lines += [Text("Ctrl-C stops; ports and traffic: robopitch status", style="dim"), Text(f"Open {page}", "bold")]
    return Group(*lines)


def _table(rows: list[list[str]], console: Console) -> RenderableType:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD, header_style="bold", pad_edge=False, show_edge=False, width=console.width)
    for name in COLUMNS:
        right = name in COLUMNS[1:3]
        table.add_column(
            name, justify="right" if right else "left", no_wrap=True, ratio=1 if name == COLUMNS[-1] else None
        )
    for cells in rows:
        silent = cells[1] == "0.0"
        table.add_row(*(Text(cell) for cell in cells), style="dim" if silent and cells[3] == "-" else "")
    return table


@contextmanager
def _giving_way() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH)
    try:
        yield
    finally:
        sys.setswitchinterval(before)
