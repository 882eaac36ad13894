"""The bodies of a world: which body is in which column of the state."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from robopitch.messages import Body, Pose, Team
from robopitch.physics.scalar import Ints
from robopitch.physics.workspace import MAX_BODIES
from robopitch.spec import LeagueSpec, RobotSpec

__all__ = ["Roster", "kick_off_pose", "opening_roster", "rank"]


@dataclass(frozen=True)
class Roster:
    """Bodies in the order of their columns: blue by id, yellow by id, obstacles.

    Neither the order nor the results depend on the order in which bodies were added.
    """

    bodies: tuple[Body, ...]
    robots: tuple[RobotSpec, ...]  # the specification of each body
    columns: Mapping[Body, int] = field(init=False, compare=False, repr=False)
    places: Mapping[Team | None, Mapping[int, int]] = field(init=False, compare=False, repr=False)  # columns by id
    names: bytes = field(init=False, compare=False, repr=False)  # of all bodies, for fingerprints

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", " ".join(map(str, self.bodies)).encode())
        object.__setattr__(self, "columns", {body: column for column, body in enumerate(self.bodies)})
        places: dict[Team | None, dict[int, int]] = {team: {} for team in (*Team, None)}
        for column, body in enumerate(self.bodies):
            places[body.team][body.id] = column
        object.__setattr__(self, "places", places)

    def column(self, body: Body) -> int:
        """The column of a body; a KeyError with a message if there is none."""
        try:
            return self.columns[body]
        except KeyError:
            known = ", ".join(str(other.id) for other in self.bodies if other.team == body.team) or "none"
            raise KeyError(f"there is no {body} on the pitch; {body.team or 'obstacle'} ids here: {known}") from None

    def place(self, team: Team, number: int) -> int:
        """`column` of a robot, without an object for it."""
        column = self.places[team].get(number)
        return self.column(Body(team, number)) if column is None else column

    def with_body(self, body: Body, robot: RobotSpec) -> Roster:
        """The same roster with one more body."""
        if len(self.bodies) == MAX_BODIES:
            raise ValueError(f"a pitch holds {MAX_BODIES} bodies; take one off before {body} comes on")
        pairs = [*zip(self.bodies, self.robots, strict=True), (body, robot)]
        pairs.sort(key=lambda pair: rank(pair[0]))
        return Roster(tuple(pair[0] for pair in pairs), tuple(pair[1] for pair in pairs))

    def kinds(self) -> tuple[list[RobotSpec], Ints]:
        """The different kinds of robot, and the kind of each body."""
        kinds: list[RobotSpec] = []
        which = []
        for robot in self.robots:
            if robot not in kinds:
                kinds.append(robot)
            which.append(kinds.index(robot))
        return kinds, np.array(which, np.int64)


def rank(body: Body) -> tuple[int, int]:
    """Sort key for the order of columns: blue, yellow, obstacles, each by id."""
    return (2 if body.team is None else list(Team).index(body.team)), body.id


def opening_roster(league: LeagueSpec, players: Mapping[Team, int]) -> Roster:
    """Both teams with the given numbers of players, ids from 0."""
    bodies: list[Body] = []
    robots: list[RobotSpec] = []
    for team in Team:
        if not 0 <= players[team] <= league.max_ids:
            raise ValueError(f"{players[team]} players for {team}: {league.name} has ids for 0 to {league.max_ids}")
        bodies += [Body(team, number) for number in range(players[team])]
        robots += [league.team(team).robot] * players[team]
    if len(bodies) > MAX_BODIES:
        raise ValueError(f"{len(bodies)} players of both teams; a pitch holds {MAX_BODIES} bodies")
    return Roster(tuple(bodies), tuple(robots))


def kick_off_pose(league: LeagueSpec, team: Team, number: int) -> Pose:
    """The start pose of a player; players beyond the formation wait at their own touch line."""
    if number < len(league.formation):
        spot = league.formation[number]
        x, y, heading = float(spot.x), float(spot.y), float(spot.heading)
    else:
        room = league.field.length / 2 / (league.max_ids + 1)
        x, y, heading = -room * (number + 1), -league.field.width / 2, 0.0
    if team is Team.YELLOW:
        x, y = 0.0 - x, 0.0 - y
        heading = math.remainder(heading + math.pi, math.tau)
    return Pose(x, y, heading)
