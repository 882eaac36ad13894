"""Self-localisation from white points, odometry and a compass.

[CAMBADA-control §3] localises by the white lines and uses the compass to tell one half of the field from the other
[CAMBADA-sim §5.2.6]. The method is that of Lauer, Lange and Riedmiller 2006: the pose is the one at which the seen
points have the least distance from the lines, with an error function that limits the weight of points that belong to no
line. Here the minimisation is a Gauss-Newton one that starts at the pose predicted by odometry and includes that
prediction with its covariance: the iterated correction of a Kalman filter. Where the points say nothing, as along a
single line, odometry decides.

The state has a fourth number, the error of the scale of distances: a camera that is mounted a little higher than
calibrated sees every distance too long by the same share. Lines on two sides of the robot reveal it.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from robopitch.control.field_map import FieldMap
from robopitch.control.geometry import Pose, composed, wrapped
from robopitch.control.pose_search import PoseSearch, agreement

__all__ = ["FARTHEST", "USUAL", "Localisation", "LocalisationModel"]

Floats = NDArray[np.float64]

FARTHEST = 100.0  # m: no camera on a robot sees a point farther away
FIX = 0.3  # m: how far a fix of the points alone may be from where it is looked for, deviation, chosen …
FIX_GATE = 0.15  # … and the distance from a line at which the weight of a point has fallen to a quarter
MOST_SCALE = 3.0  # deviations by which the scale of distances may be off


class LocalisationModel(NamedTuple):
    """Deviations of odometry and compass, and thresholds. All chosen, except where a source is named."""

    slip: float = 0.1  # share of a step by which odometry errs: wheels slip
    turn_slip: float = 0.05  # share of a turn by which it errs
    walk: float = 0.004  # m, of each step in addition: a robot is pushed
    turn_walk: float = 0.004  # rad
    scale: float = 0.02  # deviation of the scale of distances; 0: it is exact
    scale_walk: float = 0.0002  # its change in each step
    gate: float = 3.0  # deviations at which the weight of a point has fallen to a quarter
    unsure: float = 0.2  # m: a pose that is less sure than this does not widen the gate: the next line is not far
    doubt: float = 7.0  # factor on the deviation of the compass: its error lasts about 50 readings
    start: tuple[float, float] = (0.3, 0.2)  # m and rad, deviation of a pose that the robot is told or has found
    poor: float = 0.6  # agreement below which the robot looks for another pose …
    thin: float = 0.4  # … or rating, which also counts lines that are not seen …
    better: float = 0.1  # … and takes it if its rating is higher by this
    push: float = 0.05  # m and rad by which the pose may be off in addition in each cycle of poor agreement
    smoothing: float = 0.15  # weight of the newest cycle in the mean agreement
    turned: int = 12  # cycles for which the compass has to contradict the heading until it is believed
    patience: int = 40  # cycles of poor agreement after which a robot that knows a better pose says that it is lost


USUAL = LocalisationModel()


class Localisation:
    """The pose of a robot on a field. Call `move` and then `see` for each picture.

    field: the map of the lines
    pose:  where the robot starts; None: it does not know, and looks for itself

        localisation.move(displacement)                 # odometry since the last picture, in the frame of then
        localisation.see(points, deviations, heading)   # white points [n, 2] in the robot's frame, of this picture

    `agreement` is the share of the points that lie on lines, 0 to 1, as a mean over some cycles. While it is low, the
    robot looks for another pose (`pose_search.py`): it was carried, or pushed far.
    """

    def __init__(self, field: FieldMap, pose: Pose | None = None, model: LocalisationModel = USUAL) -> None:
        self.field, self.model = field, model
        self._search = PoseSearch(field)
        self._against = 0  # cycles for which the compass has contradicted the heading …
        self._poor = 0  # … and of poor agreement
        self._rating = 1.0  # agreement, reduced where lines are not seen; mean
        self._state: Floats = np.zeros(4)  # x, y, heading, error of the scale
        self._spread: Floats = np.zeros((4, 4))
        self._spread[3, 3] = model.scale**2
        self._floor = field.lines.width**2 / 12  # variance of a point anywhere in the stroke of a line
        self.place(Pose(0.0, 0.0, 0.0) if pose is None else pose)
        self.lost, self.agreement = pose is None, float(pose is not None)

    # ---- reading -----------------------------------------------------------------------------------------------

    @property
    def pose(self) -> Pose:
        """The estimated pose at the time of the last picture."""
        x, y, heading, _ = self._state.tolist()
        return Pose(x, y, heading)

    @property
    def covariance(self) -> Floats:
        """Of x, y and heading; a copy."""
        return self._spread[:3, :3].copy()

    @property
    def deviation(self) -> float:
        """m, of the position: the root of the mean of both variances."""
        return math.sqrt(0.5 * (self._spread[0, 0] + self._spread[1, 1]))

    @property
    def scale(self) -> float:
        """Factor by which seen distances have to be multiplied."""
        return 1.0 + float(self._state[3])

    # ---- updating ----------------------------------------------------------------------------------------------

    def place(self, pose: Pose) -> None:
        """Set the pose: the robot is told where it is."""
        metres, radians = self.model.start
        self._state[:3] = pose
        scale = self._spread[3, 3]
        self._spread[:] = 0.0
        self._spread[(0, 1, 2, 3), (0, 1, 2, 3)] = metres**2, metres**2, radians**2, scale
        self.lost, self._against, self._poor, self.agreement, self._rating = False, 0, 0, 1.0, 1.0
        self._search.clear()

    def move(self, displacement: Pose) -> None:
        """Add a displacement that odometry has measured, in the frame of the pose before it."""
        model, (x, y, heading, _) = self.model, self._state.tolist()
        pose = composed(Pose(x, y, heading), displacement)
        jacobian = np.eye(4)
        jacobian[0, 2], jacobian[1, 2] = y - pose.y, pose.x - x
        self._state[:3] = pose
        self._spread = jacobian @ self._spread @ jacobian.T
        step, turn = math.hypot(displacement.x, displacement.y), abs(displacement.heading)
        place = (model.slip * step) ** 2 + model.walk**2
        self._spread[(0, 1), (0, 1)] += place
        self._spread[2, 2] += (model.turn_slip * turn) ** 2 + (0.3 * model.slip * step) ** 2 + model.turn_walk**2
        self._spread[3, 3] = min(self._spread[3, 3] + model.scale_walk**2 * (model.scale > 0), model.scale**2)
        self._search.move(displacement)

    def see(
        self, points: ArrayLike, deviations: ArrayLike, compass: float | None = None, compass_deviation: float = 0.1
    ) -> None:
        """Correct the pose with white points, and with the heading that a compass reads.

        points:     ``[n, 2]``, m, in the robot's frame
        deviations: ``[n]`` or one number, m: of each point, in any direction
        compass:    rad in the frame of the field; None: no reading
        """
        places: Floats = np.asarray(points, np.float64).reshape(-1, 2)
        variances = np.broadcast_to(np.asarray(deviations, np.float64) ** 2 + self._floor, len(places))
        usable = (np.abs(places) < FARTHEST).all(axis=1) & (variances < FARTHEST**2)  # not so for NaN
        places, variances = places[usable], variances[usable]
        if compass is not None and not math.isfinite(compass):
            compass = None
        self._heed(compass, compass_deviation)
        if not self.lost:
            self._correct(places, variances, compass, compass_deviation)
        if len(places) == 0:
            return
        here, seen, weight = self._state[None, :3], self.scale * places, self.model.smoothing
        now = float(agreement(self.field, here, seen, variances)[0])
        self.agreement += weight * (now - self.agreement)
        self._rating += weight * (now * float(self._search.discount(here, seen)[0]) - self._rating)
        poor = self.agreement < self.model.poor or self._rating < self.model.thin
        self._poor = self._poor + 1 if poor else 0
        if self.lost or self._against > 0 or self._poor > 0:
            self._spread[(0, 1, 2), (0, 1, 2)] += self.model.push**2
            self._look_elsewhere(seen, variances, compass, compass_deviation)
        else:
            self._search.clear()

    def fix(self, points: ArrayLike, deviations: ArrayLike, near: Pose) -> tuple[float, float]:
        """The position at which the points agree best with the lines, a correction of a position near it: the points
        alone decide, but along a single line, where they say nothing. Changes nothing here.
        """
        places: Floats = np.asarray(points, np.float64).reshape(-1, 2)
        variances = np.broadcast_to(np.asarray(deviations, np.float64) ** 2 + self._floor, len(places))
        state = np.array([*near, self._state[3]])
        for _ in range(2 if len(places) > 0 else 0):
            distances, slopes = _residuals(self.field, state, places)
            share = 1.0 + distances * distances / (FIX_GATE**2 + self.model.gate**2 * variances)
            weighted = slopes[:, :2] / (share * share * variances)[:, None]
            beside = state[:2] - (near.x, near.y)
            information = np.eye(2) / FIX**2 + weighted.T @ slopes[:, :2]
            state[:2] -= np.linalg.solve(information, weighted.T @ distances + beside / FIX**2)
        x, y = state[:2].tolist()
        return x, y

    def shift(self, x: float, y: float) -> None:
        """Set the position: what odometry told was wrong. It is as sure as one that the robot has just found."""
        self._state[:2] = x, y
        self._spread[(0, 1), (0, 1)] += self.model.push**2

    def state(self) -> dict[str, Any]:
        """The state, in plain values."""
        return {
            "pose": self._state.tolist(),
            "spread": self._spread.tolist(),
            "lost": self.lost,
            "agreement": self.agreement,
            "against": [self._against, self._poor],
            "rating": self._rating,
            "search": self._search.state(),
        }

    def load(self, state: dict[str, Any]) -> None:
        """Restore a saved state."""
        self._state, self._spread = np.array(state["pose"]), np.array(state["spread"])
        self.lost, self.agreement, self._rating = state["lost"], state["agreement"], state["rating"]
        self._against, self._poor = state["against"]
        self._search.load(state["search"])

    # ---- private -----------------------------------------------------------------------------------------------

    def _heed(self, compass: float | None, compass_deviation: float) -> None:
        """A field looks the same when it is rotated by 180°, and parts of it by 90°: the compass tells them apart."""
        if compass is None or self.lost:
            return
        x, y, heading, _ = self._state.tolist()
        off = abs(wrapped(heading - compass))
        self._against = self._against + 1 if off > max(5 * compass_deviation, 0.5) else 0
        if self._against <= self.model.turned:
            return
        self._against = 0
        self._search.clear()
        if off > 0.75 * math.pi:
            self._state[:3] = -x, -y, wrapped(heading + math.pi)
            rotation = np.diag([-1.0, -1.0, 1.0, 1.0])
            self._spread = rotation @ self._spread @ rotation
        else:
            self.lost = True

    def _correct(self, places: Floats, variances: Floats, compass: float | None, compass_deviation: float) -> None:
        """The correction of an iterated Kalman filter, with weights that limit the influence of outliers."""
        model, prior = self.model, self._state
        wanted = np.linalg.inv(self._spread + np.diag([1e-12, 1e-12, 1e-12, 1e-12]))
        knows = 0.0
        if compass is not None and abs(wrapped(prior[2] - compass)) < math.pi / 2:
            knows = 1.0 / (model.doubt * compass_deviation) ** 2
        state, gates = prior.copy(), None
        for _ in range(3):
            information, gradient = wanted.copy(), wanted @ _beside(prior, state)
            if len(places) > 0:
                distances, slopes = _residuals(self.field, state, places)
                if gates is None:  # a point may be off by its noise, and by what is not known of the pose
                    unsure = np.minimum(((slopes @ self._spread) * slopes).sum(axis=1), model.unsure**2)
                    gates = model.gate**2 * (variances + unsure)
                share = 1.0 + distances * distances / gates
                weights = 1.0 / (share * share * variances)
                weighted = slopes * weights[:, None]
                information += weighted.T @ slopes
                gradient -= weighted.T @ distances
            if compass is not None:
                information[2, 2] += knows
                gradient[2] += knows * wrapped(compass - float(state[2]))
            step = np.linalg.solve(information, gradient)
            state += step
            if abs(step[0]) + abs(step[1]) + abs(step[2]) < 1e-3:
                break
        state[2] = wrapped(float(state[2]))
        most = MOST_SCALE * model.scale  # wrong points must not shrink the view to nothing, where all points agree
        state[3] = min(max(float(state[3]), -most), most)
        self._state, self._spread = state, np.linalg.inv(information)

    def _look_elsewhere(
        self, places: Floats, variances: Floats, compass: float | None, compass_deviation: float
    ) -> None:
        """Look for a pose at which the points agree better with the lines, and take it once it is clear."""
        if compass is None:
            heading, spread = float(self._state[2]), 1.0
        else:
            heading, spread = compass, max(2 * compass_deviation, 0.1)
        self._search.look(places, variances, heading, spread)
        best = self._search.best()
        known = 0.0 if self.lost or self._against > 0 else self._rating
        if best is None or best.rating < known + self.model.better:
            return
        if self._poor > self.model.patience:
            self.lost = True
        if best.clear:
            self.place(best.pose)


def _residuals(field: FieldMap, state: Floats, places: Floats) -> tuple[Floats, Floats]:
    """Distances of seen points from the lines, and their derivatives by the state, ``[point, 4]``."""
    _, _, heading, scale = state.tolist()
    c, s = math.cos(heading), math.sin(heading)
    turned = places @ np.array([[c, s], [-s, c]])  # in the directions of the field
    distances, normals = field.nearest((1.0 + scale) * turned + state[:2])
    slopes = np.empty((len(places), 4))
    slopes[:, :2] = normals
    slopes[:, 2] = (1.0 + scale) * (normals[:, 1] * turned[:, 0] - normals[:, 0] * turned[:, 1])
    slopes[:, 3] = normals[:, 0] * turned[:, 0] + normals[:, 1] * turned[:, 1]
    return distances, slopes


def _beside(state: Floats, other: Floats) -> Floats:
    """The difference of two states; that of headings is wrapped."""
    off = state - other
    off[2] = wrapped(float(off[2]))
    return off
