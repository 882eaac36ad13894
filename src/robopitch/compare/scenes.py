"""The scenes.

The league sets the size of a scene: its speeds are within the limits of the robots, its paths fit on the field. Scenes
that the robots of a league cannot play (a kick without kicker) are left out.

The engines turf and mujoco share the drive law of the wheels and the law of the ball on the ground, so motion without
contact must agree closely. Their contacts differ on purpose: turf uses impulses, MuJoCo soft constraints, and both must
reach the restitution and friction of the league, within the limits of each scene.

The engine mujoco-spatial shares neither. Its limits, the second number of each quantity, come from what is known of
MuJoCo's parts. A wheel is 1.1 % off at constant speed: 1.5 % for speeds and ways. At the limit of the grip, braking,
friction of a convex solver is coarser: 5 %. A ball that slides and rolls goes within 1 % as far: 1.5 %, speeds 2 %. A
spring and a damper reach a restitution to ±4 % with twenty steps in an impact (the ground), to ±8 % with ten (all
else): twice that in heights. What adds up over several impacts may add up in limits.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from robopitch.compare import measures as m
from robopitch.compare.scene import Gap, Quantity, Scene, Signal
from robopitch.compare.trace import HEADING, TURN, X, Y, Z
from robopitch.messages import BodyVelocity, Kick, Team
from robopitch.spec import Box, LeagueSpec, RobotSpec

if TYPE_CHECKING:
    from robopitch.world import World

__all__ = ["scenes_for"]


def scenes_for(league: LeagueSpec) -> list[Scene]:
    """All scenes that can be played in a league."""
    makers = (run_along, run_across, diagonal, brake, spin, kick, chip, bounce, bank_shot)
    makers += (ball_against_robot, pushing_contest, two_robots_and_a_ball)
    return [scene for maker in makers for scene in maker(league)]


# ---- driving ------------------------------------------------------------------------------------------------------


def run_along(league: LeagueSpec) -> Iterator[Scene]:
    """4.4 m along the robot's own x axis, as measured for grSim [grSim §4]."""
    yield _run(league, "run-along", min(4.4, 0.4 * league.field.length), 0.0)


def run_across(league: LeagueSpec) -> Iterator[Scene]:
    """3.6 m along its y axis [grSim §4]."""
    if league.blue.robot.drive.kind == "omni":
        yield _run(league, "run-across", min(3.6, 0.4 * league.field.width), math.pi / 2)


def _run(league: LeagueSpec, name: str, distance: float, direction: float) -> Scene:
    robot = league.blue.robot
    limits = robot.drive.limits
    speed = _round(0.55 * _top_speed(robot))
    # Acceleration, constant speed, deceleration: the command ends where braking starts.
    ramps = speed**2 / 2 * (1 / limits.speed_up + 1 / limits.brake) if limits.kind != "none" else 0.0
    rise = speed / limits.speed_up if limits.kind != "none" else 0.0
    until = _tick(rise + (distance - ramps) / speed)
    forward, left = round(speed * math.cos(direction), 6), round(speed * math.sin(direction), 6)
    start_x, start_y = -distance / 2 * math.cos(direction), -distance / 2 * math.sin(direction)

    def start(world: World) -> None:
        _ball_away(world)
        world.place_robot("blue", 0, start_x, start_y)
        world.command("blue", 0, BodyVelocity(forward, left))

    along = "x" if direction == 0 else "y"
    return Scene(
        name,
        f"{distance:.2g} m along the robot's {along} axis at {speed:g} m/s",
        _tick(until + 1.0),
        (1, 0),
        ((0.0, start), (until, _stop)),
        (
            Quantity("distance", "m", lambda t: m.way(t.blue), 0.005, 0.015 * distance),
            Quantity("time to half way", "s", lambda t: m.time_to(t, distance / 2), 0.01, 0.015 * until),
            Quantity("top speed", "m/s", lambda t: float(m.speed(t.blue).max()), 0.01, 0.015, True),
            Gap("positions apart", "m", lambda a, b: m.apart(a.blue, b.blue), 0.005, 0.015 * distance),
        ),
        (
            Signal("x", "m", lambda t: t.blue[:, X]),
            Signal("y", "m", lambda t: t.blue[:, Y]),
            Signal("speed", "m/s", lambda t: m.speed(t.blue)),
        ),
    )


