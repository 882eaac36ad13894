"""The conditions that scenarios are written with."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from robopitch.messages import Body, Goal, Team
from robopitch.messages.game_state import Phase
from robopitch.testing.condition import Condition
from robopitch.testing.expression import Expression
from robopitch.testing.region import Region, region

if TYPE_CHECKING:
    from robopitch.testing.moment import Moment

__all__ = [
    "HELPERS",
    "ball_above",
    "ball_in",
    "ball_stops_in",
    "called",
    "goal_by",
    "no_foul",
    "phase",
    "possession",
    "robot_at",
    "robot_in",
    "signal",
    "speed_below",
]

AT_REST = 0.05  # m/s, chosen: a rolling ball slower than this stops within a few centimetres
AT_THE_BALL = 0.03  # m between ball and outline, chosen: as near as a robot keeps a ball that it dribbles


class Simple(Condition):
    """A condition without a memory."""

    def __init__(
        self, text: str, holds: Callable[[Moment], bool], detail: Callable[[Moment], str] | None = None
    ) -> None:
        self._text, self._holds, self._detail = text, holds, detail

    def holds(self, moment: Moment) -> bool:
        """Whether it is true now."""
        return self._holds(moment)

    def detail(self, moment: Moment) -> str:
        """What was measured."""
        return "" if self._detail is None else self._detail(moment)

    def __str__(self) -> str:
        return self._text


class Inside(Condition):
    """Something is in a region, whose name is resolved by the field of the scenario."""

    def __init__(self, text: str, where: Region, holds: Callable[[Moment, Region], bool]) -> None:
        self._text, self._where, self._holds = text, where, holds
        self._region = where

    def begin(self, moment: Moment) -> None:
        """Find the region on the field."""
        self._region = self._where.on(moment.world.league.field)

    def holds(self, moment: Moment) -> bool:
        """Whether it is in the region."""
        return self._holds(moment, self._region)

    def __str__(self) -> str:
        return f"{self._text}({self._where})"


def ball_in(where: Any = None, **limits: Any) -> Condition:
    """The centre of the ball is in a region: a name, [x0, y0, x1, y1], x=, y=, or centre= and radius=."""
    return Inside("ball_in", region(where, **limits), lambda moment, area: area.contains(*moment.ball[:2]))


def ball_stops_in(where: Any = None, **limits: Any) -> Condition:
    """The ball lies in a region, at rest."""

    def holds(moment: Moment, area: Region) -> bool:
        return moment.ball_speed < AT_REST and area.contains(*moment.ball[:2])

    return Inside("ball_stops_in", region(where, **limits), holds)


def ball_above(height: float) -> Condition:
    """The lowest point of the ball is higher than so many metres above the ground."""

    def lowest(moment: Moment) -> float:
        return moment.ball[2] - float(moment.world.league.ball.radius)

    return Simple(
        f"ball_above({height:g} m)",
        lambda moment: lowest(moment) > height,
        lambda moment: f"the ball is {lowest(moment):.2f} m high",
    )


def robot_at(
    team: str, id: int, x: float, y: float, heading: float | None = None, within: float = 0.1, angle: float = 0.2
) -> Condition:
    """A robot is within so many metres of a place and, if a heading is given, within so many radians of it."""
    body = Body(Team(team), id)

    def holds(moment: Moment) -> bool:
        row = moment.present.get(body)
        if row is None or math.hypot(row[0] - x, row[1] - y) > within:
            return False
        return heading is None or abs(math.remainder(row[2] - heading, math.tau)) <= angle

    return Simple(f"robot_at({body}, {x:g}, {y:g})", holds, lambda moment: _place(moment, body))


def robot_in(team: str, id: int | None = None, where: Any = None, **limits: Any) -> Condition:
    """The centre of a robot, or of any robot of a team, is in a region."""
    side = Team(team)

    def holds(moment: Moment, area: Region) -> bool:
        return any(
            area.contains(row[0], row[1])
            for body, row in moment.present.items()
            if body.team is side and (id is None or body.id == id)
        )

    return Inside(f"robot_in {_who(team, id)} ", region(where, **limits), holds)


def possession(team: str, id: int | None = None) -> Condition:
    """A robot of a team is at the ball, and no robot of the other team is."""
    side = Team(team)

    def holds(moment: Moment) -> bool:
        bodies = _at_the_ball(moment)
        return (
            bool(bodies)
            and all(body.team is side for body in bodies)
            and (id is None or any(body.id == id for body in bodies))
        )

    return Simple(f"possession({_who(team, id)})", holds)


def speed_below(limit: float, team: str | None = None, id: int | None = None) -> Condition:
    """The ball, or the robots of a team, or one robot, are slower than so many m/s."""
    if team is None:
        return Simple(
            f"speed_below({limit:g} m/s)",
            lambda moment: moment.ball_speed < limit,
            lambda moment: f"the ball moves at {moment.ball_speed:.2f} m/s",
        )
    side = Team(team)

    def fastest(moment: Moment) -> float:
        speeds = (row[6] for body, row in moment.present.items() if body.team is side and id in (None, body.id))
        return max(speeds, default=0.0)

    return Simple(
        f"speed_below({limit:g} m/s, {_who(team, id)})",
        lambda moment: fastest(moment) < limit,
        lambda moment: f"{_who(team, id)} moves at {fastest(moment):.2f} m/s",
    )


def no_foul(team: str | None = None) -> Condition:
    """The referee has not counted a foul of a team, or shown it a card, since the scenario began; None: of either."""
    sides = frozenset(Team) if team is None else {Team(team)}

    def holds(moment: Moment) -> bool:
        return not any(moment.fouls[side] for side in sides)

    def detail(moment: Moment) -> str:
        return "; ".join(f"{call.kind} ({call.reason})" for call in moment.calls if sides.intersection(call.blamed))

    return Simple(f"no_foul({team or ''})", holds, detail)


def called(kind: str, team: str | None = None) -> Condition:
    """The referee calls something of this kind now, by its name in the rules of the league, and of a team if one is
    given.
    """
    side = None if team is None else Team(team)

    def holds(moment: Moment) -> bool:
        return any(call.kind == kind and (side is None or side in call.blamed) for call in moment.calls)

    return Simple(f"called({kind}{f', {team}' if team else ''})", holds)


def phase(name: str, team: str | None = None) -> Condition:
    """The game is in this phase: "running", "free kick", "stop", …, for a team if one is given."""
    wanted, side = Phase(name), None if team is None else Team(team)
    return Simple(
        f"phase({name}{f', {team}' if team else ''})",
        lambda moment: moment.game.phase is wanted and side in (None, moment.game.team),
    )


def goal_by(team: str) -> Condition:
    """A team has scored since the scenario began. With a referee, the goal must count."""
    side = Team(team)

    def holds(moment: Moment) -> bool:
        if moment.goals[side] > 0:
            return True
        return not moment.judged and any(isinstance(event, Goal) and event.team is side for event in moment.events)

    return Simple(f"goal_by({team})", holds)


def signal(expression: str) -> Condition:
    """An expression over signals, as in `robopitch plot`: "ball.speed < 6.5". It is true where it is not 0."""
    return Expression(expression)


HELPERS: dict[str, Callable[..., Condition]] = {
    "ball_above": ball_above,
    "ball_in": ball_in,
    "ball_stops_in": ball_stops_in,
    "called": called,
    "goal_by": goal_by,
    "no_foul": no_foul,
    "phase": phase,
    "possession": possession,
    "robot_at": robot_at,
    "robot_in": robot_in,
    "signal": signal,
    "speed_below": speed_below,
}
"""The conditions that a scenario file may call by name."""


def _who(team: str, id: int | None) -> str:
    return team if id is None else f"{team} {id}"


def _place(moment: Moment, body: Body) -> str:
    row = moment.present.get(body)
    return f"{body} is off the field" if row is None else f"{body} is at ({row[0]:.2f}, {row[1]:.2f}) m"


def _at_the_ball(moment: Moment) -> list[Body]:
    x, y, z = moment.ball
    radius = float(moment.world.league.ball.radius)
    found = []
    for body, row in moment.present.items():
        outline = moment.world.league.team(body.team).robot.outline if body.team else None
        reach = (outline.circumradius if outline else 0.0) + radius + AT_THE_BALL
        if math.hypot(row[0] - x, row[1] - y) <= reach and z - radius < 0.2:
            found.append(body)
    return found
