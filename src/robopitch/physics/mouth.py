"""Which robots have the ball at their mouth: in reach of dribbler or grabber, or else of the kicker."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from robopitch.elementary.caching import cached
from robopitch.physics import params as p
from robopitch.physics import state as s
from robopitch.physics.kicker import ball_in_front
from robopitch.physics.scalar import Floats, Ints, physics_digest, scalar

__all__ = ["balls_at_mouth"]

_HIGHEST = 2.5  # radii of the ball: a light barrier does not see a ball whose centre is higher


@scalar
def ball_at_mouth(ball: Floats, robots: Floats, i: int, kinds: Floats, k: int, pitch: Floats) -> bool:
    """Whether a robot's light barrier sees the ball."""
    real = type(ball[s.BALL_X])
    radius = pitch[p.BALL_RADIUS]
    reach, half = kinds[k, p.HOLD_REACH], kinds[k, p.HOLD_HALF]
    if kinds[k, p.HOLD_FORCE] <= real(0):
        if kinds[k, p.KICK_MAX] <= real(0):
            return False  # it has neither of them
        reach, half = kinds[k, p.KICK_REACH], kinds[k, p.KICK_HALF]
    gap, left = ball_in_front(ball, robots, i, kinds, k, pitch, real(0))
    return gap <= reach and gap > -radius and abs(left) <= half and ball[s.BALL_Z] < real(_HIGHEST) * radius


def _balls_at_mouth(digest: int) -> Any:
    """Create the entry point. Its closure holds the digest, which is part of the key of Numba's disk cache."""

    @cached(error_model="numpy", nogil=True)
    def balls_at_mouth(
        robots: Floats, ball: Floats, which: Ints, kinds: Floats, pitch: Floats, found: NDArray[Any]
    ) -> int:
        """Write for each robot whether it has the ball at its mouth."""
        for i in range(which.shape[0]):
            found[i] = ball_at_mouth(ball, robots, i, kinds, which[i], pitch)
        return digest

    return balls_at_mouth


balls_at_mouth = _balls_at_mouth(physics_digest())