def diagonal(league: LeagueSpec) -> Iterator[Scene]:
    """Acceleration at 45° to the robot's axes, at the highest rate that its limiter allows."""
    robot = league.blue.robot
    if robot.drive.kind != "omni":
        return
    speed = _round(0.5 * _top_speed(robot))
    part = round(speed * math.sqrt(0.5), 6)

    def start(world: World) -> None:
        _ball_away(world)
        world.place_robot("blue", 0, -0.1 * league.field.length, -0.1 * league.field.width)
        world.command("blue", 0, BodyVelocity(part, part))

    yield Scene(
        "diagonal",
        f"accelerates to {speed:g} m/s at 45°",
        1.0,
        (1, 0),
        ((0.0, start),),
        (
            Quantity("distance in 1 s", "m", lambda t: m.way(t.blue), 0.005, 0.015 * speed),
            Quantity("speed at 0.3 s", "m/s", lambda t: float(m.speed(t.blue)[t.at(0.3)]), 0.01, 0.05, True),
            Quantity("speed at 1 s", "m/s", lambda t: float(m.speed(t.blue)[-1]), 0.01, 0.015, True),
            Quantity("turned", "rad", lambda t: float(t.blue[-1, HEADING]), 0.02, 0.05),
        ),
        (
            Signal("speed", "m/s", lambda t: m.speed(t.blue)),
            Signal("heading", "rad", lambda t: t.blue[:, HEADING]),
        ),
    )


def brake(league: LeagueSpec) -> Iterator[Scene]:
    """Braking from full speed to rest: within the traction, or with slip."""
    robot = league.blue.robot
    speed = _round(0.9 * _top_speed(robot))
    direction = math.pi / 4 if robot.drive.kind == "omni" else 0.0

    def start(world: World) -> None:
        _ball_away(world)
        vx, vy = speed * math.cos(direction), speed * math.sin(direction)
        world.place_robot("blue", 0, -0.2 * league.field.length, -0.2 * league.field.width, vx=vx, vy=vy)
        world.command("blue", 0, BodyVelocity(0.0))

    limits = robot.drive.limits
    stops = speed * speed / (2 * limits.brake) if limits.kind != "none" else speed * speed / 10
    how = "diagonally " if direction else ""
    yield Scene(
        "brake",
        f"brakes from {speed:g} m/s, driving {how}forward",
        1.6,
        (1, 0),
        ((0.0, start),),
        (
            Quantity("stopping distance", "m", lambda t: m.way(t.blue), 0.005, 0.05 * stops),
            Quantity("time to stop", "s", lambda t: m.time_to_rest(t, t.blue), 0.01, 0.05),
            Quantity("turned", "rad", lambda t: float(t.blue[-1, HEADING]), 0.02, 0.05),
            Gap("positions apart", "m", lambda a, b: m.apart(a.blue, b.blue), 0.005, 0.05 * stops),
        ),
        (
            Signal("speed", "m/s", lambda t: m.speed(t.blue)),
            Signal("distance", "m", lambda t: np.hypot(*(t.blue[:, :2] - t.blue[0, :2]).T)),
        ),
    )


def spin(league: LeagueSpec) -> Iterator[Scene]:
    """Rotation on the spot: acceleration, constant rate, deceleration."""
    rate = _round(0.4 * league.blue.robot.drive.limits.turn_rate) or 4.0

    def start(world: World) -> None:
        _ball_away(world)
        world.place_robot("blue", 0, 0.0, 0.0)
        world.command("blue", 0, BodyVelocity(0.0, turn=rate))

    yield Scene(
        "spin",
        f"spins at {rate:g} rad/s for a second",
        1.6,
        (1, 0),
        ((0.0, start), (1.0, _stop)),
        (
            Quantity("turned", "rad", lambda t: float(t.blue[-1, HEADING] - t.blue[0, HEADING]), 0.01, 0.015, True),
            Quantity("turn rate at 0.9 s", "rad/s", lambda t: float(t.blue[t.at(0.9), TURN]), 0.01, 0.015, True),
            Gap("positions apart", "m", lambda a, b: m.apart(a.blue, b.blue), 0.005, 0.01),
        ),
        (
            Signal("turn rate", "rad/s", lambda t: t.blue[:, TURN]),
            Signal("heading", "rad", lambda t: t.blue[:, HEADING]),
        ),
    )


# ---- the ball -----------------------------------------------------------------------------------------------------


