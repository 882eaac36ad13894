"""Restitution by MuJoCo's own contact: a spring and a damper in the space of accelerations.

A contact with `solref = (−ω², −2 ζ ω)` and an impedance of nearly 1 behaves as a damped oscillator that cannot pull.
Its force ends when spring and damper cancel each other, so that the ratio of the speeds after and before an impact is
e = exp(−2 ζ / √(1 − ζ²) · arccos ζ), whatever the masses, the speed and ω are; measured 0.55 at ζ = 0.21. A step must
be short against the duration of the impact, π / ω: with twenty steps the restitution varies by ±4 % with the phase of
the impact, with ten by ±8 %.
"""

from __future__ import annotations

import math

from robopitch.elementary import atan2, exp, log

__all__ = ["FIRM", "HARD", "damping_of", "rebounding", "resting", "restitution_of"]

# Impedances: how closely a contact follows its spring and damper
HARD = (0.9999, 0.9999, 0.001, 0.5, 2.0)  # of impacts, to 0.01 %
FIRM = (0.99, 0.99, 0.001, 0.5, 2.0)  # of bodies that rest on the ground, many contacts at once

_MOST_DAMPING = 4.0  # beyond that a restitution of 0.01 is reached
_STABLE = 0.8  # 2 ζ ω h: a damper of more would reverse the velocity within a step


def restitution_of(damping: float) -> float:
    """Speed after an impact by the speed before, for a damping ratio ζ.

    >>> round(restitution_of(0.21), 2)
    0.56
    >>> round(restitution_of(1.5), 3)
    0.076
    """
    if damping == 1.0:
        return exp(-2.0)
    root = math.sqrt(abs(1 - damping * damping))
    if damping < 1:
        return exp(-2 * damping / root * atan2(root, damping))
    return exp(-2 * damping / root * log(damping + root))


def damping_of(restitution: float) -> float:
    """The damping ratio ζ that gives this restitution.

    >>> round(restitution_of(damping_of(0.3)), 9)
    0.3
    """
    low, high = 0.0, _MOST_DAMPING
    for _ in range(60):
        middle = (low + high) / 2
        if restitution_of(middle) > restitution:
            low = middle
        else:
            high = middle
    return high


def rebounding(restitution: float, steps: int, timestep: float) -> tuple[float, float]:
    """`solref` of a contact with this restitution whose undamped impact takes a number of steps."""
    rate = math.pi / (steps * timestep)
    damping = min(damping_of(restitution), _STABLE / (2 * rate * timestep))
    return -rate * rate, -2 * damping * rate


def resting(steps: int, timestep: float) -> tuple[float, float]:
    """`solref` of a contact without rebound that comes to rest in about this number of steps."""
    return steps * timestep, 1.0
