"""A wheeled robot in the model: a free body with the weight and the hull of the specification, on wheels."""

from __future__ import annotations

from typing import Any

from robopitch.physics import params as p
from robopitch.physics.mujoco.pieces import ball_pieces
from robopitch.physics.params import Params
from robopitch.physics.spatial.geoms import FOR_BALL, FOR_ROBOTS, Meshes, add_ground_pair, add_shape, surface
from robopitch.physics.spatial.hull import hull_pieces
from robopitch.physics.spatial.surface import rebounding, resting
from robopitch.physics.spatial.weight import weight_of
from robopitch.physics.spatial.wheel import REST, Mount, WheelMaker, add_skids, add_wheel
from robopitch.spec import RobotSpec

__all__ = ["add_robot"]

_CLEARANCE = 0.2  # of the wheels' radius: the lower side of the body above the ground
_COVER_FRICTION = 0.3  # chosen: the cover of a robot that has fallen, on the ground
_COVER_REBOUND = 0.2  # chosen: as against a wall


def add_robot(
    spec: Any,
    meshes: Meshes,
    params: Params,
    robot: RobotSpec,
    kind: int,
    name: str,
    step: float,
    make_wheel: WheelMaker = add_wheel,
) -> None:
    """Add a robot of a kind; its frame has the origin on the ground below its centre."""
    row = params.kinds[kind]
    weight = weight_of(robot, row)
    body = spec.worldbody.add_body(
        name=name,
        mass=weight.body,
        ipos=weight.centre,
        iquat=(1, 0, 0, 0),
        inertia=(weight.tilting, weight.tilting, weight.turning),
        explicitinertial=True,
    )
    body.add_freejoint(name=name)
    wheels = robot.drive.wheels
    clearance = _CLEARANCE * min((float(wheel.radius) for wheel in wheels), default=0.0)
    _add_hull(spec, meshes, params, robot, kind, body, clearance, step)
    mount = Mount(spec, body, robot, row, weight, float(params.pitch[p.GRAVITY]), step)
    for index, wheel in enumerate(wheels):
        make_wheel(mount, wheel, f"{name} wheel {index}")
    if 0 < len(wheels) < 3:
        add_skids(mount, clearance)


def _add_hull(
    spec: Any, meshes: Meshes, params: Params, robot: RobotSpec, kind: int, body: Any, clearance: float, step: float
) -> None:
    pitch, row = params.pitch, params.kinds[kind]
    skin = surface(float(pitch[p.ROBOT_ROBOT]), float(pitch[p.ROBOT_ROBOT + 1]), step, knows=False)
    stands = not robot.drive.wheels
    friction = float(robot.drive.rolling_resistance) if stands else _COVER_FRICTION
    below = resting(REST, step) if stands else rebounding(_COVER_REBOUND, 10, step)
    for index, piece in enumerate(hull_pieces(params, kind, clearance)):
        geom = f"{body.name} hull {index}"
        add_shape(spec, meshes, body, piece, name=geom, contype=FOR_ROBOTS, conaffinity=FOR_ROBOTS, **skin)
        add_ground_pair(spec, geom, (friction, friction), below)
    skin = surface(float(pitch[p.BALL_ROBOT]), float(pitch[p.BALL_ROBOT + 1]), step, knows=True)
    for part in params.kinds[int(row[p.FIRST_PART]) :][: int(row[p.PARTS])]:
        for piece in ball_pieces(part, float(pitch[p.BALL_RADIUS])):
            add_shape(spec, meshes, body, piece, contype=0, conaffinity=FOR_BALL, **skin)
