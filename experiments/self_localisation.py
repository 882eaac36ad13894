"""[CAMBADA-sim fig. 5.4]: self-localisation against the number of radial sensors and of obstacles around.

A robot drives a tour, with others that drive beside it and hide lines. Its vision, compass and odometry have the noise
and the calibration errors of its description. At the end it is carried to other places.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import robopitch
from experiments.finding import FIGURES, Finding
from experiments.markings import draw_markings
from robopitch.control.driving import go_to_pose
from robopitch.control.field_map import FieldLines, FieldMap
from robopitch.control.geometry import Pose, Twist, composed
from robopitch.control.limiting import Limits
from robopitch.control.localisation import LocalisationModel
from robopitch.control.robot_world import RobotWorld
from robopitch.messages import Body, FieldVelocity, Team
from robopitch.plot.style import GREY, WIDTH, legend, line_style, panels, save
from robopitch.sensors.compass import Compass
from robopitch.sensors.odometry import Odometry
from robopitch.sensors.omnivision.sensor import OmniVision
from robopitch.spec import load_robot
from robopitch.spec.markings import markings_of
from robopitch.world import World

LEAGUE = "msl-2010"
RADIAL = (8, 15, 30, 60)  # lines through the robot; [CAMBADA-sim §5.2.1] has 30
OBSTACLES = (0, 4, 9)
# Not stated in [CAMBADA-sim]:
SEEDS, QUICK_SEEDS = (1, 2, 3, 4), (1,)  # each with other calibration errors
LIMITS = Limits.even(speed=2.0, acceleration=2.5, turn_rate=2.0, turn_acceleration=8.0)
TOUR = ((6.0, 3.5), (0.5, 4.5), (-6.0, 2.5), (-7.0, -3.5), (-1.0, -4.5), (5.0, -2.0), (1.5, 0.5), (-3.0, 0.0))  # m
# Robots that drive along with it: direction, rad, and distance, m
AROUND = tuple((2.4 * number, (1.0, 1.4, 1.2)[number % 3]) for number in range(9))
FAST = 1.0  # m/s: errors count while the robot is faster
SECONDS, QUICK_SECONDS, SHOWN = 20.0, 5.0, 16.0
CARRIED, QUICK_CARRIED = 6, 3  # times
PATIENCE, QUICK_PATIENCE = 5.0, 3.0  # s after which a carried robot counts as lost
OWNER = Body(Team.BLUE, 0)
PICTURE, WHEELS = 40, 10  # ms between two pictures, and two readings of the encoders

Array = NDArray[np.float64]


@dataclass
class Observer:
    """A robot's own view, with its own vision."""

    vision: OmniVision
    world: RobotWorld
    errors: list[float] = field(default_factory=list)
    track: list[tuple[float, float]] = field(default_factory=list)
    points: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class Ride:
    """A drive with some number of obstacles, watched with several numbers of radial sensors."""

    observers: dict[int, Observer]
    path: Array  # [picture, 2]
    fast: NDArray[np.bool_]  # [picture]


