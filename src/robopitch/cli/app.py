"""The verbs, and how their tables look.

A verb is a function in a file of its own, imported when it is asked for. It should import what is heavy (numba, mujoco,
matplotlib) inside that function: `robopitch --help` reads the first line of every verb.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup

__all__ = ["VERBS", "app", "show_table"]

# verb → module:function. A new verb is a new line.
VERBS = {
    "run": "robopitch.cli.run:run",
    "serve": "robopitch.cli.serve:serve",
    "team": "robopitch.cli.team:team",
    "status": "robopitch.cli.status:status",
    "referee": "robopitch.cli.referee:referee",
    "time": "robopitch.cli.time:time",
    "change": "robopitch.cli.change:change",
    "save": "robopitch.cli.save:save",
    "replay": "robopitch.cli.replay:replay",
    "info": "robopitch.cli.info:info",
    "stats": "robopitch.cli.stats:stats",
    "plot": "robopitch.cli.plot:plot",
    "compare": "robopitch.cli.compare:compare",
    "covariance": "robopitch.cli.covariance:covariance",
    "experiment": "robopitch.cli.experiment:experiment",
    "fit": "robopitch.cli.fit:fit",
    "export": "robopitch.cli.export:export",
    "scene": "robopitch.cli.scene:scene",
    "leagues": "robopitch.cli.leagues:leagues",
    "robots": "robopitch.cli.robots:robots",
    "params": "robopitch.cli.params:params",
    "bench": "robopitch.cli.bench:bench",
    "compare-engines": "robopitch.cli.compare_engines:compare_engines",
}


class Verbs(TyperGroup):
    """The verbs of the table, and one way to fail for all of them."""

    def list_commands(self, ctx: Any) -> list[str]:
        """All verbs, in the order of the table."""
        return list(VERBS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of a verb, imported now."""
        if cmd_name not in VERBS:
            return None
        if cmd_name not in self.commands:
            module, function = VERBS[cmd_name].split(":")
            single = typer.Typer(add_completion=False)
            single.command(cmd_name)(getattr(import_module(module), function))
            self.commands[cmd_name] = typer.main.get_command(single)
        return self.commands[cmd_name]

    def invoke(self, ctx: Any) -> Any:
        """Run a verb; a spec that cannot be used is a message and exit code 2, not a traceback."""
        try:
            return super().invoke(ctx)
        except ValueError as error:
            from robopitch.spec import SpecError

            if not isinstance(error, SpecError):
                raise
            typer.echo(str(error), err=True)
            raise typer.Exit(2) from None


app = typer.Typer(
    cls=Verbs,
    name="robopitch",
    help="One pitch for four robot-soccer leagues: simulate, watch, measure and test a team's own software.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


@app.callback()
def _robopitch() -> None:
    """A group needs a function of its own; the verbs do the work."""


def show_table(columns: Sequence[str], rows: Sequence[Sequence[str]], *, wraps: Sequence[str] = ()) -> None:
    """Print a table: on a terminal that is wide enough with rich, else as plain lines with columns two blanks apart.

    Only the columns named in *wraps* may break over lines; everything else, numbers above all, is shown whole.
    """
    widths = [max(map(len, cells)) for cells in zip(columns, *rows, strict=True)]
    least = sum(min(width, 14) if name in wraps else width for name, width in zip(columns, widths, strict=True))
    if sys.stdout.isatty() and least + 3 * len(columns) <= shutil.get_terminal_size().columns:
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
        return
    for row in (columns, *rows):
        typer.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
