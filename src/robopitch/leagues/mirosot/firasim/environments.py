"""What a server of MiroSot and VSS sends to FIRASim's group: the state of the field, 60 times a second."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from robopitch.leagues.channel import Packet
from robopitch.leagues.mirosot.channels import ENVIRONMENT
from robopitch.leagues.mirosot.wire.firasim import (
    Environment,
    EnvironmentBall,
    EnvironmentField,
    EnvironmentRobot,
    encode_environment,
)
from robopitch.messages import Output, Team

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.spec.field import FieldSpec

__all__ = ["Environments", "environment_of"]


class Environments:
    """The true state at each frame, while somebody outside plays or referees."""

    rate = 60.0  # Hz, as FIRASim's timer

    def __init__(self, match: Match) -> None:
        self._match = match

    @property
    def about(self) -> Mapping[str, str]:
        """Protocol and rate."""
        return {ENVIRONMENT: f"FIRASim, {self.rate:g} Hz"}

    def packets(self, outputs: Sequence[Output], due: bool) -> Sequence[Packet]:
        """One Environment."""
        match = self._match
        if not due or not (match.teams.external or match.options.referee == "external"):
            return ()
        return (Packet(ENVIRONMENT, encode_environment(environment_of(match))),)


def environment_of(match: Match) -> Environment:
    """The state of a match at this tick."""
    world, score = match.world, match.sampled_game.score
    (x, y, z), (vx, vy, _) = world.ball.position.tolist(), world.ball.velocity.tolist()
    robots = []
    for robot in world.robots():
        team = robot.body.team
        assert team is not None
        robots.append(EnvironmentRobot(team, robot.body.id, *robot.pose, *robot.velocity))
    return Environment(
        round(1000 * world.time),
        EnvironmentBall(x, y, z, vx, vy),
        tuple(robots),
        _field(world.league.field),
        score[Team.BLUE],
        score[Team.YELLOW],
    )


def _field(field: FieldSpec) -> EnvironmentField:
    """The sizes; the penalty area is that before the goal, in VSS the only one."""
    return EnvironmentField(
        float(field.width),
        float(field.length),
        float(field.goal.width),
        float(field.goal.depth),
        float(field.centre_circle_radius),
        float(field.penalty_area_width),
        float(field.penalty_area_depth),
        float(field.penalty_mark),
    )
