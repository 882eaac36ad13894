"""A robot with joints, drawn from its right side."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from robopitch.physics.figures.drawing import FigureDrawing, Shape, draw_figure
from robopitch.physics.figures.geoms import Quaternion, rotated, times
from robopitch.plot.style import INK, WIDTH, save
from robopitch.spec import load_robot

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from robopitch.world import World

__all__ = ["Posture", "Strip", "draw_from_the_side", "draw_strips", "posture_of"]

Floats = NDArray[np.float64]


class Posture(NamedTuple):
    """Where a robot is at an instant: its trunk, and the angles of its joints."""

    position: tuple[float, float, float]
    quaternion: Quaternion
    joints: tuple[float, ...]


class Strip(NamedTuple):
    """Postures of a robot, one after the other."""

    robot: str
    title: str
    postures: Sequence[Posture]


def posture_of(world: World, team: str, number: int) -> Posture:
    """The posture of a robot now."""
    robot = world.robot(team, number)
    x, y, z = robot.position3.tolist()
    a, b, c, d = robot.quaternion.tolist()
    return Posture((x, y, z), (a, b, c, d), tuple(robot.joints.tolist()))


def draw_strips(figure: Path, strips: Sequence[Strip], gap: float, top: float, title: float) -> None:
    """A picture with a row for each strip.

    gap:   m between two postures
    top:   m from the ground to the upper edge of a row
    title: m, likewise, to its title
    """
    from matplotlib.figure import Figure

    picture = Figure(figsize=(WIDTH, 0.66 * len(strips) + 0.1), dpi=300, facecolor="white", layout="constrained")
    rows = picture.subplots(len(strips), 1, squeeze=False, sharex=True)[:, 0]
    for axes, strip in zip(rows, strips, strict=True):
        spec = load_robot(strip.robot).figure
        assert spec is not None
        end = 0.0
        for posture in strip.postures:
            end = draw_from_the_side(axes, draw_figure(spec), posture, end + gap)
        axes.axhline(0, color=INK, linewidth=0.6)
        axes.set(xlim=(0, max(end + gap, axes.get_xlim()[1])), ylim=(-0.02, top), aspect="equal")
        axes.set_axis_off()
        axes.text(gap, title, strip.title, fontsize=7, color=INK)
    save(picture, figure)


def draw_from_the_side(axes: Axes, drawing: FigureDrawing, posture: Posture, left: float) -> float:
    """Draw the outlines of all solids, the farthest first, to the right of a place; returns where the drawing ends, m.

    The robot faces right: the picture is that of the plane of symmetry of its trunk.
    """
    from matplotlib.patches import Polygon

    w, x, y, z = posture.quaternion
    heading = math.atan2(2 * (w * z - x * y), 1 - 2 * (x * x + z * z))  # the left side of the trunk is across
    along, across = (math.cos(heading), math.sin(heading), 0.0), (-math.sin(heading), math.cos(heading), 0.0)
    outlines = []
    for (place, turn), part in zip(_poses(drawing, posture), drawing.parts, strict=True):
        for shape in part.shapes:
            corners = np.array([_plus(place, rotated(turn, corner)) for corner in _corners(shape)])
            flat = np.column_stack((corners @ along, corners[:, 2]))
            outlines.append((float((corners @ across).mean()), _hull(flat), shape.colour))
    begin = min(float(outline[:, 0].min()) for _, outline, _ in outlines)
    end = max(float(outline[:, 0].max()) for _, outline, _ in outlines)
    for _, outline, colour in sorted(outlines, key=lambda one: -one[0]):
        moved = outline + np.array((left - begin, 0.0))
        axes.add_patch(Polygon(moved, closed=True, facecolor=colour, edgecolor="#222222", linewidth=0.4))
    return left + end - begin


def _poses(drawing: FigureDrawing, posture: Posture) -> list[tuple[tuple[float, ...], Quaternion]]:
    """Places and rotations of all parts, as MuJoCo computes them."""
    found: list[tuple[tuple[float, ...], Quaternion]] = []
    for part in drawing.parts:
        if part.parent < 0:
            found.append((posture.position, posture.quaternion))
            continue
        origin, turn = found[part.parent]
        place, turn = _plus(origin, rotated(turn, part.position)), times(turn, part.quaternion)
        for joint in part.joints:
            base = posture.joints[joint.row] - joint.zero
            angle = sum(factor * base**power for power, factor in enumerate(joint.factors))
            if joint.slides:
                place = _plus(place, rotated(turn, tuple(angle * one for one in joint.axis)))
                continue
            pivot = _plus(place, rotated(turn, joint.anchor))
            sine = math.sin(angle / 2)
            turn = times(turn, (math.cos(angle / 2), *(sine * one for one in joint.axis)))
            place = _plus(pivot, tuple(-one for one in rotated(turn, joint.anchor)))
        found.append((place, turn))
    return found


def _corners(shape: Shape) -> list[tuple[float, ...]]:
    """Points in the frame of the part whose hull has the outline of the solid."""
    if shape.kind == "box":
        a, b, c = shape.size
        points = [(x * a, y * b, z * c) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    else:
        radius, half = shape.size[0], shape.size[1] if shape.kind in ("capsule", "cylinder") else 0.0
        points = [
            (radius * math.cos(u) * math.cos(v), radius * math.sin(u) * math.cos(v), end * half + radius * math.sin(v))
            for u in np.linspace(0, math.tau, 12, endpoint=False)
            for v in np.linspace(-math.pi / 2, math.pi / 2, 7)
            for end in (-1, 1)
        ]
    return [_plus(shape.position, rotated(shape.quaternion, point)) for point in points]


def _hull(points: Floats) -> Floats:
    """The convex hull of points in the plane, counter-clockwise."""
    ordered = sorted(set(map(tuple, points.tolist())))

    def chain(way: Sequence[tuple[float, ...]]) -> list[tuple[float, ...]]:
        found: list[tuple[float, ...]] = []
        for x, y in way:
            while len(found) > 1 and (
                (found[-1][0] - found[-2][0]) * (y - found[-2][1]) <= (found[-1][1] - found[-2][1]) * (x - found[-2][0])
            ):
                found.pop()
            found.append((x, y))
        return found[:-1]

    return np.array(chain(ordered) + chain(ordered[::-1]))


def _plus(a: Sequence[float], b: Sequence[float]) -> tuple[float, ...]:
    return tuple(one + other for one, other in zip(a, b, strict=True))
