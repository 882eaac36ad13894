"""The layout of a world's state: which number lies where, by name.

A state is one flat array, so that saving is copying: the block of the *planar* facet, the ball, the block of the
*articulated* facet if there is one, that of the *servos* likewise, and the engine's own numbers. A block is
``[field, robot]``, field-major because loops and GPU lanes run over robots; that of the servos is
``[robot, servo, row]``, because a servo reads all its numbers. Compiled code reads the planar facet by the constants of
`state.py`, and the servos by those of `servos/rows.py`.

Every robot has the planar facet: its place on the ground, its command and its devices. An engine for robots with joints
keeps it up to date, because cameras from above, referees and tables need no more. Only robots with joints have the
articulated facet, and only robots with servos have theirs: a row per servo for each of its numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from robopitch.physics import state as s
from robopitch.physics.scalar import Floats
from robopitch.physics.servos import rows as servo_rows

__all__ = ["ARTICULATED", "PLANAR", "SERVOS", "FacetError", "Field", "Layout"]

PLANAR, ARTICULATED, SERVOS = "planar", "articulated", "servos"


class FacetError(ValueError):
    """A view was asked for that a robot, or a whole world, does not have."""


class Field(NamedTuple):
    """A named group of rows in the block of a facet."""

    name: str
    facet: str
    rows: slice
    unit: str


# Name, number of rows and unit; the order is that of `state.py`.
_PLANAR = (
    ("position", 2, "m"),
    ("heading", 2, "1"),
    ("velocity", 2, "m/s"),
    ("turn_rate", 1, "rad/s"),
    ("present", 1, "1"),
    ("set_velocity", 2, "m/s"),
    ("set_turn_rate", 1, "rad/s"),
    ("mode", 1, "1"),
    ("command", 3, "1"),
    ("kick", 2, "m/s"),
    ("hold", 1, "1"),
    ("charge", 1, "1"),
    ("touch", 1, "s"),
    ("release", 1, "s"),
)
_WHEELS = (
    ("wheel_speeds", "rad/s"),
    ("wheel_targets", "rad/s"),
    ("wheel_impulses", "N s"),
    ("wheel_outputs", "1"),
    ("wheel_errors", "m/s"),
    ("wheel_errors_before", "m/s"),
)
_FRAME = (("frame", 1, "1"), ("frame_time", 1, "s"))
_ARTICULATED = (
    ("position3", 3, "m"),
    ("quaternion", 4, "1"),  # w, x, y, z
    ("velocity3", 3, "m/s"),
    ("angular_velocity", 3, "rad/s"),
)
_JOINTS = (("joint_angles", "rad"), ("joint_velocities", "rad/s"), ("joint_targets", "rad"), ("joint_torques", "N m"))


@dataclass(frozen=True)
class Layout:
    """The layout for a number of robots.

    wheels: of the robot with the most
    joints: of each robot, 0 for one without; empty if no robot has any
    extra:  numbers of the engine's own state
    frames: whether a robot has a frame that moves out; the planar facet then has two more rows
    servos: of each robot, 0 for one without; empty if no robot has any
    servo_rows: numbers of a servo (`ServoParams.rows`)
    """

    robots: int
    wheels: int
    joints: tuple[int, ...] = ()
    extra: int = 0
    frames: bool = False
    servos: tuple[int, ...] = ()
    servo_rows: int = servo_rows.PROTOCOL_1_ROWS

    def __post_init__(self) -> None:
        for what, counts in (("joints", self.joints), ("servos", self.servos)):
            if counts and len(counts) != self.robots:
                raise ValueError(f"{what} of {len(counts)} robots in a layout for {self.robots}")

    # ---- names -------------------------------------------------------------------------------------------------

    @cached_property
    def facets(self) -> tuple[str, ...]:
        """The facets that some robot of this world has."""
        more = ((ARTICULATED, self.joints), (SERVOS, self.servos))
        return (PLANAR, *(facet for facet, counts in more if any(counts)))

    @cached_property
    def names(self) -> dict[str, Field]:
        """All fields of robots, by name."""
        wheels = [(name, self.wheels, unit) for name, unit in _WHEELS]
        found = _placed(PLANAR, [*_PLANAR, *wheels, *(_FRAME if self.frames else ())])
        if ARTICULATED in self.facets:
            most = max(self.joints)
            found |= _placed(ARTICULATED, [*_ARTICULATED, *((name, most, unit) for name, unit in _JOINTS)])
        if SERVOS in self.facets:
            numbers = zip(servo_rows.NAMES[: self.servo_rows], servo_rows.UNITS, strict=False)
            found |= _placed(SERVOS, [(f"servo_{name}", 1, unit) for name, unit in numbers])
        return found

    def field(self, name: str) -> Field:
        """The field of that name; a FacetError with the names that there are."""
        try:
            return self.names[name]
        except KeyError:
            raise FacetError(f"this state has no {name!r}; it has {', '.join(self.names)}") from None

    # ---- sizes -------------------------------------------------------------------------------------------------

    @property
    def fields(self) -> int:
        """Numbers per robot in the planar facet."""
        return s.WHEELS + s.WHEEL_BLOCKS * self.wheels + (s.FRAME_ROWS if self.frames else 0)

    @cached_property
    def joint_fields(self) -> int:
        """Numbers per robot in the articulated facet."""
        return max((field.rows.stop for field in self.names.values() if field.facet == ARTICULATED), default=0)

    @property
    def servo_fields(self) -> int:
        """Numbers per robot of the servos."""
        return self.servo_rows * max(self.servos, default=0)

    @property
    def size(self) -> int:
        """Numbers per world."""
        fields = self.fields + self.joint_fields + self.servo_fields
        return fields * self.robots + s.BALL_FIELDS + self.extra

    # ---- views of one world's state ----------------------------------------------------------------------------

    def robot_block(self, state: Floats) -> Floats:
        """The planar facet, ``[field, robot]``."""
        return state[: self.fields * self.robots].reshape(self.fields, self.robots)

    def spin_block(self, state: Floats) -> Floats:
        """The wheels in it, ``[block, wheel, robot]``."""
        rows = slice(s.WHEELS, s.WHEELS + s.WHEEL_BLOCKS * self.wheels)
        return self.robot_block(state)[rows].reshape(s.WHEEL_BLOCKS, self.wheels, self.robots)

    def ball_block(self, state: Floats) -> Floats:
        """The ball."""
        start = self.fields * self.robots
        return state[start : start + s.BALL_FIELDS]

    def joint_block(self, state: Floats) -> Floats:
        """The articulated facet, ``[field, robot]``; a FacetError if no robot has it."""
        if ARTICULATED not in self.facets:
            raise FacetError("no robot of this world has joints: all move in the plane")
        start = self.fields * self.robots + s.BALL_FIELDS
        return state[start : start + self.joint_fields * self.robots].reshape(self.joint_fields, self.robots)

    def servo_block(self, state: Floats) -> Floats:
        """The servos, ``[robot, servo, row]``; a FacetError if no robot has any."""
        if SERVOS not in self.facets:
            raise FacetError("no robot of this world has servos")
        start = (self.fields + self.joint_fields) * self.robots + s.BALL_FIELDS
        numbers = state[start : start + self.servo_fields * self.robots]
        return numbers.reshape(self.robots, max(self.servos), self.servo_rows)

    def extra_block(self, state: Floats) -> Floats:
        """The engine's own numbers."""
        return state[self.size - self.extra : self.size]

    def values(self, state: Floats, name: str) -> Floats:
        """One field of all robots, ``[row, robot]``; of servos, ``[servo, robot]``."""
        field = self.field(name)
        if field.facet == SERVOS:
            return self.servo_block(state)[:, :, field.rows.start].T
        block = self.robot_block(state) if field.facet == PLANAR else self.joint_block(state)
        return block[field.rows]

    def joints_of(self, column: int) -> int:
        """The number of joints of a robot; 0 for one that moves in the plane."""
        return self.joints[column] if self.joints else 0

    def servos_of(self, column: int) -> int:
        """The number of servos of a robot."""
        return self.servos[column] if self.servos else 0

    def park(self, state: Floats, column: int) -> None:
        """Take a robot off the field: at rest, charged, without a command, far from everything.

        Its servos keep their registers: a robot that is carried elsewhere is not switched off.
        """
        robot = self.robot_block(state)[:, column]
        robot[:] = 0
        robot[s.X], robot[s.Y] = s.PARKED + 10 * column, s.PARKED
        robot[s.HX] = robot[s.CHARGE] = 1
        if self.joints_of(column):
            self.joint_block(state)[:, column] = 0
            self.values(state, "quaternion")[0, column] = 1

    def carry(self, state: Floats, column: int, other: Layout, from_state: Floats, from_column: int) -> None:
        """Copy a robot from the state of another layout, as far as it has the same wheels, frame, joints and
        servos.
        """
        self.robot_block(state)[: s.WHEELS, column] = other.robot_block(from_state)[: s.WHEELS, from_column]
        wheels = min(self.wheels, other.wheels)
        self.spin_block(state)[:, :wheels, column] = other.spin_block(from_state)[:, :wheels, from_column]
        if self.frames and other.frames:
            frame = other.robot_block(from_state)[-s.FRAME_ROWS :, from_column]
            self.robot_block(state)[-s.FRAME_ROWS :, column] = frame
        if self.joints_of(column) and other.joints_of(from_column):
            for name in (name for name, field in self.names.items() if field.facet == ARTICULATED):
                values, there = self.values(state, name), other.values(from_state, name)
                rows = min(len(values), len(there))
                values[:rows, column] = there[:rows, from_column]
        servos = self.servos_of(column)
        if servos and servos == other.servos_of(from_column) and self.servo_rows == other.servo_rows:
            block, there = self.servo_block(state), other.servo_block(from_state)
            model = servo_rows.MODEL_NUMBER
            for servo in range(servos):  # one that was replaced by another model is new
                if block[column, servo, model] == there[from_column, servo, model]:
                    block[column, servo] = there[from_column, servo]

    def empty(self, dtype: np.dtype[np.floating]) -> Floats:
        """The state of a field without robots, with the ball at its parking position."""
        state = np.zeros(self.size, dtype)
        for column in range(self.robots):
            self.park(state, column)
        return state


def _placed(facet: str, fields: list[tuple[str, int, str]]) -> dict[str, Field]:
    """Fields one after the other."""
    found: dict[str, Field] = {}
    row = 0
    for name, rows, unit in fields:
        found[name] = Field(name, facet, slice(row, row + rows), unit)
        row += rows
    return found
