"""[MI20 §5.1.1, fig. 5.1]: the air resistance of an Austro-bot over its speed.

The robot coasts, once with air and once without. The difference of the decelerations, times all that moves, is the
force of the air.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

import robopitch
from experiments.finding import FIGURES, Finding, Table
from robopitch.plot.style import GREY, WIDTH, legend, line_style, panels, save
from robopitch.spec import RobotSpec

LEAGUE = "mirosot-11v11"
DENSITY, DRAG, AREA = 1.29, 1.95, 75e-3 * 48e-3  # kg/m³, 1, m² [MI20 §5.1.1]
NEGLECTED = 0.1  # m/s: below that [MI20 §5.1.1] leaves the air out
FASTEST = 3.0  # m/s, "practically the maximum" [MI20 §5.1.1]
# Chosen, and fixed before the first run:
SPEEDS = (0.1, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75, 2.0, 2.25)  # m/s
SECONDS = 0.05  # of coasting
WITHIN = 0.01  # of the force by which the measured one may differ


def formula(speed: float) -> float:
    """½ ρ c A v², N [MI20 §5.1.1]."""
    return DENSITY * DRAG * AREA * speed**2 / 2


def coasted(speed: float, air: bool) -> float:
    """The mean deceleration of a robot whose motors turn freely, m/s²."""
    overrides: dict[str, object] = {"robot.drive.motor.coasting": True, "robot.drive.limits.kind": "none"}
    if not air:
        overrides["robot.drive.air_drag"] = 0.0
    world = robopitch.make(LEAGUE, players={"blue": 1, "yellow": 0}, overrides=overrides)
    world.place_ball(0.0, 1.2)
    world.place_robot("blue", 0, -1.0, 0.0, vx=speed)
    world.run(SECONDS)
    return (speed - world.robot("blue", 0).velocity.x) / SECONDS


def moved_mass(robot: RobotSpec) -> float:
    """The mass of the robot and what its wheels and rotors add, kg."""
    drive = robot.drive
    return float(robot.mass) + sum(float(drive.wheel_inertia) / float(wheel.radius) ** 2 for wheel in drive.wheels)


def run(figure: Path, quick: bool = False) -> Finding:
    """Coast at all speeds."""
    league = robopitch.make(LEAGUE, players=1).league
    robot = league.blue.robot
    mass = moved_mass(robot)
    forces = {speed: mass * (coasted(speed, True) - coasted(speed, False)) for speed in SPEEDS}
    braked = coasted(FASTEST, False)
    middle = {speed: speed - coasted(speed, True) * SECONDS / 2 for speed in SPEEDS}  # the mean speed while it coasts
    rolling = float(robot.drive.rolling_resistance) * float(robot.mass) * float(league.gravity)
    worst = max(abs(forces[speed] / formula(middle[speed]) - 1) for speed in SPEEDS if speed > NEGLECTED)
    _draw(forces, rolling, figure)
    top = formula(FASTEST)
    return Finding(
        title="The air resistance of a robot",
        source="[MI20 §5.1.1, fig. 5.1]",
        there=f"½ ρ c A v² is {1e3 * formula(FASTEST):.0f} mN at {FASTEST:g} m/s: not completely negligible, but "
        f"largely outweighed by friction. Below {1000 * NEGLECTED:.0f} mm/s the simulator leaves it out.",
        here=f"A robot that coasts feels {1e3 * forces[1.0]:.2f} mN at 1 m/s and {1e3 * forces[2.0]:.1f} mN at 2 m/s, "
        f"by the formula within {100 * worst:.2f} % at all speeds above {1000 * NEGLECTED:.0f} mm/s; below, turf "
        f"leaves the air out too. Its rolling resistance is {1e3 * rolling:.0f} mN: the air is "
        f"{100 * forces[1.0] / rolling:.0f} % of that at 1 m/s, {100 * forces[2.0] / rolling:.0f} % at 2 m/s, and "
        f"would be {100 * top / rolling:.0f} % at {FASTEST:g} m/s. A robot of this kind does not reach that: the "
        f"no-load speed of its motors is 2.34 m/s. Beyond it they brake, also when they coast, by "
        f"{braked:.1f} m/s² at {FASTEST:g} m/s.",
        conclusion=f"The air slows the simulated robot as the formula says {'' if worst <= WITHIN else 'not '}within "
        f"{100 * WITHIN:g} %; up to 2 m/s it is less than a fifth of the rolling resistance.",
        settings=f"Motors that coast, no limiter; {1000 * SECONDS:.0f} ms at each speed, with the air and with "
        f"`drive.air_drag` 0; force = ({1000 * float(robot.mass):.0f} g + {1000 * (mass - float(robot.mass)):.0f} g of "
        "wheels and rotors that turn) × difference of the decelerations, compared at the mean speed. Speeds and the "
        f"limit of {100 * WITHIN:g} % were fixed before the first run; that run had speeds up to {FASTEST:g} m/s, of "
        "which those beyond the no-load speed tell nothing about the air.",
        figure=figure,
        table=Table(
            ("speed, m/s", "air, mN", "½ ρ c A v², mN", "of the rolling resistance, %"),
            tuple(
                (
                    f"{speed:g}",
                    f"{1e3 * forces[speed]:.3f}",
                    f"{1e3 * formula(speed):.3f}",
                    f"{100 * forces[speed] / rolling:.1f}",
                )
                for speed in SPEEDS
                if 2 * speed == round(2 * speed) or speed == NEGLECTED
            ),
        ),
        numbers={"worst": worst, "top": top, "rolling": rolling},
    )


def _draw(forces: dict[float, float], rolling: float, path: Path) -> None:
    figure, (axes,) = panels(1, 0.6 * WIDTH)
    speeds = np.linspace(0, FASTEST, 100)
    axes.plot(speeds, [1e3 * formula(float(speed)) for speed in speeds], label="½ ρ c A v²", **line_style(0))
    measured = ([*forces], [1e3 * force for force in forces.values()])
    axes.plot(*measured, "o", color=line_style(1)["color"], markersize=4, label="coasting robot")
    axes.axhline(1e3 * rolling, color=GREY, linewidth=0.8, label="rolling resistance")
    axes.set(xlabel="speed, m/s", ylabel="force, mN")
    legend(axes, 3)
    save(figure, path)


if __name__ == "__main__":
    print(run(FIGURES / "air_resistance.png"))
