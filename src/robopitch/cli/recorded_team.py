"""`robopitch team --from` and `--record`: what a team's software sees and does, from a file and into a file."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from robopitch.client.decisions import Decisions
    from robopitch.client.settings import Settings
    from robopitch.messages import Team

__all__ = ["play_recording", "set_all", "team_writer"]


def set_all(settings: Settings, given: Sequence[str]) -> None:
    """Change settings, each given as NAME=VALUE; a ValueError says what is wrong."""
    for one in given:
        name, equals, value = one.partition("=")
        if not equals:
            raise ValueError(f"--set {one}: NAME=VALUE is wanted, as strategy.decision=chase")
        settings.change(name.strip(), value)


def team_writer(
    path: Path, league: str, team: Team, overwrite: bool = False
) -> Callable[[list[tuple[float, Any]]], None]:
    """What writes the moments of a team into a file; a ValueError if no format has that ending.

    overwrite: an existing file is replaced; otherwise it is a ValueError
    """
    from robopitch.leagues.file_format import RecordedTeam
    from robopitch.recording.opening import format_of, league_formats
    from robopitch.recording.sink import check_recording

    form = format_of(path)
    if form is None or form.write_team is None:
        known = [suffix for one in league_formats() if one.write_team is not None for suffix in one.suffixes]
        raise ValueError(f"--record {path}: {', '.join(known)} is wanted")
    check_recording(path, overwrite)
    writes, start = form.write_team, int(time.time())
    writes(path, RecordedTeam(league, team, (), (), start))  # says now what it cannot do, not after the match

    def write(moments: list[tuple[float, Any]]) -> None:
        count = writes(path, RecordedTeam(league, team, moments, (), start))
        typer.echo(f"{count} {form.parts} in {path}")

    return write


def play_recording(
    path: Path, systems: Decisions, chosen: str, delay: float | None, settings: Sequence[str], events: bool
) -> None:
    """Feed a recording into the modules, and print what came out; a ValueError says why it cannot be."""
    from robopitch.client.playback import Playback
    from robopitch.recording.opening import format_of, league_formats
    from robopitch.spec import load_league

    form = format_of(path)
    if form is None or form.load_team is None:
        known = [suffix for one in league_formats() if one.load_team is not None for suffix in one.suffixes]
        raise ValueError(f"{path}: no recording of a team's software; {', '.join(known)} is wanted")
    recorded = form.load_team(path)
    league = load_league(recorded.league)
    playback = Playback(recorded, league, systems, chosen, delay or 0.0)
    set_all(playback.system.settings, settings)
    typer.echo(f"{chosen} plays {recorded.team} in {league.title}, on what {path.name} holds")
    playback.run()
    for line in playback.report():
        typer.echo(line)
    typer.echo(playback.system.table())
    if events:
        typer.echo(playback.system.event_table())
