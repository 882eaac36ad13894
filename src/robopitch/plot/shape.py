"""Outlines as points, for drawing."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from robopitch.messages import Pose
from robopitch.spec import Box, Disc, DiscWithFlatFront, DiscWithMouth, Outline

__all__ = ["outline_points", "placed"]


def outline_points(outline: Outline) -> NDArray[Any]:
    """``[point, 2]``: once around, counter-clockwise, x forward and y left."""
    if isinstance(outline, Disc):
        return _arc(outline.radius, 0.0, math.tau)
    if isinstance(outline, DiscWithFlatFront):
        edge = math.acos(outline.front / outline.radius)
        return _arc(outline.radius, edge, math.tau - edge)
    if isinstance(outline, DiscWithMouth):
        half = outline.mouth_width / 2
        edge = math.asin(half / outline.radius)
        mouth = np.array([[outline.mouth_wall, -half], [outline.mouth_wall, half]])
        return np.vstack([_arc(outline.radius, edge, math.tau - edge), mouth])
    if isinstance(outline, Box):
        x, y = outline.length / 2, outline.width / 2
        back = np.array([[x, y], [-x, y], [-x, -y], [x, -y]])
        return np.vstack([back, _hollow(outline)]) if outline.hollow_depth > 0 else back
    return np.array(outline.vertices, float)


def placed(points: NDArray[Any], pose: Pose) -> NDArray[Any]:
    """Points of a robot's frame on the pitch."""
    c, s = math.cos(pose.heading), math.sin(pose.heading)
    return points @ np.array([[c, s], [-s, c]]) + (pose.x, pose.y)


def _arc(radius: float, start: float, end: float) -> NDArray[Any]:
    angles = np.linspace(start, end, 49)
    return radius * np.column_stack([np.cos(angles), np.sin(angles)])


def _hollow(box: Box) -> NDArray[Any]:
    """The dent in the front: an arc through its two edges and its deepest point, from right to left."""
    half, depth = box.hollow_width / 2, box.hollow_depth
    radius = (half**2 + depth**2) / (2 * depth)
    angles = np.linspace(-1, 1, 9) * math.asin(half / radius)
    middle = box.length / 2 - depth + radius
    return np.column_stack([middle - radius * np.cos(angles), radius * np.sin(angles)])
