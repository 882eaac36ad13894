"""Scenes of the ball: kicks, bounces, walls."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from robopitch.compare import measures as m
from robopitch.compare.scene import EngineScene, Quantity, Signal
from robopitch.compare.scenes.placing import ball_at_front, rounded, to_tick
from robopitch.compare.trace import X, Y, Z
from robopitch.messages import BodyVelocity, Kick
from robopitch.spec import LeagueSpec

if TYPE_CHECKING:
    from robopitch.world import World

__all__ = ["bank_shot", "bounce", "chip", "kick"]


def kick(league: LeagueSpec) -> Iterator[EngineScene]:
    """Along the ground: the ball slides, then rolls, from 1/(1 + c) of its speed on."""
    kicker = league.blue.robot.kicker
    if kicker is None:
        return
    speed = rounded(0.6 * kicker.speed)

    def start(world: World) -> None:
        ball_at_front(world, -0.25 * league.field.length)
        world.command("blue", 0, BodyVelocity(0.0), kick=Kick(speed))

    yield EngineScene(
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


def chip(league: LeagueSpec) -> Iterator[EngineScene]:
    """A chip: flight and bounces."""
    kicker = league.blue.robot.kicker
    if kicker is None or kicker.chip_speed <= 0:
        return
    speed, angle = rounded(0.8 * kicker.chip_speed), math.pi / 4
    radius, gravity = league.ball.radius, float(league.gravity) or 1.0
    flight = 2 * speed * math.sin(angle) / gravity
    seconds = to_tick((1 + league.ball.restitution) * flight + 0.5)

    def start(world: World) -> None:
        ball_at_front(world, -0.3 * league.field.length)
        world.command("blue", 0, BodyVelocity(0.0), kick=Kick(speed, angle))

    yield EngineScene(
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


def bounce(league: LeagueSpec) -> Iterator[EngineScene]:
    """A ball that is dropped: three bounces."""
    radius, height = float(league.ball.radius), 0.5

    def start(world: World) -> None:
        world.place_ball(0.0, 0.0, z=radius + height)

    yield EngineScene(
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


def bank_shot(league: LeagueSpec) -> Iterator[EngineScene]:
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

    yield EngineScene(
        "bank-shot",
        f"a ball rolls into the wall at {speed:g} m/s, 45°",
        to_tick(2.5 * away / (speed / math.sqrt(2))),
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