def kick(league: LeagueSpec) -> Iterator[Scene]:
    """Along the ground: the ball slides, then rolls, from 1/(1 + c) of its speed on."""
    kicker = league.blue.robot.kicker
    if kicker is None:
        return
    speed = _round(0.6 * kicker.speed)

    def start(world: World) -> None:
        _ball_at_front(world, -0.25 * league.field.length)
        world.command("blue", 0, BodyVelocity(0.0), kick=Kick(speed))

    yield Scene(
        "kick",
        f"kicks at {speed:g} m/s along the ground",
        2.0,
        (1, 0),
        ((0.0, start),),
        (
            Quantity("speed off the kicker", "m/s", lambda t: float(m.ball_speed(t).max()), 0.01, 0.02, True),
            Quantity("distance in 2 s", "m", lambda t: float(t.ball[-1, X] - t.ball[0, X]), 0.01, 0.015, True),
            Quantity("speed at 2 s", "m/s", lambda t: float(m.ball_speed(t)[-1]), 0.01, 0.02, True),
            Quantity("off the line", "m", lambda t: float(np.abs(t.ball[:, Y]).max()), 0.005, 0.005),
            Quantity("recoil of the robot", "m", lambda t: float(t.blue[0, X] - t.blue[-1, X]), 0.002, 0.005),
        ),
        (
            Signal("ball speed", "m/s", m.ball_speed),
            Signal("ball x", "m", lambda t: t.ball[:, X]),
        ),
    )


def chip(league: LeagueSpec) -> Iterator[Scene]:
    """A chip: flight and bounces."""
    kicker = league.blue.robot.kicker
    if kicker is None or kicker.chip_speed <= 0:
        return
    speed, angle = _round(0.8 * kicker.chip_speed), math.pi / 4
    radius, gravity = league.ball.radius, float(league.gravity) or 1.0
    flight = 2 * speed * math.sin(angle) / gravity
    seconds = _tick((1 + league.ball.restitution) * flight + 0.5)

    def start(world: World) -> None:
        _ball_at_front(world, -0.3 * league.field.length)
        world.command("blue", 0, BodyVelocity(0.0), kick=Kick(speed, angle))

    yield Scene(
        "chip",
        f"chips at {speed:g} m/s, 45° up",
        seconds,
        (1, 0),
        ((0.0, start),),
        (
            Quantity("apex", "m", lambda t: float(t.ball[:, Z].max()) - radius, 0.01, 0.04, True),
            Quantity("first landing", "m", lambda t: m.landing(t, 0), 0.01, 0.04, True),
            Quantity("second landing", "m", lambda t: m.landing(t, 1), 0.02, 0.06, True),
            Quantity("distance in the end", "m", lambda t: float(t.ball[-1, X] - t.ball[0, X]), 0.02, 0.06, True),
        ),
        (
            Signal("ball height", "m", lambda t: t.ball[:, Z] - radius),
            Signal("ball x", "m", lambda t: t.ball[:, X]),
        ),
        side_view=True,
    )


def bounce(league: LeagueSpec) -> Iterator[Scene]:
    """A ball that is dropped: three bounces."""
    radius, height = float(league.ball.radius), 0.5

    def start(world: World) -> None:
        world.place_ball(0.0, 0.0, z=radius + height)

    yield Scene(
        "bounce",
        f"a ball falls from {height:g} m",
        1.2,
        (0, 0),
        ((0.0, start),),
        (
            Quantity("first rebound", "m", lambda t: m.rebound(t, 0) - radius, 0.01, 0.08, True),
            Quantity("second rebound", "m", lambda t: m.rebound(t, 1) - radius, 0.02, 0.16, True),
            Quantity("deepest", "m", lambda t: radius - float(t.ball[:, Z].min()), 0.002, 0.01),
        ),
        (Signal("ball height", "m", lambda t: t.ball[:, Z] - radius), Signal("ball vz", "m/s", lambda t: t.ball[:, 5])),
        side_view=True,
    )


