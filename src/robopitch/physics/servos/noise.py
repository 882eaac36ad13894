"""Errors of the position readings of a servo: each is a hash of the world's seed, the robot, the servo and the time, so
that no generator has a state to save.

Seed, robot and servo are known when a servo is installed: their hash is its key, a number of its state. So a saved
world goes on with the same errors, whichever seed the world has that restores it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from robopitch.physics.scalar import Floats, Ints, scalar
from robopitch.physics.servos import rows as r
from robopitch.physics.servos.params import ServoParams

__all__ = ["KEY_BITS", "noise_key", "reading_error", "set_noise_keys"]

KEY_BITS = 29  # below 1e9, the largest number of a state
_BITS = 0xFFFFFFFF
_STEP = 0x9E3779B1  # keeps neighbouring frames apart
# Multipliers of a 32-bit finaliser (Wellons 2018, "lowbias32")
_FIRST, _SECOND = 0x7FEB352D, 0x846CA68B


def noise_key(seed: int, robot: str, servo: int) -> int:
    """The key of a servo: other seeds, robots and servos have others.

    robot: its name, "blue 0"
    servo: its id in the description of the robot
    """
    digest = hashlib.sha256(f"{seed} {robot} {servo}".encode()).digest()
    return int.from_bytes(digest[:4], "big") >> (32 - KEY_BITS)


def set_noise_keys(params: ServoParams, which: Ints, block: Floats, seed: int, robots: Sequence[str]) -> None:
    """Give all servos of a state their keys.

    which:  ``[robot]``, the kind of each robot
    block:  ``[robot, servo, row]``
    robots: the names of the robots
    """
    for robot, (kind, name) in enumerate(zip(which.tolist(), robots, strict=True)):
        for servo, number in enumerate(params.ids[kind]):
            block[robot, servo, r.NOISE_KEY] = noise_key(seed, name, number)


@scalar
def _mixed(bits: int) -> int:
    bits = ((bits ^ (bits >> 16)) * _FIRST) & _BITS
    bits = ((bits ^ (bits >> 15)) * _SECOND) & _BITS
    return bits ^ (bits >> 16)


@scalar
def reading_error(most: float, key: int, frame: int) -> float:
    """A whole number from −most to most, all equally likely; the same arguments give the same number.

    most:  counts, whole
    frame: number of the reading, not negative

    The frame is mixed before the key is added: otherwise two servos would have the same errors, one of them later.
    """
    bits = _mixed((_mixed((frame * _STEP + 1) & _BITS) + key) & _BITS)
    return float(bits % (2 * int(most) + 1)) - most
