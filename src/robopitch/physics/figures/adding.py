"""Adds a figure to a MuJoCo model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import mujoco

from robopitch.physics.figures.described import described_model
from robopitch.physics.figures.foreign import foreign_model
from robopitch.physics.figures.standing import lowest_point, touching_bodies
from robopitch.spec.figure import FigureSpec

__all__ = ["AddedFigure", "add_figure"]


@dataclass(frozen=True)
class AddedFigure:
    """A figure in a model, by the names that its parts have there.

    root:     its trunk, which moves freely
    joints:   those that servos move, in the order of `FigureSpec.joints`
    sites:    the places of sensors, by their names in the description
    standing: height of the trunk's frame above the ground while it stands with all joints at zero, m
    """

    root: str
    joints: tuple[str, ...]
    sites: dict[str, str]
    standing: float


def add_figure(spec: Any, figure: FigureSpec, prefix: str) -> AddedFigure:
    """Add a figure as a free body to the world of a MuJoCo spec; all its names begin with the prefix.

    There are no actuators: torques come from outside, by `qfrc_applied` of the joints. Bodies that are linked, or that
    touch each other with all joints at zero, do not collide with each other. Raises a ValueError if MuJoCo cannot
    compute with it.
    """
    own = foreign_model(figure) if figure.model else described_model(figure)
    trunk = own.worldbody.first_body()
    root = trunk.name
    standing, upright = _prepare(own, root)
    if not upright:
        raise ValueError(f"{figure.model}: {root!r} is rotated; put the rotation into a body below it")
    spec.assets.update(own.assets)
    spec.worldbody.add_frame().attach_body(trunk, prefix, "")
    return AddedFigure(
        root=prefix + root,
        joints=tuple(prefix + joint for joint in figure.joints),
        sites={site.name: prefix + site.name for site in figure.sites},
        standing=standing,
    )


def _prepare(own: Any, root: str) -> tuple[float, bool]:
    """Exclude contacts between bodies that touch at zero.

    Returns the height of the trunk above the lowest point, and whether its axes are those of the world.
    """
    try:
        model = own.compile()
        data = mujoco.MjData(model)
        mujoco.mj_forward(model, data)
        for first, second in touching_bodies(model, data):
            own.add_exclude(bodyname1=first, bodyname2=second)
        upright = abs(float(data.body(root).xquat[0])) > 1 - 1e-9
        return float(data.body(root).xpos[2]) - lowest_point(model, data), upright
    except ValueError as error:
        raise ValueError(f"MuJoCo cannot compute with this robot: {' '.join(str(error).split())}") from None
