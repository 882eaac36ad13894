"""`robopitch team --from`: runs the modules of a team on what a team's software has recorded."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from robopitch.client.decisions import Decisions
    from robopitch.client.settings import Settings

__all__ = ["play_recording", "set_all"]


def set_all(settings: Settings, given: Sequence[str]) -> None:
    """Change settings, each given as NAME=VALUE; a ValueError says what is wrong."""
    for one in given:
        name, equals, value = one.partition("=")
        if not equals:
            raise ValueError(f"--set {one}: NAME=VALUE is wanted, as strategy.decision=chase")
        settings.change(name.strip(), value)


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
