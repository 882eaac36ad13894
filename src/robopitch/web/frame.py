"""Binary frames: where everything is at one moment, in half a kilobyte.

A head, the ball, then a row for each robot on the pitch, then rows for what the cameras saw of robots and balls.
Places are told in half millimetres, which no screen shows, so that a frame of 22 robots at 60 Hz needs 33 kB/s.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from robopitch.messages import Body, Team
from robopitch.physics import state as s
from robopitch.physics.scalar import Floats
from robopitch.world.state_view import StateView

__all__ = ["NOTHING_SEEN", "PAST", "PAUSED", "Head", "Sighting", "encode", "glanced", "layout", "who_of"]

PLACE, ANGLE, SPEED, TURN = 0.0005, 0.0001, 0.001, 0.01  # m, rad, m/s, rad/s: what 1 means
AGE = 0.01  # s
PAUSED, PAST = 1, 2  # bits of the flags
HOLDING, ARMED, STEERED = 1, 2, 4  # bits of a robot's state
OWNERS = {Team.BLUE: 0, Team.YELLOW: 1, None: 2}  # `who` is 64 times the owner plus the id

HEAD = np.dtype(
    [
        ("kind", "u1"),
        ("flags", "u1"),
        ("robots", "u1"),
        ("seen_robots", "u1"),
        ("seen_balls", "u1"),
        ("spare", "u1", 3),
        ("time", "<f8"),
        ("first", "<f8"),
        ("last", "<f8"),
        ("ball", "<f4", 6),
    ]
)
ROBOT = np.dtype(
    [
        ("who", "u1"),
        ("state", "u1"),
        ("x", "<i2"),
        ("y", "<i2"),
        ("heading", "<i2"),
        ("vx", "<i2"),
        ("vy", "<i2"),
        ("turn", "<i2"),
    ]
)
SEEN = np.dtype([("who", "u1"), ("age", "u1"), ("x", "<i2"), ("y", "<i2"), ("heading", "<i2")])


class Head(NamedTuple):
    """The times and flags of a frame."""

    time: float
    first: float  # the oldest moment that can be seen, and the newest
    last: float
    flags: int = 0


class Sighting(NamedTuple):
    """What the cameras last saw: rows of who, time of capture, x, y, heading; and of balls: time, x, y."""

    robots: Floats
    balls: Floats


NOTHING_SEEN = Sighting(np.zeros((0, 5)), np.zeros((0, 3)))


def encode(head: Head, who: Floats, rows: Floats, bits: Floats, ball: Floats, sighting: Sighting) -> bytes:
    """A frame.

    who: of each robot; rows: ``[6, robot]`` x, y, heading, vx, vy, turn; bits: its state
    """
    robots = np.empty(len(who), ROBOT)
    robots["who"], robots["state"] = who, bits
    whole = np.clip(rows * _PER_ROW, -32767, 32767).round()
    for name, row in zip(ROBOT.names[2:], whole, strict=True):  # type: ignore[index]
        robots[name] = row
    seen = _seen(head.time, sighting.robots[:, 0], sighting.robots[:, 1:])
    balls = _seen(head.time, np.zeros(len(sighting.balls)), sighting.balls)
    top = np.zeros((), HEAD)
    top["kind"], top["flags"] = 1, head.flags
    top["robots"], top["seen_robots"], top["seen_balls"] = len(robots), len(seen), len(balls)
    top["time"], top["first"], top["last"], top["ball"] = head.time, head.first, head.last, ball
    return top.tobytes() + robots.tobytes() + seen.tobytes() + balls.tobytes()


def glanced(state_view: StateView) -> tuple[Floats, Floats, Floats, Floats]:
    """Robots, their poses, velocities and state bits, and the ball, as arguments of `encode`."""
    block = state_view.robot_block
    here = np.flatnonzero(block[s.PRESENT] > 0)
    block = block[:, here]
    heading = np.arctan2(block[s.HY], block[s.HX])
    rows = np.array([block[s.X], block[s.Y], heading, block[s.VX], block[s.VY], block[s.TURN]])
    bits = HOLDING * (block[s.HOLD] > 0) + ARMED * (block[s.KICK_FORWARD] > 0)
    return who_of(state_view.bodies)[here], rows, bits, state_view.ball_block[: s.BALL_VZ + 1]


def who_of(bodies: tuple[Body, ...]) -> Floats:
    """The numbers of robots in frames."""
    return np.array([64 * OWNERS[body.team] + body.id for body in bodies])


def layout() -> dict[str, float | int]:
    """The layout of frames, for the page."""
    head = {f"HEAD_{name.upper()}": HEAD.fields[name][1] for name in HEAD.names}  # type: ignore[index,union-attr]
    sizes = {"HEAD_SIZE": HEAD.itemsize, "ROBOT_SIZE": ROBOT.itemsize, "SEEN_SIZE": SEEN.itemsize}
    units = {"PLACE": PLACE, "ANGLE": ANGLE, "SPEED": SPEED, "TURN": TURN, "AGE": AGE}
    bits = {"PAUSED": PAUSED, "PAST": PAST, "HOLDING": HOLDING, "ARMED": ARMED, "STEERED": STEERED}
    return {**head, **sizes, **units, **bits}


_PER_ROW = 1 / np.array([[PLACE], [PLACE], [ANGLE], [SPEED], [SPEED], [TURN]])


def _seen(now: float, who: Floats, rows: Floats) -> NDArray[np.void]:
    """Rows of time, x, y and, for robots, heading."""
    seen = np.zeros(len(rows), SEEN)
    seen["who"] = who
    seen["age"] = np.clip((now - rows[:, 0]) / AGE, 0, 255)
    seen["x"] = np.clip(rows[:, 1] / PLACE, -32767, 32767).round()
    seen["y"] = np.clip(rows[:, 2] / PLACE, -32767, 32767).round()
    if rows.shape[1] > 3:
        seen["heading"] = np.clip(rows[:, 3] / ANGLE, -32767, 32767).round()
    return seen
