"""The pitch from above: carpet, lines, walls and goals, all from the specification."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from matplotlib.patches import Arc, Circle, Polygon, Rectangle

from robopitch.spec import FieldSpec
from robopitch.spec.marking import ArcMarking, LineMarking

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["CARPET", "draw_pitch", "draw_pitch_lines"]

CARPET = "#1e4a33"
MARGIN = "#193f2b"
LINE = "#e9efe9"
BOARD = "#0d1f15"
NET = "#3a6a50"
PAPER_LINE = "#9aa5a0"  # lines on white paper, lighter than any track


def draw_pitch(axes: Axes, field: FieldSpec) -> None:
    """Draw the field, centre at the origin, in metres."""
    x, y = field.length / 2, field.width / 2
    wall_x, wall_y = x + field.margin_goal, y + field.margin_touch
    board = 0.006 * field.length
    _rectangle(axes, wall_x + board, wall_y + board, BOARD)
    _rectangle(axes, wall_x, wall_y, MARGIN)
    _rectangle(axes, x, y, CARPET)
    _draw_lines(axes, field)
    for side in (-1, 1):
        for end in (-1, 1):
            for at_x, at_y, leg, way in field.fillings:
                triangle = (at_x, at_y), (at_x - leg, at_y), (at_x, at_y - way * leg)
                corner = [(side * corner_x, end * corner_y) for corner_x, corner_y in triangle]
                axes.add_patch(Polygon(corner, color=BOARD, lw=0, zorder=1.5))
        _draw_goal(axes, field, side, board)
    edge = 2 * board
    axes.set_xlim(-wall_x - field.recess - edge, wall_x + field.recess + edge)
    axes.set_ylim(-wall_y - edge, wall_y + edge)
    axes.set_aspect("equal")
    axes.tick_params(length=0, labelsize=8, colors="#555555")
    axes.xaxis.set_major_formatter("{x:g} m")
    axes.yaxis.set_major_formatter("{x:g} m")
    for spine in axes.spines.values():
        spine.set_visible(False)


def draw_pitch_lines(axes: Axes, field: FieldSpec) -> None:
    """Draw the lines and goals alone, in grey, as a background for tracks on white paper; the limits of axes stay."""
    _draw_lines(axes, field, PAPER_LINE, 0.7)
    x, half, depth = field.length / 2, field.goal.width / 2, field.goal.depth
    for side in (-1, 1):
        back = side * (x + depth)
        axes.plot([side * x, back, back, side * x], [-half, -half, half, half], color=PAPER_LINE, lw=1.4, zorder=1)


def _rectangle(axes: Axes, x: float, y: float, colour: str) -> None:
    axes.add_patch(Rectangle((-x, -y), 2 * x, 2 * y, color=colour, lw=0, zorder=0))


def _draw_lines(axes: Axes, field: FieldSpec, colour: str = LINE, width: float = 1.0) -> None:
    x, y = field.length / 2, field.width / 2
    style: dict[str, Any] = {"color": colour, "lw": width, "zorder": 1, "alpha": 0.85}
    axes.plot([-x, x, x, -x, -x], [-y, -y, y, y, -y], **style)
    axes.plot([0, 0], [-y, y], **style)
    if field.centre_line:
        axes.plot([-x, x], [0, 0], **style)
    if field.centre_circle_radius > 0:
        axes.add_patch(
            Circle((0, 0), field.centre_circle_radius, fill=False, ec=colour, lw=width, zorder=1, alpha=0.85)
        )
    for side in (-1, 1):
        for depth, across in (
            (field.penalty_area_depth, field.penalty_area_width),
            (field.goal_area_depth, field.goal_area_width),
        ):
            if depth > 0:
                inner, edge = side * (x - depth), across / 2
                axes.plot([side * x, inner, inner, side * x], [-edge, -edge, edge, edge], **style)
        if field.penalty_mark > 0:
            axes.plot(side * (x - field.penalty_mark), 0, ".", color=colour, ms=3, zorder=1)
        for end in (-1, 1) if field.corner_arc_radius > 0 else ():
            size = 2 * field.corner_arc_radius
            first = {(-1, -1): 0, (1, -1): 90, (1, 1): 180, (-1, 1): 270}[side, end]
            axes.add_patch(Arc((side * x, end * y), size, size, theta1=first, theta2=first + 90, **style))
    for own in field.markings:
        if isinstance(own, LineMarking):
            (x0, y0), (x1, y1) = own.start, own.end
            axes.plot([x0, x1], [y0, y1], **style)
        elif isinstance(own, ArcMarking):
            across, begin, finish = 2 * own.radius, math.degrees(own.begin), math.degrees(own.begin + own.sweep)
            axes.add_patch(Arc(own.centre, across, across, theta1=begin, theta2=finish, **style))
        else:
            axes.add_patch(Circle(own.centre, own.radius, color=colour, lw=width, zorder=1))


def _draw_goal(axes: Axes, field: FieldSpec, side: int, board: float) -> None:
    goal = field.goal
    line, back, half = field.length / 2, field.length / 2 + goal.depth, goal.width / 2
    if field.recess > 0:
        left = side * line if side > 0 else -back - board
        room = Rectangle((left, -half - board), goal.depth + board, goal.width + 2 * board, color=BOARD, lw=0, zorder=0)
        axes.add_patch(room)
    net = Rectangle((line if side > 0 else -back, -half), goal.depth, goal.width, color=NET, lw=0, zorder=0.5)
    axes.add_patch(net)
    corners_x = [side * line, side * back, side * back, side * line]
    axes.plot(corners_x, [-half, -half, half, half], color="white", lw=2.2, zorder=2)
    if goal.reaches_wall and field.margin_goal > 0:
        for y in (-half, half):
            axes.plot([side * back, side * (line + field.margin_goal)], [y, y], color="white", lw=2.2, zorder=2)
