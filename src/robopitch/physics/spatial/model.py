"""The MuJoCo model of a whole field, in space: gravity, a ground, free bodies.

    body        joints                    touches
    robot …     free; a hinge per wheel   ground (wheels, skids, a fallen hull), robots, walls, ball
    figure …    free; its own joints      ground, robots, walls, ball
    ball        free                      ground, robots, walls
    walls …     none                      ball, robots

All robots are in the model, also those that are not on the field: those are held far above it (`kernels.py`).

Friction and restitution are MuJoCo's: no law of `physics/ball.py` or `physics/drive.py` acts on a body. The numbers
come from the specification: sliding friction µ of the ball, a rolling friction that gives its rolling deceleration,
grip and friction across of the wheels, restitutions as springs and dampers (`surface.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import mujoco

from robopitch.elementary import cos, sin
from robopitch.physics import params as p
from robopitch.physics.figures.adding import AddedFigure
from robopitch.physics.mujoco.pieces import Cylinder, Sphere
from robopitch.physics.mujoco.pitch import ball_blocks, robot_blocks
from robopitch.physics.params import Params
from robopitch.physics.scalar import Floats
from robopitch.physics.servos.params import ServoParams
from robopitch.physics.spatial.figure import add_robot_with_joints
from robopitch.physics.spatial.geoms import (
    FOR_BALL,
    FOR_ROBOTS,
    GROUND,
    Meshes,
    add_ground_pair,
    add_shape,
    surface,
)
from robopitch.physics.spatial.robot import add_robot
from robopitch.physics.spatial.surface import rebounding
from robopitch.physics.spatial.wheel import WheelMaker, add_wheel
from robopitch.spec import LeagueSpec, RobotSpec

__all__ = ["BALL", "Model", "build_model", "robot_name", "substeps_of"]

BALL = "ball"
# s: a step of MuJoCo; an impact of the ball on the ground takes twenty
_LONGEST = 0.0005
_LONGEST_WITH_JOINTS = 0.001
_BOUNCE = 20  # steps that an impact of the ball on the ground takes
# s in which friction asks for an end of the ball's slip: less lifts a sliding ball, more leaves slip after a bounce
_SLIDE = 0.015
_PIVOT = 0.001  # m: radius of the ball's print on the ground, which brakes its spin about the vertical
_ITERATIONS = 50
# A hook is stiff, so that a trunk that hangs on it does not swing: chosen, a few steps of MuJoCo
_HOOK_SOLREF, _HOOK_SOLIMP = (0.005, 1.0), (0.99, 0.999, 0.001, 0.5, 2.0)


@dataclass(frozen=True)
class Model:
    """The compiled model.

    substeps: steps of MuJoCo in a step of the world
    roots:    name of the free body of each robot
    joints:   names of the joints that servos of each robot move; empty for one on wheels
    rest:     positions of all joints with each robot upright at the origin, on the ground
    hooks:    name of the mocap body, and of its weld, on which each robot can hang (`hook.py`); empty for one on wheels
    """

    mujoco: Any
    substeps: int
    roots: tuple[str, ...]
    joints: tuple[tuple[str, ...], ...]
    rest: Floats
    hooks: tuple[str, ...]


def robot_name(column: int) -> str:
    """Name of a robot's body and of its free joint."""
    return f"robot {column}"


def substeps_of(timestep: float, joints: bool = False) -> int:
    """Steps of MuJoCo in a step of the world. Joints: whether a robot has some, and costs more time."""
    return max(1, round(timestep / (_LONGEST_WITH_JOINTS if joints else _LONGEST) + 0.499))


def build_model(
    params: Params,
    league: LeagueSpec,
    robots: Sequence[RobotSpec],
    which: Sequence[int],
    servos: ServoParams | None = None,
    make_wheel: WheelMaker = add_wheel,
) -> Model:
    """The model of a field with robots of these kinds, in the order of their columns."""
    substeps = substeps_of(params.timestep, joints=any(robot.figure is not None for robot in robots))
    step = params.timestep / substeps
    spec = mujoco.MjSpec()
    _set_options(spec, step, float(params.pitch[p.GRAVITY]))
    meshes: Meshes = {}
    figures: list[AddedFigure] = []
    spec.worldbody.add_geom(name=GROUND, type=mujoco.mjtGeom.mjGEOM_PLANE, size=(0, 0, 1), contype=0, conaffinity=0)
    for column, kind in enumerate(which):
        name, robot = robot_name(column), robots[kind]
        if robot.figure is None:
            add_robot(spec, meshes, params, robot, kind, name, step, make_wheel)
            figures.append(AddedFigure(name, (), {}, 0.0))
        else:
            assert servos is not None  # a figure has at least one
            armatures = servos.armatures(kind, len(robot.figure.joints))
            figures.append(add_robot_with_joints(spec, params, robot.figure, armatures, name, step))
    _add_ball(spec, params, step)
    _add_walls(spec, params, league, step)
    _add_poles(spec, params, league, step)
    hooks = tuple(_add_hook(spec, figure.root) if figure.joints else "" for figure in figures)
    model = spec.compile()
    rest = model.qpos0.copy()
    for figure in figures:
        address = model.jnt_qposadr[model.body(figure.root).jntadr[0]]
        rest[address : address + 3] = 0.0, 0.0, figure.standing
    roots, joints = tuple(one.root for one in figures), tuple(one.joints for one in figures)
    return Model(model, substeps, roots, joints, rest, hooks)


