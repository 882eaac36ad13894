"""Robots and ball all over a table, its camera, and what image vision makes of the pictures.

python -m tests.leagues.mirosot.sensors.table        # prints the figures of docs/vision.md
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

import robopitch
from robopitch.control.vision.snapshot import UNIDENTIFIED
from robopitch.leagues.mirosot.sensors.image_vision import ImageVision
from robopitch.leagues.mirosot.sensors.overhead_camera import OverheadCamera
from robopitch.messages import CameraFrame
from robopitch.world import World


class Table:
    """A world with its camera and its vision; settings of both."""

    def __init__(self, league: str = "mirosot-5v5", scheme: str = "three-colour", seed: int = 1, **settings) -> None:
        self.world: World = robopitch.make(league, seed=seed)
        patches = {"blue_patches": scheme, "yellow_patches": scheme}
        self.camera = OverheadCamera(league, {"on": True, **patches, **settings})
        self.vision = ImageVision(self.world, {"on": True, **patches, "tracking": False})
        self._random, self._frame = np.random.default_rng(seed), 0

    def scatter(self) -> None:
        """Put robots and ball into cells of a grid, anywhere in them, the cells in any order."""
        world, field = self.world, self.world.league.field
        robots = list(world.robots())
        across = math.ceil(math.sqrt((len(robots) + 1) * field.length / field.width))
        down = math.ceil((len(robots) + 1) / across)
        cell_x, cell_y = (field.length - 0.02) / across, (field.width - 0.02) / down
        cells = self._random.permutation(across * down).tolist()
        for index, cell in enumerate(cells[: len(robots) + 1]):
            free_x, free_y = max(cell_x / 2 - 0.06, 0.0), max(cell_y / 2 - 0.06, 0.0)
            x = (cell % across + 0.5 - across / 2) * cell_x + float(self._random.uniform(-free_x, free_x))
            y = (cell // across + 0.5 - down / 2) * cell_y + float(self._random.uniform(-free_y, free_y))
            if index < len(robots):
                heading = float(self._random.uniform(-math.pi, math.pi))
                world.place_robot(robots[index].body.team, robots[index].body.id, x, y, heading)
            else:
                world.place_ball(x, y)

    def clear(self) -> None:
        """Remove all robots; the ball lies in a corner."""
        for robot in list(self.world.robots()):
            self.world.remove_robot(robot.body.team, robot.body.id)
        self.world.place_ball(0.0, -0.4 * float(self.world.league.field.width))

    def look(self) -> CameraFrame:
        """What vision finds in the next picture."""
        self._frame += 1
        images = self.camera.sample(self._frame, self.world, (), ())
        (frame,) = self.vision.sample(self._frame, self.world, images, ())
        return frame

    def misses(self, frame: CameraFrame) -> Iterator[tuple[int, int, float, float]]:
        """For each robot on the table: its id, that of the nearest one seen, and how far that is off, m and rad."""
        for robot in self.world.robots():
            x, y, heading = robot.pose
            found = getattr(frame, robot.body.team.value)
            nearest = min(found, key=lambda seen: math.hypot(seen.x - x, seen.y - y), default=None)
            if nearest is None:
                yield robot.body.id, UNIDENTIFIED, math.inf, math.inf
            else:
                turn = abs(math.remainder(nearest.heading - heading, math.tau))
                yield robot.body.id, nearest.id, math.hypot(nearest.x - x, nearest.y - y), turn

    def ball_miss(self, frame: CameraFrame) -> float:
        """How far the first ball is off, m."""
        x, y, _ = self.world.ball.position.tolist()
        return math.hypot(frame.balls[0].x - x, frame.balls[0].y - y) if frame.balls else math.inf


UNEVEN = {"light_x": 0.15, "light_y": -0.1, "vignette": 0.25}  # 0.6 times as bright in one corner as in the other one
ROWS = {
    "`mirosot-5v5`, three colours, noise 3": {},
    "… without noise": {"noise": 0.0},
    "… noise 8": {"noise": 8.0},
    "… noise 5 and uneven light": {"noise": 5.0, **UNEVEN},
    "… two colours, noise 3": {"scheme": "two-colour"},
    "`mirosot-7v7`": {"league": "mirosot-7v7"},
    "`mirosot-11v11`, 1280 × 960 px": {"league": "mirosot-11v11"},
    "`vss-3v3`": {"league": "vss-3v3"},
}


def _spread(values: list[float], scale: float) -> str:
    return ", ".join(f"{scale * float(np.quantile(values, share)):.1f}" for share in (0.5, 0.99, 1.0))


def main(pictures: int = 40) -> None:
    """Print a row of figures for each table."""
    for title, options in ROWS.items():
        table, rows, balls = Table(**options), [], []
        for _ in range(pictures):
            table.scatter()
            frame = table.look()
            rows += table.misses(frame)
            balls.append(table.ball_miss(frame))
        ids, found, apart, turn = (list(column) for column in zip(*rows, strict=True))
        wrong = sum(one not in (other, UNIDENTIFIED) for one, other in zip(found, ids, strict=True))
        unknown = sum(one == UNIDENTIFIED for one in found)
        cells = (title, len(rows), _spread(apart, 1000), _spread(turn, 180 / math.pi), _spread(balls, 1000))
        print(f"| {' | '.join(map(str, cells))} | {wrong}, {unknown} |", flush=True)


if __name__ == "__main__":
    main()
