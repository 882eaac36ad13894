"""[CAMBADA-sim fig. 5.7]: the detected distance of a ball that bounces at 2 m from the robot."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import robopitch
from experiments.finding import FIGURES, Finding
from robopitch.messages import Body, Team
from robopitch.plot.style import GREY, WIDTH, line_style, panels, save
from robopitch.sensors.omnivision.sensor import OmniVision

DISTANCE, LIMIT = 2.0, 5.0  # m [CAMBADA-sim fig. 5.7]
# Not stated in [CAMBADA-sim]:
HEIGHT = 0.8  # m, of the point of view: that of CAMBADA's simulator
DROP = 1.0  # m, as in fig. 5.3
SECONDS, PERIOD = 3.2, 0.01

Array = NDArray[np.float64]


def run(figure: Path, quick: bool = False) -> Finding:
    """Drop the ball, and look at it a hundred times a second."""
    world = robopitch.make("msl-2010", players={"blue": 1, "yellow": 0})
    radius = float(world.league.ball.radius)
    world.place_robot("blue", 0, 0.0, 0.0)
    world.place_ball(DISTANCE, 0.0, z=radius + DROP)
    sensor = OmniVision(Body(Team.BLUE, 0), "vision", {"height": HEIGHT, "ball_range": LIMIT})
    rows = []
    for frame in range(1, round(SECONDS / PERIOD) + 1):
        world.run(PERIOD)
        view = sensor.look(frame, world)
        assert view is not None
        altitude = float(world.ball.position[2]) - radius
        rows.append((world.time, altitude, np.nan if view.ball is None else view.ball.x))
    times, altitudes, found = np.array(rows).T
    threshold = HEIGHT - HEIGHT * DISTANCE / LIMIT
    _draw(times, altitudes, found, threshold, figure)
    seen = ~np.isnan(found)
    highest = float(altitudes[seen].max())
    share = float(seen.mean())
    low = float(np.interp(0.05, *_sorted(altitudes[seen], found[seen])))
    return Finding(
        title="A bouncing ball, projected",
        source="[CAMBADA-sim fig. 5.7]",
        there="A small variation of the altitude of the ball influences its detected position; on the ground the "
        "detection is stable. With a see distance of 5 m the ball is not detected above a threshold.",
        here=f"A ball at {DISTANCE:g} m that rises by 5 cm appears at {low:.2f} m, and at the threshold of "
        f"{threshold:.2f} m at {LIMIT:g} m. Dropped from {DROP:g} m it is seen in {100 * share:.0f} % of the frames, "
        f"the highest time at {highest:.2f} m; at rest it is at {found[-1]:.2f} m.",
        conclusion=f"Projection moves a ball at {DISTANCE:g} m away by {100 * (low - DISTANCE):.0f} cm for 5 cm of "
        f"altitude, and hides it above {threshold:.2f} m.",
        settings=f"The point of view at {HEIGHT:g} m; no noise; altitudes are those of the lowest point of the ball.",
        figure=figure,
        numbers={
            "threshold": threshold,
            "highest_seen": highest,
            "lowest_missed": float(altitudes[~seen].min()),
            "farthest": float(np.nanmax(found)),
            "at_rest": float(found[-1]),
            "at_5_cm": low,
        },
    )


def _sorted(x: Array, y: Array) -> tuple[Array, Array]:
    order = np.argsort(x)
    return x[order], y[order]


def _draw(times: Array, altitudes: Array, found: Array, threshold: float, path: Path) -> None:
    figure, (height, distance) = panels(2, 0.35 * WIDTH)
    height.plot(times, altitudes, **line_style(0))
    height.axhline(threshold, color=GREY, linewidth=0.8)
    height.annotate("threshold", (times[-1], threshold), ha="right", va="bottom", fontsize=7, color=GREY)
    height.set_ylabel("altitude, m")
    distance.plot(times, found, ".", color=line_style(0)["color"], markersize=2)
    distance.axhline(DISTANCE, color=GREY, linewidth=0.8)
    distance.set_ylabel("detected distance, m")
    distance.set_xlabel("time, s")
    save(figure, path)


if __name__ == "__main__":
    print(run(FIGURES / "ball_projection.png"))
