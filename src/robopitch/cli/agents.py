"""What the built-in teams of `robopitch run` know, by the option --agents."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from robopitch.messages import Team

if TYPE_CHECKING:
    from robopitch.leagues.network import Network
    from robopitch.match import Match
    from robopitch.server import Server
    from robopitch.server.agent_programs import AgentPrograms

__all__ = ["AGENTS", "agent_commands", "agent_result", "external_teams", "registered_programs", "seen_by"]

USUAL, LOCKSTEP = "agents", "agents_lockstep"  # names of the ports for programs of robots
AGENTS = ("truth", "inprocess", "processes")


def seen_by(agents: str, league: str, teams: tuple[str, str]) -> str:
    """What built-in teams see, as for `make_match`; a ValueError if robots of the league cannot decide by themselves.

    agents: the value of the option
    """
    from robopitch.leagues.registry import family_of
    from robopitch.spec import load_league
    from robopitch.spec.names import known_name
    from robopitch.teams.player import ONBOARD
    from robopitch.teams.team_file import is_team_file

    if known_name(agents, AGENTS, "value of --agents") == "truth":
        return "truth"
    spec = load_league(league)
    if not family_of(spec.family).has_agents:
        raise ValueError(f"--agents {agents}: robots of {spec.name} do not decide by themselves")
    for name in teams:
        if is_team_file(name):
            raise ValueError(
                f"--agents {agents}: {name} decides for its whole team; built-in teams decide robot by robot"
            )
    return ONBOARD[0] if agents == "inprocess" else "truth"


def external_teams(agents: str, teams: tuple[str, str]) -> tuple[str, str]:
    """The teams of the match itself: those whose robots are programs of their own are external."""
    from robopitch.match import EXTERNAL
    from robopitch.teams import TEAMS

    blue, yellow = (EXTERNAL if agents == "processes" and name in TEAMS and name != "still" else name for name in teams)
    return blue, yellow


def agent_commands(
    match: Match, league: str, teams: tuple[str, str], network: Network, lockstep: bool, memory: bool = False
) -> dict[str, list[str]]:
    """The command line of the program of each robot on the field, by the robot.

    league: its name, or the path of its folder
    teams:  the names of the teams, of which those in the match are external
    memory: their data bases are in the shared memory of the server
    """
    from robopitch.match import EXTERNAL

    names = dict(zip(Team, teams, strict=True))
    played = {team: name for team, name in names.items() if team in match.teams.external and name != EXTERNAL}
    robots = [(team, robot.body.id) for team in played for robot in match.world.robots(team)]
    host = "127.0.0.1" if network.host == "0.0.0.0" else network.host
    port = f"{LOCKSTEP if lockstep else USUAL}={network.port(LOCKSTEP if lockstep else USUAL)}"
    more = ["--lockstep", "--together", str(len(robots))] if lockstep else []
    if memory and not lockstep:
        more += ["--rtdb", "shared-memory"]
    return {
        f"{team} {id}": [
            *(sys.executable, "-m", "robopitch", "agent", played[team], "--league", league),
            *("--color", team.value, "--id", str(id), "--host", host, "--port", port, "--patience", "30"),
            *more,
        ]
        for team, id in robots
    }


def registered_programs(server: Server) -> int:
    """The number of programs of robots that are registered in real time."""
    return sum(name != "all" for one in _tables(server) for name in one)


def _tables(server: Server) -> list[Mapping[str, Any]]:
    return [one.report() for one in server.endpoints if one.name == USUAL and one.report is not None]


def agent_result(server: Server, programs: AgentPrograms) -> dict[str, Any]:
    """What the programs of robots add to the result of a match."""
    tables = _tables(server)
    missed = sum(table["all"]["missed"] for table in tables if table)
    cycles = sum(table["all"]["cycles"] for table in tables if table)
    return {**programs.result(), "missed_cycles": missed, "cycles": cycles}
