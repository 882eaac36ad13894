"""Robots with joints in space: steps per second with 1 to 14 of them, standing and falling.

[FUmanoid-emulator table 10] counts robots likewise, without bodies.
"""

from __future__ import annotations

import time
from typing import Any

import robopitch
from robopitch.world import World

__all__ = ["LOADS", "ROBOTS", "measure_spatial", "spatial_row", "spatial_table"]

LEAGUE, TIMESTEP = "humanoid-kid", 0.002  # 500 Hz
ROBOTS = (1, 2, 4, 6, 14)
LOADS = ("standing", "falling")
TORQUE_ENABLE = 24  # address
FALL = 1.0  # simulated s after which those who lie are pushed again
PUSH = 1.8  # m/s


def measure_spatial(seconds: float, robots: tuple[int, ...] = ROBOTS) -> list[dict[str, Any]]:
    """All rows; *seconds* for each."""
    return [spatial_row(count, load, seconds) for count in robots for load in LOADS]


def spatial_row(robots: int, load: str, seconds: float) -> dict[str, Any]:
    """Steps per second of one world on one thread, in processor time as well: a busy machine slows only the clock."""
    world = _world(robots)
    _push(world, load)
    world.step(5)  # compiled, and in contact
    step, steps = round(FALL / TIMESTEP), 0
    began, used = time.perf_counter(), time.process_time()
    while steps == 0 or time.perf_counter() - began < seconds:
        _push(world, load)
        world.step(step)
        steps += step
    wall, busy = time.perf_counter() - began, time.process_time() - used
    return {
        "robots": robots,
        "load": load,
        "steps_per_s": round(steps / wall, 1),
        "realtime_factor": round(steps * TIMESTEP / wall, 2),
        "realtime_factor_cpu": round(steps * TIMESTEP / busy, 2) if busy > 0 else None,
        "timestep": TIMESTEP,
    }


def spatial_table(rows: list[dict[str, Any]]) -> list[list[str]]:
    """Of each row the load, and what was measured."""
    return [
        [
            f"{row['robots']} robots, {row['load']}",
            f"{row['steps_per_s']:.0f} steps/s, {row['realtime_factor']:.2f} × real time"
            + ("" if row["realtime_factor_cpu"] is None else f", {row['realtime_factor_cpu']:.2f} by processor time"),
        ]
        for row in rows
    ]


def _world(robots: int) -> World:
    """A field with robots that hold their pose, in rows, so that they meet when they fall."""
    blue, yellow = (robots + 1) // 2, robots // 2
    world = robopitch.make(
        LEAGUE, players={"blue": blue, "yellow": yellow}, timestep=TIMESTEP, overrides={"max_ids": max(6, blue)}
    )
    world.place_ball(4.0, 2.5)
    for robot in list(world.robots()):
        assert robot.body.team is not None
        for servo in world.servos(robot.body.team, robot.body.id):
            world.write_registers(robot.body.team, robot.body.id, servo, TORQUE_ENABLE, b"\x01")
    return world


def _push(world: World, load: str) -> None:
    """Place all robots again; those that fall get a push."""
    speed = PUSH if load == "falling" else 0.0
    for number, robot in enumerate(list(world.robots())):
        assert robot.body.team is not None
        x, y = 0.8 * (number % 4) - 1.2, 0.6 * (number // 4) - 0.9
        world.place_robot(robot.body.team, robot.body.id, x, y, heading=0.0, vx=speed)
