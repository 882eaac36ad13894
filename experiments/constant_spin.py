"""[CAMBADA-control fig. 4.13]: four metres while the robot spins at a constant rate, with prediction and the new
limiter.
"""

from __future__ import annotations

from pathlib import Path

from experiments.cambada import SOFTNESS, Agent, Drive, drive, straight_agent
from experiments.finding import FIGURES, Finding
from robopitch.control.geometry import Pose, Twist
from robopitch.control.limiting import direction_first
from robopitch.plot.style import GREY, INK, WIDTH, legend, line_style, panels, save

START, TARGET = Pose(4.0, 0.0, 0.0), Pose(0.0, 0.0, 0.0)
RATES = (1.0, 2.0, 4.0)  # rad/s, counter-clockwise as in the figure
SHARP = 0.2  # s: time constant of an agent that stops more sharply
SECONDS = 8.0


def run(figure: Path, quick: bool = False) -> Finding:
    """Drive at each rate, plot the paths, and report their deviations and overshoots."""
    drives = {f"{rate:.0f} rad/s": drive(START, _spinning(rate), SECONDS, limiter=direction_first) for rate in RATES}
    drives["2 rad/s, sharper"] = drive(START, _spinning(2.0, SHARP), SECONDS, limiter=direction_first)
    _draw(drives, figure)
    aside = [float(abs(one.aside(START, TARGET)).max()) for one in drives.values()]
    over = [max(0.0, float(one.along(START, TARGET).max()) - START.x) for one in drives.values()]
    arrival = [one.arrival(TARGET, 0.05, 10.0) for one in drives.values()]
    return Finding(
        title="Spinning all the way",
        source="[CAMBADA-control fig. 4.13]",
        there="With a constant angular velocity the robot still arrives, but it does not move in a straight line, and "
        "it overshoots.",
        here=f"At 1, 2 and 4 rad/s it leaves the line by {100 * aside[0]:.1f}, {100 * aside[1]:.1f} and "
        f"{100 * aside[2]:.1f} cm and is there after {arrival[0]:.2f}, {arrival[1]:.2f} and {arrival[2]:.2f} s, "
        f"{100 * max(over[:3]):.1f} cm too far at most. An agent that stops more sharply overshoots as in the thesis: "
        f"{100 * over[3]:.0f} cm at 2 rad/s, there after {arrival[3]:.2f} s. At that rate the change of direction "
        "alone uses all the acceleration that the limiter allows, and the limiter prefers direction to braking.",
        settings="Rate of the spin: 1, 2 and 4 rad/s, from the start to the end. Time constant of the last part of the "
        "path 0.35 s, or 0.2 s for the sharper agent; otherwise as in fig. 4.12.",
        figure=figure,
        numbers={
            **{f"aside_{rate:.0f}": off for rate, off in zip(RATES, aside, strict=False)},
            **{f"over_{rate:.0f}": far for rate, far in zip(RATES, over, strict=False)},
            **{f"arrival_{rate:.0f}": time for rate, time in zip(RATES, arrival, strict=False)},
            "aside_sharp": aside[3],
            "over_sharp": over[3],
            "arrival_sharp": arrival[3],
        },
    )


def _spinning(rate: float, softness: float = SOFTNESS) -> Agent:
    straight = straight_agent(TARGET, softness=softness)

    def want(pose: Pose, time: float) -> Twist:
        return straight(pose, time)._replace(turn=rate)

    return want


def _draw(drives: dict[str, Drive], path: Path) -> None:
    figure, (plan, over_time) = panels(2, 0.5 * WIDTH, share_x=False)
    plan.axhline(0, color=GREY, linewidth=0.6)
    over_time.axhline(0, color=GREY, linewidth=0.6)
    for index, (name, one) in enumerate(drives.items()):
        plan.plot(one.poses[:, 0], 100 * one.poses[:, 1], label=name, **line_style(index))
        over_time.plot(one.times, one.poses[:, 0], **line_style(index))
    plan.plot(START.x, START.y, "o", mfc="white", mec=INK, markersize=5, zorder=5)
    plan.plot(TARGET.x, TARGET.y, "o", color=INK, markersize=5, zorder=5)
    plan.set(xlabel="x, m", ylabel="y, cm")
    over_time.set(xlabel="t, s", ylabel="x, m", xlim=(0, 7))
    legend(plan, len(drives))
    save(figure, path)


if __name__ == "__main__":
    print(run(FIGURES / "constant_spin.png"))
