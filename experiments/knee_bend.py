"""[FUmanoid-emulator fig. 36]: a knee bend with nine servos, commanded and measured."""

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
from robopitch.teams.motions import MotionPlayer, motions_of

# Fixed before the run; [FUmanoid-emulator] states none of them.
ROBOT, MOTION = "fumanoid-2011", "knee_bend"
TIMESTEP = 0.002  # s
READ = 5  # steps between two readings of all servos: 100 Hz
SHOWN = {"HIP_LEFT_PITCH": "hip", "KNEE_LEFT_PITCH": "knee", "FOOT_LEFT_PITCH": "foot", "HEAD_PITCH": "head"}
AFTER = 0.5  # s that are shown after the last pose

Floats = NDArray[np.float64]


class Bend(NamedTuple):
    """A knee bend, sample by sample."""

    times: Floats  # s
    commanded: dict[str, Floats]  # rad, by servo: where it shall be at its moving speed
    measured: dict[str, Floats]  # rad, from the register of the present position
    height: Floats  # m, of the trunk
    lean: Floats  # rad, of the trunk from the vertical


def bend_knees() -> Bend:
    """Play the motion on a robot that stands on its feet."""
    world = robopitch.make("humanoid-kid", robots={"blue": ROBOT}, players={"blue": 1, "yellow": 0}, timestep=TIMESTEP)
    world.place_ball(4.0, 2.5)
    robot, motion = world.robot("blue", 0), motions_of(ROBOT)[MOTION]
    figure = robot.spec.figure
    assert figure is not None
    servos = {servo.name: servo for servo in figure.servos}
    for servo in figure.servos:
        world.write_registers("blue", 0, servo.id, 24, b"\x01")
    world.run(0.2)
    start = world.time
    player = MotionPlayer(motion, figure, start, {})
    times, heights, leans = [], [], []
    measured: dict[str, list[float]] = {name: [] for name in motion.servos}
    while world.time < player.end + AFTER:
        for write in player.due(world.time):
            world.write_registers("blue", 0, *write)
        world.step(READ)
        times.append(world.time - start)
        for name, found in measured.items():
            model, servo = MODELS[servos[name].model], servos[name]
            count = int.from_bytes(world.read_registers("blue", 0, servo.id, 36, 2), "little")
            found.append(servo.zero + servo.direction * (count - model.middle) * math.tau / model.counts)
        _, x, y, _ = robot.quaternion
        heights.append(float(robot.position3[2]))
        leans.append(math.acos(max(-1.0, min(1.0, 1 - 2 * (x * x + y * y)))))
    ends = np.concatenate(([0.0], np.cumsum([frame.seconds for frame in motion.keyframes])))
    commanded = {
        name: np.interp(times, ends, [0.0, *(frame.pose[name] for frame in motion.keyframes)]) for name in motion.servos
    }
    arrays = {name: np.array(found) for name, found in measured.items()}
    return Bend(np.array(times), commanded, arrays, np.array(heights), np.array(leans))


def run(figure: Path, quick: bool = False) -> Finding:
    """Bend the knees once."""
    bend = bend_knees()
    errors = {name: bend.measured[name] - bend.commanded[name] for name in bend.measured}
    _draw(figure, bend)
    worst = {name: math.degrees(float(np.abs(error).max())) for name, error in errors.items()}
    mean = {name: math.degrees(math.sqrt(float((error * error).mean()))) for name, error in errors.items()}
    rest = {name: math.degrees(abs(float(error[-10:].mean()))) for name, error in errors.items()}
    depth, lean = 1000 * float(bend.height[0] - bend.height.min()), math.degrees(float(bend.lean.max()))
    first = max(worst, key=lambda name: worst[name])
    return Finding(
        title="Knee bend",
        source="[FUmanoid-emulator §5.3 fig. 36]",
        there="A model of the robot of 2011 with 10 bodies and 9 servos, all about the pitch axis, bends its knees. "
        "The figure shows pictures of the motion; there are no numbers.",
        here="The robot of 2011 with all its 21 servos; nine of them are commanded. Its trunk goes down by "
        f"{depth:.0f} mm and up again, and leans by at most {lean:.1f}°. The servos follow within "
        f"{max(worst.values()):.1f}° ({first}), {max(mean.values()):.1f}° root mean square, and stand within "
        f"{max(rest.values()):.1f}° at the end.",
        conclusion="The motion is carried out on the robot's own feet, without a controller of balance."
        if lean < 10 and rest[first] < 3
        else "The robot does not carry the motion out.",
        settings=f"Motion `{MOTION}` of `{ROBOT}`: 1.5 s down by 50°, 0.5 s there, 1.5 s up, written as goal positions "
        "and moving speeds; registers at delivery; positions read 100 times a second. Commanded: a straight line from "
        "pose to pose. Angles and times were chosen before the run.",
        figure=figure,
        table=Table(
            ("servo", "largest error, °", "root mean square, °", "at the end, °"),
            tuple((name, f"{worst[name]:.1f}", f"{mean[name]:.1f}", f"{rest[name]:.1f}") for name in worst),
        ),
        numbers={"depth": depth, "lean": lean, "worst": max(worst.values()), "rest": max(rest.values())},
    )


def _draw(figure: Path, bend: Bend) -> None:
    picture, (upper, middle, lower) = panels(3, 1.6)
    for index, (name, label) in enumerate(SHOWN.items()):
        style = line_style(index)
        upper.plot(bend.times, np.degrees(bend.measured[name]), label=label, **style)
        upper.plot(bend.times, np.degrees(bend.commanded[name]), color=style["color"], linewidth=0.7, linestyle=":")
        middle.plot(bend.times, np.degrees(bend.measured[name] - bend.commanded[name]), **style)
    upper.set_ylabel("angle, °")
    middle.set_ylabel("error, °")
    lower.plot(bend.times, 1000 * bend.height, **line_style(0))
    lower.set_ylabel("trunk, mm")
    lower.set_xlabel("s; dotted: commanded")
    legend(upper, 4)
    save(picture, figure)


if __name__ == "__main__":
    print(run(FIGURES / "knee_bend.png"))
