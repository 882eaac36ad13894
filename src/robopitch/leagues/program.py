"""Programs of a league that run outside the process of a match: the other side of its wires.

`robopitch team` opens the program "team", which plays for a whole team, `robopitch agent` the program "agent", which
plays for one robot.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from robopitch.leagues.league import League
    from robopitch.leagues.memory_link import MakeMemory
    from robopitch.leagues.network import Network
    from robopitch.messages import Team
    from robopitch.net.system import System
    from robopitch.spec import LeagueSpec
    from robopitch.teams.observation import Policy

__all__ = ["AGENT", "TEAM", "Program", "Seat", "open_program"]

TEAM, AGENT = "team", "agent"


@dataclass(frozen=True)
class Seat:
    """For whom a program plays, and where the server is.

    id:       of its robot, of the program "agent"; as all that follows
    name:     under which it registers at the server
    policy:   how it plays
    lockstep: time waits for it
    together: in lockstep, time begins when so many programs are registered
    system:   the machine on which it runs, of the program "agent"
    attach:   gives the shared memory of a key, in which its data base is; None: over the network
    """

    team: Team
    league: LeagueSpec
    network: Network
    id: int = 0
    name: str = ""
    policy: Policy | None = None
    lockstep: bool = False
    together: int = 1
    attach: MakeMemory | None = None
    system: System | None = None


Program = Callable[[Seat], Any]
"""Opens the program: for "team" a link of `robopitch.client`, for "agent" what has `run(patience)` and `cycles`."""


def open_program(family: League, name: str, seat: Seat) -> Any:
    """A program of a family; raises a ValueError if it has none of that name."""
    if name in family.programs:
        return family.programs[name](seat)
    league = seat.league.name
    if name == AGENT:
        raise ValueError(f"robots of {league} do not decide by themselves")
    if not seat.network.spec.ports:
        raise ValueError(f"{league} is not played over the network")
    raise ValueError(
        f"built-in teams cannot play {league} over the network, because its adapter has no client; "
        f"`robopitch run` lets them play in the process of the match"
    )
