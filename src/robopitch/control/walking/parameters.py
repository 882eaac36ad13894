"""What a gait is made of, and what orders it."""

from __future__ import annotations

from typing import NamedTuple

from robopitch.control.walking.legs import Leg

__all__ = ["Gait", "Walk", "numbers_of"]


class Walk(NamedTuple):
    """An order: speeds of the robot."""

    forward: float = 0.0  # m/s
    left: float = 0.0  # m/s
    turn: float = 0.0  # rad/s, counter-clockwise


class Gait(NamedTuple):
    """The parameters of a gait. Angles in rad, lengths in m, times in s."""

    frequency: float = 1.9  # double steps per second
    double_support: float = 0.16  # share of the time in which both feet are on the ground
    lowered: float = 0.025  # of the hip, below a stretched leg
    rise: float = 0.02  # of the foot in the middle of its swing
    sway: float = 0.012  # of the trunk, to the side of the leg that stands
    sway_phase: float = 0.2  # by which the sway is ahead of the steps
    lean: float = 0.05  # of the trunk, forward
    ahead: float = 0.0  # of the trunk before the feet
    wide: float = 0.004  # by which each foot is further out than its hip
    roll_lift: float = 0.06  # by which the hip of the leg that stands is turned up: its servos yield
    toe: float = -0.03  # pitch of the foot in its swing; below 0: toes up
    pitch_ankle: float = 0.0  # of the ankles, by the pitch of the trunk away from its lean
    pitch_rate_ankle: float = 0.0  # s; by its rate
    roll_ankle: float = 0.0  # likewise by the roll
    roll_rate_ankle: float = 0.0  # s
    pitch_place: float = 0.0  # m, by which a foot lands further ahead per rad of pitch
    pitch_rate_place: float = 0.0  # m s
    roll_place: float = 0.0  # m, by which it lands further to the left per rad of roll
    roll_rate_place: float = 0.0  # m s
    begin: float = 1.0  # s in which the steps grow to their whole size
    acceleration: float = 0.3  # m/s², of the speeds that are walked
    turn_acceleration: float = 1.5  # rad/s²
    fastest: float = 0.3  # m/s, forward
    fastest_back: float = 0.12  # m/s
    fastest_aside: float = 0.1  # m/s
    fastest_turn: float = 0.9  # rad/s
    walked: float = 1.0  # speed by what is ordered: for odometry, and orders are divided by it
    walked_aside: float = 1.0
    walked_turn: float = 1.0
    drift: float = 0.0  # m/s forward, of a walk on the spot
    drift_aside: float = 0.0  # m/s to the left
    drift_turn: float = 0.0  # rad/s


def numbers_of(gait: Gait, leg: Leg) -> list[float]:
    """Both as the numbers that `advance` takes."""
    return [*map(float, leg), *map(float, gait)]
