"""Immovable parts of the field: walls, corners and goals, as boxes.

The ball and the robots each have their own set. Their surfaces differ (a pair of geoms has one friction), the ball can
fly over a wall, and robots, which cannot, get walls so thick and high that they never leave them on the wrong side.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from robopitch.elementary import atan2
from robopitch.physics import params as p
from robopitch.physics.mujoco.pieces import TALL
from robopitch.physics.params import Params
from robopitch.physics.scalar import Floats
from robopitch.spec import FieldSpec

__all__ = ["Block", "ball_blocks", "robot_blocks"]

_THICK = 1.0  # m: of a wall for robots


@dataclass(frozen=True)
class Block:
    """A box on the field."""

    part: str  # the part of the field that it belongs to; blocks of one part are close together
    centre: tuple[float, float, float]
    half: tuple[float, float, float]
    yaw: float
    restitution: float
    friction: float


def ball_blocks(params: Params, field: FieldSpec) -> list[Block]:
    """Walls, corners and goals for the ball."""
    pitch = params.pitch
    radius, height = float(pitch[p.BALL_RADIUS]), float(pitch[p.WALL_HEIGHT])
    surface = (float(pitch[p.BALL_WALL]), float(pitch[p.BALL_WALL + 1]))
    blocks = []
    if height > 0:
        # Thinner than a ball: a ball that lands on top falls off again.
        blocks += _walls(pitch, radius, -radius, height, surface)
        blocks += _corners(field, 0.0, -radius, height, surface)
    for box in params.boxes:
        low = -radius if box[p.LOW_Z] == 0 else float(box[p.LOW_Z])
        surface = (float(box[p.BOX_RESTITUTION]), float(box[p.BOX_FRICTION]))
        blocks += _mirrored(box, low, float(box[p.HIGH_Z]), surface)
    return blocks


def robot_blocks(params: Params, field: FieldSpec) -> list[Block]:
    """Walls, corners and goals for robots: without limit above and below."""
    pitch = params.pitch
    surface = (float(pitch[p.ROBOT_WALL]), float(pitch[p.ROBOT_WALL + 1]))
    blocks = [*_walls(pitch, _THICK, -TALL, TALL, surface), *_corners(field, _THICK, -TALL, TALL, surface)]
    for box, kind in zip(params.boxes, params.box_kinds[: len(params.boxes)], strict=True):
        if kind >= 0:
            blocks += _mirrored(box, -TALL, TALL, surface)
    return blocks


def _walls(pitch: Floats, thick: float, low: float, high: float, surface: tuple[float, float]) -> list[Block]:
    x, y = float(pitch[p.WALL_X]), float(pitch[p.WALL_Y])
    blocks = []
    for side, name in ((1, "+"), (-1, "-")):
        for part, at, half in (
            (f"wall {name}x", (side * (x + thick / 2), 0.0), (thick / 2, y + thick)),
            (f"wall {name}y", (0.0, side * (y + thick / 2)), (x + thick, thick / 2)),
        ):
            blocks.append(Block(part, (*at, (low + high) / 2), (*half, (high - low) / 2), 0.0, *surface))
    return blocks


def _corners(field: FieldSpec, thick: float, low: float, high: float, surface: tuple[float, float]) -> list[Block]:
    """Each filled corner is a box with the face of the triangle."""
    blocks = []
    for x, y, leg, way in field.fillings:
        part = "corner" if way > 0 else "goal corner"
        deep = leg * math.sqrt(0.5) + thick
        half = (deep / 2, leg * math.sqrt(0.5), (high - low) / 2)
        for east in (1, -1):
            for north in (1, -1):
                # From the middle of the face, outwards along the diagonal.
                out = deep / 2 * math.sqrt(0.5)
                centre = (east * (x - leg / 2 + out), north * (y - way * leg / 2 + way * out), (low + high) / 2)
                blocks.append(Block(f"{part} {east} {north}", centre, half, atan2(north * way, east), *surface))
    return blocks


def _mirrored(box: Floats, low: float, high: float, surface: tuple[float, float]) -> list[Block]:
    """A box of the goal at +x with its mirror images; one that crosses the middle is its own mirror image in y."""
    x, half_x = (box[p.LOW_X] + box[p.HIGH_X]) / 2, (box[p.HIGH_X] - box[p.LOW_X]) / 2
    y, half_y = (box[p.LOW_Y] + box[p.HIGH_Y]) / 2, (box[p.HIGH_Y] - box[p.LOW_Y]) / 2
    half = (float(half_x), float(half_y), (high - low) / 2)
    blocks = []
    for east in (1, -1):
        for north in (1,) if box[p.LOW_Y] < 0 else (1, -1):
            centre = (float(east * x), float(north * y), (low + high) / 2)
            blocks.append(Block(f"goal {east}", centre, half, 0.0, *surface))
    return blocks
