"""[CAMBADA-sim fig. 5.11]: a ball that the grabber pulls in and the kicker kicks, and balls that a robot loses.

The grabber is controlled on and off by the light barrier, as in [CAMBADA-sim §3.3.6].
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import robopitch
from experiments.finding import FIGURES, Finding, Table
from robopitch import BodyVelocity, Kick
from robopitch.control.grabber import GrabberControl
from robopitch.messages import Body, Kicked, Team
from robopitch.plot.style import GREY, WIDTH, legend, line_style, panels, save
from robopitch.sensors.barrier import Barrier
from robopitch.spec import load_robot
from robopitch.world import World

# Not stated in [CAMBADA-sim]:
BALL_SPEED, START = 0.9, 0.8  # m/s and m: the ball rolls to a robot that stands, and just reaches it
KICK_AFTER = 2.5  # s
KICK_SPEED = 2.0  # m/s: a slow pass; a grabber that did not release it would pull it back [CAMBADA-sim §5.2.5]
SECONDS = 3.5
CYCLE = 20  # ms: the barrier has 50 Hz
BACKWARDS = (0.5, 1.0, 1.5, 2.0)  # m/s
TURNS = (1.0, 2.0, 3.0, 4.0, 6.0)  # rad/s
WHILE = 3.0  # s of moving with the ball
OWNER = Body(Team.BLUE, 0)

Floats = NDArray[np.float64]


class Catch(NamedTuple):
    """A ball that rolls to a robot, every millisecond."""

    distances: Floats  # m, of the nearest point of the ball from the robot's centre
    powers: Floats  # of the grabber
    kicked: float  # m/s, speed of the ball after the kick; 0 if there was none


class Robot:
    """A CAMBADA robot with its barrier, whose grabber is controlled on and off."""

    def __init__(self, grabs: bool = True) -> None:
        self.world = robopitch.make("msl", players={"blue": 1, "yellow": 0})
        self.world.place_robot("blue", 0, 0.0, 0.0)
        mounted = next(sensor for sensor in load_robot("cambada").sensors if sensor.kind == "barrier")
        self._barrier = Barrier(OWNER, f"{OWNER} barrier", mounted.settings)
        self._grabber = GrabberControl(full=1.0 if grabs else 0.0)
        self._frame = 0
        self.power = 0.0

    def has_ball(self) -> bool:
        """The barrier's reading."""
        self._frame += 1
        return any(report.ball for report in self._barrier.sample(self._frame, self.world, (), ()))

    def order(self, command: BodyVelocity, kick: Kick | None = None) -> None:
        """Command the drive, and the grabber by the barrier."""
        self.power = self._grabber.power(self.world.time, self.has_ball(), kick is not None)
        self.world.command("blue", 0, command, kick=kick, dribble=self.power)

    @property
    def distance(self) -> float:
        """From its centre to the nearest point of the ball, m."""
        return nearest_point(self.world)


def nearest_point(world: World) -> float:
    """Distance of the nearest point of the ball from the robot's centre, m."""
    pose, ball = world.robot("blue", 0).pose, world.ball.position
    return math.hypot(ball[0] - pose.x, ball[1] - pose.y) - float(world.league.ball.radius)


def caught(grabs: bool) -> Catch:
    """Let a ball roll to a robot that stands, and kick it."""
    robot = Robot(grabs)
    radius = float(robot.world.league.ball.radius)
    robot.world.place_ball(START + radius, 0.0, vx=-BALL_SPEED, roll=True)
    distances, powers, kicked = [], [], 0.0
    for tick in range(round(1000 * SECONDS)):
        if tick % CYCLE == 0:
            kick = Kick(KICK_SPEED) if tick == round(1000 * KICK_AFTER) else None
            robot.order(BodyVelocity(0.0, 0.0, 0.0), kick)
        for event in robot.world.step():
            if isinstance(event, Kicked):
                kicked = event.speed
        distances.append(robot.distance)
        powers.append(robot.power)
    return Catch(np.array(distances), np.array(powers), kicked)


def held_for(command: BodyVelocity) -> float:
    """Seconds for which a robot that moves keeps a held ball: until it is out of the grabber's reach."""
    robot = Robot()
    spec, world = robot.world.specs[0], robot.world
    assert spec.holder is not None  # a CAMBADA robot has a grabber
    radius = float(world.league.ball.radius)
    front = float(spec.outline.ball_front(radius))
    world.place_ball(front + radius, 0.0)
    for tick in range(round(1000 * WHILE)):
        if tick % CYCLE == 0:
            robot.order(command)
        world.step()
        if robot.distance > front + float(spec.holder.reach):
            return tick / 1000
    return WHILE


