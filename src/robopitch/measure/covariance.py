"""The noise covariance of a resting robot as a camera sees it [MI20 §4.2]."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from robopitch.measure.run import Run, Signal
from robopitch.measure.sampling import Array, at_times, between, unwrapped
from robopitch.spec.toml import write_toml

__all__ = ["Covariance", "covariance"]

LEAST = 30  # samples: below that, the deviation itself is known to no better than 13 %
BLOCKS = 10  # stretches whose means tell whether it rests
AXES = (("x", "m"), ("y", "m"), ("heading", "rad"))


@dataclass(frozen=True)
class Covariance:
    """Covariance of x, y and heading in the frame of the pitch: m², m rad, rad²."""

    robot: str
    count: int
    seconds: float
    cameras: int
    mean: tuple[float, float, float]
    matrix: Array  # 3×3

    @property
    def six(self) -> list[float]:
        """xx, xy, xθ, yy, yθ, θθ: the upper half, as a realism has it."""
        return [float(value) for value in self.matrix[np.triu_indices(3)]]

    @property
    def override(self) -> str:
        """The change of a realism that gives the simulated camera this noise: `--noise` takes it."""
        return f"robot_covariance = [{', '.join(f'{value:.6g}' for value in self.six)}]"

    @property
    def toml(self) -> str:
        """A file of that change."""
        x, y, heading = self.mean
        cameras = f"{self.cameras} camera{'s' if self.cameras > 1 else ''}"
        about = (
            f"Noise of a camera, measured: {self.robot} at rest at ({x:.3f}, {y:.3f}) m, heading {heading:.3f} rad,\n"
            f"{self.count} samples of {cameras} in {self.seconds:.1f} s. xx, xy, xθ, yy, yθ, θθ in m², m rad, rad²."
        )
        return write_toml({"robot_covariance": [float(f"{value:.6g}") for value in self.six]}, about)


def covariance(run: Run, robot: str, start: float | None = None, end: float | None = None) -> Covariance:
    """Unbiased covariance of what is seen of a robot (`blue.3`) that rests; a ValueError if it does not.

    Of several cameras each has a place of its own for the robot; deviations are from the mean of the camera that saw
    it, and each of these means costs a degree of freedom.
    """
    signals = [between(_find(run, robot, axis), start, end) for axis, _ in AXES]
    times = signals[0].times
    columns = np.column_stack([at_times(signal, times) for signal in signals])
    camera = run.signals.get(f"seen.{robot}.camera")
    cameras = np.zeros(len(times)) if camera is None else at_times(between(camera, start, end), times)
    there = np.isfinite(columns).all(axis=1) & np.isfinite(cameras)
    times, columns, cameras = times[there], columns[there], cameras[there]
    columns[:, 2] = unwrapped(columns[:, 2])
    if len(times) < LEAST:
        raise ValueError(f"{robot} is seen {len(times)} times; at least {LEAST} are wanted, a few hundred are good")
    kinds, which = np.unique(cameras, return_inverse=True)
    means = np.array([columns[which == kind].mean(axis=0) for kind in range(len(kinds))])
    noise = columns - means[which]
    _check_rest(robot, times, noise)
    matrix = noise.T @ noise / (len(noise) - len(kinds))
    x, y, heading = columns.mean(axis=0).tolist()
    place = (x, y, math.remainder(heading, math.tau))
    return Covariance(robot, len(times), float(times[-1] - times[0]), len(kinds), place, matrix)


def _find(run: Run, robot: str, axis: str) -> Signal:
    """As cameras see it; a table of a user's own has only one kind of data, and that is what was seen."""
    signals = run.signals
    for name in (f"seen.{robot}.{axis}", f"{robot}.{axis}", axis):
        is_truth = name == f"{robot}.{axis}" and any(other.startswith("seen.") for other in signals)
        if name in signals and not is_truth:
            return signals[name]
    robots = sorted(
        {".".join(name.split(".")[1:3]) for name in signals if name.startswith("seen.") and "ball" not in name}
    )
    known = f"seen are {', '.join(robots)}" if robots else "no robot is seen at all: was it recorded without vision?"
    raise ValueError(f"there is no {axis} of {robot!r} as seen by a camera; {known}")


def _is_seen_heading(name: str) -> bool:
    return name.startswith("seen.") and name.endswith(".heading")


def _check_rest(robot: str, times: Array, noise: Array) -> None:
    """Its place must not wander: means over stretches differ by little more than chance makes them.

    A drift over half of the noise's own deviation, which passes, adds 2 % to the variance.
    """
    blocks = np.array_split(np.arange(len(times)), BLOCKS)
    means = np.array([noise[block].mean(axis=0) for block in blocks])
    within = np.sqrt(np.mean([noise[block].var(axis=0, ddof=1) for block in blocks], axis=0))
    allowed = within * (0.5 + 7 / math.sqrt(len(times) / BLOCKS)) + 1e-6
    wandered = means.max(axis=0) - means.min(axis=0)
    worst = int(np.argmax(wandered / allowed))
    if wandered[worst] > allowed[worst]:
        (name, unit), low, high = AXES[worst], *sorted([int(means[:, worst].argmin()), int(means[:, worst].argmax())])
        raise ValueError(
            f"{robot} does not rest: its {name} changes by {wandered[worst]:.3g} {unit} between "
            f"{times[blocks[low][0]]:.2f} s and {times[blocks[high][-1]]:.2f} s; let it stand, or choose a stretch in "
            "which it does with --from and --to"
        )
