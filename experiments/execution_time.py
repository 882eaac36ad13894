"""[CAMBADA-sim fig. 5.12 and 5.13]: the time of an update of the world, and of the parts of the vision.

Two teams of five robots play, each robot with all its sensors except cameras. The times are those of the machine that
measured them.
"""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import robopitch
from experiments.finding import FIGURES, Finding, Table
from robopitch.machine import describe_machine
from robopitch.match import Match
from robopitch.plot.style import GREY, WIDTH, direct, legend, line_style, panels, save
from robopitch.sensors.omnivision import kernel
from robopitch.sensors.omnivision.sensor import OmniVision
from robopitch.sensors.omnivision.view import OmniView
from robopitch.spec import load_robot

UPDATE = 0.01  # s: the time step of [CAMBADA-sim fig. 5.12]
THERE_OBSTACLES = 3.5  # ms: obstacle detection of one robot [CAMBADA-sim §5.3]
KINDS = ("omnivision", "compass", "barrier", "odometry", "imu", "battery", "system_monitor")
PARTS = {"white points": kernel.WHITE, "obstacles": kernel.OBSTACLES, "ball": kernel.BALL, "all three": kernel.ALL}
# Not stated in [CAMBADA-sim]:
SECONDS, QUICK_SECONDS = 30.0, 0.4  # simulated
WARM_UP = 0.5  # s, in which kernels are loaded or compiled
LOOKS = 4  # updates between two measurements of the parts: 25 Hz

Floats = NDArray[np.float64]


def make() -> Match:
    """A match of two teams, all sensors of all robots on."""
    sensors = load_robot("cambada").sensors
    on = {f"robot.sensors.{n}.settings.on": True for n, mounted in enumerate(sensors) if mounted.kind in KINDS}
    return robopitch.make_match("msl", blue="chase", yellow="chase", referee="free", overrides=on)


def measured(seconds: float) -> tuple[Floats, dict[str, Floats], int]:
    """ms of each update, ms of each look by part, and the number of frames of vision that the match delivered."""
    match = make()
    steps = round(UPDATE / match.world.timestep)
    settings = next(one.settings for one in load_robot("cambada").sensors if one.kind == "omnivision")
    eyes = [OmniVision(robot.body, f"{robot.body} vision", settings) for robot in match.world.robots()]
    for eye in eyes:
        eye.look(1, match.world)
    match.advance(match.tick + round(WARM_UP / match.world.timestep))
    updates: list[float] = []
    looks: dict[str, list[float]] = {name: [] for name in PARTS}
    frames = 0
    for number in range(round(seconds / UPDATE)):
        begin = time.perf_counter()
        outputs = match.advance(match.tick + steps)
        updates.append(1000 * (time.perf_counter() - begin))
        frames += sum(isinstance(one, OmniView) for one in outputs)
        if number % LOOKS == 0:
            for eye in eyes:
                for name, parts in PARTS.items():
                    begin = time.perf_counter()
                    eye.look(number + 2, match.world, parts)
                    looks[name].append(1000 * (time.perf_counter() - begin))
    return np.array(updates), {name: np.array(some) for name, some in looks.items()}, frames


def run(figure: Path, quick: bool = False) -> Finding:
    """Play and measure."""
    seconds = QUICK_SECONDS if quick else SECONDS
    updates, looks, frames = measured(seconds)
    _draw(updates, looks, figure)
    late = float(np.mean(updates > 1000 * UPDATE))
    obstacles = float(np.median(looks["obstacles"]))
    whole = float(np.median(looks["all three"]))
    return Finding(
        title="Execution time",
        source="[CAMBADA-sim fig. 5.12 and 5.13, §5.3]",
        there="With five robots and five obstacles, an update of 10 ms does not always finish in 10 ms. Obstacle "
        "detection takes almost 3.5 ms per robot, 17.5 ms for five, and is the sole cause (Core 2 Duo, 2.4 GHz).",
        here=f"With two teams of five robots, all of which see, an update of {1000 * UPDATE:.0f} ms takes "
        f"{np.median(updates):.2f} ms (median; 99 %: {np.quantile(updates, 0.99):.2f} ms), and {100 * late:.1f} % of "
        f"them take longer than they simulate. The obstacles of one robot take {1000 * obstacles:.0f} µs, all three "
        f"parts of the vision {1000 * whole:.0f} µs.",
        conclusion=f"Obstacle detection is {THERE_OBSTACLES / obstacles:.0f} times as fast as in [CAMBADA-sim] (on "
        f"another processor), and ten robots with all their senses run {1000 * UPDATE / updates.mean():.0f} times "
        "faster than real time.",
        settings=f"`chase` against `chase` on `msl`, free referee, {seconds:g} s; each update is {1000 * UPDATE:.0f} "
        f"steps of the physics, both teams, the referee and the sensors that are due: {', '.join(KINDS)} of all ten "
        f"robots at their own rates, with noise. The parts of the vision are measured beside the match, {LOOKS} "
        f"updates apart. Machine: {describe_machine()}; other programs may have run.",
        figure=figure,
        table=Table(
            ("", "median, ms", "95 %, ms", "99 %, ms"),
            (
                _row(f"update of {1000 * UPDATE:.0f} ms, ten robots", updates),
                *(_row(f"vision of one robot: {name}", some) for name, some in looks.items()),
            ),
        ),
        numbers={"updates": float(len(updates)), "looks": float(len(looks["ball"])), "frames": float(frames)},
    )


def _row(name: str, times: Floats) -> tuple[str, ...]:
    return name, *(f"{value:.3f}" for value in np.quantile(times, (0.5, 0.95, 0.99)))


def _draw(updates: Floats, looks: dict[str, Floats], path: Path) -> None:
    figure, (over_time, parts) = panels(2, 0.42 * WIDTH, share_x=False)
    times = np.arange(len(updates)) * UPDATE
    over_time.plot(times, updates, ".", ms=1.2, color=line_style(0)["color"], label="update of ten robots")
    over_time.axhline(1000 * UPDATE, color=GREY, linewidth=0.8)
    over_time.annotate("real time", (times[-1], 1000 * UPDATE), ha="right", va="bottom", fontsize=7, color=GREY)
    over_time.set_yscale("log")
    over_time.set(xlabel="simulated time, s", ylabel="ms")
    legend(over_time, 1)
    direct(parts)
    for row, some in enumerate(looks.values()):
        low, middle, high = np.quantile(some, (0.05, 0.5, 0.95))
        parts.errorbar(
            middle, row, xerr=[[middle - low], [high - middle]], fmt="o", ms=4, capsize=3,
            color=line_style(row)["color"],
        )  # fmt: skip
        parts.annotate(f"{middle:.3f} ms", (middle, row), (0, 5), textcoords="offset points", fontsize=7, ha="center")
    parts.axvline(THERE_OBSTACLES, color=GREY, linewidth=0.8)
    parts.annotate("obstacles in [CAMBADA-sim]", (THERE_OBSTACLES, -0.3), (-3, 0), textcoords="offset points",
                   ha="right", fontsize=7, color=GREY)  # fmt: skip
    parts.set_xscale("log")
    parts.set_yticks(range(len(looks)), list(looks))
    parts.set_ylim(-0.5, len(looks) - 0.3)
    parts.set_xlabel("vision of one robot, ms: median, 5 and 95 %")
    save(figure, path)


if __name__ == "__main__":
    print(run(FIGURES / "execution_time.png"))
