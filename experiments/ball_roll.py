"""[MI20 §5.1.2]: the friction of the ball, from rolls that a camera records.

A ball is rolled over the field several times. A parabola through the places in each recording gives the deceleration a,
and µ = a / g.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import robopitch
from experiments.finding import FIGURES, Finding
from robopitch.plot.style import GREY, WIDTH, legend, line_style, panels, save

THERE, THERE_SPREAD = 4.731e-3, 1.51e-4  # µ [MI20 §5.1.2]
# Not stated in [MI20]:
ROLLS = 12
SPEEDS = (0.5, 1.2)  # m/s, of the slowest and the fastest roll
FRAME = 1 / 30  # s, of the camera [MI20 §2.6.1]
NOISE = 0.002  # m, standard deviation of a place in the image
SEED = 2
SECONDS = 1.5
START = -1.1  # m
GRAVITY = 9.81  # m/s²

Floats = NDArray[np.float64]


class Roll(NamedTuple):
    """A recorded roll."""

    speed: float  # m/s at the start
    times: Floats  # s
    places: Floats  # m, as seen

    @property
    def friction(self) -> float:
        """µ: twice the quadratic term of the parabola through the places, by g."""
        return float(-2 * np.polyfit(self.times, self.places, 2)[0] / GRAVITY)

    @property
    def slowed(self) -> Floats:
        """How far the ball is behind one that is not slowed, m, as seen."""
        _, speed, start = np.polyfit(self.times, self.places, 2)
        return np.asarray(start + speed * self.times - self.places)


def roll(speed: float, rng: np.random.Generator) -> Roll:
    """Roll the ball over the field, and see it in each frame."""
    world = robopitch.make("mirosot-7v7", players=0)
    world.place_ball(START, 0.0, vx=speed, roll=True)
    count = math.floor(SECONDS / FRAME)
    ticks = [round(index * FRAME / world.timestep) for index in range(count)]
    places = []
    for tick in ticks:
        world.step(tick - world.tick)
        places.append(float(world.ball.position[0]))
    return Roll(speed, np.array(ticks) * world.timestep, np.array(places) + rng.normal(0.0, NOISE, count))


def run(figure: Path, quick: bool = False) -> Finding:
    """Roll, and fit."""
    rng = np.random.default_rng(SEED)
    rolls = [roll(float(speed), rng) for speed in np.linspace(*SPEEDS, ROLLS)]
    found = np.array([one.friction for one in rolls])
    mean, spread = float(found.mean()), float(found.std(ddof=1) / math.sqrt(ROLLS))
    truth = float(robopitch.make("mirosot-7v7", players=0).league.ball.rolling_deceleration) / GRAVITY
    _draw(rolls, truth, figure)
    return Finding(
        title="The friction of a rolling ball",
        source="[MI20 §5.1.2]",
        there="The ball was rolled over the field while the camera recorded it: µ = (4.731 ± 0.151)·10⁻³.",
        here=f"{ROLLS} rolls give µ = ({1e3 * mean:.3f} ± {1e3 * 1.96 * spread:.3f})·10⁻³; the ball here has "
        f"{1e3 * truth:.3f}·10⁻³. A single roll gives {1e3 * found.min():.2f} to {1e3 * found.max():.2f}·10⁻³: in "
        f"{SECONDS:g} s friction takes only {1e3 * truth * GRAVITY * SECONDS**2 / 2:.0f} mm from its way, and the "
        f"camera errs by {1e3 * NOISE:g} mm.",
        conclusion="A camera and a dozen rolls are enough to measure the friction of the ball to "
        f"{100 * 1.96 * spread / mean:.0f} %, and they find that of the simulated ball.",
        settings=f"{ROLLS} rolls at {SPEEDS[0]:g} to {SPEEDS[1]:g} m/s, without sliding; {SECONDS:g} s of each; a "
        f"camera with 30 frames/s and a noise of {1e3 * NOISE:g} mm.",
        figure=figure,
        numbers={"mean": mean, "spread": spread, "truth": truth},
    )


def _draw(rolls: list[Roll], truth: float, path: Path) -> None:
    figure, (slowed, values) = panels(2, 0.42 * WIDTH, share_x=False)
    shown = (rolls[0], rolls[len(rolls) // 2], rolls[-1])
    for index, one in enumerate(shown):
        style = line_style(index)
        slowed.plot(one.times, 1e3 * one.slowed, ".", color=style["color"], markersize=3, label=f"{one.speed:.2g} m/s")
    times = np.linspace(0, SECONDS, 50)
    slowed.plot(times, 1e3 * truth * GRAVITY * times**2 / 2, color=GREY, linewidth=0.9, label="µ g t² / 2")
    slowed.set(xlabel="t, s", ylabel="lost by friction, mm")
    legend(slowed, len(shown) + 1)
    values.axhspan(1e3 * (THERE - THERE_SPREAD), 1e3 * (THERE + THERE_SPREAD), color="#e6e6e6", label="[MI20]")
    values.axhline(1e3 * truth, color=GREY, linewidth=0.9, label="ball here")
    values.plot([one.speed for one in rolls], [1e3 * one.friction for one in rolls], "o", **_DOTS, label="rolls")
    values.set(xlabel="speed at the start, m/s", ylabel="µ, 10⁻³", ylim=(0, 6.5))
    legend(values, 3)
    save(figure, path)


_DOTS = {"color": "#0072B2", "markersize": 3.5}


if __name__ == "__main__":
    print(run(FIGURES / "ball_roll.png"))
