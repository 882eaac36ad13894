"""Scenes of one robot that drives."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from robopitch.compare import measures as m
from robopitch.compare.scene import EngineScene, Gap, Quantity, Signal
from robopitch.compare.scenes.placing import ball_away, rounded, stop, to_tick, top_speed
from robopitch.compare.trace import HEADING, TURN, X, Y
from robopitch.messages import BodyVelocity
from robopitch.spec import LeagueSpec

if TYPE_CHECKING:
    from robopitch.world import World

__all__ = ["brake", "diagonal", "run_across", "run_along", "spin"]


def run_along(league: LeagueSpec) -> Iterator[EngineScene]:
    """4.4 m along the robot's own x axis, as measured for grSim [grSim §4]."""
    yield _run(league, "run-along", min(4.4, 0.4 * league.field.length), 0.0)


def run_across(league: LeagueSpec) -> Iterator[EngineScene]:
    """3.6 m along its y axis [grSim §4]."""
    if league.blue.robot.drive.kind == "omni":
        yield _run(league, "run-across", min(3.6, 0.4 * league.field.width), math.pi / 2)


def _run(league: LeagueSpec, name: str, distance: float, direction: float) -> EngineScene:
    robot = league.blue.robot
    limits = robot.drive.limits
    speed = rounded(0.55 * top_speed(robot))
    # Acceleration, constant speed, deceleration: the command ends where braking starts.
    ramps = speed**2 / 2 * (1 / limits.speed_up + 1 / limits.brake) if limits.kind != "none" else 0.0
    rise = speed / limits.speed_up if limits.kind != "none" else 0.0
    until = to_tick(rise + (distance - ramps) / speed)
    forward, left = round(speed * math.cos(direction), 6), round(speed * math.sin(direction), 6)
    start_x, start_y = -distance / 2 * math.cos(direction), -distance / 2 * math.sin(direction)

    def start(world: World) -> None:
        ball_away(world)
        world.place_robot("blue", 0, start_x, start_y)
        world.command("blue", 0, BodyVelocity(forward, left))

    along = "x" if direction == 0 else "y"
    return EngineScene(
        name,
        f"{distance:.2g} m along the robot's {along} axis at {speed:g} m/s",
        to_tick(until + 1.0),
        (1, 0),
        ((0.0, start), (until, stop)),
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


def diagonal(league: LeagueSpec) -> Iterator[EngineScene]:
    """Acceleration at 45° to the robot's axes, at the highest rate that its limiter allows."""
    robot = league.blue.robot
    if robot.drive.kind != "omni":
        return
    speed = rounded(0.5 * top_speed(robot))
    part = round(speed * math.sqrt(0.5), 6)

    def start(world: World) -> None:
        ball_away(world)
        world.place_robot("blue", 0, -0.1 * league.field.length, -0.1 * league.field.width)
        world.command("blue", 0, BodyVelocity(part, part))

    yield EngineScene(
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


def brake(league: LeagueSpec) -> Iterator[EngineScene]:
    """Braking from full speed to rest: within the traction, or with slip."""
    robot = league.blue.robot
    speed = rounded(0.9 * top_speed(robot))
    direction = math.pi / 4 if robot.drive.kind == "omni" else 0.0

    def start(world: World) -> None:
        ball_away(world)
        vx, vy = speed * math.cos(direction), speed * math.sin(direction)
        world.place_robot("blue", 0, -0.2 * league.field.length, -0.2 * league.field.width, vx=vx, vy=vy)
        world.command("blue", 0, BodyVelocity(0.0))

    limits = robot.drive.limits
    stops = speed * speed / (2 * limits.brake) if limits.kind != "none" else speed * speed / 10
    how = "diagonally " if direction else ""
    yield EngineScene(
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


def spin(league: LeagueSpec) -> Iterator[EngineScene]:
    """Rotation on the spot: acceleration, constant rate, deceleration."""
    rate = rounded(0.4 * league.blue.robot.drive.limits.turn_rate) or 4.0

    def start(world: World) -> None:
        ball_away(world)
        world.place_robot("blue", 0, 0.0, 0.0)
        world.command("blue", 0, BodyVelocity(0.0, turn=rate))

    yield EngineScene(
        "spin",
        f"spins at {rate:g} rad/s for a second",
        1.6,
        (1, 0),
        ((0.0, start), (1.0, stop)),
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
