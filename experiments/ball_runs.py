"""Robots that each drive to a rolling ball of their own, all at once, with several models of where to meet it."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import robopitch
from robopitch.control.border import Border
from robopitch.control.interception import TIMES, intercept, intercept_uniform, kept_on_the_field

PERIOD, STEP = 0.04, 0.004  # s
SPEED, ACCELERATION = 2.2, 3.0  # m/s and m/s² [CAMBADA-control §4.1.3, §6.1]
SAMPLES = 10  # of the regression of the ball [CAMBADA-control §4.2.2]
FEWEST = 3
ROLLING = 0.5  # m/s², of the ball (leagues/msl/ball.toml)
TOUCH = 0.36  # m: radii of robot and ball (robots/cambada.toml, ball.toml)
CARPET = {"field.length": 80.0, "field.width": 80.0}  # m: no ball leaves it
# Not stated in [CAMBADA-control], and fixed before the runs:
BALL_SPEEDS = (0.5, 4.0)  # m/s
LIMIT = 12.0  # s after which a run ends; it counts with this time
FEW = 150  # worlds
SEED = 100

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Model = Callable[[Floats, Floats, Floats, Floats], Floats]  # robots, their velocities, balls, their velocities: targets


class Condition(NamedTuple):
    """What a robot knows, and where it plays."""

    noise: float = 0.0  # m, deviation of the ball's seen position
    delay: int = 0  # cycles from sensing to the motors
    field: bool = False  # a ball that leaves the field is lost; targets are kept on it [CAMBADA-control §6.1.1]


PLAIN = Condition()


class Runs(NamedTuple):
    """The runs of many robots, each with its own ball."""

    times: Floats  # s until it touched the ball; `LIMIT` if it did not
    won: Bools  # it touched the ball before that, and before the ball left the field
    robots: Floats  # [cycle, robot, 2], m
    balls: Floats  # [cycle, robot, 2], m


# ---- models --------------------------------------------------------------------------------------------------------


def chasing(robots: Floats, velocities: Floats, balls: Floats, rolling: Floats) -> Floats:
    """The present positions of the balls."""
    return balls


def uniform(mean_speed: float) -> Model:
    """The interception points of robots with constant speed."""

    def aim(robots: Floats, velocities: Floats, balls: Floats, rolling: Floats) -> Floats:
        return intercept_uniform(robots, ways(balls, rolling), mean_speed, reach=TOUCH).points

    return aim


def accelerated(robots: Floats, velocities: Floats, balls: Floats, rolling: Floats) -> Floats:
    """The interception points of uniformly accelerated robots."""
    return intercept(robots, velocities, ways(balls, rolling), SPEED, ACCELERATION, reach=TOUCH).points


def ways(balls: Floats, velocities: Floats) -> Floats:
    """Positions ``[ball, step, 2]`` of rolling balls over the next ten seconds."""
    speeds = np.hypot(velocities[:, 0], velocities[:, 1])[:, None] + 1e-9
    times = np.minimum(TIMES, speeds / ROLLING)
    rolled = times - 0.5 * ROLLING * times * times / speeds  # in units of the velocity
    return balls[:, None] + velocities[:, None] * rolled[..., None]


# ---- what a robot knows --------------------------------------------------------------------------------------------


class Sight:
    """The balls as the robots see them, with a regression line through the last positions."""

    def __init__(self, noise: float, seed: int) -> None:
        self._noise = noise
        self._random = np.random.default_rng(seed)
        self._seen: deque[Floats] = deque(maxlen=SAMPLES)

    def see(self, balls: Floats, velocities: Floats) -> tuple[Floats, Floats]:
        """Positions and velocities of the balls, as known in this cycle."""
        if self._noise == 0.0:
            return balls, velocities
        self._seen.append(balls + self._random.normal(0.0, self._noise, balls.shape))
        count = len(self._seen)
        if count < FEWEST:
            return self._seen[-1], np.zeros_like(balls)
        times = PERIOD * (np.arange(count) - (count - 1) / 2)
        seen = np.array(self._seen)
        slope = np.tensordot(times, seen, 1) / float(times @ times)
        return seen.mean(axis=0) + slope * float(times[-1]), slope


def after_delay(places: Floats, velocities: Floats, under_way: deque[Floats]) -> tuple[Floats, Floats]:
    """Positions and velocities of robots when the next command takes effect; the robot limits its acceleration."""
    for command in under_way:
        change = command - velocities
        size = np.hypot(change[:, 0], change[:, 1])[:, None] + 1e-9
        then = velocities + change * np.minimum(1.0, ACCELERATION * PERIOD / size)
        places = places + 0.5 * PERIOD * (velocities + then)
        velocities = then
    return places, velocities


def rolled(balls: Floats, velocities: Floats, seconds: float) -> tuple[Floats, Floats]:
    """Balls after some time of rolling."""
    speeds = np.hypot(velocities[:, 0], velocities[:, 1])[:, None] + 1e-9
    time = np.minimum(seconds, speeds / ROLLING)
    slower = np.maximum(speeds - ROLLING * time, 0.0) / speeds
    return balls + velocities * 0.5 * (1.0 + slower) * time, velocities * slower


# ---- runs ----------------------------------------------------------------------------------------------------------


def drawn(count: int, nearest: float, farthest: float, seed: int) -> Floats:
    """Random balls and robots on the field, ``[case, 8]``: ball, its velocity, robot, its velocity."""
    random, border = np.random.default_rng(seed), border_of_league()
    half = np.array((border.length / 2, border.width / 2))

    def vectors(number: int, least: float, most: float) -> Floats:
        size, angle = random.uniform(least, most, number), random.uniform(-math.pi, math.pi, number)
        return np.column_stack((size * np.cos(angle), size * np.sin(angle)))

    many = 20 * count  # those whose robot would stand outside are dropped
    balls = random.uniform(-half, half, (many, 2))
    robots = balls + vectors(many, nearest, farthest)
    inside = (np.abs(robots) < half).all(axis=1)
    balls, robots = balls[inside][:count], robots[inside][:count]
    return np.column_stack((balls, vectors(count, *BALL_SPEEDS), robots, vectors(count, 0.0, SPEED)))


def border_of_league() -> Border:
    """The lines of the field."""
    field = robopitch.make("msl", players={"blue": 1, "yellow": 0}).league.field
    return Border(float(field.length), float(field.width), float(field.goal.width))


def play(cases: Floats, aim: Model, condition: Condition = PLAIN) -> Runs:
    """Let each robot drive until it touches its ball."""
    count, border = len(cases), border_of_league()
    overrides = {} if condition.field else CARPET
    robots = {"blue": 1, "yellow": 0}
    threads = 1 if count < FEW else None  # threads cost more than they gain
    batch = robopitch.make_batch(
        "msl", worlds=count, players=robots, timestep=STEP, overrides=overrides, threads=threads
    )
    for index, (x, y, vx, vy, robot_x, robot_y, robot_vx, robot_vy) in enumerate(cases.tolist()):
        world = batch.world(index)
        world.place_ball(x=x, y=y, vx=vx, vy=vy, roll=True)
        world.place_robot("blue", 0, x=robot_x, y=robot_y, vx=robot_vx, vy=robot_vy)
    sight = Sight(condition.noise, SEED)
    under_way = deque([cases[:, 6:8]] * condition.delay)  # until its first command, a robot keeps its velocity
    times, lost = np.full(count, LIMIT), np.zeros(count, np.bool_)
    won = np.zeros(count, np.bool_)
    commands = np.zeros((count, 1, 3))
    tracks, paths = [], []
    for cycle in range(round(LIMIT / PERIOD)):
        places, balls = batch.poses[:, 0, :2], batch.ball_positions[:, :2]
        tracks.append(places)
        paths.append(balls)
        seen, rolling = sight.see(balls, batch.ball_velocities[:, :2])
        seen, rolling = rolled(seen, rolling, condition.delay * PERIOD)
        places, velocities = after_delay(places, batch.velocities[:, 0, :2], under_way)
        targets = aim(places, velocities, seen, rolling)
        if condition.field:
            targets = _kept(targets, seen, border)
        way = targets - places
        length = np.hypot(way[:, 0], way[:, 1])[:, None]
        under_way.append(way * (np.minimum(SPEED, 6.0 * length) / (length + 1e-9)))
        commands[:, 0, :2] = under_way.popleft()
        batch.command_field_velocities(commands)
        for step in range(1, round(PERIOD / STEP) + 1):
            batch.step()
            balls = batch.ball_positions[:, :2]
            apart = batch.poses[:, 0, :2] - balls
            if condition.field:
                lost |= ~won & ((np.abs(balls[:, 0]) > border.length / 2) | (np.abs(balls[:, 1]) > border.width / 2))
            there = (np.hypot(apart[:, 0], apart[:, 1]) <= TOUCH + 0.005) & ~won & ~lost
            times[there] = cycle * PERIOD + step * STEP
            won |= there
        if (won | lost).all():
            break
    return Runs(times, won, np.array(tracks), np.array(paths))


def _kept(points: Floats, balls: Floats, border: Border) -> Floats:
    """Targets on the field."""
    outside = np.flatnonzero((np.abs(points[:, 0]) > border.length / 2) | (np.abs(points[:, 1]) > border.width / 2))
    kept = points.copy()
    for index in outside.tolist():
        (x, y), (ball_x, ball_y) = points[index].tolist(), balls[index].tolist()
        kept[index] = kept_on_the_field((x, y), (ball_x, ball_y), border)
    return kept
