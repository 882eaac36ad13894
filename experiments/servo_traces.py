"""Traces of a real servo on a pendulum, beside the law of the simulated one and beside the fit of those who took them.

The XL330 of `physics/servos/model.py` is fitted on the traces with P = 100 and 400 (`python -m
experiments.servo_traces` repeats it, in about 2 minutes), and judged on those with 200 and 800.
"""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from experiments.finding import Finding, Table
from robopitch.physics.servos import params as p
from robopitch.physics.servos import rows as r
from robopitch.physics.servos.params import Supply
from robopitch.physics.servos.stand import ServoStand
from robopitch.plot.style import GREY, legend, line_style, panels, save

DATA = Path(__file__).parent / "data" / "xl330"
MODEL = "XL330-M288"
FITTED, JUDGED = (100, 400), (200, 800)  # P gains
MASS, LENGTH, VOLTS = 0.49, 0.10, 7.4  # kg, m, V: of all traces
WEIGHT, INERTIA = MASS * 9.81 * LENGTH, MASS * LENGTH * LENGTH
OFFSET = 0.016689  # rad: by how much the arm hangs aside at the middle of the sensor; fitted
STEP = 0.001  # s
PER_COUNT = math.tau / 4096
# What is fitted, as rows of `physics/servos/params.py`; the offset comes after them
ROWS = (p.K, p.PER_R, p.BASE, p.STRIBECK, p.MOTOR, p.EXTERNAL, p.MOTOR_STRIBECK, p.EXTERNAL_STRIBECK, p.SPEED)
ROWS += (p.EXPONENT, p.VISCOUS, p.ARMATURE)

Floats = NDArray[np.float64]


class Trace(NamedTuple):
    """A trace: P gain, name of its trajectory, times in s, angles and goals in rad, and where torque is on."""

    gain: int
    name: str
    time: Floats
    angle: Floats
    goal: Floats
    torque: NDArray[np.bool_]


def traces(gains: tuple[int, ...]) -> list[Trace]:
    """Those with these gains."""
    with np.load(DATA / "traces.npz") as held:
        found = []
        for index, (gain, name) in enumerate(zip(held["gains"].tolist(), held["trajectories"].tolist(), strict=True)):
            mine = held["trace"] == index
            time, angle = held["time"][mine] * 1e-6, held["position"][mine] * PER_COUNT
            found.append(Trace(gain, name, time, angle, held["goal"][mine] * 1e-6, held["torque"][mine]))
    return [trace for trace in found if trace.gain in gains]


def simulated(some: list[Trace], numbers: Floats | None = None, offset: float = OFFSET) -> list[Floats]:
    """The angles of our servo at the times of the traces; numbers: of `ROWS`, by default those of the model."""
    stand = ServoStand(MODEL, len(some), Supply(VOLTS, 0.0), INERTIA, pendulum=WEIGHT, timestep=STEP)
    if numbers is not None:
        stand.numbers[list(ROWS)] = numbers
        stand.total[:] = INERTIA + stand.numbers[p.ARMATURE]
    stand.numbers[p.ZERO] = offset
    stand.angles[:] = [trace.angle[0] + offset for trace in some]
    stand.write("shutdown", 0)  # the supply of the traces is above its limit
    for index, trace in enumerate(some):
        stand.write("p_gain", trace.gain, index)
    stand.step()
    stand.write("torque_enable", 1)
    times = np.arange(max(trace.time[-1] for trace in some) / STEP + 1) * STEP
    goals = np.array([2048 + np.rint(np.interp(times, trace.time, trace.goal) / PER_COUNT) for trace in some]).T
    last = [np.minimum(np.searchsorted(trace.time, times), len(trace.time) - 1) for trace in some]
    on = np.array([trace.torque[index] for trace, index in zip(some, last, strict=True)]).T.astype(float)
    angles = np.empty((len(times), len(some)))
    for index in range(len(times)):
        stand.rows[r.GOAL_POSITION], stand.rows[r.TORQUE_ENABLE] = goals[index], on[index]
        angles[index] = stand.angles
        stand.step()
    return [np.interp(trace.time, times, angles[:, index]) - offset for index, trace in enumerate(some)]


def reference(some: list[Trace]) -> list[Floats]:
    """The angles of the model m6 of bam with its own constants, likewise."""
    m6 = json.loads((DATA / "m6.json").read_text())
    return [_reference(trace, m6) for trace in some]


def _reference(trace: Trace, m6: dict[str, float]) -> Floats:
    kt, resistance, offset = m6["kt"], m6["R"], m6["q_offset"]
    inertia = INERTIA + m6["armature"]
    times = np.arange(trace.time[-1] / STEP + 1) * STEP
    goals = np.rint(np.interp(times, trace.time, trace.goal) / PER_COUNT).tolist()
    last = np.minimum(np.searchsorted(trace.time, times), len(trace.time) - 1)
    on, angle, speed = trace.torque[last].tolist(), float(trace.angle[0]), 0.0
    angles = np.empty(len(times))
    for index, goal in enumerate(goals):
        angles[index] = angle
        error = goal - math.floor(angle / PER_COUNT + 0.5)
        duty = min(max(error * trace.gain / 256 / 885, -1.0), 1.0)
        motor = kt * (duty * VOLTS - kt * speed) / resistance if on[index] else 0.0
        load = -WEIGHT * math.sin(angle + offset)
        slip = math.exp(-((abs(speed) / m6["dtheta_stribeck"]) ** m6["alpha"]))
        bound = m6["friction_base"]
        bound += abs(load * m6["load_friction_external"] - motor * m6["load_friction_motor"])
        more = abs(load * m6["load_friction_external_stribeck"] - motor * m6["load_friction_motor_stribeck"])
        quad = 0.0
        if motor * load < 0.0:
            held = abs(load) < abs(motor)
            quad = m6["load_friction_external_quad"] * load**2 if held else m6["load_friction_motor_quad"] * motor**2
        bound += slip * (m6["friction_stribeck"] + more + quad) + m6["friction_viscous"] * abs(speed)
        net = motor + load
        stop = inertia / STEP * speed + net
        net -= math.copysign(min(abs(stop), bound), stop)
        speed += net / inertia * STEP
        angle += speed * STEP
    return np.interp(trace.time, times, angles)


