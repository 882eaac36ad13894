"""The MuJoCo model of a field with given robots, built from the compiled specification.

    body        joints                     geoms
    robot …     slide x, slide y, hinge z  one for robots and walls, one or more for the ball; a site for each wheel
    ball        free                       a sphere
    walls …     none                       boxes for the ball, boxes for robots

Robots that are not on the field are not in the model: they cost no time and touch nothing. Building one takes a few
milliseconds, and robots of the same kind are interchangeable, so there are few different models.

There is no ground. The laws of wheels and ball are applied as forces (`forces.py`). Gravity, limits, damping, sensors
and warm starts are switched off: the result depends only on positions, velocities and forces, which are in the world's
state or follow from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import mujoco
import numpy as np

from robopitch.elementary import cos, sin
from robopitch.physics import params as p
from robopitch.physics.mujoco.pieces import Cuboid, Cylinder, Prism, Shape, Sphere, ball_pieces, body_piece
from robopitch.physics.mujoco.pitch import Block, ball_blocks, robot_blocks
from robopitch.physics.params import Params
from robopitch.physics.scalar import Floats
from robopitch.spec import LeagueSpec, RobotSpec

__all__ = ["build_model"]

# Contact filter: a geom's contype must share a bit with the other's conaffinity.
_FOR_BALL, _FOR_ROBOTS = 1, 2

# Of two geoms, the one that knows the pair decides about friction (`geom_priority`) and restitution (`geom_user`).
_ASKS, _KNOWS = 0, 1

_HARD = (0.999, 0.999, 0.001, 0.5, 2.0)  # impedance: contacts reach 99.9 % of the reference of `impact.py`

_ITERATIONS = 12  # of the solver: two or three suffice in play, and more do not help in a crowd of robots either

# Contacts are detected before bodies touch, at the distance that they can close in one step.
_BALL_SPEED = 10.0  # m/s: at least; faster if a kicker is
_ROBOT_SPEED = 5.0
_SPARE = 0.0005  # m


def build_model(params: Params, league: LeagueSpec, robots: Sequence[RobotSpec], kinds: Sequence[int]) -> Any:
    """The model of a field with robots of these kinds, in this order, and the ball as the last body."""
    spec = mujoco.MjSpec()
    _set_options(spec, params.timestep)
    meshes: dict[Prism, str] = {}
    for slot, kind in enumerate(kinds):
        _add_robot(spec, meshes, params, robots[kind], kind, slot)
    _add_ball(spec, params)
    bodies: dict[str, Any] = {}
    for blocks, bit in (
        (ball_blocks(params, league.field), _FOR_BALL),
        (robot_blocks(params, league.field), _FOR_ROBOTS),
    ):
        for block in blocks:
            if block.part not in bodies:
                bodies[block.part] = spec.worldbody.add_body(name=block.part)
            _add_block(bodies[block.part], block, bit)
    return spec.compile()


def _set_options(spec: Any, timestep: float) -> None:
    spec.compiler.inertiafromgeom = mujoco.mjtInertiaFromGeom.mjINERTIAFROMGEOM_FALSE
    spec.nuser_geom = 1
    option = spec.option
    option.timestep = timestep
    option.integrator = mujoco.mjtIntegrator.mjINT_EULER
    option.cone = mujoco.mjtCone.mjCONE_ELLIPTIC
    option.solver = mujoco.mjtSolver.mjSOL_NEWTON
    option.iterations = _ITERATIONS
    off = mujoco.mjtDisableBit
    option.disableflags = int(
        off.mjDSBL_EQUALITY
        | off.mjDSBL_FRICTIONLOSS
        | off.mjDSBL_LIMIT
        | off.mjDSBL_SPRING
        | off.mjDSBL_DAMPER
        | off.mjDSBL_GRAVITY
        | off.mjDSBL_CLAMPCTRL
        | off.mjDSBL_WARMSTART  # a warm start would be state
        | off.mjDSBL_REFSAFE
        | off.mjDSBL_SENSOR
        | off.mjDSBL_MIDPHASE  # bodies have few geoms: bounding volume trees only cost time
        | off.mjDSBL_EULERDAMP
        | off.mjDSBL_AUTORESET  # an invalid state must be visible, not be reset
    )


def _add_robot(spec: Any, meshes: dict[Prism, str], params: Params, robot: RobotSpec, kind: int, slot: int) -> None:
    row = params.kinds[kind]
    body = _add_body(spec, f"robot {slot}", float(row[p.MASS]), float(1 / row[p.INVERSE_INERTIA]))
    slide, hinge = mujoco.mjtJoint.mjJNT_SLIDE, mujoco.mjtJoint.mjJNT_HINGE
    for joint, axis in ((slide, (1, 0, 0)), (slide, (0, 1, 0)), (hinge, (0, 0, 1))):
        body.add_joint(type=joint, axis=axis)

    surface = (float(params.pitch[p.ROBOT_ROBOT]), float(params.pitch[p.ROBOT_ROBOT + 1]))
    margin = params.timestep * max(_ROBOT_SPEED, float(row[p.MAX_SPEED])) + _SPARE
    geom = _add_piece(spec, meshes, body, body_piece(row), _ASKS, surface)
    geom.contype, geom.conaffinity, geom.margin = _FOR_ROBOTS, _FOR_ROBOTS, margin

    surface = (float(params.pitch[p.BALL_ROBOT]), float(params.pitch[p.BALL_ROBOT + 1]))
    parts = params.kinds[int(row[p.FIRST_PART]) :][: int(row[p.PARTS])]
    for piece in [piece for part in parts for piece in ball_pieces(part, float(params.pitch[p.BALL_RADIUS]))]:
        geom = _add_piece(spec, meshes, body, piece, _KNOWS, surface)
        geom.contype, geom.conaffinity, geom.margin = 0, _FOR_BALL, margin

    for number, wheel in enumerate(robot.drive.wheels):
        name = f"robot {slot} wheel {number}"
        body.add_site(name=name, pos=(float(wheel.x), float(wheel.y), 0.0))
        spec.add_actuator(
            name=name,
            target=name,
            trntype=mujoco.mjtTrn.mjTRN_SITE,
            gear=(cos(wheel.direction), sin(wheel.direction), 0, 0, 0, 0),
        )


def _add_ball(spec: Any, params: Params) -> None:
    pitch = params.pitch
    radius, mass = float(pitch[p.BALL_RADIUS]), float(pitch[p.BALL_MASS])
    body = _add_body(spec, "ball", mass, float(pitch[p.INERTIA_FACTOR]) * mass * radius * radius)
    body.add_freejoint()
    geom = _add_piece(spec, {}, body, Sphere(radius), _ASKS, (0.0, 0.0))
    geom.contype, geom.conaffinity = _FOR_BALL, 0
    kickers = params.kinds[:, [p.KICK_MAX, p.CHIP_MAX]]
    geom.margin = params.timestep * max(_BALL_SPEED, float(kickers.max(initial=0.0))) + _SPARE


def _add_block(body: Any, block: Block, bit: int) -> None:
    body.add_geom(
        type=mujoco.mjtGeom.mjGEOM_BOX,
        pos=block.centre,
        size=block.half,
        quat=(cos(block.yaw / 2), 0, 0, sin(block.yaw / 2)),
        contype=0,
        conaffinity=bit,
        **_surface(_KNOWS, (block.restitution, block.friction)),
    )


def _add_body(spec: Any, name: str, mass: float, inertia: float) -> Any:
    # Nothing but the ball tilts, and a ball has the same inertia about every axis.
    return spec.worldbody.add_body(name=name, mass=mass, inertia=(inertia,) * 3, explicitinertial=True)


def _add_piece(
    spec: Any, meshes: dict[Prism, str], body: Any, piece: Shape, priority: int, surface: tuple[float, float]
) -> Any:
    kinds = mujoco.mjtGeom
    common = _surface(priority, surface)
    if isinstance(piece, Sphere):
        return body.add_geom(type=kinds.mjGEOM_SPHERE, size=(piece.radius, 0, 0), **common)
    if isinstance(piece, Prism):
        if piece not in meshes:
            meshes[piece] = f"prism {len(meshes)}"
            spec.add_mesh(name=meshes[piece], uservert=_vertices(piece).ravel())
        return body.add_geom(type=kinds.mjGEOM_MESH, meshname=meshes[piece], **common)
    middle, half = (piece.low + piece.high) / 2, (piece.high - piece.low) / 2
    if isinstance(piece, Cylinder):
        return body.add_geom(type=kinds.mjGEOM_CYLINDER, pos=(0, 0, middle), size=(piece.radius, half, 0), **common)
    assert isinstance(piece, Cuboid)
    size = (piece.length / 2, piece.width / 2, half)
    return body.add_geom(type=kinds.mjGEOM_BOX, pos=(0, 0, middle), size=size, **common)


def _surface(priority: int, surface: tuple[float, float]) -> dict[str, Any]:
    restitution, friction = surface
    return {
        "condim": 3,
        "friction": (friction, 0, 0),
        "solimp": _HARD,
        "priority": priority,
        "userdata": (restitution,),
    }


def _vertices(prism: Prism) -> Floats:
    levels = ((prism.low, 1.0), (prism.high, prism.narrowing))
    return np.array([(x * size, y * size, z) for x, y in prism.corners for z, size in levels], np.float64)
