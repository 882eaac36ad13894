"""[MI20 §4.2 and §5.1.5]: the covariance of the noise that is set is the one that is measured with a robot at rest.

The matrix of [MI20 fig. 4.3] is the noise of the simulated cameras. Robots rest, and the tool of [MI20 §4.2] measures.
"""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import robopitch
from experiments.finding import FIGURES, Finding, Table
from robopitch import Team
from robopitch.control.covariance import RestingRobot
from robopitch.messages import CameraFrame, PlaceRobot
from robopitch.plot.style import GREY, WIDTH, legend, line_style, panels, save

# x, y in mm and the heading in rad, as MI20 has them everywhere: [MI20 fig. 4.3]
THERE = np.array([[0.071117, -0.003796, 0.000624], [-0.003796, 0.000384, -0.000048], [0.000624, -0.000048, 0.000117]])
NAMES = ("xx, mm²", "xy, mm²", "xθ, mm rad", "yy, mm²", "yθ, mm rad", "θθ, rad²")
# Chosen, and fixed before the first run:
ROBOTS = 6
SECONDS, QUICK_SECONDS = 60.0, 8.0  # s, at 70 frames/s
SEEDS = (21, 22)  # of the matrix of the thesis, and of the matrix that was measured with the first seed
COUNTS = (10, 20, 50, 100, 200, 500, 1000, 2000, 4000)
SHORT = 5  # sightings of a measurement that shows a bias
WITHIN = 4.0  # standard errors by which a number may differ

Floats = NDArray[np.float64]
TO_METRES = np.diag([1e-3, 1e-3, 1.0])


def sightings(six: list[float], seed: int, seconds: float) -> list[Floats]:
    """What cameras report of each robot at rest, ``[n, 3]`` in m and rad; one list for each robot and camera."""
    match = robopitch.make_match(
        "ssl-div-b",
        seed=seed,
        realism="perfect",
        realism_overrides={"robot_covariance": six},
        players={"blue": ROBOTS, "yellow": 0},
        free_play=False,
        tracker="none",
    )
    for robot in range(ROBOTS):
        match.offer("me", PlaceRobot(Team.BLUE, robot, x=-3.5 + 1.4 * robot, y=1.2, heading=0.9 * robot))
    found: dict[tuple[int, int], list[tuple[float, float, float]]] = {}
    match.advance(1)
    while match.world.time < seconds:
        for output in match.advance(match.tick + 10):
            if isinstance(output, CameraFrame):
                for seen in output.blue:
                    found.setdefault((seen.id, output.camera), []).append((seen.x, seen.y, seen.heading))
    return [np.array(rows) for _, rows in sorted(found.items())]


def measured(rows: Floats) -> Floats:
    """The covariance by the running tool, m², m rad, rad²."""
    tool = RestingRobot()
    for x, y, heading in rows.tolist():
        tool.see(x, y, heading)
    return tool.matrix


def off(found: Floats, true: Floats) -> float:
    """How far a covariance is from the true one: the norm of L⁻¹ Σ̂ L⁻ᵀ − 1, which no unit and no rotation changes.

    By chance it is √(12/n) for n sightings of three numbers: 2/n for each variance and 1/n for each of the other six.
    """
    inverse = np.linalg.inv(np.linalg.cholesky(true))
    return float(np.linalg.norm(inverse @ found @ inverse.T - np.eye(3)))


