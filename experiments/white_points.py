"""[CAMBADA-sim fig. 5.5]: white points that rays miss because they touch the centre circle, and circles find.

A robot looks at the centre circle from outside. The widest part of the circle without a point shows the gap.
"""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import robopitch
from experiments.finding import FIGURES, Finding
from experiments.markings import draw_markings
from robopitch.messages import Body, Team
from robopitch.plot.style import INK, WIDTH, direct, legend, line_style, panels, save
from robopitch.sensors.omnivision.sensor import OmniVision
from robopitch.world import World

LEAGUE = "msl-2010"
RAYS, PASSES = 30, 3  # [CAMBADA-sim §5.2.1]
# Not stated in [CAMBADA-sim]:
CIRCLES = (0, 10, 20)  # within a range of 5 m
PLACE = 2.6  # m from the centre, for the pictures
PLACES, QUICK_PLACES = 61, 13
NEAREST, FARTHEST = 2.2, 3.0  # m from the centre: just outside, and where the far side is still in range
HEADINGS = 7  # within the 6° between two rays

Array = NDArray[np.float64]


def run(figure: Path, quick: bool = False) -> Finding:
    """Look from one place for the pictures, and from many for the figures."""
    places = np.linspace(NEAREST, FARTHEST, QUICK_PLACES if quick else PLACES)
    gaps = {count: np.array([[_gap(x, turn, count) for turn in _turns()] for x in places]) for count in CIRCLES}
    _draw(places, gaps, figure)
    widest = {count: float(found.max()) for count, found in gaps.items()}
    mean = {count: float(found.mean()) for count, found in gaps.items()}
    points = {count: len(_points(PLACE, 0.0, count)) for count in CIRCLES}
    return Finding(
        title="White points where a ray touches a line",
        source="[CAMBADA-sim fig. 5.5]",
        there="Radial sensors that are tangential to the centre circle detect no white points there. Circular sensors "
        "can solve this.",
        here=f"With {RAYS} lines through the robot, the widest part of the centre circle without a point measures "
        f"{mean[0]:.2f} m on average and {widest[0]:.2f} m at most. With {CIRCLES[1]} circles it is {mean[10]:.2f} m "
        f"and {widest[10]:.2f} m, with {CIRCLES[2]} circles {mean[20]:.2f} m and {widest[20]:.2f} m. At "
        f"{PLACE:g} m from the centre the robot sees {points[0]}, {points[10]} and {points[20]} points.",
        conclusion=f"Circles close the gap that rays leave where they touch a line: {CIRCLES[1]} of them shorten it "
        f"from {widest[0]:.2f} to {widest[10]:.2f} m at most.",
        settings=f"No noise and no other robots; a range of 5 m; {len(places)} places from {NEAREST:g} to "
        f"{FARTHEST:g} m from the centre, {HEADINGS} headings at each. The circles are spread evenly over the range. "
        "In the pictures, grey bands are the painted lines; the points lie in their middle.",
        figure=figure,
        numbers={
            **{f"mean_{count}": value for count, value in mean.items()},
            **{f"widest_{count}": value for count, value in widest.items()},
        },
    )


def _turns() -> list[float]:
    return [math.radians(6) * n / HEADINGS for n in range(HEADINGS)]


def _points(x: float, heading: float, circles: int) -> Array:
    """The points that a robot at (x, 0) sees, in the frame of the field."""
    world = _world()
    world.place_robot("blue", 0, x, 0.0, heading)
    settings = {"line_rays": RAYS, "passes": PASSES, "circles": circles}
    view = OmniVision(Body(Team.BLUE, 0), "vision", settings).look(1, world)
    assert view is not None
    c, s = math.cos(heading), math.sin(heading)
    return np.array([x, 0.0]) + view.lines @ np.array([[c, s], [-s, c]])


@cache
def _world() -> World:
    return robopitch.make(LEAGUE, players={"blue": 1, "yellow": 0})


def _gap(x: float, heading: float, circles: int) -> float:
    """The longest part of the centre circle between two points on it, m."""
    field = _world().league.field
    radius = field.centre_circle_radius - field.line_width / 2
    points = _points(x, heading, circles)
    on_circle = points[np.abs(np.hypot(points[:, 0], points[:, 1]) - radius) < 1e-6]
    angles = np.sort(np.arctan2(on_circle[:, 1], on_circle[:, 0]))
    return float(radius * np.diff([*angles, angles[0] + 2 * math.pi]).max())


def _draw(places: Array, gaps: dict[int, Array], path: Path) -> None:
    figure, axes = panels(3, 0.5 * WIDTH, share_x=False)
    for plan, count in zip(axes, CIRCLES, strict=False):
        if count == CIRCLES[-1]:
            break
        draw_markings(plan, _world().league.field)
        points = _points(PLACE, 0.0, count)
        plan.plot(points[:, 0], points[:, 1], ".", color=line_style(0)["color"], markersize=3)
        plan.plot(PLACE, 0.0, "o", mfc="white", mec=INK, markersize=6, zorder=5)
        plan.set_xlim(-2.6, 7.7)
        plan.set_ylim(-3, 3)
        plan.set_aspect("equal")
        plan.set_ylabel(f"y, m; {count} circles" if count else "y, m; rays alone")
        plan.set_xlabel("x, m")
    for index, (count, found) in enumerate(gaps.items()):
        name = f"{count} circles" if count else "rays alone"
        axes[2].plot(places, found.mean(axis=1), label=name, **line_style(index))
    direct(axes[2])
    axes[2].set_ylim(bottom=0)
    axes[2].set_xlabel("distance from the centre of the circle, m")
    axes[2].set_ylabel("widest gap, m")
    legend(axes[2], len(gaps))
    save(figure, path)


if __name__ == "__main__":
    print(run(FIGURES / "white_points.png"))
