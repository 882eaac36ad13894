"""Three models of the same omnidirectional wheel in MuJoCo, as a check on the one that the engine uses.

The engine's wheel is a sphere on two hinges (`physics/spatial/wheel.py`). A capsule with little friction across is the
wheel of most MuJoCo models. The third has every single roller: a barrel on a hinge along the rim, whose outline
follows the circle of the wheel, with isotropic friction on the ground and friction in its bearing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import mujoco
import numpy as np

from robopitch.compare.trace import Array
from robopitch.physics import state as s
from robopitch.physics.spatial.engine import SpatialEngine
from robopitch.physics.spatial.geoms import add_ground_pair
from robopitch.physics.spatial.surface import resting
from robopitch.physics.spatial.wheel import REST, SLIP, Mount, WheelMaker, add_capsule_wheel, add_hub, add_wheel
from robopitch.spec import LeagueSpec
from robopitch.spec.wheel import WheelSpec

__all__ = ["WHEELS", "Drive", "drive_on"]

_ROLLERS = 32  # chosen: they overlap, so that the rim is round to 0.01 mm; with 12 a wheel jumps from roller to roller
_THICK = 0.3  # of the wheel's radius: radius of a roller


def _add_rollers(mount: Mount, wheel: WheelSpec, name: str) -> None:
    """Add a wheel with all its rollers."""
    drive, radius, half = mount.robot.drive, float(wheel.radius), wheel.direction / 2
    thick = _THICK * radius
    long = math.sqrt(thick * radius)  # half its length: its outline has the curvature of the rim
    mass = mount.weight.wheel / 2 / _ROLLERS
    place = {"pos": (wheel.x, wheel.y, radius), "quat": (math.cos(half), 0, 0, math.sin(half))}
    hub = add_hub(mount, mount.body, wheel, name, mount.weight.wheel / 2, **place)
    for number in range(_ROLLERS):
        angle = 2 * math.pi * number / _ROLLERS
        along, up = math.cos(angle), math.sin(angle)
        part = f"{name} roller {number}"
        body = hub.add_body(
            name=part,
            pos=((radius - thick) * along, 0, (radius - thick) * up),
            quat=(math.cos(angle / 2), 0, -math.sin(angle / 2), 0),  # z along the rim, x outwards
            mass=mass,
            ipos=(0, 0, 0),
            iquat=(1, 0, 0, 0),
            inertia=(mass * long * long / 4, mass * long * long / 4, mass * thick * thick / 2),
            explicitinertial=True,
        )
        drag = float(drive.across) * mount.carried * thick
        body.add_joint(name=part, type=mujoco.mjtJoint.mjJNT_HINGE, axis=(0, 0, 1), frictionloss=drag)
        body.add_geom(
            name=part, type=mujoco.mjtGeom.mjGEOM_ELLIPSOID, size=(thick, thick, long), contype=0, conaffinity=0
        )
        add_ground_pair(mount.spec, part, (float(drive.grip),) * 2, resting(REST, mount.step), slip=SLIP)


WHEELS: Mapping[str, WheelMaker] = {"two hinges": add_wheel, "rollers": _add_rollers, "capsule": add_capsule_wheel}


@dataclass(frozen=True)
class Drive:
    """The motion of a robot, about every millisecond."""

    time: Array  # s
    velocity: Array  # [sample, 3]: forward, left and turning, as the robot sees it
    wheels: Array  # [sample, wheel], rad/s


def drive_on(
    wheels: str, league: LeagueSpec, command: tuple[float, float, float], seconds: float, timestep: float = 0.001
) -> Drive:
    """Drive the league's robot on one of the `WHEELS` from rest, at a body velocity."""
    robot = league.blue.robot
    which, dtype = np.zeros(1, np.int64), np.dtype(np.float64)
    engine = SpatialEngine(league, [robot], which, timestep, dtype, WHEELS[wheels])
    layout, steps = engine.layout, round(seconds / timestep)
    state = layout.empty(dtype)
    block, ball = layout.robot_block(state), layout.ball_block(state)
    block[s.X : s.HY + 1, 0] = 0.0, 0.0, 1.0, 0.0
    block[s.PRESENT, 0], block[s.MODE, 0] = 1.0, s.BODY_VELOCITY
    block[s.COMMAND : s.COMMAND + 3, 0] = command
    ball[s.BALL_X : s.BALL_Z + 1] = -0.4 * league.field.length, 0.4 * league.field.width, league.ball.radius
    ticks, counts = np.zeros(1, np.int64), np.zeros((1, 2), np.int64)
    events = np.zeros((1, 0, s.EVENT_FIELDS))
    seen, turning = [], []
    for _ in range(steps):
        engine.advance(state[None, :], ticks, 1, events, counts)
        x, y, hx, hy = block[s.VX, 0], block[s.VY, 0], block[s.HX, 0], block[s.HY, 0]
        seen.append((hx * x + hy * y, hx * y - hy * x, block[s.TURN, 0]))
        turning.append(layout.spin_block(state)[s.SPEED, : len(robot.drive.wheels), 0].copy())
    return Drive(np.arange(1, steps + 1) * timestep, np.array(seen), np.array(turning))
