"""Cost of the omnidirectional vision of a robot: white points, obstacle points, ball, and a whole frame.

A robot stands among nine others, five a side, with the noise and the calibration errors of its description. It looks
from several places in turn, so that no place decides. [CAMBADA-sim §5.3] took 3.5 ms for the obstacles alone.
"""

from __future__ import annotations

import time
from statistics import median
from typing import Any

import robopitch
from robopitch.bench.eye import percentiles
from robopitch.bench.server import Bar
from robopitch.machine import describe_machine, describe_versions
from robopitch.messages import Body, Team
from robopitch.sensors.omnivision import kernel
from robopitch.sensors.omnivision.sensor import OmniVision
from robopitch.spec import load_robot
from robopitch.world import World

__all__ = ["BARS", "COLUMNS", "measure_onboard", "table"]

LEAGUE, ROBOT = "msl", "cambada"
OWNER = Body(Team.BLUE, 0)
# Where the others stand around it
DIRECTIONS = (
    (1.0, 0.0), (0.8, 0.6), (0.2, 1.0), (-0.5, 0.9), (-0.9, 0.3), (-0.9, -0.4), (-0.4, -0.9), (0.3, -1.0), (0.8, -0.6)
)  # fmt: skip
# Around the centre circle, in a corner, before a goal, in open field
PLACES = ((2.4, 0.5, 0.3), (9.5, -6.0, 2.0), (-8.0, 0.8, -1.0), (5.0, 3.0, 1.2))
PARTS = {"white": kernel.WHITE, "obstacles": kernel.OBSTACLES, "ball": kernel.BALL, "all": kernel.ALL}
WARM_UP = 50  # frames, the first of which compiles or loads the kernel
BARS = {"vision_us": Bar("omnidirectional vision, a frame of one robot, median", "µs", 100.0)}
COLUMNS = ("on-board sensors", "measured", "promised", "kept")


def _crowded(place: tuple[float, float, float]) -> World:
    """A robot at a place, nine others within 4 m of it, and the ball beside it."""
    world = robopitch.make(LEAGUE, seed=1)
    x, y, heading = place
    world.place_robot(OWNER.team or Team.BLUE, OWNER.id, x, y, heading)
    for n, robot in enumerate([view for view in world.robots() if view.body != OWNER]):
        assert robot.body.team is not None  # an obstacle is no robot
        # On three circles, so that some hide others
        away, (dx, dy) = 1.2 + 1.3 * (n % 3), DIRECTIONS[(7 * n) % len(DIRECTIONS)]
        world.place_robot(robot.body.team, robot.body.id, x + away * dx, y + away * dy, 0.7 * n)
    world.place_ball(x + 0.6, y + 0.7)
    return world


def measure_onboard(frames: int = 2000) -> dict[str, Any]:
    """Take frames at each place, the parts in turns, and measure each."""
    mounted = next(sensor for sensor in load_robot(ROBOT).sensors if sensor.kind == "omnivision")
    sensor = OmniVision(OWNER, f"{OWNER} {mounted.name}", mounted.settings)
    times: dict[str, list[float]] = {name: [] for name in PARTS}
    points = {"white": 0, "obstacles": 0, "ball": 0}
    for place in PLACES:
        world = _crowded(place)
        for frame in range(1, WARM_UP + frames + 1):
            for name, parts in PARTS.items():
                start = time.perf_counter()
                view = sensor.look(frame, world, parts)
                passed = time.perf_counter() - start
                if frame > WARM_UP:
                    times[name].append(1e6 * passed)
            assert view is not None  # the robot stands on the field
            points["white"] += len(view.lines)
            points["obstacles"] += len(view.obstacles)
            points["ball"] += view.ball is not None
    count = len(PLACES) * (WARM_UP + frames)
    return {
        "setup": {"league": LEAGUE, "robot": ROBOT, "others": 9, "frames": frames * len(PLACES)},
        "vision_us": {name: round(median(values), 2) for name, values in times.items()},
        "vision_us_p99": {name: percentiles(values, p99=99)["p99"] for name, values in times.items()},
        "points": {name: round(found / count, 2) for name, found in points.items()},
        "bars": {"vision_us": BARS["vision_us"].judge(round(median(times["all"]), 2))},
        "machine": describe_machine(),
        "versions": describe_versions(),
    }


def table(result: dict[str, Any]) -> list[list[str]]:
    """The figures as cells under `COLUMNS`."""
    bar, judged = BARS["vision_us"], result["bars"]["vision_us"]
    rows = [[bar.title, f"{judged['value']:g} {bar.unit}", bar.cell(bar.bar), "yes" if judged["met"] else "NO"]]
    for name in ("white", "obstacles", "ball"):
        text = f"{result['vision_us'][name]:g} / {result['vision_us_p99'][name]:g} µs"
        rows.append([f"{name} alone, median / p99; {result['points'][name]:g} found", text, "-", "-"])
    return rows
