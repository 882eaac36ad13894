"""Humanoids that walk: speed, falls, lift and slip of their gaits, over seeds that did not serve for tuning."""

from __future__ import annotations

import math
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import robopitch
from experiments.finding import FIGURES, Finding, Table
from experiments.one_humanoid import ROBOTS, TIMESTEP, draw, upright
from robopitch.control.walking import Walk
from robopitch.plot.style import line_style, panels, save
from robopitch.spec import load_robot
from robopitch.teams.walking import CYCLE, Manner, Walker, gait_of, stand_ready, walk_robot
from robopitch.world import World

START, LENGTH = -19.0, 40.0  # m: the robot walks along a field on which it has room
SETTLE = 3.0  # s until it walks at full speed, before the measurement
LYING = 0.6  # cosine of the tilt of the trunk
SEEDS = range(100, 110)  # 0 to 9 served for tuning
FORWARD = Walk(0.22)
OTHERS = (Walk(-0.1), Walk(0.0, 0.07), Walk(0.0, -0.07), Walk(turn=0.8), Walk(turn=-0.8), Walk(0.15, 0.03, 0.3))
LONG, SHORT = 60.0, 10.0  # s
STIFF = 3.1  # hold/lift, of the size that bam reports for real MX servos
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
    )


class Case(NamedTuple):
    """What one row of the table is about."""

    robot: str
    hold_lift: float  # 0: that of the data sheet
    order: Walk
    seconds: float
    seeds: tuple[int, ...]


def _one(case: Case, seed: int) -> Outcome:
    manner = gait_of(case.robot)
    assert manner is not None
    return walk(walking_world(case.robot, seed, hold_lift=case.hold_lift), manner, case.order, case.seconds)


def cases(quick: bool) -> list[Case]:
    """All rows; quick: one short walk."""
    if quick:
        return [Case("fumanoid-2011", 0.0, FORWARD, 4.0, (100,))]
    seeds = tuple(SEEDS)
    found = [Case(robot, 0.0, FORWARD, LONG, seeds) for robot in ROBOTS]
    found += [Case(robot, STIFF, FORWARD, 20.0, seeds[:3]) for robot in ROBOTS]
    return found + [Case(robot, 0.0, order, SHORT, seeds[:2]) for robot in ROBOTS for order in OTHERS]


def run(figure: Path, quick: bool = False) -> Finding:
    """All cases on two processes."""
    rows = cases(quick)
    jobs = [(case, seed) for case in rows for seed in case.seeds]
    if quick:
        outcomes = [_one(*job) for job in jobs]
    else:
        with ProcessPoolExecutor(2, get_context("spawn")) as pool:
            outcomes = list(pool.map(_one, *zip(*jobs, strict=True)))
    found: dict[Case, list[Outcome]] = {}
    for (case, _), outcome in zip(jobs, outcomes, strict=True):
        found.setdefault(case, []).append(outcome)
    _draw(figure, found)
    straight = {case.robot: some for case, some in found.items() if case.order == FORWARD and not case.hold_lift}
    told = "; ".join(
        f"{robot} {_mean([one.forward for one in some]):.2f} m/s with {sum(one.fell for one in some)} falls in "
        f"{len(some)} × {rows[0].seconds:.0f} s"
        for robot, some in straight.items()
    )
    return Finding(
        title="Walking",
        source="[FUmanoid-emulator §5.3]",
        there="Robots of the team walk with a gait that is not public; the thesis has no figures of it.",
        here=f"A walk of {FORWARD.forward:g} m/s straight ahead, without any feedback: {told}. The table has the other "
        "directions, and servos that hold 3.1 times what they lift. Lift is the lowest corner of the sole above the "
        "ground at its highest in a swing, slip the speed of the centre of a sole that stands alone.",
        conclusion="Both robots walk by timing alone, at speeds of their class, and fall rarely.",
        settings=f"mujoco-spatial at {1000 * TIMESTEP:g} ms, goals of servos at {1 / CYCLE:.0f} Hz through registers, "
        "readings of positions wrong by up to one count, friction of all surfaces ±10 % by seed. Measured "
        f"{SETTLE:g} s after the order. Gaits were made on seeds 0 to 9 and judged on seeds from {SEEDS[0]} on. The "
        f"field is {LENGTH:g} m long, so that nobody meets a goal.",
        figure=figure,
        table=Table(
            ("robot", "engine", "hold/lift", "order: m/s, m/s, rad/s", "forward, m/s", "left, m/s", "turn, rad/s",
             "falls", "slip, mm/s", "lift median, mm", "lift quantile 10, mm", "duty quantile 95"),
            tuple(_row(case, some) for case, some in found.items()),
        ),
        numbers={
            "falls": float(sum(one.fell for some in straight.values() for one in some)),
            **{f"{robot} speed": _mean([one.forward for one in some]) for robot, some in straight.items()},
            **{f"{robot} lift": _lift(some, 0.5) for robot, some in straight.items()},
        },
    )  # fmt: skip


def _mean(values: list[float]) -> float:
    return float(np.mean(values))


def _lift(some: list[Outcome], quantile: float) -> float:
    lifts = [lift for one in some for lift in one.lift]
    return 1000 * float(np.quantile(lifts, quantile)) if lifts else 0.0


def _row(case: Case, some: list[Outcome]) -> tuple[str, ...]:
    falls = f"{sum(one.fell for one in some)} in {len(some)} × {case.seconds:.0f} s"
    speeds = (_mean([getattr(one, name) for one in some]) for name in ("forward", "left", "turn"))
    return (
        case.robot.removeprefix("fumanoid-"),
        "mujoco-spatial",
        f"{case.hold_lift or 1.7:g}",
        ", ".join(f"{value:g}" for value in case.order),
        *(f"{value:.3f}" for value in speeds),
        falls,
        f"{1000 * _mean([one.slip for one in some]):.0f}",
        f"{_lift(some, 0.5):.0f}",
        f"{_lift(some, 0.1):.0f}",
        f"{_mean([one.duty for one in some]):.2f}",
    )


def _draw(figure: Path, found: dict[Case, list[Outcome]]) -> None:
    chart, (axes,) = panels(1, 2.6)
    straight = [(case, some) for case, some in found.items() if case.order == FORWARD and not case.hold_lift]
    for index, (case, some) in enumerate(straight):
        lifts = np.sort([1000 * lift for one in some for lift in one.lift])
        share = np.arange(1, len(lifts) + 1) / max(len(lifts), 1)
        axes.plot(lifts, share, label=case.robot, **line_style(index))
    axes.set(xlabel="lift of the sole in a swing, mm", ylabel="share of the steps")
    axes.legend(frameon=False)
    save(chart, figure)


if __name__ == "__main__":
    print(run(FIGURES / "walking.png"))
