"""[CAMBADA-control fig. 6.4]: rolling balls, intercepted or chased, in several draws and conditions.

Three methods to reach a rolling ball, on the same balls: drive to its present position, to the interception point of a
robot with constant speed, and to that of a uniformly accelerated robot. All are evaluated in every control cycle, and
drive in the same way. The mean speed of the constant-velocity model is chosen on balls of its own.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import robopitch
from experiments.finding import FIGURES, Finding, Table
from robopitch.control.border import Border
from robopitch.control.interception import TIMES, intercept, intercept_uniform, kept_on_the_field
from robopitch.plot.style import GREY, INK, SMALL, legend, line_style, panels, save

PERIOD, STEP = 0.04, 0.004  # s
SPEED, ACCELERATION = 2.2, 3.0  # m/s and m/s² [CAMBADA-control §4.1.3, §6.1]
SAMPLES = 10  # of the regression of the ball [CAMBADA-control §4.2.2]
FEWEST = 3
ROLLING = 0.5  # m/s², of the ball (leagues/msl/ball.toml)
TOUCH = 0.36  # m: radii of robot and ball (robots/cambada.toml, ball.toml)
CARPET = {"field.length": 80.0, "field.width": 80.0}  # m: no ball leaves it
# Not stated in [CAMBADA-control], and fixed before the runs:
BALLS, QUICK_BALLS = 200, 30  # of each draw
TRAINING = 200  # balls on which the mean speed is chosen
MEAN_SPEEDS = (1.0, 1.4, 1.8, 2.0, 2.2)  # m/s, of the constant-velocity model
USUAL_SPEED = 1.8  # m/s, in the quick form
DRAWS = {"0.5 to 2 m": (0.5, 2.0), "1 to 6 m": (1.0, 6.0), "3 to 9 m": (3.0, 9.0)}  # from robot to ball
BALL_SPEEDS = (0.5, 4.0)  # m/s
FEW = 150  # worlds
LIMIT = 12.0  # s after which a run ends; it counts with this time
SEED, TRAINING_SEED = 100, 900

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Model = Callable[[Floats, Floats, Floats, Floats], Floats]  # robots, their velocities, balls, their velocities: targets


class Condition(NamedTuple):
    """What a robot knows, and where it plays."""

    noise: float = 0.0  # m, deviation of the ball's seen position
    delay: int = 0  # cycles from sensing to the motors
    field: bool = False  # a ball that leaves the field is lost; targets are kept on it [CAMBADA-control §6.1.1]


CONDITIONS = {
    "true": Condition(),
    "noise": Condition(noise=0.02),
    "noise, delay": Condition(noise=0.02, delay=4),  # 160 ms; [CAMBADA-control §4.4] has 165
    "noise, delay, field": Condition(noise=0.02, delay=4, field=True),
}
PLAIN = "true"
IN_THE_FIELD = "noise, delay, field"


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


def play(cases: Floats, aim: Model, condition: Condition = CONDITIONS[PLAIN]) -> Runs:
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


def interval(values: Floats) -> tuple[float, float]:
    """Mean, and half its 95 % interval."""
    if len(values) < 2:
        return math.nan, math.nan
    return float(values.mean()), float(1.96 * values.std(ddof=1) / math.sqrt(len(values)))


# ---- experiment ----------------------------------------------------------------------------------------------------


class Comparison(NamedTuple):
    """Two methods on the same balls: seconds later and balls less, each with half its 95 % interval."""

    later: tuple[float, float]  # s, of the balls that both win
    fewer: tuple[float, float]  # share of the balls


def compared(other: Runs, ours: Runs, rows: slice) -> Comparison:
    """Another method against ours."""
    both = other.won[rows] & ours.won[rows]
    later = (other.times[rows] - ours.times[rows])[both]
    fewer = ours.won[rows].astype(np.float64) - other.won[rows]
    return Comparison(interval(later), interval(fewer))


def best_speed() -> float:
    """The mean speed of the constant-velocity model that is soonest at balls of its own."""
    practice = drawn(TRAINING, 0.5, 9.0, TRAINING_SEED)
    times = {speed: float(play(practice, uniform(speed)).times.mean()) for speed in MEAN_SPEEDS}
    return min(times, key=times.__getitem__)


def run(figure: Path, quick: bool = False) -> Finding:
    """Play all balls with all models in all conditions, and the run of fig. 6.4 for the plot."""
    count = QUICK_BALLS if quick else BALLS
    chosen = USUAL_SPEED if quick else best_speed()
    cases = np.concatenate([drawn(count, *span, SEED + index) for index, span in enumerate(DRAWS.values())])
    rows = {name: slice(index * count, (index + 1) * count) for index, name in enumerate(DRAWS)}
    rows["all"] = slice(None)
    names = (PLAIN, IN_THE_FIELD) if quick else tuple(CONDITIONS)
    ours = {name: play(cases, accelerated, CONDITIONS[name]) for name in names}
    constant = {name: play(cases, uniform(chosen), CONDITIONS[name]) for name in names}
    chased = {name: play(cases, chasing, CONDITIONS[name]) for name in names}
    over_constant = {(name, draw): compared(constant[name], ours[name], rows[draw]) for name in names for draw in rows}
    over_chasing = {(name, draw): compared(chased[name], ours[name], rows[draw]) for name in names for draw in rows}
    _draw(figure, over_chasing, over_constant, chosen)
    pooled, chase_all = over_constant[PLAIN, "all"].later, over_chasing[PLAIN, "all"].later
    cells = {key: one.later for key, one in over_constant.items() if key[1] != "all"}
    clear = sum(abs(mean) > half for mean, half in cells.values())
    slower = sum(mean > half for mean, half in cells.values())
    mine, theirs = float(ours[IN_THE_FIELD].won.mean()), float(chased[IN_THE_FIELD].won.mean())
    return Finding(
        title="Interception",
        source="[CAMBADA-control §6.1, fig. 6.4]",
        there="The robot intercepts the ball on its path instead of following it; one recorded run, no statistics.",
        here=f"With true positions and without borders the accelerated model touches the ball after "
        f"{ours[PLAIN].times.mean():.2f} s on average, chasing {_seconds(chase_all)} later, the constant-velocity "
        f"model {_seconds(pooled)} later (paired, {len(cases)} balls). The constant-velocity model is clearly later in "
        f"{slower} and clearly different in {clear} of {len(cells)} combinations of draw and condition. In the field, "
        f"where a ball that leaves it is lost, the accelerated model wins {100 * mine:.0f} % of the balls, chasing "
        f"{100 * theirs:.0f} %.",
        conclusion=f"Interception is faster than chasing {_everywhere(over_chasing)}, by {_range(over_chasing)} on "
        f"average; the accelerated model gains {_range(over_constant)} over the constant-velocity model, which is "
        f"clear of zero in {slower} of {len(cells)} draws and conditions.",
        settings=f"CAMBADA in the turf engine, 25 Hz. Balls of {BALL_SPEEDS[0]:g} to {BALL_SPEEDS[1]:g} m/s in any "
        f"direction, anywhere on the field, rolling, slowing at {ROLLING:g} m/s²; {count} balls for each of three "
        f"ranges of distance between robot and ball; robots at 0 to {SPEED:g} m/s in any direction, {ACCELERATION:g} "
        f"m/s². Noise: {1000 * CONDITIONS['noise'].noise:.0f} mm in the ball's position, velocity by a regression over "
        f"3 to {SAMPLES} samples. Delay: {1000 * CONDITIONS['noise, delay'].delay * PERIOD:.0f} ms, with prediction of "
        "robot and ball. Field: targets are kept on it as in §6.1.1. Mean speed of the constant-velocity model "
        f"{chosen:g} m/s, the best of {', '.join(f'{speed:g}' for speed in MEAN_SPEEDS)} m/s on {TRAINING} other "
        f"balls. A run ends after {LIMIT:g} s. Times in the table are of the balls that both methods reach. "
        "All of this was fixed before the run.",
        figure=figure,
        table=Table(
            ("condition", "distance", "constant velocity: later by, s", "balls less, %", "chasing: later by, s",
             "balls less, %"),
            tuple(
                (
                    name,
                    draw,
                    _pair(over_constant[name, draw].later),
                    _pair(over_constant[name, draw].fewer, 100.0, 1),
                    _pair(over_chasing[name, draw].later),
                    _pair(over_chasing[name, draw].fewer, 100.0, 1),
                )
                for name in names
                for draw in rows
            ),
        ),
        numbers={
            "over_chasing": chase_all[0],
            "over_chasing_interval": chase_all[1],
            "over_constant": pooled[0],
            "over_constant_interval": pooled[1],
            "mean_speed": chosen,
            "reached": float(ours[PLAIN].won.mean()),
            "won_accelerated": mine,
            "won_constant": float(constant[IN_THE_FIELD].won.mean()),
            "won_chasing": theirs,
        },
    )  # fmt: skip


def _pair(values: tuple[float, float], scale: float = 1.0, digits: int = 3) -> str:
    return f"{scale * values[0]:+.{digits}f} ± {scale * values[1]:.{digits}f}"


def _seconds(values: tuple[float, float]) -> str:
    return f"{values[0]:.3f} ± {values[1]:.3f} s"


def _everywhere(comparisons: dict[tuple[str, str], Comparison]) -> str:
    cells = [one.later for (_, draw), one in comparisons.items() if draw != "all"]
    clear = sum(mean > half for mean, half in cells)
    return "in all draws and conditions" if clear == len(cells) else f"in {clear} of {len(cells)} draws and conditions"


def _range(comparisons: dict[tuple[str, str], Comparison]) -> str:
    """The gains over all draws, from the smallest to the largest of the conditions."""
    gains = [one.later[0] for (_, draw), one in comparisons.items() if draw == "all"]
    return f"{min(gains):.2f} to {max(gains):.2f} s"


def _draw(
    figure: Path,
    over_chasing: dict[tuple[str, str], Comparison],
    over_constant: dict[tuple[str, str], Comparison],
    mean_speed: float,
) -> None:
    picture, (way, later) = panels(2, 2.6, share_x=False)
    # Starts and interception point as in fig. 6.4; the speed of the ball is not stated and chosen to fit.
    capture = np.array([[1.5, 3.0, *(2.1 * np.array((-2.25, 1.5)) / math.hypot(2.25, 1.5)), 2.0, 6.0, 0.0, 0.0]])
    names = {"accelerated": accelerated, f"constant {mean_speed:g} m/s": uniform(mean_speed), "chasing": chasing}
    for index, (name, aim) in enumerate(names.items()):
        runs = play(capture, aim)
        x, y = runs.robots[:, 0].T
        style = line_style(index)
        way.plot(x, y, label=f"{name}, {runs.times[0]:.2f} s", **style)
        way.plot(x[::5], y[::5], "+", color=style["color"], markersize=4)
        if index == 2:
            ball_x, ball_y = runs.balls[:, 0].T
            way.plot(ball_x, ball_y, color=GREY, linewidth=0.8)
            way.plot(ball_x[::5], ball_y[::5], "o", color=GREY, markersize=2.2, label="ball, every 0.2 s")
    way.annotate("robot", (2.0, 6.0), (6, -2), textcoords="offset points", fontsize=SMALL, color=INK)
    way.annotate("ball", (1.5, 3.0), (6, -2), textcoords="offset points", fontsize=SMALL, color=INK)
    way.set_aspect("equal", adjustable="datalim")
    way.set_xlabel("x, m")
    way.set_ylabel("y, m")
    legend(way, 4)
    keys = [key for key in over_constant if key[1] != "all"]
    places = np.arange(len(keys), 0, -1)
    for index, (name, found) in enumerate(((f"constant {mean_speed:g} m/s", over_constant), ("chasing", over_chasing))):
        means, halves = np.array([found[key].later for key in keys]).T
        style = line_style(index + 1)
        later.errorbar(
            means, places + 0.12 - 0.24 * index, xerr=halves, fmt="os"[index], ms=3, capsize=2, lw=0.9,
            color=style["color"], label=name,
        )  # fmt: skip
    later.axvline(0.0, color=GREY, linewidth=0.7)
    later.set_yticks(places, [f"{condition}: {draw}" for condition, draw in keys], fontsize=6)
    later.set_xlabel("s later than the accelerated model; mean and 95 % interval")
    legend(later, 2)
    save(picture, figure)


if __name__ == "__main__":
    print(run(FIGURES / "interception.png"))
