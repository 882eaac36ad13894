"""[FUmanoid-emulator §2.3.3]: robots that fell stand up by a motion of keyframes, from the front and from the back."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import robopitch
from experiments.finding import FIGURES, Finding, Table
from experiments.side_view import Posture, draw_from_the_side, posture_of
from robopitch.leagues.humanoid.motion_player import motions_of, play_motion
from robopitch.match.falls import HEIGHT, UPRIGHT
from robopitch.physics.figures.drawing import draw_figure
from robopitch.plot.style import INK, WIDTH, save
from robopitch.sensors.noise import sensor_number, uniform
from robopitch.world import World

# Fixed before the run
ROBOTS, SIDES, SEEDS = ("fumanoid-2009", "fumanoid-2011"), ("front", "back"), 10
TIMESTEP = 0.002  # s
PUSH = (1.7, 1.9)  # m/s: the whole robot moves at this speed, and falls
JOINT = math.radians(8.0)  # every servo is this far from its middle at most while the robot falls and lies
PLACE = 1.0  # m, along and across
FRICTION = 0.1  # of the coefficients of all surfaces of the robot
LYING = 2.0  # s from the push to the beginning of the motion
STAYS = 1.0  # s for which it must stand after the motion
MIDDLE, COUNT = 512, math.radians(300) / 1024  # of the position register of an RX servo


class Trial(NamedTuple):
    """One robot that fell and tried to stand up."""

    robot: str
    side: str
    seed: int
    up: bool
    seconds: float  # until its trunk was upright and high enough to count as up; NaN if it never was
    lean: float  # rad, at the end
    postures: tuple[Posture, ...]  # lying, and after each keyframe


def _drawn(seed: int, low: float, high: float, what: str, index: int = 0) -> float:
    """A number of a seed between two limits."""
    return low + (high - low) * uniform(seed, sensor_number(f"stand_up {what}"), 0, index)


def lying_robot(robot: str, side: str, seed: int) -> World:
    """A world with one robot that was pushed and fell to its front or its back."""
    factor = _drawn(seed, 1 - FRICTION, 1 + FRICTION, "friction")
    plain = robopitch.spec.load_robot(robot)
    frictions = {
        f"robot.materials.{row}.friction": factor * float(material.friction)
        for row, material in enumerate(plain.figure.materials)
    }
    world = robopitch.make(
        "humanoid-kid",
        robots={"blue": robot, "yellow": robot},
        players={"blue": 1, "yellow": 0},
        timestep=TIMESTEP,
        seed=seed,
        overrides=frictions,
    )
    world.place_ball(4.0, 2.5)
    for servo in world.servos("blue", 0):
        count = MIDDLE + round(_drawn(seed, -JOINT, JOINT, "joint", servo) / COUNT)
        world.write_registers("blue", 0, servo, 30, count.to_bytes(2, "little"))
    heading = _drawn(seed, -math.pi, math.pi, "heading")
    speed = _drawn(seed, *PUSH, "push") * (1 if side == "front" else -1)
    x, y = _drawn(seed, -PLACE, PLACE, "x"), _drawn(seed, -PLACE, PLACE, "y")
    world.place_robot("blue", 0, x, y, heading, vx=speed * math.cos(heading), vy=speed * math.sin(heading))
    world.run(LYING)
    return world


def upright(world: World) -> float:
    """The cosine of the angle between the trunk and the vertical."""
    _, x, y, _ = world.robot("blue", 0).quaternion.tolist()
    return 1.0 - 2.0 * (x * x + y * y)


def stand_up(robot: str, side: str, seed: int) -> Trial:
    """Let one robot fall and stand up."""
    world = lying_robot(robot, side, seed)
    assert upright(world) < 0.5, "it did not fall"
    motion = motions_of(robot)[f"stand_up_{side}"]
    begin, when = world.time, math.nan
    ends = [math.fsum(frame.seconds for frame in motion.keyframes[: n + 1]) for n in range(len(motion.keyframes))]
    postures = [posture_of(world, "blue", 0)]
    for now in _until_it_stands(world, robot, side):
        while ends and now - begin >= ends[0] - 1e-9:
            postures.append(posture_of(world, "blue", 0))
            ends.pop(0)
        if _is_up(world):
            when = now - begin if math.isnan(when) else when
        else:
            when = math.nan
    lean = math.acos(max(-1.0, min(1.0, upright(world))))
    return Trial(robot, side, seed, _is_up(world), when, lean, tuple(postures))


def _is_up(world: World) -> bool:
    """As in the event `GotUp`."""
    robot = world.robot("blue", 0)
    return upright(world) > UPRIGHT and float(robot.position3[2]) > HEIGHT * robot.spec.height


def _until_it_stands(world: World, robot: str, side: str) -> Iterator[float]:
    yield from play_motion(world, "blue", 0, motions_of(robot)[f"stand_up_{side}"])
    for _ in range(round(STAYS / TIMESTEP) // 5):
        world.step(5)
        yield world.time


if __name__ == "__main__":
    import sys
    import time
    for robot in sys.argv[1:2]:
        for side in sys.argv[2:] or SIDES:
            t=time.process_time()
            trials=[stand_up(robot,side,seed) for seed in range(SEEDS)]
            print(robot,side,sum(t.up for t in trials),[(t.up,round(t.seconds,2),round(math.degrees(t.lean),1)) for t in trials],time.process_time()-t)
