"""A robot with joints in the model: its figure as it is described, with the contacts of this field.

Torques of its servos come from outside, by `qfrc_applied` (`servo_drive.py`).
"""

from __future__ import annotations

from typing import Any

from robopitch.physics import params as p
from robopitch.physics.figures.adding import AddedFigure, add_figure
from robopitch.physics.params import Params
from robopitch.physics.scalar import Floats
from robopitch.physics.spatial.geoms import FOR_BALL, FOR_ROBOTS, add_ground_pair, surface
from robopitch.physics.spatial.surface import resting
from robopitch.physics.spatial.wheel import REST
from robopitch.spec.figure import FigureSpec

__all__ = ["add_robot_with_joints"]

_ASKS = -1  # priority: of a figure and anything else, the other decides about the contact


def add_robot_with_joints(
    spec: Any, params: Params, figure: FigureSpec, armatures: Floats, name: str, step: float
) -> AddedFigure:
    """Add a figure; the names of its parts begin with that of the robot. Armatures: of the servos, for each joint."""
    before = {geom.name for geom in spec.geoms}
    added = add_figure(spec, figure, f"{name} ")
    for joint, armature in zip(added.joints, armatures.tolist(), strict=True):
        # The description may have the inertia of the rotor, and the model of the servo has it: it is there once.
        spec.joint(joint).armature = max(float(spec.joint(joint).armature), armature)
    pitch = params.pitch
    skin = surface(float(pitch[p.ROBOT_ROBOT]), float(pitch[p.ROBOT_ROBOT + 1]), step, knows=False)
    for number, geom in enumerate(spec.geoms):
        if geom.name in before and geom.name:
            continue
        if not _is_below(geom.parent, added.root) or not (geom.contype or geom.conaffinity):
            continue
        if not geom.name:
            geom.name = f"{name} geom {number}"
        geom.contype, geom.conaffinity, geom.priority = FOR_ROBOTS, FOR_BALL | FOR_ROBOTS, _ASKS
        friction = float(geom.friction[0])
        geom.solref, geom.solimp = skin["solref"], skin["solimp"]
        add_ground_pair(spec, geom.name, (friction, friction), resting(REST, step))
    return added


def _is_below(body: Any, root: str) -> bool:
    """Whether a body is the root, or hangs on it."""
    while body is not None and body.name != "world":
        if body.name == root:
            return True
        body = body.parent
    return False