def bank_shot(league: LeagueSpec) -> Iterator[Scene]:
    """A rolling ball against the wall beside the touch line, at 45°."""
    field, ball = league.field, league.ball
    if field.wall_height < ball.radius:
        return  # the ball would jump over such a board
    speed = 2.0
    wall = field.width / 2 + field.margin_touch - ball.radius
    away = min(0.8, 0.25 * field.width)

    def start(world: World) -> None:
        v = speed / math.sqrt(2)
        world.place_ball(-away, wall - away, vx=v, vy=v, roll=True)

    yield Scene(
        "bank-shot",
        f"a ball rolls into the wall at {speed:g} m/s, 45°",
        _tick(2.5 * away / (speed / math.sqrt(2))),
        (0, 0),
        ((0.0, start),),
        (
            Quantity("angle after", "deg", lambda t: m.angle(t, -1), 2.0, 4.0),
            Quantity("speed after", "m/s", lambda t: float(m.ball_speed(t)[-1]), 0.05, 0.08, True),
            Quantity("where it meets the wall", "m", lambda t: float(t.ball[np.argmax(t.ball[:, Y]), X]), 0.01, 0.02),
            Quantity("highest hop", "m", lambda t: float(t.ball[:, Z].max()) - ball.radius, 0.005, 0.01),
        ),
        (
            Signal("ball vx", "m/s", lambda t: t.ball[:, 3]),
            Signal("ball vy", "m/s", lambda t: t.ball[:, 4]),
        ),
    )


# ---- contacts of robots -------------------------------------------------------------------------------------------


def ball_against_robot(league: LeagueSpec) -> Iterator[Scene]:
    """A rolling ball against the side of a robot that stands still, off its middle."""
    robot, radius, speed = league.blue.robot, float(league.ball.radius), 2.0
    outline = robot.outline
    size = outline.width / 2 if isinstance(outline, Box) else outline.circumradius
    aside = 0.3 * size

    def start(world: World) -> None:
        world.place_robot("blue", 0, 0.0, 0.0, math.pi / 2)
        world.place_ball(-size - radius - 0.3, aside, vx=speed, roll=True)

    yield Scene(
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


def pushing_contest(league: LeagueSpec) -> Iterator[Scene]:
    """Two equal robots push each other back to back with full force: neither moves, and they do not overlap.

    Back to back, because only there do they have the same shape in both engines: in MuJoCo robots collide as full
    discs, without the flat front or the mouth.
    """
    robot = league.blue.robot
    size = robot.outline.length / 2 if isinstance(robot.outline, Box) else robot.outline.circumradius
    speed = _round(0.5 * _top_speed(robot))

    def start(world: World) -> None:
        _ball_away(world)
        for team, x, heading in (("blue", -size - 0.05, math.pi), ("yellow", size + 0.05, 0.0)):
            world.place_robot(team, 0, x, 0.0, heading)
            world.command(team, 0, BodyVelocity(-speed))

    yield Scene(
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


def two_robots_and_a_ball(league: LeagueSpec) -> Iterator[Scene]:
    """Blue drives into the ball and pushes it away; the ball hits the side of yellow and bounces off at an angle."""
    robot, ball = league.blue.robot, league.ball
    size, speed = robot.outline.circumradius, _round(0.4 * _top_speed(robot))
    way = 0.8 * speed  # m to yellow, so that the scene takes about the same time in every league

    def start(world: World) -> None:
        world.place_robot("blue", 0, -robot.outline.ball_front(ball.radius) - ball.radius - 0.05, 0.0, vx=speed)
        world.command("blue", 0, BodyVelocity(speed))
        world.place_ball(0.0, 0.0)
        world.place_robot("yellow", 0, way + size + ball.radius, 0.5 * size, math.pi / 2 + 0.4)

    yield Scene(
        "two-robots-and-a-ball",
        f"blue runs into the ball at {speed:g} m/s and sends it on to yellow",
        1.6,
        (1, 1),
        ((0.0, start), (0.4, _stop)),
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


# ---- helpers ------------------------------------------------------------------------------------------------------


def _stop(world: World) -> None:
    world.command("blue", 0, BodyVelocity(0.0))


def _ball_away(world: World) -> None:
    """Place the ball in a corner."""
    field = world.league.field
    world.place_ball(-0.45 * field.length, 0.45 * field.width)


def _ball_at_front(world: World, x: float) -> None:
    """The ball touches the front of blue 0, which looks along the field."""
    world.place_robot("blue", 0, x, 0.0)
    radius = float(world.league.ball.radius)
    world.place_ball(x + world.league.blue.robot.outline.ball_front(radius) + radius, 0.0)


def _top_speed(robot: RobotSpec) -> float:
    return float(robot.drive.limits.speed) or 1.0


def _round(number: float) -> float:
    """A rounded number."""
    return round(number, 1)


def _tick(seconds: float) -> float:
    return round(seconds, 3)
