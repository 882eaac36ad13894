"""Positions of the cameras over a field: any number of them, each over its part."""

from __future__ import annotations

import math

from robopitch.messages import Camera
from robopitch.sensors.overhead.camera import overhead, project
from robopitch.spec import LeagueSpec, VisionSpec

__all__ = ["place_cameras", "rows_of_cells"]

OVERLAP = 1.0  # m: least distance that a camera sees beyond its part of the field, if its focal length allows it


def place_cameras(league: LeagueSpec) -> tuple[Camera, ...]:
    """The cameras of a league, along x first: each over the middle of its part of field and margins, looking down.

    A picture that is wider than high is turned along the longer side of that part. The focal length is that of the
    league, or a smaller one that shows the whole part and a metre around it. An empty tuple if the league has no
    cameras.
    """
    vision, field = league.sensors.vision, league.field
    if vision is None:
        return ()
    length = field.length + 2 * (field.margin_goal or field.goal.depth)
    width = field.width + 2 * field.margin_touch
    rows = rows_of_cells(vision.cameras, length, width)
    cameras = []
    for row, columns in enumerate(rows):
        along, across = length / columns, width / len(rows)
        for column in range(columns):
            # Written so that opposite cameras are mirror images to the last bit.
            x, y = (2 * column + 1 - columns) * along / 2, (2 * row + 1 - len(rows)) * across / 2
            cameras.append(_camera(vision, x, y, along, across))
    return tuple(cameras)


def rows_of_cells(count: int, length: float, width: float) -> list[int]:
    """The number of cells in each row along the length, so that the most oblong of *count* cells is as square as
    possible.

    >>> rows_of_cells(4, 13.2, 9.6), rows_of_cells(7, 13.2, 9.6), rows_of_cells(2, 13.2, 9.6)
    ([2, 2], [4, 3], [2])
    """
    choices = []
    for rows in range(1, count + 1):
        columns = [count // rows + (row < count % rows) for row in range(rows)]
        shapes = (length / number * rows / width for number in columns)
        choices.append((max(max(shape, 1 / shape) for shape in shapes), columns))
    return min(choices)[1]


def _camera(vision: VisionSpec, x: float, y: float, along: float, across: float) -> Camera:
    size = (int(vision.image_width), int(vision.image_height))
    height, distortion = float(vision.height), float(vision.distortion)
    turned = (along - across) * (size[0] - size[1]) < 0
    sides = (across, along) if turned else (along, across)
    # The middle of an edge of the part is nearest to the edge of the picture, because the lens distortion moves corners
    # inwards.
    focal_length, lens = float(vision.focal_length), overhead((0.0, 0.0, 1.0), 1.0, (0, 0), distortion)
    for side, pixels in zip(sides, size, strict=True):
        appears, _ = project(lens, (side / 2 + OVERLAP) / height, 0.0, 0.0)
        focal_length = min(focal_length, pixels / 2 / appears)
    return overhead((x, y, height), focal_length, size, distortion, math.pi / 2 if turned else 0.0)
