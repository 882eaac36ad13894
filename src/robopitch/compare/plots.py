"""Plot of a scene: the results of the engines, and their differences from turf."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from robopitch.compare.engines import Comparison
from robopitch.compare.scene import Signal
from robopitch.compare.trace import HEADING, Trace, X, Y, Z
from robopitch.messages import Pose, Team
from robopitch.plot.shape import outline_points, placed
from robopitch.spec import LeagueSpec

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["draw_comparison"]

# Blue, vermilion and green of a palette for all kinds of colour vision, and other dashes for each.
STYLES: dict[str, dict[str, Any]] = {
    "turf": {"color": "#0072B2", "lw": 3.0, "alpha": 0.75, "solid_capstyle": "round"},
    "mujoco": {"color": "#D55E00", "lw": 1.5, "ls": (0, (4, 2.5))},
    "mujoco-spatial": {"color": "#007A5A", "lw": 1.5, "ls": (0, (1.2, 1.2))},
}
GREY = "#666666"
SMOOTH = 5  # samples


def draw_comparison(comparison: Comparison, league: LeagueSpec, path: Path) -> None:
    """Write a plot to a file: the scene, its signals over time, and the differences of the engines."""
    from matplotlib.figure import Figure

    scene = comparison.scene
    rows, wide = len(scene.signals), _is_wide(comparison)
    height = 1.9 * rows + (3.4 if wide else 1.4)
    figure = Figure(figsize=(14, height), dpi=100, facecolor="white", layout="constrained")
    if wide:  # the view is above, else on the left
        grid = figure.add_gridspec(rows + 1, 2, width_ratios=(1.2, 1), height_ratios=(1.3, *[1] * rows))
        view, panels = figure.add_subplot(grid[0, :]), grid[1:, :].subgridspec(rows, 2)
    else:
        grid = figure.add_gridspec(rows, 3, width_ratios=(1.15, 1, 0.85))
        view, panels = figure.add_subplot(grid[:, 0]), grid[:, 1:].subgridspec(rows, 2)
    _draw_view(view, comparison, league)
    for row, signal in enumerate(scene.signals):
        over, apart = figure.add_subplot(panels[row, 0]), figure.add_subplot(panels[row, 1])
        _draw_signal(over, apart, comparison, signal)
        if row == 0:
            over.legend(loc="best", frameon=False, fontsize=9)
            over.set_title("the engines", fontsize=10, color=GREY)
            apart.set_title(f"difference from turf, median of {SMOOTH} samples", fontsize=10, color=GREY)
        if row == rows - 1:
            over.set_xlabel("time, s", fontsize=9)
            apart.set_xlabel("time, s", fontsize=9)
    beyond = "" if all(verdict.ok for verdict in comparison.verdicts) else "  (beyond its limit)"
    figure.suptitle(f"{league.title}: {scene.title}{beyond}", fontsize=13, x=0.01, ha="left")
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path)


def _draw_signal(over: Axes, apart: Axes, comparison: Comparison, signal: Signal) -> None:
    """The engines in one plot, and their differences from turf in another."""
    turf, unit, least = comparison.traces["turf"], signal.unit, 2e-3
    scale = 1.0
    if unit.startswith("m"):  # differences are in millimetres
        scale, unit, least = 1000.0, f"m{unit}", 2.0
    apart.axhline(0, color=GREY, lw=0.8)
    largest = []
    for engine, trace in comparison.traces.items():
        values = signal.of(trace)
        over.plot(trace.time, values, label=engine, **STYLES[engine])
        if engine == "turf":
            continue
        # An impact that is one sample later in one engine gives a spike; the median of a few samples removes it.
        padded = np.pad(values - signal.of(turf), SMOOTH // 2, mode="edge")
        difference = scale * np.median(np.lib.stride_tricks.sliding_window_view(padded, SMOOTH), axis=1)
        apart.plot(turf.time, difference, **STYLES[engine])
        largest.append(f"{engine} at most {np.abs(difference).max():.2g} {unit}")
    _frame(over, f"{signal.name}, {signal.unit}")
    _widen(over, 2e-3)
    apart.margins(y=0.2)
    _widen(apart, least)
    note: dict[str, Any] = {
        "ha": "right",
        "va": "top",
        "fontsize": 8,
        "bbox": {"fc": "white", "ec": "none", "alpha": 0.8, "pad": 1},
    }
    apart.text(0.995, 0.97, "\n".join(largest), transform=apart.transAxes, **note)
    _frame(apart, f"difference, {unit}")


def _widen(axes: Axes, least: float) -> None:
    """Set a least span of the y axis, so that rounding errors are not enlarged."""
    low, high = axes.get_ylim()
    more = max(0.0, least - (high - low)) / 2
    axes.set_ylim(low - more, high + more)


def _is_wide(comparison: Comparison) -> bool:
    """Whether the scene extends mainly along x."""
    up = Z if comparison.scene.side_view else Y
    turf = comparison.traces["turf"]
    tracks = [*turf.robots.values()] if up == Y else []
    tracks += [turf.ball] if _ball_takes_part(comparison) else []
    points = np.vstack([track[:, [X, up]] for track in tracks])
    return bool(np.ptp(points[:, 0]) > 3 * np.ptp(points[:, 1]))


def _frame(axes: Axes, label: str) -> None:
    axes.set_ylabel(label, fontsize=9)
    axes.grid(True, color="#dddddd", lw=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(labelsize=8, length=0)
    axes.margins(x=0.01)
    for spine in ("top", "right"):
        axes.spines[spine].set_visible(False)


def _draw_view(axes: Axes, comparison: Comparison, league: LeagueSpec) -> None:
    """The scene from above, or from the side: tracks, and the first and last positions of robots and ball."""
    up = Z if comparison.scene.side_view else Y
    with_ball = _ball_takes_part(comparison)
    for trace in comparison.traces.values():
        style = STYLES[trace.engine]
        tracks = [robot for robot in trace.robots.values() if up == Y] + ([trace.ball] if with_ball else [])
        for track in tracks:
            axes.plot(track[:, X], track[:, up], **style)
        for (team, _), robot in trace.robots.items():
            _draw_robot(axes, trace, robot, team, league, from_side=up == Z)
        if with_ball:
            _draw_ball(axes, trace, up, float(league.ball.radius))
    axes.autoscale_view()
    _draw_surroundings(axes, league, up)
    axes.set_aspect("equal", adjustable="datalim")
    _frame(axes, "z, m" if up == Z else "y, m")
    axes.margins(0.08)
    axes.set_xlabel("x, m", fontsize=9)
    axes.set_title("from the side" if up == Z else "from above", fontsize=10, color=GREY)


def _ball_takes_part(comparison: Comparison) -> bool:
    """Whether the ball moves."""
    return any(np.ptp(trace.ball[:, :3], axis=0).max() > 1e-3 for trace in comparison.traces.values())


def _draw_robot(axes: Axes, trace: Trace, robot: Any, team: Team, league: LeagueSpec, from_side: bool) -> None:
    """Draw the outline at the start, faint, and at the end."""
    from matplotlib.patches import Polygon

    spec = league.team(team).robot
    colour = STYLES[trace.engine]["color"]
    for sample, alpha in ((0, 0.35), (-1, 1.0)):
        x, y, heading = robot[sample, X], robot[sample, Y], robot[sample, HEADING]
        if from_side:
            half = spec.outline.circumradius
            corners = np.array([[x - half, 0], [x + half, 0], [x + half, spec.height], [x - half, spec.height]])
        else:
            corners = placed(outline_points(spec.outline), Pose(x, y, heading))
        dashes = STYLES[trace.engine].get("ls", "-")
        axes.add_patch(Polygon(corners, fill=False, ec=colour, lw=1.4, ls=dashes, alpha=alpha, zorder=3))
        if not from_side:
            nose = np.array([[0.3, 0.0], [0.75, 0.0]]) * spec.outline.circumradius
            axes.plot(*placed(nose, Pose(x, y, heading)).T, color=colour, lw=1.2, alpha=alpha, zorder=3)


def _draw_ball(axes: Axes, trace: Trace, up: int, radius: float) -> None:
    from matplotlib.patches import Circle

    colour = STYLES[trace.engine]["color"]
    for sample, alpha in ((0, 0.35), (-1, 1.0)):
        place = (trace.ball[sample, X], trace.ball[sample, up])
        axes.add_patch(Circle(place, radius, fc="#ffb347", ec=colour, lw=1.4, alpha=alpha, zorder=4))


def _draw_surroundings(axes: Axes, league: LeagueSpec, up: int) -> None:
    """Draw the ground in a side view, or walls in a top view."""
    if up == Z:
        axes.axhline(0, color="#557755", lw=3, zorder=0)
        return
    wall = league.field.width / 2 + league.field.margin_touch
    if axes.get_ylim()[1] > wall - 0.2:
        axes.axhspan(wall, wall + 0.04, color="#444444", lw=0, zorder=0)
