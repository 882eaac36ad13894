"""[MI20 §5.1.2, fig. 5.3]: sliding and rolling friction of a robot on a slope.

A slope is gravity with another direction: g cos φ presses the robot to the ground, and g sin φ pulls it down. The slope
is raised until a robot at rest moves, which gives the sliding friction; and until a robot that rolls keeps its speed,
which gives the rolling resistance. Then the pull equals the friction, sin φ = µ cos φ, so µ = tan φ; [MI20 §5.1.2]
prints µ = sin φ.
"""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np

import robopitch
from experiments.finding import FIGURES, Finding, Table
from robopitch.physics.state import VX
from robopitch.plot.style import GREY, WIDTH, legend, line_style, panels, save

THERE_SLIDING, THERE_ROLLING = 0.481, 0.0171  # sin φ [MI20 §5.1.2]
GRAVITY = 9.81  # m/s²
# Not stated in [MI20]:
STEP = 0.1  # degrees by which the slope is raised
STEEPEST = 40.0  # degrees
WATCHED = 1.0  # s on each slope
MOVED = 0.005  # m: it started to move
ROLL_SPEED = 0.09  # m/s: "a small velocity", below that of air resistance
ROLL_SECONDS = 0.5
SLOPES = tuple(np.linspace(0.0, 2.0, 9).tolist())  # degrees, for rolling


def move(degrees: float, heading: float, speed: float, coasting: bool, seconds: float) -> tuple[float, float]:
    """Way down a slope in a time and speed at its end: a robot with a heading to the line of fall, and a speed."""
    angle = math.radians(degrees)
    overrides = {
        "gravity": GRAVITY * math.cos(angle),
        "robot.drive.motor.coasting": coasting,
        "robot.drive.limits.kind": "none",  # a limiter would brake a robot that rolls
    }
    world = robopitch.make("mirosot-11v11", players={"blue": 1, "yellow": 0}, overrides=overrides)
    world.place_ball(1.5, 1.2)
    world.place_robot("blue", 0, -1.0, 0.0, heading=heading, vx=speed)
    robot = world.robot("blue", 0)
    pull = GRAVITY * math.sin(angle) * world.timestep
    for _ in range(round(seconds / world.timestep)):
        world.robot_block[VX, 0] += pull
        world.step()
    return robot.pose.x + 1.0, robot.velocity.x


def first_slope(heading: float) -> float:
    """The lowest slope, in steps of STEP, on which a robot with held wheels starts to move, degrees."""
    low, high = 0, round(STEEPEST / STEP)  # it rests on the first and moves on the second
    while high - low > 1:
        middle = (low + high) // 2
        way, _ = move(STEP * middle, heading, 0.0, False, WATCHED)
        low, high = (low, middle) if way > MOVED else (middle, high)
    return STEP * high


def run(figure: Path, quick: bool = False) -> Finding:
    """Raise the slope under a robot that looks down, one that stands across, and one that rolls."""
    across, along = first_slope(math.pi / 2), first_slope(0.0)
    accelerations = [(move(one, 0.0, ROLL_SPEED, True, ROLL_SECONDS)[1] - ROLL_SPEED) / ROLL_SECONDS for one in SLOPES]
    level = float(np.interp(0.0, accelerations, SLOPES))
    drive = robopitch.make("mirosot-11v11", players=1).league.blue.robot.drive
    grip, side, rolling = float(drive.grip), float(drive.across), float(drive.rolling_resistance)
    held, _ = move(SLOPES[-1], 0.0, 0.0, False, WATCHED)
    _draw(
        accelerations, level, {"wheels held, along": along, "wheels held, across": across}, figure, 5 if quick else 17
    )

    def friction(degrees: float) -> float:
        return math.tan(math.radians(degrees))

    rows = (
        ("along, wheels held", along, grip + rolling),
        ("across", across, side + rolling),
        ("rolling", level, rolling),
    )
    return Finding(
        title="A robot on a slope",
        source="[MI20 §5.1.2, fig. 5.3]",
        there="A robot started to slide on a slope of sin φ = 0.481; one with a small velocity kept it at sin φ = "
        "0.0171. The thesis prints µ = sin φ.",
        here=f"With held wheels the robot slides from {along:.1f}° on along its wheels and from {across:.1f}° on "
        f"across them; the sine of the steeper one is {math.sin(math.radians(max(along, across))):.3f}. Rolling freely "
        f"it keeps its speed at {level:.2f}°. With held wheels it does not roll at all: {1e3 * held:.1f} mm in "
        f"{WATCHED:g} s on {SLOPES[-1]:g}°.",
        conclusion=f"The slope gives back the coefficients as tan φ, to the {STEP:g}° by which it is raised; sin φ, as "
        f"printed, would be {100 * (1 - math.cos(math.radians(along))):.0f} % too small for sliding. In this model the "
        f"rolling resistance brakes a sliding robot too, which adds {rolling:.3f}.",
        settings=f"Raised by {STEP:g}°; it moves if it goes {1e3 * MOVED:g} mm in {WATCHED:g} s. Rolling at "
        f"{ROLL_SPEED:g} m/s for {ROLL_SECONDS:g} s on {len(SLOPES)} slopes up to {SLOPES[-1]:g}°, with motors that "
        "coast; the slope on which the speed stays is interpolated. No limiter.",
        figure=figure,
        table=Table(
            ("robot", "φ, degrees", "tan φ", "sin φ", "µ here"),
            tuple(
                (name, f"{slope:.2f}", f"{friction(slope):.4f}", f"{math.sin(math.radians(slope)):.4f}", f"{mu:.4f}")
                for name, slope, mu in rows
            ),
        ),
        numbers={
            "along": friction(along),
            "across": friction(across),
            "rolling": friction(level),
            "grip": grip,
            "side": side,
            "resistance": rolling,
            "held": held,
        },
    )


def _draw(accelerations: list[float], level: float, slides: dict[str, float], path: Path, points: int) -> None:
    figure, (rolls, slips) = panels(2, 0.42 * WIDTH, share_x=False)
    rolls.axhline(0, color=GREY, linewidth=0.6)
    rolls.axvline(level, color=GREY, linewidth=0.6)
    rolls.plot(SLOPES, accelerations, marker="o", markersize=3, label="rolls, motors coast", **line_style(0))
    rolls.set(xlabel="slope, degrees", ylabel="acceleration, m/s²")
    legend(rolls, 1)
    ways = np.linspace(24.0, 32.0, points)
    for index, (name, heading) in enumerate((("wheels held, along", 0.0), ("wheels held, across", math.pi / 2))):
        went = [1e3 * move(float(one), heading, 0.0, False, WATCHED)[0] for one in ways]
        slips.plot(ways, went, marker="o", markersize=3, label=f"{name}: from {slides[name]:.1f}°", **line_style(index))
    slips.set(xlabel="slope, degrees", ylabel=f"way in {WATCHED:g} s, mm")
    legend(slips, 2)
    save(figure, path)


if __name__ == "__main__":
    print(run(FIGURES / "slope.png"))
