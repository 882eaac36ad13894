"""Wheels in the model: on hinges, with motors as actuators.

A fixed wheel is a capsule on a hinge: MuJoCo's contact of a capsule with a plane has its first tangent along the axle,
so that a pair of geoms can have two coefficients of friction, `across` the wheel and `grip` along it.

A wheel with rollers is a sphere on two hinges that cross in its centre: the axle, and across it one that stands for the
roller on the ground, with the friction `across` in its bearing. Nothing slides: the sphere rolls either way. A capsule
with little friction across slides there all the time, and MuJoCo's friction cone takes what slides across from the
grip along: with µ = 0.03 the robot of the Small Size League accelerates 8 % less forwards, 17 % less sideways.
`compare/rollers.py` has the same wheel with every single roller, as a check.

A motor is an actuator with the torque line of the specification, τ = u · stall − damping · ω, whose control u is the
voltage as a share of the highest one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import mujoco

from robopitch.elementary import cos, sin
from robopitch.physics import params as p
from robopitch.physics.scalar import Floats
from robopitch.physics.spatial.geoms import add_ground_pair
from robopitch.physics.spatial.surface import resting
from robopitch.physics.spatial.weight import Weight
from robopitch.spec import Box, Polygon, RobotSpec
from robopitch.spec.wheel import WheelSpec

__all__ = ["REST", "SLIP", "Mount", "WheelMaker", "add_capsule_wheel", "add_hub", "add_skids", "add_wheel"]

REST = 8  # steps in which a wheel comes to rest on the ground
SLIP = 0.05  # s: slow enough that a wheel that slips stays on the ground
_ROLLER_SHARE = 0.1  # of the mass of a wheel
_ROLLER_WIDTH = 0.1  # of the radius: half the width of a wheel with rollers, as a capsule
_TYRE_WIDTHS = (0.05, 0.5)  # of the radius: least and largest half width of a tyre
_SKID_PLACE = 0.8  # of the way from the centre to the edge of the outline
_SKID_GAP = 0.0002  # m: the wheels carry the robot, a skid only a robot that leans
_SKID_FRICTION = 0.1  # chosen: polished plastic


@dataclass(frozen=True)
class Mount:
    """The robot that gets wheels."""

    spec: Any  # the specification of the model
    body: Any  # the robot's body in it
    robot: RobotSpec
    row: Floats  # of `params.kinds`
    weight: Weight
    gravity: float
    step: float  # of MuJoCo, s

    @property
    def carried(self) -> float:
        """Weight on each wheel, if all carry the same, N."""
        return float(self.robot.mass) * self.gravity / len(self.robot.drive.wheels)


WheelMaker = Callable[[Mount, WheelSpec, str], None]


def add_wheel(mount: Mount, wheel: WheelSpec, name: str) -> None:
    """Add a wheel, its hinges and its motor."""
    if not wheel.roller:
        add_capsule_wheel(mount, wheel, name)
        return
    drive, mass, radius = mount.robot.drive, _ROLLER_SHARE * mount.weight.wheel, float(wheel.radius)
    roller = mount.body.add_body(
        name=f"{name} roller", **_place(wheel), **_inertial(mass, (mass * radius * radius / 4,) * 3)
    )
    roller.add_joint(
        name=f"{name} roller",
        type=mujoco.mjtJoint.mjJNT_HINGE,
        axis=(1, 0, 0),
        frictionloss=float(drive.across) * mount.carried * radius,
    )
    hub = add_hub(mount, roller, wheel, name, mount.weight.wheel - mass)
    hub.add_geom(name=name, type=mujoco.mjtGeom.mjGEOM_SPHERE, size=(radius, 0, 0), contype=0, conaffinity=0)
    add_ground_pair(mount.spec, name, (float(drive.grip),) * 2, resting(REST, mount.step), slip=SLIP)


def add_capsule_wheel(mount: Mount, wheel: WheelSpec, name: str) -> None:
    """Add a wheel that slides across its direction, with the friction `across`."""
    drive = mount.robot.drive
    hub = add_hub(mount, mount.body, wheel, name, mount.weight.wheel, **_place(wheel))
    wide = _half_width(mount, wheel)
    hub.add_geom(
        name=name,
        type=mujoco.mjtGeom.mjGEOM_CAPSULE,
        size=(float(wheel.radius), 0, 0),
        fromto=(0, -wide, 0, 0, wide, 0),
        contype=0,
        conaffinity=0,
    )
    add_ground_pair(mount.spec, name, (float(drive.across), float(drive.grip)), resting(REST, mount.step), slip=SLIP)


def add_hub(mount: Mount, parent: Any, wheel: WheelSpec, name: str, mass: float, **place: Any) -> Any:
    """Add the body of a wheel on its axle, with its motor: x is its drive direction, y its axle."""
    drive, radius = mount.robot.drive, float(wheel.radius)
    about = mass * radius * radius / 2
    hub = parent.add_body(name=name, **place, **_inertial(mass, (about / 2, about, about / 2)))
    hub.add_joint(
        name=name,
        type=mujoco.mjtJoint.mjJNT_HINGE,
        axis=(0, 1, 0),
        armature=float(drive.wheel_inertia) - about,  # the geared rotor turns with the wheel
        frictionloss=float(drive.rolling_resistance) * mount.carried * radius,
    )
    motor = mount.spec.add_actuator(name=name, target=name, trntype=mujoco.mjtTrn.mjTRN_JOINT)
    motor.gaintype, motor.biastype = mujoco.mjtGain.mjGAIN_FIXED, mujoco.mjtBias.mjBIAS_AFFINE
    motor.gainprm[0] = float(mount.row[p.STALL_TORQUE])
    motor.biasprm[2] = -float(mount.row[p.MOTOR_DAMPING])
    return hub


def _place(wheel: WheelSpec) -> dict[str, Any]:
    half = wheel.direction / 2
    return {"pos": (float(wheel.x), float(wheel.y), float(wheel.radius)), "quat": (cos(half), 0, 0, sin(half))}


def _inertial(mass: float, inertia: tuple[float, float, float]) -> dict[str, Any]:
    """Arguments of a body whose mass is around its origin; without `ipos` MuJoCo takes the body's place."""
    return {"mass": mass, "ipos": (0, 0, 0), "iquat": (1, 0, 0, 0), "inertia": inertia, "explicitinertial": True}


