"""Parts that scenes share: places, speeds, times."""

from __future__ import annotations

from typing import TYPE_CHECKING

from robopitch.messages import BodyVelocity
from robopitch.spec import RobotSpec

if TYPE_CHECKING:
    from robopitch.world import World

__all__ = ["ball_at_front", "ball_away", "rounded", "stop", "to_tick", "top_speed"]


def stop(world: World) -> None:
    """Command blue 0 to stop."""
    world.command("blue", 0, BodyVelocity(0.0))


def ball_away(world: World) -> None:
    """Place the ball in a corner."""
    field = world.league.field
    world.place_ball(-0.45 * field.length, 0.45 * field.width)


def ball_at_front(world: World, x: float) -> None:
    """The ball touches the front of blue 0, which looks along the field."""
    world.place_robot("blue", 0, x, 0.0)
    radius = float(world.league.ball.radius)
    world.place_ball(x + world.league.blue.robot.outline.ball_front(radius) + radius, 0.0)


def top_speed(robot: RobotSpec) -> float:
    """Highest speed of a robot, m/s; 1 for one without a limit."""
    return float(robot.drive.limits.speed) or 1.0


def rounded(number: float) -> float:
    """A number with one decimal place."""
    return round(number, 1)


def to_tick(seconds: float) -> float:
    """A time in whole milliseconds."""
    return round(seconds, 3)
