"""Time of a picture: each kind of lens, with and without robots on the field; and of image vision. On one thread.

The camera stands on a robot that is moved around the field, so that near and far things are in the pictures. Baseline:
the time between two pictures of a camera with 30 Hz.

Image vision: the picture of the camera over a table with ten robots, and what the vision module takes to find them in
it. With 5 ms an image it needs 15 % of a core at 30 Hz [MI20 §2.6.1: 6 ms a frame for the whole system].
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from statistics import median
from typing import Any

import robopitch
from robopitch.bench.server import Bar
from robopitch.machine import describe_machine, describe_versions
from robopitch.messages import Body, Team
from robopitch.sensors.camera.camera import take_picture
from robopitch.sensors.camera.settings import PRESETS, CameraSettings

__all__ = ["BARS", "COLUMNS", "SIZES", "measure_vision", "table"]

LEAGUE = "msl"
TABLE = "mirosot-5v5"
SIZES = ((640, 480), (320, 240))
ROBOTS = (1, 10)
PLACES = 24  # poses of the camera, all over the field
BARS = {
    "mirror": Bar("a picture through the mirror, 640 × 480, 10 robots", "ms", 33.3, 15.0),
    "frontal": Bar("a picture of the frontal camera, 640 × 480, 10 robots", "ms", 33.3, 15.0),
    "image vision": Bar("image vision, 640 × 480, 10 robots: from the image to detections", "ms", 5.0, 3.0),
}
COLUMNS = ("camera", "measured", "promised", "kept")


def measure_vision(seconds: float, sizes: Sequence[tuple[int, int]] = SIZES) -> dict[str, Any]:
    """The median time of a picture of each row; each row is measured for about this time."""
    rows = [_row(lens, *size, robots, seconds) for lens in PRESETS for size in sizes for robots in ROBOTS]
    found = {row["lens"]: row["ms"] for row in rows if (row["width"], row["robots"]) == (sizes[0][0], ROBOTS[-1])}
    vision = _image_vision(seconds)
    rows += vision
    found["image vision"] = vision[-1]["ms"]
    return {
        "figure": "median time of a picture, one thread",
        "rows": rows,
        "bars": {name: bar.judge(found[name]) for name, bar in BARS.items()},
        "machine": describe_machine(),
        "versions": describe_versions(),
    }


def table(result: dict[str, Any]) -> list[list[str]]:
    """The figures as cells under `COLUMNS`."""
    rows = []
    for name, judged in result["bars"].items():
        bar = BARS[name]
        rows.append([bar.title, f"{judged['value']:.2f} ms", bar.cell(bar.bar), "yes" if judged["met"] else "NO"])
    for row in result["rows"]:
        title = f"{row['lens']}, {row['width']} × {row['height']}, robots: {row['robots']}"
        rows.append([title, f"{row['ms']:.2f} ms", "-", "-"])
    return rows


def _image_vision(seconds: float) -> list[dict[str, Any]]:
    """The picture of the camera over a table, and the vision apart."""
    from robopitch.leagues.mirosot.sensors.image_vision import ImageVision
    from robopitch.leagues.mirosot.sensors.overhead_camera import OverheadCamera

    world = robopitch.make(TABLE, seed=1)
    x, y = 0.45 * float(world.league.field.length), 0.45 * float(world.league.field.width)
    camera, vision = OverheadCamera(world.league.name, {}), ImageVision(world, {})
    taken: list[list[float]] = [[], []]
    frame = 0
    while frame <= PLACES or math.fsum(taken[1]) < seconds:
        for index, robot in enumerate(world.robots()):
            assert robot.body.team is not None  # robots() has no obstacles
            angle = 2 * math.pi * ((frame % PLACES) / PLACES + 0.1 * index)
            world.place_robot(robot.body.team, robot.body.id, x * math.cos(angle), y * math.sin(angle), 3 * angle)
        begin = time.perf_counter()
        images = camera.sample(frame + 1, world, (), ())
        middle = time.perf_counter()
        vision.sample(frame + 1, world, images, ())
        if frame > 0:
            taken[0].append(middle - begin)
            taken[1].append(time.perf_counter() - middle)
        frame += 1
    about = {"width": camera.settings.width, "height": camera.settings.height, "robots": len(list(world.robots()))}
    return [
        {"lens": name, **about, "ms": round(1000 * median(times), 3), "pictures": len(times)}
        for name, times in zip(("overhead image", "image vision"), taken, strict=True)
    ]


def _row(lens: str, width: int, height: int, robots: int, seconds: float) -> dict[str, Any]:
    shrink = width / SIZES[0][0]
    usual = CameraSettings.model_validate(PRESETS[lens])
    settings = usual.model_copy(
        update={"width": width, "height": height, "focal_length": shrink * usual.focal_length, "noise": 2.0}
    )
    world = robopitch.make(LEAGUE, seed=1)
    owner = Body(Team.BLUE, next(world.robots(Team.BLUE)).body.id)
    for robot in list(world.robots())[robots:]:
        assert robot.body.team is not None  # robots() has no obstacles
        world.remove_robot(robot.body.team, robot.body.id)
    x, y = 0.4 * float(world.league.field.length), 0.4 * float(world.league.field.width)
    taken: list[float] = []
    frame = 0
    while frame <= PLACES or math.fsum(taken) < seconds:
        angle = 2 * math.pi * (frame % PLACES) / PLACES
        world.place_robot(Team.BLUE, owner.id, x * math.cos(angle), y * math.sin(2 * angle), 3 * angle)
        begin = time.perf_counter()
        take_picture(settings, world, owner, (1, "camera", frame))
        if frame > 0:  # the first one makes scene and table
            taken.append(time.perf_counter() - begin)
        frame += 1
    return {
        "lens": lens, "width": width, "height": height, "robots": robots, "ms": round(1000 * median(taken), 3),
        "pictures": len(taken),
    }  # fmt: skip