def rms(some: list[Trace], angles: list[Floats]) -> dict[int, float]:
    """The root mean square of the difference of each P gain, mrad."""
    squares: dict[int, list[Floats]] = {}
    for trace, found in zip(some, angles, strict=True):
        squares.setdefault(trace.gain, []).append((found - trace.angle) ** 2)
    return {gain: 1000 * math.sqrt(float(np.mean(np.concatenate(parts)))) for gain, parts in squares.items()}


def fit(generations: int = 40) -> tuple[Floats, float]:
    """The numbers of `ROWS` and the offset that fit the traces of `FITTED`."""
    from cmaes import CMA

    some = traces(FITTED)
    theirs = rms(some, reference(some))
    start = np.append(ServoStand(MODEL).numbers[list(ROWS)], OFFSET)
    start = np.maximum(start, 1e-4)
    best, least = start, math.inf
    search = CMA(np.zeros(len(start)), 0.15, bounds=np.tile([-1.0, 1.0], (len(start), 1)), seed=0, population_size=12)
    for _ in range(generations):
        told = []
        for _ in range(search.population_size):
            x = search.ask()
            tried = start * np.exp(x)
            found = rms(some, simulated(some, tried[:-1], float(tried[-1])))
            cost = math.sqrt(sum((value / theirs[gain]) ** 2 for gain, value in found.items()))
            told.append((x, cost))
            if cost < least:
                best, least = tried, cost
        search.tell(told)
    return best[:-1], float(best[-1])


def run(figure: Path, quick: bool = False) -> Finding:
    """Both models on all traces."""
    some = traces(JUDGED if quick else FITTED + JUDGED)
    own, other = simulated(some), reference(some)
    ours, theirs = rms(some, own), rms(some, other)
    chart, (axes,) = panels(1, 2.6)
    shown = next(index for index, trace in enumerate(some) if (trace.gain, trace.name) == (200, "lift_and_drop"))
    trace = some[shown]
    axes.plot(trace.time, trace.angle, color=GREY, lw=3, alpha=0.6, label="real servo")
    axes.plot(trace.time, own[shown], label="our law", **line_style(0))
    axes.plot(trace.time, other[shown], label="m6 of bam", **line_style(1))
    axes.set(xlabel="time, s", ylabel="angle, rad; P = 200, lift and drop")
    legend(axes, 3)
    save(chart, figure)
    rows = [
        (
            str(gain),
            "judged" if gain in JUDGED else "fitted",
            f"{ours[gain]:.1f}",
            f"{theirs[gain]:.1f}",
            f"{ours[gain] / theirs[gain]:.2f}",
        )
        for gain in sorted(ours)
    ]
    numbers = {f"ours_{gain}": value for gain, value in ours.items()}
    numbers |= {f"m6_{gain}": value for gain, value in theirs.items()}
    worst = max(ours[gain] / theirs[gain] for gain in JUDGED)
    return Finding(
        title="A real servo and its law",
        source="[FUmanoid-emulator §4.2.1.2]",
        there="The thesis describes its servos by their data sheets. It compares no motion with a simulated one.",
        here="An XL330 swings a pendulum of 0.49 kg at 0.10 m along four trajectories with four P gains; one of them "
        "switches the torque off, and the arm falls. Our law follows the 6 s of each trace from their beginning with "
        + ", ".join(f"{ours[gain]:.0f} mrad (P = {gain})" for gain in JUDGED)
        + " between its angle and the real one, RMS of four traces that served for no fit; the model m6 of bam with "
        "the constants of those who took the traces has "
        + ", ".join(f"{theirs[gain]:.0f} mrad" for gain in JUDGED)
        + ".",
        conclusion=f"The law of the servos is as near to a real one as bam's: at most {worst:.2f} times its "
        "error. It proves the law, and no constant of an RX-64.",
        settings=f"Traces of Rhoban's bam (`experiments/data/xl330/SOURCE.md`); twelve constants fitted on P = "
        f"{FITTED[0]} and {FITTED[1]}, by CMA-ES from those of m6. Both laws run at 1 ms with {VOLTS:g} V and goals in "
        "whole counts; both have P/256 units of duty per count, as in the traces, not the P/128 of the e-Manual.",
        figure=figure,
        table=Table(("P", "", "our law, mrad", "m6, mrad", "ratio"), tuple(rows)),
        numbers=numbers,
    )


if __name__ == "__main__":
    numbers, offset = fit(int(sys.argv[1]) if len(sys.argv) > 1 else 40)
    names = ("K", "1/R", "base", "stribeck", "motor", "external", "motor_stribeck", "external_stribeck", "speed")
    names += ("exponent", "viscous", "armature")
    print({name: float(f"{value:.5g}") for name, value in zip(names, numbers, strict=True)}, f"offset {offset:.5g}")
    some = traces(FITTED + JUDGED)
    print(rms(some, simulated(some, numbers, offset)), rms(some, reference(some)))