def _half_width(mount: Mount, wheel: WheelSpec) -> float:
    """Half the width of a wheel. The two ends of a tyre scrub when the robot turns: they give the torque that brakes
    turning on the spot, if the specification has one.
    """
    if wheel.roller:
        return _ROLLER_WIDTH * wheel.radius
    drive = mount.robot.drive
    low, high = (share * wheel.radius for share in _TYRE_WIDTHS)
    scrub = float(drive.spin_resistance) / (float(drive.across) * mount.carried * len(drive.wheels))
    return min(max(scrub, low), high)


def add_skids(mount: Mount, clearance: float) -> None:
    """Add two skids before and behind the axle of a robot with two wheels: castors are not described."""
    outline = mount.robot.outline
    direction = mount.robot.drive.wheels[0].direction
    along, left = cos(direction), sin(direction)
    edges = [outline.circumradius]
    if isinstance(outline, Polygon):
        edges = [abs(x * along + y * left) for x, y in outline.vertices]
    elif isinstance(outline, Box):
        edges = [outline.length / 2]
    away, radius = _SKID_PLACE * min(edges), clearance / 2
    for side in (1, -1):
        name = f"{mount.body.name} skid {side}"
        mount.body.add_geom(
            name=name,
            type=mujoco.mjtGeom.mjGEOM_SPHERE,
            size=(radius, 0, 0),
            pos=(side * away * along, side * away * left, radius + _SKID_GAP),
            contype=0,
            conaffinity=0,
        )
        add_ground_pair(mount.spec, name, (_SKID_FRICTION, _SKID_FRICTION), resting(REST, mount.step))
