"""A synthetic camera of a robot: white points where rays meet the lines of a field, with noise, outliers and gaps."""

import math

import numpy as np

from robopitch.control.field_map import field_lines
from robopitch.control.geometry import Pose
from robopitch.control.lens_noise import LensNoise

FIELD = field_lines(22.0, 14.0, 0.125, 2.0, ((2.25, 6.9), (0.75, 3.9)), 0.75)
NOISE = LensNoise()


def _polynomial(factors, x):
    a, b, c = factors
    return (a * x + b) * x + c


def ray_hits(pose, lines, bearings, limit):
    """Distances at which rays of these bearings meet lines, up to the see limit: (bearing, distance) pairs."""
    angles = pose.heading + bearings
    ux, uy = np.cos(angles), np.sin(angles)
    found = []
    for ax, ay, bx, by in lines.segments.tolist():
        dx, dy = bx - ax, by - ay
        cross = ux * dy - uy * dx
        with np.errstate(divide="ignore", invalid="ignore"):
            along = ((ax - pose.x) * dy - (ay - pose.y) * dx) / cross
            share = ((ax - pose.x) * uy - (ay - pose.y) * ux) / cross
        hit = (np.abs(cross) > 1e-9) & (along > 0.3) & (along < limit) & (share >= 0) & (share <= 1)
        found += list(zip(bearings[hit], along[hit], strict=True))
    for cx, cy, radius, start, sweep in lines.arcs.tolist():
        x, y = pose.x - cx, pose.y - cy
        half = x * ux + y * uy
        square = half * half - (x * x + y * y - radius * radius)
        for sign in (-1, 1):
            along = -half + sign * np.sqrt(np.maximum(square, 0.0))
            turned = np.mod(np.arctan2(y + along * uy, x + along * ux) - start, math.tau)
            hit = (square > 0) & (along > 0.3) & (along < limit) & (turned <= sweep)
            found += list(zip(bearings[hit], along[hit], strict=True))
    return np.array(found).reshape(-1, 2)


class Camera:
    """Sees the lines of a field as [CAMBADA-sim §4.5.1]: 60 rays, noise by distance.

    scale:    factor on distances: an error of the calibration
    offset:   m by which the centre of the mirror is off
    outliers: share of the points that are anywhere
    gaps:     number of robots around that hide a sector of 20° each
    """

    def __init__(self, seed, lines=FIELD, limit=5.0, scale=1.0, offset=(0.0, 0.0), outliers=0.05, gaps=2, noise=1.0):
        self.random = np.random.default_rng(seed)
        self.lines, self.limit, self.scale, self.offset = lines, limit, scale, offset
        self.outliers, self.gaps, self.noise = outliers, gaps, noise
        self.sectors = self.random.uniform(-math.pi, math.pi, gaps)

    def points(self, pose):
        """White points [n, 2] in the robot's frame."""
        bearings = np.arange(60) * (math.tau / 60) - math.pi
        self.sectors += self.random.normal(0.0, 0.02, self.gaps)  # robots move past
        hidden = np.zeros(60, bool)
        for sector in self.sectors:
            hidden |= np.abs(np.remainder(bearings - sector + math.pi, math.tau) - math.pi) < math.radians(10)
        hits = ray_hits(pose, self.lines, bearings[~hidden], self.limit)
        bearing, distance = hits[:, 0], hits[:, 1]
        distance = distance + self.noise * self.random.normal(size=len(hits)) * _polynomial(NOISE.distance, distance)
        bearing = bearing + self.noise * self.random.normal(size=len(hits)) * _polynomial(NOISE.bearing, distance)
        seen = self.scale * distance[:, None] * np.stack((np.cos(bearing), np.sin(bearing)), axis=1) + self.offset
        wrong = self.random.random(len(seen)) < self.outliers
        seen[wrong] = self.random.uniform(-self.limit, self.limit, (int(wrong.sum()), 2))
        return seen


def deviations(points):
    return NOISE.at(np.hypot(points[:, 0], points[:, 1]))


class Compass:
    """A heading with an error that changes slowly, as near iron in the ground, and some noise."""

    def __init__(self, random, deviation=0.1, memory=0.98):
        self.random, self.deviation, self.memory = random, deviation, memory
        self.error = random.normal(0.0, deviation)

    def read(self, heading):
        change = math.sqrt(1 - self.memory**2) * self.deviation
        self.error = self.memory * self.error + self.random.normal(0.0, change)
        return math.remainder(heading + self.error, math.tau)


def tour(random, cycles, speed=1.5, period=0.04, length=10.0, width=6.0):
    """Poses of a robot that drives between random points, turning as it likes; at least 1 m/s, except at corners."""
    pose, target, spin = Pose(*random.uniform((-length, -width), (length, width)), random.uniform(-3, 3)), None, 0.0
    poses = [pose]
    for _ in range(cycles):
        if target is None or math.dist(pose[:2], target) < speed * period:
            target = tuple(random.uniform((-length, -width), (length, width)).tolist())
            spin = random.uniform(-2.0, 2.0)
        direction = math.atan2(target[1] - pose.y, target[0] - pose.x)
        step = speed * period
        pose = Pose(
            pose.x + step * math.cos(direction),
            pose.y + step * math.sin(direction),
            math.remainder(pose.heading + spin * period, math.tau),
        )
        poses.append(pose)
    return poses
