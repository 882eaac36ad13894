"""Conversion of the velocity of a robot to wheel speeds, and back."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from robopitch.control.geometry import Twist

__all__ = ["Kinematics", "Wheel", "differential_drive", "omni_drive"]

Row = tuple[float, float, float]


class Wheel(NamedTuple):
    """A wheel in the robot's frame: contact point, drive direction, radius."""

    x: float
    y: float
    direction: float
    radius: float


@dataclass(frozen=True)
class Kinematics:
    """The wheels of a robot as two matrices: the one from velocity to wheel speeds, and its least-squares inverse.

    Made by `omni_drive` or `differential_drive`.
    """

    to_wheels: tuple[Row, ...]  # for each wheel, rad/s per velocity forward, left and turning
    to_body: tuple[tuple[float, ...], ...]  # forward, left and turning velocity per rad/s of each wheel

    def wheel_speeds(self, twist: Twist) -> tuple[float, ...]:
        """Speeds of wheels that roll without slip at a velocity of the robot's frame, rad/s [CAMBADA-sim eq. 4.2]."""
        x, y, turn = twist
        return tuple([by_x * x + by_y * y + by_turn * turn for by_x, by_y, by_turn in self.to_wheels])

    def twist(self, wheel_speeds: Sequence[float]) -> Twist:
        """Velocity in the robot's frame at which the wheels roll with the least slip (inverse of
        [CAMBADA-sim eq. 4.2]).

        With three omni wheels there is a velocity without slip; with more wheels it is the least-squares solution. A
        robot on two fixed wheels does not move sideways.
        """
        for_x, for_y, for_turn = self.to_body
        x = y = turn = 0.0
        for speed, by_x, by_y, by_turn in zip(wheel_speeds, for_x, for_y, for_turn, strict=True):
            x += by_x * speed
            y += by_y * speed
            turn += by_turn * speed
        return Twist(x, y, turn)


def omni_drive(wheels: Sequence[Wheel]) -> Kinematics:
    """Kinematics of three or more wheels that roll freely across their direction [CAMBADA-sim eq. 4.2].

    The ground moves along a wheel of direction F at the place p with V·F + ω (p × F).

    >>> r, b = 0.05, 0.2
    >>> back = Wheel(-b, 0.0, -math.pi / 2, r)
    >>> front = [Wheel(b * math.cos(a), b * math.sin(a), a + math.pi / 2, r) for a in (math.pi / 3, -math.pi / 3)]
    >>> [round(speed, 6) for speed in omni_drive([front[0], back, front[1]]).wheel_speeds(Twist(0.0, 1.0, 0.0))]
    [10.0, -20.0, 10.0]
    """
    rows = []
    for x, y, direction, radius in wheels:
        along, left = math.cos(direction), math.sin(direction)
        rows.append((along / radius, left / radius, (x * left - y * along) / radius))
    if np.linalg.matrix_rank(np.array(rows).reshape(-1, 3), tol=1e-6) < 3:
        raise ValueError("an omni drive needs three wheels or more, not all parallel and not all pointing at one place")
    return _of(rows)


def differential_drive(base: float, radius: float) -> Kinematics:
    """Kinematics of a left and a right wheel, in this order, at a distance *base* [MI20 §2.4.4]: v ∓ ℓω/2.

    >>> differential_drive(base=0.5, radius=0.25).twist([-1.0, 1.0])
    Twist(x=0.0, y=0.0, turn=1.0)
    """
    if base <= 0 or radius <= 0:
        raise ValueError(f"wheels of radius {radius} m, {base} m apart: both must be above 0")
    half = base / 2
    return Kinematics(
        ((1 / radius, 0.0, -half / radius), (1 / radius, 0.0, half / radius)),
        ((radius / 2, radius / 2), (0.0, 0.0), (-radius / base, radius / base)),
    )


def _of(rows: list[Row]) -> Kinematics:
    inverse = np.linalg.pinv(np.array(rows))
    return Kinematics(tuple(rows), tuple(tuple(float(part) for part in row) for row in inverse))
