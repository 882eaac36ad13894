"""A robot with omnidirectional vision on a field, and other bodies where a test puts them."""

from __future__ import annotations

import math

import numpy as np

import robopitch
from robopitch.messages import Body, Team
from robopitch.sensors.omnivision.sensor import OmniVision
from robopitch.spec.markings import markings_of

LEAGUE = "msl-2010"
NOISE = {
    "range_noise": 0.0072, "range_noise_linear": -0.0034, "range_noise_square": 0.00825,
    "bearing_noise": 0.025, "bearing_noise_linear": -0.0053, "bearing_noise_square": 0.00066,
}  # fmt: skip


def world_with(pose=(0.0, 0.0, 0.0), others=(), obstacles=(), ball=None, league=LEAGUE, **options):
    """Blue 0 at a pose, yellow robots and obstacles at poses, and the ball, else far away."""
    world = robopitch.make(league, players={"blue": 1, "yellow": len(others)}, **options)
    world.place_robot("blue", 0, *pose)
    for number, other in enumerate(others):
        world.place_robot("yellow", number, *other)
    for obstacle in obstacles:
        world.place_obstacle(*obstacle)
    world.place_ball(*(ball or (50.0, 50.0)))
    return world


def eye(name="blue 0 vision", **settings):
    return OmniVision(Body(Team.BLUE, 0), name, settings)


def seen(world, frame=1, **settings):
    """One view."""
    (view,) = eye(**settings).sample(frame, world, (), ())
    return view


def on_field(points, pose):
    """Points of the robot's frame in the frame of the field."""
    x, y, heading = pose
    c, s = math.cos(heading), math.sin(heading)
    return np.column_stack([x + c * points[:, 0] - s * points[:, 1], y + s * points[:, 0] + c * points[:, 1]])


def distances_to_markings(points, field):
    """Distance of each point of the field to the nearest marking; of a spot, to its disc."""
    markings = markings_of(field)
    found = [np.full(len(points), np.inf)]
    for ax, ay, bx, by in markings.segments:
        a, e = np.array([ax, ay]), np.array([bx - ax, by - ay])
        share = np.clip(((points - a) @ e) / (e @ e), 0, 1)
        found.append(np.linalg.norm(points - a - share[:, None] * e, axis=1))
    for cx, cy, radius, begin, sweep in markings.arcs:
        dx, dy = points[:, 0] - cx, points[:, 1] - cy
        within = (np.arctan2(dy, dx) - begin + 1e-6) % (2 * np.pi) <= sweep + 2e-6
        found.append(np.where(within, np.abs(np.hypot(dx, dy) - radius), np.inf))
    for cx, cy, radius in markings.spots:
        found.append(np.maximum(np.hypot(points[:, 0] - cx, points[:, 1] - cy) - radius, 0))
    return np.min(found, axis=0)
