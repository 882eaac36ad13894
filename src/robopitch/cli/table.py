"""Prints tables: with rich on a wide terminal, stacked on a narrow one, as plain lines for programs."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from textwrap import wrap

import typer

__all__ = ["show_table"]

NARROWEST = 30  # characters: a column that wraps gets at least this width beside the others, else its own lines
INDENT = "    "


def show_table(columns: Sequence[str], rows: Sequence[Sequence[str]], *, wraps: Sequence[str] = ()) -> None:
    """Print a table; only columns named in *wraps* may wrap.

    If stdout is no terminal, each row is one line, with two spaces between columns. On a terminal that is too narrow, a
    row takes several lines: as many columns as fit side by side, and the columns that wrap below them.
    """
    widths = [max(map(len, cells)) for cells in zip(columns, *rows, strict=True)]
    if not sys.stdout.isatty():
        _print_lines(columns, rows, widths)
        return
    terminal = shutil.get_terminal_size().columns
    least = sum(min(width, NARROWEST) if name in wraps else width for name, width in zip(columns, widths, strict=True))
    if least + 3 * len(columns) <= terminal:
        _print_rich(columns, rows, wraps)
    else:
        _print_stacked(columns, rows, widths, wraps, terminal)


def _print_lines(columns: Sequence[str], rows: Sequence[Sequence[str]], widths: Sequence[int]) -> None:
    for row in (columns, *rows):
        typer.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def _print_rich(columns: Sequence[str], rows: Sequence[Sequence[str]], wraps: Sequence[str]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD, header_style="bold", pad_edge=False)
    for name in columns:
        table.add_column(name, no_wrap=name not in wraps)
    for row in rows:
        table.add_row(*map(Text, row))
    Console().print(table)


def _print_stacked(
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    widths: Sequence[int],
    wraps: Sequence[str],
    terminal: int,
) -> None:
    lines = _lines_of(columns, widths, wraps, terminal)
    texts = [number for number, name in enumerate(columns) if name in wraps]
    for row in (columns, *rows):
        first, *rest = ["  ".join(row[column].ljust(widths[column]) for column in line).rstrip() for line in lines]
        text = "; ".join(row[column] for column in texts if row[column] not in ("", "-"))
        head = True if row is columns else None  # None writes no escape code; False would write one
        typer.secho(first, bold=head)
        for line in [*rest, *wrap(text, terminal - len(INDENT))]:
            typer.secho(INDENT + line, bold=head, dim=None if head else True)


def _lines_of(columns: Sequence[str], widths: Sequence[int], wraps: Sequence[str], terminal: int) -> list[list[int]]:
    """The column numbers in each line of a row."""
    lines: list[list[int]] = []
    room = 0
    for number, name in enumerate(columns):
        if name in wraps:
            continue
        needed = widths[number] + 2
        if not lines or needed > room:
            room = terminal + 2 - (len(INDENT) if lines else 0)  # no spaces after the last column
            lines.append([])
        lines[-1].append(number)
        room -= needed
    return lines
