"""A picture of a game: the tracks of the robots and of the ball."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from robopitch.messages import BallOut, Goal, Kicked, Pose, Team
from robopitch.plot.shape import outline_points, placed
from robopitch.spec.files import writing

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.collections import LineCollection

    from robopitch.match import Game

__all__ = ["draw_tracks"]

# Told apart by lightness as well as by hue, so without colour vision too.
COLOURS = {Team.BLUE: "#5aa9ff", Team.YELLOW: "#ffd23f"}
INK = "#10231a"
SPEEDS = ("#ffffff", "#ffb3c8", "#ff4f8b", "#d1004f")  # the ball, from slow to fast
WIDTH = 12.0  # inches
TITLE = 105  # characters in a line


def draw_tracks(game: Game, title: str, path: Path) -> None:
    """Draw a game into a file, PNG or whatever its ending says."""
    from matplotlib.figure import Figure

    from robopitch.plot.pitch import draw_pitch

    field = game.league.field
    shape = (field.width + 2 * field.margin_touch) / (field.length + 2 * (field.margin_goal + field.recess))
    lines = textwrap.wrap(title, TITLE)
    top, foot = 0.45 + 0.22 * (len(lines) - 1), 0.85  # inches for title and legend
    height = 0.96 * WIDTH * shape + top + foot
    figure = Figure(figsize=(WIDTH, height), dpi=100, facecolor="white")
    axes = figure.add_axes((0.048, foot / height, 0.947, 1 - (top + foot) / height))
    draw_pitch(axes, field)
    _draw_robots(axes, game)
    speeds = _draw_ball(axes, game.ball_track)
    _mark_events(axes, game)
    axes.set_title("\n".join(lines), fontsize=12, loc="left", pad=6)
    axes.legend(
        handles=_legend_handles(),
        loc="upper left",
        bbox_to_anchor=(0.0, -0.035),
        ncols=7,
        frameon=False,
        fontsize=9,
        handletextpad=0.4,
        columnspacing=1.2,
        borderaxespad=0,
    )
    scale = figure.add_axes((0.79, 0.38 / height, 0.18, 0.1 / height))
    bar = figure.colorbar(speeds, cax=scale, orientation="horizontal")
    bar.set_label("ball speed, m/s", fontsize=8, labelpad=1)
    bar.ax.tick_params(labelsize=8, length=2, pad=1)
    bar.outline.set_linewidth(0.4)
    with writing(path) as part:
        figure.savefig(part)


def _draw_robots(axes: Axes, game: Game) -> None:
    """Tracks that get brighter with time; a hollow outline at the start, a full one at the end."""
    from matplotlib.patches import Polygon

    tracks = game.robot_tracks
    for column, (body, robot) in enumerate(zip(game.bodies, game.robots, strict=True)):
        colour = COLOURS[body.team or Team.BLUE]
        track = tracks[:, column]
        axes.add_collection(_fading(track[:, :2], colour))
        outline = outline_points(robot.outline)
        first, last = Pose(*track[0]), Pose(*track[-1])
        axes.add_patch(Polygon(placed(outline, first), fill=False, ec=colour, lw=0.9, alpha=0.7, zorder=3))
        axes.add_patch(Polygon(placed(outline, last), fc=colour, ec=INK, lw=0.7, zorder=6))
        size = 72 * 0.96 * WIDTH / np.ptp(axes.get_xlim()) * robot.outline.circumradius
        axes.text(
            last.x,
            last.y,
            str(body.id),
            color=INK,
            fontsize=min(max(1.0 * size, 5.5), 12),
            ha="center",
            va="center_baseline",
            zorder=7,
            weight="bold",
            clip_on=True,
        )


def _fading(points: NDArray[Any], colour: str) -> LineCollection:
    from matplotlib.collections import LineCollection
    from matplotlib.colors import to_rgba

    segments = np.stack([points[:-1], points[1:]], axis=1)
    shades = np.tile(to_rgba(colour), (len(segments), 1))
    shades[:, 3] = np.linspace(0.12, 0.75, len(segments))
    whole = np.isfinite(segments).all(axis=(1, 2))
    return LineCollection(list(segments[whole]), colors=shades[whole], linewidths=1.3, zorder=2.5, capstyle="round")


def _draw_ball(axes: Axes, track: NDArray[Any]) -> LineCollection:
    """The ball's track in the colours of its speed, and the ball where it ended."""
    from matplotlib.collections import LineCollection
    from matplotlib.colors import LinearSegmentedColormap

    points, speed = track[:, 1:3], track[:, 4]
    segments = np.stack([points[:-1], points[1:]], axis=1)
    whole = np.isfinite(segments).all(axis=(1, 2))
    axes.add_collection(LineCollection(list(segments[whole]), colors=INK, linewidths=3.6, zorder=4, capstyle="round"))
    line = LineCollection(
        list(segments[whole]),
        cmap=LinearSegmentedColormap.from_list("ball", SPEEDS),
        linewidths=2.2,
        zorder=4.1,
        capstyle="round",
    )
    line.set_array(speed[1:][whole])
    line.set_clim(0, max(1.0, float(np.nanmax(speed))))
    axes.add_collection(line)
    axes.plot(*points[-1], "o", ms=7, mfc="#ff7a00", mec="white", mew=1.2, zorder=8)
    return line


def _mark_events(axes: Axes, game: Game) -> None:
    score = dict.fromkeys(Team, 0)
    for event in game.events:
        x, y = getattr(event, "position", (0.0, 0.0, 0.0))[:2]
        if isinstance(event, Kicked) and event.robot.team is not None:
            axes.plot(x, y, "D", ms=5.5, mfc=COLOURS[event.robot.team], mec=INK, mew=0.8, zorder=5)
        elif isinstance(event, BallOut):
            axes.plot(x, y, "X", ms=9, mfc="white", mec=INK, mew=0.8, zorder=5)
        elif isinstance(event, Goal):
            score[event.team] += 1
            axes.plot(x, y, "*", ms=19, mfc=COLOURS[event.team], mec=INK, mew=0.9, zorder=8)
            axes.annotate(
                f"{score[Team.BLUE]} : {score[Team.YELLOW]}\n{event.time:.2f} s",
                (x, y),
                xytext=(-16 if x > 0 else 16, 30),
                textcoords="offset points",
                ha="right" if x > 0 else "left",
                fontsize=9,
                weight="bold",
                color=INK,
                zorder=9,
                bbox={"boxstyle": "round,pad=0.25", "fc": COLOURS[event.team], "ec": INK, "lw": 0.7},
            )


def _legend_handles() -> list[Any]:
    from matplotlib.lines import Line2D

    def mark(label: str, marker: str, colour: str, size: float) -> Line2D:
        return Line2D([], [], ls="", marker=marker, ms=size, mfc=colour, mec=INK, mew=0.8, label=label)

    return [
        Line2D([], [], color="#3585dc", lw=2, label="blue"),
        Line2D([], [], color="#e3b100", lw=2, label="yellow"),
        Line2D([], [], ls="", marker="o", ms=9, mfc="none", mec="#555555", label="start"),
        Line2D([], [], ls="", marker="o", ms=9, mfc="#999999", mec=INK, label="end"),
        mark("kick", "D", "#bbbbbb", 6),
        mark("goal", "*", "#bbbbbb", 13),
        mark("out", "X", "white", 8),
    ]
