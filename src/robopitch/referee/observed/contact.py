"""Gaps between robots and the ball, and between robots: compiled, for all of them at once."""

from __future__ import annotations

import math
from typing import Any

from robopitch.elementary.caching import cached
from robopitch.physics import params as p
from robopitch.physics import state as s
from robopitch.physics.outline import outline_distance
from robopitch.physics.scalar import Floats, Ints, physics_digest
from robopitch.physics.turf.hull import hull_gap

__all__ = ["SLACK", "ball_gaps", "near_gap", "touching_pairs"]

SLACK = 0.05  # m, or the radius of a smaller ball: with so small a gap the ball is still at a robot


def near_gap(ball_radius: float) -> float:
    """The largest gap between a robot and the ball that is at it.

    >>> near_gap(0.0215), near_gap(0.11)
    (0.0215, 0.05)
    """
    return min(ball_radius, SLACK)


def _ball_gaps(digest: int) -> Any:
    """Create the entry point. Its closure holds the digest, which is part of the key of Numba's disk cache."""

    @cached(error_model="numpy")
    def ball_gaps(
        robots: Floats,
        which: Ints,
        kinds: Floats,
        x: float,
        y: float,
        z: float,
        radius: float,
        near: float,
        found: Floats,
    ) -> int:
        """Write the gap between each robot's outline and the ball; infinity where it is larger than `near`.

        A ball in the air above a robot is not at it. Robots that are not on the field are far away.

        robots: at least the rows of place and heading
        which:  the kind of each; below 0: it does not count
        """
        for i in range(which.shape[0]):
            found[i] = math.inf
            k = which[i]
            if k < 0:
                continue
            dx, dy = x - robots[s.X, i], y - robots[s.Y, i]
            reach = kinds[k, p.RADIUS] + radius + near
            if dx * dx + dy * dy >= reach * reach or z - radius > kinds[k, p.HEIGHT]:
                continue
            hx, hy = robots[s.HX, i], robots[s.HY, i]
            away, _, _ = outline_distance(kinds, k, hx * dx + hy * dy, hx * dy - hy * dx)
            if away - radius < near:
                found[i] = away - radius
        return digest

    return ball_gaps


def _touching_pairs(digest: int) -> Any:
    """Create the entry point; see above."""

    @cached(error_model="numpy")
    def touching_pairs(robots: Floats, which: Ints, kinds: Floats, teams: Ints, slack: float, pairs: Ints) -> int:
        """List the pairs of opponents whose hulls are at most `slack` apart, by their columns; returns their number.

        teams: of each column; below 0: an obstacle
        """
        found = 0
        count = which.shape[0]
        for a in range(count):
            if teams[a] < 0 or robots[s.PRESENT, a] <= 0:
                continue
            for b in range(a + 1, count):
                if teams[b] < 0 or teams[a] == teams[b] or robots[s.PRESENT, b] <= 0:
                    continue
                ka, kb = which[a], which[b]
                dx, dy = robots[s.X, b] - robots[s.X, a], robots[s.Y, b] - robots[s.Y, a]
                reach = kinds[ka, p.RADIUS] + kinds[kb, p.RADIUS] + slack
                if dx * dx + dy * dy >= reach * reach:
                    continue
                ahx, ahy, bhx, bhy = robots[s.HX, a], robots[s.HY, a], robots[s.HX, b], robots[s.HY, b]
                gap, _, _ = hull_gap(kinds, ka, ahx, ahy, kb, bhx, bhy, dx, dy)
                if gap <= slack and found < pairs.shape[0]:
                    pairs[found, 0], pairs[found, 1] = a, b
                    found += 1
        return found if digest else -1  # the digest must be used to be part of the key

    return touching_pairs


ball_gaps = _ball_gaps(physics_digest())
touching_pairs = _touching_pairs(physics_digest())
