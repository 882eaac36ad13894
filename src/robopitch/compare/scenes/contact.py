"""Scenes in which robots touch the ball or each other."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from robopitch.compare import measures as m
from robopitch.compare.scene import EngineScene, Quantity, Signal
from robopitch.compare.scenes.placing import ball_away, rounded, stop, top_speed
from robopitch.compare.trace import HEADING, X, Y
from robopitch.messages import BodyVelocity, Team
from robopitch.spec import Box, LeagueSpec

if TYPE_CHECKING:
    from robopitch.world import World

__all__ = ["ball_against_robot", "pushing_contest", "two_robots_and_a_ball"]


def ball_against_robot(league: LeagueSpec) -> Iterator[EngineScene]:
    """A rolling ball against the side of a robot that stands still, off its middle."""
    robot, radius, speed = league.blue.robot, float(league.ball.radius), 2.0
    outline = robot.outline
    size = outline.width / 2 if isinstance(outline, Box) else outline.circumradius
    aside = 0.3 * size

    def start(world: World) -> None:
        world.place_robot("blue", 0, 0.0, 0.0, math.pi / 2)
        world.place_ball(-size - radius - 0.3, aside, vx=speed, roll=True)

    yield EngineScene(
        "ball-against-robot",
        f"a ball rolls into the side of a robot at {speed:g} m/s",
        0.6,
        (1, 0),
        ((0.0, start),),
        (
            Quantity("speed after", "m/s", lambda t: float(m.ball_speed(t)[t.at(0.25)]), 0.05, 0.08, True),
            Quantity("direction after", "deg", lambda t: m.angle(t, t.at(0.25)), 2.0, 4.0),
            Quantity("robot pushed", "m", lambda t: m.way(t.blue), 0.002, 0.005),
            Quantity("robot turned", "rad", lambda t: float(t.blue[-1, HEADING] - t.blue[0, HEADING]), 0.02, 0.05),
        ),
        (
            Signal("ball vx", "m/s", lambda t: t.ball[:, 3]),
            Signal("ball vy", "m/s", lambda t: t.ball[:, 4]),
        ),
    )


def pushing_contest(league: LeagueSpec) -> Iterator[EngineScene]:
    """Two equal robots push each other back to back with full force: neither moves, and they do not overlap.

    Back to back, because only there do they have the same shape in both engines: in MuJoCo robots collide as full
    discs, without the flat front or the mouth.
    """
    robot = league.blue.robot
    size = robot.outline.length / 2 if isinstance(robot.outline, Box) else robot.outline.circumradius
    speed = rounded(0.5 * top_speed(robot))

    def start(world: World) -> None:
        ball_away(world)
        for team, x, heading in (("blue", -size - 0.05, math.pi), ("yellow", size + 0.05, 0.0)):
            world.place_robot(team, 0, x, 0.0, heading)
            world.command(team, 0, BodyVelocity(-speed))

    yield EngineScene(
        "pushing-contest",
        f"two robots push each other, back to back, at {speed:g} m/s",
        2.0,
        (1, 1),
        ((0.0, start),),
        (
            Quantity("drift of the pair", "m", lambda t: float(t.blue[-1, X] + t.yellow[-1, X]) / 2, 0.005, 0.01),
            Quantity("distance between them", "m", lambda t: float(t.yellow[-1, X] - t.blue[-1, X]), 0.002, 0.002),
            Quantity("least distance", "m", lambda t: float((t.yellow[:, X] - t.blue[:, X]).min()), 0.002, 0.005),
            Quantity("turned", "rad", lambda t: float(t.blue[-1, HEADING] - t.blue[0, HEADING]), 0.02, 0.05),
        ),
        (
            Signal("blue x", "m", lambda t: t.blue[:, X]),
            Signal("blue speed", "m/s", lambda t: m.speed(t.blue)),
        ),
    )


def two_robots_and_a_ball(league: LeagueSpec) -> Iterator[EngineScene]:
    """Blue drives into the ball and pushes it away; the ball hits the side of yellow and bounces off at an angle."""
    robot, ball = league.blue.robot, league.ball
    size, speed = robot.outline.circumradius, rounded(0.4 * top_speed(robot))
    way = 0.8 * speed  # m to yellow, so that the scene takes about the same time in every league

    def start(world: World) -> None:
        world.place_robot("blue", 0, -robot.outline.ball_front(ball.radius) - ball.radius - 0.05, 0.0, vx=speed)
        world.command("blue", 0, BodyVelocity(speed))
        world.place_ball(0.0, 0.0)
        world.place_robot("yellow", 0, way + size + ball.radius, 0.5 * size, math.pi / 2 + 0.4)

    yield EngineScene(
        "two-robots-and-a-ball",
        f"blue runs into the ball at {speed:g} m/s and sends it on to yellow",
        1.6,
        (1, 1),
        ((0.0, start), (0.4, stop)),
        (
            Quantity("ball speed off blue", "m/s", lambda t: float(m.ball_speed(t)[t.at(0.15)]), 0.05, 0.1, True),
            # 20 ms, not 10: off the hollow front of MiroSot's robots the ball comes 13 ms sooner in mujoco.
            Quantity("time at yellow", "s", lambda t: m.first_touch(t, Team.YELLOW), 0.02, 0.04),
            Quantity("ball at the end, x", "m", lambda t: float(t.ball[-1, X]), 0.03, 0.1),
            Quantity("ball at the end, y", "m", lambda t: float(t.ball[-1, Y]), 0.03, 0.1),
            Quantity("yellow pushed", "m", lambda t: m.way(t.yellow), 0.002, 0.005),
        ),
        (
            Signal("ball x", "m", lambda t: t.ball[:, X]),
            Signal("ball y", "m", lambda t: t.ball[:, Y]),
            Signal("ball speed", "m/s", m.ball_speed),
        ),
    )
