"""`robopitch experiment`: records motions for fitting parameters."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from robopitch.cli.blocks import takes
from robopitch.cli.options import DefaultLeague, WorldOptions, complaints, league_or_default, overrides_of
from robopitch.cli.outputs import Overwrite, check_recording

__all__ = ["experiment"]


@takes(world=WorldOptions)
def experiment(
    *,
    league: DefaultLeague = None,
    record: Annotated[Path, typer.Option(help="Where the recording goes, .mcap.", metavar="FILE")] = Path(
        "experiment.mcap"
    ),
    overwrite: Overwrite = False,
    motions: Annotated[str, typer.Option(help="Some of kicks, chips, drives, turns.", metavar="LIST")] = (
        "kicks,chips,drives,turns"
    ),
    realism: Annotated[str, typer.Option(help="Noise, loss and delay of what is seen.")] = "realistic",
    noise: Annotated[
        list[str] | None,
        typer.Option(help="Change the realism: 'vision_delay=50 ms'. May be repeated.", metavar="PATH=VALUE"),
    ] = None,
    world: WorldOptions,
) -> None:
    """Record the motions that `robopitch fit` needs.

    One robot kicks, chips, drives and turns; `robopitch fit` fits the parameters to what the cameras saw.

    The same motions of a real robot, recorded as a league's log with its commands, work as well.
    """
    with complaints():
        from robopitch import make_match
        from robopitch.measure.fit.experiment import experiment as perform
        from robopitch.recording.match_recording import MatchRecording

        check_recording("--record", record, overwrite)
        match = make_match(
            league_or_default(league),
            realism=realism,
            realism_overrides=overrides_of("--noise", noise),
            free_play=False,
            tracker="none",
            **world.for_world(),
        )
        wanted = [part.strip() for part in motions.split(",") if part.strip()]
        with MatchRecording(record, overwrite=overwrite) as recording:
            recording.start(match)
            perform(match, motions=wanted, watch=partial(recording.on_outputs, match))
        if recording.failure is not None:
            raise ValueError(recording.failure)
    typer.echo(f"{record}: {match.world.time:.1f} s of {motions}")
