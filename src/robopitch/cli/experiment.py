"""`robopitch experiment`: records motions for fitting parameters."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from robopitch.cli.blocks import takes
from robopitch.cli.options import DefaultLeague, WorldOptions, complaints, league_or_default, overrides_of
from robopitch.cli.outputs import check_output

__all__ = ["experiment"]


@takes(world=WorldOptions)
def experiment(
    *,
    league: DefaultLeague = None,
    record: Annotated[Path, typer.Option(help="Where the recording goes, .mcap.", metavar="FILE")] = Path(
        "experiment.mcap"
    ),
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
        from robopitch.match import make_match
        from robopitch.measure.fit.experiment import experiment as perform
        from robopitch.messages import Output
        from robopitch.server.history import History
        from robopitch.server.packing import Packing

        check_output("--record", record)
        match = make_match(
            league_or_default(league),
            realism=realism,
            realism_overrides=overrides_of("--noise", noise),
            free_play=False,
            tracker="none",
            **world.for_world(),
        )
        history, packing = History(record, memory=0.0), Packing(match)
        history.start(match)

        def watch(outputs: list[Output]) -> None:
            for topic, data, _ in packing.pack(outputs):
                history.packet(topic, data, sent=True)

        try:
            perform(match, motions=[part.strip() for part in motions.split(",") if part.strip()], watch=watch)
        finally:
            history.close()
        failure = history.status()["failure"]
        if failure is not None:
            raise ValueError(failure)
    typer.echo(f"{record}: {match.world.time:.1f} s of {motions}")