def run(figure: Path, quick: bool = False) -> Finding:
    """Catch a ball with and without the grabber; move with a held one."""
    with_grabber, without = caught(True), caught(False)
    backwards = {speed: held_for(BodyVelocity(-speed, 0.0, 0.0)) for speed in BACKWARDS}
    turns = {rate: held_for(BodyVelocity(0.0, 0.0, rate)) for rate in TURNS}
    _draw(with_grabber, without, figure)
    spec = load_robot("cambada")
    assert spec.holder is not None
    reach = float(spec.outline.ball_front(0.11)) + float(spec.holder.reach)
    entered = int(np.flatnonzero(with_grabber.distances < reach)[0])
    inside = slice(entered, entered + 150)
    pulled = float(-np.diff(with_grabber.distances[inside]).min() * 1000)
    kept_turns = [rate for rate, time in turns.items() if time >= WHILE]
    kept_back = [speed for speed, time in backwards.items() if time >= WHILE]
    rests = [float(one.distances[round(1000 * KICK_AFTER) - 1]) for one in (with_grabber, without)]
    return Finding(
        title="A grabbed ball",
        source="[CAMBADA-sim fig. 5.11 and §5.2.3]",
        there="When the ball is in the range of the grabber, its distance decreases at a higher rate. The movement of "
        "the robot can make the grabber lose the ball. A slow kick was pulled back, and therefore doubled (§5.2.5).",
        here=f"A ball that starts at {BALL_SPEED:g} m/s is drawn in at up to {pulled:.2f} m/s from {100 * reach:.0f} "
        f"cm on, and rests {100 * rests[0]:.1f} cm from the centre; without the grabber it lies at "
        f"{100 * rests[1]:.1f} cm. A kick of {KICK_SPEED:g} m/s leaves the robot: the grabber releases the ball.",
        conclusion=f"The grabber draws the ball in and keeps it {_most('backwards', kept_back, BACKWARDS, 'm/s')} and "
        f"{_most('turning on the spot', kept_turns, TURNS, 'rad/s')}; it does not pull a slow kick back.",
        settings=f"The ball rolls from {START:g} m to a robot that stands; kick after {KICK_AFTER:g} s. The barrier is "
        f"read every {CYCLE} ms; the grabber turns while it does not see the ball. Then a robot with a ball at rest "
        f"begins to drive backwards or to turn, within its own limits, for {WHILE:g} s; the ball is lost when it is "
        "out of the grabber's reach. No noise.",
        figure=figure,
        table=Table(
            ("motion", *(f"back, {speed:g} m/s" for speed in BACKWARDS), *(f"{rate:g} rad/s" for rate in TURNS)),
            (("ball kept for, s", *(_kept(time) for time in (*backwards.values(), *turns.values()))),),
        ),
        numbers={
            "pulled": pulled,
            "rest": rests[0],
            "rest_without": rests[1],
            "kicked": with_grabber.kicked,
            "last": float(with_grabber.distances[-1]),
            **{f"back_{speed:g}": time for speed, time in backwards.items()},
            **{f"turn_{rate:g}": time for rate, time in turns.items()},
        },
    )


def _kept(time: float) -> str:
    return "all" if time >= WHILE else f"{time:.2f}"


def _most(motion: str, kept: list[float], tried: tuple[float, ...], unit: str) -> str:
    if len(kept) == len(tried):
        return f"{motion} at all speeds up to {tried[-1]:g} {unit}"
    return f"{motion} at up to {max(kept):g} {unit}" if kept else f"{motion} at less than {tried[0]:g} {unit}"


def _draw(with_grabber: Catch, without: Catch, path: Path) -> None:
    figure, (distance, power) = panels(2, 0.4 * WIDTH)
    times = np.arange(len(without.distances)) / 1000
    for index, (name, one) in enumerate((("with the grabber", with_grabber), ("without", without))):
        distance.plot(times, one.distances, label=name, **line_style(index))
    distance.axvline(KICK_AFTER, color=GREY, linewidth=0.7)
    distance.annotate("kick", (KICK_AFTER, 0.9), (3, 0), textcoords="offset points", fontsize=7, color=GREY)
    distance.set_ylim(0, 1.0)
    distance.set_ylabel("distance of the ball, m")
    legend(distance, 2)
    power.plot(times, with_grabber.powers, **line_style(0))
    power.set_ylabel("power of the grabber")
    power.set_xlabel("t, s")
    save(figure, path)


if __name__ == "__main__":
    print(run(FIGURES / "grabbed_ball.png"))
