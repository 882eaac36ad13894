"""How a robot responds to its commands, for filters that predict it."""

from __future__ import annotations

import math
from typing import NamedTuple

__all__ = ["DriveModel"]


class DriveModel(NamedTuple):
    """Response of robots to commands, and process noise.

    push and twist are the process noise, the growth of the variance of velocity per second: about a² T for unpredicted
    accelerations up to a that last for T.
    """

    delay: float = 0.0  # s from sending a command until it takes effect
    time_constant: float = 0.0125  # s, time constant of velocities
    acceleration: float = math.inf  # m/s², at most; inf if commands were limited before they were sent
    turn_acceleration: float = math.inf  # rad/s²
    memory: float = 0.3  # s, time constant of deviations from the expected velocity
    push: float = 0.003  # m²/s³
    twist: float = 0.2  # rad²/s³
    free_push: float = 0.25  # m²/s³, of robots whose commands are not known
    free_twist: float = 25.0  # rad²/s³
    jolt: float = 1.0  # m/s, deviation of the change of velocity in a collision
    turn_jolt: float = 5.0  # rad/s
    differ: float = 0.004  # m by which cameras disagree; such a difference is no sign of a push
    speed: float = 2.0  # m/s, deviation of the velocity of a new robot
    turn: float = 10.0  # rad/s
