"""The programs of the robots of a match, as the option --agents wants them: in its process, or as processes that the
server starts.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from robopitch.leagues.msl.features import MemoryOptions
from robopitch.match import EXTERNAL
from robopitch.messages import Team
from robopitch.spec.names import known_name
from robopitch.teams import TEAMS
from robopitch.teams.player import ONBOARD, TRUTH
from robopitch.teams.team_file import is_team_file

if TYPE_CHECKING:
    from robopitch.leagues.context import Context
    from robopitch.leagues.endpoint import Endpoint
    from robopitch.leagues.msl.features import AgentsOptions
    from robopitch.leagues.plugin import Plugin

__all__ = ["agent_commands", "counted_cycles", "prepare_agents", "registered_programs", "start_agents"]

USUAL, LOCKSTEP = "agents", "agents_lockstep"  # names of the ports for programs of robots
AGENTS = ("truth", "inprocess", "processes")
SEES = ("truth", "sensors")


def prepare_agents(options: AgentsOptions, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """What teams see. Those whose robots are programs of their own are external, and shown under their names."""
    agents, sides = known_name(options.agents, AGENTS, "value of --agents"), ("blue", "yellow")
    sees = dict.fromkeys(sides, "truth" if agents == "truth" else "sensors")
    for name in options.sees:
        side, colon, seen = name.rpartition(":")
        sees |= dict.fromkeys(
            (known_name(side, sides, "team of --sees"),) if colon else sides, known_name(seen, SEES, "value of --sees")
        )
    own = [side for side in sides if sees[side] == "sensors"]
    for side in own:
        if is_team_file(given[side]):
            raise ValueError(
                f"{given[side]} decides for its whole team; built-in teams decide robot by robot, from their sensors"
            )
    if agents == "processes":
        played = {side: given[side] for side in own if given[side] in TEAMS and given[side] != "still"}
        return {**dict.fromkeys(played, EXTERNAL), "names": {**played, **given["names"]}}
    return {"sees": {side: ONBOARD[0] if side in own else TRUTH[0] for side in sides}} if own else {}


def start_agents(context: Context, options: AgentsOptions) -> Plugin | None:
    """Starts a program for each robot on the field, if they are processes."""
    if options.agents != "processes":
        return None
    commands = agent_commands(context)
    teams = " against ".join(context.plays[team] for team in Team)
    return context.start(
        commands,
        None if context.lockstep else lambda: registered_programs(context.endpoints),  # in lockstep time waits anyway
        lambda: counted_cycles(context.endpoints),
        f"agents   {len(commands)} programs, one for each robot: {teams}; the match begins when all of them are there",
    )


def agent_commands(context: Context) -> dict[str, list[str]]:
    """The command line of the program of each robot on the field, by the robot."""
    match, network, lockstep = context.match, context.network, context.lockstep
    played = {team: name for team, name in context.plays.items() if team in match.teams.external and name != EXTERNAL}
    robots = [(team, robot.body.id) for team in played for robot in match.world.robots(team)]
    host = "127.0.0.1" if network.host == "0.0.0.0" else network.host
    port = LOCKSTEP if lockstep else USUAL
    more = ["--lockstep", "--together", str(len(robots))] if lockstep else []
    if network.options(MemoryOptions).shared_memory and not lockstep:
        more += ["--rtdb", "shared-memory"]
    return {
        f"{team} {id}": [
            *(sys.executable, "-m", "robopitch", "agent", played[team], "--league", context.league),
            *("--color", team.value, "--id", str(id), "--host", host),
            *("--port", f"{port}={network.port(port)}", "--patience", "30"),
            *more,
        ]
        for team, id in robots
    }


def registered_programs(endpoints: Sequence[Endpoint]) -> int:
    """The number of programs of robots that are registered in real time."""
    return sum(name != "all" for one in _tables(endpoints) for name in one)


def _tables(endpoints: Sequence[Endpoint]) -> list[Mapping[str, Any]]:
    return [one.report() for one in endpoints if one.name == USUAL and one.report is not None]


def counted_cycles(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """What the programs of robots add to the result of a match."""
    tables = [table["all"] for table in _tables(endpoints) if table]
    return {
        "missed_cycles": sum(table["missed"] for table in tables),
        "cycles": sum(table["cycles"] for table in tables),
    }