def _set_options(spec: Any, step: float, gravity: float) -> None:
    spec.compiler.inertiafromgeom = mujoco.mjtInertiaFromGeom.mjINERTIAFROMGEOM_AUTO  # for figures without inertia
    option = spec.option
    option.timestep = step
    option.gravity = (0, 0, -gravity)
    option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    option.cone = mujoco.mjtCone.mjCONE_ELLIPTIC
    option.solver = mujoco.mjtSolver.mjSOL_NEWTON
    option.iterations = _ITERATIONS
    off = mujoco.mjtDisableBit
    option.disableflags = int(
        off.mjDSBL_CLAMPCTRL  # an ideal servo has no highest voltage; controllers clamp those that have one
        | off.mjDSBL_SENSOR
        | off.mjDSBL_AUTORESET  # an invalid state must be visible, not be reset
    )


def _add_ball(spec: Any, params: Params, step: float) -> None:
    pitch = params.pitch
    radius, mass, factor = float(pitch[p.BALL_RADIUS]), float(pitch[p.BALL_MASS]), float(pitch[p.INERTIA_FACTOR])
    inertia = factor * mass * radius * radius
    body = spec.worldbody.add_body(name=BALL, mass=mass, ipos=(0, 0, 0), inertia=(inertia,) * 3, explicitinertial=True)
    body.add_freejoint(name=BALL)
    skin = surface(float(pitch[p.BALL_ROBOT]), float(pitch[p.BALL_ROBOT + 1]), step, knows=False)  # for figures
    add_shape(spec, {}, body, Sphere(radius), name=BALL, contype=FOR_BALL, conaffinity=0, **skin)
    sliding = float(pitch[p.SLIDING])
    # A torque M on a rolling ball decelerates it at M / (m r (1 + c)).
    rolling = float(pitch[p.ROLLING]) * radius * (1 + factor) / float(pitch[p.GRAVITY])
    friction = (sliding, sliding, sliding * _PIVOT, rolling, rolling)
    add_ground_pair(spec, BALL, friction, rebounding(float(pitch[p.BOUNCE]), _BOUNCE, step), condim=6, slip=_SLIDE)


def _add_hook(spec: Any, root: str) -> str:
    """Add a hook to which a body can be welded, where it is; returns its name."""
    name = f"{root} hook"
    spec.worldbody.add_body(name=name, mocap=True)
    weld = spec.add_equality(
        name=name,
        type=mujoco.mjtEq.mjEQ_WELD,
        objtype=mujoco.mjtObj.mjOBJ_BODY,
        name1=name,
        name2=root,
        active=False,
        solref=_HOOK_SOLREF,
        solimp=_HOOK_SOLIMP,
    )
    weld.data[:11] = (0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1)  # no offset, no turn; torques count as forces do
    return name


def _add_walls(spec: Any, params: Params, league: LeagueSpec, step: float) -> None:
    bodies: dict[str, Any] = {}
    for blocks, bit in (
        (ball_blocks(params, league.field), FOR_BALL),
        (robot_blocks(params, league.field), FOR_ROBOTS),
    ):
        for block in blocks:
            if block.part not in bodies:
                bodies[block.part] = spec.worldbody.add_body(name=block.part)
            bodies[block.part].add_geom(
                type=mujoco.mjtGeom.mjGEOM_BOX,
                pos=block.centre,
                size=block.half,
                quat=(cos(block.yaw / 2), 0, 0, sin(block.yaw / 2)),
                contype=0,
                conaffinity=bit,
                **surface(block.restitution, block.friction, step, knows=True),
            )


def _add_poles(spec: Any, params: Params, league: LeagueSpec, step: float) -> None:
    """Landmarks that stand beside the field, as firm as walls."""
    pitch = params.pitch
    for number, pole in enumerate(league.field.poles):
        body = spec.worldbody.add_body(name=f"pole {number}", pos=(float(pole.x), float(pole.y), 0.0))
        for row, bit in ((p.BALL_WALL, FOR_BALL), (p.ROBOT_WALL, FOR_ROBOTS)):
            more = surface(float(pitch[row]), float(pitch[row + 1]), step, knows=True)
            piece = Cylinder(float(pole.radius), 0.0, float(pole.height))
            add_shape(spec, {}, body, piece, contype=0, conaffinity=bit, **more)