def run(figure: Path, quick: bool = False) -> Finding:
    """Measure the matrix that is set; set the one that was measured, and measure again."""
    seconds = QUICK_SECONDS if quick else SECONDS
    true = TO_METRES @ THERE @ TO_METRES
    upper = np.triu_indices(3)
    first = sightings(true[upper].tolist(), SEEDS[0], seconds)
    found = np.mean([measured(rows) for rows in first], axis=0)
    count = sum(len(rows) - 1 for rows in first)
    spread = np.sqrt((np.outer(np.diag(true), np.diag(true)) + true**2) / count)  # of each entry, by chance
    errors = ((found - true) / spread)[upper]
    second = sightings(found[upper].tolist(), SEEDS[1], seconds)
    again = np.mean([measured(rows) for rows in second], axis=0)
    repeated = ((again - found) / np.sqrt((np.outer(np.diag(found), np.diag(found)) + found**2) / count))[upper]
    counts = [number for number in COUNTS if number <= min(map(len, first))]
    curve = [math.sqrt(np.mean([off(measured(rows[:number]), true) ** 2 for rows in first])) for number in counts]
    parts = [part for rows in first for part in np.split(rows[: len(rows) // SHORT * SHORT], len(rows) // SHORT)]
    unbiased = float(np.mean([np.var(part[:, 0], ddof=1) for part in parts]) / true[0, 0])
    biased = float(np.mean([np.var(part[:, 0]) for part in parts]) / true[0, 0])
    _draw(counts, curve, first, true, figure)
    shown = np.linalg.inv(TO_METRES)
    out, repeat = shown @ found @ shown, shown @ again @ shown
    good = bool((np.abs(errors) < WITHIN).all() and (np.abs(repeated) < WITHIN).all())
    return Finding(
        title="Covariance in, covariance out",
        source="[MI20 §4.2 and §5.1.5, fig. 4.3]",
        there="A robot at rest gives the covariance of the camera's noise, for the filter and for the simulator, whose "
        "noise has it by a Cholesky decomposition. The dialogue shows one matrix; whether the simulator gives it back "
        "is not told.",
        here=f"{count} sightings give back the six numbers within {float(np.abs(errors).max()):.1f} standard errors; "
        f"set as the noise of other cameras, they come back within {float(np.abs(repeated).max()):.1f}. After "
        f"{counts[0]}, {counts[len(counts) // 2]} and {counts[-1]} sightings of one robot the matrix is "
        f"{curve[0]:.2f}, {curve[len(counts) // 2]:.2f} and {curve[-1]:.3f} off, by chance √(12/n) = "
        f"{math.sqrt(12 / counts[0]):.2f}, {math.sqrt(12 / counts[len(counts) // 2]):.2f} and "
        f"{math.sqrt(12 / counts[-1]):.3f}. Of {SHORT} sightings, the sum divided by n gives {biased:.3f} of the "
        f"variance, by n − 1 {unbiased:.3f}; [MI20 §4.2] says (n − 1)/n = {1 - 1 / SHORT:.1f}.",
        conclusion=f"The covariance that is set {'is' if good else 'is not'} the one that is measured, within chance; "
        "1000 sightings, 14 s at 70 Hz, know it to a tenth.",
        settings=f"`ssl-div-b`, cameras without any other error; {ROBOTS} robots rest at other places and headings for "
        f"{seconds:g} s, seeds {SEEDS[0]} and {SEEDS[1]}. The thesis does not state units: mm and rad are those of its "
        "other numbers. Off is the norm of L⁻¹ Σ̂ L⁻ᵀ − 1, with L the Cholesky root of what is set. Seeds, counts and "
        f"the limit of {WITHIN:g} standard errors were fixed before the first run.",
        figure=figure,
        table=Table(
            ("", "in", "out", "standard errors off", "set again, out"),
            tuple(
                (name, f"{a:.6f}", f"{b:.6f}", f"{c:+.1f}", f"{d:.6f}")
                for name, a, b, c, d in zip(NAMES, THERE[upper], out[upper], errors, repeat[upper], strict=True)
            ),
        ),
        numbers={
            "most": float(np.abs(errors).max()),
            "most again": float(np.abs(repeated).max()),
            "unbiased": unbiased,
            "biased": biased,
            "last": curve[-1] / math.sqrt(12 / counts[-1]),
        },
    )


def _draw(counts: list[int], curve: list[float], first: list[Floats], true: Floats, path: Path) -> None:
    figure, (above, below) = panels(2, 0.5 * WIDTH, share_x=False)
    above.loglog(counts, curve, "o-", color=line_style(0)["color"], markersize=3, label="measured")
    above.loglog(counts, [math.sqrt(12 / number) for number in counts], label="√(12/n)", color=GREY, linewidth=0.8)
    above.yaxis.set_minor_formatter(lambda value, _: "")
    above.set(xlabel="sightings of one robot", ylabel="covariance is off by")
    legend(above, 2)
    rows = first[0] - first[0].mean(0)
    some = rows[:: max(1, len(rows) // 600)]
    below.plot(1000 * some[:, 0], 1000 * some[:, 1], ".", color="#E69F00", markersize=2, label="seen")
    angles = np.linspace(0, math.tau, 100)
    circle = np.column_stack((np.cos(angles), np.sin(angles)))
    for index, (name, matrix) in enumerate((("in", true), ("out", measured(first[0])))):
        ellipse = 2000 * circle @ np.linalg.cholesky(matrix[:2, :2]).T
        style = line_style(2 * index)
        below.plot(ellipse[:, 0], ellipse[:, 1], label=f"{name}, 2 σ", **style)
    below.set(xlabel="x of a robot at rest, mm", ylabel="y, mm (stretched)")
    legend(below, 3)
    save(figure, path)


if __name__ == "__main__":
    print(run(FIGURES / "noise_covariance.png"))
