"""Tipping: whether the traction of its wheels accelerates a robot more than its weight holds it down.

A robot tips over an edge of its base, the polygon of the points where its wheels touch the ground, when the moment of
its inertia exceeds that of its weight: −a · n > g b / h, with the normal n of the edge, its distance b from the centre
and the height h of the centre of mass [CAMBADA-control §4.1.2]. Only an event tells of it: the robot stays upright.
"""

from __future__ import annotations

import math

from robopitch.physics import params as p
from robopitch.physics import state as s
from robopitch.physics import workspace as at
from robopitch.physics.happenings import note_tipping
from robopitch.physics.scalar import Floats, Ints, routine

__all__ = ["find_tipping", "remember_tipping"]


@routine
def _tipping(robots: Floats, i: int, kinds: Floats, wheels: Floats, k: int, dt: float) -> tuple[float, float]:
    """Acceleration by traction in the last step: as a share of the one at which the robot tips, and in m/s²."""
    real = type(dt)
    x, y, share = real(0), real(0), real(0)
    count = int(kinds[k, p.WHEEL_COUNT])
    for w in range(count):
        impulse = robots[at.IMPULSE_ROW + w, i]
        x += impulse * wheels[k, w, p.ALONG_X]
        y += impulse * wheels[k, w, p.ALONG_Y]
    x, y = x * kinds[k, p.INVERSE_MASS] / dt, y * kinds[k, p.INVERSE_MASS] / dt
    for w in range(count):
        share = max(share, -(x * wheels[k, w, p.EDGE_X] + y * wheels[k, w, p.EDGE_Y]))
    return share, math.sqrt(x * x + y * y)


@routine
def remember_tipping(robots: Floats, which: Ints, kinds: Floats, wheels: Floats, dt: float) -> bool:
    """Note which robots tipped in the step before, from its impulses; return whether any robot can tip."""
    real = type(dt)
    possible = False
    for i in range(which.shape[0]):
        if kinds[which[i], p.TIPS] > real(0):
            robots[at.TIPPING_ROW, i], _ = _tipping(robots, i, kinds, wheels, which[i], dt)
            possible = True
    return possible


@routine
def find_tipping(
    robots: Floats, which: Ints, kinds: Floats, wheels: Floats, dt: float, step: int, events: Floats, counts: Ints
) -> None:
    """Report robots that begin to tip in this step, after their wheels have acted."""
    real = type(dt)
    for i in range(which.shape[0]):
        if kinds[which[i], p.TIPS] > real(0) and robots[s.PRESENT, i] > real(0):
            share, acceleration = _tipping(robots, i, kinds, wheels, which[i], dt)
            if share > real(1) and robots[at.TIPPING_ROW, i] <= real(1):
                note_tipping(events, counts, step, robots, i, acceleration, acceleration / share)
            robots[at.TIPPING_ROW, i] = share
