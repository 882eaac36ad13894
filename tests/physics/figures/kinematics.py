"""The poses of the parts of a drawn figure, computed from its drawing alone, as a program that draws it does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from robopitch.physics.figures.drawing import FigureDrawing


def matrix(position: Sequence[float], quaternion: Sequence[float]) -> Any:
    """A pose as a matrix of 4 × 4."""
    w, x, y, z = np.array(quaternion) / np.linalg.norm(quaternion)
    result = np.eye(4)
    result[:3, :3] = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    result[:3, 3] = position
    return result


def pose_parts(drawing: FigureDrawing, trunk: Any, joints: Sequence[float]) -> list[Any]:
    """The matrices of all parts; trunk: that of the first."""
    found: list[Any] = []
    for part in drawing.parts:
        if part.parent < 0:
            found.append(trunk)
            continue
        pose = found[part.parent] @ matrix(part.position, part.quaternion)
        for joint in part.joints:
            way = sum(factor * (joints[joint.row] - joint.zero) ** power for power, factor in enumerate(joint.factors))
            axis = np.array(joint.axis)
            if joint.slides:
                pose = pose @ matrix(axis * way, (1, 0, 0, 0))
                continue
            turn = matrix((0, 0, 0), (np.cos(way / 2), *(np.sin(way / 2) * axis)))
            anchor = np.array(joint.anchor)
            pose = pose @ matrix(anchor, (1, 0, 0, 0)) @ turn @ matrix(-anchor, (1, 0, 0, 0))
        found.append(pose)
    return found
