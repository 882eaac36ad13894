"""The inertial measurement unit on the bus of a robot: the motion of its trunk, measured at a rate while it is read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from robopitch.elementary import atan2, hypot
from robopitch.messages import Body, Decision, Event, Input
from robopitch.wire.dynamixel import ImuReading

if TYPE_CHECKING:
    from robopitch.match import Match

__all__ = ["TrunkMotion"]

RATE = 100.0  # Hz: chosen, twice that of [FUmanoid-emulator §4.2.1.3]
SILENT = 2.0  # simulated s without a read after which nothing is measured any more

Vector = tuple[float, float, float]


class TrunkMotion:
    """Measures angular velocity, acceleration, roll and pitch of a robot's trunk, without noise.

    An observer of the match while somebody reads it. The acceleration is the mean since the last measurement.
    """

    def __init__(self, match: Match, robot: Body) -> None:
        self._match, self._robot = match, robot
        self._reading, self._taken = ImuReading(), 0.0  # and simulated time
        self._velocity: Vector | None = None
        self._asked = 0.0  # simulated time of the last read
        self._awake = False

    def measure(self) -> ImuReading:
        """The newest measurement, with its age."""
        now = self._match.world.time
        self._asked = now
        if not self._awake:
            self._awake = True
            self._match.observe(self, RATE)
            self._take(self._match)
        if now < self._taken:  # time went back
            self._velocity = None
            self._take(self._match)
        return self._reading._replace(age=now - self._taken)

    def on_sample(self, match: Match) -> None:
        """Take a measurement, or fall asleep."""
        if not 0.0 <= match.world.time - self._asked <= SILENT or self._robot not in match.world.bodies:
            self._awake, self._velocity = False, None
            match.forget(self)
            return
        self._take(match)

    def _take(self, match: Match) -> None:
        world = match.world
        column = world.bodies.index(self._robot)
        w, x, y, z = map(float, world.values("quaternion")[:, column])
        velocity = _vector(world.values("velocity3")[:, column])
        gravity = float(world.league.gravity)
        passed, before = world.time - self._taken, self._velocity
        force = (0.0, 0.0, gravity)
        if before is not None and 0.0 < passed <= 2.0 / RATE:
            a, b, c = ((now - then) / passed for now, then in zip(velocity, before, strict=True))
            force = (a, b, c + gravity)
        up = _turned_back(w, x, y, z, (0.0, 0.0, 1.0))
        self._reading = ImuReading(
            _vector(world.values("angular_velocity")[:, column]),
            _turned_back(w, x, y, z, force),
            atan2(up[1], up[2]),
            atan2(-up[0], hypot(up[1], up[2])),
            self._reading.frame + 1,
        )
        self._taken, self._velocity = world.time, velocity

    # ---- what else an observer hears -------------------------------------------------------------------------------

    def on_input(self, source: str, sequence: int, input: Input) -> None:
        """Nothing."""

    def on_derived(self, source: str, tick: int, inputs: Sequence[Input]) -> None:
        """Nothing."""

    def on_decision(self, decision: Decision) -> None:
        """Nothing."""

    def on_events(self, events: Sequence[Event]) -> None:
        """Nothing."""


def _vector(values: np.ndarray[tuple[int, ...], np.dtype[np.floating]]) -> Vector:
    x, y, z = map(float, values)
    return x, y, z


def _turned_back(w: float, x: float, y: float, z: float, vector: Vector) -> Vector:
    """A vector of the field in the frame of a body with this quaternion."""
    a, b, c = vector
    tx, ty, tz = 2.0 * (z * b - y * c), 2.0 * (x * c - z * a), 2.0 * (y * a - x * b)
    return a + w * tx + z * ty - y * tz, b + w * ty + x * tz - z * tx, c + w * tz + y * tx - x * ty
