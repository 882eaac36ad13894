"""[CAMBADA-control fig. 4.10]: prediction and the original limiter at 3, 5, 7 and 10 m/s².

With the ideal robot model, and with wheels that slip.
"""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from experiments.cambada import Drive, drive, straight_agent
from experiments.finding import FIGURES, Finding
from robopitch.control.geometry import Pose
from robopitch.plot.style import GREY, INK, WIDTH, direct, line_style, save

START, TARGET = Pose(4.0, 0.0, 0.0), Pose(0.0, 0.0, math.pi)
LIMITS = (3.0, 5.0, 7.0, 10.0)  # m/s²
SECONDS = 6.0


def run(figure: Path, quick: bool = False) -> Finding:
    """Drive with each limit in both models, plot the paths, and report their deviations from the line."""
    drives = {
        (limit, ideal): drive(
            START, straight_agent(TARGET, acceleration=limit), SECONDS, acceleration=limit, ideal=ideal
        )
        for limit in LIMITS
        for ideal in (True, False)
    }
    _draw(drives, figure)
    off, wrong = {}, {}
    for key, one in drives.items():
        aside = one.aside(START, TARGET)
        off[key] = float(aside[np.abs(aside).argmax()])
        wrong[key] = float(one.prediction_errors().max())
    model = ", ".join(f"{100 * off[limit, True]:.0f}" for limit in LIMITS)
    slip = ", ".join(f"{100 * off[limit, False]:.0f}" for limit in LIMITS)
    errors = ", ".join(f"{100 * wrong[limit, False]:.0f}" for limit in LIMITS)
    return Finding(
        title="Higher limits for the original limiter",
        source="[CAMBADA-control fig. 4.10]",
        there="With prediction and the original limiter the path is still curved. In simulation a higher limit reduces "
        "the curvature, but a real robot then slips, its prediction is wrong, and it does not follow the expected "
        "path.",
        here=f"At 3, 5, 7 and 10 m/s² the ideal robot leaves the line by {model} cm; the one with slip by {slip} cm "
        f"(positive to the side of its rotation), and its prediction is wrong by up to {errors} cm. The first wheel "
        "slips at 4.5 m/s² forward and at 3.9 m/s² sideways; well above, the path curves to the other side, and more "
        "at 10 than at 7 m/s².",
        conclusion="A higher limit straightens the path of a robot that does not slip; beyond the grip of its wheels "
        "it makes prediction and path worse again.",
        settings="As in fig. 4.12; grip µ = 0.8 on three wheels. Dashed lines are the turf engine, in place of the "
        "real robot of [CAMBADA-control].",
        figure=figure,
        numbers={
            **{f"ideal_{limit:.0f}": off[limit, True] for limit in LIMITS},
            **{f"slip_{limit:.0f}": off[limit, False] for limit in LIMITS},
            **{f"wrong_{limit:.0f}": wrong[limit, False] for limit in LIMITS},
            "wrong_ideal": max(wrong[limit, True] for limit in LIMITS),
        },
    )


def _draw(drives: dict[tuple[float, bool], Drive], path: Path) -> None:
    figure = Figure(figsize=(1.5 * WIDTH, 0.62 * WIDTH), dpi=300, facecolor="white", layout="constrained")
    grid = figure.subplots(2, 2, sharex=True, sharey=True)
    for axes, limit in zip(grid.flat, LIMITS, strict=True):
        direct(axes)
        axes.axhline(0, color=GREY, linewidth=0.6)
        for index, (ideal, name) in enumerate(((True, "ideal model"), (False, "with motors and slip"))):
            one = drives[limit, ideal]
            axes.plot(one.poses[:, 0], one.poses[:, 1], label=name, **line_style(index))
        axes.plot(START.x, START.y, "o", mfc="white", mec=INK, markersize=4, zorder=5)
        axes.plot(TARGET.x, TARGET.y, "o", color=INK, markersize=4, zorder=5)
        axes.set_title(f"{limit:.0f} m/s²", fontsize=8, loc="left")
        axes.set_aspect("equal", adjustable="box")
    for axes in grid[1]:
        axes.set_xlabel("x, m")
    for axes in grid[:, 0]:
        axes.set_ylabel("y, m")
    grid[1, 1].legend(loc="lower left", frameon=False, fontsize=7)
    save(figure, path)


if __name__ == "__main__":
    print(run(FIGURES / "acceleration_limits.png"))
