"""Where a kicked ball is at given times: the law that all engines share, on an endless pitch."""

from __future__ import annotations

from typing import Any

import numpy as np

from robopitch.elementary.caching import cached
from robopitch.physics import params as p
from robopitch.physics import state as s
from robopitch.physics.ball import ball_free_motion
from robopitch.physics.scalar import Floats, physics_digest

__all__ = ["fly"]

_LONGEST = 0.01  # s at a time: the ground's law is exact over any time, drag in the air is not


def _fly(digest: int) -> Any:
    """Make the entry point. It carries the digest in its closure, which is part of the key of Numba's disk cache."""

    @cached(error_model="numpy", nogil=True)
    def fly(start: Floats, kicked: float, times: Floats, pitch: Floats, places: Floats) -> int:
        """Write where a ball is at *times*, in order; *start*: x, y, vx, vy, vz when it was *kicked*, without spin."""
        ball = np.zeros(s.BALL_FIELDS)
        ball[s.BALL_X], ball[s.BALL_Y], ball[s.BALL_Z] = start[0], start[1], pitch[p.BALL_RADIUS]
        ball[s.BALL_VX], ball[s.BALL_VY], ball[s.BALL_VZ] = start[2], start[3], max(start[4], 0.0)
        now = kicked
        for n in range(times.shape[0]):
            while now < times[n]:
                part = min(times[n] - now, _LONGEST)
                ball_free_motion(ball, part, pitch)
                now += part
            places[n, 0], places[n, 1], places[n, 2] = ball[s.BALL_X], ball[s.BALL_Y], ball[s.BALL_Z]
        return digest

    return fly


fly = _fly(physics_digest())
