"""What closes loops in a figure, as equality constraints of MuJoCo."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import mujoco

from robopitch.physics.figures.geoms import Vector
from robopitch.spec.figure import FigureSpec

__all__ = ["add_couplings", "add_pins"]

_STIFF = (0.004, 1.0)  # solref of rods and pins: as stiff as a step of 2 ms allows; MuJoCo softens it for longer steps
_NUMBERS = 12  # of the data of a constraint


def add_couplings(spec: Any, figure: FigureSpec) -> None:
    """Add the joints that follow others."""
    for coupling in figure.couplings:
        spec.add_equality(
            type=mujoco.mjtEq.mjEQ_JOINT,
            name1=coupling.joint,
            name2=coupling.follows,
            objtype=mujoco.mjtObj.mjOBJ_JOINT,
            data=_padded(float(coupling.offset), float(coupling.ratio)),
            solref=_STIFF,
        )


def add_pins(spec: Any, figure: FigureSpec, origins: Mapping[str, Vector]) -> None:
    """Add the pins through two bodies, whose contact they exclude.

    origins: of the frames of the bodies, all joints at zero
    """
    for loop in figure.loops:
        first, second = loop.bodies
        x, y, z = origins[first]
        spec.add_equality(
            type=mujoco.mjtEq.mjEQ_CONNECT,
            name1=first,
            name2=second,
            objtype=mujoco.mjtObj.mjOBJ_BODY,
            data=_padded(loop.anchor[0] - x, loop.anchor[1] - y, loop.anchor[2] - z),
            solref=_STIFF,
        )
        spec.add_exclude(bodyname1=first, bodyname2=second)


def _padded(*numbers: float) -> list[float]:
    return [*numbers, *[0.0] * (_NUMBERS - len(numbers))]
