"""What passes with time."""

from __future__ import annotations

from robopitch.physics import params as p
from robopitch.physics import state as s
from robopitch.physics.kicker import recharged
from robopitch.physics.scalar import Floats, scalar

__all__ = ["recover"]


@scalar
def recover(robots: Floats, i: int, kinds: Floats, k: int, dt: float) -> None:
    """One robot, one step on: its kicker recharges, a touch lies further back, its holder will grip again."""
    real = type(dt)
    robots[s.CHARGE, i] = recharged(robots[s.CHARGE, i], kinds[k, p.RECHARGE] * dt)
    robots[s.TOUCH, i] = max(robots[s.TOUCH, i] - dt, real(0))
    robots[s.RELEASE, i] = max(robots[s.RELEASE, i] - dt, real(0))
