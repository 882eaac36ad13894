"""The search of a robot that does not know where it is: candidate poses all over the field, compared with the lines.

A robot that was carried sees lines that fit no place near its pose. In every cycle some new candidates are tried, and
the best of all cycles are moved with the robot and corrected. A candidate is rated by two shares: that of the seen
points which lie on lines, and that of the lines around it which are seen. It wins when it has been clearly better than
all others for some time: where the view is ambiguous, the robot has to move until one is. A field looks the same when
it is rotated by 180°, so the heading has to be known roughly, from a compass.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from robopitch.control.field_map import FieldMap
from robopitch.control.geometry import Pose, wrapped
from robopitch.control.line_coverage import LineCoverage

__all__ = ["Candidate", "PoseSearch", "agreement"]

Floats = NDArray[np.float64]

TRIALS = 96  # new candidates in a cycle, chosen: seven per square metre in a second on a field of 22 m × 14 m
NEW, KEPT = 4, 8  # the best of them are corrected; candidates that are kept
POINTS = 40  # points that are compared: others say the same
OUTSIDE = 1.0  # m outside the lines where a robot may stand
NEARBY, TURN = 0.6, 0.4  # m and rad: nearer candidates are the same
SEVERAL = 8  # cycles for which a candidate has to be the best
CLEAR = 0.1  # rating by which it has to be better than another one then; less as more cycles say the same
LEAST = 0.02  # rating by which it has to be better at least
GOOD = 0.5  # rating that it has to have
SMOOTHING = 0.04  # least weight of the newest cycle in the mean rating of a candidate
TOLERANCE = 0.1  # m: a point as far as this from a line agrees by a half
GATES = (0.5, 0.3, 0.15)  # m, tolerance of outliers in three steps of correction
# Steps of a sequence that covers a cube evenly (Roberts 2018): powers of 1/g with g⁴ = g + 1
_STEPS = np.array([0.8191725134, 0.6710436067, 0.5497004779])


def agreement(field: FieldMap, poses: Floats, points: Floats, variances: Floats) -> Floats:
    """How well points agree with the lines at poses ``[pose, 3]``: the mean over all points, 0 to 1 each.

    A point on a line counts 1, and ½ at a distance of `TOLERANCE` and twice its deviation together.

    points: ``[n, 2]`` in the robot's frame; variances: ``[n]``, m²
    """
    distances, _ = field.nearest(_placed(poses, points))
    tolerances = TOLERANCE**2 + 4 * variances
    weights = 1.0 / np.sqrt(tolerances)
    return (weights * tolerances / (tolerances + distances * distances)).sum(axis=1) / weights.sum()


class Candidate(NamedTuple):
    """A pose that a robot may have."""

    pose: Pose
    rating: float  # mean of several cycles, 0 to 1
    clear: bool  # it is better than all others


class PoseSearch:
    """Candidate poses of a robot, the best first."""

    def __init__(self, field: FieldMap) -> None:
        self._field, self._coverage = field, LineCoverage(field.lines)
        self._count = 0  # candidates tried so far
        self._poses: Floats = np.empty((0, 3))
        self._ratings: Floats = np.empty(0)  # mean rating of each
        self._ages: NDArray[np.int64] = np.empty(0, np.int64)  # cycles

    def clear(self) -> None:
        """Remove all candidates."""
        if len(self._poses) > 0:
            self._poses, self._ratings, self._ages = np.empty((0, 3)), np.empty(0), np.empty(0, np.int64)

    def move(self, displacement: Pose) -> None:
        """Move all candidates as odometry says."""
        if len(self._poses) > 0:
            self._poses = self._poses.copy()
            self._poses[:, :2] = _placed(self._poses, np.array([displacement[:2]]))[:, 0]
            self._poses[:, 2] += displacement.heading

    def look(self, points: Floats, variances: Floats, heading: float, spread: float) -> None:
        """Try candidates with about this heading, ± *spread*, and rate all again with the points of a picture."""
        if len(points) > POINTS:  # the same share of all directions
            some = np.linspace(0, len(points) - 1, POINTS).astype(np.int64)
            points, variances = points[some], variances[some]
        trials = self._trials(heading, spread)
        first = agreement(self._field, trials, points, variances)
        best = np.argsort(-first, kind="stable")[:NEW]
        poses = np.concatenate((self._poses, trials[best]))
        for gate in GATES:
            poses = _corrected(self._field, poses, points, variances, gate)
        ratings = self.rate(poses, points, variances)
        off = poses[:, 2] - heading
        ratings -= np.abs(off - math.tau * np.rint(off / math.tau)) > 3 * spread  # the compass says no
        known = len(self._poses)
        weights = np.maximum(SMOOTHING, 1.0 / (self._ages + 2))
        ratings[:known] = self._ratings + weights * (ratings[:known] - self._ratings)
        self._keep(poses, ratings, np.concatenate((self._ages + 1, np.zeros(len(best), np.int64))))

    def rate(self, poses: Floats, points: Floats, variances: Floats) -> Floats:
        """Ratings of poses ``[pose, 3]``, 0 to 1: the agreement of the points, reduced where lines are not seen."""
        return agreement(self._field, poses, points, variances) * self.discount(poses, points)

    def discount(self, poses: Floats, points: Floats) -> Floats:
        """The factor for lines that are not seen: ½ if none is, because others may hide them."""
        return 0.5 + 0.5 * self._coverage.shares(poses, points)

    def best(self) -> Candidate | None:
        """The best candidate; None as long as none has been tried for some cycles, and if none agrees well."""
        if len(self._poses) == 0 or self._ages[0] < SEVERAL or self._ratings[0] < GOOD:
            return None
        # A new candidate has not been tested for long: it does not make the best one doubtful.
        old = self._ratings[self._ages >= SEVERAL]
        lead = max(CLEAR * SEVERAL / float(self._ages[0]), LEAST)
        x, y, heading = self._poses[0].tolist()
        return Candidate(Pose(x, y, wrapped(heading)), float(old[0]), len(old) == 1 or bool(old[1] <= old[0] - lead))

    def state(self) -> list[Any]:
        """The state, in plain values."""
        return [self._count, self._poses.tolist(), self._ratings.tolist(), self._ages.tolist()]

    def load(self, state: Sequence[Any]) -> None:
        """Restore a saved state."""
        self._count, poses, ratings, ages = state
        self._poses, self._ratings = np.array(poses, np.float64).reshape(-1, 3), np.array(ratings, np.float64)
        self._ages = np.array(ages, np.int64)

    def _trials(self, heading: float, spread: float) -> Floats:
        """New candidates, evenly over field and headings."""
        numbers = np.arange(self._count + 1, self._count + TRIALS + 1)[:, None]
        self._count += TRIALS
        cube = np.mod(0.5 + numbers * _STEPS, 1.0)
        low, high = self._field.low - OUTSIDE, self._field.high + OUTSIDE
        trials = np.empty((TRIALS, 3))
        trials[:, :2] = low + cube[:, :2] * (high - low)
        trials[:, 2] = heading + spread * (2.0 * cube[:, 2] - 1.0)
        return trials

    def _keep(self, poses: Floats, ratings: Floats, ages: NDArray[np.int64]) -> None:
        """Keep the best. Of two that are near each other, the better pose stays, with age and rating of the older."""
        order = np.argsort(-ratings, kind="stable")
        chosen: list[int] = []
        low, high = self._field.low - OUTSIDE, self._field.high + OUTSIDE
        for index in order.tolist():
            x, y, heading = poses[index].tolist()
            if not (low[0] <= x <= high[0] and low[1] <= y <= high[1]):
                continue
            for other in chosen:
                ox, oy, turned = poses[other].tolist()
                if math.hypot(ox - x, oy - y) < NEARBY and abs(wrapped(turned - heading)) < TURN:
                    if ages[index] > ages[other]:
                        ages[other], ratings[other] = ages[index], ratings[index]
                    break
            else:
                chosen.append(index)
                if len(chosen) == KEPT:
                    break
        chosen.sort(key=lambda index: -ratings[index])
        self._poses, self._ratings, self._ages = poses[chosen], ratings[chosen], ages[chosen]


def _placed(poses: Floats, points: Floats) -> Floats:
    """Points of the robot's frame on the field, for each pose: ``[pose, point, 2]``."""
    c, s = np.cos(poses[:, 2:3]), np.sin(poses[:, 2:3])
    places = np.empty((len(poses), len(points), 2))
    places[..., 0] = poses[:, :1] + c * points[:, 0] - s * points[:, 1]
    places[..., 1] = poses[:, 1:2] + s * points[:, 0] + c * points[:, 1]
    return places


def _corrected(field: FieldMap, poses: Floats, points: Floats, variances: Floats, gate: float) -> Floats:
    """A Gauss-Newton step of all poses towards the lines; points beyond *gate* have little weight."""
    places = _placed(poses, points)
    distances, normals = field.nearest(places)
    across = places - poses[:, None, :2]
    slopes = np.empty((*distances.shape, 3))
    slopes[..., :2] = normals
    slopes[..., 2] = normals[..., 1] * across[..., 0] - normals[..., 0] * across[..., 1]
    limits = gate * gate + 4 * variances
    share = 1.0 + distances * distances / limits
    weighted = slopes / (share * share * limits)[..., None]
    information = np.swapaxes(weighted, 1, 2) @ slopes
    information[:, (0, 1, 2), (0, 1, 2)] += 1.0  # where the points say nothing, the pose stays
    gradient = (weighted * distances[..., None]).sum(axis=1)
    return poses - np.linalg.solve(information, gradient[..., None])[..., 0]
