"""Compiled kernel of the true tracker: the table of a `TrackerFrame` from the state."""

from __future__ import annotations

from typing import Any

from robopitch.elementary.caching import cached
from robopitch.elementary.compiled import atan2
from robopitch.physics import state as s
from robopitch.physics.scalar import Floats, physics_digest

__all__ = ["write_rows"]


def _write(digest: int) -> Any:
    """Create the entry point. Its closure holds the digest, which becomes part of the key of Numba's disk cache."""

    @cached(error_model="numpy")
    def write_rows(robots: Floats, ball: Floats, radius: float, bodies: Floats, rows: Floats) -> int:
        """Write the ball, then the robots on the field; returns the number of rows.

        bodies: code of the team and id of each column; an obstacle, code 0, is not a robot
        """
        for n in range(6):
            rows[0, n] = ball[n]
        rows[0, s.BALL_Z] = max(ball[s.BALL_Z] - radius, 0.0)
        rows[0, 6], rows[0, 7], rows[0, 8] = 1.0, 0.0, 0.0
        count = 1 + 0 * digest  # used, or else it would not be part of the key
        for i in range(robots.shape[1]):
            if robots[s.PRESENT, i] == 0.0 or bodies[i, 0] == 0.0:
                continue
            row = rows[count]
            row[0], row[1], row[2], row[3] = bodies[i, 0], bodies[i, 1], robots[s.X, i], robots[s.Y, i]
            row[4] = atan2(robots[s.HY, i], robots[s.HX, i])
            row[5], row[6], row[7] = robots[s.VX, i], robots[s.VY, i], robots[s.TURN, i]
            row[8] = robots[s.PRESENT, i]  # also its visibility
            count += 1
        return count

    return write_rows


write_rows = _write(physics_digest())
