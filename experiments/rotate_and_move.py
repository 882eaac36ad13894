"""[CAMBADA-control §4.5]: ten runs between two points, first rotating and then moving, compared with both at once.

With an agent that turns at up to 4 rad/s, as in the other driving experiments, and with one that uses the 8 rad/s of
the robot.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from experiments.cambada import PERIOD, TOP_TURN_RATE, TURN_RATE, Agent, Drive, drive, straight_agent
from experiments.finding import FIGURES, Finding, Table
from robopitch.control.geometry import Pose, Twist, wrapped
from robopitch.control.limiting import Limiter, direction_first, straight_to
from robopitch.plot.style import INK, WIDTH, line_style, panels, save

START, TARGET = Pose(4.0, 0.0, 0.0), Pose(0.0, 0.0, math.pi)
RUNS = 10
QUICK_RUNS = 5
SECONDS = 6.0
ALIGNED = 0.1  # rad: within this the original method moves
NEAR, FACING = 0.1, 0.1  # m, rad: end of a run
PLACED = (0.03, 0.03, 0.05)  # m, m, rad: accuracy of the start pose
SEEN = (0.015, 0.015, 0.02)  # m, m, rad: accuracy of the localisation


def run(figure: Path, quick: bool = False) -> Finding:
    """Ten noisy runs with each method and turn rate; plot and compare their times."""
    rates, runs = (TURN_RATE, TOP_TURN_RATE), QUICK_RUNS if quick else RUNS
    old = {rate: _runs(runs, partial(_rotate_first, rate), predict=False, limiter=straight_to) for rate in rates}
    new = {rate: _runs(runs, partial(_both_at_once, rate), predict=True, limiter=direction_first) for rate in rates}
    original, developed = ({rate: _times(drives[rate], NEAR) for rate in rates} for drives in (old, new))
    closer = {rate: [_times(drives[rate], NEAR / 2).mean() for drives in (old, new)] for rate in rates}
    _draw(
        {f"{name}, {rate:g} rad/s": times[rate]
         for rate in reversed(rates)
         for name, times in (("move while rotating", developed), ("rotate, then move", original))},
        figure,
    )  # fmt: skip
    gains = {rate: _gain(original[rate], developed[rate]) for rate in rates}
    slow, fast = rates
    return Finding(
        title="Rotate and move",
        source="[CAMBADA-control §4.5]",
        there="Rotate first, then move: 3.62 s ± 0.11 s; both at once with prediction and the new limiter: 3.28 s ± "
        "0.16 s (ten runs each, standard deviations), 9 % faster.",
        here=f"With an agent that turns at up to {slow:g} rad/s the gain is {100 * gains[slow][0]:.0f} ± "
        f"{100 * gains[slow][1]:.0f} %, with one that uses the {fast:g} rad/s of the robot "
        f"{100 * gains[fast][0]:.0f} ± {100 * gains[fast][1]:.0f} %.",
        conclusion=f"Moving while rotating is faster at both turn rates, by {100 * gains[slow][0]:.0f} % and "
        f"{100 * gains[fast][0]:.0f} %: a robot that rotates quickly gains "
        f"{'less' if gains[fast][0] < gains[slow][0] else 'no less'} by not waiting for its rotation.",
        settings="4 m and half a rotation; the original method (no prediction, original limiter) moves once its "
        "heading is right to 0.1 rad; a run ends when the robot stays within 10 cm (or 5 cm) and 0.1 rad. Noise: 1.5 "
        "cm and 0.02 rad in each cycle's localisation, 3 cm and 0.05 rad in the start pose. The time constant of 0.35 "
        f"s is the one with which the original method is fastest at {slow:g} rad/s. Otherwise as in fig. 4.12. The "
        "thesis states no turn rate.",
        figure=figure,
        table=Table(
            ("turn rate, rad/s", "rotate, then move, s", "move while rotating, s", "gain", "the same to 5 cm, s"),
            tuple(
                (
                    f"{rate:g}",
                    _spread(original[rate]),
                    _spread(developed[rate]),
                    f"{100 * gains[rate][0]:.0f} ± {100 * gains[rate][1]:.0f} %",
                    f"{closer[rate][0]:.2f}, {closer[rate][1]:.2f}",
                )
                for rate in rates
            ),
        ),
        numbers={
            **{f"original_{rate:.0f}": float(times.mean()) for rate, times in original.items()},
            **{f"original_{rate:.0f}_deviation": float(times.std(ddof=1)) for rate, times in original.items()},
            **{f"developed_{rate:.0f}": float(times.mean()) for rate, times in developed.items()},
            **{f"developed_{rate:.0f}_deviation": float(times.std(ddof=1)) for rate, times in developed.items()},
            **{f"gain_{rate:.0f}": gain for rate, (gain, _) in gains.items()},
        },
    )


def _gain(original: NDArray[np.float64], developed: NDArray[np.float64]) -> tuple[float, float]:
    """Share of the time that is saved, paired by run, and half its 95 % interval (t of nine degrees of freedom)."""
    shares = 1 - developed / original
    return float(shares.mean()), float(2.262 * shares.std(ddof=1) / math.sqrt(len(shares)))


def _spread(times: NDArray[np.float64]) -> str:
    return f"{times.mean():.2f} (deviation {times.std(ddof=1):.2f})"


def _runs(count: int, make: Callable[[], Agent], *, predict: bool, limiter: Limiter) -> list[Drive]:
    return [_run(make(), number, predict=predict, limiter=limiter) for number in range(count)]


def _run(agent: Agent, number: int, *, predict: bool, limiter: Limiter) -> Drive:
    noise = np.random.default_rng(number)
    start = Pose(*(noise.normal(0.0, PLACED) + START))
    sense = _seen(noise.normal(0.0, SEEN, (round(SECONDS / PERIOD), 3)))
    return drive(start, agent, SECONDS, predict=predict, limiter=limiter, sense=sense)


def _times(runs: Sequence[Drive], near: float) -> NDArray[np.float64]:
    return np.array([one.arrival(TARGET, near, FACING) for one in runs])


def _seen(errors: NDArray[np.float64]) -> Callable[[Pose, int], Pose]:
    return lambda pose, cycle: Pose(*(errors[cycle] + pose))


def _both_at_once(turn_rate: float) -> Agent:
    return straight_agent(TARGET, turn_rate=turn_rate)


def _rotate_first(turn_rate: float) -> Agent:
    """The original solution: rotate on the spot, then move."""
    straight, moving = straight_agent(TARGET, turn_rate=turn_rate), False

    def want(pose: Pose, time: float) -> Twist:
        nonlocal moving
        moving = moving or abs(wrapped(TARGET.heading - pose.heading)) < ALIGNED
        wanted = straight(pose, time)
        return wanted if moving else Twist(0.0, 0.0, wanted.turn)

    return want


def _draw(times: dict[str, NDArray[np.float64]], path: Path) -> None:
    figure, (axes,) = panels(1, 0.65 * WIDTH)
    for row, values in enumerate(times.values()):
        style = line_style(row)
        axes.plot(values, np.full(len(values), row) + 0.1, "o", markersize=4, mfc="none", color=style["color"])
        axes.errorbar(
            values.mean(), row - 0.15, xerr=values.std(ddof=1), fmt="s", color=style["color"], capsize=3, ms=4
        )
        axes.text(values.mean(), row - 0.24, f"{values.mean():.2f} s", ha="center", va="top", fontsize=7, color=INK)
    axes.set_yticks(range(len(times)), list(times), fontsize=8)
    axes.set_ylim(-0.6, len(times) - 0.5)
    axes.margins(x=0.05)
    axes.set_xlabel("s to the target; ten runs, mean and deviation")
    save(figure, path)


if __name__ == "__main__":
    print(run(FIGURES / "rotate_and_move.png"))
