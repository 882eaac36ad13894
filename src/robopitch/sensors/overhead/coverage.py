"""Parts of the field per camera: each point belongs to the camera with the nearest foot point."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from robopitch.elementary import hypot
from robopitch.messages import Camera
from robopitch.physics.scalar import Floats, scalar
from robopitch.sensors.overhead.camera import POSITION, numbers_of

__all__ = ["borders", "outness", "within"]

_FAR = 1e9
_WALLS = ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0))


def borders(cameras: Sequence[Camera], half_length: float, half_width: float) -> Floats:
    """The edges of each camera's part of the field: ``[camera, edge, (nx, ny, distance from its foot)]``.

    First the edges towards every other camera, then the four outer walls, beyond which the camera still sees.
    """
    feet = [numbers_of(camera)[POSITION : POSITION + 2] for camera in cameras]
    edges = np.zeros((len(feet), max(len(feet) - 1, 0) + 4, 3))
    for own, (x, y) in enumerate(feet):
        rows = []
        for other, (ox, oy) in enumerate(feet):
            apart = hypot(ox - x, oy - y)
            if other != own:  # cameras at the same position share their part
                real = 1e-6 < apart < _FAR
                rows.append(((ox - x) / apart, (oy - y) / apart, apart / 2) if real else (1.0, 0.0, _FAR))
        for nx, ny in _WALLS:
            room = (half_length if nx else half_width) - (nx * x + ny * y)
            rows.append((nx, ny, room if room > 1e-6 else _FAR))
        edges[own] = rows
    return edges


@scalar
def within(edges: Floats, x: float, y: float, overlap: float) -> bool:
    """Whether a point, relative to a camera's foot point, is in its part of the field or at most *overlap* outside."""
    for n in range(edges.shape[0] - 4):  # noqa: SIM110 - a generator costs a compiled function its speed
        if edges[n, 0] * x + edges[n, 1] * y > edges[n, 2] + overlap:
            return False
    return True


@scalar
def outness(edges: Floats, x: float, y: float) -> float:
    """Relative distance of a point from the centre of a camera's part: 0 under the camera, 1 at the edge and beyond."""
    most = 0.0
    for n in range(edges.shape[0]):
        most = max(most, (edges[n, 0] * x + edges[n, 1] * y) / edges[n, 2])
    return min(most, 1.0)
