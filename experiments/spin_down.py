"""[MI20 §5.1.2]: the friction torque of a robot that is spun by hand and slows down.

A camera records the heading. A parabola through it gives the angular deceleration α, and τ = I α.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import robopitch
from experiments.finding import FIGURES, Finding, Table
from robopitch.plot.style import GREY, WIDTH, legend, line_style, panels, save
from robopitch.spec import RobotSpec

THERE, THERE_SPREAD = 1.606e-2, 8.52e-4  # N m [MI20 §5.1.2]
# Not stated in [MI20]:
SPINS = 12
RATES = (12.0, 24.0)  # rad/s, of the slowest and the fastest spin
FRAME = 1 / 30  # s, of the camera [MI20 §2.6.1]
NOISE = 0.02  # rad, standard deviation of a heading in the image
SEED = 3
SECONDS = 1.5
TURNING = 0.15  # share of the first rate below which the recording is not used: near rest the law is another

Floats = NDArray[np.float64]


class Spin(NamedTuple):
    """A recorded spin."""

    times: Floats  # s
    headings: Floats  # rad, as seen, without jumps
    rates: Floats  # rad/s, true

    @property
    def deceleration(self) -> float:
        """rad/s²: twice the quadratic term of the parabola through the headings while it turns."""
        turning = self.rates > TURNING * self.rates[0]
        return float(-2 * np.polyfit(self.times[turning], self.headings[turning], 2)[0])


def spin(rate: float, coasting: bool, rng: np.random.Generator) -> Spin:
    """Spin the robot, let go, and see it in each frame. Motors that do not coast hold their wheels."""
    overrides = {"robot.drive.motor.coasting": coasting, "robot.drive.limits.kind": "none"}
    world = robopitch.make("mirosot-7v7", players={"blue": 1, "yellow": 0}, overrides=overrides)
    world.place_ball(1.0, 0.8)
    world.place_robot("blue", 0, 0.0, 0.0, turn=rate)
    robot = world.robot("blue", 0)
    count = math.floor(SECONDS / FRAME)
    ticks = [round(index * FRAME / world.timestep) for index in range(count)]
    headings, rates = [], []
    for tick in ticks:
        world.step(tick - world.tick)
        headings.append(robot.pose.heading)
        rates.append(robot.velocity.turn)
    seen = np.unwrap(np.array(headings)) + rng.normal(0.0, NOISE, count)
    return Spin(np.array(ticks) * world.timestep, seen, np.array(rates))


def inertias(robot: RobotSpec) -> tuple[float, float]:
    """Of the body as a plate, as in [MI20 §5.1.2], and with the wheels and rotors that turn along, kg m²."""
    drive = robot.drive
    length, width = float(robot.outline.length), float(robot.outline.width)  # type: ignore[union-attr]
    body = robot.mass * (length * length + width * width) / 12
    wheels = sum(drive.wheel_inertia * (float(wheel.y) / float(wheel.radius)) ** 2 for wheel in drive.wheels)
    return float(body), float(body + wheels)


def run(figure: Path, quick: bool = False) -> Finding:
    """Spin with motors that coast, and once with motors that hold."""
    rng = np.random.default_rng(SEED)
    robot = robopitch.make("mirosot-7v7", players=1).league.blue.robot
    spins = [spin(float(rate), True, rng) for rate in np.linspace(*RATES, SPINS)]
    held = spin(RATES[1], False, rng)
    found = np.array([one.deceleration for one in spins])
    mean, spread = float(found.mean()), float(found.std(ddof=1) / math.sqrt(SPINS))
    body, whole = inertias(robot)
    truth = float(robot.drive.spin_resistance)
    _draw(spins, held, truth / whole, figure)
    stop = float(held.times[np.flatnonzero(np.abs(held.rates) < 0.5)[0]])

    def torque(inertia: float) -> str:
        return f"{1e3 * inertia * mean:.2f} ± {1e3 * inertia * 1.96 * spread:.2f}"

    return Finding(
        title="The friction of a spinning robot",
        source="[MI20 §5.1.2]",
        there="The robot was spun by hand, and the camera recorded how it slowed down: τ = 16.06 ± 0.85 mN m, with the "
        "inertia of a plate.",
        here=f"{SPINS} spins slow down at {mean:.1f} ± {1.96 * spread:.1f} rad/s². Wheels and rotors turn along and "
        f"add {100 * (whole / body - 1):.0f} % to the body's inertia: without them the torque is underestimated by "
        f"{100 * (1 - body / whole):.0f} %. The thesis left them out, so its robot slowed down at "
        f"{THERE / body:.1f} rad/s², which with the wheels takes {1e3 * THERE * whole / body:.1f} mN m. A robot "
        f"whose motors hold the wheels stands after {stop:.2f} s, and tells nothing.",
        conclusion=f"With the inertia of the wheels the spins give {torque(whole)} mN m, where the simulated robot has "
        f"{1e3 * truth:.2f}; motors must coast for this experiment.",
        settings=f"{SPINS} spins at {RATES[0]:g} to {RATES[1]:g} rad/s, used down to {100 * TURNING:.0f} % of the "
        f"first rate; a camera with 30 frames/s and a noise of {NOISE:g} rad. The motors coast "
        "(`drive.motor.coasting`), and no limiter brakes the robot.",
        figure=figure,
        table=Table(
            ("inertia of", "kg cm²", "torque, mN m"),
            (
                ("the body, as in [MI20]", f"{1e4 * body:.2f}", torque(body)),
                ("body, wheels and rotors", f"{1e4 * whole:.2f}", torque(whole)),
            ),
        ),
        numbers={
            "torque": whole * mean,
            "spread": whole * spread,
            "of_body": body * mean,
            "truth": truth,
            "held_stop": stop,
        },
    )


def _draw(spins: list[Spin], held: Spin, deceleration: float, path: Path) -> None:
    figure, (rates, headings) = panels(2, 0.42 * WIDTH)
    shown = (spins[0], spins[len(spins) // 2], spins[-1])
    for index, one in enumerate(shown):
        rates.plot(one.times, one.rates, label=f"{one.rates[0]:.0f} rad/s", **line_style(index))
        headings.plot(one.times, one.headings, ".", color=line_style(index)["color"], markersize=3)
        times = np.linspace(0, one.rates[0] / deceleration, 50)
        headings.plot(times, one.rates[0] * times - deceleration * times**2 / 2, color=GREY, linewidth=0.8)
    rates.plot(held.times, held.rates, label="motors hold", **line_style(len(shown)))
    rates.set(ylabel="turn rate, rad/s")
    headings.set(xlabel="t, s", ylabel="heading, rad")
    legend(rates, len(shown) + 1)
    save(figure, path)


if __name__ == "__main__":
    print(run(FIGURES / "spin_down.png"))
