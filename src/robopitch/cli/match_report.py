"""What a referee called in a match, for the end of a command."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import typer

from robopitch.measure.calls_text import calls_lines, calls_table, end_text

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.measure.match_stats.result import MatchStats
    from robopitch.messages import Event

__all__ = ["print_report"]


def print_report(match: Match, statistics: MatchStats, events: Iterable[Event]) -> None:
    """What was called seldom, how often each kind was called, how long the ball was in play, and how it ended."""
    calls = match.rulings
    for line in calls_lines(calls, events):
        typer.echo(line)
    for kind, number, blue, yellow in calls_table(calls):
        shares = f"blue {blue}, yellow {yellow}" if blue or yellow else ""
        typer.echo(f"  {kind:<40}{number:>4}  {shares}".rstrip())
    played = statistics.seconds - statistics.dead
    typer.echo(f"in play     {played:.1f} of {statistics.seconds:.1f} s, {100 * played / statistics.seconds:.0f} %")
    typer.echo(f"end         {end_text(match.game)}")
