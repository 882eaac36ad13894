"""[CAMBADA-sim fig. 5.6]: points on obstacles, and obstacles that others hide."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import robopitch
from experiments.finding import FIGURES, Finding
from robopitch.messages import Body, Team
from robopitch.plot.style import GREY, INK, WIDTH, line_style, panels, save
from robopitch.sensors.omnivision.sensor import OmniVision
from robopitch.sensors.omnivision.view import OmniView
from robopitch.spec import load_robot

# Not stated in [CAMBADA-sim]: cylinders around the robot, in metres from it. The third stands behind the second, the
# fifth looks out behind the fourth.
OBSTACLES = ((-1.5, 1.0), (1.5, 0.0), (3.0, 0.1), (0.5, -1.6), (1.6, -3.0))
RADIUS = 0.25  # m, obstacle.toml
FRAMES, QUICK_FRAMES = 1000, 200

Array = NDArray[np.float64]


def run(figure: Path, quick: bool = False) -> Finding:
    """Look once without noise, and many times with the noise of a CAMBADA robot."""
    world = robopitch.make("msl-2010", players={"blue": 1, "yellow": 0})
    world.place_robot("blue", 0, 0.0, 0.0)
    for place in OBSTACLES:
        world.place_obstacle(*place)
    exact, noisy = OmniVision(_owner(), "vision", {}), OmniVision(_owner(), "vision", _figures())
    view = exact.look(1, world)
    views = [noisy.look(frame, world) for frame in range(1, (QUICK_FRAMES if quick else FRAMES) + 1)]
    assert view is not None
    counts = [int(np.count_nonzero(_on(view, place))) for place in OBSTACLES]
    errors = np.array([np.hypot(*(one.obstacles - view.obstacles).T) for one in views if one is not None])
    typical = np.median(errors, axis=0)  # of each point
    first, fourth = (float(np.median(typical[_on(view, OBSTACLES[n])])) for n in (0, 3))
    one = views[0]
    assert one is not None
    _draw(view, one, figure)
    return Finding(
        title="Obstacles and what they hide",
        source="[CAMBADA-sim fig. 5.6]",
        there="The points of the 240 radial sensors are reliable for the detection of obstacles. An obstacle that "
        "stands behind another is not detected.",
        here=f"The five cylinders have {', '.join(map(str, counts[:-1]))} and {counts[-1]} points: the third is "
        f"hidden, the fifth partly. With the noise of the robot a point is off by {100 * first:.0f} cm on the first, "
        f"at 1.8 m, and by {100 * fourth:.0f} cm on the fourth, at 1.7 m (medians of {len(views)} frames).",
        conclusion="Every obstacle in sight has points on its outline, and a hidden one has none.",
        settings="Five cylinders of 25 cm radius; the noise of the CAMBADA simulator, 2 % and 5 mm of calibration "
        "error.",
        figure=figure,
        numbers={
            **{f"points_{n}": float(count) for n, count in enumerate(counts)},
            "off_outline": float(max(np.abs(_heights(view)).max(), 0.0)),
            "error_first": first,
            "error_fourth": fourth,
        },
    )


def _owner() -> Body:
    return Body(Team.BLUE, 0)


def _figures() -> dict[str, float]:
    """Noise and calibration error of the robot's description."""
    mounted = next(sensor for sensor in load_robot("cambada").sensors if sensor.kind == "omnivision")
    return {name: value for name, value in mounted.settings.items() if "noise" in name or "error" in name}


def _on(view: OmniView, place: tuple[float, float]) -> NDArray[np.bool_]:
    return np.hypot(view.obstacles[:, 0] - place[0], view.obstacles[:, 1] - place[1]) < RADIUS + 1e-6


def _heights(view: OmniView) -> Array:
    """Distance of each point from the nearest outline, m."""
    away = [np.hypot(view.obstacles[:, 0] - x, view.obstacles[:, 1] - y) - RADIUS for x, y in OBSTACLES]
    return np.min(np.abs(away), axis=0)


def _draw(view: OmniView, noisy: OmniView, path: Path) -> None:
    figure, (plan,) = panels(1, 0.75 * WIDTH)
    angles = np.linspace(0, 2 * math.pi, 100)
    for x, y in OBSTACLES:
        plan.plot(x + RADIUS * np.cos(angles), y + RADIUS * np.sin(angles), color=GREY, linewidth=0.8)
    for x, y in view.obstacles:
        plan.plot([0, x], [0, y], color=GREY, linewidth=0.25, zorder=0)
    plan.plot(*noisy.obstacles.T, ".", color=line_style(1)["color"], markersize=3, label="with noise, one frame")
    plan.plot(*view.obstacles.T, ".", color=line_style(0)["color"], markersize=3, label="without noise")
    plan.plot(0, 0, "o", mfc="white", mec=INK, markersize=6, zorder=5)
    plan.set_aspect("equal")
    plan.set_xlabel("x, m")
    plan.set_ylabel("y, m")
    plan.legend(loc="upper right", fontsize=7, frameon=False)
    save(figure, path)


if __name__ == "__main__":
    print(run(FIGURES / "obstacle_points.png"))
