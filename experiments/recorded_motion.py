"""The motion of robots, recorded once per control cycle, and what a robot that measures it makes of it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from robopitch.control.regression import BallRegression
from robopitch.control.stuck import DifferenceWatch, StuckWatch
from robopitch.physics import state as s
from robopitch.world import World

PERIOD = 0.04  # s: 25 Hz [CAMBADA-control §4.4]
# Not stated in [CAMBADA-control]:
MARGIN = 10 / 3  # times the noise is "a large margin" for a failed prediction
SEED = 5

Floats = NDArray[np.float64]


class Motion(NamedTuple):
    """The recorded motion of robots, once per cycle."""

    desired: Floats  # [cycle, robot, 2], m/s, in the frame of the robot: the command after the limiter
    positions: Floats  # [cycle, robot, 2], m
    headings: Floats  # [cycle, robot], rad


class Alarm(NamedTuple):
    """An alarm of a robot."""

    cycle: int
    robot: int  # column


def recorded(world: World) -> tuple[Floats, Floats, Floats]:
    """One cycle of a `Motion`."""
    block = np.asarray(world.robot_block, np.float64)
    desired = block[[s.SET_FORWARD, s.SET_LEFT]].T.copy()
    return desired, block[[s.X, s.Y]].T.copy(), np.arctan2(block[s.HY], block[s.HX])


def joined(rows: list[tuple[Floats, Floats, Floats]]) -> Motion:
    """The motion of all cycles."""
    desired, positions, headings = zip(*rows, strict=True)
    return Motion(np.array(desired), np.array(positions), np.array(headings))


def estimated(motion: Motion, robot: int, noise: float, delay: int, draw: int) -> Floats:
    """The velocity that a robot estimates of itself in each cycle, ``[cycle, 2]``, in its own frame."""
    random = np.random.default_rng((SEED, draw, robot))
    seen = motion.positions[:, robot] + random.normal(0.0, noise, motion.positions[:, robot].shape)
    seen[delay:] = seen[: len(seen) - delay].copy()
    line = BallRegression(MARGIN * noise)  # the same line as for the ball
    slopes = np.array([line.see(cycle * PERIOD, x, y) for cycle, (x, y) in enumerate(seen.tolist())])
    c, sine = np.cos(motion.headings[:, robot]), np.sin(motion.headings[:, robot])
    return np.column_stack((c * slopes[:, 0] + sine * slopes[:, 1], c * slopes[:, 1] - sine * slopes[:, 0]))


def alarms(motion: Motion, noise: float, delay: int = 0, draw: int = 0, rule: str = "norms") -> list[Alarm]:
    """When the robots begin to count themselves as stuck, by a rule of `RULES`."""
    found = []
    for robot in range(motion.positions.shape[1]):
        watch, was = RULES[rule](), False
        felt = estimated(motion, robot, noise, delay, draw).tolist()
        for cycle, ((dx, dy), (ex, ey)) in enumerate(zip(motion.desired[:, robot].tolist(), felt, strict=True)):
            now = watch.update((dx, dy), (ex, ey))
            if now and not was:
                found.append(Alarm(cycle, robot))
            was = now
    return found


def _norms() -> StuckWatch | DifferenceWatch:
    return StuckWatch(PERIOD)


def _any_speed() -> StuckWatch | DifferenceWatch:
    return StuckWatch(PERIOD, least=0.0)


def _difference() -> StuckWatch | DifferenceWatch:
    return DifferenceWatch(PERIOD)


# the rule of [CAMBADA-control §5.2], the same without its least speed, and the earlier form
RULES = {"norms": _norms, "any speed": _any_speed, "difference": _difference}
