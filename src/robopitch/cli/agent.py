"""`robopitch agent`: the program of one robot, which knows only what its own sensors report and its mates tell."""

from __future__ import annotations

import signal
from contextlib import ExitStack
from typing import Annotated

import typer

from robopitch.cli.blocks import takes
from robopitch.cli.options import complaints
from robopitch.cli.team import Color, TeamNetworkOptions

__all__ = ["RTDB", "agent"]

RTDB = ("network", "shared-memory")


@takes(where=TeamNetworkOptions)
def agent(
    *,
    name: Annotated[str, typer.Argument(help="Which team it plays: cambada, chase or mi20.", metavar="NAME")],
    color: Annotated[Color, typer.Option(help="Which side it plays.", case_sensitive=False)] = Color.BLUE,
    id: Annotated[int, typer.Option("--id", help="Which robot it is.", metavar="N")] = 0,
    league: Annotated[
        str | None,
        typer.Option(help="What is played; if not given, the first league whose robots have programs.", metavar="NAME"),
    ] = None,
    lockstep: Annotated[bool, typer.Option("--lockstep", help="Simulated time waits for this program.")] = False,
    together: Annotated[
        int, typer.Option(help="With --lockstep: time begins when so many programs are registered.", metavar="N")
    ] = 1,
    patience: Annotated[float, typer.Option(help="Seconds for which it waits for a server.", metavar="S")] = 10.0,
    rtdb: Annotated[
        str,
        typer.Option(
            help="Where its data base is: network, records come when it is woken; shared-memory, of a server on this "
            "machine that was started with --shared-memory.",
            metavar="NAME",
        ),
    ] = RTDB[0],
    where: TeamNetworkOptions,
) -> None:
    """Play one robot of a match that a server runs: robopitch serve, or robopitch run with an external team.

    The program registers at the server and is woken with each frame of the robot's vision. It gets the records of the
    robot's data base, decides, and writes commands and what it shares with its mates. It ends when the server ends.
    """
    from robopitch.leagues.program import AGENT, Seat, open_program
    from robopitch.leagues.registry import family_of
    from robopitch.messages import Team
    from robopitch.net import REAL
    from robopitch.net.sysv import SharedMemory
    from robopitch.spec import league_names, load_league
    from robopitch.spec.names import known_name
    from robopitch.teams import TEAMS, policy

    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    with complaints(), ExitStack() as opened:
        name = known_name(name, TEAMS, "team")
        league = league or next(known for known in league_names() if AGENT in family_of(known).programs)
        spec, side = load_league(league), Team(color.value)
        if not 0 <= id < spec.max_ids:
            raise ValueError(f"--id {id}: robots of {spec.name} have ids from 0 to {spec.max_ids - 1}")
        if not 1 <= together <= 100 or not 0 <= patience <= 3600:
            raise ValueError("--together takes 1 to 100 programs, --patience 0 to 3600 s")
        in_memory = known_name(rtdb, RTDB, "value of --rtdb") == RTDB[1]
        if in_memory and lockstep:
            raise ValueError("--rtdb shared-memory: not with --lockstep, where records come over the network")

        def attach(key: int, size: int, label: str) -> memoryview:
            return opened.enter_context(SharedMemory.attach(key, size, label)).memory

        network = where.network_for(spec.name, color)
        memory = attach if in_memory else None
        seat = Seat(side, spec, network, id, name, policy(name), lockstep, together, memory, REAL)
        program = open_program(family_of(spec.name), AGENT, seat)
        try:
            program.run(patience)
        except KeyboardInterrupt:
            raise typer.Exit(130) from None
    typer.echo(f"the server closed the connection after {program.cycles} cycles")
