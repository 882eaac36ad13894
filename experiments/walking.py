"""Humanoids that walk: speed, falls, lift and slip of their gaits, over seeds that did not serve for tuning."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

import robopitch
from experiments.one_humanoid import TIMESTEP, draw, upright
from robopitch.control.walking import Walk
from robopitch.spec import load_robot
from robopitch.teams.walking import CYCLE, Manner, Walker, stand_ready, walk_robot
from robopitch.world import World

START, LENGTH = -19.0, 40.0  # m: the robot walks along a field on which it has room
SETTLE = 3.0  # s until it walks at full speed, before the measurement
LYING = 0.6  # cosine of the tilt of the trunk
CORNERS = ("front_left", "front_right", "back_left", "back_right")


class Outcome(NamedTuple):
    """Of one walk."""

    seconds: float  # measured, less after a fall
    fell: bool
    forward: float  # m/s, mean, along the heading that it has at each moment
    left: float
    turn: float  # rad/s
    lift: tuple[float, ...]  # m, lowest corner of the sole at half swing
    slip: float  # m/s, RMS of the centre of the sole that stands alone
    duty: float  # quantile 95 of the servos of the legs
    lost: float  # m, odometry at the end by the way


def walking_world(robot: str, seed: int, noise: int = 1, timestep: float = TIMESTEP, hold_lift: float = 0.0) -> World:
    """A world with one robot whose servos read with noise; friction by seed."""
    figure, friction = load_robot(robot).figure, draw(seed).friction
    assert figure is not None
    overrides: dict[str, Any] = {"field.length": LENGTH} | {
        f"robot.materials.{row}.friction": friction * float(material.friction)
        for row, material in enumerate(figure.materials)
    }
    for row in range(len(figure.servos)):
        overrides[f"robot.servos.{row}.noise"] = noise
        if hold_lift:
            overrides[f"robot.servos.{row}.constants.hold_lift"] = hold_lift
    world = robopitch.make(
        "humanoid-kid",
        robots={"blue": robot, "yellow": robot},
        players={"blue": 1, "yellow": 0},
        timestep=timestep,
        seed=seed,
        overrides=overrides,
    )
    world.place_ball(0.0, 2.9)
    world.place_robot("blue", 0, START, 0.0, 0.0)
    return world


def walk(world: World, manner: Manner, order: Walk, seconds: float, cycle: float = CYCLE) -> Outcome:
    """Walk a robot that stands, and measure after `SETTLE`."""
    figure = world.robot("blue", 0).spec.figure
    assert figure is not None
    walker = Walker(figure, manner, cycle)
    stand_ready(world, "blue", 0, walker)
    data = world.engine.stage().data  # type: ignore[attr-defined]
    soles = [[data.site(f"robot 0 {side}_foot_{corner}") for corner in CORNERS] for side in ("left", "right")]
    walker.order = order
    last: Any = None
    ways, lifts, slips, duties = [], [], [], []
    highest, before = [0.0, 0.0], [np.zeros(2), np.zeros(2)]
    began = world.time
    for time in walk_robot(world, "blue", 0, walker, SETTLE + seconds):
        if upright(world) < LYING:
            break
        x, y, heading = (float(value) for value in world.robot("blue", 0).pose)
        heights = [min(float(site.xpos[2]) for site in sole) for sole in soles]
        centres = [np.mean([site.xpos[:2] for site in sole], axis=0) for sole in soles]
        measures = time - began > SETTLE
        if last is not None and measures:
            c, s = math.cos(last[2]), math.sin(last[2])
            dx, dy = x - last[0], y - last[1]
            turned = math.remainder(heading - last[2], math.tau)
            ways.append((c * dx + s * dy, c * dy - s * dx, turned, time - last[3]))
            duties.append(np.abs(world.values("servo_duty")[8:20, 0]))
            swings = walker.swings
            for leg in (0, 1):
                if swings[leg]:
                    highest[leg] = max(highest[leg], heights[leg])
                elif highest[leg] > 0.0:
                    lifts.append(highest[leg])
                    highest[leg] = 0.0
                if not swings[leg] and swings[1 - leg]:
                    slips.append(float(np.hypot(*(centres[leg] - before[leg]))) / (time - last[3]))
        last, before = (x, y, heading, time), centres
    table = np.array(ways or [(0.0, 0.0, 0.0, 1.0)])
    total = table.sum(axis=0)
    return Outcome(
        float(total[3]) if ways else 0.0,
        upright(world) < LYING,
        *(float(value) for value in total[:3] / total[3]),
        tuple(lifts),
        float(np.sqrt(np.mean(np.square(slips)))) if slips else 0.0,
        float(np.quantile(np.concatenate(duties), 0.95)) if duties else 0.0,
        0.0,
    )
