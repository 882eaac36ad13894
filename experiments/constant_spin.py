"""[CAMBADA-control fig. 4.13]: four metres while the robot spins at a constant rate, with prediction and the new
limiter.

One stopping rule for all runs: that of the limiter itself. The agent asks for the highest speed from which a robot that
brakes with the whole limit stops at the target, √(2 a d), in cycles.
"""

from __future__ import annotations

from pathlib import Path

from experiments.cambada import ACCELERATION, PERIOD, Agent, Drive, drive, straight_agent
from experiments.finding import FIGURES, Finding, Table
from experiments.onboard import drive_onboard
from robopitch.control.geometry import Pose, Twist
from robopitch.control.limiting import direction_first
from robopitch.plot.style import GREY, INK, WIDTH, legend, line_style, panels, save

START, TARGET = Pose(4.0, 0.0, 0.0), Pose(0.0, 0.0, 0.0)
RATES = (0.0, 1.0, 2.0, 4.0, 8.0)  # rad/s, counter-clockwise as in the figure; 8 is the limit of the robot
NEAR = 0.05  # m: arrived
SECONDS, QUICK_SECONDS = 15.0, 8.0
SHIPPED_RATE = 2.0  # rad/s, of a quick run


def run(figure: Path, quick: bool = False) -> Finding:
    """Drive at each rate, plot the paths, and report their deviations and overshoots."""
    seconds = QUICK_SECONDS if quick else SECONDS
    drives = {rate: drive(START, _spinning(rate), seconds, limiter=direction_first) for rate in RATES}
    _draw(drives, figure)
    target = Pose(START.x - TARGET.x, 0.0, 0.0)  # in the frame of its start
    shipped = {
        rate: drive_onboard(_spinning(rate, target), seconds) for rate in (RATES if not quick else (0.0, SHIPPED_RATE))
    }
    asides = {rate: float(abs(poses[:, 1]).max()) for rate, poses in shipped.items()}
    aside = {rate: float(abs(one.aside(START, TARGET)).max()) for rate, one in drives.items()}
    over = {rate: max(0.0, float(one.along(START, TARGET).max()) - START.x) for rate, one in drives.items()}
    arrival = {rate: one.arrival(TARGET, NEAR, 10.0) for rate, one in drives.items()}
    straight, *turning = RATES
    late = [rate for rate in turning if arrival[rate] > seconds]
    worst = max(turning, key=over.__getitem__)
    arrives = (
        "it arrives at all rates"
        if not late
        else f"it does not come to rest at the target at {min(late):g} rad/s and more"
    )
    return Finding(
        title="Spinning all the way",
        source="[CAMBADA-control fig. 4.13]",
        there="With a constant angular velocity the robot still arrives, but it does not move in a straight line, and "
        "it overshoots.",
        here=f"Without a spin it leaves the line by {100 * aside[straight]:.1f} cm and overshoots by "
        f"{100 * over[straight]:.1f} cm; the table has the rates. A robot that turns at ω changes the direction of its "
        "command in its own frame at v ω, and the limiter prefers direction to braking: from v ω = "
        f"{ACCELERATION:g} m/s² on, nothing is left to brake with.",
        conclusion=f"With the stopping rule of the limiter {arrives}; it overshoots by up to "
        f"{100 * over[worst]:.0f} cm, at {worst:g} rad/s, and leaves its line by up to "
        f"{100 * max(aside[rate] for rate in turning if rate not in late):.0f} cm. The shipped agent, with the limiter "
        f"in its robot, leaves it by up to {100 * max(asides.values()):.0f} cm.",
        settings=f"Rates of {', '.join(f'{rate:g}' for rate in turning)} rad/s from the start to the end. The agent "
        f"brakes as late as the limiter allows, at {ACCELERATION:g} m/s², without a soft end; this rule was fixed "
        f"before the runs. Arrived: within {100 * NEAR:.0f} cm until the end, {seconds:g} s. Otherwise as in "
        "fig. 4.12. The shipped agent drives in a match, from its own sensors, with the limiter direction-first.",
        figure=figure,
        table=Table(
            ("spin, rad/s", "off the line, cm", "overshoot, cm", "arrives after, s", "shipped agent off the line, cm"),
            tuple(
                (
                    f"{rate:g}",
                    f"{100 * aside[rate]:.1f}",
                    f"{100 * over[rate]:.1f}",
                    f"{arrival[rate]:.2f}" if arrival[rate] < seconds else "never",
                    f"{100 * asides[rate]:.1f}" if rate in asides else "",
                )
                for rate in RATES
            ),
        ),
        numbers={
            **{f"shipped_{rate:.0f}": off for rate, off in asides.items()},
            **{f"aside_{rate:.0f}": off for rate, off in aside.items()},
            **{f"over_{rate:.0f}": length for rate, length in over.items()},
            **{f"arrival_{rate:.0f}": time for rate, time in arrival.items()},
        },
    )


def _spinning(rate: float, target: Pose = TARGET) -> Agent:
    straight = straight_agent(target, softness=PERIOD, brake_share=1.0)

    def want(pose: Pose, time: float) -> Twist:
        return straight(pose, time)._replace(turn=rate)

    return want


def _draw(drives: dict[float, Drive], path: Path) -> None:
    figure, (plan, over_time) = panels(2, 0.5 * WIDTH, share_x=False)
    plan.axhline(0, color=GREY, linewidth=0.6)
    over_time.axhline(0, color=GREY, linewidth=0.6)
    for index, (rate, one) in enumerate(drives.items()):
        plan.plot(one.poses[:, 0], 100 * one.poses[:, 1], label=f"{rate:g} rad/s", **line_style(index))
        over_time.plot(one.times, one.poses[:, 0], **line_style(index))
    plan.plot(START.x, START.y, "o", mfc="white", mec=INK, markersize=5, zorder=5)
    plan.plot(TARGET.x, TARGET.y, "o", color=INK, markersize=5, zorder=5)
    plan.set(xlabel="x, m", ylabel="y, cm")
    over_time.set(xlabel="t, s", ylabel="x, m", xlim=(0, 10))
    legend(plan, len(drives))
    save(figure, path)


if __name__ == "__main__":
    print(run(FIGURES / "constant_spin.png"))
