"""[FUmanoid-emulator §4.2.1.2]: a robot stands still for a minute, with servos whose readings are noisy and whose gears
have backlash.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import robopitch
from experiments.finding import FIGURES, Finding, Table
from robopitch.physics.servos.model import MODELS
from robopitch.plot.style import legend, line_style, panels, save

# Fixed before the run; [FUmanoid-emulator] states none of them.
ROBOTS, NOISES = ("fumanoid-2009", "fumanoid-2011"), (0, 1)
TIMESTEP = 0.002  # s
DURATION = 60.0  # s
LOOK = 10  # steps between two looks: 50 Hz

Floats = NDArray[np.float64]


class Minute(NamedTuple):
    """A robot that stands, sample by sample."""

    robot: str
    noise: int  # counts
    times: Floats  # s
    lean: Floats  # rad, of the trunk from the vertical
    drift: Floats  # m, of the trunk over the ground
    joint: float  # rad, the largest angle of a joint
    read: int  # counts, the largest reading away from the goal
    hottest: float  # °C, of all servos at the end


class Worst(NamedTuple):
    """Of all robots: lean in degrees and drift in mm."""

    lean: float
    drift: float


def stand_still(robot: str, noise: int, duration: float = DURATION) -> Minute:
    """Let a robot stand with all servos in the middle; noise: the largest error of a reading, counts."""
    servos = robopitch.spec.load_robot(robot).figure
    assert servos is not None
    world = robopitch.make(
        "humanoid-kid",
        robots={"blue": robot, "yellow": robot},
        players={"blue": 1, "yellow": 0},
        timestep=TIMESTEP,
        overrides={f"robot.servos.{row}.noise": noise for row in range(len(servos.servos))},
    )
    world.place_ball(4.0, 2.5)
    for servo in world.servos("blue", 0):
        world.write_registers("blue", 0, servo, 24, b"\x01")
    times, places, leans, joint, read = [], [], [], 0.0, 0
    while world.time < duration - 1e-9:
        world.step(LOOK)
        one = world.robot("blue", 0)
        _, x, y, _ = one.quaternion.tolist()
        times.append(world.time)
        places.append(one.position3[:2].copy())
        leans.append(math.acos(max(-1.0, min(1.0, 1 - 2 * (x * x + y * y)))))
        joint = max(joint, float(np.abs(one.joints).max()))
        counts = world.values("servo_present_position")
        read = max(read, int(np.abs(counts - MODELS["RX-64"].middle).max()))
    drift = np.hypot(*(np.array(places) - places[0]).T)
    hottest = float(world.values("servo_temperature").max())
    return Minute(robot, noise, np.array(times), np.array(leans), drift, joint, read, hottest)


def run(figure: Path, quick: bool = False) -> Finding:
    """Both robots, with and without noise; quick: one of them, for a moment."""
    duration, robots = (1.0, ROBOTS[:1]) if quick else (DURATION, ROBOTS)
    minutes = [stand_still(robot, noise, duration) for robot in robots for noise in NOISES]
    _draw(figure, minutes)
    lean = {(one.robot, one.noise): math.degrees(float(one.lean.max())) for one in minutes}
    drift = {(one.robot, one.noise): 1000 * float(one.drift.max()) for one in minutes}
    quiet, noisy = (
        Worst(max(lean[robot, noise] for robot in robots), max(drift[robot, noise] for robot in robots))
        for noise in NOISES
    )
    return Finding(
        title="Standing still",
        source="[FUmanoid-emulator §4.2.1.2, §5.3]",
        there="Servos with a resolution of 0.29° and a controller of their own hold the robot. There are no figures of "
        "how still it stands.",
        here=f"For {duration:.0f} s, with backlash of 0.33° and every reading of a position wrong by −1, 0 or 1 count, "
        f"the trunk leans by at most {noisy.lean:.2f}° and moves by at most {noisy.drift:.1f} mm; without noise, by "
        f"{quiet.lean:.2f}° and {quiet.drift:.1f} mm.",
        conclusion="The robots stand still for a minute, and noise of one count does not make them lean further."
        if max(quiet.lean, noisy.lean) < 5 and all(lean[robot, 1] <= lean[robot, 0] + 0.1 for robot in robots)
        else "The robots do not stand still.",
        settings="All goals in the middle, registers at delivery (compliance margin of 1 count), noise of all 21 "
        f"servos, steps of {1000 * TIMESTEP:.0f} ms. The errors of the readings are equally likely and independent.",
        figure=figure,
        table=Table(
            ("robot", "noise, counts", "lean, °", "drift, mm", "joint, °", "reading, counts", "hottest servo, °C"),
            tuple(
                (
                    one.robot,
                    f"±{one.noise}",
                    f"{lean[one.robot, one.noise]:.2f}",
                    f"{drift[one.robot, one.noise]:.1f}",
                    f"{math.degrees(one.joint):.2f}",
                    f"±{one.read}",
                    f"{one.hottest:.0f}",
                )
                for one in minutes
            ),
        ),
        numbers={"lean": max(quiet.lean, noisy.lean), "drift": max(drift.values())},
    )


def _draw(figure: Path, minutes: list[Minute]) -> None:
    picture, (upper, lower) = panels(2, 1.6)
    for index, one in enumerate(minutes):
        label = f"{one.robot.removeprefix('fumanoid-')}, {f'±{one.noise} count' if one.noise else 'no noise'}"
        upper.plot(one.times, np.degrees(one.lean), label=label, **line_style(index))
        lower.plot(one.times, 1000 * one.drift, **line_style(index))
    upper.set_ylabel("lean, °")
    lower.set_ylabel("moved, mm")
    lower.set_xlabel("s")
    legend(upper, len(minutes))
    save(picture, figure)


if __name__ == "__main__":
    print(run(FIGURES / "standing_still.png"))