class Pitch:
    """A robot with its sensors, among others that stand."""

    def __init__(self, seed: int, obstacles: int, radial: tuple[int, ...], start: Pose) -> None:
        self.world = robopitch.make(LEAGUE, seed=seed, players={"blue": 1, "yellow": 0})
        self.world.place_robot("blue", 0, *start)
        for x, y in around(start.x, start.y, obstacles):
            self.world.place_obstacle(x, y, robot="cambada")
        self._obstacles = obstacles
        self.world.place_ball(8.5, -5.5)
        settings = {mounted.name: mounted.settings for mounted in load_robot("cambada").sensors}
        self._odometry = Odometry(OWNER, f"{OWNER} odometry", settings["odometry"])
        self._compass = Compass(OWNER, f"{OWNER} compass", settings["compass"])
        lines = field_map(self.world)
        self.observers = {}
        for count in radial:
            vision = OmniVision(OWNER, f"{OWNER} vision", {**settings["vision"], "line_rays": count, "circles": 0})
            model = LocalisationModel(start=(0.1, 0.1))
            self.observers[count] = Observer(vision, RobotWorld(0, lines, start, localisation=model))
        self._frame = 0

    @property
    def pose(self) -> Pose:
        """The true one."""
        return Pose(*self.world.robot("blue", 0).pose)

    def picture(self, twist: Twist) -> None:
        """Drive until the next picture with a velocity on the field, and show it to all observers."""
        self.world.command("blue", 0, FieldVelocity(*twist))
        for _ in range(PICTURE // WHEELS):
            self.world.step(WHEELS)
            self._frame += 1
            for report in self._odometry.sample(self._frame, self.world, (), ()):
                for observer in self.observers.values():
                    observer.world.on_odometry(report.capture, Pose(report.x, report.y, report.heading))
        here = self.pose
        for number, (x, y) in enumerate(around(here.x, here.y, self._obstacles)):
            self.world.move_obstacle(number, x, y)
        for reading in self._compass.sample(self._frame, self.world, (), ()):
            for observer in self.observers.values():
                observer.world.on_compass(reading.capture, reading.heading)
        for observer in self.observers.values():
            seen = observer.vision.look(self._frame, self.world)
            assert seen is not None  # the robot is on the field
            observer.world.on_picture(seen.capture, seen.lines, seen.obstacles, None)
            observer.points.append(len(seen.lines))
            found = observer.world.pose(seen.capture)
            observer.track.append(found[:2])
            observer.errors.append(math.dist(found[:2], self.pose[:2]))


def around(x: float, y: float, count: int) -> list[tuple[float, float]]:
    """Where the others are."""
    return [(x + away * math.cos(angle), y + away * math.sin(angle)) for angle, away in AROUND[:count]]


def field_map(world: World) -> FieldMap:
    """The map of the markings of a world; a spot is a circle of a centimetre."""
    markings = markings_of(world.league.field)
    spots = [(x, y, 0.01, 0.0, math.tau) for x, y, _ in markings.spots.tolist()]
    arcs = np.concatenate((markings.arcs, np.array(spots).reshape(-1, 5)))
    return FieldMap(FieldLines(markings.segments, arcs, markings.line_width))


def ride(seed: int, obstacles: int, radial: tuple[int, ...], seconds: float) -> Ride:
    """Drive the tour; the driver knows the true pose, so that all see the same drive."""
    start = Pose(*TOUR[-1], 0.0)
    pitch, last, target = Pitch(seed, obstacles, radial, start), Twist(0.0, 0.0, 0.0), 0
    path, speeds = [], []
    for _ in range(round(1000 * seconds / PICTURE)):
        pose = pitch.pose
        if math.dist(pose[:2], TOUR[target]) < 0.4:
            target = (target + 1) % len(TOUR)
        heading = 0.9 * target + seed
        last = go_to_pose(pose, last, Pose(*TOUR[target], heading), LIMITS, PICTURE / 1000)
        pitch.picture(last)
        path.append(pitch.pose[:2])
        velocity = pitch.world.robot("blue", 0).velocity
        speeds.append(math.hypot(velocity.x, velocity.y))
    return Ride(pitch.observers, np.array(path), np.array(speeds) >= FAST)


def carried(seed: int, times: int, patience: float) -> list[float]:
    """Seconds until a robot that was carried knows where it is, and stays so until it is carried again."""
    random = np.random.default_rng(seed)
    pitch = Pitch(seed, OBSTACLES[1], (RADIAL[2],), Pose(-3.0, 0.0, 0.0))
    observer = pitch.observers[RADIAL[2]]
    needed = []
    for _ in range(times):
        for _ in range(25):
            pitch.picture(Twist(0.0, 0.0, 0.0))
        x, y, heading = random.uniform((-8.0, -5.0, -math.pi), (8.0, 5.0, math.pi)).tolist()
        pitch.world.place_robot("blue", 0, x, y, heading)
        first = len(observer.errors)
        for _ in range(round(1000 * patience / PICTURE)):
            ahead = composed(Pose(0.0, 0.0, pitch.pose.heading), Pose(0.4, 0.0, 0.0))  # it drives a small circle
            pitch.picture(Twist(ahead.x, ahead.y, 0.8))
        wrong = np.flatnonzero(np.array(observer.errors[first:]) > 0.5)
        needed.append((int(wrong[-1]) + 1 if len(wrong) else 0) * PICTURE / 1000)
    return needed


def run(figure: Path, quick: bool = False) -> Finding:
    """Drive with each number of obstacles and calibration errors, then carry the robot."""
    seconds, seeds = (QUICK_SECONDS, QUICK_SEEDS) if quick else (SECONDS, SEEDS)
    rides = {count: [ride(seed, count, RADIAL, seconds) for seed in seeds] for count in OBSTACLES}
    medians, nineties, points = {}, {}, {}
    for count, some in rides.items():
        for radial in RADIAL:
            errors = np.concatenate([_errors(one, radial) for one in some])
            medians[radial, count] = float(np.median(errors))
            nineties[radial, count] = float(np.quantile(errors, 0.95))
            points[radial, count] = float(np.mean([np.mean(one.observers[radial].points) for one in some]))
    times, patience = (QUICK_CARRIED, QUICK_PATIENCE) if quick else (CARRIED, PATIENCE)
    needed = [time for seed in seeds for time in carried(seed, times, patience)]
    _draw(rides, medians, nineties, figure)
    usual = RADIAL[2]
    few, many = RADIAL[0], RADIAL[-1]
    none, most = OBSTACLES[0], OBSTACLES[-1]
    cm = {key: f"{100 * value:.1f} cm" for key, value in medians.items()}
    cm95 = {key: f"{100 * value:.1f} cm" for key, value in nineties.items()}
    found = np.array(needed)
    lost = float(np.mean(found >= patience - 0.1))
    return Finding(
        title="Self-localisation from white points",
        source="[CAMBADA-sim fig. 5.4 and §5.2.6]",
        there="Thirty radial sensors suffice for self-localisation; more sensors make it more precise, obstacles less. "
        "The thesis gives no figures.",
        here=f"While the robot drives faster than {FAST:.0f} m/s, its position is off by {cm[usual, none]} (median; "
        f"95 %: {cm95[usual, none]}) with {usual} lines through the robot and no obstacles, and by {cm[usual, most]} "
        f"({cm95[usual, most]}) among {most} obstacles. With {few} lines it is {cm[few, none]} ({cm95[few, none]}) and "
        f"{cm[few, most]} ({cm95[few, most]}), with {many} lines {cm[many, none]} ({cm95[many, none]}) and "
        f"{cm[many, most]} ({cm95[many, most]}). {usual} lines find {points[usual, none]:.0f} white points on average, "
        f"{points[usual, most]:.0f} among the obstacles. A robot that is carried elsewhere knows its place again after "
        f"{np.median(found):.1f} s (median of {len(found)}; 90 %: {np.quantile(found, 0.9):.1f} s); "
        f"{100 * lost:.0f} % do not within {patience:.0f} s.",
        conclusion=f"Thirty lines through the robot locate it to {cm[usual, none]} in free sight and to "
        f"{cm[usual, most]} among {most} obstacles (medians); more lines help a little, obstacles harm a little.",
        settings="Sensors as in the description of the robot: vision with noise by distance up to 5 m, distances 2 % "
        "wrong, centre 5 mm wrong; compass 2° and 2° wrong; wheels 0.5 % wrong; no search circles. A tour of eight "
        f"points at up to {LIMITS.speed:g} m/s, turning; {seconds:.0f} s with each of {len(seeds)} seeds, which give "
        "other calibration errors. The obstacles are robots that drive along at 1.0 to 1.4 m. A carried robot, with "
        f"{OBSTACLES[1]} of them, drives a small circle at 0.4 m/s.",
        figure=figure,
        numbers={
            **{f"median {radial} {count}": value for (radial, count), value in medians.items()},
            **{f"p95 {radial} {count}": value for (radial, count), value in nineties.items()},
            **{f"points {radial} {count}": value for (radial, count), value in points.items()},
            "carried: median": float(np.median(found)),
            "carried: lost": lost,
        },
    )


def _errors(one: Ride, radial: int) -> Array:
    """While the robot drove fast, m."""
    return np.array(one.observers[radial].errors)[one.fast]


def _draw(
    rides: Mapping[int, list[Ride]],
    medians: Mapping[tuple[int, int], float],
    nineties: Mapping[tuple[int, int], float],
    path: Path,
) -> None:
    figure, (plan, errors) = panels(2, 0.62 * WIDTH, share_x=False)
    one = rides[OBSTACLES[-1]][0]
    draw_markings(plan, robopitch.make(LEAGUE).league.field)
    shown = slice(0, round(1000 * SHOWN / PICTURE))
    plan.plot(*np.array(one.observers[RADIAL[2]].track)[shown].T, label="its own estimate", **line_style(1))
    plan.plot(*one.path[shown].T, label="true path", **line_style(0))
    plan.plot(*np.array(around(*one.path[shown][-1], OBSTACLES[-1])).T, "o", mfc="none", mec=GREY, ms=6)
    plan.set_aspect("equal")
    plan.set_xlabel("x, m")
    plan.set_ylabel("y, m")
    legend(plan, 2)
    for index, count in enumerate(OBSTACLES):
        style = line_style(index)
        middle = np.array([medians[radial, count] for radial in RADIAL])
        single = np.array([[np.median(_errors(one, radial)) for one in rides[count]] for radial in RADIAL])
        ends = np.abs((middle - single.min(axis=1), single.max(axis=1) - middle))
        errors.errorbar(
            RADIAL, 100 * middle, 100 * ends, label=f"{count} obstacles", capsize=2, elinewidth=0.8, **style
        )
        errors.plot(RADIAL, [100 * nineties[radial, count] for radial in RADIAL], marker=".", **style)
    errors.set_xscale("log", base=2)
    errors.set_xticks(RADIAL, [str(radial) for radial in RADIAL])
    errors.set_ylim(bottom=0)
    errors.set_xlabel("lines through the robot")
    errors.set_ylabel("off, cm: median (bars: seeds), 95 % (dots)")
    legend(errors, len(OBSTACLES))
    save(figure, path)


if __name__ == "__main__":
    print(run(FIGURES / "self_localisation.png"))
